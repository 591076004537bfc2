import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestBridge
import ZombiesTestSupport

/// `cautious` against plain enumeration of everything that the room may hold: only here are its
/// risks compared, exact ones with counts and approximated ones with exact ones.
@Suite struct CautiousTests {
  /// The most placements that a test enumerates for one state.
  private static let mostPlacements = isLong ? 4000 : 600

  /// A level with few enough placements to enumerate; nil if the draw has no such level. Most levels
  /// obey the placement rule with their own start and signpost.
  private static func level(
    of size: RoomSize, _ random: inout NaiveRandom
  ) throws -> Level? {
    var ends = random.choose(2, of: Array(0..<size.squareCount))
    if random.below(2) == 0 { ends = [size.squareCount - 1, 0] }
    let (start, signpost) = (size.square(at: ends[0]), size.square(at: ends[1]))
    let apart = random.below(4) == 0 ? 0 : 1
    let allowed = (0..<size.squareCount).filter {
      let square = size.square(at: $0)
      return square.distance(to: start) > apart && square.distance(to: signpost) > apart
    }
    let counts = [random.below(6), random.below(3), random.below(2)]
    guard counts.reduce(0, +) <= allowed.count else { return nil }
    var (ways, free) = (1, allowed.count)
    for count in counts {
      for taken in 0..<count { ways = ways * (free - taken) / (taken + 1) }
      free -= count
    }
    guard ways <= mostPlacements else { return nil }
    let squares = random.choose(counts.reduce(0, +), of: allowed).map { size.square(at: $0) }
    return try Level(
      size: size, start: start, signpost: signpost, zombies: Array(squares.prefix(counts[0])),
      blocks: Array(squares.dropFirst(counts[0]).prefix(counts[1])),
      flashlights: Array(squares.suffix(counts[2])))
  }

  /// Rules with any of the catching and hearing distances.
  private static func rules(_ random: inout NaiveRandom) throws -> Rules {
    try Rules(
      catchingDistance: random.below(4) == 0 ? 0 : 1,
      hearingDistance: [0, 1, 2, 2, 3, 4, 16][random.below(7)])
  }

  private static func start(_ level: Level, _ rules: Rules) -> RoundStart {
    RoundStart(
      .cautious, size: level.size, rules: rules, key: RoundKey(seed: 0, trial: 0),
      things: ThingCounts(of: level))
  }

  /// What a player may know: the list of all placements that are possible. Squares are indices.
  private struct Enumeration {
    private struct Placement {
      var zombies: [Int]
      var blocks: [Int] = []
      var flashlights: [Int] = []
    }

    let level: Level
    let rules: Rules
    var visited: [Int] = []
    private var seen: Set<Int> = []
    private let truth: Placement
    /// The number of assumptions that turned out to be wrong: that the level obeys the placement
    /// rule, and that what was heard counts.
    private var dropped = -1
    private var possible: [Placement] = []
    /// The number of possible placements in which a step onto each square is fatal.
    private(set) var fatal: [Int] = []

    init(_ level: Level, _ rules: Rules) {
      (self.level, self.rules) = (level, rules)
      let indices = { (squares: [Square]) in squares.map { level.size.index(of: $0) } }
      truth = Placement(
        zombies: indices(level.zombies), blocks: indices(level.blocks),
        flashlights: indices(level.flashlights))
    }

    private func square(_ index: Int) -> Square { level.size.square(at: index) }
    private func squares(within distance: Int, of index: Int) -> [Int] {
      let here = square(index)
      return (0..<level.size.squareCount).filter { square($0).distance(to: here) <= distance }
    }

    mutating func visit(_ square: Square) {
      let index = level.size.index(of: square)
      guard !visited.contains(index) else { return }
      visited.append(index)
      let new = squares(within: 1, of: index)
      seen.formUnion(new)
      possible = agreeing(possible, seen: new, visited: [index])
      while possible.isEmpty, dropped < 2 {
        dropped += 1
        possible = agreeing(placements, seen: Array(seen), visited: visited)
      }
      fatal = [Int](repeating: 0, count: level.size.squareCount)
      let dangers = fatal.indices.map { squares(within: rules.catchingDistance, of: $0) }
      for placement in possible {
        for square in Set(placement.zombies.flatMap { dangers[$0] }) { fatal[square] += 1 }
      }
      fatal[level.size.index(of: level.signpost)] = 0
    }

    /// The placements that agree with what was seen and heard.
    private func agreeing(
      _ placements: [Placement], seen: [Int], visited: [Int]
    ) -> [Placement] {
      let areas = visited.map { Set(squares(within: rules.hearingDistance, of: $0)) }
      let isHeard = rules.hearingDistance > 0 && dropped < 2
      return placements.filter { placement in
        seen.allSatisfy {
          placement.zombies.contains($0) == truth.zombies.contains($0)
            && placement.blocks.contains($0) == truth.blocks.contains($0)
            && placement.flashlights.contains($0) == truth.flashlights.contains($0)
        }
          && (!isHeard
            || areas.allSatisfy { area in
              placement.zombies.count { area.contains($0) }
                == truth.zombies.count { area.contains($0) }
            })
      }
    }

    /// All placements that may be assumed.
    private var placements: [Placement] {
      let (start, signpost) = (level.start, level.signpost)
      let allowed = (0..<level.size.squareCount).filter {
        let apart = dropped == 0 ? 1 : 0
        return square($0).distance(to: start) > apart && square($0).distance(to: signpost) > apart
      }
      var all: [Placement] = []
      naiveForEachSubset(of: allowed, count: truth.zombies.count) { zombies in
        let free = allowed.filter { !zombies.contains($0) }
        naiveForEachSubset(of: free, count: truth.blocks.count) { blocks in
          let free = free.filter { !blocks.contains($0) }
          naiveForEachSubset(of: free, count: truth.flashlights.count) { flashlights in
            all.append(Placement(zombies: zombies, blocks: blocks, flashlights: flashlights))
          }
        }
      }
      return all
    }

    /// The squares next to visited ones that are not known to be blocks.
    var choices: [Int] {
      seen.filter { !visited.contains($0) && !truth.blocks.contains($0) }.sorted()
    }

    /// The move from a square, by the words of the interface.
    func move(from here: Int, legal: DirectionSet) -> Direction {
      let order: [Direction] = [.up, .left, .down, .right]
      func distance(_ index: Int) -> Int { square(index).distance(to: level.signpost) }
      // A shortest walk to each square, the first in the order of moves. Layers are in that order.
      var walks: [Int: [Int]] = [here: []]
      var layer = [here]
      while !layer.isEmpty {
        var next: [Int] = []
        for place in layer where visited.contains(place) {
          for (number, direction) in order.enumerated() {
            guard let target = level.size.exit(from: square(place), direction) else { continue }
            let index = level.size.index(of: target)
            if walks[index] == nil {
              walks[index] = walks[place]! + [number]
              next.append(index)
            }
          }
        }
        layer = next
      }
      let best = choices.filter { walks[$0] != nil }.min { one, other in
        let left = (fatal[one], distance(one), walks[one]!.count)
        let right = (fatal[other], distance(other), walks[other]!.count)
        return left == right
          ? walks[one]!.lexicographicallyPrecedes(walks[other]!) : left < right
      }
      return best.flatMap { walks[$0]!.first.map { order[$0] } } ?? legal.first(in: order) ?? .up
    }
  }

  /// Calls a closure with states of random rounds in the dark, until it has been called often
  /// enough.
  private static func forEachState(
    _ count: Int, seed: UInt64, limits: RiskLimits = RiskLimits(),
    _ body: (Sight, inout Cautious, Enumeration, String) throws -> Direction
  ) throws {
    var (random, states, number) = (NaiveRandom(seed: seed), 0, 0)
    // Corridors are half of all shapes, so the others come twice.
    let both = NaiveShape.all + NaiveShape.all.filter { $0.rows > 2 && $0.columns > 2 }
    let sizes =
      try both.map { try RoomSize(rows: $0.rows, columns: $0.columns) }
      + [RoomSize(rows: 9, columns: 8), RoomSize(rows: 3, columns: 30)]
    while states < count {
      let size = sizes[number * 37 % sizes.count]
      number += 1
      guard let level = try level(of: size, &random) else { continue }
      let rules = try rules(&random)
      var player = Cautious(start(level, rules), limits: limits)
      var round = Round(level, rules: rules)
      var enumeration = Enumeration(level, rules)
      while round.outcome == nil, !round.isLit, round.moves < 2 * level.size.squareCount {
        // Both forms of a round show the same.
        var sight = Sight(round)
        if var small = SmallLevel(level).map({ SmallRound($0, rules: rules) }) {
          small.player = level.size.index(of: round.player)
          sight = Sight(SmallSight(small))
        }
        enumeration.visit(round.player)
        let state = "\(level.code) \(rules) \(enumeration.visited)"
        if random.below(2) == 0 { sight = Sight(round) }
        let move = try body(sight, &player, enumeration, state)
        states += 1
        let legal = Array(round.legalMoves)
        let other = legal[random.below(legal.count)]
        try round.move(random.below(4) == 0 ? other : move)
      }
    }
  }

  @Test("Moves and risks are those of an enumeration", arguments: 0..<4)
  func enumerated(part: Int) throws {
    let count = cases(exactly: 60, long: 2500)
    try Self.forEachState(count, seed: 0xCA07 + UInt64(part)) { sight, player, truth, state in
      let expected = truth.move(
        from: sight.size.index(of: sight.player), legal: sight.legalMoves)
      let move = player.choose(sight)
      try require(move == expected, "\(state): \(move), expected \(expected)")
      let risks = player.risks(sight).choices
      let choices = truth.choices
      try require(risks.map { sight.size.index(of: $0.square) } == choices, "\(state)")
      let fatal = choices.map { truth.fatal[$0] }
      for (place, risk) in risks.enumerated() {
        for other in risks.indices {
          try require(
            (risk.risk < risks[other].risk) == (fatal[place] < fatal[other]),
            "\(state): \(risks), expected \(fatal)")
        }
      }
      return move
    }
    tell(count, "states of cautious")
  }

  /// Some rounds are played to their end, others are made to visit most of the room: their player goes
  /// to new squares, and never to the signpost.
  @Test("Whole paths in rooms of up to 13 × 13 are those of an enumeration", arguments: 1...2)
  func wholePaths(zombies: Int) throws {
    var random = NaiveRandom(seed: 0xCA0A + UInt64(zombies))
    var (states, wide) = (0, 0)
    for number in 0..<cases(exactly: 6, long: 300) {
      let most = isLong || number == 0 ? 13 : 9
      let size = try RoomSize(
        rows: number == 0 ? 13 : 5 + random.below(most - 4),
        columns: number == 0 ? 13 : 5 + random.below(most - 4))
      let rules = try Rules(hearingDistance: [8, 16, 5, 3, 2, 0][(number / 2 + number % 2) % 6])
      let family = try Family(size: size, zombies: zombies)
      let level = LevelGenerator(family, seed: UInt64(number), selection: .any)[0]
      var player = Cautious(Self.start(level, rules))
      var round = Round(level, rules: rules)
      var truth = Enumeration(level, rules)
      while round.outcome == nil, round.moves < (isLong ? 4 : 1) * size.squareCount {
        truth.visit(round.player)
        let here = size.index(of: round.player)
        let move = player.choose(Sight(round))
        try require(
          move == truth.move(from: here, legal: round.legalMoves),
          "\(level.code) \(rules) \(truth.visited)")
        (states, wide) = (states + 1, wide + (truth.visited.count > 64 ? 1 : 0))
        if number % 2 == 1 {
          try round.move(move)
          continue
        }
        let safe = try Array(round.legalMoves).filter {
          var next = round
          try next.move($0)
          return next.outcome == nil
        }
        let new = safe.filter { direction in
          size.exit(from: round.player, direction).map {
            !truth.visited.contains(size.index(of: $0))
          } ?? false
        }
        let steps = new.isEmpty ? safe : new
        guard !steps.isEmpty else { break }
        try round.move(steps[random.below(steps.count)])
      }
    }
    tell(states, "moves of cautious, \(wide) of them after more than 64 visited squares")
    expect(wide > 50)
  }

  @Test func zombieNearMoreThan64VisitedSquares() throws {
    let level = try Level("S11/12/12/12/12/3Z8/12/12/12/12/12/11P")
    let rules = try Rules(hearingDistance: 16)
    let line = try PlayedLine(wide: .cautious, level, rules, maxMoves: 576)
    expect(line.outcome == "won" && line.moves.count == 366)
  }

  @Test(
    "No zombie is believed to be on the signpost, and what was heard counts, if a level breaks the rule",
    arguments: [
      ("1P1SZ", 0, "RR"), ("1P1SZ", 2, "RR"), ("ZS1P1", 0, "LL"), ("3P/S3/ZZ2", 2, "LLLD"),
      ("P2Z/3S/3Z", 2, "DRRR"), ("3Z/3S/P2Z", 2, "URRR"),
    ])
  func brokenRule(code: String, hearing: Int, path: String) throws {
    let (level, rules) = (try Level(code), try Rules(hearingDistance: hearing))
    try expectEqual(PlayedLine(wide: .cautious, level, rules, maxMoves: 100).moves, path)
  }

  @Test("Whole paths with everything anywhere are those of an enumeration")
  func anywhere() throws {
    let size = try RoomSize(rows: 3, columns: 4)
    let all = (0..<12 * 12 * 12).map { [$0 / 144, $0 / 12 % 12, $0 % 12] }
    for places in sampled(all.filter { Set($0).count == 3 }, every: 5) {
      let squares = places.map { size.square(at: $0) }
      let level = try Level(
        size: size, start: squares[0], signpost: squares[1], zombies: [squares[2]])
      for hearing in [0, 2, 3] {
        let rules = try Rules(hearingDistance: hearing)
        var (player, round) = (Cautious(Self.start(level, rules)), Round(level, rules: rules))
        var truth = Enumeration(level, rules)
        while round.outcome == nil, round.moves < 48 {
          truth.visit(round.player)
          let move = player.choose(Sight(round))
          let expected = truth.move(
            from: size.index(of: round.player), legal: round.legalMoves)
          try require(move == expected, "\(level.code) \(rules) \(truth.visited)")
          try round.move(move)
        }
      }
    }
  }

  /// Approximated risks against exact ones, in rooms too large to enumerate.
  @Test func approximatedRisksAreNear() throws {
    var limits = RiskLimits()
    limits.alwaysApproximates = true
    var random = NaiveRandom(seed: 0xCA08)
    for (side, zombies, hearing) in [(8, 3, 2), (8, 6, 4), (12, 8, 2)]
      + (isLong ? [(8, 6, 2), (8, 10, 2), (12, 8, 3), (16, 8, 5), (16, 9, 16)] : [])
    {
      let family = try Family(size: RoomSize(rows: side, columns: side), zombies: zombies)
      let rules = try Rules(hearingDistance: hearing)
      let generator = LevelGenerator(family, seed: 7, selection: .any)
      var (compared, sum, worst, moves, others) = (0, 0.0, 0.0, 0, 0)
      for number in 0..<cases(1, long: 200) {
        let level = generator[number]
        var exact = Cautious(Self.start(level, rules))
        var near = Cautious(Self.start(level, rules), limits: limits)
        var round = Round(level, rules: rules)
        while round.outcome == nil, round.moves < 4 * level.size.squareCount {
          let (risks, shares) = (exact.risks(Sight(round)), near.risks(Sight(round)))
          guard shares.whole == 1 << 20, risks.whole != 1 << 20 else { break }
          for (risk, share) in zip(risks.choices, shares.choices) {
            let error = abs(
              min(1, Double(risk.risk) / Double(risks.whole))
                - min(1, Double(share.risk) / Double(shares.whole)))
            (compared, sum, worst) = (compared + 1, sum + error, max(worst, error))
          }
          let move = exact.choose(Sight(round))
          (moves, others) = (moves + 1, others + (near.choose(Sight(round)) == move ? 0 : 1))
          let legal = Array(round.legalMoves)
          try round.move(random.below(6) == 0 ? legal[random.below(legal.count)] : move)
        }
      }
      let mean = sum / Double(compared)
      tell(compared, "approximated risks; \(others) of \(moves) moves differ")
      // The largest mean in the longer form is 0.07, for 8 zombies in 16 × 16 squares at distance 5.
      expect(
        mean < (hearing < 5 ? 0.03 : 0.1),
        "\(side) \(zombies) \(hearing): mean \(mean), worst \(worst)")
    }
  }

  /// Levels with things anywhere, in both forms, and starts that do not tell what the room holds.
  @Test(arguments: 0..<4)
  func handMadeLevelsAreNoTrap(part: Int) throws {
    var random = NaiveRandom(seed: 0xCA09 + UInt64(part))
    for shape in NaiveShape.part(part) + NaiveShape.part(part + 4) {
      for _ in 0..<cases(exactly: 2, long: 60) {
        let level = try Level(random.level(of: shape))
        let rules = try Self.rules(&random)
        var start = Self.start(level, rules)
        if random.below(3) == 0 { start.things = ThingCounts(zombies: random.below(9)) }
        let limit = 3 * level.size.squareCount
        let small = try require(SmallLevel(level))
        var paths: [[Direction]?] = [[], []]
        var (wide, fast) = (Round(level, rules: rules), SmallRound(small, rules: rules))
        var (one, other) = (Cautious(start), Cautious(start))
        try wide.play(&one, of: .cautious, moveLimit: limit, path: &paths[0])
        try fast.play(&other, of: .cautious, moveLimit: limit, path: &paths[1])
        try require(paths[0] == paths[1], "\(level.code) \(rules)")
        try require(wide.outcome == fast.outcome, "\(level.code) \(rules)")
      }
    }
  }
}
