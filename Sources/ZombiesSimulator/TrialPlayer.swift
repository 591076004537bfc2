import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// What a thread needs to play trials: levels, searches and memory, kept from chunk to chunk.
struct TrialPlayer {
  private let batch: Batch
  private let solver: Solver
  private let pool: LevelPool
  private let walk: RandomWalk?
  private let plans: BlindPlans

  /// The levels of the current chunk, if they are generated and small.
  private var chunk: LevelBatch?

  /// The index of the chunk's first level.
  private var chunkBegin: UInt64 = 0

  /// The levels of the current trial by index, if they are made one by one.
  private var trialLevels: [UInt64: LevelForm] = [:]

  /// The scripts of `clairvoyant`, by index in the list, for the first levels, which recur; those
  /// of generated levels are not kept.
  private var scripts: [Int: Script] = [:]

  /// How many are kept: a few hundred bytes each.
  private static let keptScripts = 4096

  /// The code of the level played last, for records: all policies play it in turn.
  private var lastCode: (index: UInt64, code: String)?

  private enum LevelPool {
    case generated(LevelSource)
    case list(LevelList)
  }

  /// Makes the tables.
  ///
  /// - Parameter plans: The batch's plans.
  init(_ batch: Batch, _ plans: BlindPlans) throws(SimulationError) {
    self.batch = batch
    self.plans = plans
    solver = Solver(rules: batch.rules, stateLimit: batch.stateLimit)
    switch batch.levels {
    case .generated(let generator):
      let source: LevelSource
      do throws(GenerationError) { source = try LevelSource(generator) } catch {
        throw .generation(error)
      }
      pool = .generated(source)
      walk = source.frame.map { frame in
        RandomWalk(
          frame, rules: batch.rules, moveLimit: batch.moveLimit(in: frame.room.size),
          seed: batch.seed, capacity: Int(batch.chunkSize))
      }
    case .list(let levels):
      pool = .list(levels)
      walk = nil
    }
  }

  /// Plays the trials of a chunk.
  ///
  /// - Parameter output: Receives its tallies, one per policy, its pairs and, if not nil, its
  ///   records, in the order of trial, policy and round.
  mutating func play(
    _ trials: Range<UInt64>, into output: inout ChunkQueue.Output
  ) throws(SimulationError) {
    makeLevels(of: trials)
    let order = batch.policies.indices
    if output.records == nil, !batch.countsPairs, let chunk {
      for policy in order {
        if let walk, canWalk(policy, output.tallies[policy], chunk, walk) {
          walk.play(
            chunk, count: trials.count, first: trials.lowerBound, into: &output.tallies[policy])
          continue
        }
        for trial in trials {
          _ = try play(
            trial, batch.policies[policy], into: &output.tallies[policy], records: &output.records)
        }
      }
      return
    }
    for trial in trials {
      trialLevels.removeAll(keepingCapacity: true)
      var wins: [Bool] = []
      for policy in order {
        let isWon = try play(
          trial, batch.policies[policy], into: &output.tallies[policy], records: &output.records)
        if batch.countsPairs { wins.append(isWon) }
      }
      if batch.countsPairs { output.pairs.count(first: wins[0], second: wins[1]) }
    }
  }

  private func canWalk(
    _ policy: Int, _ tally: Tally, _ chunk: LevelBatch, _ walk: RandomWalk
  ) -> Bool {
    batch.policies[policy] == .random && batch.unit == .rounds && tally.squares == nil
      && walk.canWalk(chunk)
  }

  /// Makes the levels of a chunk at once if they are generated and small.
  ///
  /// If one of them cannot be made, each is made when it is needed, because perhaps no policy needs
  /// that one.
  private mutating func makeLevels(of trials: Range<UInt64>) {
    guard case .generated(let source) = pool, let frame = source.frame else { return }
    let count = trials.count * batch.unit.roundsPerTrial
    var levels = chunk.take() ?? LevelBatch(frame: frame, count: count)
    if levels.count != count { levels = LevelBatch(frame: frame, count: count) }
    chunkBegin = trials.lowerBound * UInt64(batch.unit.roundsPerTrial)
    do throws(GenerationError) {
      try source.fill(&levels, from: chunkBegin)
      chunk = levels
    } catch {
      // Whoever needs the level that cannot be made gets the same error.
      chunk = nil
    }
  }

  /// Plays one trial by one policy; returns whether it was won.
  private mutating func play(
    _ trial: UInt64, _ policy: Policy, into tally: inout Tally, records: inout [RoundRecord]?
  ) throws(SimulationError) -> Bool {
    var game = Game()
    for round in 0..<batch.unit.roundsPerTrial {
      let index = trial * UInt64(batch.unit.roundsPerTrial) + UInt64(round)
      let (form, place) = try form(at: index)
      var path: [Direction]? = records == nil && tally.squares == nil ? nil : []
      let key = RoundKey(seed: batch.seed, trial: trial, round: round)
      let played = try play(form, listed: place, policy, key, &path)
      tally.count(played.outcome, moves: played.moves)
      if let path {
        tally.countSquares(of: form, path, isCaught: played.outcome == .caught)
        records?.append(
          RoundRecord(
            trial: trial, round: round, policy: policy, level: code(of: form, at: index),
            outcome: played.outcome, path: path))
      }
      guard batch.unit == .games else { return played.outcome == .won }
      let verdict = game.record(played.outcome)
      if verdict != .tryAgain {
        tally.countGame(isWon: verdict == .won)
        return verdict == .won
      }
    }
    return false
  }

  /// The code of the level at an index, which is kept for the policies that play it next.
  private mutating func code(of form: LevelForm, at index: UInt64) -> String {
    if let lastCode, lastCode.index == index { return lastCode.code }
    let code = form.level.code
    lastCode = (index, code)
    return code
  }

  /// The level at an index, and its place in the list if it is from one.
  private mutating func form(
    at index: UInt64
  ) throws(SimulationError) -> (LevelForm, place: Int?) {
    switch pool {
    case .list(let levels):
      let place = Int(index % UInt64(levels.count))
      return (levels.form(at: place), place)
    case .generated(let source):
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

  /// Plays one round.
  ///
  /// - Parameter path: Receives the moves, if not nil.
  private mutating func play(
    _ form: LevelForm, listed place: Int?, _ policy: Policy, _ key: RoundKey,
    _ path: inout [Direction]?
  ) throws(SimulationError) -> (outcome: Outcome, moves: Int) {
    do throws(PolicyError) {
      switch form {
      case .small(let level):
        var round = SmallRound(level, rules: batch.rules)
        let limit = batch.moveLimit(in: level.room.size)
        switch policy.kind {
        case .clairvoyant:
          var player = try script(form, listed: place)
          try round.play(&player, of: policy, moveLimit: limit, path: &path)
        case .optimal:
          var player = try plans.player(listed: place)
          try round.play(&player, of: policy, moveLimit: limit, path: &path)
        default: try policy.play(&round, key, moveLimit: limit, path: &path)
        }
        return (round.outcome ?? .outOfMoves, round.moves)
      case .wide(let level):
        var round = Round(level, rules: batch.rules)
        let limit = batch.moveLimit(in: level.size)
        switch policy.kind {
        case .clairvoyant:
          var player = try script(form, listed: place)
          try round.play(&player, of: policy, moveLimit: limit, path: &path)
        case .optimal:
          throw .noPlan(.tooLarge(squares: level.size.squareCount, limit: SmallRoom.limit))
        default: try policy.play(&round, key, moveLimit: limit, path: &path)
        }
        return (round.outcome ?? .outOfMoves, round.moves)
      }
    } catch {
      throw .policy(error)
    }
  }

  private mutating func script(
    _ form: LevelForm, listed place: Int?
  ) throws(PolicyError) -> Script {
    if let place, let known = scripts[place] { return known }
    let script =
      switch form {
      case .small(let level): try Script(level, solver: solver)
      case .wide(let level): try Script(level, solver: solver)
      }
    if let place, place < Self.keptScripts { scripts[place] = script }
    return script
  }
}
