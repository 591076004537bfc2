import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// The census against a plain enumeration with a plain solver, and against the sum of its parts:
/// only here are its rows, its list of the hardest levels and its grades compared level by level.
@Suite struct CensusTests {
  /// The result of a naive census.
  private struct NaiveCensus {
    struct Kind: Hashable {
      var par: Int?
      var ways: UInt64?
    }
    struct Count: Hashable {
      var levels: UInt64 = 0
      var placements: UInt64 = 0
    }
    var counts: [Kind: Count] = [:]
    /// The hardest solvable levels first, each as the placement whose code comes first.
    var hardest: [String] = []
    /// Each level in the order of the placements, at the placement whose code comes first.
    var levels: [Row] = []

    struct Row: Hashable {
      var number: UInt64
      var code: String
      var placements: Int
      var kind: Kind
    }

    init(_ family: NaiveFamily, _ rules: NaiveRules) {
      var solvable: [(level: NaiveLevel, par: Int, ways: UInt64)] = []
      var number: UInt64 = 0
      family.forEachPlacement { level in
        defer { number += 1 }
        let solved = naiveSolve(level, rules)
        let kind = Kind(par: solved.par, ways: solved.shortestSolutions)
        counts[kind, default: Count()].placements += 1
        let images = Self.mirrorImages(of: level).map(\.code)
        guard images.min() == level.code else { return }
        counts[kind, default: Count()].levels += 1
        levels.append(
          Row(number: number, code: level.code, placements: images.count, kind: kind))
        if let par = solved.par, let ways = solved.shortestSolutions {
          solvable.append((level, par, ways))
        }
      }
      solvable.sort { ($1.par, $0.ways, $0.level.code) < ($0.par, $1.ways, $1.level.code) }
      hardest = solvable.map(\.level.code)
    }

    /// All placements that symmetries make equal. If only the player moves, these are the room
    /// rotated by 180 degrees, and a square room with rows and columns swapped.
    private static func mirrorImages(of level: NaiveLevel) -> Set<NaiveLevel> {
      var images: Set<NaiveLevel> = [level]
      let zombiesMove = !level.zombies.isEmpty && (level.lit || !level.flashlights.isEmpty)
      if zombiesMove { return images }
      let last = level.squareCount - 1
      images.insert(image(of: level) { last - $0 })
      if level.rows == level.columns {
        for image in images {
          images.insert(self.image(of: image) { $0 % level.rows * level.rows + $0 / level.rows })
        }
      }
      return images
    }

    private static func image(of level: NaiveLevel, _ map: (Int) -> Int) -> NaiveLevel {
      NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: level.zombies.map(map), blocks: level.blocks.map(map),
        flashlights: level.flashlights.map(map), lit: level.lit)
    }
  }

  /// The difference between a census and a naive one, or nil.
  private static func difference(
    _ family: NaiveFamily, _ naiveRules: NaiveRules = .standard
  ) throws -> String? {
    let naive = NaiveCensus(family, naiveRules)
    let rules = try Rules(naiveRules)
    let census = try Census(try Family(family), rules: rules, top: 1000)
    let result = try census.count()
    var counts: [NaiveCensus.Kind: NaiveCensus.Count] = [:]
    for (kind, count) in result.rows {
      guard (kind.verdict == .solvable) == (kind.par != nil), kind.verdict != .gaveUp else {
        return "\(family), \(naiveRules): \(kind)"
      }
      let key = NaiveCensus.Kind(par: kind.par, ways: kind.shortestSolutions)
      counts[key, default: .init()].levels += count.levels
      counts[key, default: .init()].placements += count.placements
    }
    guard counts == naive.counts else {
      return "\(family), \(naiveRules): \(counts), expected \(naive.counts)"
    }
    guard result.hardest.entries.map(\.code) == Array(naive.hardest.prefix(1000)) else {
      return "\(family), \(naiveRules): the hardest"
    }
    guard result.isComplete, result.total.placements == UInt64(family.placementCount) else {
      return "\(family): \(result.total)"
    }
    if let rows = try rowDifference(naive, census, result) { return "\(family): \(rows)" }
    return gradeDifference(result, rules)
  }

  /// The rows of the levels, with three threads, against the naive census and the plain result.
  private static func rowDifference(
    _ naive: NaiveCensus, _ census: Census, _ result: CensusResult
  ) throws -> String? {
    let rows = Monitor([NaiveCensus.Row]())
    let measures = result.census.family.size.rows == 3
    let end = try census.count(
      from: CensusProgress(CensusResult(census)), threads: 3, measures: measures,
      row: { level, bytes in
        expectEqual(level.report.randomWinProbability != nil, measures, level.level.code)
        bytes.append(contentsOf: "\(level.number) \(level.level.code) \(level.placements) ".utf8)
        bytes.append(
          contentsOf: "\(level.report.par ?? 0) \(level.report.shortestSolutions ?? 0)\n".utf8)
      },
      onRows: { text in
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
          let cells = line.split(separator: " ")
          let (par, ways) = (Int(cells[3]) ?? -1, UInt64(cells[4]) ?? .max)
          rows.withLock {
            $0.append(
              NaiveCensus.Row(
                number: UInt64(cells[0]) ?? .max, code: String(cells[1]),
                placements: Int(cells[2]) ?? -1,
                kind: par == 0 ? .init() : .init(par: par, ways: ways)))
          }
        }
        return 1
      })
    if end.result != result { return "another result with rows" }
    let found = rows.withLock { $0 }
    for (row, expected) in zip(found, naive.levels) where row != expected {
      return "\(row), expected \(expected)"
    }
    return found.count == naive.levels.count ? nil : "\(found.count) of \(naive.levels.count) rows"
  }

  /// Grades are those of the grader, placement by placement.
  private static func gradeDifference(_ result: CensusResult, _ rules: Rules) -> String? {
    let grader = Grader(rules)
    var grades: [Grade?: UInt64] = [:]
    for level in Placements(result.census.family) {
      guard let small = SmallLevel(level) else { return "\(level.code)" }
      grades[grader.grade(small).grade, default: 0] += 1
    }
    for grade in Grade.allCases.map(Optional.some) + [nil] {
      let count = result.sum { $0.grade == grade }.placements
      if count != grades[grade] ?? 0 {
        return "\(result.census.family): \(count) of \(grade as Any)"
      }
    }
    return nil
  }

  /// Families of small rooms under the default rules, and some under each of the rules.
  @Test(arguments: [
    (3, 3, 2), (2, 5, 3), (3, 4, isLong ? 3 : 2), (4, 3, 2), (4, 4, isLong ? 2 : 1),
  ])
  func countsAreThoseOfANaiveCensus(rows: Int, columns: Int, things: Int) throws {
    let families = NaiveFamily.all(rows: rows, columns: columns, maxThings: things)
    for family in families { try expectNil(Self.difference(family)) }
    let moving = families.filter { $0.zombies > 0 && ($0.lit || $0.flashlights > 0) }
    for (turn, rules) in NaiveRules.variants.enumerated() where isLong || turn % 3 == rows % 3 {
      try expectNil(Self.difference(moving[turn % moving.count], rules))
    }
  }

  // MARK: Parts

  @Test(
    arguments: isLong ? ["classic", "5x5z1b2+lit", "4x5z1f1", "5x5b2f1"] : ["classic", "4x6z1b2"])
  func threadsAndPartsComeToTheSame(name: String) throws {
    let census = try Census(try Family(name), top: 7)
    let whole = try census.count()
    for threads in [2, 3, 8] { try expectEqual(census.count(threads: threads), whole) }
    let count = census.placements.upperBound
    var random = NaiveRandom(seed: 3)
    for parts in [2, 7] as [UInt64] {
      var results = try (0..<parts).map { part in
        try census.count(in: count * part / parts..<count * (part + 1) / parts, threads: 2)
      }
      var sum = CensusResult(census)
      while !results.isEmpty {
        expect(!sum.isComplete || results.allSatisfy(\.counted.isEmpty))
        try sum.merge(results.remove(at: random.below(results.count)))
      }
      expect(sum == whole && sum.isComplete, "\(name) in \(parts) parts")
    }
  }

  /// Stopped and resumed again and again.
  @Test func stoppedAndGoneOnWith() throws {
    let census = try Census(try Family(isLong ? "5x5z1b3+lit" : "5x5z1b2"))
    let whole = try census.count()
    var result = CensusResult(census)
    var stops = 0
    while !result.isComplete {
      let before = result.counted.count
      result = try census.count(from: result, threads: 2, every: 0) { state in
        expect(state.counted.count >= before)
        return false
      }
      stops += 1
      try require(stops < 1000)
    }
    expectEqual(result, whole)
    try expectEqual(census.count(from: whole), whole)
    // Of these two placements of a level, the second has the smaller number, and the first has the code that comes
    // first.
    let hardest = try Census(try Family("4x4z1b1"), top: 1000).count().hardest.entries.map(\.code)
    expect(hardest.contains("S1#1/4/Z3/3P") && !hardest.contains("S1Z1/4/#3/3P"))
  }

  /// The rows end before those that are refused, and go on from there.
  @Test func rowsThatAreRefused() throws {
    for threads in [1, 3] { try Self.rowsThatAreRefused(threads: threads) }
  }

  private static func rowsThatAreRefused(threads: Int) throws {
    let census = try Census(try Family("5x5z1b2"))
    func count(
      from start: CensusProgress, most: Int
    ) throws -> (rows: [UInt8], end: CensusProgress) {
      let rows = Monitor((calls: 0, bytes: [UInt8]()))
      let end = try census.count(
        from: start, threads: threads, row: { $1 += "\($0.number)\n".utf8 },
        onRows: { text in
          rows.withLock { rows in
            guard rows.calls < most else { return nil }
            rows.calls += 1
            rows.bytes += text
            return UInt64(rows.bytes.count)
          }
        }, every: 0)
      return (rows.withLock { $0.bytes }, end)
    }
    let whole = try count(from: CensusProgress(CensusResult(census)), most: .max)
    expect(whole.end.result.isComplete && whole.end.mark == UInt64(whole.rows.count))
    let first = try count(from: CensusProgress(CensusResult(census)), most: 2)
    expect(!first.end.result.isComplete && first.end.mark == UInt64(first.rows.count))
    expectEqual(first.end.result.counted, RangeSet(0..<first.end.result.counted.count))
    let rest = try count(
      from: CensusProgress(first.end.result, mark: first.end.mark), most: .max)
    expect(rest.end.result == whole.end.result && first.rows + rest.rows == whole.rows)
  }

  /// Earlier results may come from a file with impossible claims. Chunks that cannot be added to it cause an error, and
  /// are not silently ignored.
  @Test func whatDoesNotAddUpAndWhatHasNoCensus() throws {
    let family = try Family("4x4z1b1+lit")
    let census = try Census(family)
    let (left, right) = try (census.count(in: 0..<50), census.count(in: 40..<90))
    let claim = try CensusResult(
      census, counted: left.counted, counts: Dictionary(uniqueKeysWithValues: census.count().rows),
      hardest: left.hardest)
    for threads in [1, 4] {
      expectEqual(
        thrown { _ = try census.count(from: claim, threads: threads) }, "\(MergeError.tooMany)")
    }
    var sum = left
    func merge(_ other: CensusResult) -> String { thrown { try sum.merge(other) } }
    expectEqual(merge(right), "\(MergeError.overlap(40..<50))")
    for other in try [
      Census(family, top: 9), Census(family, stateLimit: 5), Census(.classic),
      Census(family, rules: Rules(zombieSpeed: 2)),
    ] {
      expectEqual(merge(CensusResult(other)), "\(MergeError.otherSettings)")
      expectEqual(
        thrown { _ = try census.count(from: CensusResult(other)) }, "\(MergeError.otherSettings)")
    }
    let kind = LevelKind(verdict: .unsolvable, par: nil, shortestSolutions: nil, grade: nil)
    let liar = CensusResult(
      census, counted: RangeSet<UInt64>(), counts: [kind: .init(levels: 1, placements: 90)],
      hardest: HardestLevels(capacity: 10))
    expectEqual(merge(liar), "\(MergeError.tooMany)")
    expectEqual(sum, left)
    for (name, error) in [
      ("5x5z20", CensusError.generation(.tooManyThings(things: 20, squares: 19))),
      ("9x8z1", .tooManySquares(72)),
      ("8x8z20b20", .tooManyPlacements),
    ] {
      expectEqual(thrown { _ = try Census(Family(name)) }, "\(error)")
    }
    // A solver that gives up is reported.
    let short = try Census(try Family("4x4z2+lit"), stateLimit: 1)
    let result = try short.count()
    expect(result.sum { $0.verdict == .gaveUp }.levels > 0)
    expectEqual(result.total.placements, short.placements.upperBound)
  }
}
