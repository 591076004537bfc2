import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Tally files that are not read back, whose bytes depend on the order of the parts, or whose
/// damage is not seen.
@Suite struct TallyFileTests {
  // MARK: Writing and reading

  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 5150
    var random = NaiveRandom(seed: seed)
    for number in 0..<cases(exactly: 80, long: 2000) {
      let saved = randomTally(&random)
      let text = TallyFile.text(saved)
      guard let read = try? TallyFile.read(Array(text.utf8)) else {
        Issue.record("seed \(seed), \(number): not read\n\(text)")
        return
      }
      let isSame = read == saved && read.hashValue == saved.hashValue
      expect(isSame, "seed \(seed), \(number)\n\(text)")
      expectEqual(TallyFile.text(read), text)
    }
  }

  /// Results of real batches, with and without squares. The order of the parts does not affect a
  /// file.
  @Test func equalResultsAreEqualBytes() throws {
    for unit in [Batch.Unit.rounds, .games] {
      let whole = batch([.edge, .random], unit: unit, trials: 10..<130)
      func result(_ trials: Range<UInt64>) throws -> BatchResult {
        var part = whole
        part.trials = trials
        return try Simulator(part, countsSquares: true).run()
      }
      let text = TallyFile.text(SavedTally(try result(10..<130)))
      for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let parts = try [result(10..<50), result(50..<51), result(51..<130)]
        var sum = parts[order[0]]
        for place in order.dropFirst() { try sum.merge(parts[place]) }
        expectEqual(TallyFile.text(SavedTally(sum)), text)
      }
      let read = try TallyFile.read(Array(text.utf8))
      let isSame = read.result == (try result(10..<130))
      expect(isSame && read.rounds == nil)
      // Resuming from a file is like continuing.
      var more = read.result
      #expect(throws: MergeError.overlap(51..<60)) { try more.merge(result(51..<60)) }
    }
  }

  @Test func theLargestTrialsAreRead() throws {
    for unit in [Batch.Unit.rounds, .games] {
      let last = Batch.largestTrial(unit)
      for trials in [last..<last + 1, last - 3..<last + 1, last - 3..<last] {
        let batch = batch([.edge], unit: unit, trials: trials)
        let saved = SavedTally(try Simulator(batch).run())
        let isSame = try TallyFile.read(Array(TallyFile.text(saved).utf8)) == saved
        expect(isSame, "\(trials)")
      }
    }
  }

  /// A small file, byte by byte. If the format changes, so must the version in its first line. The
  /// checksum is that of `head -n -1 | sha256sum`.
  static let golden = """
    zombies-tally 1
    unit games
    family 2x3z1+lit
    levels any
    level-seed 18446744073709551615
    level-rules 0 vertical 16
    size 2x3
    policies edge,random
    rules 1 longest 1
    max-moves 2000
    seed 7
    squares counted
    whole 0-99
    played 0-4,10-14
    rounds-csv 123 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
    rounds edge won 3 4
    rounds edge caught 0 1
    rounds edge caught 1 11
    rounds edge stuck 2 3
    rounds edge out-of-moves 2000 3
    games edge 4 6
    square edge 0 0 4 0
    square edge 1 2 6047 12
    rounds random won 2000 10
    games random 10 0
    square random 0 0 10 0
    square random 1 2 20000 0

    """

  private static var goldenTally: SavedTally {
    get throws {
      let size = try RoomSize(rows: 2, columns: 3)
      let rules = try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 16)
      let family = try Family("2x3z1+lit")
      let settings = BatchSettings(
        levels: .generated(family, .any, seed: .max, rules: rules), size: size,
        policies: [.edge, .random], unit: .games, rules: .standard, maxMoves: 2000, seed: 7,
        countsSquares: true)
      var (edge, random) = (
        Tally(countingSquaresOf: size), Tally(countingSquaresOf: size)
      )
      edge.count(.won, moves: 3, times: 4)
      edge.count(.caught, moves: 0, times: 1)
      edge.count(.caught, moves: 1, times: 11)
      edge.count(.stuck, moves: 2, times: 3)
      edge.count(.outOfMoves, moves: 2000, times: 3)
      edge.countGames(won: 4, lost: 6)
      edge.count(visits: 4, captures: 0, at: 0)
      edge.count(visits: 6047, captures: 12, at: 5)
      random.count(.won, moves: 2000, times: 10)
      random.countGames(won: 10, lost: 0)
      random.count(visits: 10, captures: 0, at: 0)
      random.count(visits: 20_000, captures: 0, at: 5)
      var played = RangeSet<UInt64>(10..<15)
      played.insert(contentsOf: 0..<5)
      return SavedTally(
        BatchResult(settings, whole: 0..<100, played: played, tallies: [edge, random]),
        rounds: Bookmark(length: 123, tail: SHA256.hex(of: "abc".utf8)))
    }
  }

  @Test func theTextIsStable() throws {
    let text = TallyFile.text(try Self.goldenTally)
    expectEqual(unsealed(text), Self.golden)
    expect(
      text.hasSuffix("\nsha256 3694b5d50e507104da6fe19312d01bfd570001d2d6588b72318d602ef473ecc8\n"))
    let isSame = try TallyFile.read(Array(text.utf8)) == Self.goldenTally
    expect(isSame)
  }

  // MARK: Damage

  @Test func everyDamageIsSeen() {
    let bytes = sealed(Self.golden)
    expectNil(complaint(TallyFile.read, bytes))
    expectNil(unnoticedDamage(of: bytes, TallyFile.read))
    expect(complaint(TallyFile.read, bytes + bytes) != nil)
    expect(complaint(TallyFile.read, bytes + [10]) != nil)
    expect(complaint(TallyFile.read, bytes + [0]) != nil)
  }

  @Test func damageIsNamedWithItsLine() {
    let bytes = sealed(Self.golden)
    let lines = Self.golden.split(separator: "\n").count
    expectEqual(
      complaint(TallyFile.read, bytes.dropLast())?.description,
      "line \(lines + 1): damaged or incomplete: expected the checksum 'sha256 …' in the last line"
    )
    expectEqual(complaint(TallyFile.read, Array(Self.golden.utf8))?.line, lines)
    var damaged = bytes
    damaged[200] ^= 1
    expectEqual(
      complaint(TallyFile.read, damaged)?.description,
      "line \(lines + 1): damaged: the checksum does not match the lines above it")
    for other in ["", "\n", "zombies-tally 1", "zombies-tally 2\n", "trial,round\n", "\u{0}"] {
      expectEqual(complaint(TallyFile.read, Array(other.utf8))?.line, 1, "\(other)")
    }
  }

  @Test func randomBytesNeverTrap() {
    var random = NaiveRandom(seed: 99)
    let magic = Array("zombies-tally 1\n".utf8)
    for number in 0..<cases(exactly: 200, long: 20_000) {
      let alphabet = number % 2 == 0 ? Array(0...255) : Array(" \n0123456789-,x".utf8)
      let noise = (0..<random.below(80)).map { _ in random.one(of: alphabet) }
      expect(complaint(TallyFile.read, noise) != nil)
      expect(complaint(TallyFile.read, sealed(noise)) != nil)
      expect(complaint(TallyFile.read, sealed(magic + noise)) != nil)
    }
  }

  /// Files with a valid checksum and a changed word or line.
  @Test func changedFilesWithASealNeverTrap() {
    let seed: UInt64 = 12
    var random = NaiveRandom(seed: seed)
    let words = [
      "0", "1", "2", "01", "-1", "18446744073709551615", "18446744073709551616", "2147483648",
      "4294967296", "9223372036854775807", "9223372036854775808", "edge", "won", "-", "", "é",
      "0-0", "99-0", "5-9", "0-99,0-99", "18446744073709551615-18446744073709551615",
      "18446744073709551614-18446744073709551614", "0-18446744073709551614",
    ]
    for number in 0..<cases(exactly: 120, long: 3000) {
      var lines = Self.golden.split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
      for _ in 0..<(1 + random.below(2)) {
        let (line, other) = (random.below(lines.count), random.below(lines.count))
        switch random.below(6) {
        case 0: lines.remove(at: line)
        case 1: lines.swapAt(line, other)
        case 2: lines.insert(lines[other], at: line)
        case 3: lines[line].append(random.one(of: words))
        default: lines[line][random.below(lines[line].count)] = random.one(of: words)
        }
      }
      let text = lines.map { $0.joined(separator: " ") + "\n" }.joined()
      guard let read = try? TallyFile.read(sealed(text)) else { continue }
      // A file that is read can be written and read again.
      let again = try? TallyFile.read(Array(TallyFile.text(read).utf8))
      let isSame = again == read
      expect(isSame, "seed \(seed), \(number)")
    }
  }
}
