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
