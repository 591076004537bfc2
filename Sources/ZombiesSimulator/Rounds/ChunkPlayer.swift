import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Plays trials on generated levels of at most 64 squares, policy by policy, each with the fastest
/// available method. Only this type chooses the method:
///
/// | policy | few placements | more |
/// |---|---|---|
/// | `random` | `RandomWalk` | `RandomWalk` |
/// | `edge`, `beeline` | once per placement (a memo) | `PlannerWalk` |
/// | `clairvoyant` | once per placement | the par, if no path is needed; otherwise the solution |
/// | `optimal` | once per placement | move by move (`RoundPlayer`) |
/// | others that always play a level the same way | once per placement | move by move |
/// | others that use chance | move by move | move by move |
///
/// The plain form is ``TrialPlayer``. It plays one trial after another, and also finds the trial
/// that cannot be played, and the reason.
final class ChunkPlayer {
  private let batch: Batch
  private let moveLimit: Int
  private let policies: [(policy: Policy, way: Way)]
  private let walk: RandomWalk

  /// The player of single rounds.
  private let player: RoundPlayer

  /// The rounds of each policy.
  private let rounds: [RoundsOfPolicy]

  /// The number of placement numbers.
  private let placementCount: Int

  /// The number of trials that fit in the memory.
  private let capacity: Int

  /// The pars of the levels, for `clairvoyant`; values below 0 are those of `BatchPar`.
  private var pars: [Int16]

  /// The trials that are not over, as differences from the first trial.
  private var trials: [Int32]

  private enum Way {
    case walk
    case planner(PlannerWalk)
    case pars(SmallSolver)
    case single
  }

  /// For each policy that always plays a level the same way, the rounds by placement number.
  private let memos: [RoundsOfPolicy?]

  /// Prepares to play the trials of a batch; nil if they must be played one at a time.
  ///
  /// - Parameters:
  ///   - source: The source of the levels.
  ///   - keepsPaths: Whether the moves are needed, for records or for counts of squares.
  init?(_ batch: Batch, _ source: LevelSource, _ player: RoundPlayer, keepsPaths: Bool) {
    guard let frame = source.frame else { return nil }
    moveLimit = batch.moveLimit(in: frame.room.size)
    guard moveLimit <= (keepsPaths ? RoundsOfPolicy.mostMoves : Ending.mostMoves) else {
      return nil
    }
    self.batch = batch
    self.player = player
    let capacity = Self.capacity(batch, keepsPaths: keepsPaths)
    self.capacity = capacity
    let perTrial = batch.unit.roundsPerTrial
    let kept = keepsPaths ? moveLimit : nil
    rounds = batch.policies.map { _ in
      RoundsOfPolicy(slots: capacity * perTrial, roundsPerTrial: perTrial, keeping: kept)
    }
    pars = [Int16](repeating: 0, count: Int(batch.chunkSize) * perTrial)
    trials = []
    trials.reserveCapacity(capacity)
    walk = RandomWalk(
      source.generator.family, frame, rules: batch.rules, moveLimit: moveLimit, seed: batch.seed,
      capacity: capacity)
    let placements = source.numberedPlacements
    placementCount = placements
    memos = batch.policies.map {
      $0.playsInOneWay && placements > 0 ? RoundsOfPolicy(slots: placements, keeping: kept) : nil
    }
    let moveLimit = moveLimit
    policies = batch.policies.map { policy in
      let way: Way =
        switch policy.engine {
        case .random: .walk
        case .planner(let style):
          .planner(PlannerWalk(frame, rules: batch.rules, style: style, moveLimit: moveLimit))
        case .solution where !keepsPaths:
          Self.pars(frame, batch, zombies: source.generator.family.zombies) ?? .single
        case .solution, nil: .single
        }
      return (policy, way)
    }
  }

  /// The method for `clairvoyant` if only endings are needed. The policy plays the solution if
  /// there is one, so the par determines the ending. Nil if the search might give up.
  private static func pars(_ frame: SmallLevel, _ batch: Batch, zombies: Int) -> Way? {
    let limit =
      batch.stateLimit
      ?? Solver.defaultStateLimit(squares: frame.room.squareCount, movingZombies: zombies)
    let search = SmallSolver(room: frame.room, rules: batch.rules, stateLimit: limit)
    return search.mayNotGiveUp(zombies: zombies) ? .pars(search) : nil
  }

  deinit { for rounds in rounds + memos.compactMap({ $0 }) { rounds.deallocate() } }

  /// The number of trials to play at a time. Paths need a lot of memory, which should stay in the
  /// processor's cache.
  private static func capacity(_ batch: Batch, keepsPaths: Bool) -> Int {
    keepsPaths ? 512 : Int(batch.chunkSize)
  }

  /// The maximum number of bytes for playing a batch on levels of a family. Each policy needs the
  /// rounds of the trials that are played at a time. A policy that always plays a level the same
  /// way also needs its memo if there are few placements.
  static func mostBytes(_ batch: Batch, _ family: Family, keepsPaths: Bool) -> Int {
    guard family.size.squareCount <= SmallRoom.limit else { return 0 }
    let moves = min(batch.moveLimit(in: family.size), RoundsOfPolicy.mostMoves)
    let path = keepsPaths ? moves + RoundsOfPolicy.slack : 0
    let memo = NumberedDrawer.count(family)
    // In addition to its rounds, `random` needs 144 bytes for each trial.
    let trials = capacity(batch, keepsPaths: keepsPaths)
    let rounds = trials * (batch.unit.roundsPerTrial * (8 + path) + 144)
    return batch.policies.count * (rounds + memo * (8 + path)) + 25 * memo
  }

  /// Plays some trials.
  ///
  /// - Parameters:
  ///   - levels: The levels, beginning with those of the first trial.
  ///   - output: Receives the tallies and, if requested, the pairs and records.
  ///   - writer: Writes the rounds, if not nil.
  /// - Throws: ``SimulationError``, though not always for the first trial that cannot be played.
  func play(
    _ range: Range<UInt64>, _ levels: LevelBatch, into output: inout ChunkResult,
    _ writer: (any RoundWriter)?
  ) throws(SimulationError) {
    let perTrial = batch.unit.roundsPerTrial
    assert(levels.count >= range.count * perTrial, "one level per round of each trial")
    var first = range.lowerBound
    while first < range.upperBound {
      let count = Int(min(UInt64(capacity), range.upperBound - first))
      let offset = Int(first - range.lowerBound) * perTrial
      for index in policies.indices {
        try play(index, first..<first + UInt64(count), levels, offset, &output.tallies[index])
      }
      let played = PlayedTrials(
        batch: batch, trials: first..<first + UInt64(count), levels: levels, offset: offset,
        placementCount: placementCount, rounds: rounds)
      if batch.countsPairs { played.countPairs(into: &output.pairs) }
      if var records = output.records.take() {
        played.appendRecords(to: &records)
        output.records = records
      }
      writer?.write(played)
      first += UInt64(count)
    }
  }

  /// Plays trials with one policy: the first round of each, then the second round of those that
  /// need one, and so on.
  private func play(
    _ index: Int, _ range: Range<UInt64>, _ levels: LevelBatch, _ offset: Int,
    _ tally: inout Tally
  ) throws(SimulationError) {
    assert(range.count <= capacity, "trials that fit in the memory")
    // If no trial leaves the list, the list is reused.
    if batch.unit == .games || trials.count != range.count {
      trials.removeAll(keepingCapacity: true)
      for trial in 0..<Int32(range.count) { trials.append(trial) }
    }
    let perTrial = batch.unit.roundsPerTrial
    let rounds = rounds[index]
    for round in 0..<perTrial where !trials.isEmpty {
      do throws(PolicyError) {
        try play(index, range.lowerBound, round, levels, offset)
      } catch {
        throw .policy(error)
      }
      tally.count(rounds, trials, round: round, levels.frame)
      guard batch.unit == .games else { continue }
      let count = trials.count
      // The first round won wins a game; the third round not won loses it.
      trials.removeAll { rounds.endings[Int($0) * perTrial + round].isWin }
      tally.countGames(won: UInt64(count - trials.count), lost: 0)
    }
    if batch.unit == .games { tally.countGames(won: 0, lost: UInt64(trials.count)) }
  }

  /// Plays one round of each of the current trials.
  private func play(
    _ index: Int, _ first: UInt64, _ round: Int, _ levels: LevelBatch, _ offset: Int
  ) throws(PolicyError) {
    let (policy, way) = policies[index]
    let (rounds, perTrial) = (rounds[index], batch.unit.roundsPerTrial)
    func playAlone(
      _ trial: Int32, _ path: UnsafeMutablePointer<UInt8>?
    ) throws(PolicyError) -> Ending {
      let key = RoundKey(seed: batch.seed, trial: first + UInt64(trial), round: round)
      let level = levels[offset + Int(trial) * perTrial + round]
      var moves: [Direction]? = path == nil ? nil : []
      let ending = try player.play(.small(level), listed: nil, policy, key, &moves)
      if let path, let moves {
        assert(moves.count == ending.moves, "one letter per move")
        for (index, move) in moves.enumerated() { path[index] = move.letter }
      }
      return ending
    }
    // Same: rounds that are not remembered are played.
    if let memo = memos[index], !levels.numbers.isEmpty {
      for trial in trials {
        let slot = Int(trial) &* perTrial &+ round
        let number = Int(levels.numbers[offset &+ slot])
        if memo.endings[number].isNone {
          memo.endings[number] = try playAlone(trial, memo.path(number))
        }
        rounds.copy(number, of: memo, to: slot)
      }
      return
    }
    switch way {
    case .walk:
      trials.withUnsafeBufferPointer {
        walk.play(levels, offset, trials: $0, first: first, round: round, into: rounds)
      }
    case .planner(let planner):
      planner.play(levels, offset, trials: trials, round: round, into: rounds)
    case .pars(let search):
      // The first round decides the levels of all rounds of the chunk.
      if round == 0 { search.decide(levels, into: &pars) }
      for trial in trials {
        let slot = Int(trial) * perTrial + round
        let par = Int(pars[offset + slot])
        assert(par != Int(BatchPar.gaveUp), "a search that cannot give up")
        if par >= 0 {
          rounds.endings[slot] =
            par <= moveLimit ? Ending(.won, moves: par) : Ending(.outOfMoves, moves: moveLimit)
        } else {
          // Without a solution, `clairvoyant` plays the first legal move each time.
          rounds.endings[slot] = player.playUnsolvable(levels[offset + slot])
        }
      }
    case .single:
      for trial in trials {
        let slot = Int(trial) * perTrial + round
        assert(rounds.fits(moveLimit), "memory for the maximum number of moves")
        rounds.endings[slot] = try playAlone(trial, rounds.path(slot))
      }
    }
  }
}
