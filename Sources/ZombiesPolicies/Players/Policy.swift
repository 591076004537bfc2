import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A built-in or user-defined policy, identified by its name. A ``Player`` plays each round.
///
/// Policies with the same name are equal.
public struct Policy: Sendable {
  /// The name used in tables, files and errors.
  public let name: String

  /// A description of the policy, in one line.
  public let summary: String

  /// Whether the policy always plays a level in the same way, without chance.
  public let playsInOneWay: Bool

  /// The policy's number in the random stream, which never changes.
  @usableFromInline package let code: UInt64

  /// The information that a policy needs in order to play.
  @usableFromInline
  package enum Kind: Sendable {
    /// Only what a player sees: all built-in policies except two, and all user-defined policies.
    case seeing(PlayerMaker)
    /// The level: `clairvoyant`.
    case clairvoyant
    /// A plan of the level's family: `optimal`.
    case optimal
    /// Unknown, because only the name of the policy is known.
    case unknown
  }

  package let kind: Kind

  /// A loop that plays the rounds of a batch faster than move by move, with the same endings.
  @usableFromInline
  package enum Engine: Sendable {
    case random
    case planner(PlannerStyle)
    /// Takes the length of the solution instead of playing the round.
    case solution
  }

  /// The loop that plays the policy in a batch; nil, as for most policies, to ask a player for each move.
  package let engine: Engine?

  /// Creates a policy from its parts.
  ///
  /// - Parameters:
  ///   - code: The number in the random stream; nil for the number of a user-defined policy with this
  ///     name. Only the first five policies have a different number.
  ///   - engine: The loop that plays the policy in a batch, if there is one.
  @usableFromInline
  init(
    _ name: String, summary: String, playsInOneWay: Bool, code: UInt64? = nil,
    engine: Engine? = nil, kind: Kind
  ) {
    self.name = name
    self.summary = summary
    self.playsInOneWay = playsInOneWay
    self.code = code ?? Self.code(of: name)
    self.engine = engine
    self.kind = kind
  }

  /// Creates a user-defined policy.
  ///
  /// - Parameters:
  ///   - name: A name of up to 64 ASCII letters, digits, hyphens, underscores and full stops,
  ///     beginning with a letter or digit. It must differ from `all` and from the names of all
  ///     built-in policies, ignoring case. The policy's random stream depends on it.
  ///   - summary: A description of the policy, in one line.
  ///   - playsInOneWay: Whether its players' moves depend only on what they see. If so, win rates on
  ///     given levels are reported as exact, and in families with few placements a batch plays each
  ///     placement only once.
  ///   - player: Makes the player for a round.
  /// - Throws: ``PolicyNameError``.
  @inlinable
  public init<P: Player>(
    _ name: String, summary: String = "", playsInOneWay: Bool = false,
    _ player: @escaping @Sendable (RoundStart) -> P
  ) throws(PolicyNameError) {
    try Self.check(new: name)
    self.init(
      name, summary: summary, playsInOneWay: playsInOneWay,
      kind: .seeing(PlayerMaker(player)))
  }

  /// Creates the policy with a name that was read from a file.
  ///
  /// If no built-in policy has the name, only the name is known. Results of such a policy can be read,
  /// merged and shown, but the policy cannot play.
  ///
  /// - Throws: ``PolicyNameError`` if the name is invalid.
  public init(named name: String) throws(PolicyNameError) {
    if let known = Policy(builtIn: name) {
      self = known
    } else {
      try Self.check(new: name)
      self.init(name, summary: "", playsInOneWay: false, kind: .unknown)
    }
  }

  /// A policy's number in the random stream, from the hash of its name (64-bit FNV-1a). So a policy's
  /// stream does not depend on which other policies exist. The numbers are larger than those of the
  /// first five policies, which use the lowest byte. The next byte counts rounds.
  private static func code(of name: String) -> UInt64 { fnv1a(name.utf8) << 16 | 0xFF }

  /// Checks that a new policy can have a name.
  @usableFromInline
  static func check(new name: String) throws(PolicyNameError) {
    guard (1...64).contains(name.utf8.count), name.utf8.first?.isLetterOrDigit ?? false,
      name.utf8.allSatisfy({ $0.isNameCharacter })
    else { throw .badName(name) }
    guard !takes(name) else { throw .taken(name) }
  }

  /// Whether a name means a built-in policy or all of them, or differs from such a name only in case, so that
  /// it would be confused with it.
  package static func takes(_ name: String) -> Bool {
    let bytes = name.utf8.map {
      $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0
    }
    let taken = builtIn.map { $0.name } + ["all"]
    return taken.contains { $0.utf8.elementsEqual(bytes) }
  }
}

extension UInt8 {
  /// Whether this is an ASCII letter or digit.
  package var isLetterOrDigit: Bool {
    decimalDigit != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether a name may contain this: an ASCII letter or digit, hyphen, underscore or full stop.
  package var isNameCharacter: Bool { isLetterOrDigit || "-_.".utf8.contains(self) }
}

extension Policy: Hashable, CustomStringConvertible {
  /// Whether two policies have the same name.
  public static func == (left: Policy, right: Policy) -> Bool { left.name == right.name }

  /// Adds the name to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The policy's name.
  public var description: String { name }
}

/// The reason why a name cannot be that of a policy.
public enum PolicyNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is empty, too long, or contains a forbidden character.
  case badName(String)
  /// The name belongs to a built-in policy, or means all of them.
  case taken(String)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' is not a policy name: expected up to 64 letters, digits, '-', '_' and '.', "
        + "beginning with a letter or digit"
    case .taken(let name): "'\(name)' is the name of a built-in policy"
    }
  }
}

// MARK: The built-in policies

extension Policy {
  /// The built-in policies. Each is declared in the file of its player.
  public static let builtIn: [Policy] = [
    .random,
    .edge,
    .beeline,
    .clairvoyant,
    .optimal,
    .cautious,
  ]

  /// The built-in policy with a name; nil if there is none.
  public init?(builtIn name: String) {
    guard let policy = Self.builtIn.first(where: { $0.name == name }) else { return nil }
    self = policy
  }

  /// The built-in policies that can play any level: all except `optimal`, which needs a plan of the
  /// level's family.
  public static let withoutPlan: [Policy] = builtIn.filter {
    if case .optimal = $0.kind { false } else { true }
  }

  /// Whether the policy's win probability on a level can be computed exactly, if rounds have a
  /// limit on moves. It can for policies that always play in the same way, and for `random`, by
  /// following all of its moves.
  public var hasExactValues: Bool { playsInOneWay || self == .random }
}

// MARK: Playing

/// A round that was played.
public struct PlayedRound: Hashable, Sendable {
  /// The outcome.
  public let outcome: Outcome
  /// The moves made.
  public let moves: [Direction]
}

extension Policy {
  /// Plays one round of a level, with the same result as in a batch.
  ///
  ///     let level = try Level("S4/5/Z1#2/5/4P")
  ///     let played = try Policy.edge.play(level, seed: 7)
  ///     print(played.outcome, played.moves.letters)
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - seed: The seed of the batch.
  ///   - trial: The trial in the batch.
  ///   - rules: The rules in force.
  ///   - moveLimit: The maximum number of moves; nil for four per square.
  /// - Throws: ``PolicyError`` if the policy cannot play the level.
  /// - Complexity: O(moves · squares), except for `clairvoyant` and `optimal`, which solve and plan.
  public func play(
    _ level: Level, seed: UInt64 = 0, trial: UInt64 = 0, rules: Rules = .standard,
    moveLimit: Int? = nil
  ) throws(PolicyError) -> PlayedRound {
    var round = AnyRound(level, rules: rules)
    let start = round.start(of: self, key: RoundKey(seed: seed, trial: trial))
    var player = try player(in: level, start, solver: Solver(rules: rules))
    var path: [Direction]? = []
    try round.play(
      &player, of: self, moveLimit: moveLimit ?? level.size.defaultMoveLimit, path: &path)
    return PlayedRound(outcome: round.outcome ?? .outOfMoves, moves: path ?? [])
  }

  /// Makes a player of the policy for a round of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - start: The information that the player receives before its first move. Its numbers of things
  ///     are replaced with those of the level.
  ///   - solver: Finds the solution that `clairvoyant` plays.
  /// - Throws: ``PolicyError`` if the policy cannot play the level.
  /// - Complexity: O(1), except for `clairvoyant` and `optimal`, which solve and plan.
  public func player(
    in level: Level, _ start: RoundStart, solver: Solver
  ) throws(PolicyError) -> AnyPlayer {
    switch kind {
    case .seeing(let maker):
      var start = start
      start.things = ThingCounts(of: level)
      return maker.player(start)
    case .clairvoyant: return AnyPlayer(try Script(level, solver: solver))
    case .optimal:
      do throws(PlanError) {
        guard let family = Family(of: level) else { throw .notOfAFamily(level) }
        return AnyPlayer(try BlindPlayer(family, rules: start.rules))
      } catch {
        throw .noPlan(error)
      }
    case .unknown: throw .unknown(self)
    }
  }

  /// Plays a round to its end. The policy must need only what a player sees.
  ///
  /// - Throws: ``PolicyError``; ``PolicyError/notPlanned`` for policies that need more.
  package func play(
    _ round: inout AnyRound, _ key: RoundKey, moveLimit: Int, path: inout [Direction]?
  ) throws(PolicyError) {
    switch kind {
    case .seeing(let maker):
      try maker.play(round.start(of: self, key: key), self, &round, moveLimit, &path)
    case .clairvoyant, .optimal: throw .notPlanned
    case .unknown: throw .unknown(self)
    }
  }
}
