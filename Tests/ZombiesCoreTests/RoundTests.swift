import Testing
import ZombiesCore
import ZombiesTestSupport

/// Random rounds in all forms of the rules, state by state: what happens, what the player sees and hears, and pictures.
@Suite struct RoundTests {
  /// A level of any shape of up to 64 squares, a crowded one, where zombies block one another, or a wide one.
  private func level(_ number: Int, _ random: inout NaiveRandom) -> NaiveLevel {
    let wide = [(9, 9), (3, 70), (70, 2), (1, 129)][number / 8 % 4]
    var (rows, columns) = (5 + random.below(4), 5 + random.below(4))
    let isLit = random.below(3) > 0
    switch number % 8 {
    case 0:
      return random.level(
        rows: wide.0, columns: wide.1, zombies: 12, blocks: 25, flashlights: 10, lit: isLit)
    case 1:
      let (zombies, free) = (6 + random.below(6), rows * columns - 2)
      return random.level(
        rows: rows, columns: columns, zombies: zombies,
        blocks: random.below((free - zombies) / 2), flashlights: random.below(2), lit: isLit)
    default:
      let shape = NaiveShape.all[random.below(NaiveShape.all.count)]
      (rows, columns) = (shape.rows, shape.columns)
      let free = rows * columns - 2
      let zombies = random.below(min(free, 6) + 1)
      let blocks = random.below(min(free - zombies, 1 + free / 3) + 1)
      return random.level(
        rows: rows, columns: columns, zombies: zombies, blocks: blocks,
        flashlights: random.below(min(free - zombies - blocks, 2) + 1), lit: isLit)
    }
  }

  @Test func allFormsAgreeInRandomRounds() throws {
    let seed: UInt64 = 0xFA57
    var random = NaiveRandom(seed: seed)
    var states = 0
    let failure = try firstFailure(of: 0..<cases(320, long: 5000)) { number in
      // Every distance and axis, and speeds from 1 to 16, slow ones more often.
      var rules = random.rules()
      if random.below(4) == 0 { rules.speed = 1 + random.below(16) }
      rules.hearingDistance = number % 17
      var match = try Match(level(number, &random), Rules(rules))
      var before: [Match] = []
      while true {
        states += 1
        if let difference = try match.difference ?? complaint(match, before) {
          return "seed \(seed): \(difference)"
        }
        guard match.naive.outcome == nil, match.naive.moves < 12 else { return nil }
        before.append(match)
        let legal = match.naive.legalMoves()
        match.move(legal[random.below(legal.count)])
      }
    }
    expectNil(failure)
    tell(states, "states of rounds")
    expect(states >= cases(1200, long: 20_000))
  }

  /// What is wrong with a state that all forms agree on.
  private func complaint(_ match: Match, _ before: [Match]) throws -> String? {
    let (naive, plain) = (match.naive, match.plain)
    // Attempts succeed for legal moves, and only for these.
    if naive.outcome == nil {
      for direction in Direction.allCases {
        let isLegal = naive.isLegal(Int(direction.rawValue))
        var (wide, any, small) = (plain, match.any, match.small)
        guard any.attempt(direction) == isLegal, wide.attempt(direction) == isLegal,
          (small?.attempt(direction) ?? isLegal) == isLegal,
          isLegal || wide == plain && any.moves == plain.moves
        else { return "\(match.replay): attempt \(direction)" }
      }
    }
    // Positions are equal if the player, the zombies and the light are.
    for other in before {
      let isEqual =
        other.naive.player == naive.player && other.naive.zombies == naive.zombies
        && other.naive.lit == naive.lit
      let small = match.small.flatMap { one in other.small.map { one.isAtPosition(of: $0) } }
      guard plain.isAtPosition(of: other.plain) == isEqual, (small ?? isEqual) == isEqual else {
        return "\(match.replay): position like after '\(other.moves)'"
      }
    }
    // A round that is put into a state is in that state.
    var placed = Round(plain.level, rules: plain.rules)
    placed.place(player: plain.player, zombies: plain.zombies, isLit: plain.isLit)
    guard placed.isAtPosition(of: plain), placed.moves == 0,
      naive.outcome == .won || placed.outcome == plain.outcome
    else { return "\(match.replay): placed" }
    // And it goes on like a round that reached it.
    if let last = before.last, let move = match.moves.utf8.last.flatMap(Direction.init(letter:)) {
      placed.place(player: last.plain.player, zombies: last.plain.zombies, isLit: last.plain.isLit)
      try placed.move(move)
      guard placed.isAtPosition(of: plain), placed.outcome == plain.outcome, placed.moves == 1
      else { return "\(match.replay): placed before the last move" }
      placed.place(player: last.plain.player, zombies: last.plain.zombies, isLit: last.plain.isLit)
      guard placed.moves == 0 else { return "\(match.replay): placed after a move" }
      if let small = match.small, let old = last.small {
        var put = SmallRound(old.level, rules: old.rules)
        (put.player, put.zombies, put.isLit, put.moves, put.outcome) =
          (old.player, old.zombies, old.isLit, old.moves, old.outcome)
        put.move(move)
        guard put.isAtPosition(of: small), put.outcome == small.outcome, put.moves == small.moves
        else { return "\(match.replay): put into the state before the last move" }
      }
    }
    guard naive.moves % 4 == 0 else { return nil }
    let views = [
      plain.picture(asPlayerSees: true), match.view(Sight(plain)), match.view(match.any.sight),
    ]
    return views.allSatisfy { $0 == match.view }
      && match.small.map(\.plainLevel) ?? plain.level
        == plain.plainLevel
      ? nil : "\(match.replay): \(views), expected \(match.view)"
  }

  @Test func neighboursInADarkWideRoomComeInReadingOrder() throws {
    // The four neighbours are filled in every way.
    for number in 0..<81 {
      let kinds = [1, 3, 9, 27].map { ["Z", "#", "."][number / $0 % 3] }
      let top = "S........\n....\(kinds[0])....\n...\(kinds[1])P\(kinds[2])...\n"
      let rest = "....\(kinds[3])....\n" + String(repeating: ".........\n", count: 5)
      let level = try require(NaiveLevel(code: Level(picture: top + rest).code))
      try expectNil(Match(level, Rules(catchingDistance: 0)).difference)
    }
  }

  @Test func picturesOfARound() throws {
    var round = Round(try Level("S3/#1Z1/3P"), rules: try Rules(catchingDistance: 0))
    expectEqual(round.picture(), "S...\n#.Z.\n...P")
    expectEqual(round.picture(asPlayerSees: true), "S???\n???.\n??.P")
    expectEqual(round.picture(.emoji, asPlayerSees: true), "🆘⬛️⬛️⬛️\n⬛️⬛️⬛️⬜️\n⬛️⬛️⬜️🚶")
    expectEqual(round.picture(.emoji), "🆘⬜️⬜️⬜️\n🚧⬜️🧟⬜️\n⬜️⬜️⬜️🚶")
    try round.move(.left)
    expectEqual(String(reflecting: round), "S...\n#.Z.\n..P.\nmove 1, dark\n")
    // The zombie that caught the player is shown instead of the player, and the start as floor.
    try round.move(.up)
    expectEqual(String(reflecting: round), "S...\n#.Z.\n....\nmove 2, dark, caught\n")
    let lit = Round(try Level("S1/2/1P+lit"))
    expectEqual(String(reflecting: lit), "S.\n..\n.P\nmove 0, lit\n")
    expectEqual(String(reflecting: lit.level), "S.\n..\n.P\n; lit\nS1/2/1P+lit\n")
  }
}
