import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// A limit on states: only here must there never be a wrong verdict, and "gave up" exactly if the
/// level needs more states than the limit allows, which the search without a limit counts.
@Suite struct StateLimitTests {
  /// The kinds of rooms: lit ones, whose zombies move from the first move on; rooms that stay dark;
  /// and dark rooms with a flashlight. The first two also have more than 64 squares.
  private enum Kind: UInt64, CaseIterable {
    case smallLit, smallDark, smallFlashlight, wideLit, wideDark

    /// How many levels of the kind a test needs.
    var levels: Int {
      let isWide = self == .wideLit || self == .wideDark
      return isWide ? cases(exactly: 6, long: 42) : cases(exactly: 12, long: 210)
    }

    func level(_ random: inout NaiveRandom) -> NaiveLevel {
      switch self {
      case .smallLit:
        random.level(
          rows: 4 + random.below(3), columns: 4 + random.below(3), zombies: 1 + random.below(4),
          blocks: random.below(6), lit: true)
      case .smallDark:
        random.level(
          rows: 2 + random.below(6), columns: 2 + random.below(6), zombies: random.below(2),
          blocks: random.below(2))
      case .smallFlashlight:
        random.level(
          rows: 4 + random.below(4), columns: 4 + random.below(4), zombies: 1 + random.below(2),
          blocks: random.below(5), flashlights: 1)
      case .wideLit:
        random.level(
          rows: 6 + random.below(3), columns: 11 + random.below(60), zombies: 1 + random.below(2),
          blocks: random.below(20), lit: true)
      case .wideDark:
        random.level(
          rows: 6 + random.below(3), columns: 11 + random.below(60), zombies: random.below(3),
          blocks: random.below(60))
      }
    }
  }

  /// The limits to try: all small ones, and those around the number of states needed.
  private func limits(around states: Int) -> [Int] {
    (Array(1...12) + [states / 2, states - 1, states, states + 1, states + 65, 10 * states])
      .filter { $0 >= 1 }
  }

  /// Solves random levels of a kind under many limits, and returns the first wrong answer.
  private func failure(
    _ kind: Kind,
    ask: (Solver, Level) -> (verdict: Verdict, par: Int?),
    check: (_ asked: (verdict: Verdict, par: Int?), _ whole: SolverResult, _ limit: Int) -> Bool
  ) -> String? {
    let seed = 0x11A1_7000 + kind.rawValue
    var random = NaiveRandom(seed: seed)
    for _ in 0..<kind.levels {
      let naive = kind.level(&random)
      let rules = Rules(random.rules())
      guard let level = try? Level(naive.code) else { return "unread \(naive.code)" }
      let whole = Solver(rules: rules, stateLimit: 2000).solve(level)
      // Larger levels are expensive, and show nothing new.
      if whole.verdict == .gaveUp { continue }
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
    // A solver that gives up has visited as many states as the limit allows.
    if solved.verdict == .gaveUp, solved.states != solver.stateLimit { return (.gaveUp, -1) }
    return (solved.verdict, solved.solution?.par)
  }

  private func decide(_ solver: Solver, _ level: Level) -> (verdict: Verdict, par: Int?) {
    let decision = solver.decide(level)
    return (decision.verdict, decision.par)
  }

  /// Whether an answer is that of the whole search if the limit suffices, and otherwise none.
  private func isExact(
    _ asked: (verdict: Verdict, par: Int?), _ whole: SolverResult, _ limit: Int
  ) -> Bool {
    limit < whole.states
      ? asked == (.gaveUp, nil) : asked == (whole.verdict, whole.solution?.par)
  }

  @Test("`solve` gives up exactly if more states are needed", arguments: Kind.allCases)
  private func solveIsExact(_ kind: Kind) {
    expectNil(failure(kind, ask: solve, check: isExact))
  }

  @Test("`decide` gives up exactly if more states are needed", arguments: Kind.allCases)
  private func decideIsExact(_ kind: Kind) {
    expectNil(failure(kind, ask: decide, check: isExact))
  }

  @Test("… and in batches, where −2 means 'gave up'")
  func batchesAreExact() throws {
    let room = try require((try? RoomSize(rows: 5, columns: 5)).flatMap(SmallRoom.init))
    for (family, seed) in [
      (NaiveFamily(rows: 5, columns: 5, zombies: 2, lit: true), UInt64(11)),
      (.classic, 12), (.flashlight, 13),
    ] {
      var random = NaiveRandom(seed: seed)
      let levels = (0..<20).compactMap { _ in random.placement(of: family) }
      let forms = levels.compactMap { (try? Level($0.code)).flatMap { SmallLevel($0) } }
      var batch = LevelBatch(frame: try require(forms.first), count: forms.count)
      for (index, form) in forms.enumerated() {
        batch.zombies[index] = form.zombies.word
        batch.flashlights[index] = form.flashlights.word
      }
      let whole = forms.map { Solver(stateLimit: .max).solve($0) }
      var failures: [String] = []
      for limit in Array(1...12) + [24, 25, 26, 100] {
        var pars = [Int16](repeating: 0, count: forms.count)
        SmallSearch(room: room, rules: .standard, stateLimit: limit).decide(batch, into: &pars)
        for (index, solved) in whole.enumerated()
        where Int(pars[index]) != (limit < solved.states ? -2 : solved.solution?.par ?? -1) {
          failures.append(
            "\(levels[index].code): \(pars[index]) under a limit of \(limit), \(solved)")
        }
      }
      expectNil(failures.first, "seed \(seed)")
    }
  }

  @Test("… and in a level of tens of thousands of states, whose tables grow during the search")
  func hardLevelsAreExact() throws {
    for (code, naive) in manyStateLevels.prefix(cases(exactly: 1, long: 2)) {
      let level = try Level(code)
      let small = try require(SmallLevel(level))
      let whole = Solver(rules: Rules(naive), stateLimit: .max).solve(level)
      for limit in [100, 1000, whole.states - 1, whole.states] {
        let search = SmallSearch(room: small.room, rules: Rules(naive), stateLimit: limit)
        let expected: Verdict = limit < whole.states ? .gaveUp : whole.verdict
        expectEqual(search.decide(small).verdict, expected, "\(code) \(naive), limit \(limit)")
      }
    }
  }

  @Test("… and in a room without zombies in which a flashlight makes two states of a square")
  func roomsThatBecomeLitAreExact() throws {
    // The signpost is walled in: 61 squares in the dark, and as many in the light.
    let level = try Level("S#6/#7/8/3F4/8/8/8/7P")
    let states = Solver(stateLimit: .max).solve(level).states
    expect(states > 100 && states < 128)
    for limit in Array(60...64) + Array(118...130) {
      let expected: Verdict = limit < states ? .gaveUp : .unsolvable
      expectEqual(Solver(stateLimit: limit).decide(level).verdict, expected, "limit \(limit)")
    }
  }

  @Test("The default limit is ten million states, or as many as fit 1 GiB")
  func defaultLimits() {
    expectEqual(Solver.defaultStateLimit(squares: 64, movingZombies: 62), 10_000_000)
    expectEqual(Solver.defaultStateLimit(squares: 65, movingZombies: 0), 10_000_000)
    expectEqual(Solver.bytesPerState(squares: 1_048_576, movingZombies: 1000), 12_080)
    expectEqual(
      Solver.defaultStateLimit(squares: 1_048_576, movingZombies: 1000), (1 << 30) / 12_080)
    expect(Solver().stateLimit == nil && Solver().rules == .standard)
  }
}
