import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The explicit model of a round against rounds that the naive rules play: only here are its
/// states, moves and observations compared, each with that of a round.
@Suite struct RoundModelTests {
  /// The full state of a round: two states of a model must never be equal.
  private struct Key: Hashable {
    let player: Int
    let lit: Bool
    let zombies, blocks, flashlights: [Int]

    init(_ round: NaiveRound) {
      (player, lit, zombies) = (round.player, round.lit, round.zombies)
      (blocks, flashlights) = (round.level.blocks, round.level.flashlights)
    }
  }

  /// What the player sees of a round.
  private struct Seen: Hashable {
    var player: Int?
    var lit = false
    var heard: Int?
    var things: [String] = []

    init(_ round: NaiveRound, _ view: RoundModel.View) {
      if view == .none { return }
      (player, lit) = (round.player, round.lit)
      heard = view == .player ? round.heard : nil
      func seen(_ letter: String, _ squares: [Int]) -> [String] {
        squares.filter {
          view == .all || lit || round.room.distance($0, round.player) <= 1
        }.map { letter + String($0) }
      }
      things =
        seen("Z", round.zombies) + seen("#", round.level.blocks)
        + seen("F", round.level.flashlights)
    }

    init(_ seen: RoundModel.Observation) {
      player = seen.player
      lit = seen.isLit
      heard = seen.heard
      things = seen.things.map {
        String(decoding: [$0.thing.letter], as: UTF8.self) + String($0.square)
      }
    }
  }

  /// Plays every move of every state, and compares; returns the first difference.
  private static func complaint(
    _ model: RoundModel, _ levels: [NaiveLevel], _ rules: NaiveRules
  ) -> String? {
    var rounds = [NaiveRound?](repeating: nil, count: model.stateCount)
    var queue: [Int] = []
    /// Whether a round may be in a state.
    func meets(_ round: NaiveRound, _ state: Int) -> Bool {
      switch round.outcome {
      case .won: return state == RoundModel.won
      case .caught, .stuck, .outOfMoves: return state == RoundModel.lost
      case nil: break
      }
      guard state >= RoundModel.first else { return false }
      if let known = rounds[state] { return Key(known) == Key(round) }
      rounds[state] = round
      queue.append(state)
      return true
    }
    guard model.draws.count == levels.count else { return "\(model.draws.count) draws" }
    for (draw, level) in zip(model.draws, levels) {
      let round = NaiveRound(level, rules)
      guard meets(round, draw.state), draw.outcome?.name == round.outcome?.rawValue,
        model.level(of: draw)?.code == level.code
      else { return "draw \(draw.placement)" }
    }
    var (moves, place) = (0, 0)
    while place < queue.count {
      let state = queue[place]
      place += 1
      guard let round = rounds[state] else { return "state \(state)" }
      for move in Direction.allCases {
        let next = model.result(of: move, in: state)
        moves += next == nil ? 0 : 1
        var after = round
        if round.isLegal(Int(move.rawValue)) {
          after.move(Int(move.rawValue))
          guard let next, meets(after, next) else { return "\(move) in state \(state)" }
        } else if next != (model.view == .none ? state : nil) {
          return "illegal \(move) in state \(state)"
        }
      }
      guard let seen = model.observation(in: state), Seen(seen) == Seen(round, model.view) else {
        return "sight in state \(state)"
      }
    }
    // Every state was reached, no two are equal, and sights have numbers of their own.
    let known = rounds.dropFirst(RoundModel.first).compactMap { $0 }
    guard known.count == model.stateCount - RoundModel.first,
      Set(known.map(Key.init)).count == known.count
    else { return "\(model.stateCount) states" }
    guard model.choiceCount == moves + 3 else { return "\(model.choiceCount) choices" }
    var sights: [Int: Seen] = [:]
    for state in RoundModel.first..<model.stateCount {
      guard let seen = model.observation(in: state) else { return "no sight in \(state)" }
      sights[model.observationNumber(in: state)] = Seen(seen)
    }
    let isEachItsOwn = model.view != .all
    guard sights.count == model.observationCount - 3,
      !isEachItsOwn || Set(sights.values).count == sights.count
    else { return "\(model.observationCount) observations" }
    return nil
  }

  /// Families of every kind, with and without light and hearing, under every view.
  @Test(arguments: RoundModel.View.allCases)
  func families(view: RoundModel.View) throws {
    let names =
      [
        "1x2", "1x7z1", "6x1f1", "2x4b1", "3x3z1", "3x4z1f1", "3x3z1b1+lit", "4x4z1", "2x5z1f2",
        "5x2z2+lit", "3x3z1b1f1",
      ] + (isLong ? ["4x3z1b1f1", "4x4z2", "3x4z2b1f1"] : [])
    let variants = [
      NaiveRules(), NaiveRules(hearingDistance: 2),
      NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2, hearingDistance: 3),
    ]
    let failure = try firstFailure(of: names) { name in
      try firstFailure(of: variants) { rules in
        let family = try require(NaiveFamily(name: name))
        var levels: [NaiveLevel] = []
        family.forEachPlacement { levels.append($0) }
        let model = try RoundModel(.family(Family(family), .any), rules: Rules(rules), view: view)
        let problem = Self.complaint(model, levels, rules)
        let solvable = levels.filter { naiveSolve($0, rules).solvable }
        if solvable.isEmpty { return problem.map { "\(name) \(rules): \($0)" } }
        let other = try RoundModel(
          .family(Family(family), .solvable), rules: Rules(rules), view: view)
        let problems = [problem, Self.complaint(other, solvable, rules)].compactMap { $0 }
        return problems.first.map { "\(name) \(rules): \($0)" }
      }
    }
    expectNil(failure)
  }

  /// Levels of every shape up to 8×8, single rows and columns included, and of larger rooms.
  @Test func levelsOfEveryShape() throws {
    var random = NaiveRandom(seed: 5)
    let larger = [
      NaiveShape(rows: 9, columns: 9), NaiveShape(rows: 1, columns: 80),
      NaiveShape(rows: 13, columns: 6), NaiveShape(rows: 70, columns: 1),
    ]
    let shapes = isLong ? NaiveShape.all + larger : NaiveShape.part(3) + larger
    let failure = try firstFailure(of: shapes) { shape in
      let (level, rules) = (random.level(of: shape), random.rules())
      let view = RoundModel.View.allCases[random.below(3)]
      do {
        let model = try RoundModel(
          .level(Level(level)), rules: Rules(rules), view: view, stateLimit: 5000)
        return Self.complaint(model, [level], rules).map { "\(level) \(rules) \(view): \($0)" }
      } catch RoundModelError.tooManyStates {
        return nil
      }
    }
    expectNil(failure)
  }

  @Test func limits() throws {
    func error(_ name: String, _ selection: LevelSelection, _ limit: Int) throws -> String? {
      let family = try Family(name)
      do {
        let model = try RoundModel(.family(family, selection), stateLimit: limit)
        expect(model.stateCount <= limit)
        return nil
      } catch { return "\(error)" }
    }
    // The model has 14 states, and exactly as many are allowed.
    try expectNil(error("3x3z1", .any, 14))
    try expectEqual(error("3x3z1", .any, 13), "the model has more than 13 states")
    try expectEqual(
      error("classic", .any, 170), "classic has 171 placements, more than the limit of 170 states")
    try expectEqual(error("classic", .any, 171), "the model has more than 171 states")
    try expectEqual(error("20x20z40", .any, 1 << 29)?.contains("2⁶⁴ or more"), true)
    try expectEqual(error("3x3z4", .any, 99)?.contains("do not fit"), true)
    try expectEqual(
      error("1x9z1", .solvable, 99), "1x9z1 has no solvable level: 5 placements were tested")
  }
}
