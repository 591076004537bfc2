import Testing
import ZombiesCore
import ZombiesTestSupport

/// What a player sees and hears ("The rules", section 2), in both forms, and pictures of the
/// current round: only here are these compared with the rules in every state of a round.
@Suite struct SightTests {
  /// The squares that the player sees: letters for zombies, blocks and flashlights, `?` if unseen.
  private func seen(_ sight: Sight) -> String {
    (0..<sight.size.rows).map { row in
      (0..<sight.size.columns).map { column in
        let square = Square(row: row, column: column)
        if sight.zombies.contains(square) { return "Z" }
        if sight.blocks.contains(square) { return "#" }
        if sight.flashlights.contains(square) { return "F" }
        return sight.sees(square) ? "." : "?"
      }.joined()
    }.joined(separator: "/")
  }

  /// The same for the fast form.
  private func seen(_ sight: SmallSight) -> String {
    (0..<sight.room.rows).map { row in
      (0..<sight.room.columns).map { column in
        let square = row * sight.room.columns + column
        if sight.zombies.contains(square) { return "Z" }
        if sight.blocks.contains(square) { return "#" }
        if sight.flashlights.contains(square) { return "F" }
        return sight.seen.contains(square) ? "." : "?"
      }.joined()
    }.joined(separator: "/")
  }

  /// What the player sees at the start, by the plain form and by the fast form.
  private func seen(in code: String, _ rules: Rules = .variant(0)) throws -> [String] {
    let level = try Level(code)
    let small = try require(SmallLevel(level))
    return [
      seen(Sight(Round(level, rules: rules))), seen(SmallSight(SmallRound(small, rules: rules))),
    ]
  }

  @Test("In the dark, the player sees the four neighbouring squares and nothing else")
  func seesNeighboursInTheDark() throws {
    let expected = "?????/??Z??/?#..?/??.??/?????"
    try expectEqual(seen(in: "S4/1ZZ2/1#P1Z/1#1#1/F3F"), [expected, expected])
    try expectEqual(seen(in: "S1ZP/ZZ2"), ["??Z./???.", "??Z./???."])
    try expectEqual(seen(in: "P1/1S"), ["../.?", "../.?"])
  }

  @Test("… and in a lit room, everything")
  func seesAllInTheLight() throws {
    let expected = ".../.ZZ/#../..F"
    try expectEqual(seen(in: "S2/1ZZ/#P1/2F+lit"), [expected, expected])
    try expectEqual(seen(in: "S2/1ZZ/#PF/3"), [".../.ZZ/#.F/...", ".../.ZZ/#.F/..."])
  }

  /// Compares both forms of sight with the state of a naive round.
  private func complaint(_ naive: NaiveRound, _ sight: Sight, _ small: SmallSight?) -> String? {
    let size = sight.size
    func isSeen(_ square: Int) -> Bool {
      naive.lit || naive.room.distance(square, naive.player) <= 1
    }
    let (level, zombies) = (naive.level, naive.zombies.filter(isSeen))
    let (blocks, flashlights) = (level.blocks.filter(isSeen), level.flashlights.filter(isSeen))
    guard sight.blocks.map(size.index) == blocks, sight.zombies.map(size.index) == zombies,
      sight.flashlights.map(size.index) == flashlights
    else { return "things" }
    guard size.index(of: sight.player) == naive.player, sight.isLit == naive.lit,
      size.index(of: sight.signpost) == level.signpost,
      sight.legalMoves.map({ Int($0.rawValue) }) == (0..<4).filter(naive.isLegal)
    else { return "player, signpost, light or moves" }
    let seen = (0..<level.squareCount).filter(isSeen)
    guard (0..<level.squareCount).filter({ sight.sees(size.square(at: $0)) }) == seen else {
      return "squares"
    }
    guard let small else { return nil }
    guard Array(small.blocks) == blocks, Array(small.zombies) == zombies,
      Array(small.flashlights) == flashlights, Array(small.seen) == seen,
      small.player == naive.player, small.isLit == naive.lit, small.signpost == level.signpost,
      small.room.size == size, small.legalMoves == sight.legalMoves
    else { return "small form" }
    return nil
  }

  @Test(
    "Both forms of sight show what the rules let the player see, in random rounds of any room")
  func sightFormsAgree() throws {
    let seed: UInt64 = 0x51_6874
    var random = NaiveRandom(seed: seed)
    let wide = [(9, 9), (3, 70), (70, 2), (1, 129)]
    let failure = try firstFailure(of: 0..<cases(exactly: 250, long: 3000)) { number in
      let (rows, columns) = wide[number / 10 % wide.count]
      let level =
        number % 10 == 0
        ? random.level(rows: rows, columns: columns, zombies: 10, blocks: 20, flashlights: 10)
        : random.level(maxRows: 8, maxColumns: 8, maxThings: 12)
      let (form, rules) = (try Level(level.code), random.rules())
      var naive = NaiveRound(level, rules)
      var round = Round(form, rules: Rules(rules))
      var small = SmallLevel(form).map { SmallRound($0, rules: Rules(rules)) }
      var path = ""
      while true {
        if let problem = complaint(naive, Sight(round), small.map { SmallSight($0) }) {
          return "seed \(seed): \(level) \(rules) after '\(path)': \(problem)"
        }
        guard naive.outcome == nil, naive.moves < 12 else { return nil }
        let legal = naive.legalMoves()
        let move = legal[random.below(legal.count)]
        naive.move(move)
        try round.move(Direction.allCases[move])
        small?.move(Direction.allCases[move])
        path += naiveDirectionLetters[move]
      }
    }
    expectNil(failure)
  }

  /// What the player hears at the start and after each move, with `-` for nothing. Both forms have
  /// to agree; the fast form is left out in rooms of more than 64 squares.
  private func heard(in code: String, _ moves: String, _ rules: Rules) throws -> String {
    let level = try Level(code)
    var plain = Round(level, rules: rules)
    var fast = SmallLevel(level).map { SmallRound($0, rules: rules) }
    var heard = [Sight(plain).heard]
    var heardFast = [fast.flatMap { SmallSight($0).heard }]
    for letter in moves.utf8 {
      let move = try require(Direction(letter: letter))
      try plain.move(move)
      fast?.move(move)
      heard.append(Sight(plain).heard)
      heardFast.append(fast.flatMap { Sight(SmallSight($0)).heard })
    }
    expect(fast == nil || heardFast == heard, "\(code) \(moves) \(rules)")
    return heard.map { $0.map { String($0) } ?? "-" }.joined(separator: " ")
  }

  @Test(
    "In the dark, the player hears how many zombies are within the hearing distance",
    arguments: [
      // Distance is Manhattan distance: the zombie is two rows and two columns away.
      ("S4/5/2Z2/5/4P", "", 4, "1"), ("S4/5/2Z2/5/4P", "", 3, "0"),
      // The number is counted anew after each move.
      ("S4/5/2Z2/5/4P", "UDL", 3, "0 1 0 1"), ("S4/1Z3/4Z/5/P4", "RRRU", 4, "1 1 2 1 2"),
      // Blocks do not muffle.
      ("S4/5/2Z2/2###/2#1P", "L", 4, "1 1"), ("S#Z/#P#/Z#Z", "", 2, "3"),
      // Nothing is heard without hearing, and nothing in the light.
      ("S4/5/2Z2/5/4P", "U", 0, "- -"), ("S4/5/Z4/5/4P+lit", "U", 16, "- -"),
      // A flashlight in sight lights the room, at the start or with the move that shows it.
      ("S4/5/Z4/5/3FP", "U", 16, "- -"), ("S4/Z4/4F/5/4P", "UD", 16, "1 - -"),
      // A fatal and a winning move tell nothing.
      ("SZ/1P", "", 16, "-"), ("S2/1Z1/2P", "U", 16, "1 -"), ("S1P/3/Z2", "LL", 4, "1 1 -"),
      // Rooms of more than 64 squares have only the plain form.
      ("S8/9/9/9/9/9/9/9/Z7P", "LL", 7, "0 1 1"), ("S69P/Z70", "LLLL", 16, "0 0 0 0 0"),
      ("Z69P/S70", "", 16, "0"), ("S9ZP/12/12/12/12/Z11", "", 16, "-"),
    ] as [(String, String, Int, String)])
  func hearing(code: String, moves: String, distance: Int, expected: String) throws {
    try expectEqual(heard(in: code, moves, .variant(hearing: distance)), expected)
  }

  /// In this room, a zombie is on every square except the player's and the signpost's.
  @Test(
    "… also those that the player sees, at catching distance 0",
    arguments: [(1, "4"), (2, "12"), (3, "20"), (4, "23"), (16, "23")])
  func hearingInACrowd(distance: Int, expected: String) throws {
    let rules = Rules.variant(0, hearing: distance)
    try expectEqual(heard(in: "ZZZZZ/ZZZZZ/ZZPZZ/ZZZZZ/ZZZZS", "", rules), expected)
    // A zombie that the player comes to stand next to.
    try expectEqual(heard(in: "S2/1Z1/2P", "U", .variant(0, hearing: 1)), "0 1")
  }

  @Test("Hearing does not change how a round goes")
  func hearingChangesNoRound() throws {
    let rules = try Rules(chase: .vertical, zombieSpeed: 2, hearingDistance: 5)
    expectEqual(rules.withoutHearing, .variant(1, "vertical", 2))
    expectEqual(
      after("UUL", in: "S4/Z4/4F/5/4P", rules),
      after("UUL", in: "S4/Z4/4F/5/4P", rules.withoutHearing))
  }

  @Test("A round's picture shows its current state, or what its player sees")
  func pictures() throws {
    var round = Round(try Level("S2/1#Z/1FP"), rules: .variant(0))
    expectEqual(round.picture(), "S..\n.#Z\n.FP")
    expect(round.isLit)
    round = Round(try Level("S3/#1ZF/3P"), rules: .variant(0))
    expectEqual(round.picture(), "S...\n#.ZF\n...P")
    round = Round(try Level("S3/#1Z1/3P"), rules: .variant(0))
    expectEqual(round.picture(asPlayerSees: true), "S???\n???.\n??.P")
    expectEqual(round.picture(.emoji, asPlayerSees: true), "🆘⬛️⬛️⬛️\n⬛️⬛️⬛️⬜️\n⬛️⬛️⬜️🚶")
    expectEqual(round.picture(.emoji), "🆘⬜️⬜️⬜️\n🚧⬜️🧟⬜️\n⬜️⬜️⬜️🚶")
    // The zombie that caught the player is shown instead of the player, and the start as floor.
    try round.move(.left)
    try round.move(.up)
    expectEqual(round.outcome, .caught)
    expectEqual(round.picture(), "S...\n#.Z.\n....")
  }
}
