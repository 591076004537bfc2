import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// A pool steps many rounds at once. Only here must everything that it writes be what an array of
/// naive rounds gives, in rooms of every shape.
@Suite struct RoundPoolTests {
  /// A pool and its reference, which make the same moves.
  private struct Pair {
    let pool: RoundPool
    var naive: NaivePool
    var random: NaiveRandom
    let ignoresIllegal: Bool
    var last: PoolOutput.Last?

    init(
      _ name: String, slots: Int, _ rules: Rules = .standard, _ settings: RoundPool.Settings,
      _ selection: LevelSelection = .any
    ) throws {
      let seed: UInt64 = 3
      let generator = LevelGenerator(
        try Family(name), seed: seed, rules: rules, selection: selection)
      pool = try RoundPool(generator, slots: slots, settings: settings)
      naive = try NaivePool(generator, slots: slots, settings)
      random = NaiveRandom(seed: seed)
      ignoresIllegal = settings.illegalMoves == .ignored
    }

    /// Makes a step; returns the first difference.
    mutating func step() throws -> String? {
      let moves = (0..<pool.slotCount).map { slot -> UInt8 in
        let legal = ignoresIllegal ? 15 : naive.observation(slot).mask
        return random.one(of: (0..<4).filter { legal >> $0 & 1 != 0 })
      }
      let expected = try naive.step(moves)
      let count = pool.size.squareCount
      let last = PoolOutput(slots: pool.slotCount, squares: count)
      defer { last.deallocate() }
      var output = pool.own
      output.last = (last.squares, last.lit, last.heard)
      // In two parts, the later one first, so that what a part writes beyond its end is found.
      let cut = random.below(pool.slotCount + 1)
      for part in [cut..<pool.slotCount, 0..<cut] {
        try moves.withUnsafeBufferPointer {
          try pool.step(part, moves: require($0.baseAddress), into: output)
        }
      }
      for slot in 0..<pool.slotCount {
        let found = SlotOutput(pool.own, slot, squares: count)
        if found != expected[slot] { return "slot \(slot): \(found), not \(expected[slot])" }
        guard let ending = naive.last[slot] else { continue }
        let written = SlotOutput(last, slot, squares: count)
        guard written.squares == ending.squares, written.lit == ending.lit,
          written.heard == ending.heard
        else { return "the end of slot \(slot): \(written), not \(ending)" }
      }
      return nil
    }
  }

  private static let rules: [Rules] = [
    .standard, try? Rules(hearingDistance: 2),
    try? Rules(catchingDistance: 0, zombieSpeed: 2, hearingDistance: 1),
    try? Rules(chase: .horizontal, zombieSpeed: 3, hearingDistance: 16),
  ].compactMap { $0 }

  private static func settings(
    _ autoreset: RoundPool.Autoreset, _ illegalMoves: RoundPool.IllegalMoves = .refused,
    maxMoves: Int? = nil
  ) -> RoundPool.Settings {
    var settings = RoundPool.Settings()
    settings.autoreset = autoreset
    settings.illegalMoves = illegalMoves
    settings.maxMoves = maxMoves
    return settings
  }

  @Test(arguments: [
    "classic", "block", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12", "12x1", "1x2", "2x1", "2x2",
    "1x64f1", "64x1z2f1", "3x5z1b4f1+lit", "5x5z2b5f2", "7x9z3b9f2", "8x8z20b20f9",
    "9x8z6b5f1",
  ])
  func everyOutputIsThatOfNaiveRounds(name: String) throws {
    var turn = 0
    for (number, rules) in Self.rules.enumerated() {
      for autoreset in RoundPool.Autoreset.allCases {
        for illegalMoves in RoundPool.IllegalMoves.allCases {
          // In the shorter form, the settings take turns.
          turn += 1
          guard isLong || (turn + number + name.utf8.count) % 4 == 0 else { continue }
          var pair = try Pair(
            name, slots: [1, 7, 12, 3][number], rules,
            Self.settings(autoreset, illegalMoves, maxMoves: number == 1 ? 9 : nil))
          let failure = try firstFailure(of: 0..<cases(12, long: 1000)) { step in
            try pair.step().map { "\(autoreset), \(illegalMoves), step \(step): \($0)" }
          }
          expectNil(failure)
        }
      }
    }
  }

  @Test("Pools of several blocks, and of solvable levels") func otherPools() throws {
    for slots in isLong ? [255, 256, 257, 512, 700] : [256, 257] {
      var pair = try Pair("flashlight", slots: slots, .standard, Self.settings(.nextStep))
      try expectNil(firstFailure(of: 0..<cases(5, long: 200)) { _ in try pair.step() })
    }
    for name in ["classic", "flashlight", "6x6z2b3f1", "9x9z4b9f1"] {
      var pair = try Pair(name, slots: 5, .standard, Self.settings(.nextStep), .solvable)
      try expectNil(
        firstFailure(of: 0..<cases(25, long: 2000)) { _ in try pair.step() })
      // Illegal moves count towards the limit.
      pair = try Pair(name, slots: 3, .standard, Self.settings(.nextStep, .ignored, maxMoves: 5))
      try expectNil(
        firstFailure(of: 0..<cases(15, long: 200)) { _ in try pair.step() })
    }
  }

  @Test(arguments: ["classic", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12", "9x8z2b4f1"])
  func playersInAPoolPlayAsInABatch(name: String) throws {
    for hearing in [0, 2] {
      let rules = try Rules(hearingDistance: hearing)
      for policy in [Policy.edge, .beeline, .random, .cautious] {
        let rounds = policy == .cautious ? 3 : cases(8, long: 30)
        let batch = try Batch(
          family: name, .any, policies: [policy], trials: 0..<UInt64(rounds), rules: rules, seed: 9)
        let expected = try RecordedRun(batch).records
        for slots in isLong ? [1, 7, 16] : [7] {
          let records = try Self.play(policy, name, rules, slots: slots, rounds: rounds)
          expectEqual(records, expected, "\(policy), \(slots) slots, hearing \(hearing)")
        }
      }
    }
  }

  /// Plays rounds of a policy in a pool that resets in the same step.
  private static func play(
    _ policy: Policy, _ name: String, _ rules: Rules, slots: Int, rounds: Int
  ) throws -> [RecordLine] {
    let generator = LevelGenerator(try Family(name), seed: 9, rules: rules, selection: .any)
    let pool = try RoundPool(generator, slots: slots, settings: settings(.sameStep))
    func player(_ slot: Int) throws -> AnyPlayer {
      let level = pool.level(of: slot)
      let start = RoundStart(
        policy, size: pool.size, rules: rules,
        key: RoundKey(seed: 9, trial: pool.roundNumber(of: slot)), things: ThingCounts(of: level))
      return try policy.player(in: level, start, solver: Solver(rules: rules))
    }
    var players = try (0..<slots).map(player)
    var paths = [[Direction]](repeating: [], count: slots)
    var records: [RecordLine] = []
    while records.count < rounds {
      var moves: [Direction] = []
      for slot in 0..<slots { moves.append(try players[slot].choose(pool.sight(of: slot))) }
      let former = (0..<slots).map { (pool.roundNumber(of: $0), pool.level(of: $0).code) }
      try pool.step(moves)
      for slot in 0..<slots {
        paths[slot].append(moves[slot])
        guard let outcome = Outcome(rawValue: pool.own.outcomes[slot]) else { continue }
        if former[slot].0 < UInt64(rounds) {
          records.append(
            RecordLine(
              RoundRecord(
                trial: former[slot].0, round: 0, policy: policy, level: former[slot].1,
                outcome: outcome, path: paths[slot])))
        }
        paths[slot] = []
        players[slot] = try player(slot)
      }
    }
    return records.sorted { $0.trial < $1.trial }
  }
}
