import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Batches that fail, and batches that the caller stops.
@Suite struct ErrorTests {
  private static let threadCounts = isLong ? [1, 2, 3, 8] : [1, 3]

  /// The errors of a batch, with records and without.
  private static func errors(_ batch: Batch, threads: Int) -> [SimulationError?] {
    let handlers: [(@Sendable ([RoundRecord]) -> Bool)?] = [nil, { _ in true }]
    return handlers.map { onRounds in
      do throws(SimulationError) {
        _ = try Simulator(batch, threads: threads).run(onRounds: onRounds)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func check(_ error: SimulationError, of batch: Batch) {
    let failure = firstFailure(of: threadCounts) { threads in
      let errors = errors(batch, threads: threads)
      return errors == [error, error] ? nil : "\(threads) threads: \(errors)"
    }
    expectNil(failure)
  }

  @Test func aFamilyThatCannotBeMadeIsAnError() throws {
    for policies in [[Policy.random], [.edge, .clairvoyant]] {
      for unit in [Batch.Unit.rounds, .games] {
        for selection in LevelSelection.allCases {
          Self.check(
            .generation(.tooManyThings(things: 4, squares: 3)),
            of: try Batch(
              family: "3x3z4", selection, policies: policies, unit: unit, trials: 0..<1500))
        }
        Self.check(
          .generation(.noneSolvable(placements: 3)),
          of: try Batch(family: "3x3z2", policies: policies, unit: unit, trials: 5..<1500))
      }
    }
    Self.check(
      .generation(.tooManyThings(things: 76, squares: 75)),
      of: try Batch(family: "9x9z76", .any, policies: [.edge], trials: 0..<0))
  }

  @Test func whatHasNoPlanIsKnownBeforehand() throws {
    for (code, squares) in [("S4/5/Z1#2/2F2/4P", nil), ("S98P", 100)] as [(String, Int?)] {
      let list = Batch.Levels.list(LevelList(try ["SP", code].map { try Level($0) }))
      let error = squares.map {
        "the best blind play is computed only for rooms of up to 64 squares, not \($0)"
      }
      expectEqual(list.obstacleToPlanning(under: .standard).map { "\($0)" }, error, code)
    }
  }

  /// Draw limits at which some levels fail, the first of them after some chunks.
  @Test func theFirstLevelThatCannotBeMadeIsTheError() throws {
    for (name, limit, chunk, trials) in [
      ("classic", 8, 1024, UInt64(0)..<4100), ("9x9z6", 8, 809, 0..<1700),
    ] {
      let generator = LevelGenerator(
        try Family(name), seed: 4, drawLimit: limit)
      let source = try LevelSource(generator)
      var failing: [UInt64] = []
      for index in trials where failing.count < 2 {
        do throws(GenerationError) { _ = try source.level(at: index) } catch {
          expectEqual(error, .noneFound(index: index, draws: limit))
          failing.append(index)
        }
      }
      // Found by search: the first failure comes after the first chunk, and a second one follows.
      let first = try require(failing.first)
      expect(failing.count == 2 && first > chunk)
      let batch = Batch(
        levels: .generated(generator), policies: [.random], trials: trials, maxMoves: 3, seed: 0)
      Self.check(.generation(.noneFound(index: first, draws: limit)), of: batch)
      // Without that trial, the next one fails.
      var later = batch
      later.trials = first + 1..<trials.upperBound
      Self.check(.generation(.noneFound(index: failing[1], draws: limit)), of: later)
    }
    // A solver that gives up on a draw.
    let generator = LevelGenerator(try Family("6x6z1b5+lit"), seed: 0, stateLimit: 12)
    let source = try LevelSource(generator)
    var expected: GenerationError?
    for index in UInt64(0)..<2000 where expected == nil {
      do throws(GenerationError) { _ = try source.level(at: index) } catch { expected = error }
    }
    let error = try require(expected)
    guard case .gaveUp = error else {
      Issue.record("\(error)")
      return
    }
    Self.check(
      .generation(error),
      of: Batch(
        levels: .generated(generator), policies: [.edge], trials: 0..<2000, maxMoves: 3, seed: 0))
  }

  /// The first level of `any` on which the solver gives up, for `clairvoyant`.
  @Test func theFirstLevelThatAPolicyCannotPlayIsTheError() throws {
    for name in ["flashlight", "9x9z1f2"] {
      let generator = LevelGenerator(try Family(name), seed: 6, selection: .any)
      let solver = Solver(stateLimit: 20)
      let source = try LevelSource(generator)
      var first: Level?
      for index in UInt64(0)..<2000 where first == nil {
        let level = try source.level(at: index)
        if solver.solve(level).verdict == .gaveUp { first = level }
      }
      let level = try require(first)
      var batch = Batch(
        levels: .generated(generator), policies: [.random, .clairvoyant, .edge], trials: 0..<1000,
        maxMoves: 3, seed: 0, stateLimit: 20)
      Self.check(.policy(.gaveUp(level)), of: batch)
      // The other policies can play.
      batch.policies = [.random, .edge]
      expectEqual(Self.errors(batch, threads: 2), [nil, nil])
    }
    // Policies that make illegal moves, or are only names.
    struct Stubborn: Player {
      func choose(_ sight: Sight) -> Direction { .up }
    }
    let (stubborn, nobody) = try (Policy("stubborn") { _ in Stubborn() }, Policy(named: "nobody"))
    var own = try Batch(family: "3x3", .any, policies: [stubborn], trials: 0..<5000)
    let open = try Level("S2/3/2P")
    Self.check(.policy(.illegalMove(stubborn, open, .up, move: 3)), of: own)
    own.policies = [.edge, nobody]
    Self.check(.policy(.unknown(nobody)), of: own)
    // A level of a list.
    let hard = "S5/6/2Z3/1Z4/6/5P+lit"
    let batch = Batch(
      LevelList(try ["SP", hard, "PS"].map { try Level($0) }),
      policies: [.clairvoyant], trials: 2..<4000, seed: 0, stateLimit: 3)
    Self.check(.policy(.gaveUp(try Level(hard))), of: batch)
    // One trial fails because it has no level, an earlier one because `clairvoyant` cannot solve its.
    let generator = LevelGenerator(.flashlight, seed: 2, drawLimit: 3)
    let (source, solver) = (try LevelSource(generator), Solver(stateLimit: 30))
    var errors: [SimulationError] = []
    for index in UInt64(0)..<300 {
      do throws(GenerationError) {
        let level = try source.level(at: index)
        if solver.solve(level).verdict == .gaveUp { errors.append(.policy(.gaveUp(level))) }
      } catch {
        errors.append(.generation(error))
      }
    }
    let first = try require(errors.first)
    guard case .policy = first,
      errors.contains(where: { if case .generation = $0 { true } else { false } })
    else {
      Issue.record("the errors are not in this order: \(errors)")
      return
    }
    Self.check(
      first,
      of: Batch(
        levels: .generated(generator), policies: [.clairvoyant], trials: 0..<300, seed: 0,
        stateLimit: 30))
  }

  /// A game that is won in its first round does not need the levels of the other rounds.
  @Test(arguments: ["classic", "9x9z7"])
  func aGameNeedsOnlyTheLevelsThatItPlays(name: String) throws {
    let generator = LevelGenerator(try Family(name), seed: 1, drawLimit: 2)
    let source = try LevelSource(generator)
    func canBeMade(_ index: UInt64) -> Bool { (try? source.level(at: index)) != nil }
    // `clairvoyant` wins every solvable level, so a game has one round.
    let trial = try require(
      (UInt64(0)..<500).first { canBeMade(3 * $0) && !canBeMade(3 * $0 + 1) })
    let batch = Batch(
      levels: .generated(generator), policies: [.clairvoyant], unit: .games,
      trials: trial..<trial + 1, seed: 0)
    expectEqual(Self.errors(batch, threads: 1), [nil, nil])
  }

  @Test func recordsAndProgressAreHandedOn() throws {
    let generator = LevelGenerator(.classic, seed: 4, drawLimit: 8)
    let batch = Batch(
      levels: .generated(generator), policies: [.random], trials: 0..<4100, maxMoves: 3, seed: 0)
    let runs = Self.threadCounts.map { threads in
      let trials = Mutex<[UInt64]>([])
      let result = Result { () throws(SimulationError) in
        try Simulator(batch, threads: threads).run(onRounds: { records in
          trials.withLock { $0 += records.map(\.trial) }
          return true
        })
      }
      guard case .failure(.generation(.noneFound(let index, _))) = result else {
        Issue.record("\(result)")
        return [UInt64]()
      }
      let handedOn = trials.withLock { $0 }
      // The records are in order and complete, and end before the failed trial.
      expectEqual(handedOn, Array(0..<UInt64(handedOn.count)))
      expect(handedOn.count <= index && !handedOn.isEmpty)
      return handedOn
    }
    expectEqual(Set(runs).count, 1)
    // A function that returns false stops the batch.
    let stopped = try Batch(family: "classic", policies: [.random], trials: 0..<30_000, maxMoves: 2)
    let tallies = Self.threadCounts.map { threads in
      let calls = Mutex(0)
      let result = try? Simulator(stopped, threads: threads).run(onRounds: { records in
        calls.withLock { $0 += 1 }
        return calls.withLock { $0 } < 2
      })
      expectEqual(calls.withLock { $0 }, 2)
      return result?.tallies[0].rounds.total ?? 0
    }
    // Two chunks of 1024 were delivered. With more threads, more may have been played by then.
    expectEqual(tallies[0], 2048)
    expect(tallies.allSatisfy { $0 >= 2048 && $0 < 30_000 })
    // Progress goes up to the last trial.
    let whole = try Batch(family: "classic", policies: [.edge, .random], trials: 100..<4300)
    for threads in Self.threadCounts {
      let seen = Mutex<[(done: UInt64, rounds: [UInt64])]>([])
      _ = try Simulator(whole, threads: threads).run(onProgress: { progress in
        seen.withLock {
          $0.append((progress.trialCount, progress.result.tallies.map(\.rounds.total)))
        }
      })
      let progress = seen.withLock { $0 }
      expectEqual(progress.map(\.done), progress.map(\.done).sorted())
      expectEqual(progress.last?.done, 4200)
      expect(progress.allSatisfy { $0.rounds == [$0.done, $0.done] })
    }
    // The maximum number of trials, in a batch that is stopped after the first chunk.
    let most = Batch(
      levels: .generated(LevelGenerator(.classic, seed: 0)), policies: [.random],
      trials: 0..<UInt64.max, maxMoves: 1, seed: 0)
    _ = try Simulator(most).run(onRounds: { _ in false })
  }
}
