// What a player sees ("The rules", section 2): in the dark the four neighbouring squares and nothing
// else, in a lit room everything. The fast form is in SmallRound.swift.

/// A round as its player sees it.
///
/// The round itself is out of reach here: a policy that is handed a sight cannot peek. The room's
/// sides and the signpost's place are known to the player.
public struct Sight: Sendable {
  private let round: Round

  /// What the player of a round sees.
  public init(_ round: Round) { self.round = round }

  /// The sides of the room.
  public var size: RoomSize { round.level.size }

  /// Where the player stands.
  public var player: Square { round.player }

  /// Where the signpost is.
  public var signpost: Square { round.level.signpost }

  /// Whether the room is lit.
  public var isLit: Bool { round.isLit }

  /// The moves that are legal, which the four neighbouring squares tell.
  public var legalMoves: DirectionSet {
    round.legalMoves.reduce(into: DirectionSet()) { $0.insert(DirectionSet($1)) }
  }

  /// Whether the player sees a square now: its own and the neighbouring ones, or all in the light.
  public func sees(_ square: Square) -> Bool { isLit || player.distance(to: square) <= 1 }

  /// The squares that the player sees now, in reading order.
  private var seen: [Square] {
    let near =
      [player] + Direction.allCases.compactMap { round.level.size.exit(from: player, $0) }
    return near.sorted()
  }

  /// The blocks that the player sees now.
  public var blocks: [Square] { isLit ? round.level.blocks : seen.filter(round.blocks.contains) }

  /// The zombies that the player sees now.
  public var zombies: [Square] {
    isLit ? round.zombies.squares : seen.filter(round.zombies.contains)
  }

  /// The flashlights that the player sees now.
  public var flashlights: [Square] {
    isLit ? round.level.flashlights : seen.filter(round.flashlights.contains)
  }
}
