import Testing

/// The columns with a family's settings: only here are they compared in every table that has them.
@Suite(.waits) struct FamilyColumnsTests {
  @Test(
    "They match the name of the family, and are empty for given levels",
    arguments: [
      "zombies sweep --family classic,block,6x4z1b2f1+lit,1x9 --rounds 3 --policy edge,random",
      "zombies sweep --size 4..5,3x7 --zombies 0..1 --blocks 1 --flashlights 0,2 --lit --games 2",
      "zombies sweep --family 1x2z1,3x3 --rounds 3",
      "zombies simulate --family 12x13z3b4f5 --rounds 2 --policy edge --format csv",
      "zombies simulate --family 6x6z1b5+lit --rounds 4 --tally - -o t | zombies merge - --format csv",
      "zombies analyze --family 4x4z1b1+lit --format csv",
      "zombies analyze --family 3x4f1 --format csv",
      "zombies compare edge random --family 5x6z1f1 --rounds 200 --format csv",
      "zombies simulate SP S4/5/5/3Z1/4P --rounds 4 --format csv",
      "zombies simulate classic@42#7 --games 2 --tally - -o t | zombies merge - --format csv",
      "zombies compare edge random SP classic@42#7 --rounds 200 --format csv",
    ])
  func familySettings(line: String) throws {
    let run = try shell(line, in: try TemporaryFolder())
    let table = Table(run.output)
    #expect(!table.rows.isEmpty, "\(run)")
    // The columns of a difference came later.
    let columns = table.header.replacing(/,difference_low,difference_high$/, with: "")
    #expect(columns.hasSuffix(",rows,columns,zombies,blocks,flashlights,lit,hearing_distance"))
    let isGiven = !line.contains("--family") && !line.contains("--size")
    for row in table.rows {
      let family = try #require(row["family"])
      let settings = settings(ofFamily: family)
      for isEmpty in [family == "", settings["rows"] == "", row["levels"] == "given"] {
        #expect(isEmpty == isGiven, "\(row)")
      }
      for (column, cell) in settings { #expect(row[column] == cell, "\(family), \(column)") }
    }
  }
}
