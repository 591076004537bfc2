// A limit on states: never a wrong verdict, and "gave up" exactly where more states are needed than
// the limit allows. What is needed is what the search without a limit says: `Solved.states`.

import Testing
import ZombiesSolver
import ZombiesTestSupport

@Suite struct StateLimitTests {
  private typealias Draw = (inout NaiveRandom) -> NaiveLevel

  /// Small rooms whose zombies move from the first move on; small ones that begin dark, without
  /// and with a flashlight; the same beyond 64 squares.
  private static let smallLit: Draw = { random in
    random.level(
      rows: 4 + random.below(3), columns: 4 + random.below(3), zombies: 1 + random.below(4),
      blocks: random.below(6), lit: true)
  }
  private static let smallDark: Draw = { random in
    random.level(
      rows: 2 + random.below(6), columns: 2 + random.below(6), zombies: random.below(2),
      blocks: random.below(2))
  }
  private static let smallFlashlight: Draw = { random in
    random.level(
      rows: 4 + random.below(4), columns: 4 + random.below(4), zombies: 1 + random.below(2),
      blocks: random.below(5), flashlights: 1)
  }
  private static let wideLit: Draw = { random in
    random.level(
      rows: 6 + random.below(3), columns: 11 + random.below(60), zombies: 1 + random.below(2),
      blocks: random.below(20), lit: true)
  }
  private static let wideDark: Draw = { random in
    random.level(
      rows: 6 + random.below(3), columns: 11 + random.below(60), zombies: random.below(3),
      blocks: random.below(90))
  }

  /// The limits to try: all small ones, and those around the number of states needed.
  private func limits(around states: Int) -> [Int] {
    (Array(1...12) + [states / 2, states - 1, states, states + 1, states + 65, 10 * states])
      .filter { $0 >= 1 }
  }

  /// Asks for some random levels under many limits.
  ///
  /// - Parameter ask: The verdict under a limit and the par; whether it is right is for `check`.
  private func failure(
    levels: Int, seed: UInt64, _ draw: Draw,
    ask: (Solver, Level) -> (verdict: Verdict, par: Int?),
    check: (_ asked: (verdict: Verdict, par: Int?), _ whole: Solved, _ limit: Int) -> Bool
  ) -> String? {
    var random = NaiveRandom(seed: seed)
    for _ in 0..<levels {
      let naive = draw(&random)
      let rules = Rules(random.rules())
      guard let level = try? Level(naive.code) else { return "unread \(naive.code)" }
      let whole = Solver(rules: rules, stateLimit: .max).solve(level)
      for limit in limits(around: whole.states) {
        let asked = ask(Solver(rules: rules, stateLimit: limit), level)
        if !check(asked, whole, limit) {
          return "\(naive.code) \(rules), \(whole.verdict) with \(whole.states) states: "
            + "\(asked.verdict), par \(asked.par as Int?) under a limit of \(limit), seed \(seed)"
        }
      }
    }
    return nil
  }

  private func solve(_ solver: Solver, _ level: Level) -> (verdict: Verdict, par: Int?) {
    let solved = solver.solve(level)
    return (solved.verdict, solved.solution?.par)
  }

  private func decide(_ solver: Solver, _ level: Level) -> (verdict: Verdict, par: Int?) {
    let finding = solver.decide(level)
    return (finding.verdict, finding.par)
  }

  /// Never a wrong answer: the whole search's, or none.
  private func isSound(
    _ asked: (verdict: Verdict, par: Int?), _ whole: Solved, _ limit: Int
  ) -> Bool {
    asked.verdict == .gaveUp
      ? asked.par == nil && limit < whole.states
      : asked.verdict == whole.verdict && asked.par == whole.solution?.par
  }

  /// The whole search's answer where the states needed are within the limit, else none.
  private func isExact(
    _ asked: (verdict: Verdict, par: Int?), _ whole: Solved, _ limit: Int
  ) -> Bool {
    isSound(asked, whole, limit) && (asked.verdict == .gaveUp) == (limit < whole.states)
  }

  @Test("Never a wrong verdict, and never given up where the states needed are within the limit")
  func verdictsAreSound() {
    for (number, draw) in [
      Self.smallLit, Self.smallDark, Self.smallFlashlight, Self.wideLit, Self.wideDark,
    ].enumerated() {
      let seed = 0x11A1_0000 + UInt64(number)
      let levels = number < 3 ? 400 : 100
      #expect(failure(levels: levels, seed: seed, draw, ask: solve, check: isSound) == nil)
      #expect(failure(levels: levels, seed: seed, draw, ask: decide, check: isSound) == nil)
    }
  }

  @Test("`solve` gives up exactly where more states are needed")
  func solveIsExact() {
    #expect(failure(levels: 400, seed: 1, Self.smallLit, ask: solve, check: isExact) == nil)
    #expect(failure(levels: 400, seed: 2, Self.smallDark, ask: solve, check: isExact) == nil)
    #expect(failure(levels: 400, seed: 3, Self.smallFlashlight, ask: solve, check: isExact) == nil)
    #expect(failure(levels: 100, seed: 4, Self.wideLit, ask: solve, check: isExact) == nil)
    #expect(failure(levels: 100, seed: 5, Self.wideDark, ask: solve, check: isExact) == nil)
  }

  @Test("`decide` gives up exactly where more states are needed: beyond 64 squares")
  func decideIsExactInWideRooms() {
    #expect(failure(levels: 100, seed: 6, Self.wideLit, ask: decide, check: isExact) == nil)
    #expect(failure(levels: 100, seed: 7, Self.wideDark, ask: decide, check: isExact) == nil)
  }

  @Test("… in small rooms that begin lit")
  func decideIsExactInLitRooms() {
    #expect(failure(levels: 800, seed: 8, Self.smallLit, ask: decide, check: isExact) == nil)
  }

  @Test("… in small rooms that begin dark")
  func decideIsExactInDarkRooms() {
    #expect(failure(levels: 400, seed: 9, Self.smallDark, ask: decide, check: isExact) == nil)
    #expect(failure(levels: 400, seed: 10, Self.smallFlashlight, ask: decide, check: isExact) == nil)
  }

  @Test("… and in batches, where −2 stands for giving up")
  func batchesAreExact() throws {
    let room = try #require(RoomSize(rows: 5, columns: 5).flatMap(SmallRoom.init))
    for (family, seed) in [
      (NaiveFamily(rows: 5, columns: 5, zombies: 2, lit: true), UInt64(11)),
      (.classic, 12), (.flashlight, 13),
    ] {
      var random = NaiveRandom(seed: seed)
      let levels = (0..<60).compactMap { _ in random.placement(of: family) }
      let forms = levels.compactMap { (try? Level($0.code)).flatMap { SmallLevel($0) } }
      var batch = LevelBatch(frame: try #require(forms.first), count: forms.count)
      for (index, form) in forms.enumerated() {
        (batch.zombies[index], batch.flashlights[index]) = (form.zombies.word, form.flashlights.word)
      }
      for limit in Array(1...12) + [24, 25, 26, 100] {
        var pars = [Int16](repeating: 0, count: forms.count)
        SmallSearch(room: room, rules: .standard, stateLimit: limit).decide(batch, into: &pars)
        let wrong = levels.indices.first { index in
          let whole = Solver(stateLimit: .max).solve(forms[index])
          let expected = limit < whole.states ? -2 : whole.solution?.par ?? -1
          return Int(pars[index]) != expected
        }
        #expect(wrong == nil, "limit \(limit): \(wrong.map { levels[$0].code } ?? "")")
      }
    }
  }

  @Test("The limit where none is given is ten million states, or as many as fit 1 GiB")
  func defaultLimits() {
    #expect(Solver.defaultStateLimit(squares: 64, movingZombies: 62) == 10_000_000)
    #expect(Solver.defaultStateLimit(squares: 65, movingZombies: 0) == 10_000_000)
    #expect(Solver.bytesPerState(squares: 1_048_576, movingZombies: 1000) == 12_080)
    #expect(
      Solver.defaultStateLimit(squares: 1_048_576, movingZombies: 1000) == (1 << 30) / 12_080)
    #expect(Solver().stateLimit == nil && Solver().rules == .standard)
  }
}
