import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesCommands
@testable import ZombiesSystem
@testable import ZombiesTool

/// The defaults and number ranges that the help texts state: only here is each default compared
/// with the run that leaves it out, and each limit with the work that is accepted.
@Suite(.waits) struct HelpPromiseTests {
  /// A line, and options with the default that the help states, then with other values.
  private static let promises: [(line: String, options: [String])] = [
    ("generate --levels any", ["--seed 0|1"]), ("generate --format code", ["--count 1|2"]),
    (
      "generate",
      [
        "--first 0|1", "--format picture|emoji", "--family classic|block|5x5z2+lit",
        "--size 5x5|5x6", "--rows 5|6", "--columns 5|6", "--zombies 2|1", "--blocks 0|1",
        "--flashlights 0|1",
      ]
    ),
    ("generate --count 9 --format code", ["--levels solvable|any"]),
    ("generate --levels any --count 30 --format csv", ["--catching-distance 1|0"]),
    ("generate --levels any --count 30 --format csv --lit", movement),
    ("solve classic@42#7", ["--format text|csv"]),
    ("solve S2/2Z/2P", ["--catching-distance 1|0"]), ("solve S4/5/2Z2/5/4P+lit", fewMovements),
    ("verify S2/2Z/2P", ["--catching-distance 1|0", "--format text|csv"]),
    ("simulate --rounds 40", ["--policy all|edge", "--format table|csv"]),
    ("simulate --rounds 40 --format csv", ["--levels solvable|any"]),
    (
      "simulate --levels any --rounds 40 --policy random,edge --format csv",
      [
        "--first 0|1", "--seed 0|1", "--max-moves 100|99", "--family classic|block",
        "--catching-distance 1|0",
      ]
    ),
    ("simulate --levels any --rounds 40 --policy random,edge --format csv --lit", fewMovements),
    ("replay 6x6z1b5+lit@42#7 --policy random", ["--seed 0|1", "--trial 0|1", "--round 0|1"]),
    ("replay S30P --policy random", ["--max-moves 128|127|129"]),
    ("replay 6x6z1b5+lit@42#7 --policy random --max-moves 9", ["--format picture|emoji"]),
    ("replay classic@42#7 --policy edge", ["--view all|player"]),
    ("replay classic@42#7 --policy edge --view player", ["--hearing-distance 0|3"]),
    ("sweep --rounds 40 --zombies 1,2", ["--policy all|edge", "--levels solvable|any"]),
    (
      "sweep --rounds 40 --policy edge",
      [
        "--family classic|block", "--first 0|1", "--seed 0|1", "--max-moves 100|99",
        "--catching-distance 1|0", "--zombie-speed 1|2",
      ]
    ),
    ("sweep --rounds 40 --policy edge --lit", ["--chase longest|vertical"]),
    ("compare edge beeline --rounds 300", ["--format table|csv"]),
    (
      "compare edge beeline --rounds 300 --format csv",
      [
        "--difference 0.01|0.02", "--alpha 0.05|0.04", "--beta 0.05|0.06", "--seed 0|1",
        "--first 0|1", "--max-moves 100|99", "--levels solvable|any",
      ]
    ),
    ("analyze --family 3x3z1b1", ["--policy all|random,edge", "--format table|csv"]),
    ("analyze --family 3x3b1 --format csv", ["--max-moves 36|35"]),
    ("analyze --family 3x3z1b1 --check 30 --format csv", ["--seed 0|1"]),
    ("model --family 3x4z1", ["--levels solvable|any"]),
    ("model 3x4z1f1", ["--view player|all", "--format drn|pomdp", "--hearing-distance 0|2"]),
    ("census --family 4x4b2", ["--top 10|9"]), ("census --family 3x4b2", ["--format table|csv"]),
    ("census --search --family 4x4b2 --climbs 2 --steps 200", ["--top 10|9"]),
    ("census --search --family 3x4b2 --climbs 2 --steps 200", ["--format table|csv"]),
    ("census --search --family 8x8b9 --climbs 1 --steps 3 --top 1000", ["--seed 0|1"]),
    ("worlds", ["--format table|csv", "--catching-distance 1|0"] + fewMovements),
  ]

  private static let movement = ["--chase longest|vertical|horizontal", "--zombie-speed 1|2"]
  private static let fewMovements = ["--chase longest|vertical", "--zombie-speed 1|2"]

  private static let defaults = promises.flatMap { line, options in options.map { (line, $0) } }

  @Test(arguments: sampled(defaults, every: 6))
  func defaultsAreThoseOfTheHelp(line: String, promise: String) throws {
    let words = promise.split(separator: " ").map(String.init)
    let (option, values) = (words[0], words[1].split(separator: "|").map(String.init))
    let command = String(line.prefix { $0 != " " })
    let text = try require(CommandHelp.text(of: option, in: command))
    let match = try require(text.firstMatch(of: /\(default: ([^)]*)\)/), "\(text)")
    let stated = match.1.replacing(",", with: "")
    expect(stated == values[0] || stated.contains(" "), "\(text)")
    let plain = try shell("zombies \(line)")
    let said = try shell("zombies \(line) \(option) \(values[0])")
    expect(plain.ending == said.ending && [.exit(0), .exit(1), .exit(2)].contains(plain.ending))
    expectSame(plain.output, said.output, "\(line) \(option) \(values[0])")
    // Otherwise the comparison above would prove nothing.
    for value in values.dropFirst() {
      let other = try shell("zombies \(line) \(option) \(value)")
      expect(other.output != plain.output, "\(other)")
    }
  }

  /// Every option with a default is in the list above, or tested below or elsewhere: the states of
  /// a search in StateLimitTests and, for an analysis, in AnalyzeTests, the draws in
  /// GenerationErrorTests, the climbs and steps of a search in CensusCommandTests, the colours in
  /// OutputTests, the levels in a row of a sheet in DrawCommandTests, those of a sample in ReportCommandTests, and the day, the worlds and the
  /// player's name in PlayOptionTests and PlayModesTests, and the longest wait for a program that plays
  /// in Tests/Outside/test_players.py. The number of tries is what OptionTableTests reads. The number of threads
  /// is not tested, because results do not depend on it.
  @Test func thereAreNoOtherDefaults() throws {
    var known: Set<String> = [
      "--max-states", "--max-placements", "--max-levels", "--max-draws", "--max-tries", "--rounds",
      "--climbs", "--steps", "--checkpoint-every", "--threads", "--preset", "--color", "--daily",
      "--players", "--worlds", "--title", "--sample", "--player-timeout", "--across",
    ]
    for (_, promise) in Self.defaults { known.insert(String(promise.prefix { $0 != " " })) }
    var count = 0
    for command in try CommandHelp.commands() {
      for option in try CommandHelp.options(of: command) {
        let name = try require(option.names.last)
        let text = try require(CommandHelp.text(of: name, in: command), "\(command) \(name)")
        expect(!text.contains("unless"), "\(command) \(text)")
        guard text.contains("(default: ") else { continue }
        count += 1
        expect(known.contains(name), "\(command) \(name)")
      }
    }
    expect(count > 100)
  }

  /// Usage is checked before outputs, so status 73 means that the settings were accepted.
  private static func isTaken(_ line: String) throws -> Bool {
    let status = refusal("\(line) -o missing/folder")?.status
    expect([.badUsage, .cannotCreate].contains(status), "\(line)")
    return status == .cannotCreate
  }

  /// The number of trials shows at the end of the range: the last trial must exist.
  @Test(arguments: [
    ("simulate", UInt64(100_000)), ("sweep", 100_000), ("compare edge random", 1_000_000_000),
  ])
  func howManyTrialsThereAreByDefault(command: String, count: UInt64) throws {
    let first = UInt64.max - 1 - (count - 1)
    try expect(Self.isTaken("\(command) --first \(first)"))
    try expect(!Self.isTaken("\(command) --first \(first + 1)"))
    try expect(Self.isTaken("\(command) --first \(first) --rounds \(count)"))
    try expect(!Self.isTaken("\(command) --first \(first) --rounds \(count + 1)"))
  }

  /// 10,217,700,004,512 placements in 102,177 parts: some have 100 million placements, others one
  /// more.
  @Test func howManyPlacementsACensusLooksAtByDefault() throws {
    let line = "census --family 6x8z6b6"
    try expect(Self.isTaken("\(line) --shard 1/102177"))
    try expect(!Self.isTaken("\(line) --shard 23/102177"))
    try expect(Self.isTaken("\(line) --shard 23/102177 --max-levels 100000001"))
    try expect(!Self.isTaken("\(line) --shard 1/102177 --max-levels 99999999"))
  }

  /// The time between saves, which a run would take at least a minute to show.
  @Test(arguments: ["simulate", "census", "sweep"])
  func secondsBetweenSaves(name: String) throws {
    func interval(_ words: [String]) throws -> Double? {
      let folder = try TemporaryFolder()
      let command = try require(Tool.commands.first { $0.name == name })
      let line = ["--checkpoint", folder.file("c")] + words
      let arguments = try Arguments(line.map { Array($0.utf8) }[...], of: command)
      let checkpoint = try arguments.checkpoint()
      defer { checkpoint?.discard() }
      return checkpoint?.interval
    }
    let text = try CommandHelp.text(of: "--checkpoint-every", in: name)
    expectEqual(text?.contains("seconds between saves, 0 to 86400 (default: 60)"), true)
    try expectEqual(interval([]), 60)
    for seconds in [0, 1, 59, 61, 86_400] {
      try expectEqual(interval(["--checkpoint-every", "\(seconds)"]), Double(seconds))
    }
  }

  private static let most = "18446744073709551615"
  private static let longest = "9223372036854775807"
  private static let longer = "9223372036854775808"

  /// Options with values that are taken, among them the smallest and the largest, and values that
  /// are refused. OptionTableTests checks the ranges that the help of generate and simulate states,
  /// whose options the other commands share.
  private static let bounds: [(line: String, taken: String, refused: String)] = [
    ("generate --zombies 0 --size", "1x2 2x1 1x1024 1024x1 1024x1024", "1x1 0x2 2x0 1x1025 1025x1"),
    ("sweep --zombies 0 --size", "2 1024 1x1024", "1 0 1025 1x1025 1025x1 1023..1025 0..2"),
    ("sweep --zombies 0 --columns 2 --rows", "1 1024", "0 1025 0..1"),
    ("generate --levels any --size 1024x1024 --zombies", "0 1048570", "1048571"),
    ("generate --levels any --size 3x3 --blocks 1 --zombies", "2", "3"),
    ("solve SP --zombie-speed", "1 16 1..16 1..16:5", "0 17 1..17 0..16:4 1..16:0"),
    ("sweep --zombie-speed", "1 16 1..16", "0 17 1..17"),
    ("replay SP --policy edge --hearing-distance", "0 16", "17"),
    ("sweep --hearing-distance", "0 16 0..16", "17 0..17"),
    ("sweep --catching-distance", "0 1 0,1", "2 0..2"),
    ("census --top", "0 1000", "1001"), ("census --max-states", "1 2147483647", "0 2147483648"),
    ("census --search --climbs", "1 \(longest)", "0 \(longer)"),
    ("census --search --steps", "0 \(longest)", "-1 \(longer)"),
    ("replay SP --policy edge --round", "0 2", "3"),
    ("replay SP --policy edge --trial", "0 \(most)", "18446744073709551616"),
    ("analyze --max-moves", "1 1000000 unlimited", "0 1000001"),
    (
      "compare edge random --alpha", "0.000000001 0.499999999",
      "0 0.0 0.5 0.500000001 0.0000000001"
    ),
    ("compare edge random --beta", "0.000000001 0.499999999", "0 0.0 0.5 0.500000001 1.1"),
    ("compare edge random --difference", "0.000000001 0.999999999", "0 0.0 1 1.0"),
    (
      "simulate --shard", "1/1 2/2 1/1000000 1000000/1000000",
      "0/1 2/1 1/0 1/1000001 1000001/1000001 1000001/1000000"
    ),
    ("simulate --games", "1 6148914691236517205", "0 6148914691236517206"),
    ("simulate --rounds 1 --first", "0 18446744073709551614", most),
    ("simulate --games 1 --first", "6148914691236517204", "6148914691236517205"),
    ("generate --min-par 8 --max-par", "8", "7"),
    ("census --max-levels", "171", "170 0"),
    // A hundred thousand variants take seconds.
    (
      "sweep --blocks", "7..7" + (isLong ? " 0..99999 0..100000:2" : ""),
      "8..7 0..100000 0..1048577:1000"
    ),
  ]

  @Test(arguments: bounds)
  func fromWhereToWhereNumbersGo(line: String, taken: String, refused: String) throws {
    for value in taken.split(separator: " ") {
      try expect(Self.isTaken("\(line) \(value)"), "\(value)")
    }
    for value in refused.split(separator: " ") {
      try expect(!Self.isTaken("\(line) \(value)"), "\(value)")
    }
  }
}
