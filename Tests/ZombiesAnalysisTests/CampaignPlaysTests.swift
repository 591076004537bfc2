import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesSimulator
import ZombiesTestSupport

/// The numbers of a campaign's played rounds against computations that look through all rows again,
/// and which rows count.
@Suite struct CampaignPlaysTests {
  private static let codes = [
    "S4/5/5/2Z2/4P", "S4/5/Z1#2/2F2/4P", "S6P", "S/1/1/P", "S2Z2P", "S2/#2/2P+lit",
    "S8/9/4Z4/9/2#6/9/5F3/9/8P", "S6/4#2/7/2Z4/7/7/6P+lit",
  ]

  /// A played row, with the square on which its round ended.
  private struct Played {
    var play: RecordedPlay
    let level: Int
    let last: Int
  }

  /// Rows of random walks by a few players, in the order of play.
  private static func plays(_ entries: [CampaignPlays.Entry], seed: UInt64) -> [Played] {
    var stream = RandomStream(seed: seed, purpose: .search, index: 2, variant: 0)
    return (0..<160).map { line in
      let level = Int(stream.next() % UInt64(entries.count))
      let entry = entries[level]
      var round = Round(entry.level, rules: entry.rules)
      var path: [Direction] = []
      while round.outcome == nil, path.count < 40 {
        let move = Direction.allCases[Int(stream.next() % 4)]
        if round.attempt(move) { path.append(move) }
      }
      let isTimed = stream.next() % 4 > 0
      let time = stream.next() % 100_000
      let name = ["Ann", "Ben", "Cid", "李明"][Int(stream.next() % 4)]
      return Played(
        play: RecordedPlay(
          line: line + 2, player: name, code: Array(entry.level.code.utf8)[...],
          outcome: round.outcome ?? .outOfMoves, path: path, milliseconds: isTimed ? time : nil,
          firstMoveMilliseconds: isTimed && !path.isEmpty ? time / 3 : nil, hasWrongClock: false,
          undos: stream.next() % 5, hints: stream.next() % 2, life: 1 + Int(stream.next() % 3),
          rules: entry.rules, identity: nil),
        level: level, last: entry.level.size.index(of: round.player))
    }
  }

  private static func entries() throws -> [CampaignPlays.Entry] {
    try codes.map {
      CampaignPlays.Entry(try Level(code: $0), rules: .standard, takesAnyHearing: false)
    }
  }

  private static func median(_ values: [UInt64]) -> UInt64? {
    values.isEmpty ? nil : values.sorted()[(values.count + 1) / 2 - 1]
  }

  /// Every number against a computation that looks through all rows again.
  @Test(arguments: 0..<UInt64(cases(exactly: 2, long: 4)))
  func numbersAreThoseOfTheRows(seed: UInt64) throws {
    let entries = try Self.entries()
    let rows = Self.plays(entries, seed: seed)
    var counted = CampaignPlays(entries)
    counted.beginFile(ofPeople: true)
    for row in rows { #expect(try counted.count(row.play) == .counted(row.level)) }
    counted.finish()
    #expect(counted.rounds == UInt64(rows.count))
    #expect(counted.players == Set(rows.map(\.play.player)).count)
    let played = Set(rows.map(\.level))
    let stayers = Set(rows.map(\.play.player)).filter { name in
      played.isSubset(of: rows.filter { $0.play.player == name }.map(\.level))
    }
    #expect(counted.stayers == stayers.count)
    for (index, found) in counted.levels.enumerated() {
      let here = rows.filter { $0.level == index }
      let names = Set(here.map(\.play.player))
      #expect(found.rounds == UInt64(here.count) && found.players == names.count)
      let stayed = here.filter { stayers.contains($0.play.player) }
      #expect(found.stayersRounds == UInt64(stayed.count))
      #expect(found.stayersWon == UInt64(stayed.count { $0.play.outcome == .won }))
      for outcome in Outcome.allCases {
        #expect(found[outcome] == UInt64(here.count { $0.play.outcome == outcome }))
      }
      var (lives, times, tries) = ([UInt64](repeating: 0, count: 3), [UInt64](), [UInt64]())
      var left = 0
      for name in names {
        let own = here.filter { $0.play.player == name }
        let isLast = rows.last { $0.play.player == name }?.level == index
        guard let first = own.firstIndex(where: { $0.play.outcome == .won }) else {
          if isLast { left += 1 }
          continue
        }
        lives[(own[first].play.life ?? 0) - 1] += 1
        tries.append(UInt64(first + 1))
        let all = own[...first].map(\.play.milliseconds)
        if !all.contains(nil) { times.append(all.reduce(0) { $0 + ($1 ?? 0) }) }
      }
      #expect(found.playersWon == tries.count && found.playersLeft == left)
      #expect((1...3).map(found.playersWon(inLife:)) == lives)
      #expect(found.medianWinRounds == Self.median(tries))
      #expect(found.medianWinMilliseconds == Self.median(times))
      #expect(found.medianMilliseconds == Self.median(here.compactMap(\.play.milliseconds)))
      #expect(
        found.medianFirstMoveMilliseconds
          == Self.median(here.compactMap(\.play.firstMoveMilliseconds)))
      let (won, lost) = (
        here.filter { $0.play.outcome == .won }, here.filter { $0.play.outcome != .won }
      )
      #expect(found.medianWonMoves == Self.median(won.map { UInt64($0.play.path.count) }))
      #expect(found.medianLostMoves == Self.median(lost.map { UInt64($0.play.path.count) }))
      #expect(found.undos ?? 0 == here.reduce(0) { $0 + ($1.play.undos ?? 0) })
      #expect(found.hints ?? 0 == here.reduce(0) { $0 + ($1.play.hints ?? 0) })
      for square in found.captures.indices {
        let caught = here.count { $0.play.outcome == .caught && $0.last == square }
        #expect(found.captures[square] == UInt64(caught), "level \(index), square \(square)")
      }
      let arrivals: Int = here.reduce(0) { $0 + $1.play.path.count + 1 }
      #expect(found.visits.reduce(0, +) == UInt64(arrivals))
      if let deadliest = found.deadliest {
        let place = entries[index].level.size.index(of: deadliest.square)
        #expect(found.captures.max() == deadliest.captures)
        #expect(found.captures.firstIndex(of: deadliest.captures) == place)
      }
    }
  }

  private static func row(
    _ player: String = "Ann", _ code: String = "S1/1P", _ path: [Direction] = [.up, .left],
    _ outcome: Outcome = .won, rules: Rules? = .standard, time: UInt64? = nil
  ) -> RecordedPlay {
    RecordedPlay(
      line: 2, player: player, code: Array(code.utf8)[...], outcome: outcome, path: path,
      milliseconds: time, firstMoveMilliseconds: nil, hasWrongClock: false, undos: 0, hints: 0,
      life: 1, rules: rules,
      identity: time.map { RecordedPlay.Identity(of: Array("\(player) \($0)".utf8)[...]) })
  }

  @Test func rowsThatDoNotCount() throws {
    let fast = try Rules(zombieSpeed: 2)
    let hears = try Rules(hearingDistance: 2)
    var counted = CampaignPlays([
      CampaignPlays.Entry(try Level(code: "S1/1P"), rules: .standard, takesAnyHearing: false),
      CampaignPlays.Entry(try Level(code: "S2/2P"), rules: .standard, takesAnyHearing: true),
    ])
    counted.beginFile(ofPeople: true)
    #expect(try counted.count(Self.row("Ann", "SP")) == .otherLevel)
    #expect(try counted.count(Self.row(rules: fast)) == .otherRules)
    #expect(try counted.count(Self.row(rules: hears)) == .otherRules)
    #expect(try counted.count(Self.row("edge")) == .policy)
    #expect(
      try counted.count(Self.row("Ann", "S2/2P", [.up, .left, .left], rules: hears)) == .counted(1))
    #expect(try counted.count(Self.row(rules: nil)) == .counted(0))
    counted.beginFile(ofPeople: false)
    #expect(try counted.count(Self.row("edge")) == .counted(0))
    counted.finish()
    #expect(counted.rounds == 3 && counted.players == 2)
    #expect(counted.roundsByHearing[2] == 1 && counted.roundsByHearing[0] == 1)
  }

  @Test func pathsThatDoNotLeadToTheirOutcome() throws {
    var counted = CampaignPlays([
      CampaignPlays.Entry(try Level(code: "S1/1P"), rules: .standard, takesAnyHearing: false),
      CampaignPlays.Entry(try Level(code: "S8/8#/8P"), rules: .standard, takesAnyHearing: false),
    ])
    for (row, problem) in [
      (
        Self.row("A", "S1/1P", [.up]),
        "line 2: the path does not end the round, but the outcome is won"
      ),
      (
        Self.row("A", "S1/1P", [.up, .left], .caught),
        "line 2: the outcome of the path is won, not caught"
      ),
      (Self.row("A", "S1/1P", [.down], .caught), "line 2: move 1 of the path, D, is not legal"),
      (
        Self.row("A", "S1/1P", [.up, .left, .up], .won),
        "line 2: the path has 3 moves, but the round ends after 2: won"
      ),
      (Self.row("A", "S8/8#/8P", [.up], .caught), "line 2: move 1 of the path, U, is not legal"),
    ] {
      let error = #expect(throws: PlaysError.self) { try counted.count(row) }
      #expect(error?.description == problem)
    }
    #expect(counted.rounds == 0)
  }

  /// A player gives out a file, plays on and gives out the longer file: its first rows count once.
  /// Players without a name of their own are different people in files that share no row.
  @Test func filesThatRepeatRows() throws {
    var counted = CampaignPlays([
      CampaignPlays.Entry(try Level(code: "S1/1P"), rules: .standard, takesAnyHearing: false)
    ])
    let fates: [[(String, UInt64, CampaignPlays.Fate)]] = [
      [("player", 1, .counted(0)), ("Ann", 1, .counted(0))],
      [("player", 1, .repeated), ("player", 2, .counted(0)), ("Ann", 1, .repeated)],
      [("player", 3, .counted(0)), ("Ann", 2, .counted(0)), ("Ann", 2, .counted(0))],
    ]
    for file in fates {
      counted.beginFile(ofPeople: true)
      for (player, time, fate) in file {
        #expect(try counted.count(Self.row(player, time: time)) == fate, "\(player) \(time)")
      }
    }
    counted.finish()
    // Ann, the player of the first two files, and the player of the third.
    #expect(counted.players == 3 && counted.rounds == 6)
  }
}
