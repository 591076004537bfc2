import ZombiesCore
import ZombiesPolicies

/// A writer of a batch's rounds as text. Each thread that plays has its own writer.
package protocol RoundWriter: AnyObject {
  /// Appends all rounds of some trials, in the order of trial, policy and round.
  func write(_ trials: PlayedTrials)

  /// Appends one round.
  func write(_ record: RoundRecord)

  /// Returns the text so far, and starts again with an empty text.
  func take() -> [UInt8]
}

/// Trials on small generated levels, with their rounds: valid until their memory is reused.
package struct PlayedTrials {
  /// The batch.
  package let batch: Batch

  /// The range of trial numbers.
  package let trials: Range<UInt64>

  /// The levels, which may include those of other trials.
  package let levels: LevelBatch

  /// The index of the first level of the first trial. The others follow, by trial and round.
  package let offset: Int

  /// The number of placement numbers; 0 if the placements are not numbered.
  package let placementCount: Int

  /// The rounds of each policy.
  package let rounds: [RoundsOfPolicy]

  /// Whether a policy won a trial.
  private func isWon(_ rounds: RoundsOfPolicy, _ trial: Int) -> Bool {
    assert(trial >= 0 && trial < trials.count, "a trial that was played")
    let perTrial = rounds.roundsPerTrial
    // Rounds after the first win were not played.
    return (0..<perTrial).contains { rounds.endings[trial * perTrial + $0].isWin }
  }

  /// Counts the trials won by each of two policies.
  func countPairs(into pairs: inout PairCounts) {
    assert(rounds.count == 2, "two policies")
    for trial in 0..<trials.count {
      pairs.count(first: isWon(rounds[0], trial), second: isWon(rounds[1], trial))
    }
  }

  /// Appends a record of each round, in the order of trial, policy and round.
  func appendRecords(to records: inout [RoundRecord]) {
    assert(rounds.count == batch.policies.count, "the rounds of each policy")
    let perTrial = batch.unit.roundsPerTrial
    for trial in 0..<trials.count {
      var codes = [String?](repeating: nil, count: perTrial)
      for (policy, rounds) in zip(batch.policies, rounds) {
        for round in 0..<perTrial {
          let slot = trial * perTrial + round
          let code = codes[round] ?? Level(levels[offset + slot]).code
          codes[round] = code
          let ending = rounds.endings[slot]
          let path = (0..<ending.moves).compactMap { move in
            rounds.path(slot).flatMap { Direction(letter: $0[move]) }
          }
          records.append(
            RoundRecord(
              trial: self.trials.lowerBound + UInt64(trial), round: round, policy: policy,
              level: code, outcome: ending.outcome, path: path))
          if ending.isWin { break }
        }
      }
    }
  }
}
