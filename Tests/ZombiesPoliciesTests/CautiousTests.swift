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

  /// A level whose things obey the placement rule with its own start and signpost, with few enough
  /// placements to enumerate; nil if the draw has no such level.
  private static func level(
    of size: RoomSize, _ random: inout NaiveRandom
  ) throws -> Level? {
    var ends = random.choose(2, of: Array(0..<size.squareCount))
    if random.below(2) == 0 { ends = [size.squareCount - 1, 0] }
    let (start, signpost) = (size.square(at: ends[0]), size.square(at: ends[1]))
    let allowed = (0..<size.squareCount).filter {
      let square = size.square(at: $0)
      return square.distance(to: start) > 1 && square.distance(to: signpost) > 1
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

  /// What a player may know, by enumeration. Squares are indices.
  private struct Enumeration {
    let level: Level
    let rules: Rules
    var visited: [Int] = []
    private var seen: Set<Int> = []
    /// The number of placements that agree, and those in which each choice is fatal.
    private(set) var total = 0
    private(set) var fatal: [Int: Int] = [:]

    init(_ level: Level, _ rules: Rules) { (self.level, self.rules) = (level, rules) }

    private func square(_ index: Int) -> Square { level.size.square(at: index) }
    private func near(_ index: Int, _ other: Int, within distance: Int) -> Bool {
      square(index).distance(to: square(other)) <= distance
    }
    private func indices(_ squares: [Square]) -> [Int] { squares.map { level.size.index(of: $0) } }

    mutating func visit(_ square: Square) {
      let index = level.size.index(of: square)
      guard !visited.contains(index) else { return }
      visited.append(index)
      for other in 0..<level.size.squareCount where near(index, other, within: 1) {
        seen.insert(other)
      }
      count()
    }

    /// The squares next to visited ones that are not known to be blocks.
    var choices: [Int] {
      let blocks = indices(level.blocks)
      return seen.filter { !visited.contains($0) && !blocks.contains($0) }.sorted()
    }

    private mutating func count() {
      (total, fatal) = (0, [:])
      let ends = indices([level.start, level.signpost])
      let allowed = (0..<level.size.squareCount).filter { square in
        ends.allSatisfy { !near(square, $0, within: 1) }
      }
      let truth = (indices(level.zombies), indices(level.blocks), indices(level.flashlights))
      let choices = choices
      let signpost = ends[1]
      let heard = visited.map { place in
        truth.0.count { near($0, place, within: rules.hearingDistance) }
      }
      forEachSubset(of: allowed, truth.0.count) { zombies in
        guard zombies.allSatisfy({ !seen.contains($0) || truth.0.contains($0) }),
          truth.0.allSatisfy({ !seen.contains($0) || zombies.contains($0) }),
          rules.hearingDistance == 0
            || visited.indices.allSatisfy({ place in
              zombies.count { near($0, visited[place], within: rules.hearingDistance) }
                == heard[place]
            })
        else { return }
        // The others are enumerated too, although their number should not matter.
        var others = 0
        forEachSubset(of: allowed.filter { !zombies.contains($0) }, truth.1.count) { blocks in
          guard blocks.allSatisfy({ !seen.contains($0) || truth.1.contains($0) }),
            truth.1.allSatisfy({ !seen.contains($0) || blocks.contains($0) })
          else { return }
          let free = allowed.filter {
            !zombies.contains($0) && !blocks.contains($0) && !seen.contains($0)
          }
          forEachSubset(of: free, truth.2.count) { _ in others += 1 }
        }
        total += others
        for choice in choices where choice != signpost {
          if zombies.contains(where: { near($0, choice, within: rules.catchingDistance) }) {
            fatal[choice, default: 0] += others
          }
        }
      }
    }

    private func forEachSubset(of items: [Int], _ count: Int, _ body: ([Int]) -> Void) {
      func extend(_ chosen: [Int], _ first: Int) {
        if chosen.count == count { return body(chosen) }
        guard first < items.count else { return }
        for place in first..<items.count { extend(chosen + [items[place]], place + 1) }
      }
      extend([], 0)
    }

    /// The move from a square, by the words of the interface.
    func move(from here: Int, legal: DirectionSet) -> Direction {
      let order: [Direction] = [.up, .left, .down, .right]
      func distance(_ index: Int) -> Int { square(index).distance(to: level.signpost) }
      // All shortest walks to each square, the first in the order of moves.
      var walks: [Int: [Direction]] = [here: []]
      var layer = [here]
      while !layer.isEmpty {
        var next: [Int] = []
        for place in layer where visited.contains(place) {
          for direction in order {
            guard let target = level.size.exit(from: square(place), direction) else { continue }
            let index = level.size.index(of: target)
            if walks[index] == nil {
              walks[index] = walks[place]! + [direction]
              next.append(index)
            }
          }
        }
        layer = next.sorted { before(walks[$0]!, walks[$1]!) }
      }
      let best = choices.filter { walks[$0] != nil }.min { one, other in
        let left = (fatal[one] ?? 0, distance(one), walks[one]!.count)
        let right = (fatal[other] ?? 0, distance(other), walks[other]!.count)
        return left == right ? before(walks[one]!, walks[other]!) : left < right
      }
      return best.flatMap { walks[$0]!.first } ?? legal.first(in: order) ?? .up
    }

    private func before(_ one: [Direction], _ other: [Direction]) -> Bool {
      let order: [Direction] = [.up, .left, .down, .right]
      return one.map { order.firstIndex(of: $0)! }.lexicographicallyPrecedes(
        other.map { order.firstIndex(of: $0)! })
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
      try #require(move == expected, "\(state): \(move), expected \(expected)")
      let risks = player.risks(sight).choices
      let choices = truth.choices
      try #require(risks.map { sight.size.index(of: $0.square) } == choices, "\(state)")
      let fatal = choices.map { truth.fatal[$0] ?? 0 }
      for (place, risk) in risks.enumerated() {
        for other in risks.indices {
          try #require(
            (risk.risk < risks[other].risk) == (fatal[place] < fatal[other]),
            "\(state): \(risks), expected \(fatal) of \(truth.total)")
        }
      }
      return move
    }
    tell(count, "states of cautious")
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
      #expect(
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
        let small = try #require(SmallLevel(level))
        var paths: [[Direction]?] = [[], []]
        var (wide, fast) = (Round(level, rules: rules), SmallRound(small, rules: rules))
        var (one, other) = (Cautious(start), Cautious(start))
        try wide.play(&one, of: .cautious, moveLimit: limit, path: &paths[0])
        try fast.play(&other, of: .cautious, moveLimit: limit, path: &paths[1])
        try #require(paths[0] == paths[1], "\(level.code) \(rules)")
        try #require(wide.outcome == fast.outcome, "\(level.code) \(rules)")
      }
    }
  }
}
