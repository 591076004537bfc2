import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

// Shared by the tests of tally files and sweeps: files with a valid checksum, and results of all
// kinds.

/// The bytes of a text, with a valid checksum.
func sealed(_ text: String) -> [UInt8] { sealed(Array(text.utf8)) }

/// Bytes with a valid checksum.
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  bytes + Array("sha256 \(SHA256.hex(of: bytes))\n".utf8)
}

/// A file without its last line.
func unsealed(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map { $0 + "\n" }
    .joined()
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
  var saved = SavedTally(
    BatchResult(
      settings, whole: whole, played: played,
      tallies: settings.policies.map { _ in
        randomCounts(settings, trials: played.count, &random)
      }))
  if random.below(3) == 0 {
    saved.rounds = Bookmark(length: random.number(), tail: random.hash())
  }
  return saved
}

private func randomSettings(_ random: inout NaiveRandom) -> BatchSettings {
  func rules() -> Rules {
    (try? Rules(
      catchingDistance: random.below(2), chase: random.one(of: Rules.ChaseAxis.allCases),
      zombieSpeed: 1 + random.below(16))) ?? .standard
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
  var caught: UInt64 = 0
  func count(_ outcome: Outcome, _ times: UInt64) {
    guard times > 0 else { return }
    let all = [
      0, 1, 8, random.below(1024), 1023, 1024, random.below(1 << 20), Int(Int32.max),
    ]
    let moves = random.one(of: all.filter { $0 <= most })
    tally.count(outcome, moves: moves, times: times)
    if outcome == .caught { caught += times }
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
    var left = (visits: tally.rounds.total + UInt64(tally.rounds.moveSum), captures: caught)
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

/// A damage of some bytes that a reader does not notice, or nil if it notices all: each byte changed,
/// missing or there twice, and each beginning and end of the bytes. A checksum notices all in the
/// same way, so the short form takes one change of each byte, and the rest for every fifth byte.
func unnoticedDamage<Value>(
  of bytes: [UInt8], _ read: ([UInt8]) throws(TallyError) -> Value
) -> String? {
  firstFailure(of: bytes.indices) { place -> String? in
    let byte = bytes[place]
    let others: [UInt8] = [byte ^ 1, byte ^ 0x20, byte &+ 1, 0, 0xff, 10, 13, 32, 48]
    for other in isLong ? others : [others[place % 9]] where other != byte {
      var damaged = bytes
      damaged[place] = other
      if complaint(read, damaged) == nil { return "byte \(place) as \(other)" }
    }
    if complaint(read, Array(bytes[..<place])) == nil { return "up to \(place)" }
    guard isLong || place % 5 == 0 else { return nil }
    var (missing, added) = (bytes, bytes)
    missing.remove(at: place)
    added.insert(byte, at: place)
    if complaint(read, Array(bytes[(place + 1)...])) == nil { return "from \(place)" }
    if complaint(read, missing) == nil { return "without byte \(place)" }
    return complaint(read, added) == nil ? "byte \(place) twice" : nil
  }
}

/// A text with a line, counted from 1, replaced by others.
func replacing(_ line: Int, of text: String, by others: [String]) -> String {
  var lines = text.split(separator: "\n").map(String.init)
  lines.replaceSubrange(line - 1..<line, with: others)
  return lines.map { $0 + "\n" }.joined()
}

/// A reader's error for some bytes, or nil if it accepts them.
func complaint<Value>(_ read: ([UInt8]) throws(TallyError) -> Value, _ bytes: [UInt8])
  -> TallyError?
{
  do throws(TallyError) {
    _ = try read(bytes)
    return nil
  } catch {
    return error
  }
}
