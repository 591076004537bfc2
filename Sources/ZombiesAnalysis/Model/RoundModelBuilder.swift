import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Finds the states of a ``RoundModel``, one level after another.
///
/// In the dark, no zombie moves, so a level and the player's square are a state, and no other level
/// has it. In the light, the player sees everything, so what is seen is the state.
struct RoundModelBuilder {
  private typealias Observation = RoundModel.Observation

  private(set) var model: RoundModel
  private let stateLimit: Int

  /// The states in the light.
  private var litStates: [RoundModel.Observation: Int32] = [:]

  /// The observations in the dark, if the player sees only a part.
  private var darkObservations: [RoundModel.Observation: Int32] = [:]

  /// The states of the current level in the dark by the player's square; 0 where there is none.
  private var darkStates: [Int32] = []

  /// The things of the current level.
  private var things: [RoundModel.SeenThing] = []

  /// Creates a builder that adds to a model.
  init(_ model: RoundModel, stateLimit: Int) { (self.model, self.stateLimit) = (model, stateLimit) }

  /// Adds the levels of a family.
  mutating func add(
    _ family: Family, _ selection: LevelSelection, _ tell: (Int) -> Void
  ) throws(RoundModelError) {
    guard let count = family.placementCount, count <= UInt64(stateLimit) else {
      throw .tooManyPlacements(family, count: family.placementCount, limit: stateLimit)
    }
    guard count > 0 else { throw .noPlacement(family) }
    let solver = Solver(rules: model.rules)
    for (number, level) in Placements(family).enumerated() {
      if selection == .solvable {
        switch solver.decide(level).verdict {
        case .solvable: break
        case .unsolvable: continue
        case .gaveUp: throw .gaveUp(level)
        }
      }
      try add(level, placement: UInt64(number), tell)
    }
    if model.draws.isEmpty { throw .noneSolvable(family, placements: count) }
  }

  /// Adds a level.
  mutating func add(
    _ level: Level, placement: UInt64, _ tell: (Int) -> Void
  ) throws(RoundModelError) {
    darkStates = [Int32](repeating: 0, count: level.size.squareCount)
    things = Thing.several.flatMap { thing in
      level.squares(of: thing).map { .init(thing, at: level.size.index(of: $0)) }
    }
    if let small = SmallLevel(level) {
      try explore(SmallRound(small, rules: model.rules), placement, tell)
    } else {
      try explore(Round(level, rules: model.rules), placement, tell)
    }
  }

  /// Finds all new states of a round, breadth first, with moves in the order U < D < L < R.
  private mutating func explore<Playable: PlayableRound>(
    _ round: Playable, _ placement: UInt64, _ tell: (Int) -> Void
  ) throws(RoundModelError) {
    /// The rounds of the states whose moves are not known yet, in the order of the states.
    var (layer, next): ([Playable], [Playable]) = ([], [])
    let start = try number(of: round, new: &layer)
    model.draws.append(
      RoundModel.Draw(placement: placement, state: Int(start), outcome: round.outcome))
    while !layer.isEmpty {
      for round in layer {
        let state = Int32(truncatingIfNeeded: RoundModel.first + model.successors.count / 4)
        for direction in Direction.allCases {
          var after = round
          if after.attempt(direction) {
            model.successors.append(try number(of: after, new: &next))
            model.moveCount += 1
          } else if model.view == .none {
            model.successors.append(state)
            model.moveCount += 1
          } else {
            model.successors.append(-1)
          }
        }
        if model.successors.count & 0xFFFF == 0 { tell(model.observationNumbers.count) }
      }
      layer = next
      next.removeAll(keepingCapacity: true)
    }
    assert(model.successors.count == 4 * model.observationNumbers.count, "the moves of all states")
  }

  /// The number of a round's state. If it is new, the round is added to a list.
  private mutating func number<Playable: PlayableRound>(
    of round: Playable, new: inout [Playable]
  ) throws(RoundModelError) -> Int32 {
    switch round.outcome {
    case .won: return Int32(RoundModel.won)
    case .caught, .stuck, .outOfMoves: return Int32(RoundModel.lost)
    case nil: break
    }
    let next = Int32(truncatingIfNeeded: RoundModel.first + model.observationNumbers.count)
    let sight = round.sight
    let player = sight.size.index(of: sight.player)
    let seen: Observation
    if sight.isLit {
      seen = Observation(sight)
      if let known = litStates[seen] { return known }
    } else {
      if darkStates[player] > 0 { return darkStates[player] }
      seen = Observation(sight)
    }
    guard RoundModel.first + model.observationNumbers.count < stateLimit else {
      throw .tooManyStates(limit: stateLimit)
    }
    if sight.isLit { litStates[seen] = next } else { darkStates[player] = next }
    model.observationNumbers.append(observationNumber(of: seen))
    new.append(round)
    return next
  }

  /// The number of what is seen in a new state.
  private mutating func observationNumber(of seen: RoundModel.Observation) -> Int32 {
    let next = Int32(truncatingIfNeeded: RoundModel.first + model.observations.count)
    switch model.view {
    case .player where seen.isLit: model.observations.append(seen)
    case .player:
      if let known = darkObservations[seen] { return known }
      darkObservations[seen] = next
      model.observations.append(seen)
    case .all:
      model.observations.append(
        Observation(
          player: seen.player, isLit: seen.isLit, heard: nil,
          things: seen.isLit ? seen.things : things))
    case .none:
      if !model.observations.isEmpty { return Int32(RoundModel.first) }
      model.observations.append(Observation(player: nil, isLit: false, heard: nil, things: []))
    }
    return next
  }
}

extension RoundModel.Observation {
  /// What a player sees.
  fileprivate init(_ sight: Sight) {
    let size = sight.size
    let things = Thing.several.flatMap { thing in
      sight.squares(of: thing).map { RoundModel.SeenThing(thing, at: size.index(of: $0)) }
    }
    self.init(
      player: size.index(of: sight.player), isLit: sight.isLit, heard: sight.heard, things: things)
  }
}
