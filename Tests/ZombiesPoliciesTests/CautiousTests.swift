import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport
// HeardCount, Signature and ExploredRoom are internal; the numbers of sets themselves are compared, not just their order.
import ZombiesText

@testable import ZombiesPolicies

extension ExploredRoom {
  /// The squares that the player may choose, in reading order, each with its risk.
  fileprivate mutating func allRisks() -> [(square: Square, risk: Risk)] {
    prepareRisks()
    let choices = (0..<size.squareCount).map(size.square(at:)).filter(isChoice)
    for square in choices where hearingDistance > 0 && rank(square) > 0 {
      // Without a risk, all must be asked again.
      guard let risk = countedRisk(square) else { return allRisks() }
      risks[square] = risk
    }
    return choices.compactMap { square in risk(square).map { (square, $0) } }
  }

  /// The risk that would be certain death.
  fileprivate var whole: Risk {
    if hearingDistance == 0 { return 4 }
    return isExact ? count?.total.mantissa ?? 1 : Count.shares
  }
}

/// `cautious` against plain enumeration of everything that the room may hold: its moves, the order of its risks, and
/// the numbers of sets of zombies that they are made from.
@Suite struct CautiousTests {
  private static func start(_ level: Level, _ rules: Rules) -> RoundStart {
    RoundStart(
      .cautious, size: level.size, rules: rules, key: RoundKey(seed: 0, trial: 0),
      things: ThingCounts(of: level))
  }

  /// What a player may know: the list of all placements that are possible.
  private struct Enumeration {
    let level: NaiveLevel
    let rules: NaiveRules
    private let room: NaiveRoom
    private(set) var visited: [Int] = []
    private var seen: Set<Int> = []
    /// The number of assumptions that turned out to be wrong: that the level obeys the placement rule, and that what
    /// was heard counts.
    private var dropped = -1
    private var possible: [NaiveLevel] = []

    init(_ level: NaiveLevel, _ rules: NaiveRules) {
      (self.level, self.rules, room) = (level, rules, NaiveRoom(level))
    }

    private func squares(within distance: Int, of square: Int) -> [Int] {
      (0..<level.squareCount).filter { room.distance($0, square) <= distance }
    }

    mutating func visit(_ square: Int) {
      guard !visited.contains(square) else { return }
      visited.append(square)
      let new = squares(within: 1, of: square)
      seen.formUnion(new)
      possible = agreeing(possible, seen: new, visited: [square])
      while possible.isEmpty, dropped < 2 {
        dropped += 1
        possible = agreeing(placements, seen: Array(seen), visited: visited)
      }
    }

    /// The placements that agree with what was seen and heard.
    private func agreeing(_ placements: [NaiveLevel], seen: [Int], visited: [Int]) -> [NaiveLevel] {
      let areas = visited.map { squares(within: rules.hearingDistance, of: $0) }
      let isHeard = rules.hearingDistance > 0 && dropped < 2
      return placements.filter { placement in
        seen.allSatisfy {
          placement.zombies.contains($0) == level.zombies.contains($0)
            && placement.blocks.contains($0) == level.blocks.contains($0)
            && placement.flashlights.contains($0) == level.flashlights.contains($0)
        }
          && (!isHeard
            || areas.allSatisfy { area in
              placement.zombies.count { area.contains($0) }
                == level.zombies.count { area.contains($0) }
            })
      }
    }

    /// All placements that may be assumed.
    private var placements: [NaiveLevel] {
      let apart = dropped == 0 ? 1 : 0
      let allowed = (0..<level.squareCount).filter {
        room.distance($0, level.start) > apart && room.distance($0, level.signpost) > apart
      }
      var all: [NaiveLevel] = []
      naiveForEachPlacing(
        on: allowed, zombies: level.zombies.count, blocks: level.blocks.count,
        flashlights: level.flashlights.count
      ) { zombies, blocks, flashlights in
        all.append(
          NaiveLevel(
            rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
            zombies: zombies, blocks: blocks, flashlights: flashlights))
      }
      return all
    }

    /// The squares next to visited ones that are not known to be blocks.
    var choices: [Int] {
      seen.filter { !visited.contains($0) && !level.blocks.contains($0) }.sorted()
    }

    /// The number of possible placements in which a step onto a square is fatal.
    func fatal(_ square: Int) -> Int {
      let near = (0..<level.squareCount).map { room.distance($0, square) <= rules.catchingDistance }
      return square == level.signpost ? 0 : possible.count { $0.zombies.contains { near[$0] } }
    }

    /// The move from a square, by the words of the interface.
    func move(from here: Int) -> Direction {
      let order = [0, 2, 1, 3]
      // A shortest walk to each square, the first in the order of moves. Layers are in that order.
      var walks: [Int: [Int]] = [here: []]
      var layer = [here]
      while !layer.isEmpty {
        var next: [Int] = []
        for place in layer where visited.contains(place) {
          for (number, direction) in order.enumerated() {
            let target = room.neighbours[4 * place + direction]
            guard target >= 0, walks[target] == nil else { continue }
            walks[target] = walks[place]! + [number]
            next.append(target)
          }
        }
        layer = next
      }
      let ranks = choices.filter { walks[$0] != nil }.map { square in
        [fatal(square), room.distance(square, level.signpost), walks[square]!.count] + walks[
          square]!
      }
      let legal = order.indices.first {
        let target = room.neighbours[4 * here + order[$0]]
        return target >= 0 && !room.isBlock[target]
      }
      let best = ranks.min { $0.lexicographicallyPrecedes($1) }?[3] ?? legal ?? 0
      return Direction.allCases[order[best]]
    }
  }

  // MARK: Moves

  /// A level with few enough placements to enumerate; nil if the draw has no such level. Most levels obey the
  /// placement rule with their own start and signpost.
  private static func level(of shape: NaiveShape, _ random: inout NaiveRandom) -> NaiveLevel? {
    var ends = random.choose(2, of: Array(0..<shape.squareCount))
    if random.below(2) == 0 { ends = [shape.squareCount - 1, 0] }
    let empty = NaiveLevel(
      rows: shape.rows, columns: shape.columns, start: ends[0], signpost: ends[1])
    let room = NaiveRoom(empty)
    let apart = random.below(3) == 0 ? 0 : 1
    let allowed = (0..<shape.squareCount).filter {
      room.distance($0, ends[0]) > apart && room.distance($0, ends[1]) > apart
    }
    let (zombies, blocks, flashlights) = (random.below(6), random.below(3), random.below(2))
    let ways =
      naiveBinomial(allowed.count, zombies) * naiveBinomial(allowed.count - zombies, blocks)
      * naiveBinomial(allowed.count - zombies - blocks, flashlights)
    guard (1...(isLong ? 4000 : 400)).contains(ways) else { return nil }
    let squares = random.choose(zombies + blocks + flashlights, of: allowed)
    return NaiveLevel(
      rows: shape.rows, columns: shape.columns, start: ends[0], signpost: ends[1],
      zombies: Array(squares.prefix(zombies)),
      blocks: Array(squares.dropFirst(zombies).prefix(blocks)),
      flashlights: Array(squares.suffix(flashlights)))
  }

  /// Random rounds in the dark, which leave the chosen path now and then.
  @Test("Moves and the order of risks are those of an enumeration", arguments: 0..<4)
  func enumerated(part: Int) throws {
    var (random, states, number) = (NaiveRandom(seed: 0xCA07 + UInt64(part)), 0, 0)
    // Corridors are half of all shapes, so the others come three times.
    let wide = NaiveShape.all.filter { $0.rows > 2 && $0.columns > 2 }
    let shapes =
      NaiveShape.all + wide + wide + [
        NaiveShape(rows: 9, columns: 8), NaiveShape(rows: 3, columns: 30),
      ]
    while states < cases(70, long: 2500) {
      number += 1
      guard let naive = Self.level(of: shapes[number * 37 % shapes.count], &random) else {
        continue
      }
      let naiveRules = NaiveRules(
        catchingDistance: random.below(4) == 0 ? 0 : 1,
        hearingDistance: random.one(of: [0, 1, 2, 2, 3, 4, 16]))
      let (level, rules) = (try Level(naive), try Rules(naiveRules))
      var (player, truth) = (Cautious(Self.start(level, rules)), Enumeration(naive, naiveRules))
      var round = random.one(of: AnyRound.forms(of: level, rules))
      var room = ExploredRoom(Self.start(level, rules), round.sight, RiskLimits())
      while round.outcome == nil, !round.sight.isLit, round.moves < 2 * naive.squareCount {
        let here = level.size.index(of: round.sight.player)
        truth.visit(here)
        states += 1
        let state = "\(naive) \(naiveRules) \(truth.visited)"
        let (move, expected) = (player.choose(round.sight), truth.move(from: here))
        try require(move == expected, "\(state): \(move), expected \(expected)")
        room.visit(round.sight)
        try Self.compare(&room, truth, state)
        let other = random.one(of: Array(round.legalMoves))
        round.attempt(random.below(4) == 0 ? other : move)
      }
    }
  }

  private static func compare(
    _ room: inout ExploredRoom, _ truth: Enumeration, _ state: String
  ) throws {
    let (risks, size) = (room.allRisks(), room.size)
    try require(risks.map { size.index(of: $0.square) } == truth.choices, "\(state)")
    let pairs = zip(risks.map(\.risk), truth.choices.map(truth.fatal)).sorted { $0 < $1 }
    for (one, other) in zip(pairs, pairs.dropFirst()) {
      try require(
        (one.0 < other.0) == (one.1 < other.1) && one.1 <= other.1, "\(state): \(pairs)")
    }
  }

  /// The block next to the signpost leaves one allowed square for two hidden things.
  @Test func thingsMayBeWhereTheRuleAllowsNone() throws {
    let naive = try require(NaiveLevel(code: "S4/#4/Z3P"))
    let level = try Level(naive)
    var (round, truth) = (AnyRound(level), Enumeration(naive, .standard))
    var room = ExploredRoom(Self.start(level, .standard), round.sight, RiskLimits())
    for move in [nil, .left, .left, .up, .right, .right] as [Direction?] {
      if let move { round.attempt(move) }
      truth.visit(level.size.index(of: round.sight.player))
      room.visit(round.sight)
      try Self.compare(&room, truth, "\(truth.visited)")
    }
  }

  /// Some rounds are played to their end, others are made to visit most of the room: their player goes to new squares,
  /// and never to the signpost.
  @Test("Whole paths in rooms of up to 13 × 13 are those of an enumeration", arguments: 1...2)
  func wholePaths(zombies: Int) throws {
    var random = NaiveRandom(seed: 0xCA0A + UInt64(zombies))
    var wide = 0
    for number in 0..<cases(4, long: 20) {
      let sides = (0..<2).map { _ in
        number == 0 ? (zombies == 1 ? 13 : 11) : 5 + random.below(isLong ? 7 : 4)
      }
      let family = NaiveFamily(rows: sides[0], columns: sides[1], zombies: zombies)
      let naiveRules = NaiveRules(
        hearingDistance: [8, 16, 5, 3, 2, 0][(number / 2 + number % 2) % 6])
      let (naive, rules) = (try require(random.placement(of: family)), try Rules(naiveRules))
      let level = try Level(naive)
      var (player, truth) = (Cautious(Self.start(level, rules)), Enumeration(naive, naiveRules))
      var round = Round(level, rules: rules)
      while round.outcome == nil, round.moves < (isLong ? 2 : 1) * naive.squareCount {
        let here = level.size.index(of: round.player)
        truth.visit(here)
        let (move, expected) = (player.choose(Sight(round)), truth.move(from: here))
        try require(
          move == expected, "\(naive) \(naiveRules) \(truth.visited): \(move), expected \(expected)"
        )
        wide += truth.visited.count > 64 ? 1 : 0
        if number % 2 == 1 {
          try round.move(move)
          continue
        }
        let safe = try Array(round.legalMoves).filter {
          var next = round
          try next.move($0)
          return next.outcome == nil
        }
        let new = safe.filter {
          !truth.visited.contains(level.size.index(of: round.player.stepped($0)))
        }
        guard !safe.isEmpty else { break }
        try round.move(random.one(of: new.isEmpty ? safe : new))
      }
    }
    expect(wide > 20 || zombies > 1, "\(wide)")
  }

  // MARK: Numbers

  @Test("Sets of zombies are counted as by enumeration")
  func sets() throws {
    let seed: UInt64 = 473
    var random = NaiveRandom(seed: seed)
    let size = try RoomSize(rows: 4, columns: 6)
    let room = NaiveRoom(NaiveLevel(rows: 4, columns: 6, start: 23, signpost: 0))
    for number in 0..<cases(40, long: 2000) {
      let distance = 1 + number % 3
      let all = random.choose(24, of: Array(0..<24))
      let (places, visited) = (all[..<(8 + number % 7)].sorted(), all[20..<(21 + number % 3)])
      let zombies = random.choose(1 + number % 4, of: places)
      func count(near square: Int, _ set: [Int]) -> Int {
        set.count { room.distance($0, square) <= distance }
      }
      var heard = visited.map { (square: $0, zombies: count(near: $0, zombies)) }.filter {
        $0.zombies > 0
      }
      // More numbers than fit into a word, some of them the same.
      if number % 4 == 0 { heard = Array(repeating: heard, count: 50).flatMap { $0 } }
      let signatures = places.map { place in
        heard.enumerated().reduce(into: Signature()) { signature, item in
          if room.distance(item.element.square, place) <= distance { signature.insert(item.offset) }
        }
      }
      let without = random.choose(1 + number % 2, of: places)
      var (total, fatal): (UInt64, UInt64) = (0, 0)
      naiveForEachSubset(of: places, count: zombies.count) { set in
        guard heard.allSatisfy({ count(near: $0.square, set) == $0.zombies }) else { return }
        total += 1
        if !Set(set).isDisjoint(with: without) { fatal += 1 }
      }
      var work = 1 << 20
      let counted = try require(
        HeardCount(
          heard: heard.map {
            ExploredRoom.Heard(square: size.square(at: $0.square), zombies: $0.zombies)
          },
          distance: distance, signatures: signatures.filter { !$0.isEmpty }, zombies: zombies.count,
          hidingPlaces: places.count, isExact: true, work: &work))
      expectEqual(counted.total, Count(total), "seed \(seed), \(number)")
      let near = without.filter { count(near: $0, heard.map(\.square)) > 0 }
      guard near == without else { continue }
      let squares = without.map(size.square)
      let (risk, share) = (
        counted.risk(without: squares, &work), counted.share(without: squares, &work)
      )
      let isCertain = fatal == total
      expectEqual(risk, isCertain ? ExploredRoom.certain : fatal, "seed \(seed), \(number)")
      // In units of 2⁻²⁰, to the nearest.
      let survived = (((total - fatal) << 21) / total + 1) / 2
      expectEqual(
        share, isCertain ? ExploredRoom.certain : (1 << 20) - survived, "seed \(seed), \(number)")
    }
  }

  /// In rooms too large to enumerate: against exact risks where those can be counted, and the memory of a player
  /// against a player that is asked for the first time.
  @Test(
    "Approximated risks are near the exact ones, remembered ones are those that are counted anew, and they never change",
    arguments: [
      "8x8z3 2 1a7f7b6f", "8x8z6 4 976f1c31", "12x12z8 2 8a385574", "5x120z30 2 8c32116a",
      "10x60z25 2 c4198389",
    ]
      + (isLong ? ["8x8z6 2 -", "8x8z10 2 -", "12x12z8 3 -", "16x16z8 5 -", "16x16z9 16 -"] : []))
  func approximated(row: String) throws {
    let words = row.split(separator: " ")
    let (family, hearing) = (try Family("\(words[0])"), try require(Int(words[1])))
    let rules = try Rules(hearingDistance: hearing)
    var limits = RiskLimits()
    limits.alwaysApproximates = true
    var random = NaiveRandom(seed: 0xCA08)
    var errors: [Double] = []
    var text = ""
    for level in LevelGenerator(family, seed: 7, selection: .any).prefix(
      cases(3, long: 10))
    {
      let start = Self.start(level, rules)
      var round = Round(level, rules: rules)
      var near = Cautious(start, limits: limits)
      var exact = ExploredRoom(start, Sight(round), RiskLimits())
      var plain = ExploredRoom(start, Sight(round), limits)
      var remembering = plain
      while round.outcome == nil,
        round.moves < cases(40, long: 100)
      {
        remembering.visit(Sight(round))
        let shares = remembering.allRisks()
        text += shares.map { "\($0.square) \($0.risk)\n" }.joined()
        plain.visit(Sight(round))
        var new = plain
        try require(
          shares.map { "\($0)" } == new.allRisks().map { "\($0)" }, "\(level.code), \(round.moves)")
        exact.visit(Sight(round))
        if family.size.squareCount <= 256 {
          let risks = exact.allRisks()
          let (whole, exactWhole) = (remembering.whole, exact.whole)
          guard whole == 1 << 20, exactWhole != 1 << 20 else { break }
          errors += zip(risks, shares).map { risk, share in
            abs(
              min(1, Double(risk.risk) / Double(exactWhole))
                - min(1, Double(share.risk) / Double(whole)))
          }
        }
        let legal = Array(round.legalMoves)
        let move = near.choose(Sight(round))
        try round.move(random.below(6) == 0 ? random.one(of: legal) : move)
      }
    }
    let mean = errors.reduce(0, +) / Double(max(1, errors.count))
    // The largest mean in the longer form is 0.07, for 8 zombies in 16 × 16 squares at distance 5.
    expect(mean < (hearing < 5 ? 0.03 : 0.1), "mean \(mean) of \(errors.count)")
    expect(family.size.squareCount > 256 || !errors.isEmpty)
    // Recorded, to notice a change: the moves of a policy in a trial stay the same for ever.
    if !isLong {
      expectEqual(
        "\(SHA256.hex(of: text.utf8).prefix(8))", "\(words[2])", "\(row): a hash of all risks")
    }
  }
}
