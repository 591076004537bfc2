import Foundation
import Testing
import ZombiesTestSupport

/// `zombies solve` under several rules: a combination without its own result or certificate, or in
/// another place.
@Suite(.waits) struct SolveRulesTests {
  private static let levels =
    "SP S4/5/2Z2/5/4P+lit S2/2Z/2P S5/6/6/#3#1/#3#1/1#1Z1P+lit classic@42#7 SZ/1P"

  /// Lists, and the combinations that they stand for, in order.
  static let lists: [(lists: String, rules: [String])] = [
    (
      "--chase longest,vertical --zombie-speed 1..3",
      ["longest", "vertical"].flatMap { chase in
        (1...3).map { "--chase \(chase) --zombie-speed \($0)" }
      }
    ),
    (
      "--zombie-speed 1..16:5,2 --catching-distance 0,1",
      [0, 1].flatMap { distance in
        [1, 6, 11, 16, 2].map { "--catching-distance \(distance) --zombie-speed \($0)" }
      }
    ),
    ("--chase horizontal", ["--chase horizontal"]),
  ]

  @Test(arguments: lists)
  func rowsAreThoseOfEachCombination(lists: String, rules: [String]) throws {
    for more in ["", "--difficulty "] {
      let run = try shell("zombies solve \(Self.levels) \(lists) \(more)--format csv")
      expectEqual(run.ending, .exit(0), "\(run)")
      let single = try rules.map {
        try shell("zombies solve \(Self.levels) \($0) \(more)--format csv").lines
      }
      let count = single[0].count
      let expected = (1..<count).flatMap { level in single.map { $0[level] } }
      expectSame(
        run.lines.joined(separator: "\n"), ([single[0][0]] + expected).joined(separator: "\n"),
        lists)
      expectEqual(count, 7)
    }
  }

  /// The text is that of each combination, but always names the settings that vary.
  @Test func whatVariesIsNamed() throws {
    let run = try shell(
      "zombies solve SP S2/2Z/2P --catching-distance 0 --chase longest,vertical --zombie-speed 1,2")
    let named = ["longest", "vertical"].flatMap { chase in
      (1...2).map { "; rules: catching distance 0, chase \(chase), zombie speed \($0)" }
    }
    let verdicts = run.lines.filter { $0.contains("solvable") }
    expectEqual(verdicts.count, 8)
    for (place, line) in verdicts.enumerated() {
      expect(
        line.hasSuffix(" states" + named[place % 4]) || line.hasSuffix(" state" + named[place % 4]))
    }
  }

  /// A certificate of each result, with its rules.
  @Test func aCertificateForEachResult() throws {
    let folder = try TemporaryFolder()
    let words = "\(Self.levels) --chase longest,vertical --zombie-speed 1,2"
    try shellDone("zombies solve \(words) --certificate c --format csv -o t", in: folder)
    let certificates = folder.read("c") ?? ""
    let rows = Table(folder.read("t") ?? "").rows
    func values(_ key: String) -> [String] {
      certificates.split(separator: "\n").filter { $0.hasPrefix("\(key) ") }
        .map { String($0.dropFirst(key.count + 1)) }
    }
    expect(values("level") == rows.map { $0["level"] ?? "" } && rows.count == 24)
    expectEqual(values("verdict"), rows.map { $0["verdict"] ?? "" })
    let keys = ["catching_distance", "chase", "zombie_speed"]
    let rules: [String] = rows.map { row in keys.compactMap { row[$0] }.joined(separator: " ") }
    expectEqual(values("rules"), rules)
    expect(Set(values("verdict")).count == 2 && Set(values("rules")).count == 4)
    let check = try shell("zombies check c", in: folder)
    expect(check.ending == .exit(0) && check.lines.count == 24, "\(check)")
  }

  /// The error about a bad level comes after the results of the levels before it, under all rules.
  @Test func aBadLevelBehindGoodOnes() throws {
    let run = try shell("zombies solve --chase longest,vertical SP SP/S1 --format csv")
    expect(run.ending == .exit(65) && run.lines.count == 3, "\(run)")
  }

  @Test(arguments: [
    ("--chase longest,longest", "named twice: catching distance 1, chase longest, zombie speed 1"),
    (
      "--zombie-speed 2,1..3", "named twice: catching distance 1, chase longest, zombie speed 2"
    ),
    ("--catching-distance 0..1,0", "named twice: catching distance 0,"),
    ("--zombie-speed 1..17", "--zombie-speed: '1..17'"),
    ("--zombie-speed 0..4:2", "--zombie-speed: '0..4:2'"),
    ("--zombie-speed 1..4:0", "a step of at least 1"), ("--zombie-speed 1:2", "'1:2'"),
    ("--zombie-speed ''", "--zombie-speed"), ("--chase longest,", "--chase: ''"),
    ("--chase sideways,longest", "'sideways' is not one of"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("solve SP \(words)", saying: message)
  }
}
