import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

// HearingSearch and PlanFrame are internal; only their work and beliefs show that a division changes nothing.
@testable import ZombiesPolicies

/// The best blind play, with and without hearing: its values and moves against plain recursions over visited squares
/// and possible placements, its limits, and advice from any knowledge.
@Suite struct BlindPlanTests {
  private static let rules: [NaiveRules] =
    (0...4).flatMap { hearing in
      [1, 0].map { NaiveRules(catchingDistance: $0, hearingDistance: hearing) }
    } + [
      NaiveRules(chase: .vertical, speed: 2),
      NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 3),
      NaiveRules(chase: .vertical, speed: 2, hearingDistance: 2),
      NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 3, hearingDistance: 3),
      NaiveRules(hearingDistance: 16),
    ]

  /// Families of every shape up to 16 squares with up to three things, dark and lit, and of larger rooms with few
  /// placements.
  private static let families: [NaiveFamily] = {
    var random = NaiveRandom(seed: 0x91A5)
    let small = NaiveFamily.smallRooms(maxSquares: 16, maxThings: 3)
    let large = NaiveShape.all.filter { $0.squareCount > 16 }.map { shape in
      var family = random.family(of: shape)
      (family.blocks, family.flashlights) = (min(family.blocks, 1), min(family.flashlights, 1))
      return family
    }
    return (small + large).filter { (1...(isLong ? 700 : 200)).contains($0.placementCount) }
  }()

  /// Whether the estimate made in advance allows the plan of a family.
  private static func isWithin(_ limit: Int, _ family: Family, rules: Rules = .standard) -> Bool {
    let frame = try? PlanFrame(family, rules)
    return (try? frame?.check(limit, listing: rules.hearingTellsMore)) != nil
  }

  /// Each of the rules with every 89th family, without hearing with every 31st. In the longer form with every ninth.
  @Test("Values are those of the plain recursion", arguments: rules.indices)
  func values(turn: Int) throws {
    let rules = Self.rules[turn]
    let step = isLong ? 9 : rules.hearingDistance == 0 ? 31 : 89
    for number in stride(from: turn % step, to: Self.families.count, by: step) {
      let family = Self.families[number]
      guard try Self.isWithin(isLong ? 7000 : 5000, Family(family), rules: Rules(rules)) else {
        continue
      }
      let wins =
        rules.hearingDistance == 0 && !family.lit
        ? NaiveExpectimax(family, rules).wins() : NaiveHearingPlan(family, rules).wins()
      try expectEqual(
        BlindPlan(Family(family), rules: Rules(rules)).wins, UInt64(wins), "\(family) \(rules)")
    }
  }

  /// In an open dark room at catching distance 1, no blind player beats `edge`.
  ///
  /// Such a player sees nothing until caught, and so follows a fixed path. It wins if no zombie is in the path's
  /// closed neighbourhood N (the path and all squares next to it). N has at least 2(R + C) − 4 squares. Let layer d be
  /// the squares d steps from the signpost. Layers 0 and R + C − 2 are the corners, both in N. Any layer d between
  /// them has two squares in N. The last square of the path on layer d + 1 may have two neighbours on layer d, and
  /// both are in N. Otherwise it is on the top row or in the left column, and the path continues along that edge, to t
  /// on layer d. Let u be a square of the path on layer d − 1. It may have two neighbours on layer d. Otherwise it is
  /// on the bottom row or in the right column, and its one neighbour on layer d is there too, and is not t. That makes
  /// 2(R + C − 3) + 2. `edge` goes up the right column and left along the top row: R + C − 1 squares, with R + C − 3
  /// next to them, which makes 2(R + C) − 4.
  @Test("In an open dark room, the best play wins as many as a proof says")
  func openRooms() throws {
    for (rows, columns) in [(4, 4), (5, 5), (3, 6), (6, 4), (2, 8)]
      + (isLong ? [(6, 6), (4, 8)] : [])
    {
      let free = rows * columns - 2 * (rows + columns) + 4
      for (zombies, wins) in [(1, free), (2, free * (free - 1) / 2)] {
        let family = try Family("\(rows)x\(columns)z\(zombies)")
        try expectEqual(BlindPlan(family).wins, UInt64(wins), "\(family)")
      }
    }
    // With more than open floor, and hearing at distances 1 to 4. The reference confirms them in the longer form, but
    // takes too long for 6x6z2.
    for (name, values) in [
      ("block", [159, 159, 266, 248, 212]), ("flashlight", [96, 96, 134, 126, 109]),
      ("6x6z2", [120, 120, 289, 273, 226]),
    ] as [(String, [UInt64])] where isLong || name == "block" {
      let family = try Family(name)
      let wins = try (0...4).map { try BlindPlan(family, rules: Rules(hearingDistance: $0)).wins }
      expectEqual(wins, values, name)
      guard isLong, name != "6x6z2" else { continue }
      let plain = (0...4).map {
        NaiveHearingPlan(NaiveFamily(family), NaiveRules(hearingDistance: $0)).wins()
      }
      expectEqual(plain.map { UInt64($0) }, values, name)
    }
  }

  // MARK: Moves

  /// The moves by the rule of the article "Policies", written from it; without those after the last square to go to
  /// if the level cannot be won.
  private static func plainPath(_ level: NaiveLevel, _ naive: NaiveHearingPlan) -> String {
    let (steps, room) = (naive.steps, NaiveRoom(level))
    var (here, visited, path) = (steps.start, Set<Int>(), "")
    while true {
      visited.insert(here)
      let possible = steps.placements(agreeingWith: level, on: visited)
      guard let truth = possible.first, case .dark = steps.step(onto: here, in: truth) else {
        break
      }
      var region: Set = [here]
      while let more = region.flatMap({ steps.neighbours[$0] }).first(where: { square in
        guard !region.contains(square), case .dark = steps.step(onto: square, in: truth) else {
          return false
        }
        return possible.allSatisfy {
          steps.step(onto: square, in: $0) == steps.step(onto: square, in: truth)
        }
      }) { region.insert(more) }
      func isCaught(_ square: Int, by zombies: [Int]) -> Bool {
        room.isCaught(player: square, zombies: zombies, rules: steps.rules)
      }
      let inSight = level.zombies.filter { zombie in
        region.contains { room.distance($0, zombie) <= 1 }
      }
      let targets = steps.nextSquares(visited: region, possible: possible).filter {
        !isCaught($0, by: inSight)
      }
      func rank(_ square: Int) -> (Int, Int, Int) {
        let caught = possible.count { isCaught(square, by: steps.placements[$0].zombies) }
        return (-naive.wins(visited: region, possible: possible, stepTo: square), caught, square)
      }
      let target =
        targets.contains(steps.signpost) ? steps.signpost : targets.min { rank($0) < rank($1) }
      guard let target else { return path }
      var walks = [here: ""]
      while walks[target] == nil {
        // The first walk to a square in the order of the moves.
        for (square, walk) in walks.sorted(by: { $0.value < $1.value }) {
          for direction in 0..<4 {
            let next = room.neighbours[4 * square + direction]
            guard next == target || region.contains(next), walks[next] == nil else { continue }
            walks[next] = walk + "\(direction)"
          }
        }
      }
      path += walks[target]!.map { naiveDirectionLetters[$0.wholeNumberValue!] }.joined()
      here = target
      if target == steps.signpost { return path }
    }
    // In the light, *the* solution.
    var round = NaiveRound(level, steps.rules)
    round.play(path)
    let lit = NaiveLevel(
      rows: level.rows, columns: level.columns, start: here, signpost: level.signpost,
      zombies: level.zombies, blocks: level.blocks, lit: true)
    return round.outcome == nil && round.lit
      ? path + (naiveSolve(lit, steps.rules).solution ?? "") : path
  }

  @Test(
    "On every placement the moves are those of the documented rule, and as many are won as the plan says",
    arguments: [
      "4x4z1", "3x4z1b1", "4x4z2", "3x4z1f1", "3x4z1b1f1", "2x6z1", "1x9z1", "6x1z1", "3x4b2",
    ]
      + (isLong ? ["4x4z1b1", "3x5z1b1", "4x4z2f1", "4x5z1", "5x3z2b1", "classic"] : []))
  func moves(name: String) throws {
    let (family, naive) = (try Family(name), try require(NaiveFamily(name: name)))
    for (hearing, catching) in [(0, 1), (0, 0), (1, 1), (2, 1), (2, 0), (16, 1)] {
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
      let plan = NaiveHearingPlan(naive, rules)
      let best = try BlindPlayer(family, rules: Rules(rules))
      var wins: UInt64 = 0
      for (number, level) in plan.steps.placements.enumerated() {
        let round = AnyRound(try Level(level), rules: try Rules(rules))
        let line = try PlayedLine(
          AnyPlayer(best), of: .optimal, in: round, maxMoves: 4 * level.squareCount)
        let endless = try round.playedOut(by: best, of: .optimal)
        expectEqual(endless.outcome?.name ?? "out-of-moves", line.outcome, "\(level) \(rules)")
        wins += line.outcome == "won" ? 1 : 0
        // Without danger in the dark there is no plan, and another rule.
        guard best.plan != nil, isLong || (number + hearing) % 4 == 0 else { continue }
        let expected = Self.plainPath(level, plan)
        try require(
          line.outcome == "won" ? line.moves == expected : line.moves.hasPrefix(expected),
          "\(level) \(rules): \(line), expected \(expected)")
      }
      let solvable = best.plan == nil ? plan.steps.solvablePlacements().count : 0
      expectEqual(wins, best.plan?.wins ?? UInt64(solvable), "\(rules)")
    }
  }

  // MARK: Limits

  /// Families and hearing or catching distances with the least limit that suffices. Those of corridors are counted by
  /// hand: of N squares four are known to be empty, and each step shows one of the others, so there are N − 3 sets of
  /// seen squares, and for 1×7 with a block four ways to find it. Lit families have their number of placements, and
  /// with hearing 25 for each. The others are estimates, which only notice changes.
  private static let leastLimits = """
    1x7 4, 7x1 4, 1x64 61, 64x1 61, 1x7b1 16, 4x5z1+lit 14, classic+h2 4275, 3x4z2b1+h16 1500
    """

  @Test(
    "What is too much is refused before the work, by a limit that just suffices or is too low by one"
  )
  func limits() throws {
    for row in Self.leastLimits.replacing("\n", with: ", ").split(separator: ", ") {
      let words = row.split(separator: " ")
      let parts = words[0].replacing("+lit", with: "_lit").split(separator: "+")
      let family = try Family(parts[0].replacing("_lit", with: "+lit"))
      let option = parts.count > 1 ? Int(parts[1].dropFirst()) ?? 0 : 0
      let rules = try Rules(
        catchingDistance: parts.last == "c0" ? 0 : 1, hearingDistance: parts.count > 1 ? option : 0)
      let least = try require(Int(words[1]))
      expect(Self.isWithin(least, family, rules: rules), "\(row)")
      expect(!Self.isWithin(least - 1, family, rules: rules), "\(row)")
      let plan = try BlindPlan(family, rules: rules, beliefLimit: least)
      expect(plan.beliefCount <= least, "\(row): \(plan.beliefCount)")
      let error = thrown { _ = try BlindPlan(family, rules: rules, beliefLimit: least - 1) }
      let expected =
        rules.hearingDistance > 0
        ? PlanError.tooManyPlacements(family: family, limit: UInt64(least - 1) / 25)
        : .tooManyBeliefs(family: family, limit: least - 1)
      expectEqual(error, "\(expected)")
    }
    // Few beliefs, no zombies, light, no danger in the dark; many placements to list, many beliefs, a large room.
    for (name, catching, hearing, isSmall) in [
      ("classic", 1, 0, true), ("classic", 1, 2, true), ("6x6b9", 1, 0, true),
      ("6x6z2b9+lit", 1, 0, true),
      ("6x6z2b9", 0, 0, true), ("6x6z2b2", 1, 2, false), ("6x6z1b3", 1, 0, false),
      ("9x9z1", 1, 0, false),
    ] {
      let rules = try Rules(catchingDistance: catching, hearingDistance: hearing)
      try expectEqual(
        BlindPlan.isSmall(for: Family(name), rules: rules), isSmall, "\(name) \(hearing)")
    }
    try expectEqual(
      BlindPlan.obstacle(for: Family("6x6z1b4"), rules: .standard),
      .tooManyBeliefs(family: Family("6x6z1b4"), limit: BlindPlan.defaultBeliefLimit))
    try expectEqual(
      BlindPlan.obstacle(for: Family("9x8"), rules: .standard), .tooLarge(squares: 72, limit: 64))
    for name in ["6x6z1b3", "6x6b4", "6x6z1b4+lit"] {
      try expectNil(BlindPlan.obstacle(for: Family(name), rules: .standard), "\(name)")
    }
    // Blocks almost anywhere: the ways in which they may be found are far more than the beliefs.
    try expect(Self.isWithin(BlindPlan.defaultBeliefLimit, Family("6x6z1b3")))
    try expect(!Self.isWithin(BlindPlan.defaultBeliefLimit, Family("6x6z1b4")))
    for (name, message) in [
      (
        "8x8z2b4",
        "the best blind play of 8x8z2b4 may need more than 1000 beliefs or positions in the light; it "
          + "needs a smaller room or fewer things"
      ),
      ("9x8", "the best blind play is computed only for rooms of up to 64 squares, not 72"),
      ("3x3z4", "4 things do not fit: the placement rule leaves 3 squares"),
      ("1x2z1", "1 thing does not fit: the placement rule leaves 0 squares"),
      (
        "8x8z20b20",
        "8x8z20b20 has more than 9223372036854775807 placements; its best blind play needs a "
          + "smaller room or fewer things"
      ),
      // As many things as squares.
      ("3x3z3", "no error"), ("3x3b3", "no error"), ("3x3z1b1f1", "no error"),
    ] {
      expectEqual(thrown { _ = try BlindPlan(Family(name), beliefLimit: 1000) }, message)
    }
  }

  @Test(
    "A plan says nothing about other families, and its player does not guess", arguments: [0, 2])
  func otherFamilies(hearing: Int) throws {
    let (family, rules) = (try Family("5x5z1b1"), try Rules(hearingDistance: hearing))
    let best = AnyPlayer(try BlindPlayer(family, rules: rules))
    var strangers = 0
    for name in ["5x5z1b3", "5x5b4", "5x5b6"] {
      for level in LevelGenerator(try Family(name), seed: 1, selection: .any).prefix(12) {
        let error = thrown {
          _ = try PlayedLine(best, of: .optimal, in: AnyRound(level, rules: rules), maxMoves: 100)
        }
        // Some of these levels show more than one block, and the plan has no such belief. With hearing, its walk may
        // also meet a block.
        strangers += error == "no error" ? 0 : 1
        expect(
          error == "no error" || error == "\(PolicyError.otherPlan(family))"
            || hearing > 0 && error.hasPrefix("optimal chose an illegal move in \(level.code)"),
          "\(level.code): \(error)")
      }
    }
    expect(strangers > 5)
    for name in ["classic", "flashlight", "4x7z2b2+lit", "1x2", "9x9z2b10f1"] {
      let level = LevelGenerator(try Family(name), seed: 3, selection: .any)[1]
      try expectEqual(Family(of: level), Family(name))
    }
    for code in ["S3/4/P3", "4S/5/5/4P", "S4/5/4Z/4P", "SZ3/5/5/4P", "S3P/5", "SZ64/65P"] {
      try expectNil(Family(of: Level(code)))
    }
  }

  // MARK: Advice

  /// The knowledge of a player who has walked and heard in some places of a level, in this life or in an earlier one.
  private struct Glimpse {
    var visited: Set<Int>
    let known: KnownRoom
    let possible: [Int]

    init(_ place: Int, _ steps: NaiveSteps, _ random: inout NaiveRandom) throws {
      let (level, rules) = (steps.placements[place], steps.rules)
      let room = NaiveRoom(level)
      visited = [level.start]
      for _ in 0..<random.below(6) {
        let next = steps.nextSquares(visited: visited, possible: [place]).filter {
          if case .dark = steps.step(onto: $0, in: place) { true } else { false }
        }
        if let square = next.isEmpty ? nil : random.one(of: next) { visited.insert(square) }
      }
      // In an earlier life the player was somewhere else, and saw or heard there. Fatal steps, and those that
      // brought light, tell no number.
      var (heardOn, ended) = (visited, Set<Int>())
      for square in 0..<level.squareCount where random.below(5) == 0 {
        switch steps.step(onto: square, in: place) {
        case .dark: heardOn.insert(square)
        case .won, .shut: break
        default: ended.insert(square)
        }
      }
      let near = heardOn.union(ended)
      let seen = Set(
        (0..<level.squareCount).filter { square in near.contains { room.distance($0, square) <= 1 }
        })
      var heard: [Int: Int] = [:]
      for square in heardOn where rules.hearingDistance > 0 {
        heard[square] = level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
      }
      known = KnownRoom(
        of: try require(SmallLevel(Level(level))),
        seen: seen.reduce(into: Bitboard()) { $0.insert($1) }, heard: heard)
      possible = steps.placements(agreeingWith: level, seen: seen, heardOn: heardOn)
    }
  }

  @Test(
    "Moves from anything known are the best",
    arguments: ["4x4z1", "4x4z1b1", "3x4z1f1", "4x4z2", "3x4z1b1f1", "4x4b3", "3x4b4", "4x4b7"]
      + (isLong ? ["3x5z1f1", "5x3z2b1", "4x4z2f1"] : []))
  func advice(name: String) throws {
    let (naiveFamily, family) = (try require(NaiveFamily(name: name)), try Family(name))
    var random = NaiveRandom(seed: 23)
    var (worth, covered) = (0, 0)
    for (hearing, catching) in [(0, 1), (0, 0), (2, 1), (2, 0)] {
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
      let naive = NaiveHearingPlan(naiveFamily, rules)
      let early = try BlindAdviser(family, rules: Rules(rules), from: .nothing)
      while !early.work(1000) {}
      for _ in 0..<cases(8, long: 100) {
        let place = random.below(naive.steps.placements.count)
        let glimpse = try Glimpse(place, naive.steps, &random)
        let player = random.one(of: glimpse.visited.sorted())
        let adviser = try BlindAdviser(family, rules: Rules(rules), from: glimpse.known)
        while !adviser.work(50) {}
        let advice = try require(adviser.advice(glimpse.known, at: player))
        let told =
          "\(naive.steps.placements[place]) \(rules) visited \(glimpse.visited.sorted()) at \(player): \(advice)"
        expectEqual(
          adviser.placements(agreeingWith: glimpse.known), UInt64(glimpse.possible.count), told)
        // A plan that was made when less was known must not answer differently.
        let former = early.advice(glimpse.known, at: player)
        expectEqual(early.covers(glimpse.known), former != nil, told)
        if let earlier = former {
          covered += 1
          expect(
            earlier.move == advice.move && earlier.wins == advice.wins
              && earlier.step?.survived == advice.step?.survived, "\(told), but \(earlier) earlier")
        }
        // The adviser answers rightly, or not at all, if something else is known.
        let other = try Glimpse(random.below(naive.steps.placements.count), naive.steps, &random)
        if let wins = adviser.advice(other.known, at: naive.steps.start)?.wins {
          expectEqual(
            wins, UInt64(naive.wins(visited: other.visited, possible: other.possible)), told)
        }
        let wins = naive.wins(visited: glimpse.visited, possible: glimpse.possible)
        expectEqual(advice.wins ?? UInt64(wins), UInt64(wins), told)
        expectEqual(advice.move == nil, wins == 0, told)
        guard let move = advice.move else { continue }
        worth += 1
        let next = NaiveRoom(naive.steps.placements[place]).neighbours[
          4 * player + Int(move.rawValue)]
        try require(next >= 0, told)
        if glimpse.visited.contains(next) || next == naive.steps.signpost { continue }
        let after = naive.wins(visited: glimpse.visited, possible: glimpse.possible, stepTo: next)
        expect(after == wins || advice.wins == nil, "\(told): then naively \(after) of \(wins)")
      }
    }
    expect(worth > 0 && covered > 0)
  }

  /// However the work is divided, a plan takes the same total work, and is in reach under the same limits.
  @Test("In reach or not, however the work is divided", arguments: [0, 2])
  func divided(hearing: Int) throws {
    let rules = try Rules(hearingDistance: hearing)
    // Recorded, to notice a change of what a hint may take.
    let least =
      hearing == 0 ? ["3x4z2b1": 1795, "3x4z1f1": 1652] : ["3x4z2b1": 1760, "3x4z1f1": 2485]
    for name in isLong ? ["4x4z2b1", "4x4z1f1"] : ["3x4z2b1", "3x4z1f1"] {
      let family = try Family(name)
      func work(_ limit: Int, _ slice: Int) throws -> (isDone: Bool, parts: Int) {
        let adviser = try BlindAdviser(family, rules: rules, from: .nothing, workLimit: limit)
        var parts = 1
        while !adviser.work(slice) { parts += 1 }
        expect(adviser.isDone != adviser.isOutOfReach)
        return (adviser.isDone, parts)
      }
      var (less, enough) = (0, 1 << 20)
      while enough - less > 1 {
        let middle = (less + enough) / 2
        if try work(middle, .max).isDone { enough = middle } else { less = middle }
      }
      for slice in [100, 1000, .max] where hearing == 0 {
        try expect(work(enough, slice).isDone && !work(less, slice).isDone, "\(name) \(slice)")
      }
      if !isLong { expectEqual(enough, least[name], "\(name)") }
      try expect(work(1 << 20, 100).parts > enough / 1000, "\(name): \(enough)")
      let frame = try PlanFrame(family, rules)
      let whole = HearingSearch(frame)
      try expect(whole.work(.max))
      for slice in [1, 100, 3000] {
        let parts = HearingSearch(frame)
        while try !parts.work(slice) {}
        expect(parts.wins == whole.wins && parts.values.count == whole.values.count)
        expectEqual(parts.workDone, whole.workDone)
      }
    }
  }

  /// Plans that take little work are made, even if the estimate of their beliefs is large. Plans that take too much are
  /// refused, some of them at once.
  @Test("The bound of an adviser is on the work")
  func boundedWork() throws {
    for name in isLong ? ["4x4z2b4f1", "4x4z3b3f1"] : ["4x4z2b4f1"] {
      let family = try Family(name)
      let plan = try BlindPlan(family)
      expect(!Self.isWithin(50 * plan.beliefCount, family), "\(name)")
      let adviser = try BlindAdviser(family, rules: .standard, from: .nothing)
      expect(adviser.isDone(within: 700_000), "\(name)")
      expectEqual(adviser.advice(.nothing, at: family.size.squareCount - 1)?.wins, plan.wins)
    }
    let adviser = try BlindAdviser(Family("8x8z3b8f1"), rules: .standard, from: .nothing)
    expect(adviser.work(1000) && adviser.isOutOfReach)
    expectNil(adviser.advice(.nothing, at: 63))
    let tired = try BlindAdviser(Family("6x6z1"), rules: .standard, from: .nothing, workLimit: 9000)
    expect(!tired.work(5000) && tired.work(5000) && tired.isOutOfReach)
    // All families for which hints once refused, although a release build plans them in two seconds.
    for name in isLong ? ["6x6z2b1", "6x6z1b1f1", "7x7z2", "6x6z1b2", "5x5z2b2f1"] : [] {
      let adviser = try BlindAdviser(Family(name), rules: .standard, from: .nothing)
      expect(adviser.work(.max) && adviser.isDone, "\(name)")
    }
  }
}
