import Testing
import ZombiesTestSupport

/// `zombies solve --difficulty`: only here are measures left out if the level is too large.
/// ColumnValuesLevelsTests has the values, OutputHashTests the lines for people.
@Suite(.waits) struct DifficultyTests {
  private static func rows(_ words: String...) throws -> [[String: String]] {
    let run = try zombies(["solve", "--format", "csv", "--difficulty"] + words)
    expectEqual(run.ending, .exit(0), "\(run)")
    return Table(run.output).rows
  }

  @Test func whatIsTooLargeIsLeftOut() throws {
    let rows = try Self.rows("--max-states", "5", "9x9z2b9f1+any@0#1")
    expect(rows[0]["verdict"] == "gave-up" && rows[0]["grade"] == "")
    expect(rows[0]["things_that_matter"] == "" && rows[0]["every_thing_matters"] == "")
    let things = String(repeating: "#", count: 101)
    let crowd = try Self.rows("P\(things)1/S102")[0]
    expect(crowd["things_that_matter"] == "" && crowd["every_thing_matters"] == "")
    expect(crowd["grade"] != "" && crowd["random_win_probability"] != "")
  }

  /// At hearing distance 2, the luck of a large family is unknown, which texts and notes say.
  @Test func missingLuckIsSaid() throws {
    for (family, distance, isMissing) in [
      ("6x6z1b2f1", 2, true), ("6x6z1b2f1", 1, false), ("6x6z1b2f1+lit", 2, false),
      ("classic", 2, false), ("9x9z1", 2, true),
    ] {
      let options = "--family \(family) --hearing-distance \(distance)"
      for sorted in ["--sort", "| zombies levels --sort difficulty"] {
        let made = try shell(
          "zombies generate \(options) \(sorted) | zombies solve - --difficulty --why -q")
        let level = "\(family) at \(distance), \(sorted): \(made)"
        expectEqual(made.output.contains("without luck\n"), isMissing, "\(level)")
        expectEqual(made.errors.contains("leave out luck"), isMissing, "\(level)")
      }
    }
  }
}
