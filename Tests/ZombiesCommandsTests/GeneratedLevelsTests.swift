import Foundation
import Testing
import ZombiesTestSupport

/// Levels that are made or written, compared with the reference implementation and with another form.
@Suite(.waits) struct GeneratedLevelsTests {
  /// Of all levels of a family that the reference implementation solves, one of each set of alike levels, and no
  /// more: the first ones of the plain sequence. The program compares rooms of more than 64 squares differently.
  @Test func distinctLevelsAreAllThereAre() throws {
    // The counts of 9x9z1 and 8x9b1 are also those of Burnside's lemma: (75 + 7 + 1 + 9) / 4, and (66 + 0) / 2. A
    // zombie diagonal to the start shuts it in, and so does its reflection.
    for (name, selection, count) in [
      ("classic", "solvable", 32), ("4x4z1+lit", "any", 10), ("3x4z1b1", "any", 15),
      ("4x3b2+lit", "solvable", 9), ("1x7f2", "any", 2), ("9x9z1", "any", 23), ("8x9b1", "any", 33),
      ("9x9z1", "solvable", 22),
    ] {
      var wanted: Set<String> = []
      try require(NaiveFamily(name: name)).forEachPlacement { level in
        if selection == "any" || naiveSolve(level).solvable {
          wanted.insert(naiveClass(level, .standard)[0])
        }
      }
      expectEqual(wanted.count, count, name)
      func likeness(_ code: String) throws -> String {
        naiveClass(try require(NaiveLevel(code: code), code), .standard)[0]
      }
      let line = "zombies generate --family \(name) --levels \(selection) --seed 1 --first 50"
      let codes = try shell("\(line) --distinct --count \(count) --format code").lines
      try expectEqual(Set(codes.map(likeness)), wanted, name)
      expectEqual(codes.count, count, name)
      var seen: Set<String> = []
      let plain = try shell("\(line) --count \(2 * count) --format code").lines
      try expect(codes.starts(with: plain.filter { seen.insert(try likeness($0)).inserted }), name)
      let more = try shell("\(line) --distinct --count \(count + 1)")
      expectEqual(more.ending, .exit(65), name)
      expect(more.errors.contains(" \(count) distinct"), "\(more)")
    }
  }

  /// JSON lines have the values of the CSV: numbers as numbers, empty cells as null, names without a guard.
  @Test func jsonLinesAreTheCSV() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "; world: One\n; level: The \"first\", room\n; 3x4z1#0\nS.Z.\n....\n...P\n\n; level: =1+1\nS1Z/3/2P+lit\nSP\n",
      to: "l")
    for line in [
      "levels l", "solve l --difficulty", "verify l", "worlds l", "generate -n 3",
      "simulate --rounds 9 --policy edge,random", "sweep --size 3,4 --rounds 9 --policy edge",
      "analyze --family 4x4z1 --policy edge,random", "census --family 4x4z1",
      "census --search --family 4x4z1 --climbs 1 --steps 9", "compare edge random --rounds 9",
    ] {
      let rows = Table(try shell("zombies \(line) -q --format csv", in: folder).output).rows
      let lines = try shell("zombies \(line) -q --format jsonl", in: folder).lines
      expect(!rows.isEmpty)
      expectEqual(lines.count, rows.count, line)
      for (row, text) in zip(rows, lines) {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let object = try require(json, text)
        expectEqual(Set(object.keys), Set(row.keys), line)
        for (name, cell) in row {
          let isText = ["name", "world_name", "source"].contains(name)
          let plain = isText && cell.hasPrefix("'") ? String(cell.dropFirst()) : cell
          // A number is written as in the table; 8 of "moves":8 is followed by , or }.
          let value: String
          switch object[name] {
          case let string as String: value = string
          case is NSNull: value = ""
          default:
            value =
              text.contains("\"\(name)\":\(cell),") || text.contains("\"\(name)\":\(cell)}")
              ? cell : text
          }
          expectEqual(value, plain, "\(line): \(name)")
        }
      }
    }
  }
}
