import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Certificates are accepted for every level, make the same claim as the naive solver, and contain
/// the states that the naive reference reaches at each distance.
@Suite struct CertificateTests {
  /// The first fault of a level's certificate, or nil.
  private func complaint(_ naive: NaiveLevel, _ rules: NaiveRules) -> String? {
    guard let expected = Expected(naive, rules) else { return "unread \(naive)" }
    let solver = Solver(rules: Rules(rules))
    let (solved, certificate) = solver.certify(expected.level)
    if solved.verdict != (expected.answer.solvable ? .solvable : .unsolvable)
      || solved.solution?.moves.letters != expected.answer.solution
      || solved.solution?.shortestCount != expected.answer.shortestSolutions
    {
      return "\(expected.replay): claims \(solved), expected \(expected.answer)"
    }
    if certificate.solved != solved { return "\(expected.replay): \(certificate.claim), \(solved)" }
    if expected.comparesStates, solved != solver.solve(expected.level) {
      return
        "\(expected.replay): \(solved), but without certificate \(solver.solve(expected.level))"
    }
    let layers = certificate.states.asSets
    let known = naiveLayers(naive, rules, below: expected.answer.par)
    if layers != known { return "\(expected.replay): \(layers), expected \(known)" }
    do throws(Certificate.Flaw) { try certificate.validate() } catch {
      return "\(expected.replay): \(error)"
    }
    return nil
  }

  @Test("Every hand-placed level of 1x2 to 1x4, 2x1, 2x2 and 2x3 with up to two things")
  func thinRooms() {
    var (turn, number, count) = (0, 0, 0)
    var failure: String?
    for (rows, columns) in [(1, 2), (2, 1), (1, 3), (1, 4), (4, 1), (2, 2), (2, 3)] {
      for family in NaiveFamily.all(rows: rows, columns: columns, maxThings: 2) {
        naiveForEachLevel(family) { level in
          number += 1
          guard failure == nil, isLong || number % 9 == 0 else { return }
          turn += 5
          count += 1
          failure = complaint(level, NaiveRules.variant(turn))
        }
      }
    }
    expectNil(failure)
    expect(count > cases(exactly: 330, long: 3000))
  }

  @Test("Random hand-placed levels of up to 5x5 and six things, under all rule variants")
  func randomLevels() {
    let seed: UInt64 = 0xCE27
    var random = NaiveRandom(seed: seed)
    for place in 0..<cases(exactly: 250, long: 20_000) {
      let level = random.level(maxRows: 5, maxColumns: 5, maxThings: 6)
      if let problem = complaint(level, NaiveRules.variant(place)) {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }

  @Test("Caught at the start, stuck at the start, and a start next to the signpost")
  func shortestProofs() throws {
    for (code, layers, verdict) in [
      ("SPZ", [], Verdict.unsolvable), ("S#P", [1], .unsolvable), ("SP", [1], .solvable),
      ("S1/1P", [1, 2], .solvable), ("S4/5/5/3Z1/4P", [1], .unsolvable),
      // The light is part of a state, with a zombie or without one.
      ("SF1P", [1, 1, 2], .solvable), ("S1#FP", [1, 1], .unsolvable),
    ] {
      let certificate = Solver().certify(try Level(code)).certificate
      expectEqual(certificate.states.asSets.map(\.count), layers, "\(code)")
      expectEqual(certificate.solved.verdict, verdict, "\(code)")
      #expect(throws: Never.self, "\(code)") { try certificate.validate() }
    }
  }

  @Test("If the solver gave up, nothing is claimed and nothing is proved")
  func gaveUp() throws {
    let level = try Level("S4/5/2Z2/5/4P+lit")
    let (solved, certificate) = Solver(stateLimit: 3).certify(level)
    expectEqual(solved, Solver(stateLimit: 3).solve(level))
    expect(certificate.claim == .gaveUp && certificate.states.count == 0)
    #expect(throws: Certificate.Flaw.self) { try certificate.validate() }
    // With as many states as needed, the level is decided.
    let states = Solver().solve(level).states
    let enough = Solver(stateLimit: states).certify(level)
    expect(enough.solved == Solver().solve(level) && enough.certificate.states.count == states)
  }

  @Test("A dark room of 100x100 with zombies, blocks and a saturated count")
  func largeDarkRoom() throws {
    let rows = (0..<100).map { row in
      row == 0 ? "S99" : row == 99 ? "99P" : row % 10 == 5 ? "40#20Z38" : "100"
    }
    let level = try Level(rows.joined(separator: "/"))
    let (solved, certificate) = Solver().certify(level)
    expectEqual(solved, Solver().solve(level))
    expectEqual(solved.solution?.shortestCount, .max)
    #expect(throws: Never.self) { try certificate.validate() }
  }

  @Test("A room beyond 64 squares with moving zombies")
  func largeLitRoom() throws {
    let level = try Level("S10/11/3##6/11/5Z5/11/2Z5##1/11/10P+lit")
    let (solved, certificate) = Solver().certify(level)
    expectEqual(solved, Solver().solve(level))
    #expect(throws: Never.self) { try certificate.validate() }
  }
}

extension StateLayers {
  /// The states at each distance.
  var asSets: [Set<State>] {
    (0..<layerCount).map { distance in Set(layer(distance).map { self[$0] }) }
  }
}

/// The states at each distance, below par if there is one, as the naive reference reaches them.
/// They include the start of a player who is stuck there.
func naiveLayers(_ level: NaiveLevel, _ rules: NaiveRules, below par: Int?) -> [Set<
  StateLayers.State
>] {
  func square(_ index: Int) -> Square {
    Square(row: index / level.columns, column: index % level.columns)
  }
  func state(_ round: NaiveRound) -> StateLayers.State {
    StateLayers.State(
      player: square(round.player), zombies: round.zombies.map(square), isLit: round.lit)
  }
  var space = NaiveStateSpace(level, rules)
  if space.outcomeAtStart == .caught { return [] }
  if space.outcomeAtStart == .stuck { return [[state(NaiveRound(level, rules))]] }
  var layers: [Set<StateLayers.State>] = []
  var layer = 0..<1
  while !layer.isEmpty, par.map({ layers.count < $0 }) ?? true {
    layers.append(Set(layer.map { state(space.rounds[$0]) }))
    for number in layer {
      for direction in 0..<4 { _ = space.successor(of: number, by: direction) }
    }
    layer = layer.upperBound..<space.rounds.count
  }
  return layers
}
