import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels that cannot be made: each has the one reason that is true, alone and in a batch.
@Suite struct GenerationErrorTests {
  /// The error of some work, or nil.
  private func error(_ body: () throws(GenerationError) -> Void) -> GenerationError? {
    do throws(GenerationError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// The error of the level with an index, or nil if it can be made.
  private func error(_ generator: LevelGenerator, _ index: UInt64 = 0) -> GenerationError? {
    error { () throws(GenerationError) in _ = try generator.level(at: index) }
  }

  /// The error of a batch.
  private func error(
    _ source: LevelSource, batch count: Int, from first: UInt64
  ) throws -> GenerationError? {
    var batch = LevelBatch(frame: try require(source.frame), count: count)
    return error { () throws(GenerationError) in try source.fill(&batch, from: first) }
  }

  @Test func everyReasonHasItsWords() {
    let errors: [GenerationError] = [
      .tooManyThings(things: 1, squares: 0), .tooManyThings(things: 2, squares: 1),
      .tooManyThings(things: 59, squares: 58), .noneSolvable(placements: 1),
      .noneSolvable(placements: 3), .tooNarrow(width: 1), .tooNarrow(width: 2),
      .tookTooLong(index: 4, draws: 2, states: 400), .noneFound(index: 7, draws: 1000),
      .gaveUp(index: 2, draw: 0, states: 1),
    ]
    expectEqual(
      errors.map(\.description).joined(separator: "\n"),
      """
      1 thing does not fit: the placement rule leaves no square
      2 things do not fit: the placement rule leaves 1 square
      59 things do not fit: the placement rule leaves 58 squares
      no level of this family is solvable: the one placement was tried
      no level of this family is solvable: all 3 placements were tried
      no level of this family is solvable: in a room 1 square wide, no player can get past a zombie
      no level of this family is solvable: in a room 2 squares wide, no player can get past a zombie
      no solvable level found for index 4 in 2 draws, after visiting 400 states
      no solvable level found for index 7 in 1000 draws
      the solver gave up on draw 0 for index 2 at its limit of 1 state; skipping that draw would bias the levels; \
      raise the limit on states
      """)
  }

  @Test func thingsThatDoNotFit() throws {
    for (name, things, squares) in [
      ("1x2z1", 1, 0), ("3x3z4", 4, 3), ("8x8b20f39", 59, 58), ("9x9z25b25f26+lit", 76, 75),
      ("5x5z1048576b1048576f1048576", 3_145_728, 19),
    ] {
      let expected = GenerationError.tooManyThings(things: things, squares: squares)
      for selection in LevelSelection.allCases {
        let generator = LevelGenerator(try Family(name), seed: 0, selection: selection)
        expectEqual(error(generator), expected)
        expectEqual(
          error { () throws(GenerationError) in try generator.checkPlacements() }, expected)
      }
    }
    // As many things as squares for them: of one kind, or of several.
    for name in ["1x2", "1x5z1", "3x3z1b1f1", "8x8z58", "8x8z1b56f1", "9x9z25b25f25+lit"] {
      let family = try Family(name)
      let generator = LevelGenerator(family, seed: 3, selection: .any)
      expectNil(error { () throws(GenerationError) in try generator.checkPlacements() })
      let level = try generator.level(at: 4)
      expect(family.contains(level) && family.thingCount == family.allowedSquares.count)
      let places = Set(level.zombies + level.blocks + level.flashlights)
      expectEqual(places, Set(family.allowedSquares))
    }
  }

  /// Every small family in which the naive solver finds no solvable placement gives this error, with the number of
  /// placements, and every other family has a level.
  @Test func noneSolvableIsSaidWhereEnumerationProvesIt() throws {
    var (proven, made) = (0, 0)
    let small =
      NaiveFamily.smallRooms(maxSquares: 10, maxThings: 2)
      + NaiveFamily.smallRooms(maxSquares: 9, maxThings: 3).filter { $0.rows == 3 }
    let families = sampled(
      small.filter { $0.placementCount > 0 && $0.zombies + $0.blocks > 0 }, every: 8)
    let failure = try firstFailure(of: families) { naive in
      var solvable = 0
      naive.forEachPlacement { solvable += naiveSolve($0).solvable ? 1 : 0 }
      let found = error(LevelGenerator(try Family(naive), seed: 5), 3)
      if solvable > 0 { made += 1 } else { proven += 1 }
      let expected: GenerationError? =
        solvable > 0 ? nil : .noneSolvable(placements: UInt64(naive.placementCount))
      return found == expected ? nil : "\(naive): \(found?.description ?? "a level")"
    }
    expectNil(failure)
    expect(proven > 15 && made > 3, "\(proven) \(made)")
    let source = try LevelSource(LevelGenerator(Family("3x3z2"), seed: 0))
    try expectEqual(error(source, batch: 4, from: 10), .noneSolvable(placements: 3))
    // A proof is made before the draws are used up, however few they are.
    for (name, placements) in [("1x64b1", UInt64(60)), ("1x9b2", 10), ("3x3b3", 1), ("1x65b1", 61)]
    {
      for limit in [1, 2, Int(placements), Int(placements) + 1, 1000, 1001] {
        let generator = LevelGenerator(try Family(name), seed: 0, drawLimit: limit)
        expectEqual(error(generator), .noneSolvable(placements: placements), "\(name) \(limit)")
      }
    }
  }

  /// Family, catching distance and the reason: the width of a room that is too narrow for a zombie, the number of
  /// placements that were all tried, or the number of draws.
  @Test func narrowRooms() throws {
    let table = """
      // In two rows, a player can pass a zombie only if it has to be on the player's square.
      2x6z1 | 1 | all 6
      2x6z1 | 0 | -
      1x6z1 | 0 | all 2
      1x200z3+lit | 1 | width 1
      2x400z2 | 1 | width 2
      2x400z2 | 0 | -
      1x900z1f1 | 0 | width 1
      // Only zombies make a room too narrow.
      1x200b3 | 1 | draws
      200x1b3+lit | 0 | draws
      1x200z1b2 | 1 | width 1
      200x1z2b1+lit | 0 | width 1
      2x200z1b150 | 1 | width 2
      2x200z1b150 | 0 | draws
      2x200b180 | 1 | draws
      """
    for row in tableRows(table) {
      let rules = try Rules(catchingDistance: try require(Int(row[1])))
      let isAny = row[2] == "-" || row[2].hasPrefix("all")
      // The reason does not depend on the limit, except in families whose placements are all tried.
      let settings = [(9, true), (9, false)] + (row[0].hasPrefix("1x200") ? [(1001, false)] : [])
      for (limit, isBrief) in settings where !isAny || !isBrief {
        let generator = LevelGenerator(
          try Family(row[0]), seed: 5, rules: rules, drawLimit: isAny ? nil : limit)
        let source = try LevelSource(generator, isBrief: isBrief)
        let found = error { () throws(GenerationError) in _ = try source.level(at: 5) }
        let words =
          switch found {
          case nil: "-"
          case .noneSolvable(let placements): "all \(placements)"
          case .tooNarrow(let width): "width \(width)"
          case .noneFound(5, limit): "draws"
          case .some(let other): "\(other)"
          }
        expectEqual(words, row[2], "\(row), \(limit)")
      }
    }
  }

  @Test func noneFoundWithinTheDrawLimit() throws {
    let drawing = SecondDrawing(family: .classic, seed: 0)
    let rejected = (0..<UInt64(60)).map { index in
      drawing.solvable(index) { naiveSolve($0).solvable }.rejected
    }
    expect((rejected.max() ?? 0) >= 3)
    for limit in 1...3 {
      let generator = LevelGenerator(.classic, seed: 0, drawLimit: limit)
      let source = try LevelSource(generator)
      for (index, draws) in rejected.enumerated() {
        let expected: GenerationError? =
          draws < limit ? nil : .noneFound(index: UInt64(index), draws: limit)
        let found = error { () throws(GenerationError) in _ = try source.level(at: UInt64(index)) }
        let things = error { () throws(GenerationError) in _ = try source.things(at: UInt64(index))
        }
        expect(
          found == expected && things == expected,
          "\(index), \(limit): \(String(describing: found))")
        expectEqual(error(generator, UInt64(index)), expected)
      }
      // A batch gives the first of these errors.
      let first = try require(rejected.firstIndex { $0 >= limit })
      try expectEqual(
        error(source, batch: 60, from: 0), .noneFound(index: UInt64(first), draws: limit))
    }
    // 75 squares with 60 zombies: too many placements for a proof, hardly any solvable.
    let generator = LevelGenerator(try Family("9x9z60"), seed: 0, drawLimit: 30)
    expectEqual(error(generator, 4), .noneFound(index: 4, draws: 30))
    expectEqual(LevelGenerator.defaultDrawLimit(for: .classic), 67_108_864 / 25)
    try expectEqual(LevelGenerator.defaultDrawLimit(for: Family("1024x1024")), 1000)
    expectEqual(LevelGenerator(.classic, seed: 0).drawLimit, 67_108_864 / 25)
  }

  /// The whole work for a level is bounded, in rooms of at most 64 squares and in others. A batch has the same levels as
  /// single requests, and stops for the same reason.
  @Test func theWholeWorkIsBounded() throws {
    for (name, states, isReached) in [
      ("3x12z5b6+lit", 500, true), ("4x4z4b3+lit", 40, false), ("3x6z5b2f1", 30, false),
      ("5x5z3b4+lit", 300, false), ("1x40z12+lit", 50, false),
    ] {
      var tooLong = 0
      for first in stride(from: UInt64(0), to: 60, by: 20) {
        let generator = LevelGenerator(
          try Family(name), seed: 3, drawLimit: 100_000, stateLimit: states)
        let (many, source) = (try LevelSource(generator), try LevelSource(generator))
        var batch = LevelBatch(frame: try require(many.frame), count: 20)
        let batchError = error { () throws(GenerationError) in try many.fill(&batch, from: first) }
        var levels: [Level] = []
        let found = error { () throws(GenerationError) in
          for index in first..<(first + 20) { levels.append(try source.level(at: index)) }
        }
        expectEqual(batchError, found, name)
        if found == nil {
          expectEqual(levels, (0..<20).map { Level(batch[$0]) }, name)
        } else if case .tookTooLong(_, let draws, let work) = found {
          tooLong += 1
          // The last search can exceed the bound by its own limit.
          expect(draws > 1 && (5 * states...6 * states + 1).contains(work), "\(name) \(work)")
        }
      }
      expect(tooLong > 0 || !isReached, name)
    }
    // A brief source stops earlier. With a higher limit, it is the level that it always was.
    let family = try Family("9x9z3b2+lit")
    var found = 0
    for index in 0..<UInt64(40) where found == 0 {
      let source = try LevelSource(LevelGenerator(family, seed: 0, stateLimit: 400), isBrief: true)
      let problem = error { () throws(GenerationError) in _ = try source.level(at: index) }
      guard case .tookTooLong(index, let draws, let states) = problem else { continue }
      found += 1
      expect((400...800).contains(states) && draws > 1)
      try expect(LevelGenerator(family, seed: 0).level(at: index).isSolvable)
    }
    expect(found > 0)
  }

  @Test func aSolverThatGivesUpIsAnError() throws {
    for name in ["8x8z3+lit", "6x6z2b3+lit", "9x9z3+lit"] {
      let family = try Family(name)
      let generator = LevelGenerator(family, seed: 1, stateLimit: 5)
      let (solver, drawing) = (
        Solver(stateLimit: 5), SecondDrawing(family: NaiveFamily(family), seed: 1)
      )
      var draw: UInt64 = 0
      while solver.decide(try Level(drawing.placement(2, attempt: draw))).verdict == .unsolvable {
        draw += 1
      }
      let expected = GenerationError.gaveUp(index: 2, draw: Int(draw), states: 5)
      expectEqual(error(generator, 2), expected)
      // Without a search, the solver cannot give up.
      expectNil(error(LevelGenerator(family, seed: 1, selection: .any, stateLimit: 5), 2))
      let survey = try LevelSource(generator).countDraws(0..<20)
      expect(survey.placements == 20 && survey.gaveUp > 0)
      if family.frame != nil {
        try expectEqual(error(LevelSource(generator), batch: 3, from: 2), expected)
      }
    }
  }

  /// Whichever draw is given up, the draws before it are unsolvable, and that draw is undecided. A batch names the level
  /// wherever it is.
  @Test func aLaterDrawMayBeTheOneThatIsGivenUp() throws {
    var (draws, places): (Set<Int>, Set<Int>) = ([], [])
    // The placements of the second family are numbered, and have their verdicts in a table.
    for (name, limit) in [
      ("6x6z1b5+lit", 12), ("6x6z1b5+lit", 25), ("6x6z1b5+lit", 50), ("5x5z1b2+lit", 8),
      ("5x5z1b2+lit", 20),
    ] {
      let family = try Family(name)
      let drawing = SecondDrawing(family: NaiveFamily(family), seed: 0)
      let (generator, solver) = (
        LevelGenerator(family, seed: 0, stateLimit: limit), Solver(stateLimit: limit)
      )
      let errors = (0..<UInt64(60)).map { error(generator, $0) }
      for (index, error) in errors.enumerated() {
        guard let error else { continue }
        guard case .gaveUp(UInt64(index), let draw, limit) = error else {
          expect(false, "\(index): \(error)")
          continue
        }
        draws.insert(min(draw, 1))
        let verdicts = try (0...UInt64(draw)).map {
          solver.decide(try Level(drawing.placement(UInt64(index), attempt: $0))).verdict
        }
        let isRight =
          verdicts.last == .gaveUp && verdicts.dropLast().allSatisfy { $0 == .unsolvable }
        expect(isRight, "\(name)@0#\(index): \(verdicts)")
      }
      for begin in stride(from: 0, to: 50, by: isLong ? 1 : 5) {
        guard let place = errors[begin...].firstIndex(where: { $0 != nil }) else { continue }
        if case .gaveUp(_, 0, _) = errors[place] { places.insert(place - begin) }
        let source = try LevelSource(generator)
        try expectEqual(error(source, batch: 60 - begin, from: UInt64(begin)), errors[place])
      }
    }
    expect(draws == [0, 1] && places.count > 3, "\(draws), \(places)")
  }
}
