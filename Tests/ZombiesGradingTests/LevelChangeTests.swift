import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

/// The changes of a level against a list of all of them: only here must the change that is shown be
/// the best one.
@Suite struct LevelChangeTests {
  /// A change and what becomes of the level, by plain means.
  private struct Candidate: CustomStringConvertible {
    let change: NaiveChange
    let number: Int
    let points: Int
    let par: Int

    /// The ranks of a change, of which the smallest is best.
    var harder: [Int] { [-points, -par, change.distance, number] }
    var easier: [Int] { [points, par, change.distance, number] }
    var unsolvable: [Int] { [change.distance, number] }
    var solvable: [Int] { [change.distance, -points, number] }

    var description: String {
      "\(change.letter) \(change.from) \(change.to) \(change.level.code) \(points) \(par)"
    }
  }

  /// The wrong changes of a level, or nil.
  private static func complaint(
    _ naive: NaiveLevel, _ rules: NaiveRules, _ kinds: inout [String: Int]
  ) throws -> String? {
    let (level, fullRules) = (try Level(naive), try Rules(rules))
    let found = ChangeSearch.changes(of: level, rules: fullRules)
    let search = ChangeSearch(level, rules: fullRules)
    // Without luck, nothing is heard.
    var plain = rules
    if !search.countsLuck { plain.hearingDistance = 0 }
    let grader = Grader(try Rules(plain))
    let whole = grader.report(level, .grade)
    var (solvable, unsolvable): ([Candidate], [Candidate]) = ([], [])
    let candidates = naive.changes
    for (number, change) in candidates.enumerated() {
      let report = grader.report(try Level(change.level), .grade)
      if let points = report.points, let par = report.par {
        solvable.append(Candidate(change: change, number: number, points: points, par: par))
      } else {
        unsolvable.append(Candidate(change: change, number: number, points: -1, par: -1))
      }
    }
    func best(_ all: [Candidate], _ rank: (Candidate) -> [Int]) -> Candidate? {
      all.min { rank($0).lexicographicallyPrecedes(rank($1)) }
    }
    let points = whole.points ?? 0
    let isSolvable = whole.par != nil
    let harder = isSolvable ? best(solvable.filter { $0.points > points }, \.harder) : nil
    let easier = isSolvable ? best(solvable.filter { $0.points < points }, \.easier) : nil
    let closed = isSolvable ? best(unsolvable, \.unsolvable) : nil
    let opened = isSolvable ? nil : best(solvable, \.solvable)

    func text(_ change: LevelChange?) -> String {
      guard let change else { return "none" }
      let squares = [change.from, change.to].map { "\(level.size.index(of: $0))" }
      let letter = String(decoding: [change.thing.letter], as: UTF8.self)
      let isConsistent =
        change.grade == change.points.map { Grade(score: $0) }
        && (change.verdict == .solvable) == (change.par != nil) && change.verdict != .gaveUp
      return "\(letter) \(squares[0]) \(squares[1]) \(change.level.code) \(change.points ?? -1) "
        + "\(change.par ?? -1)\(isConsistent ? "" : " inconsistent")"
    }
    let expected = [harder, easier, closed, opened]
    let isRight =
      [found.harder, found.easier, found.unsolvable, found.solvable].map(text)
      == expected.map { $0?.description ?? "none" }
      && found.tried == candidates.count && found.unknown == 0
    for (kind, change) in zip(["harder", "easier", "unsolvable", "solvable"], expected)
    where change != nil {
      kinds[kind, default: 0] += 1
    }
    if search.countsLuck { kinds["luck", default: 0] += 1 }
    return isRight ? nil : "\(naive) \(rules): \(found), expected \(expected)"
  }

  /// Generated and hand-written levels, solvable or not, in the dark and in the light, under all
  /// rules. 40 levels, or 500 with `ZOMBIES_LONG=1`.
  @Test func againstAllChanges() throws {
    var (random, kinds, compared) = (NaiveRandom(seed: 31), [String: Int](), 0)
    let families =
      isLong
      ? [
        "classic", "block", "flashlight", "6x6z1b5+lit", "6x6z2b3+lit", "6x6z2b2f1", "6x6z2b1",
        "1x9z1+lit", "9x1z1f1", "8x8z1b6+lit", "3x9z2b2+lit", "9x9z1b8f1",
      ]
      : [
        "classic", "flashlight", "4x4z1b2+lit", "4x5z2b1+lit", "1x9z1+lit", "9x1z1f1", "3x4z1b1f1",
      ]
    for turn in 0..<cases(exactly: 14, long: 250) {
      let family = try #require(NaiveFamily(name: families[turn % families.count]))
      let placement = random.placement(of: family)
      let level = try #require(placement)
      var rules = turn % 3 == 0 ? random.rules() : .standard
      if turn % 2 == 1 { rules.hearingDistance = 2 }
      #expect(try Self.complaint(level, rules, &kinds) == nil, "\(turn)")
      compared += 1
    }
    for turn in 0..<cases(exactly: 26, long: 250) {
      let shape = random.one(of: NaiveShape.all.filter { $0.squareCount <= (isLong ? 64 : 20) })
      let level = random.level(of: shape)
      #expect(try Self.complaint(level, random.rules(), &kinds) == nil, "hand-written \(turn)")
      compared += 1
    }
    tell(compared, "levels with all their changes: \(kinds)")
    for kind in ["harder", "easier", "unsolvable", "solvable", "luck"] {
      #expect(kinds[kind, default: 0] > 2, "\(kind)")
    }
  }

  /// A search proceeds one change at a time, and its results so far are those of the changes tried.
  @Test func stepByStep() throws {
    let level = try Level("S4/5/Z1#2/5/4P+lit")
    var search = ChangeSearch(level)
    var steps = 0
    while !search.isFinished {
      #expect(search.changes.tried == steps)
      search.step()
      steps += 1
    }
    // Two things, each to one of the other 17 of the 19 squares of the placement rule.
    #expect(steps == 2 * 17)
    #expect(search.changes == ChangeSearch.changes(of: level))
    search.step()
    #expect(search.changes.tried == steps)
    let report = Grader().report(level, .grade)
    var informed = ChangeSearch(level, report: report)
    while !informed.isFinished { informed.step() }
    #expect(informed.changes == search.changes)
  }

  @Test func beyondTheLimits() throws {
    // Without things, there is nothing to move.
    #expect(ChangeSearch.changes(of: try Level("S4/5/5/5/4P")) == LevelChanges())
    // No verdict of the level, and none of its changes.
    let level = try Level("S4/1Z3/Z4/5/4P+lit")
    #expect(ChangeSearch.changes(of: level, stateLimit: 1) == LevelChanges())
    let report = Grader().report(level, .grade)
    var search = ChangeSearch(level, report: report, stateLimit: 1)
    while !search.isFinished { search.step() }
    let changes = search.changes
    #expect(changes.tried == 2 * 17 && changes.unknown > 0)
    #expect(changes.harder == nil && changes.easier == nil)
    // Where no zombie moves, a room may have more squares than a share of the states of all changes.
    let side = try RoomSize(rows: 40, columns: 40)
    let still = try Level(
      size: side, start: side.bottomRight, signpost: side.topLeft,
      blocks: [Square(row: 0, column: 1), Square(row: 20, column: 20)])
    let found = ChangeSearch.changes(of: still)
    #expect(found.tried * side.squareCount > ChangeSearch.mostStates && found.unknown == 0)
    #expect(found.unsolvable?.to == Square(row: 1, column: 0))
    // A room with as many squares for its things as is allowed, and one with more.
    for (rows, isTried) in [(10, true), (11, false)] {
      let size = try RoomSize(rows: rows, columns: ChangeSearch.mostChanges / 10)
      let wide = try Level(
        size: size, start: size.bottomRight, signpost: size.topLeft,
        zombies: [Square(row: 5, column: 5)])
      var search = ChangeSearch(wide)
      #expect(search.isFinished != isTried)
      search.step()
      #expect(search.changes.tried == (isTried ? 1 : 0))
    }
  }
}
