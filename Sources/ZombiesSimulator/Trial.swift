// One round, played by one policy.

/// What a round of a batch came to.
struct Played {
  var outcome: Outcome
  var moves: Int
}

/// What is noted while a round is played.
struct Notes {
  /// The moves made, where they are wanted.
  var path: [Direction]?
  /// The squares visited, where they are counted.
  var squares: SquareCounts?
}

extension SmallRound {
  /// Plays to the end, or to the limit on moves.
  ///
  /// - Parameter notes: What is noted on the way; nil for nothing, which is faster.
  /// - Throws: ``PolicyError``, where the player chooses an illegal move or none.
  @inline(__always)
  mutating func play(
    _ player: inout SmallPlayer, of policy: Policy, moveLimit: Int, notes: inout Notes
  ) throws(PolicyError) -> Played {
    notes.squares?.visits[self.player] += 1
    while outcome == nil, moves < moveLimit {
      let direction = try move(&player, of: policy)
      notes.path?.append(direction)
      notes.squares?.visits[self.player] += 1
    }
    if outcome == .caught { notes.squares?.captures[self.player] += 1 }
    return Played(outcome: outcome ?? .outOfMoves, moves: moves)
  }
}

extension Round {
  /// Plays to the end, or to the limit on moves.
  ///
  /// - Throws: ``PolicyError``, where the player chooses an illegal move.
  mutating func play(
    _ player: inout Player, of policy: Policy, moveLimit: Int, notes: inout Notes
  ) throws(PolicyError) -> Played {
    let size = level.size
    notes.squares?.visits[size.index(of: self.player)] += 1
    while outcome == nil, moves < moveLimit {
      let direction = try move(&player, of: policy)
      notes.path?.append(direction)
      notes.squares?.visits[size.index(of: self.player)] += 1
    }
    if outcome == .caught { notes.squares?.captures[size.index(of: self.player)] += 1 }
    return Played(outcome: outcome ?? .outOfMoves, moves: moves)
  }
}
