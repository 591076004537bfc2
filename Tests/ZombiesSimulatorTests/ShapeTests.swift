import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Batches on levels of every shape of up to 64 squares: everything that they return equals the
/// result of a loop over plain rounds, and the naive reference plays or replays every round. Only
/// here does a fast loop fail that is wrong in few shapes.
@Suite struct ShapeTests {
  /// The first difference of a batch, and how many rounds were compared before it.
  private static func complaint(_ batch: Batch, _ rules: NaiveRules, _ compared: inout Int) throws
    -> String?
  {
    let plain = try PlainBatch(batch)
    let run = try RecordedRun(batch, countsSquares: true)
    guard run.records.count == plain.records.count else { return "\(run.records.count) records" }
    for (record, expected) in zip(run.records, plain.records) {
      guard record == expected else { return "\(record), not \(expected)" }
      if let problem = try naiveComplaint(record, batch, rules) { return "\(record): \(problem)" }
      compared += 1
    }
    guard run.tallies == plain.tallies else { return "the tallies with squares" }
    // Without paths, the simulator uses other loops.
    let tallies = try Simulator(batch).run().tallies
    compared += plain.records.count
    return tallies == plain.counts ? nil : "\(tallies.map(\.summary)), different with records"
  }

  /// The first objection of the reference to a round, or nil.
  private static func naiveComplaint(
    _ record: RecordLine, _ batch: Batch, _ rules: NaiveRules
  ) throws -> String? {
    let level = try require(NaiveLevel(code: record.level))
    let most = batch.maxMoves ?? 4 * level.squareCount
    if let policy = NaivePolicy(rawValue: record.policy.name) {
      // The reference's search takes long in a room of many states.
      let solver = Solver(rules: batch.rules, stateLimit: cases(334, long: 5000))
      if policy == .clairvoyant, solver.solve(try Level(level)).verdict == .gaveUp { return nil }
      let played = naivePlay(policy, level, rules, maxMoves: most)
      let isSame = record.path == played.moves && record.outcome.name == played.outcome.rawValue
      return isSame ? nil : "expected \(played)"
    }
    var round = NaiveRound(level, rules)
    for letter in record.path {
      let direction = try require(naiveDirectionLetters.firstIndex(of: String(letter)))
      guard round.outcome == nil, round.isLegal(direction) else { return "an illegal move" }
      round.move(direction)
    }
    let outcome = round.outcome ?? .outOfMoves
    let isOver = round.outcome != nil || round.moves == most
    return isOver && outcome.rawValue == record.outcome.name ? nil : "expected \(outcome)"
  }

  @Test("Every policy in every shape", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x5A9E + UInt64(part)), 0)
    let shapes = NaiveShape.part(part)
    for shape in shapes {
      for _ in 0..<cases(1, long: 40) {
        let (family, rules) = (random.family(of: shape), random.rules())
        let first = random.number() / 4
        let batch = try Batch(
          family: family.name, .any, policies: Policy.withoutPlan,
          unit: random.below(3) == 0 ? .games : .rounds,
          trials: first..<first + UInt64(cases(1, long: 3)),
          rules: try Rules(rules), maxMoves: random.below(3) == 0 ? 1 + random.below(30) : nil,
          seed: random.next())
        let complaint = try Self.complaint(batch, rules, &compared)
        try require(complaint == nil, "\(family), trials from \(first), seed \(batch.seed)")
      }
    }
    // At least 1 or 3 rounds of 4 policies, with records and without, in each shape.
    tell(compared, "rounds")
    expect(compared >= shapes.count * cases(1, long: 40) * 8 * cases(1, long: 3))
  }
}
