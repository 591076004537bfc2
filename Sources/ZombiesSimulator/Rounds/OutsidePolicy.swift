import ZombiesCore
import ZombiesPolicies

/// A policy that another program plays, many rounds at a time.
package protocol OutsidePolicy: Sendable {
  /// A hash of what plays, as hexadecimal digits. Only results with the same hash belong together.
  var fingerprint: String { get }

  /// Makes a player for one thread.
  func makePlayer() throws(OutsideError) -> any OutsidePlayer
}

/// A player of an ``OutsidePolicy``, which only one thread uses.
package protocol OutsidePlayer: AnyObject {
  /// Plays rounds to their ends.
  func play(_ rounds: inout [OutsideRound]) throws(OutsideError)
}

/// The reason why a program cannot play.
package struct OutsideError: Error, Hashable, Sendable {
  /// The reason in a sentence.
  package let reason: String

  /// Creates an error.
  package init(_ reason: String) { self.reason = reason }
}

/// A round that another program plays.
package struct OutsideRound: Sendable {
  /// The round.
  package var round: AnyRound

  /// What its player knows before the first move.
  package let start: RoundStart

  /// The maximum number of moves.
  package let moveLimit: Int

  /// The moves so far.
  package var path: [Direction] = []

  /// Whether the player failed in it, so that it counts as lost.
  package var isForfeited = false

  /// Creates a round before its first move.
  package init(_ round: AnyRound, _ start: RoundStart, moveLimit: Int) {
    self.round = round
    self.start = start
    self.moveLimit = moveLimit
  }

  /// The outcome if the round is over. A forfeited round is out of moves.
  package var outcome: Outcome? {
    round.outcome ?? (isForfeited || round.moves >= moveLimit ? .outOfMoves : nil)
  }
}
