import Foundation
import Testing
import ZombiesTestSupport

/// `zombies solve` and `zombies verify`: limits that change more than they must, wrong exit statuses, and forms
/// of a level that they do not read. ColumnValuesLevelsTests has the cells.
@Suite(.waits) struct SolveVerifyTests {
  /// A search never visits more states than the limit, and does not give up unless it must.
  @Test func limitsOnStates() throws {
    for level in ["S4/5/2Z2/5/4P+lit", "5x5@0#0", "9x9z1b8@0#3", "6x6z1b2+lit@4#1"] {
      let free = Table(try zombies("solve", level, "--format", "csv").output).rows[0]
      let states = try require(Int(free["states"] ?? ""))
      let words = ["solve", level, "--format", "csv", "--max-states"]
      for limit in [1, 2, states / 2, states - 1, states, states + 1] where limit > 0 {
        let row = Table(try zombies(words + ["\(limit)"]).output).rows[0]
        if row["verdict"] == "gave-up" {
          expect(limit < states, "\(level) \(limit)")
        } else {
          expectEqual(row, free, "\(level) \(limit)")
        }
        expectEqual(Int(row["states"] ?? "").map { $0 <= limit || $0 == states }, true, "\(row)")
      }
    }
  }

  @Test(arguments: [
    ("SP classic@42#7 S4/5/Z1#2/2F2/4P", 0, ""), ("S4/5/2Z2/5/4P+lit --max-states 1", 2, "gave up"),
    ("SP S4/5/5/3Z1/4P", 1, "argument 2: unsolvable: S4/5/5/3Z1/4P\n"),
    ("S#/#P SP SZ/1P", 1, "argument 1: unsolvable: S#/#P\nargument 3: unsolvable: SZ/1P\n"),
    ("S4/5/2Z2/5/4P+lit S#/#P --max-states 1", 1, "unsolvable: S#/#P"), ("", 64, ""),
    ("S#/#P S4/5/2Z2/5/4P+lit --max-states 1", 1, "gave up: S4/5/2Z2/5/4P+lit"),
    ("S4/5/2Z2/5/4P+lit SP --max-states 1", 2, "argument 1: gave up: S4/5/2Z2/5/4P+lit\n"),
    ("SP S#/#P S4/5/2Z2/5/4P+lit SP --max-states 1", 1, "argument 2: unsolvable: S#/#P\n"),
    ("S4/5/2Z2/5/4P+lit S#/#P S4/5/2Z2/5/4P+lit --max-states 1", 1, "argument 3: gave up"),
    ("SP nonsense", 66, ""), ("--input missing SP", 66, ""), ("--frobnicate SP", 64, ""),
    ("S2/2Z/2P --catching-distance 0", 0, ""),
    ("--catching-distance 1 S2/2Z/2P", 1, "argument 1: unsolvable: S2/2Z/2P\n"),
    ("-- SP", 0, ""),
  ])
  func verifyStatuses(words: String, status: Int32, output: String) throws {
    let run = try shell("zombies verify \(words)")
    expectEqual(run.ending, .exit(status), "\(run)")
    expect(output.isEmpty ? run.output == "" : run.output.contains(output), "\(run)")
    expectEqual(run.errors.isEmpty, [0, 1, 2].contains(status), "\(run)")
  }

  /// All readers accept all forms.
  @Test(arguments: [
    "S2/1Z1/2P", "S..\n.Z.\n..P", "\t S..\r\n\t .Z.\r\n\t ..P  \r\n", "\u{FEFF}S2/1Z1/2P\n",
    "🆘⬜️⬜️\n⬜️🧟⬜️\n⬜️⬜️🚶", "🆘⬜⬜\n⬜🧟🏽‍♀️⬜\n⬜⬜🚶🏿‍♂️‍➡️\n", "🆘.⬜️\n.Z⬜\n⬜️.P",
    "; a comment\nS..\n; another\n.Z.\n..P\n; last", "3x3z1+any@1#1", "S2/1Z1/2P ; a room",
    "; world: A\n; unlock: coins 3\n; level: B\n\nS2/1Z1/2P", "par,level\r\n3,S2/1Z1/2P\r\n",
    "level\n\"S..\n.Z.\n..P\"\n",
  ])
  func formsOfALevel(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "level")
    let code = text.hasPrefix("3x3") ? nil : "S2/1Z1/2P"
    let outputs = try [
      zombies("solve", "--format", "csv", "--input", "level", in: folder),
      zombies("solve", "--format", "csv", "--input", "-", input: text),
      zombies("solve", "--format", "csv", "--", text),
    ]
    for run in outputs {
      expectEqual(run.ending, .exit(0), "\(run)")
      if let code { expectEqual(Table(run.output).column("level"), [code], "\(run)") }
    }
    let played = try zombies(
      "simulate", "--rounds", "2", "--policy", "edge", "--rounds-csv", "-", "-o", "/dev/null",
      "--input", "level", in: folder)
    expectEqual(played.ending, .exit(0), "\(played)")
    try expectEqual(zombies("replay", text, "--policy", "edge").ending, .exit(0))
  }
}
