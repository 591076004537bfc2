import Testing
import ZombiesTestSupport

@testable import ZombiesCommands
@testable import ZombiesTool

/// Only here: options that take a list and are given several times, and moves as users type them.
@Suite(.waits) struct ListOptionTests {
  @Test(
    "Repeated options form one list, in their order",
    arguments: [
      (
        "simulate --rounds 9 --format csv", "--policy edge --policy random,beeline",
        "--policy edge,random,beeline"
      ),
      (
        "analyze --family 3x3z1 --format csv", "--policy=edge --policy random",
        "--policy edge,random"
      ),
      (
        "sweep --rounds 5 --policy edge",
        "--zombies 2 --chase vertical --zombies 0..1 --chase longest",
        "--zombies 2,0..1 --chase vertical,longest"
      ),
      (
        "sweep --rounds 5 --policy edge", "--family block --preset 4x4 --family classic",
        "--family block,4x4,classic"
      ),
      ("sweep --rounds 5 --policy edge", "--size 4x5 --size 3..4", "--size 4x5,3..4"),
      (
        "generate --count 9 --format csv", "--grade easy --grade gentle,hard",
        "--grade easy,gentle,hard"
      ),
    ])
  func severalOptions(line: String, several: String, one: String) throws {
    let runs = try [several, one].map { try shell("zombies \(line) \($0) --quiet") }
    expect(runs[0].ending == .exit(0) && runs[0].output == runs[1].output, "\(runs)")
    expect(runs[0].lines.count > 1)
    // The order matters: otherwise this would prove nothing.
    let table = Table(runs[0].output)
    if several.contains("--policy") {
      expect(Array(table.column("policy").prefix(2)) != ["random", "edge"], "\(runs[0])")
    }
  }

  @Test(
    "Repeating a name in a list, or an option with a single value, is an error",
    arguments: [
      ("simulate --policy edge --policy edge", "--policy: edge is named twice"),
      ("simulate --policy edge --policy all", "'all' cannot be combined"),
      ("simulate --policy edge --policy ''", "--policy: '' is not one of"),
      ("sweep --zombies 1 --zombies 0..1", "named twice"),
      ("sweep --size 5 --rows 5 --size 6", "--rows is given twice"),
      ("replay SP --policy edge --policy random", "--policy is given twice"),
      ("play --players Ann --players Ann", "'Ann' is named twice"),
    ])
  func badUsage(line: String, message: String) throws {
    let run = try shell("zombies \(line)")
    expect(run.ending == .exit(64) && run.output == "" && run.errors.contains(message), "\(run)")
  }

  /// The line that resumes a run names each option once, and contains the same list.
  @Test func theLineAgain() throws {
    let command = try require(Tool.commands.first { $0.name == "simulate" })
    let words = ["--policy", "edge", "--seed=4", "--policy", "random", "--policy=beeline", "SP"]
    let arguments = try Arguments(words.map { Array($0.utf8) }[...], of: command)
    expectEqual(
      arguments.line(), "zombies simulate --policy edge,random,beeline --seed 4 SP")
    expectEqual(
      arguments.line(changing: [(.resume, ""), (.seed, nil)]),
      "zombies simulate --policy edge,random,beeline --resume SP")
    let again = try Arguments(
      arguments.line().split(separator: " ").dropFirst(2).map { Array($0.utf8) }[...], of: command)
    try expectEqual(again.words(.policies), ["edge", "random", "beeline"])
    expectEqual(again.given.map(\.name), ["--policy", "--seed"])
  }

  @Test(
    "Moves can be typed in lower case and with blanks",
    arguments: [
      "UUUULLLL", "uuuullll", "UUUU LLLL", "u u u u l l l l", "uU\tuU\nlL\r\nlL\r", " uuuullll ",
    ])
  func moves(typed: String) throws {
    let level = "S4/5/Z1#2/2F2/4P"
    let run = try zombies("replay", level, "--moves", typed)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(SimulateColumnsTests.moves(in: run.output), "UUUULLLL")
    expectEqual(SimulateColumnsTests.outcome(in: run.output), "won")
  }

  @Test(
    "Characters that are not moves are named with their position",
    arguments: [
      ("u u x", "'x', character 5"), ("uu,ll", "',', character 3"), ("u\r\n5", "'5', character 3"),
      ("ů", "'ů', character 1"), ("\u{A0}", "'\u{A0}', character 1"), ("up", "'p', character 2"),
    ])
  func noMoves(typed: String, message: String) throws {
    let run = try zombies("replay", "S4/5/5/5/4P", "--moves", typed)
    expect(run.ending == .exit(64) && run.output == "", "\(run)")
    expect(
      run.errors.hasPrefix("Error: --moves: \(message), is not one of U, D, L, R\n"), "\(run)")
  }
}
