import Foundation
import Testing
import ZombiesTestSupport

/// `--until-width`: runs that stop too early or too late, or elsewhere with other threads.
@Suite(.waits) struct UntilWidthTests {
  /// The numbers of trials at which a run checks: every 100 up to 2,000, then after each further
  /// 5%.
  private static func looks(upTo most: Int) -> [Int] {
    var looks: [Int] = []
    var look = 0
    while look < most {
      look += max(100, look / 20 / 100 * 100)
      looks.append(look)
    }
    return looks
  }

  /// The batches and widths, with policies whose rates need different numbers of trials.
  static let batches: [(words: String, unit: String, width: Double)] = [
    ("--family block --policy edge,random", "--rounds", 0.08),
    ("--family classic --levels any --policy clairvoyant,random --seed 3", "--rounds", 0.07),
    ("--family classic --policy random --first 77", "--rounds", 0.01),
    ("--family flashlight --policy edge,beeline --seed 8", "--games", 0.1),
    ("S4/5/2Z2/5/4P SP S#1P --policy random", "--rounds", 0.08),
    ("--family classic --policy clairvoyant", "--rounds", 0.5),
  ]

  /// The width of the widest 95% interval after a number of trials, computed from their rounds.
  private static func width(_ rounds: [[String: String]], _ count: Int, isGames: Bool) -> Double {
    let policies = Dictionary(grouping: rounds.filter { Int($0["trial"]!)! < count }) {
      $0["policy"]!
    }
    return policies.values.map { own in
      let won = own.count { $0["outcome"] == "won" }
      let total = isGames ? Set(own.map { $0["trial"]! }).count : own.count
      let interval = wilson(won, total)
      return interval.high - interval.low
    }.max() ?? 1
  }

  /// The run stops at the first check at which all intervals are narrow enough, computed again from
  /// the rounds. The results are those of a run of that many trials.
  @Test(arguments: batches)
  func endsAtTheFirstLookThatIsEnough(words: String, unit: String, width: Double) throws {
    let folder = try TemporaryFolder()
    let line = "zombies simulate \(words) --format csv"
    let all = (isLong ? ["", "--threads 1", "--threads 8"] : ["--threads 1", "--threads 8"]).map {
      "\($0) --until-width \(width)"
    }
    for (number, more) in all.enumerated() {
      try shellDone(
        "\(line) \(unit) 1e6 \(more) -o t\(number) --rounds-csv r\(number) --tally s\(number)",
        in: folder)
      for kind in ["t", "r", "s"] {
        expectSame(
          folder.read("\(kind)\(number)") ?? "", folder.read("\(kind)0") ?? "", "\(words) \(more)")
      }
    }
    let first = words.contains("--first 77") ? 77 : 0
    let rounds = Table(folder.read("r0") ?? "").rows.map { row in
      row.merging(["trial": "\(Int(row["trial"]!)! - first)"]) { $1 }
    }
    let end = Set(rounds.map { $0["trial"] }).count
    let looks = Self.looks(upTo: end)
    #expect(looks.last == end, "stopped between two checks")
    let isGames = unit == "--games"
    #expect(Self.width(rounds, end, isGames: isGames) < width, "\(words): \(end)")
    for look in sampled(looks.dropLast().reversed(), every: 6) {
      #expect(Self.width(rounds, look, isGames: isGames) >= width, "\(words): \(look) of \(end)")
    }
    try shellDone("\(line) \(unit) \(end) -o t --rounds-csv r", in: folder)
    expectSame(folder.read("t0") ?? "", folder.read("t") ?? "", "\(words), --rounds \(end)")
    expectSame(folder.read("r0") ?? "", folder.read("r") ?? "", "\(words), --rounds \(end)")
  }

  /// If the trials end before that, all of them are played, and a message says so.
  @Test func notNarrowEnough() throws {
    let line = "zombies simulate --family block --policy edge --rounds 2050 --format csv"
    let run = try shell("\(line) --until-width 0.001")
    #expect(run.ending == .exit(0), "\(run)")
    #expect(try run.output == shell(line).output, "\(run)")
    let row = Table(run.output).rows[0]
    let (won, rounds) = (Int(row["won"]!)!, Int(row["rounds"]!)!)
    let interval = wilson(won, rounds)
    let said = run.errors.firstMatch(of: /the widest interval is ([0-9.]+) wide, not below 0.001/)
    let width = try #require(Double(said?.1 ?? ""), "\(run)")
    #expect(abs(width - (interval.high - interval.low)) < 1e-6, "\(run)")
  }

  /// If the trials end between two checks and the intervals are narrow enough, there is no message.
  @Test func narrowEnoughAtItsEnd() throws {
    let run = try shell("zombies simulate --policy edge --rounds 5 --until-width 0.9")
    #expect(run.ending == .exit(0) && run.errors == "seed 0\n", "\(run)")
  }

  @Test(arguments: [
    ("--until-width 1e-3", "--until-width"), ("--until-width .5.", "--until-width"),
    ("--until-width 0.0000000001", "9 decimals"),
    ("--until-width 0.1 --shard 1/2", "--shard cannot be combined with --until-width"),
    ("--until-width 0.1 --shard auto", "--shard cannot be combined with --until-width"),
    ("--until-width 0.1 --until-width 0.1", "given twice"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("simulate --policy edge \(words)", saying: message)
  }
}
