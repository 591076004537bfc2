import ZombiesCore
import ZombiesSolver

/// The squares that a player can reach in a level, and what shuts each way out of them, which explains
/// why a level is unsolvable (<doc:HowFarAPlayerCanGet>).
///
///     let reach = try Reach(Level("S3/4/2Z1/3P"))
///     print(reach.squares)      // the squares where a player can be without being caught
///     print(reach.shutWays)     // the ways out of them, each with what shuts it
///
/// A square is *reached* if some sequence of legal moves leads to it and the player survives there. The
/// signpost is reached if some sequence wins. A way out is *shut* if it leads from a reached square to
/// a neighbouring square that is not reached. So every way out of the reached squares is shut, and a
/// level in which every square is reached has no ways out.
public struct Reach: Hashable, Sendable {
  /// The cause that shuts a way out. Zombies are identified by the squares on which they start.
  public enum Shutter: Hashable, Sendable {
    /// A block.
    case block
    /// Zombies that each catch the player every time the move is made, whatever the earlier moves.
    case each([Square])
    /// Zombies of which at least one catches the player every time the move is made, but not always the
    /// same one.
    case oneOf([Square])
  }

  /// A move to a square that is not reached.
  public struct ShutWay: Hashable, Sendable {
    /// The reached square that it starts from.
    public let from: Square
    /// The direction.
    public let direction: Direction
    /// The square that it would lead to.
    public let to: Square
    /// The cause that shuts it.
    public let shutter: Shutter
  }

  /// The outcome of the round before the first move; nil if it continues.
  public let outcomeAtStart: Outcome?

  /// The zombies that catch the player before the first move. If there are any, no square is reached.
  public let zombiesAtStart: [Square]

  /// The reached squares, in reading order.
  public let squares: [Square]

  /// The ways out of the reached squares, in reading order of the squares that they start from.
  public let shutWays: [ShutWay]

  /// The reached square nearest to the signpost, the first in reading order if there are several; nil if
  /// no square is reached.
  public let nearest: Square?

  /// The zombie that alone shuts every way out that would lead to the signpost: it catches the player
  /// on each of them, and a search proved that the level is unsolvable with no other zombie in the
  /// room. Nil if there is no such zombie.
  public let loneZombie: Square?

  /// Explores a level.
  ///
  /// Zombies keep their identities, so there may be more states than in a ``StateGraph``.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states, up to 2³⁰.
  /// - Throws: ``ExplorationError/tooManyStates(limit:)``.
  /// - Complexity: O(states · zombies), or O(squares) if no zombie ever moves.
  public init(
    _ level: Level, rules: Rules = .standard, stateLimit: Int = StateGraph.defaultStateLimit
  ) throws(ExplorationError) {
    let size = level.size
    outcomeAtStart = Round(level, rules: rules).outcome
    let blocks = SquareSet(size, level.blocks)
    var reached = SquareSet(size)
    var blames: [Int: Blame] = [:]
    if outcomeAtStart == nil {
      var states = PackedStates(level.withoutUselessLight, rules: rules, tellingZombiesApart: true)
      let isWhole = states.explore(limit: min(stateLimit, 1 << 30)) {
        state, direction, result, states in
        let player = states.player(state)
        reached.insert(player)
        if case .won = result { reached.insert(level.signpost) }
        guard case .caught = result else { return }
        let target = player.stepped(direction)
        let caught = level.zombies.indices.filter {
          rules.catches(target, zombie: states.zombie($0), in: size)
        }
        assert(!caught.isEmpty, "a zombie that catches")
        let way = Blame.way(size.index(of: player), direction)
        if blames[way]?.note(caught) == nil { blames[way] = Blame(each: caught, any: caught) }
      }
      guard isWhole else { throw .tooManyStates(limit: stateLimit) }
    } else if outcomeAtStart == .stuck {
      reached.insert(level.start)
    }
    zombiesAtStart =
      outcomeAtStart == .caught
      // Same: two squares catch each other.
      ? level.zombies.filter { rules.catches(level.start, zombie: $0, in: size) } : []
    var ways: [ShutWay] = []
    for square in reached where square != level.signpost {
      for direction in Direction.allCases {
        guard let target = size.exit(from: square, direction), !reached.contains(target) else {
          continue
        }
        let shutter: Shutter
        if blocks.contains(target) {
          shutter = .block
        } else if let blame = blames[Blame.way(size.index(of: square), direction)] {
          shutter =
            blame.each.isEmpty
            ? .oneOf(blame.any.sorted().map { level.zombies[$0] })
            : .each(blame.each.sorted().map { level.zombies[$0] })
        } else {
          assertionFailure("a move to a square that is not reached is fatal")
          continue
        }
        ways.append(ShutWay(from: square, direction: direction, to: target, shutter: shutter))
      }
    }
    shutWays = ways
    squares = reached.squares
    nearest = squares.min {
      ($0.distance(to: level.signpost), $0) < ($1.distance(to: level.signpost), $1)
    }
    loneZombie = Self.loneZombie(
      on: Self.waysOn(ways, from: reached, in: level), in: level, rules, stateLimit)
  }

  /// The ways out shut by zombies that would lead to the signpost: beyond them, a path around the
  /// blocks reaches it without returning to the reached squares.
  package func waysOn(in level: Level) -> [ShutWay] {
    Self.waysOn(shutWays, from: SquareSet(level.size, squares), in: level)
  }

  private static func waysOn(
    _ ways: [ShutWay], from reached: SquareSet, in level: Level
  ) -> [ShutWay] {
    guard !reached.contains(level.signpost) else { return [] }
    let size = level.size
    var shut = SquareSet(size, level.blocks)
    for square in reached { shut.insert(square) }
    var beyond = SquareSet(size)
    beyond.insert(level.signpost)
    var found = [level.signpost]
    while let square = found.popLast() {
      for direction in Direction.allCases {
        guard let next = size.exit(from: square, direction), !shut.contains(next),
          !beyond.contains(next)
        else { continue }
        beyond.insert(next)
        found.append(next)
      }
    }
    return ways.filter { $0.shutter != .block && beyond.contains($0.to) }
  }

  /// The zombie that alone shuts all of the given ways; nil if it needs the others, which may keep the
  /// player away from squares where it could be passed.
  private static func loneZombie(
    on ways: [ShutWay], in level: Level, _ rules: Rules, _ stateLimit: Int
  ) -> Square? {
    guard let first = ways.first, ways.allSatisfy({ $0.shutter == first.shutter }),
      case .each(let zombies) = first.shutter, zombies.count == 1
    else { return nil }
    let zombie = zombies[0]
    if level.zombies.count == 1 { return zombie }
    let alone = level.removing { $1 == .zombie && $0 != zombie }
    let decision = Solver(rules: rules, stateLimit: stateLimit).decide(alone)
    return decision.verdict == .unsolvable ? zombie : nil
  }
}

/// The zombies that catch the player after a move, by their indices in the level.
private struct Blame {
  /// The zombies that catch the player every time.
  var each: [Int]
  /// The zombies that catch the player at least once.
  var any: [Int]

  /// The index of the way out of a square in a direction.
  static func way(_ square: Int, _ direction: Direction) -> Int {
    4 * square + Int(direction.rawValue)
  }

  /// Records the zombies that catch the player when the move is made once more.
  mutating func note(_ zombies: [Int]) {
    each = each.filter { zombies.contains($0) }
    any += zombies.filter { !any.contains($0) }
  }
}
