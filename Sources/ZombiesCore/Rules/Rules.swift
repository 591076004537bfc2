/// The variants of the rules (<doc:TheRules>, section 3), each with a default.
@frozen
public struct Rules: Hashable, Sendable {
  /// The step that a chasing zombie tries first, out of its two.
  @frozen
  public enum ChaseAxis: String, CaseIterable, Sendable {
    /// The step along the longer axis; the vertical step if both are equal.
    case longest
    /// The vertical step, whenever the rows differ.
    case vertical
    /// The horizontal step, whenever the columns differ.
    case horizontal
  }

  /// The permitted catching distances.
  public static let catchingDistances = 0...1

  /// The permitted zombie speeds, in steps per chase.
  public static let zombieSpeeds = 1...16

  /// The permitted hearing distances.
  public static let hearingDistances = 0...16

  /// The default rules.
  public static let standard = Rules(
    uncheckedDistance: 1, chase: .longest, zombieSpeed: 1, hearingDistance: 0)

  /// A zombie within this distance, 0 or 1, catches the player.
  public let catchingDistance: Int

  /// The step that a zombie tries first.
  public let chase: ChaseAxis

  /// The number of steps of a zombie in one chase, 1 to 16.
  public let zombieSpeed: Int

  /// A player in a dark room hears how many zombies are within this distance, 0 to 16. At 0 the player
  /// hears nothing.
  ///
  /// Hearing changes what a player knows, and never how a round goes.
  public let hearingDistance: Int

  /// Creates rules.
  ///
  /// - Throws: ``RangeError`` if a number is outside its range.
  public init(
    catchingDistance: Int = 1, chase: ChaseAxis = .longest, zombieSpeed: Int = 1,
    hearingDistance: Int = 0
  ) throws(RangeError) {
    try RangeError.check("catching distance", catchingDistance, in: Self.catchingDistances)
    try RangeError.check("zombie speed", zombieSpeed, in: Self.zombieSpeeds)
    try RangeError.check("hearing distance", hearingDistance, in: Self.hearingDistances)
    self.init(
      uncheckedDistance: catchingDistance, chase: chase, zombieSpeed: zombieSpeed,
      hearingDistance: hearingDistance)
  }

  private init(
    uncheckedDistance: Int, chase: ChaseAxis, zombieSpeed: Int, hearingDistance: Int
  ) {
    catchingDistance = uncheckedDistance
    self.chase = chase
    self.zombieSpeed = zombieSpeed
    self.hearingDistance = hearingDistance
  }

  /// These rules with hearing distance 0. They have the same rounds, verdicts and solutions.
  package var withoutHearing: Rules {
    Rules(
      uncheckedDistance: catchingDistance, chase: chase, zombieSpeed: zombieSpeed,
      hearingDistance: 0)
  }

  /// A variant of the rules, in the order in which all texts list them.
  public enum Variant: CaseIterable, Sendable {
    /// ``Rules/catchingDistance``.
    case catchingDistance
    /// ``Rules/chase``.
    case chase
    /// ``Rules/zombieSpeed``.
    case zombieSpeed
    /// ``Rules/hearingDistance``.
    case hearingDistance

    /// The name in words, such as "zombie speed". Options join the words with hyphens, and columns
    /// with underscores.
    public var name: String {
      switch self {
      case .catchingDistance: "catching distance"
      case .chase: "chase"
      case .zombieSpeed: "zombie speed"
      case .hearingDistance: "hearing distance"
      }
    }

    /// The name with another separator between its words.
    package func name(joinedBy separator: Unicode.Scalar) -> String {
      let byte = UInt8(ascii: separator)
      return String(
        decoding: name.utf8.map { $0 == UInt8(ascii: " ") ? byte : $0 }, as: UTF8.self)
    }
  }

  /// The value of a variant in its text form: "1" or "longest".
  public func value(of variant: Variant) -> String {
    switch variant {
    case .catchingDistance: String(catchingDistance)
    case .chase: chase.rawValue
    case .zombieSpeed: String(zombieSpeed)
    case .hearingDistance: String(hearingDistance)
    }
  }

  /// Returns the rules with a variant changed to a value in its text form; nil if there is no such
  /// value.
  public func changing(_ variant: Variant, to value: some StringProtocol) -> Rules? {
    func number() -> Int? {
      UInt64(canonicalDigits: value.utf8).flatMap { Int(exactly: $0) }
    }
    var (distance, chase): (Int?, ChaseAxis?) = (catchingDistance, chase)
    var (speed, hearing): (Int?, Int?) = (zombieSpeed, hearingDistance)
    switch variant {
    case .catchingDistance: distance = number()
    case .chase: chase = ChaseAxis.allCases.first { $0.rawValue == value }
    case .zombieSpeed: speed = number()
    case .hearingDistance: hearing = number()
    }
    guard let distance, let chase, let speed, let hearing else { return nil }
    return try? Rules(
      catchingDistance: distance, chase: chase, zombieSpeed: speed, hearingDistance: hearing)
  }

  /// Whether a zombie catches a player: it is on the player's square or, if the catching distance
  /// is 1, one exit away.
  package func catches(_ player: Square, zombie: Square, in size: RoomSize) -> Bool {
    zombie == player || catchingDistance > 0 && size.hasExit(from: player, to: zombie)
  }

  /// The squares of a small room on which the given zombies catch the player.
  @inlinable @inline(__always)
  public func danger(of zombies: Bitboard, in room: SmallRoom) -> Bitboard {
    catchingDistance == 0 ? zombies : room.closedNeighbourhood(zombies)
  }

  /// The squares of a room of any size on which the given zombies catch the player.
  package func danger(of zombies: SquareSet) -> SquareSet {
    catchingDistance == 0 ? zombies : zombies.closedNeighbourhood
  }

  /// Whether hearing tells a player more than sight does. At hearing distance 1 it does not: the player sees
  /// the neighbouring squares.
  package var hearingTellsMore: Bool { hearingDistance > 1 }

  /// The squares of a small room within the hearing distance of a square. O(distance).
  @inlinable
  package func hearingArea(of index: Int, in room: SmallRoom) -> Bitboard {
    var area = Bitboard(square: index)
    for _ in 0..<hearingDistance { area = room.closedNeighbourhood(area) }
    return area
  }

  /// For each square of a small room, the squares within the hearing distance.
  package func hearingAreas(in room: SmallRoom) -> [Bitboard] {
    room.all.map { hearingArea(of: $0, in: room) }
  }
}

extension Rules {
  /// The hearing distance at which people play if they name no rules.
  package static let usualHearing = 2
}
