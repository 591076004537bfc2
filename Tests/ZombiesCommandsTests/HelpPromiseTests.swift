import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesCommands

/// The defaults and number ranges that the help texts state.
@Suite(.waits) struct HelpPromiseTests {
  /// A line without an option, the option with the default that the help states, and the option
  /// with another value.
  struct Default: Sendable, CustomTestStringConvertible {
    let line: String
    let said: String
    let other: String

    init(_ line: String, _ said: String, _ other: String) {
      (self.line, self.said, self.other) = (line, said, other)
    }

    var testDescription: String { "\(line) [\(said)]" }
  }

  private static let someLevels = "generate --levels any --count 30 --format csv"
  private static let someRounds =
    "simulate --levels any --rounds 40 --policy random,edge --format csv"
  private static let someRound = "replay 6x6z1b5+lit@42#7 --policy random"

  private static let defaults: [Default] = [
    Default("generate --levels any", "--seed 0", "--seed 1"),
    Default("generate --format code", "--count 1", "--count 2"),
    Default("generate", "--first 0", "--first 1"),
    Default("generate --count 9 --format code", "--levels solvable", "--levels any"),
    Default("generate", "--format picture", "--format emoji"),
    Default("generate", "--family classic", "--family block"),
    Default("generate", "--size 5x5", "--size 5x6"),
    Default("generate", "--rows 5", "--rows 6"), Default("generate", "--columns 5", "--columns 6"),
    Default("generate", "--zombies 2", "--zombies 1"),
    Default("generate", "--blocks 0", "--blocks 1"),
    Default("generate", "--flashlights 0", "--flashlights 1"),
    Default("generate", "--family classic", "--lit"),
    Default(someLevels, "--catching-distance 1", "--catching-distance 0"),
    Default(someLevels + " --lit", "--chase longest", "--chase vertical"),
    Default(someLevels + " --lit", "--chase longest", "--chase horizontal"),
    Default(someLevels + " --lit", "--zombie-speed 1", "--zombie-speed 2"),
    Default("solve classic@42#7", "--format text", "--format csv"),
    Default("solve S2/2Z/2P", "--catching-distance 1", "--catching-distance 0"),
    Default("solve S4/5/2Z2/5/4P+lit", "--chase longest", "--chase vertical"),
    Default("solve S4/5/2Z2/5/4P+lit", "--zombie-speed 1", "--zombie-speed 2"),
    Default("verify S2/2Z/2P", "--catching-distance 1", "--catching-distance 0"),
    Default("verify S2/2Z/2P", "--format text", "--format csv"),
    Default("simulate --rounds 40", "--policy all", "--policy edge"),
    Default("simulate --rounds 40", "--format table", "--format csv"),
    Default(someRounds, "--first 0", "--first 1"), Default(someRounds, "--seed 0", "--seed 1"),
    Default(someRounds, "--max-moves 100", "--max-moves 99"),
    Default("simulate --rounds 40 --format csv", "--levels solvable", "--levels any"),
    Default(someRounds, "--family classic", "--family block"),
    Default(someRounds, "--catching-distance 1", "--catching-distance 0"),
    Default(someRounds + " --lit", "--chase longest", "--chase vertical"),
    Default(someRounds + " --lit", "--zombie-speed 1", "--zombie-speed 2"),
    Default(someRound, "--seed 0", "--seed 1"), Default(someRound, "--trial 0", "--trial 1"),
    Default(someRound, "--round 0", "--round 1"),
    Default("replay S30P --policy random", "--max-moves 128", "--max-moves 127"),
    Default("replay S30P --policy random", "--max-moves 128", "--max-moves 129"),
    Default(someRound + " --max-moves 9", "--format picture", "--format emoji"),
    Default(someRound + " --max-moves 9 --format svg", "--across 5", "--across 4"),
    Default("replay classic@42#7 --policy edge", "--view all", "--view player"),
    Default(
      "replay classic@42#7 --policy edge --view player", "--hearing-distance 0",
      "--hearing-distance 3"),
    Default("sweep --rounds 40 --zombies 1,2", "--policy all", "--policy edge"),
    Default("sweep --rounds 40 --zombies 1,2", "--levels solvable", "--levels any"),
    Default("sweep --rounds 40 --policy edge", "--family classic", "--family block"),
    Default("sweep --rounds 40 --policy edge", "--first 0", "--first 1"),
    Default("sweep --rounds 40 --policy edge", "--seed 0", "--seed 1"),
    Default("sweep --rounds 40 --policy edge", "--max-moves 100", "--max-moves 99"),
    Default("sweep --rounds 40 --policy edge --lit", "--chase longest", "--chase vertical"),
    Default("sweep --rounds 40 --policy edge", "--catching-distance 1", "--catching-distance 0"),
    Default("sweep --rounds 40 --policy edge", "--zombie-speed 1", "--zombie-speed 2"),
    Default(
      "compare edge beeline --rounds 300 --format csv", "--difference 0.01", "--difference 0.02"),
    Default("compare edge beeline --rounds 300 --format csv", "--alpha 0.05", "--alpha 0.04"),
    Default("compare edge beeline --rounds 300 --format csv", "--beta 0.05", "--beta 0.06"),
    Default("compare edge beeline --rounds 300", "--format table", "--format csv"),
    Default("compare edge beeline --rounds 300 --format csv", "--seed 0", "--seed 1"),
    Default("compare edge beeline --rounds 300 --format csv", "--first 0", "--first 1"),
    Default("compare edge beeline --rounds 300 --format csv", "--max-moves 100", "--max-moves 99"),
    Default("compare edge beeline --rounds 300 --format csv", "--levels solvable", "--levels any"),
    Default("analyze --family 3x3z1b1", "--policy all", "--policy random,edge"),
    Default("analyze --family 3x3z1b1", "--format table", "--format csv"),
    Default("analyze --family 3x3b1 --format csv", "--max-moves 36", "--max-moves 35"),
    Default("analyze --family 3x3z1b1 --check 30 --format csv", "--seed 0", "--seed 1"),
    Default("model --family 3x4z1", "--levels solvable", "--levels any"),
    Default("model 3x4z1f1", "--view player", "--view all"),
    Default("model 3x4z1f1", "--format drn", "--format pomdp"),
    Default("model 3x4z1f1", "--hearing-distance 0", "--hearing-distance 2"),
    Default("census --family 4x4b2", "--top 10", "--top 9"),
    Default("census --family 3x4b2", "--format table", "--format csv"),
    Default("hardest --family 4x4b2 --climbs 2 --steps 200", "--top 10", "--top 9"),
    Default("hardest --family 3x4b2 --climbs 2 --steps 200", "--format table", "--format csv"),
    Default("worlds", "--format table", "--format csv"),
    Default("worlds", "--catching-distance 1", "--catching-distance 0"),
    Default("worlds", "--chase longest", "--chase vertical"),
    Default("worlds", "--zombie-speed 1", "--zombie-speed 2"),
    Default("questions --count 1 --chapter par", "--seed 0", "--seed 1"),
    Default("questions --count 1", "--chapter all", "--chapter par"),
    Default("questions --count 1 --chapter par", "--format text", "--format jsonl"),
    Default("hardest --family 8x8b9 --climbs 1 --steps 3 --top 1000", "--seed 0", "--seed 1"),
  ]

  @Test(arguments: sampled(defaults, every: 7))
  func defaultsAreThoseOfTheHelp(promise: Default) throws {
    let words = promise.said.split(separator: " ").map(String.init)
    let command = String(promise.line.prefix { $0 != " " })
    let text = try #require(try CommandHelp.text(of: words[0], in: command), "\(promise)")
    if let match = text.firstMatch(of: /\(default: ([^)]*)\)/) {
      let stated = match.1.replacing(",", with: "")
      #expect(stated == words[1] || stated.contains(" "), "\(promise): \(text)")
    } else {
      Issue.record("\(promise): \(text)")
    }
    let plain = try shell("zombies \(promise.line)")
    let said = try shell("zombies \(promise.line) \(promise.said)")
    let other = try shell("zombies \(promise.line) \(promise.other)")
    #expect(plain.ending == said.ending && [.exit(0), .exit(1), .exit(2)].contains(plain.ending))
    // The pars of an analysis are the only lines that show the levels alone.
    expectSame(plain.output, said.output, promise.testDescription)
    // Otherwise the comparison above would prove nothing.
    #expect(other.output != plain.output, "\(other)")
  }

  /// Every option with a default is in the list above, or tested below or elsewhere: the states of
  /// a search in StateLimitTests and in the test of what an analysis refuses, the draws in
  /// GenerationErrorTests, the seconds between saves in CheckpointDefaultTests, the colours in
  /// OutputTests, the levels of a sample in ReportCommandTests, and the day, the worlds and the
  /// player's name in PlayOptionTests and PlayModesTests, and the longest wait for a program that plays
  /// in Tests/Players/run. The number of threads is not tested,
  /// because results do not depend on it.
  @Test func thereAreNoOtherDefaults() throws {
    var known: Set<String> = [
      "--max-states", "--max-placements", "--max-levels", "--max-draws", "--max-tries", "--rounds",
      "--climbs", "--steps", "--checkpoint-every", "--threads", "--preset", "--color", "--daily",
      "--players", "--worlds", "--title", "--sample", "--player-timeout",
    ]
    for promise in Self.defaults { known.insert(String(promise.said.prefix { $0 != " " })) }
    var count = 0
    for command in try CommandHelp.commands() {
      for option in try CommandHelp.options(of: command) {
        let name = try #require(option.names.last)
        let text = try #require(try CommandHelp.text(of: name, in: command), "\(command) \(name)")
        #expect(!text.contains("unless"), "\(command) \(text)")
        guard text.contains("(default: ") else { continue }
        count += 1
        #expect(known.contains(name), "\(command) \(name)")
      }
    }
    #expect(count > 100)
  }

  /// Usage is checked before outputs, so status 73 means that the settings were accepted.
  private static func isTaken(_ line: String) throws -> Bool {
    let status = refusal("\(line) -o missing/folder")?.status
    #expect([.badUsage, .cannotCreate].contains(status), "\(line)")
    return status == .cannotCreate
  }

  /// The number of trials shows at the end of the range: the last trial must exist.
  @Test(arguments: [
    ("simulate", UInt64(100_000)), ("sweep", 100_000), ("compare edge random", 1_000_000_000),
    ("simulate --until-width 0.1", 1_000_000_000),
  ])
  func howManyTrialsThereAreByDefault(command: String, count: UInt64) throws {
    let first = UInt64.max - 1 - (count - 1)
    #expect(try Self.isTaken("\(command) --first \(first)"))
    #expect(try !Self.isTaken("\(command) --first \(first + 1)"))
    #expect(try Self.isTaken("\(command) --first \(first) --rounds \(count)"))
    #expect(try !Self.isTaken("\(command) --first \(first) --rounds \(count + 1)"))
  }

  /// 10,217,700,004,512 placements in 102,177 parts: some have 100 million placements, others one
  /// more.
  @Test func howManyPlacementsACensusLooksAtByDefault() throws {
    let line = "census --family 6x8z6b6"
    #expect(try Self.isTaken("\(line) --shard 1/102177"))
    #expect(try !Self.isTaken("\(line) --shard 23/102177"))
    #expect(try Self.isTaken("\(line) --shard 23/102177 --max-levels 100000001"))
    #expect(try !Self.isTaken("\(line) --shard 1/102177 --max-levels 99999999"))
  }

  @Test func howMuchIsSearchedByDefault() throws {
    let folder = try TemporaryFolder()
    // A room without things cannot be changed, so 64 climbs take no time.
    let run = try zombies("hardest", "--family", "2x2", "--manifest", "m", in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    let manifest = try #require(folder.read("m"))
    for setting in [
      "\"seed\": 0", "\"climbs\": 64", "\"steps\": 20000", "\"top\": 10",
      "\"family\": \"2x2\"", "\"catching-distance\": 1", "\"chase\": \"longest\"",
    ] {
      #expect(manifest.contains(setting), "\(setting): \(manifest)")
    }
  }

  @Test func whatAnAnalysisRefusesByDefault() throws {
    let many = try zombies("analyze", "--family", "6x6z1b9")
    #expect(many.ending == .exit(64), "\(many)")
    #expect(many.errors.contains("but the limit is 10000000"), "\(many)")
    let lit = try zombies("analyze", "--family", "6x6z4b1+lit")
    #expect(lit.ending == .exit(64), "\(lit)")
    #expect(lit.errors.contains("but the limit is 1000000"), "\(lit)")
  }

  /// Corridors have par 4 at most, and there is one level of each length.
  @Test(.enabled(if: isLong, "trying 100,000 levels takes seconds"))
  func howManyLevelsAreTriedByDefault() throws {
    let run = try zombies("generate", "--family", "1x5", "--min-par", "5", "--quiet")
    #expect(run.ending == .exit(65), "\(run)")
    #expect(run.errors.contains("among the last 100,000 passed"), "\(run)")
  }

  /// An option with its smallest and largest values, and the values just outside.
  struct Bounds: Sendable, CustomTestStringConvertible {
    let line: String
    let taken: [String]
    let refused: [String]

    init(_ line: String, taken: [String], refused: [String]) {
      (self.line, self.taken, self.refused) = (line, taken, refused)
    }

    var testDescription: String { line }
  }

  private static let most = "18446744073709551615"
  private static let beyond = "18446744073709551616"
  private static let longest = "9223372036854775807"
  private static let longer = "9223372036854775808"

  private static let bounds: [Bounds] = [
    Bounds("generate --seed", taken: ["0", most], refused: ["-1", beyond]),
    Bounds("simulate --seed", taken: ["0", most], refused: ["-1", beyond]),
    Bounds("hardest --seed", taken: ["0", most], refused: ["-1", beyond]),
    Bounds("analyze --check 1 --seed", taken: ["0", most], refused: ["-1", beyond]),
    Bounds("generate --count", taken: ["1"], refused: ["0"]),
    Bounds(
      "generate --zombies 0 --columns 2 --rows", taken: ["1", "1024"], refused: ["0", "1025"]),
    Bounds(
      "generate --zombies 0 --rows 2 --columns", taken: ["1", "1024"], refused: ["0", "1025"]),
    Bounds(
      "generate --zombies 0 --size", taken: ["1x2", "2x1", "1x1024", "1024x1", "1024x1024"],
      refused: ["1x1", "0x2", "2x0", "1x1025", "1025x1"]),
    Bounds(
      "sweep --zombies 0 --size", taken: ["2", "1024", "1x1024"],
      refused: ["1", "0", "1025", "1x1025", "1025x1", "1023..1025", "0..2"]),
    Bounds(
      "sweep --zombies 0 --columns 2 --rows", taken: ["1", "1024"], refused: ["0", "1025", "0..1"]),
    Bounds(
      "generate --levels any --size 1024x1024 --zombies", taken: ["0", "1048570"],
      refused: ["1048571"]),
    Bounds("generate --levels any --size 3x3 --blocks 1 --zombies", taken: ["2"], refused: ["3"]),
    Bounds("generate --zombie-speed", taken: ["1", "16"], refused: ["0", "17"]),
    Bounds(
      "solve SP --zombie-speed", taken: ["1", "16", "1..16", "1..16:5"],
      refused: ["0", "17", "1..17", "0..16:4", "1..16:0"]),
    Bounds("sweep --zombie-speed", taken: ["1", "16", "1..16"], refused: ["0", "17", "1..17"]),
    Bounds("replay SP --policy edge --hearing-distance", taken: ["0", "16"], refused: ["17"]),
    Bounds(
      "sweep --hearing-distance", taken: ["0", "16", "0..16"], refused: ["17", "0..17"]),
    Bounds("generate --catching-distance", taken: ["0", "1"], refused: ["2", "-1"]),
    Bounds("sweep --catching-distance", taken: ["0", "1", "0,1"], refused: ["2", "0..2"]),
    Bounds("simulate --threads", taken: ["1", "1024"], refused: ["0", "1025"]),
    Bounds("census --threads", taken: ["1", "1024"], refused: ["0", "1025"]),
    Bounds("census --top", taken: ["0", "1000"], refused: ["1001"]),
    Bounds("hardest --top", taken: ["0", "1000"], refused: ["1001"]),
    Bounds("census --max-states", taken: ["1", "2147483647"], refused: ["0", "2147483648"]),
    Bounds("hardest --climbs", taken: ["1", longest], refused: ["0", longer]),
    Bounds("hardest --steps", taken: ["0", longest], refused: ["-1", longer]),
    Bounds("replay SP --policy edge --round", taken: ["0", "2"], refused: ["3"]),
    Bounds("replay SP --policy edge --trial", taken: ["0", most], refused: [beyond]),
    Bounds(
      "analyze --max-moves", taken: ["1", "1000000", "unlimited"], refused: ["0", "1000001"]),
    Bounds("simulate --max-moves", taken: ["1", "2147483647"], refused: ["0", "2147483648"]),
    Bounds("compare edge random --max-moves", taken: ["1"], refused: ["0"]),
    Bounds(
      "compare edge random --alpha", taken: ["0.000000001", "0.499999999"],
      refused: ["0", "0.0", "0.5", "0.500000001", "0.0000000001"]),
    Bounds(
      "compare edge random --beta", taken: ["0.000000001", "0.499999999"],
      refused: ["0", "0.0", "0.5", "0.500000001", "1.1"]),
    Bounds(
      "compare edge random --difference", taken: ["0.000000001", "0.999999999"],
      refused: ["0", "0.0", "1", "1.0"]),
    Bounds(
      "simulate --until-width", taken: ["0.000000001", "0.999999999"], refused: ["0", "0.0", "1.0"]),
    Bounds(
      "simulate --shard", taken: ["1/1", "2/2", "1/1000000", "1000000/1000000"],
      refused: ["0/1", "2/1", "1/0", "1/1000001", "1000001/1000001", "1000001/1000000"]),
    Bounds("solve SP --max-states", taken: ["1", longest], refused: ["0", longer]),
    Bounds("verify SP --max-states", taken: ["1", longest], refused: ["0", longer]),
    Bounds("simulate --rounds", taken: ["1", longest], refused: ["0", longer]),
    Bounds(
      "simulate --games", taken: ["1", "6148914691236517205"],
      refused: ["0", "6148914691236517206"]),
    Bounds(
      "simulate --rounds 1 --first", taken: ["0", "18446744073709551614"], refused: [most]),
    Bounds(
      "simulate --games 1 --first", taken: ["6148914691236517204"], refused: ["6148914691236517205"]
    ),
    Bounds("generate --min-par", taken: ["1", longest], refused: ["0", longer]),
    Bounds("generate --max-par", taken: ["8", longest], refused: ["0", longer]),
    Bounds("generate --min-par 8 --max-par", taken: ["8"], refused: ["7"]),
    Bounds("generate --grade", taken: ["gentle:1", "easy:1,gentle:1"], refused: ["easy:0"]),
    Bounds("generate --grade", taken: [], refused: ["easy:\(most),gentle:1", "easy:\(beyond)"]),
    Bounds("generate --sort --count", taken: ["1"], refused: ["1000001"]),
    Bounds("generate --sort --blocks 20 --size 6x6 --count", taken: ["1"], refused: ["909091"]),
    Bounds("generate --min-par 2 --max-tries", taken: ["1", most], refused: ["0", beyond]),
    Bounds("census --max-levels", taken: ["171"], refused: ["170", "0"]),
    Bounds("generate --max-draws", taken: ["1"], refused: ["0"]),
    // A hundred thousand variants take seconds.
    Bounds(
      "sweep --blocks", taken: ["7..7"] + (isLong ? ["0..99999", "0..100000:2"] : []),
      refused: ["8..7", "0..100000", "0..1048577:1000"]),
  ]

  /// Every fourth, and all in the long form.
  @Test(arguments: sampled(bounds, every: 4))
  func fromWhereToWhereNumbersGo(bounds: Bounds) throws {
    for value in bounds.taken { #expect(try Self.isTaken("\(bounds.line) \(value)"), "\(value)") }
    for value in bounds.refused {
      #expect(try !Self.isTaken("\(bounds.line) \(value)"), "\(value)")
    }
  }
}
