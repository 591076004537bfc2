import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A way to play, by its name: a built-in one, or one of your own. A ``Player`` is one at work.
///
/// Policies are the same if their names are.
public struct Policy: Sendable {
  /// The name: in tables, files and errors.
  public let name: String

  /// What the policy does, in a line.
  public let summary: String

  /// Whether a level is always played in the same way, nothing being left to chance.
  public let playsInOneWay: Bool

  /// The policy's number in the random stream, which never changes.
  @usableFromInline package let code: UInt64

  /// How it plays.
  @usableFromInline
  package enum Kind: Sendable {
    case random, edge, beeline, clairvoyant, optimal
    /// A policy of a user's.
    case custom(Maker)
    /// A policy of which only the name is known.
    case unknown
  }

  package let kind: Kind

  /// How rounds are played by players of a type: whole rounds, so that what is called through a closure is
  /// called once a round, and the loop over its moves knows the type.
  @usableFromInline
  package struct Maker: Sendable {
    @usableFromInline
    let small:
      @Sendable (RoundStart, Policy, inout SmallRound, Int, inout [Direction]?) throws(PolicyError)
        -> Void
    @usableFromInline
    let wide:
      @Sendable (RoundStart, Policy, inout Round, Int, inout [Direction]?) throws(PolicyError)
        -> Void
    @usableFromInline let player: @Sendable (RoundStart) -> AnyPlayer

    @usableFromInline
    init(
      small:
        @escaping @Sendable (
          RoundStart, Policy, inout SmallRound, Int, inout [Direction]?
        ) throws(PolicyError) -> Void,
      wide:
        @escaping @Sendable (
          RoundStart, Policy, inout Round, Int, inout [Direction]?
        ) throws(PolicyError) -> Void,
      player: @escaping @Sendable (RoundStart) -> AnyPlayer
    ) {
      self.small = small
      self.wide = wide
      self.player = player
    }
  }

  @usableFromInline
  init(
    _ name: String, summary: String, playsInOneWay: Bool, code: UInt64, kind: Kind
  ) {
    self.name = name
    self.summary = summary
    self.playsInOneWay = playsInOneWay
    self.code = code
    self.kind = kind
  }

  /// A policy of your own.
  ///
  /// - Parameters:
  ///   - name: A name that no built-in policy has, capitals or not: up to 64 letters and digits of ASCII, hyphens,
  ///     underscores and full stops, a letter or digit first. The policy's random stream depends on it.
  ///   - summary: What the policy does, in a line.
  ///   - playsInOneWay: Whether its players leave nothing to chance. Then win rates on given levels are
  ///     reported as exact.
  ///   - player: Makes the player of a round.
  /// - Throws: ``PolicyNameError``.
  @inlinable
  public init<P: Player>(
    _ name: String, summary: String = "", playsInOneWay: Bool = false,
    _ player: @escaping @Sendable (RoundStart) -> P
  ) throws(PolicyNameError) {
    let code = try Self.code(ofNew: name)
    let maker = Maker(
      small: { (start, policy, round, moveLimit, path) throws(PolicyError) in
        var player = player(start)
        try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
      },
      wide: { (start, policy, round, moveLimit, path) throws(PolicyError) in
        var player = player(start)
        try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
      },
      player: { AnyPlayer(player($0)) })
    self.init(
      name, summary: summary, playsInOneWay: playsInOneWay, code: code, kind: .custom(maker))
  }

  /// The policy with a name, as a file has it: a built-in one, or one of which only the name is known.
  /// Results of the latter can be read, added and shown, and it cannot play.
  ///
  /// - Throws: ``PolicyNameError`` where the name is none.
  public init(named name: String) throws(PolicyNameError) {
    if let known = Self.builtIn.first(where: { $0.name == name }) {
      self = known
    } else {
      let code = try Self.code(ofNew: name)
      self.init(name, summary: "", playsInOneWay: false, code: code, kind: .unknown)
    }
  }

  /// The number of a new policy in the random stream: beyond those of the built-in ones, from the hash of
  /// its name (64-bit FNV-1a), so that no policy's stream depends on which others there are.
  @usableFromInline
  static func code(ofNew name: String) throws(PolicyNameError) -> UInt64 {
    var (hash, count) = (UInt64(0xCBF2_9CE4_8422_2325), 0)
    for byte in name.utf8 {
      let isLetterOrDigit =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: false
        }
      let isMark =
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      guard isLetterOrDigit || isMark && count > 0, count < 64 else { throw .badName(name) }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      count += 1
    }
    guard count > 0 else { throw .badName(name) }
    // A name that differs from a built-in one in its capitals alone would be taken for it.
    let bytes = name.utf8.map {
      $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0
    }
    let taken = builtIn.map { $0.name } + ["all"]
    guard !taken.contains(where: { $0.utf8.elementsEqual(bytes) }) else { throw .taken(name) }
    // The lowest byte is that of the built-in ones, and the next one counts rounds.
    return hash << 16 | 0xFF
  }
}

extension Policy: Hashable, CustomStringConvertible {
  /// Whether two policies have the same name.
  public static func == (left: Policy, right: Policy) -> Bool { left.name == right.name }

  /// Adds the name to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The policy's name.
  public var description: String { name }
}

/// Why a policy cannot have a name.
public enum PolicyNameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name has a character that it may not have, or too many of them or none.
  case badName(String)
  /// A built-in policy, or all of them, are called so.
  case taken(String)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .badName(let name):
      "'\(name)' is no name of a policy: expected up to 64 letters, digits, '-', '_' and '.', a "
        + "letter or digit first"
    case .taken(let name): "'\(name)' is the name of a built-in policy"
    }
  }
}

// MARK: The built-in policies

extension Policy {
  /// A legal move, each equally likely.
  public static let random = Policy(
    "random", summary: "a legal move, each equally likely", playsInOneWay: false, code: 0,
    kind: .random)

  /// A shortest way through squares not known to be shut; of those the one that comes first with
  /// U < L < D < R. In an open room: up the right-hand edge, then left along the top.
  public static let edge = Policy(
    "edge", summary: "a shortest way round what is known, the first with U < L < D < R",
    playsInOneWay: true, code: 1, kind: .edge)

  /// The same, but of the moves that begin a shortest way the one along the longer remaining axis.
  public static let beeline = Policy(
    "beeline", summary: "a shortest way round what is known, along the longer remaining axis",
    playsInOneWay: true, code: 2, kind: .beeline)

  /// *The* solution where there is one: the upper bound for every policy. It alone sees the level.
  public static let clairvoyant = Policy(
    "clairvoyant", summary: "the solution, if there is one: the upper bound for every policy",
    playsInOneWay: true, code: 3, kind: .clairvoyant)

  /// The best that a player can do who does not see the level, exactly, from a plan of the family
  /// (``BlindPlan``): the upper bound for all policies but `clairvoyant`.
  public static let optimal = Policy(
    "optimal",
    summary: "the best play without seeing the level: the upper bound for all but clairvoyant",
    playsInOneWay: true, code: 4, kind: .optimal)

  /// The built-in policies.
  public static let builtIn: [Policy] = [.random, .edge, .beeline, .clairvoyant, .optimal]

  /// The built-in policy with a name; nil where there is none.
  public init?(builtIn name: String) {
    guard let policy = Self.builtIn.first(where: { $0.name == name }) else { return nil }
    self = policy
  }

  /// The built-in policies that play in any level; `optimal` needs a plan of the level's family.
  public static let withoutPlan: [Policy] = [.random, .edge, .beeline, .clairvoyant]
}

// MARK: Playing

extension Policy {
  /// A player of the policy, for a round of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - start: What the player is given before its first move.
  ///   - solver: Finds the solution that `clairvoyant` plays.
  /// - Throws: ``PolicyError`` where the policy cannot play the level.
  /// - Complexity: O(1), but for `clairvoyant` and `optimal`, which solve and plan.
  public func player(
    in level: Level, _ start: RoundStart, solver: Solver
  ) throws(PolicyError) -> AnyPlayer {
    switch kind {
    case .random: return AnyPlayer(RandomMoves(start.key))
    case .edge: return AnyPlayer(Planner(.edge))
    case .beeline: return AnyPlayer(Planner(.beeline))
    case .clairvoyant: return AnyPlayer(try Script(level, solver: solver))
    case .optimal:
      do throws(PlanError) {
        return AnyPlayer(try BlindPlayer(BlindPlan.family(of: level), rules: start.rules))
      } catch {
        throw .noPlan(error)
      }
    case .custom(let maker): return maker.player(start)
    case .unknown: throw .unknown(self)
    }
  }

  /// Plays a round of a small level to its end, by a policy that needs nothing beside what it sees.
  ///
  /// - Throws: ``PolicyError``; ``PolicyError/notPlanned`` of those that need more.
  package func play(
    _ round: inout SmallRound, _ key: RoundKey, moveLimit: Int, path: inout [Direction]?
  ) throws(PolicyError) {
    switch kind {
    case .random:
      var player = RandomMoves(key)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .edge:
      var player = Planner(.edge)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .beeline:
      var player = Planner(.beeline)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .custom(let maker):
      let start = RoundStart(self, size: round.level.room.size, rules: round.rules, key: key)
      try maker.small(start, self, &round, moveLimit, &path)
    case .clairvoyant, .optimal: throw .notPlanned
    case .unknown: throw .unknown(self)
    }
  }

  /// Plays a round of a level of any size to its end, by a policy that needs nothing beside what it sees.
  ///
  /// - Throws: ``PolicyError``; ``PolicyError/notPlanned`` of those that need more.
  package func play(
    _ round: inout Round, _ key: RoundKey, moveLimit: Int, path: inout [Direction]?
  ) throws(PolicyError) {
    switch kind {
    case .random:
      var player = RandomMoves(key)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .edge:
      var player = Planner(.edge)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .beeline:
      var player = Planner(.beeline)
      try round.play(&player, of: self, moveLimit: moveLimit, path: &path)
    case .custom(let maker):
      let start = RoundStart(self, size: round.level.size, rules: round.rules, key: key)
      try maker.wide(start, self, &round, moveLimit, &path)
    case .clairvoyant, .optimal: throw .notPlanned
    case .unknown: throw .unknown(self)
    }
  }
}
