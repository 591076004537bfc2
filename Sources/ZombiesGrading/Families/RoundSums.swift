import ZombiesCore

/// The outcomes of one policy's rounds, summed over equally likely placements.
///
/// Probabilities and moves are integers in units of 2⁻⁶⁰, so the sums do not depend on the order. An outcome of nil
/// stands for a round that never ends.
struct RoundSums: Hashable, Sendable {
  private(set) var placements: UInt64 = 0
  /// By the raw value of the outcome; rounds that never end come last.
  private var outcomes = [UInt128](repeating: 0, count: Outcome.allCases.count + 1)
  private var moves: UInt128 = 0

  /// The maximum error of a placement's probabilities and moves.
  private var error = 0.0
  private var movesError = 0.0

  private static let one: UInt128 = 1 << 60

  /// Adds a round that is always played in the same way.
  ///
  /// - Parameter moves: Ignored if the round never ends.
  mutating func add(_ outcome: Outcome?, moves: Int) {
    placements += 1
    outcomes[Self.place(outcome)] += Self.one
    self.moves += UInt128(moves) << 60
  }

  /// Adds a round that may be played in many ways.
  mutating func add(_ values: RandomChain.Values) {
    func units(_ value: Double) -> UInt128 { UInt128(value * 0x1p60) }
    placements += 1
    let shares = [
      values.won, values.caught, values.stuck, values.outOfMoves, values.neverEnding,
    ]
    for (place, share) in shares.enumerated() { outcomes[place] += units(share) }
    // Values are truncated to whole units.
    error = max(error, values.errorBound + 0x1p-60)
    guard values.meanMoves.isFinite else { return }
    moves += units(values.meanMoves)
    movesError = max(movesError, values.errorBound * values.meanMoves + 0x1p-60)
  }

  static func += (sums: inout RoundSums, other: RoundSums) {
    sums.placements += other.placements
    for place in sums.outcomes.indices { sums.outcomes[place] += other.outcomes[place] }
    sums.moves += other.moves
    sums.error = max(sums.error, other.error)
    sums.movesError = max(sums.movesError, other.movesError)
  }

  private static func place(_ outcome: Outcome?) -> Int {
    outcome.map { Int($0.rawValue) } ?? Outcome.allCases.count
  }

  /// The number of placements with an outcome; nil if rounds can be played in several ways.
  func count(_ outcome: Outcome?) -> UInt64? {
    error == 0 ? UInt64(outcomes[Self.place(outcome)] >> 60) : nil
  }

  /// The probability of an outcome; nil without placements.
  func probability(_ outcome: Outcome?) -> ExactValue? {
    guard placements > 0 else { return nil }
    if let count = count(outcome) { return ExactValue(UInt128(count), over: UInt128(placements)) }
    return ExactValue(mean(outcomes[Self.place(outcome)]), errorBound: error + 0x1p-52)
  }

  /// The mean number of moves; nil without placements, or if rounds may never end.
  var meanMoves: ExactValue? {
    guard placements > 0, outcomes[Self.place(nil)] == 0 else { return nil }
    if error == 0 { return ExactValue(moves >> 60, over: UInt128(placements)) }
    let mean = mean(moves)
    return ExactValue(mean, errorBound: movesError + mean * 0x1p-52)
  }

  private func mean(_ sum: UInt128) -> Double { Double(sum) / 0x1p60 / Double(placements) }
}
