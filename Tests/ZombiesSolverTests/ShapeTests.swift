import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Every shape of up to 64 squares: everything that solves, decides or proves, one by one and in
/// batches, against the naive solver. Only here does a fast form fail that is wrong in few shapes.
@Suite struct ShapeTests {
  /// Levels of more states than this are skipped, because the reference takes long.
  private static let mostStates = cases(300, long: 10_000)

  private static func isQuick(_ level: Level, _ rules: Rules) -> Bool {
    Solver(rules: rules, stateLimit: mostStates).solve(level).verdict != .gaveUp
  }

  // MARK: Single levels

  /// The first wrong answer of everything that takes a single level, or nil.
  private static func complaint(
    _ expected: Expected, _ search: SmallSearch, _ caching: Solver
  ) throws -> String? {
    let small = try require(SmallLevel(expected.level))
    let problem =
      expected.disagreement(search: search, small: small)
      ?? expected.disagreement(with: caching.solve(expected.level))
    if let problem { return problem }
    let verdict = expected.answer.solvable ? Verdict.solvable : .unsolvable
    guard search.verdict(small) == verdict, expected.matches(caching.decide(expected.level)) else {
      return "\(expected.replay): \(search.verdict(small)), \(caching.decide(expected.level))"
    }
    let (solved, certificate) = caching.certify(expected.level)
    if let problem = expected.disagreement(with: solved) { return "certified: \(problem)" }
    do throws(Certificate.Flaw) { try certificate.validate() } catch {
      return "\(expected.replay): \(error)"
    }
    return nil
  }

  @Test("Solutions, decisions, verdicts and certificates", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x501E + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(2, long: 120) {
        let (naive, rules) = (random.level(of: shape), random.rules())
        let level = try Level(naive.code)
        guard Self.isQuick(level, Rules(rules)) else { continue }
        let room = try require(SmallLevel(level)).room
        let complaint = try Self.complaint(
          Expected(naive, rules, level), SmallSearch(room: room, rules: Rules(rules)),
          Solver(rules: Rules(rules)))
        try require(complaint == nil)
        compared += 1
      }
    }
    tell(compared, "levels solved")
    expect(compared > cases(exactly: 8, long: 2000))
  }

  // MARK: Batches

  @Test("Batches of levels with one start: pars, and verdicts alone", arguments: 0..<8)
  func everyShapeInBatches(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0xBA7C + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for round in 0..<cases(1, long: 30) {
        let rules = random.rules()
        let (lit, zombies) = ((round + shape.rows + shape.columns) % 2 == 0, random.below(4))
        // If the signpost is above and to the left, many rooms are flooded at a time.
        let ends = random.choose(2, of: Array(0..<shape.squareCount))
        let corners = [shape.squareCount - 1, 0]
        let squares = random.below(2) == 0 ? corners : ends
        let levels = (0..<(lit ? 4 : 18)).map { _ in
          random.level(of: shape, from: squares[0], to: squares[1], lit: lit, zombies: zombies)
        }
        compared += try Self.compare(levels, rules)
      }
    }
    tell(compared, "levels decided in batches")
    expect(compared > cases(exactly: 30, long: 3000))
  }

  /// Compares a batch with the reference, and returns how many levels were compared.
  private static func compare(_ levels: [NaiveLevel], _ naiveRules: NaiveRules) throws -> Int {
    let rules = Rules(naiveRules)
    let forms = try levels.map { try require(SmallLevel(try Level($0.code))) }
    let first = forms[0]
    let frame = SmallLevel(
      room: first.room, start: first.start, signpost: first.signpost, zombies: Bitboard(),
      isLit: first.isLit)
    var batch = LevelBatch(frame: frame, count: forms.count)
    for (place, form) in forms.enumerated() {
      batch.zombies[place] = form.zombies.word
      batch.blocks[place] = form.blocks.word
      batch.flashlights[place] = form.flashlights.word
    }
    let search = SmallSearch(room: first.room, rules: rules)
    var pars = [Int16](repeating: 7, count: forms.count)
    var verdicts = pars
    search.decide(batch, into: &pars)
    search.judge(batch, into: &verdicts)
    var compared = 0
    for (place, level) in levels.enumerated() {
      guard isQuick(try Level(level.code), rules) else { continue }
      let answer = naiveSolve(level, naiveRules)
      let (par, isSolvable) = (Int(pars[place]), verdicts[place] >= 0)
      try require(
        par == answer.par ?? -1 && isSolvable == answer.solvable,
        "\(level) \(naiveRules): par \(par), solvable \(isSolvable), expected \(answer)")
      compared += 1
    }
    return compared
  }
}
