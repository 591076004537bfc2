import Foundation
import Testing

/// `zombies probe`, run from the command line: ranks that differ from a tally's, and wrong tallies
/// and levels.
@Suite(.waits) struct ProbeCommandTests {
  /// A family is solved for the ranks, or a tally says them; the same either way. Without both,
  /// there is no rank, and the text says why.
  @Test func ranksFromATally() throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies census --family 4x4z1b1+lit --tally t -o x", in: folder)
    let words = "zombies probe 4x4z1b1+lit#5 4x4z1b1+lit#7"
    let solved = try shell(words, in: folder)
    let told = try shell("\(words) --census t --max-placements 0", in: folder)
    #expect(solved.ending == .exit(0) && solved.errors == "", "\(solved)")
    #expect(solved.output.contains("\nrank by par    8 of 19 solvable levels, shared by 12\n"))
    expectSame(told.output, solved.output, "ranks from a tally")
    let none = try shell("\(words) --max-placements 89", in: folder)
    #expect(none.output.contains("\nrank           none: 4x4z1b1+lit has 90 placements; raise"))
    // A tally under other rules says nothing about these.
    let other = try shell("\(words) --census t --max-placements 0 --zombie-speed 2", in: folder)
    #expect(!other.output.contains("rank by par"), "\(other)")
  }

  /// Rules of a file, names, levels that break the placement rule, and levels that cannot be won.
  @Test func levelsOfAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ; level: First
      S4/5/Z1#2/5/4P
      ; rules: zombie-speed 2
      P1Z1S
      S1Z2/5/5/5/Z3P

      """, to: "l.txt")
    let text = try shell("zombies probe l.txt", in: folder)
    #expect(text.ending == .exit(0) && text.errors == "", "\(text)")
    let parts = text.output.components(separatedBy: "\n\nlevel ")
    #expect(parts.count == 3)
    #expect(parts[0].contains("\nplacement      block#134, number 134 of 342, from 0\n"))
    #expect(parts[1].contains("\nplacement      none: it breaks the placement rule\n"))
    #expect(!parts[1].contains("\nrank"))
    let rows = try shell("zombies probe l.txt --format csv", in: folder).output.split(
      separator: "\n")
    #expect(rows.count { $0.contains(",,,,,,") && $0.contains(",First,") } == 1)
    #expect(rows.count { $0.hasPrefix("P1Z1S,zombie,0,2,0,1,PZ2S,unsolvable,") } == 1)
    // A bad level is named with its place, behind the findings on the levels before it.
    let bad = try shell("zombies probe S1P S1Q", in: folder)
    #expect(bad.ending == .exit(65) && bad.output.hasPrefix("level          S1P\n"), "\(bad)")
    #expect(bad.errors.contains("argument 2"), "\(bad)")
  }

  /// What is no tally of a whole census is refused by name.
  @Test func badTallies() throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies census --family 4x4z1 --shard 1/2 --tally part -o x; rm x", in: folder)
    for (words, status, message) in [
      ("--census part", 65, "part: this tally counts only a part of 4x4z1: merge all parts first"),
      ("--census none", 66, "cannot open 'none'"), ("--census /dev/null", 65, "line 1: expected"),
      ("--max-placements x", 64, "--max-placements"), ("--format xml", 64, "xml"),
    ] as [(String, Int32, String)] {
      let run = try shell("zombies probe 4x4z1#0 \(words)", in: folder)
      #expect(run.ending == .exit(status) && run.output == "", "\(run)")
      #expect(run.errors.contains(message), "\(run)")
    }
  }
}
