import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels that cannot be made: only here must each have the one reason that is true, alone and in a
/// batch.
@Suite struct GenerationErrorTests {
  /// The error of the level with an index, or nil if it can be made.
  private func error(_ generator: LevelGenerator, _ index: UInt64 = 0) -> GenerationError? {
    do throws(GenerationError) {
      _ = try generator.level(at: index)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("1x2z1", 1, 0), ("3x3z4", 4, 3), ("3x3z2b1f1", 4, 3), ("8x8z59", 59, 58),
    ("8x8b20f39", 59, 58), ("9x9z76", 76, 75), ("9x9z25b25f26+lit", 76, 75),
    ("5x5z1048576b1048576f1048576", 3_145_728, 19),
  ])
  func moreThingsThanSquares(name: String, things: Int, squares: Int) throws {
    let family = try Family(name)
    let expected = GenerationError.tooManyThings(things: things, squares: squares)
    for selection in LevelSelection.allCases {
      let generator = LevelGenerator(family, seed: 0, selection: selection)
      expectEqual(error(generator), expected)
      #expect(throws: expected) { try LevelSource(generator) }
    }
  }

  /// As many things as there are squares for them: of one kind, with one placement, or of several.
  @Test(arguments: [
    "1x2", "1x5z1", "3x3z3", "3x3b3", "3x3z1b1f1", "3x3b2f1", "8x8z58", "8x8b20f38", "8x8z1b56f1",
    "9x9z75", "9x9b75+lit", "9x9z25b25f25+lit",
  ])
  func asManyThingsAsSquares(name: String) throws {
    let family = try Family(name)
    expectEqual(family.thingCount, family.allowedSquares.count)
    let generator = LevelGenerator(family, seed: 3, selection: .any)
    let source = try LevelSource(generator)
    for index in 0..<UInt64(5) {
      let level = try source.level(at: index)
      try expectEqual(level, generator.level(at: index), "\(level.code)")
      expect(family.contains(level), "\(level.code)")
      expectEqual(
        Set(level.zombies + level.blocks + level.flashlights), Set(family.allowedSquares),
        "\(level.code)")
    }
    if let frame = source.frame {
      var batch = LevelBatch(frame: frame, count: 5)
      try source.fill(&batch, from: 0)
      for place in 0..<5 {
        try expectEqual(Level(batch[place]), source.level(at: UInt64(place)), "\(name)")
      }
    }
    expectEqual(source.countDraws(0..<5).placements, 5)
    if let count = family.placementCount, count < 1000 {
      expectEqual(Array(Placements(family)).count, Int(count))
    }
  }

  @Test(arguments: [
    (1, 0, "1 thing does not fit: the placement rule leaves no square"),
    (2, 1, "2 things do not fit: the placement rule leaves 1 square"),
    (59, 58, "59 things do not fit: the placement rule leaves 58 squares"),
  ])
  func moreThingsThanSquaresAreSaidInWords(things: Int, squares: Int, words: String) {
    expectEqual(GenerationError.tooManyThings(things: things, squares: squares).description, words)
  }

  /// Every small family in which the naive solver finds no solvable placement gives this error,
  /// with the number of placements, and every other family has a level.
  @Test func noneSolvableIsSaidWhereEnumerationProvesIt() throws {
    var (proven, made) = (0, 0)
    var families = NaiveFamily.smallRooms(maxSquares: 10, maxThings: 2)
    families += NaiveFamily.smallRooms(maxSquares: 9, maxThings: 3).filter { $0.rows == 3 }
    families = sampled(
      families.filter { $0.placementCount > 0 && $0.zombies + $0.blocks > 0 }, every: 5)
    let failure = try firstFailure(of: families) { naive in
      var solvable = 0
      naive.forEachPlacement { solvable += naiveSolve($0).solvable ? 1 : 0 }
      let found = error(LevelGenerator(try Family(naive), seed: 5), 3)
      if solvable > 0 {
        made += 1
        return found == nil ? nil : "\(naive): \(found?.description ?? "")"
      }
      proven += 1
      let expected = GenerationError.noneSolvable(placements: UInt64(naive.placementCount))
      return found == expected ? nil : "\(naive): \(found?.description ?? "a level")"
    }
    expectNil(failure)
    expect(proven > 30 && made > 5)
  }

  @Test func noneSolvableHasItsWords() throws {
    // Three squares are far enough from both corners, and two zombies on them guard every path.
    let generator = LevelGenerator(try Family("3x3z2"), seed: 0)
    expectEqual(error(generator), .noneSolvable(placements: 3))
    expectEqual(
      error(generator)?.description,
      "no level of this family is solvable: all 3 placements were tried")
    expectEqual(
      GenerationError.noneSolvable(placements: 1).description,
      "no level of this family is solvable: the one placement was tried")
    let source = try LevelSource(generator)
    var batch = LevelBatch(frame: try require(source.frame), count: 4)
    #expect(throws: GenerationError.noneSolvable(placements: 3)) {
      try source.fill(&batch, from: 10)
    }
    #expect(throws: GenerationError.noneSolvable(placements: 3)) { try source.level(at: 99) }
    // Any placement is allowed.
    try expectNil(error(LevelGenerator(try Family("3x3z2"), seed: 0, selection: .any)))
  }

  @Test func whatIsSolvableDependsOnTheRules() throws {
    // In two rows, you cannot pass a zombie that catches at distance 1, but you can pass one that
    // has to be on your square. In a corridor you can pass neither.
    let family = try Family("2x6z1")
    let lenient = try Rules(catchingDistance: 0)
    expectEqual(error(LevelGenerator(family, seed: 0)), .noneSolvable(placements: 6))
    expectNil(error(LevelGenerator(family, seed: 0, rules: lenient)))
    try expectEqual(
      error(LevelGenerator(try Family("1x6z1"), seed: 0, rules: lenient)),
      .noneSolvable(placements: 2))
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
      let failure = firstFailure(of: 0..<60) { index -> String? in
        let expected: GenerationError? =
          rejected[index] < limit ? nil : .noneFound(index: UInt64(index), draws: limit)
        var found: GenerationError?
        do throws(GenerationError) { _ = try source.level(at: UInt64(index)) } catch {
          found = error
        }
        return found == expected && error(generator, UInt64(index)) == expected
          ? nil : "classic@0#\(index), limit \(limit): \(found?.description ?? "a level")"
      }
      expectNil(failure)
      // A batch gives the first of these errors.
      var batch = LevelBatch(frame: try require(source.frame), count: 60)
      let first = try require(rejected.firstIndex { $0 >= limit })
      #expect(throws: GenerationError.noneFound(index: UInt64(first), draws: limit)) {
        try source.fill(&batch, from: 0)
      }
    }
    expectEqual(
      GenerationError.noneFound(index: 7, draws: 1000).description,
      "no solvable level found for index 7 in 1000 draws")
  }

  @Test func noneFoundWherePlacementsAreTooManyForAProof() throws {
    // 75 squares with 60 zombies: C(75, 15) placements, about 2 · 10¹⁵, hardly any solvable.
    let generator = LevelGenerator(try Family("9x9z60"), seed: 0, drawLimit: 30)
    expectEqual(error(generator, 4), .noneFound(index: 4, draws: 30))
  }

  /// A family without a solvable placement is recognised even if only one draw is allowed.
  @Test(arguments: [("1x64b1", UInt64(60)), ("1x9b2", 10), ("3x3b3", 1), ("1x65b1", 61)])
  func aProofIsMadeBeforeTheDrawsAreUsedUp(name: String, placements: UInt64) throws {
    let family = try Family(name)
    expectEqual(family.placementCount, placements)
    for limit in [1, 2, Int(placements), Int(placements) + 1, 999, 1000, 1001] {
      expectEqual(
        error(LevelGenerator(family, seed: 0, drawLimit: limit)),
        .noneSolvable(placements: placements), "\(name), \(limit) draws")
    }
  }

  @Test func aRoomIsTooNarrowForZombies() throws {
    for (name, width, rules) in [
      ("1x200z3+lit", 1, Rules.standard), ("2x400z2", 2, .standard),
      ("1x900z1f1", 1, try Rules(catchingDistance: 0)),
    ] {
      let generator = LevelGenerator(try Family(name), seed: 5, rules: rules)
      let found = error(generator, 5)
      // If there are few enough placements, each of them was tried.
      if case .noneSolvable = found { continue }
      expectEqual(found, .tooNarrow(width: width), "\(name)")
      let brief = try LevelSource(generator, isBrief: true)
      #expect(throws: GenerationError.tooNarrow(width: width)) { try brief.level(at: 5) }
    }
    expectEqual(
      GenerationError.tooNarrow(width: 1).description,
      "no level of this family is solvable: in a room 1 square wide, no player can get past a zombie"
    )
  }

  @Test func theStatesOfAllDrawsForALevelAreBounded() throws {
    let family = try Family("9x9z3b2+lit")
    var found = 0
    for index in 0..<UInt64(40) where found == 0 {
      let generator = LevelGenerator(family, seed: 0, stateLimit: 400)
      let source = try LevelSource(generator, isBrief: true)
      do throws(GenerationError) { _ = try source.level(at: index) } catch {
        guard case .tookTooLong(index, let draws, let states) = error else { continue }
        found += 1
        // The last search can exceed the bound by its own limit.
        expect((400...800).contains(states) && draws > 1)
        expectEqual(
          error.description,
          "no solvable level found for index \(index) in \(draws) draws, after visiting "
            + "\(states) states")
        // With a higher limit, it is the level that it always was.
        let level = try LevelGenerator(family, seed: 0).level(at: index)
        expect(level.isSolvable)
      }
    }
    expect(found > 0)
  }

  /// The whole work for a level is also bounded in rooms of at most 64 squares. A batch has the
  /// same levels as single requests, and stops for the same reason.
  @Test(arguments: [
    ("3x12z5b6+lit", 500), ("4x12z6b12+lit", 1000), ("4x4z4b3+lit", 40), ("3x6z5b2f1", 30),
    ("5x5z3b4+lit", 300),
    ("1x40z12+lit", 50),
  ])
  func theWholeWorkIsBoundedInSmallRooms(name: String, states: Int) throws {
    let family = try Family(name)
    var tooLong = 0
    for first in stride(from: UInt64(0), to: 60, by: 20) {
      let generator = LevelGenerator(family, seed: 3, drawLimit: 100_000, stateLimit: states)
      let (batchSource, source) = (try LevelSource(generator), try LevelSource(generator))
      guard let frame = batchSource.frame else { return }
      var batch = LevelBatch(frame: frame, count: 20)
      var (batchError, levels): (GenerationError?, [Level]) = (nil, [])
      do throws(GenerationError) { try batchSource.fill(&batch, from: first) } catch {
        batchError = error
      }
      var found: GenerationError?
      for index in first..<(first + 20) where found == nil {
        do throws(GenerationError) { levels.append(try source.level(at: index)) } catch {
          found = error
        }
      }
      expectEqual(batchError, found, "\(name)")
      if found == nil {
        expectEqual(levels, (0..<20).map { Level(batch[$0]) }, "\(name)")
      } else if case .tookTooLong(_, let draws, let work) = found {
        tooLong += 1
        expect(draws > 1 && (5 * states...6 * states + 1).contains(work), "\(name)")
      }
    }
    if ["3x12z5b6+lit", "4x12z6b12+lit"].contains(name) { expect(tooLong > 0) }
  }

  @Test func theDrawLimitIsStated() throws {
    expectEqual(LevelGenerator.defaultDrawLimit(for: .classic), 67_108_864 / 25)
    try expectEqual(LevelGenerator.defaultDrawLimit(for: try Family("1024x1024")), 1000)
    expectEqual(LevelGenerator(.classic, seed: 0).drawLimit, 67_108_864 / 25)
  }

  @Test(arguments: ["8x8z3+lit", "6x6z2b3+lit", "9x9z3+lit"])
  func aSolverThatGivesUpIsAnError(name: String) throws {
    let family = try Family(name)
    let generator = LevelGenerator(family, seed: 1, stateLimit: 5)
    let solver = Solver(stateLimit: 5)
    let drawing = SecondDrawing(family: NaiveFamily(family), seed: 1)
    var draw: UInt64 = 0
    while solver.decide(try Level(drawing.placement(2, attempt: draw))).verdict == .unsolvable {
      draw += 1
    }
    let expected = GenerationError.gaveUp(index: 2, draw: Int(draw), states: 5)
    expectEqual(error(generator, 2), expected)
    expectEqual(
      expected.description,
      "the solver gave up on draw \(draw) for index 2 at its limit of 5 states; "
        + "skipping that draw would bias the levels; raise the limit on states")
    // Without a search, the solver cannot give up.
    expectNil(error(LevelGenerator(family, seed: 1, selection: .any, stateLimit: 5), 2))
    let survey = try LevelSource(generator).countDraws(0..<20)
    expect(survey.placements == 20 && survey.gaveUp > 0)
    if let frame = try LevelSource(generator).frame {
      var batch = LevelBatch(frame: frame, count: 3)
      #expect(throws: expected) { try LevelSource(generator).fill(&batch, from: 2) }
    }
  }

  @Test func aLaterDrawMayBeTheOneThatIsGivenUp() throws {
    // Whichever draw it is, the draws before it are unsolvable, and that draw is undecided.
    let family = try Family("6x6z1b5+lit")
    let source = try LevelSource(LevelGenerator(family, seed: 0, stateLimit: 12))
    let solver = Solver(stateLimit: 12)
    let drawing = SecondDrawing(family: NaiveFamily(family), seed: 0)
    var draws: [Int] = []
    let failure = try firstFailure(of: 0..<UInt64(60)) { index in
      do throws(GenerationError) {
        _ = try source.level(at: index)
      } catch {
        guard case .gaveUp(index, let draw, 12) = error else { return "\(index): \(error)" }
        draws.append(draw)
        let verdicts = try (0...UInt64(draw)).map {
          solver.decide(try Level(drawing.placement(index, attempt: $0))).verdict
        }
        return verdicts.last == .gaveUp && verdicts.dropLast().allSatisfy { $0 == .unsolvable }
          ? nil : "6x6z1b5+lit@0#\(index): \(verdicts)"
      }
      return nil
    }
    expectNil(failure)
    expect(draws.contains(0) && draws.contains { $0 > 0 })
  }

  @Test func aBatchNamesTheLevelWhereverItIs() throws {
    let family = try Family("6x6z1b5+lit")
    // Where in a batch, counted from its first level, the solver gave up on a level's first draw.
    var places: Set<Int> = []
    for limit in [12, 25, 50] {
      let source = try LevelSource(LevelGenerator(family, seed: 0, stateLimit: limit))
      let errors = (0..<UInt64(60)).map { error(source.generator, $0) }
      for begin in stride(from: 0, to: 50, by: isLong ? 1 : 4) {
        guard let place = errors[begin...].firstIndex(where: { $0 != nil }) else { continue }
        let expected = try require(errors[place])
        if case .gaveUp(_, 0, _) = expected { places.insert(place - begin) }
        var batch = LevelBatch(frame: try require(source.frame), count: 60 - begin)
        #expect(throws: expected) { try source.fill(&batch, from: UInt64(begin)) }
      }
    }
    expect(places.count > 3, "\(places)")
  }
}
