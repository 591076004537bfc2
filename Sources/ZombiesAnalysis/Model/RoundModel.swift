import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// The rounds of a family, or of a level, as an explicit model for exact solvers: a partially
/// observable Markov decision process (POMDP).
///
///     let model = try RoundModel(.family(.classic, .any))
///     print(model.stateCount)                          // 2170
///     let next = model.result(of: .up, in: 3)          // the state after a move up from state 3
///
/// Which placement was drawn is hidden. State ``begin`` is before the draw, and all ``draws`` are
/// equally likely. After that, moves have no chances: each leads to one state. A state after the
/// draw is the player's square, the things' squares and the light (<doc:/ZombiesCore/TheRules>,
/// section 2), and equal states are one state. The model does not limit moves. The largest
/// probability of ever reaching ``won`` is therefore that of the best play for a player who sees as
/// much as ``view`` says.
public struct RoundModel: Sendable {
  /// The levels that a round may have.
  public enum Levels: Hashable, Sendable {
    /// All placements of a family, or the solvable ones.
    case family(Family, LevelSelection)
    /// A single level.
    case level(Level)
  }

  /// What the player sees of a round.
  public enum View: String, CaseIterable, Sendable {
    /// What the rules let a player see and hear (``/ZombiesCore/Sight``), without the number of
    /// moves.
    case player
    /// Everything.
    case all
    /// Nothing, not even which moves are legal. An illegal move leaves the round as it is.
    case none
  }

  /// What the player sees in a state. Squares are indices in reading order.
  public struct Observation: Hashable, Sendable {
    private let square: Int32

    /// Whether the room is lit; false if nothing is seen.
    public let isLit: Bool

    private let count: Int32

    /// The things seen: zombies, then blocks, then flashlights, each in reading order.
    public let things: [SeenThing]

    init(player: Int?, isLit: Bool, heard: Int?, things: [SeenThing]) {
      square = Int32(truncatingIfNeeded: player ?? -1)
      count = Int32(truncatingIfNeeded: heard ?? -1)
      (self.isLit, self.things) = (isLit, things)
    }

    /// The player's square; nil if nothing is seen.
    public var player: Int? { square < 0 ? nil : Int(square) }

    /// The number of zombies heard; nil if there is nothing to hear.
    public var heard: Int? { count < 0 ? nil : Int(count) }
  }

  /// A thing that the player sees.
  public struct SeenThing: Hashable, Sendable {
    private let word: UInt32

    init(_ thing: Thing, at square: Int) {
      word = UInt32(truncatingIfNeeded: square) << 4 | UInt32(thing.rawValue)
    }

    /// The thing: a zombie, a block or a flashlight.
    public var thing: Thing { Thing(rawValue: UInt8(word & 15)) ?? .zombie }

    /// Its square.
    public var square: Int { Int(word >> 4) }
  }

  /// A level that may be drawn.
  public struct Draw: Hashable, Sendable {
    /// The number of the placement; 0 for a single level.
    public let placement: UInt64
    /// The state in which its round begins.
    public let state: Int
    /// The outcome of a round that is over before the first move; nil for any other.
    public let outcome: Outcome?
  }

  /// The state before the draw.
  public static let begin = 0

  /// The state of rounds that are won.
  public static let won = 1

  /// The state of rounds in which the player is caught or stuck.
  public static let lost = 2

  /// The first state of a round that is not over.
  public static let first = 3

  /// The default limit on states.
  public static let defaultStateLimit = 1_000_000

  /// The levels that a round may have.
  public let levels: Levels

  /// The rules in force.
  public let rules: Rules

  /// What the player sees.
  public let view: View

  /// The levels that may be drawn, all equally likely, in the order of their placements.
  public internal(set) var draws: [Draw] = []

  /// The result of each move from each state from ``first`` on, four per state; −1 for no such
  /// move.
  var successors: [Int32] = []

  /// What is seen in each state from ``first`` on: an index in ``observations`` plus ``first``.
  var observationNumbers: [Int32] = []

  /// The observations of rounds that are not over.
  var observations: [Observation] = []

  /// The number of moves in all states from ``first`` on.
  var moveCount = 0

  /// Makes the model, on the calling thread only.
  ///
  /// - Parameters:
  ///   - levels: The levels that a round may have.
  ///   - rules: The rules in force.
  ///   - view: What the player sees.
  ///   - stateLimit: The maximum number of states, and of placements, up to 2²⁹.
  ///   - onProgress: Receives the number of states found so far, at intervals.
  /// - Throws: ``RoundModelError``.
  /// - Complexity: O(states · zombies), plus one search per placement for solvable levels.
  public init(
    _ levels: Levels, rules: Rules = .standard, view: View = .player,
    stateLimit: Int = defaultStateLimit, onProgress: (Int) -> Void = { _ in }
  ) throws(RoundModelError) {
    let model = RoundModel(levels: levels, rules: rules, view: view)
    var builder = RoundModelBuilder(model, stateLimit: min(stateLimit, 1 << 29))
    switch levels {
    case .family(let family, let selection):
      try builder.add(family, selection, onProgress)
    case .level(let level):
      try builder.add(level, placement: 0, onProgress)
    }
    self = builder.model
  }

  /// Creates a model without draws and states.
  private init(levels: Levels, rules: Rules, view: View) {
    (self.levels, self.rules, self.view) = (levels, rules, view)
  }

  /// The number of states: ``begin``, ``won``, ``lost`` and those of rounds that are not over.
  public var stateCount: Int { Self.first + observationNumbers.count }

  /// The number of choices in all states: the draw, the moves, and one in each of ``won`` and
  /// ``lost``, which nothing leaves.
  public var choiceCount: Int { Self.first + moveCount }

  /// The number of observations. ``begin``, ``won`` and ``lost`` have one each, with the same
  /// number as the state.
  public var observationCount: Int { Self.first + observations.count }

  /// The number of the observation in a state.
  public func observationNumber(in state: Int) -> Int {
    state < Self.first ? state : Int(observationNumbers[state - Self.first])
  }

  /// What the player sees in a state; nil in ``begin``, ``won`` and ``lost``.
  public func observation(in state: Int) -> Observation? {
    state < Self.first ? nil : observations[observationNumber(in: state) - Self.first]
  }

  /// The state after a move; nil if the player cannot make it in this state.
  ///
  /// - Parameters:
  ///   - direction: The move.
  ///   - state: A state from ``first`` to ``stateCount`` − 1.
  public func result(of direction: Direction, in state: Int) -> Int? {
    let next = successors[4 * (state - Self.first) + Int(direction.rawValue)]
    return next < 0 ? nil : Int(next)
  }

  /// The states in which a round may begin, in order, with the number of draws that lead there.
  public var starts: [(state: Int, draws: Int)] {
    draws.map(\.state).sorted().reduce(into: []) { starts, state in
      if starts.last?.state == state {
        starts[starts.count - 1].draws += 1
      } else {
        starts.append((state, 1))
      }
    }
  }

  /// The sides of the rooms.
  public var size: RoomSize {
    switch levels {
    case .family(let family, _): family.size
    case .level(let level): level.size
    }
  }

  /// The level of a draw.
  ///
  /// - Complexity: O(squares).
  public func level(of draw: Draw) -> Level? {
    switch levels {
    case .family(let family, _): PlacementReference(family, number: draw.placement)?.level
    case .level(let level): level
    }
  }
}

/// The reason why a model cannot be made.
public enum RoundModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are more placements than the limit on states; nil for 2⁶⁴ or more.
  case tooManyPlacements(Family, count: UInt64?, limit: Int)
  /// There are more states than the limit.
  case tooManyStates(limit: Int)
  /// The family has more things than squares allowed by the placement rule.
  case noPlacement(Family)
  /// No placement is solvable.
  case noneSolvable(Family, placements: UInt64)
  /// The solver gave up on a level.
  case gaveUp(Level)

  /// The reason, as an error message.
  public var description: String {
    switch self {
    case .tooManyPlacements(let family, let count, let limit):
      "\(family) has \(count.map { "\($0)" } ?? "2⁶⁴ or more") placements, more than the limit of "
        + "\(limit) states"
    case .tooManyStates(let limit): "the model has more than \(limit) states"
    case .noPlacement(let family):
      "\(family) has no levels: its things do not fit on the squares that the placement rule allows"
    case .noneSolvable(let family, let placements):
      "\(family) has no solvable level: \(counted(Int(clamping: placements), "placement")) "
        + "\(placements == 1 ? "was" : "were") tested"
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    }
  }
}
