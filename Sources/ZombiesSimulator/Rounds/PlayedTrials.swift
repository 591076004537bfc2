import ZombiesCore
import ZombiesPolicies

/// Writes the rounds of a batch as text. Each thread that plays has a writer of its own.
package protocol RoundWriter: AnyObject {
  /// Appends all rounds of some trials, in the order of trial, policy and round.
  func write(_ trials: PlayedTrials)

  /// Appends a round.
  func write(_ record: RoundRecord)

  /// Returns the text so far, and begins an empty one.
  func take() -> [UInt8]
}

/// Trials on small generated levels that were played, with their rounds, before the memory is used
/// again.
package struct PlayedTrials {
  /// What is played.
  package let batch: Batch

  /// The trials.
  package let trials: Range<UInt64>

  /// The levels; they may be those of more trials.
  package let levels: LevelBatch

  /// The index of the first trial's first level. The others follow, trial by trial and round by round.
  package let offset: Int

  /// How many numbers the levels' placements can have; 0 if they are not numbered.
  package let placementCount: Int

  /// The rounds of each policy.
  package let rounds: [RoundsOfPolicy]

  /// Whether a policy won a trial.
  private func isWon(_ rounds: RoundsOfPolicy, _ trial: Int) -> Bool {
    assert(trial >= 0 && trial < trials.count, "a trial that was played")
    let perTrial = rounds.roundsPerTrial
    // Up to the first won round, each was played.
    return (0..<perTrial).contains { rounds.endings[trial * perTrial + $0].isWin }
  }

  /// Counts how two policies fared.
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
            rounds.letters(slot).flatMap { Direction(letter: $0[move]) }
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
