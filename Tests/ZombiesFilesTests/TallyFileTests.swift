import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport
import ZombiesText

/// Tally files that are not read back, or whose bytes depend on the order of the parts.
@Suite struct TallyFileTests {
  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 5150
    var random = NaiveRandom(seed: seed)
    for number in 0..<cases(60, long: 2000) {
      let saved = randomTally(&random)
      let text = TallyFile.text(saved)
      let read = try TallyFile.read(Array(text.utf8))
      let isSame = read == saved && read.hashValue == saved.hashValue
      expect(isSame && TallyFile.text(read) == text, "seed \(seed), \(number)\n\(text)")
    }
  }

  /// Results of real batches, with squares. The order of the parts does not affect a file.
  @Test func equalResultsAreEqualBytes() throws {
    for unit in [Batch.Unit.rounds, .games] {
      func result(_ trials: Range<UInt64>) throws -> BatchResult {
        let batch = batch([.edge, .random], unit: unit, trials: trials)
        return try Simulator(batch, countsSquares: true).run()
      }
      let whole = try result(10..<90)
      let text = TallyFile.text(SavedTally(whole))
      let parts = try [result(10..<50), result(50..<51), result(51..<90)]
      for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        var sum = parts[order[0]]
        for place in order.dropFirst() { try sum.merge(parts[place]) }
        expectEqual(TallyFile.text(SavedTally(sum)), text)
      }
      let read = try TallyFile.read(Array(text.utf8))
      let isSame = read.result == whole
      expect(isSame && read.rounds == nil)
      let last = Batch.largestTrial(unit)
      for trials in [last..<last + 1, last - 3..<last] {
        let saved = SavedTally(try Simulator(batch([.edge], unit: unit, trials: trials)).run())
        let isRead = try TallyFile.read(Array(TallyFile.text(saved).utf8)) == saved
        expect(isRead, "\(trials)")
      }
    }
  }

  /// The tally of the table of files, made by hand.
  private static func golden() throws -> SavedTally {
    let size = try RoomSize(rows: 2, columns: 3)
    let rules = try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 16)
    let settings = BatchSettings(
      levels: .generated(try Family("2x3z1+lit"), .any, seed: .max, rules: rules), size: size,
      policies: [.edge, .random], unit: .games, rules: .standard, maxMoves: 2000, seed: 7,
      countsSquares: true)
    var (edge, random) = (Tally(countingSquaresOf: size), Tally(countingSquaresOf: size))
    for (outcome, moves, times) in [
      (.won, 3, 4), (.caught, 0, 1), (.caught, 1, 11), (.stuck, 2, 3), (.outOfMoves, 2000, 3),
    ] as [(Outcome, Int, UInt64)] { edge.count(outcome, moves: moves, times: times) }
    edge.countGames(won: 4, lost: 6)
    edge.count(visits: 4, captures: 0, at: 0)
    edge.count(visits: 6047, captures: 12, at: 5)
    random.count(.won, moves: 2000, times: 10)
    random.countGames(won: 10, lost: 0)
    random.count(visits: 10, captures: 0, at: 0)
    random.count(visits: 20_000, captures: 0, at: 5)
    return SavedTally(
      BatchResult(
        settings, whole: 0..<100, played: RangeSet([0..<5, 10..<15]), tallies: [edge, random]),
      rounds: Bookmark(length: 123, tail: SHA256.hex(of: "abc".utf8)))
  }

  /// The checksum is that of `sha256sum`.
  @Test func theTextIsStable() throws {
    let bytes = sealed(try FileCase.lines(of: "tally: games with squares"))
    let text = String(decoding: bytes, as: UTF8.self)
    try expectEqual(TallyFile.text(Self.golden()), text)
    let hash = "3694b5d50e507104da6fe19312d01bfd570001d2d6588b72318d602ef473ecc8"
    expect(text.hasSuffix("\nsha256 \(hash)\n"))
    let isSame = try TallyFile.read(bytes) == Self.golden()
    expect(isSame)
  }

  /// The first setting that differs, as a phrase.
  @Test func differencesAreNamed() throws {
    let mine = try Self.golden().result.settings
    expectNil(TallyFile.difference(mine, from: mine))
    let given = try TallyFile.read(sealed(FileCase.lines(of: "tally: rounds of given levels")))
    expectEqual(TallyFile.difference(mine, from: given.result.settings), "unit games, not rounds")
    func other(_ levels: BatchSettings.Levels, seed: UInt64) -> BatchSettings {
      BatchSettings(
        levels: levels, size: mine.size, policies: mine.policies, unit: mine.unit,
        rules: mine.rules, maxMoves: mine.maxMoves, seed: seed, countsSquares: true)
    }
    expectEqual(TallyFile.difference(mine, from: other(mine.levels, seed: 8)), "seed 7, not 8")
    let list = other(.given(count: 2, fingerprint: "x"), seed: 8)
    expectEqual(TallyFile.difference(mine, from: list), "family 2x3z1+lit, not given 2 x")
  }

  /// Claims of many trials cost no memory, and no time.
  @Test func hugeClaims() throws {
    let rounds = """
      zombies-tally 1,unit rounds,given 9223372036854775807 x,size -,policies edge,\
      rules 1 longest 1,max-moves 2147483647,seed 0,squares -,whole 0-18446744073709551613,\
      played 0-18446744073709551613,rounds edge won 2147483647 18446744073709551614
      """
    let wide =
      rounds.replacing("size -", with: "size 1024x1024")
      .replacing("squares -", with: "squares counted")
      .replacing("won 2147483647 18446744073709551614", with: "won 0 18446744073709551614")
      + ",square edge 1023 1023 18446744073709551614 0"
    func read(_ text: String) throws -> BatchResult {
      try TallyFile.read(sealed(text.split(separator: ",").map(String.init))).result
    }
    let result = try read(rounds)
    expect(result.isComplete && result.tallies[0].rounds.total == UInt64.max - 1)
    expect(SimulateCSV.rows(result).hasPrefix("edge,18446744073709551614,"))
    try expectEqual(read(wide).tallies[0].squares?.visits.count, 1 << 20)
  }
}

/// A random result of any kind whose counts a batch could have.
func randomTally(_ random: inout NaiveRandom) -> SavedTally {
  let settings = randomSettings(&random)
  var played = RangeSet<UInt64>()
  // No range, one or many, from the first trial to the last possible one.
  let last = Batch.largestTrial(settings.unit) + 1
  for _ in 0..<random.one(of: [0, 1, 1, 3, 20]) {
    let begin: UInt64 = random.one(of: [0, UInt64(random.below(1000)), random.next() % last])
    let length: UInt64 = random.one(of: [1, UInt64(random.below(500)), random.next() >> 30])
    played.insert(contentsOf: begin..<begin + min(length, last - begin))
  }
  let low = played.ranges.first?.lowerBound ?? 0
  let high = played.ranges.last?.upperBound ?? 0
  let (before, behind) = (UInt64(random.below(1000)), UInt64(random.below(1000)))
  var whole = low - min(low, before)..<high + min(last - high, behind)
  if whole.isEmpty { whole = 0..<0 }
  let tallies = settings.policies.map { _ in
    randomCounts(settings, trials: played.count, &random)
  }
  var saved = SavedTally(BatchResult(settings, whole: whole, played: played, tallies: tallies))
  if random.below(3) == 0 {
    saved.rounds = Bookmark(length: random.number(), tail: random.hash())
  }
  return saved
}

private func randomSettings(_ random: inout NaiveRandom) -> BatchSettings {
  func rules() -> Rules {
    (try? Rules(
      catchingDistance: random.below(2), chase: random.one(of: Rules.ChaseAxis.allCases),
      zombieSpeed: 1 + random.below(16), hearingDistance: random.one(of: [0, 3]))) ?? .standard
  }
  let levels: BatchSettings.Levels
  var size: RoomSize?
  if random.below(2) == 0, let side = try? RoomSize(rows: 2 + random.below(9), columns: 3),
    let other = try? Family(size: side, zombies: random.below(9), isLit: random.below(2) == 0)
  {
    let family = random.one(of: [.classic, .block, .flashlight, other])
    size = family.size
    levels = .generated(
      family, random.one(of: LevelSelection.allCases), seed: random.number(), rules: rules())
  } else {
    levels = .given(count: 1 + random.below(1000), fingerprint: random.hash())
    size = random.one(of: [
      nil, try? RoomSize(rows: 1, columns: 2), try? RoomSize(rows: 7, columns: 30),
    ])
  }
  let maxMoves: Int? = random.one(of: [1, 100, Int(Int32.max), size == nil ? nil : 12])
  let policies = Policy.builtIn.shuffled(using: &random).prefix(random.below(5))
  return BatchSettings(
    levels: levels, size: size, policies: Array(policies),
    unit: random.one(of: [.rounds, .games]), rules: rules(), maxMoves: maxMoves,
    seed: random.number(), countsSquares: size != nil && random.below(2) == 0)
}

/// Counts of a number of trials.
private func randomCounts(
  _ settings: BatchSettings, trials: UInt64, _ random: inout NaiveRandom
) -> Tally {
  var tally = Tally(countingSquaresOf: settings.countsSquares ? settings.size : nil)
  // There are fewer than 2⁴⁰ rounds, so this limit makes visits fit 64 bits.
  let most = min(settings.maxMoves ?? 12, tally.squares == nil ? Int.max : 1 << 20)
  func count(_ outcome: Outcome, _ times: UInt64) {
    if times == 0 { return }
    let all = [0, 1, 8, random.below(1024), 1023, 1024, random.below(1 << 20), Int(Int32.max)]
    tally.count(outcome, moves: random.one(of: all.filter { $0 <= most }), times: times)
  }
  func share(_ all: UInt64) -> UInt64 { random.one(of: [0, all / 3, all / 2, all]) }
  if settings.unit == .rounds {
    var left = trials
    for outcome in Outcome.allCases + Outcome.allCases {
      let times = share(left)
      count(outcome, times)
      left -= times
    }
    count(.stuck, left)
  } else {
    // Games are won in one round, and lost in three.
    let wins = share(trials)
    count(.won, wins)
    for outcome in [Outcome.caught, .caught, .outOfMoves] { count(outcome, trials - wins) }
    tally.countGames(won: wins, lost: trials - wins)
  }
  if let squares = tally.squares {
    let visits = tally.rounds.total + UInt64(tally.rounds.moveSum)
    var left = (visits: visits, captures: tally.rounds[.caught])
    for index in 0..<squares.size.squareCount {
      let isLast = index == squares.size.squareCount - 1
      let visits = isLast ? left.visits : share(left.visits)
      let captures = isLast ? left.captures : share(left.captures)
      left = (left.visits - visits, left.captures - captures)
      tally.count(visits: visits, captures: captures, at: index)
    }
  }
  return tally
}
