import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesCommands
@testable import ZombiesSystem

/// What depends on the level, value or character before: only here is each of several levels with
/// rules of their own compared with the level alone, and each order of missing values with a plain
/// one.
@Suite(.waits) struct OneAfterAnotherTests {
  @Test(arguments: [
    "solve", "solve --difficulty", "verify",
  ])
  func rulesOfEachLevel(command: String) throws {
    let level = "S3/4/1Z2/3P+lit"
    let rules = ["zombie-speed 2", "catching-distance 0", "zombie-speed 3", "zombie-speed 2"]
    func rows(_ rules: [String]) throws -> [String] {
      let text = rules.map { "; rules: \($0)\\n\(level)\\n" }.joined()
      let run = try shell("printf '\(text)' | zombies \(command) - --format csv --quiet")
      // The line of the level's source differs.
      return run.lines.dropFirst().map { $0.replacing(/standard input:\d+/, with: "") }
    }
    var expected: [String] = []
    for rules in rules { expected += try rows([rules]) }
    let found = try rows(rules)
    expect(found.count >= rules.count && found == expected)
  }

  /// Levels that have no value stay behind the others, and equal ones in the order of the input.
  @Test(arguments: ["par", "solutions"], [false, true])
  func missingValues(key: String, isReversed: Bool) throws {
    let codes = ["S#/#P", "S2P", "SP", "S1P", "S#1/#1P", "S/1/P", "SP"]
    let words = "--sort \(key)\(isReversed ? " --reverse" : "") --format csv"
    let run = try shell("zombies levels \(codes.joined(separator: " ")) \(words)")
    let names = run.lines.first.map { $0.split(separator: ",").map(String.init) } ?? []
    let column = ["par": "par", "solutions": "shortest_solutions"][key]
    let (place, code) = (try require(names.firstIndex(of: column ?? "")), 0)
    let rows = run.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let values = rows.map { Int($0[place]) }
    let known = values.compactMap { $0 }
    expect(values.prefix(known.count).allSatisfy { $0 != nil } && known.count < values.count)
    expectEqual(known, (isReversed ? known.sorted(by: >) : known.sorted()))
    expectEqual(rows.map { $0[code] }.sorted(), codes.sorted())
  }

  @Test func patternsOfNames() throws {
    let parts = ["", "a", "%%", "a%%b", "%%%%"]
    for before in parts {
      for after in parts {
        let plain = (before, after)
        func written(_ text: String) -> String { text.replacing("%%", with: "%") }
        let pattern = try require(
          OutputPattern(FilePath(bytes: Array("\(plain.0)%03d\(plain.1)".utf8)), .number))
        let path = String(decoding: pattern.path(7).bytes, as: UTF8.self)
        expectEqual(path, "\(written(before))007\(written(after))")
      }
    }
  }

  /// A shell reads each argument as it was.
  @Test func quotedArguments() throws {
    let words = ["", " ", "a", "a b", "it's", "''", "$x", "a;b", "", "*", "%d", "é 🧟"]
    let line = words.map { shellWord(Array($0.utf8)) }.joined(separator: " ")
    let run = try shell("printf '<%s>' \(line)")
    expectEqual(run.output, words.map { "<\($0)>" }.joined())
  }
}
