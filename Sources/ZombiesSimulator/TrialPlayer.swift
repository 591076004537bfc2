import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// A thread's tools for playing trials: levels, searches and memory, kept from chunk to chunk.
final class TrialPlayer {
  private let batch: Batch
  private let pool: LevelPool
  private let player: RoundPlayer
  private let writer: (any RoundWriter)?

  /// The player for chunks of generated levels of at most 64 squares.
  private let chunkPlayer: ChunkPlayer?

  /// The levels of the current chunk, if they are generated and small.
  private var chunk: LevelBatch?

  /// The index of the first level in the chunk.
  private var chunkBegin: UInt64 = 0

  /// The levels of the current trial by index, if they are made one at a time.
  private var trialLevels: [UInt64: LevelForm] = [:]

  /// The players of policies that other programs play.
  private var outsidePlayers: [Policy: any OutsidePlayer] = [:]

  /// Their rounds.
  private var outsideRounds: [OutsideKey: (ending: Ending, path: [Direction])] = [:]

  /// The rounds that are forgotten after the current chunk.
  private var passingRounds: [OutsideKey] = []

  /// The maximum number of rounds that are kept for later chunks.
  // Same: rounds that are not known are played again.
  private static let mostKept = 1 << 18

  /// A round of a program: the index of its policy, and the level itself if the policy always plays it in one way,
  /// otherwise the index of the level.
  private struct OutsideKey: Hashable {
    let policy: Int
    let level: LevelForm?
    let index: UInt64
  }

  /// The code of the last level, for records: all policies play the same level in turn.
  private var lastCode: (index: UInt64, code: String)?

  private enum LevelPool {
    case generated(LevelSource)
    case list(LevelList)
  }

  /// Makes the tables.
  ///
  /// - Parameters:
  ///   - plans: The plans of the batch.
  ///   - keepsPaths: Whether the moves are needed, for records or for counts of squares.
  ///   - writer: Writes every round, if not nil.
  init(
    _ batch: Batch, _ plans: BlindPlans, keepsPaths: Bool, writer: (any RoundWriter)?
  ) throws(SimulationError) {
    self.batch = batch
    self.writer = writer
    player = RoundPlayer(batch, plans)
    switch batch.levels {
    case .generated(let generator):
      let source: LevelSource
      do throws(GenerationError) { source = try LevelSource(generator) } catch {
        throw .generation(error)
      }
      pool = .generated(source)
      chunkPlayer = ChunkPlayer(batch, source, player, keepsPaths: keepsPaths)
    case .list(let levels):
      pool = .list(levels)
      chunkPlayer = nil
    }
  }

  /// Plays the trials of a chunk.
  ///
  /// - Parameter output: Receives the tallies of the chunk, one per policy, its pairs and, if
  ///   requested, its records or its text, in the order of trial, policy and round.
  func play(_ output: inout ChunkResult) throws(SimulationError) {
    let trials = output.trials
    makeLevels(of: trials)
    if !batch.outside.isEmpty {
      try playOutside(trials)
    } else if let chunkPlayer, let chunk {
      do throws(SimulationError) {
        try chunkPlayer.play(trials, chunk, into: &output, writer)
        if let writer { output.text = writer.take() }
        return
      } catch {
        // Playing one trial after another finds the first that cannot be played, and the reason.
        output = output.emptied
        _ = writer?.take()
      }
    }
    try playPlainly(trials, into: &output)
  }

  /// Plays trials one after another.
  private func playPlainly(
    _ trials: Range<UInt64>, into output: inout ChunkResult
  ) throws(SimulationError) {
    for trial in trials {
      trialLevels.removeAll(keepingCapacity: true)
      var wins: [Bool] = []
      for policy in batch.policies.indices { wins.append(try play(trial, policy, &output)) }
      if batch.countsPairs { output.pairs.count(first: wins[0], second: wins[1]) }
    }
    if let writer { output.text = writer.take() }
  }

  /// Makes all levels of a chunk at once if they are generated and small.
  ///
  /// If one of them cannot be generated, each level is made when it is needed, because perhaps no
  /// policy needs the one that failed.
  private func makeLevels(of trials: Range<UInt64>) {
    guard case .generated(let source) = pool, let frame = source.frame else { return }
    let count = trials.count * batch.unit.roundsPerTrial
    var levels = chunk.take() ?? LevelBatch(frame: frame, count: count)
    if levels.count != count { levels = LevelBatch(frame: frame, count: count) }
    chunkBegin = trials.lowerBound * UInt64(batch.unit.roundsPerTrial)
    do throws(GenerationError) {
      try source.fill(&levels, from: chunkBegin)
      chunk = levels
    } catch {
      // A policy that needs the failing level gets the same error.
      chunk = nil
    }
  }

  /// Plays one trial by one policy; returns whether it was won.
  private func play(
    _ trial: UInt64, _ number: Int, _ output: inout ChunkResult
  ) throws(SimulationError) -> Bool {
    let policy = batch.policies[number]
    let wantsRecords = writer != nil || output.records != nil
    let countsSquares = output.tallies[number].squares != nil
    var game = Game()
    for round in 0..<batch.unit.roundsPerTrial {
      let index = trial * UInt64(batch.unit.roundsPerTrial) + UInt64(round)
      let (form, listed) = try form(at: index)
      var path: [Direction]? = wantsRecords || countsSquares ? [] : nil
      let key = RoundKey(seed: batch.seed, trial: trial, round: round)
      let ending: Ending
      if batch.outside[policy] != nil {
        guard let known = outsideRounds[outsideKey(number, form, index)] else {
          throw .program("\(policy) has not played round \(round) of trial \(trial)")
        }
        ending = known.ending
        if path != nil { path = known.path }
      } else {
        do throws(PolicyError) {
          ending = try player.play(form, listed: listed, policy, key, &path)
        } catch {
          throw .policy(error)
        }
      }
      let outcome = ending.outcome
      output.tallies[number].count(outcome, moves: ending.moves)
      if let path {
        output.tallies[number].countSquares(of: form, path, isCaught: outcome == .caught)
      }
      if wantsRecords, let path {
        let record = RoundRecord(
          trial: trial, round: round, policy: policy, level: code(of: form, at: index),
          outcome: outcome, path: path)
        writer?.write(record)
        output.records?.append(record)
      }
      guard batch.unit == .games else { return outcome == .won }
      let verdict = game.record(outcome)
      if verdict != .tryAgain {
        output.tallies[number].countGame(isWon: verdict == .won)
        return verdict == .won
      }
    }
    return false
  }

  /// Lets other programs play their rounds of some trials, many at a time.
  ///
  /// The first rounds of all trials are played, then the second rounds of those that need one, and so on.
  private func playOutside(_ trials: Range<UInt64>) throws(SimulationError) {
    for key in passingRounds { outsideRounds[key] = nil }
    passingRounds.removeAll(keepingCapacity: true)
    for (number, policy) in batch.policies.enumerated() {
      guard let program = batch.outside[policy] else { continue }
      var rest = Array(trials)
      for round in 0..<batch.unit.roundsPerTrial {
        let keys = try playOutside(rest, round, number, policy, program)
        rest = keys.enumerated().compactMap { place, key in
          outsideRounds[key].flatMap { $0.ending.isWin ? nil : rest[place] }
        }
      }
    }
  }

  /// Lets another program play the same round of some trials; returns the key of each.
  private func playOutside(
    _ trials: [UInt64], _ round: Int, _ number: Int, _ policy: Policy,
    _ program: any OutsidePolicy
  ) throws(SimulationError) -> [OutsideKey] {
    var (keys, rounds, new) = ([OutsideKey](), [OutsideRound](), [OutsideKey: Int]())
    trialLevels.removeAll(keepingCapacity: true)
    for trial in trials {
      let index = trial * UInt64(batch.unit.roundsPerTrial) + UInt64(round)
      let (form, _) = try form(at: index)
      let key = outsideKey(number, form, index)
      keys.append(key)
      guard outsideRounds[key] == nil, new[key] == nil else { continue }
      new[key] = rounds.count
      rounds.append(
        OutsideRound(
          form, policy, RoundKey(seed: batch.seed, trial: trial, round: round), rules: batch.rules,
          moveLimit: batch.moveLimit(in: form.size)))
    }
    do throws(OutsideError) {
      let player: any OutsidePlayer =
        if let known = outsidePlayers[policy] { known } else { try program.makePlayer() }
      outsidePlayers[policy] = player
      try player.play(&rounds)
    } catch {
      throw .program(error.reason)
    }
    for (key, index) in new {
      let round = rounds[index]
      guard let outcome = round.outcome else { continue }
      outsideRounds[key] = (Ending(outcome, moves: round.path.count), round.path)
      // A round that the program could not play is played again.
      let isWhole = outcome != .outOfMoves || round.path.count == round.moveLimit
      if !policy.playsInOneWay || !isWhole || outsideRounds.count > Self.mostKept {
        passingRounds.append(key)
      }
    }
    return keys
  }

  private func outsideKey(_ number: Int, _ form: LevelForm, _ index: UInt64) -> OutsideKey {
    let isOneWay = batch.policies[number].playsInOneWay
    return OutsideKey(policy: number, level: isOneWay ? form : nil, index: isOneWay ? 0 : index)
  }

  /// The code of the level at an index, kept for the policies that play the level next.
  private func code(of form: LevelForm, at index: UInt64) -> String {
    if let lastCode, lastCode.index == index { return lastCode.code }
    let code = form.level.code
    lastCode = (index, code)
    return code
  }

  /// The level at an index, and its index in the list if there is a list.
  private func form(
    at index: UInt64
  ) throws(SimulationError) -> (LevelForm, listed: Int?) {
    switch pool {
    case .list(let levels):
      let listed = Int(index % UInt64(levels.count))
      return (levels.form(at: listed), listed)
    case .generated(let source):
      assert(chunk == nil || index >= chunkBegin, "a level of the chunk")
      if let chunk { return (.small(chunk[Int(index - chunkBegin)]), nil) }
      if let form = trialLevels[index] { return (form, nil) }
      do throws(GenerationError) {
        let level = try source.level(at: index)
        let form = LevelForm(level)
        trialLevels[index] = form
        return (form, nil)
      } catch {
        throw .generation(error)
      }
    }
  }
}
