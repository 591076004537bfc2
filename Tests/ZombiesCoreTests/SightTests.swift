// What a player sees ("The rules", section 2), and pictures of the current round.

import Testing
import ZombiesCore
import ZombiesTestSupport

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
    let small = try #require(SmallLevel(level))
    return [
      seen(Sight(Round(level, rules: rules))), seen(SmallSight(SmallRound(small, rules: rules))),
    ]
  }

  @Test("In the dark, the player sees the four neighbouring squares and nothing else")
  func seesNeighboursInTheDark() throws {
    let expected = "?????/??Z??/?#..?/??.??/?????"
    #expect(try seen(in: "S4/1ZZ2/1#P1Z/1#1#1/F3F") == [expected, expected])
    #expect(try seen(in: "S1ZP/ZZ2") == ["??Z./???.", "??Z./???."])
    #expect(try seen(in: "P1/1S") == ["../.?", "../.?"])
  }

  @Test("… and in a lit room, everything")
  func seesAllInTheLight() throws {
    let expected = ".../.ZZ/#../..F"
    #expect(try seen(in: "S2/1ZZ/#P1/2F+lit") == [expected, expected])
    #expect(try seen(in: "S2/1ZZ/#PF/3") == [".../.ZZ/#.F/...", ".../.ZZ/#.F/..."])
  }

  @Test(
    "The forms of sight agree with each other and the rules, in 2,000 random states in the longer form"
  )
  func sightFormsAgree() throws {
    let seed: UInt64 = 0x51_6874
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for _ in 0..<cases(1000, long: 2000) where failure == nil {
      let naive = random.level(maxRows: 8, maxColumns: 8, maxThings: 8)
      let rules = Rules(random.rules())
      let level = try Level(naive.code)
      let small = try #require(SmallLevel(level))
      let (plain, fast) = (Round(level, rules: rules), SmallRound(small, rules: rules))
      let (sight, fastSight) = (Sight(plain), SmallSight(fast))
      let room = NaiveRoom(naive)
      let isRight = (0..<naive.squareCount).allSatisfy {
        sight.sees(level.size.square(at: $0))
          == (plain.isLit || room.distance($0, naive.start) <= 1)
      }
      if seen(sight) != seen(fastSight) || !isRight || sight.legalMoves != fastSight.legalMoves
        || sight.legalMoves != plain.legalMoves || sight.isLit != fastSight.isLit
        || level.size.index(of: sight.player) != fastSight.player
        || level.size.index(of: sight.signpost) != fastSight.signpost
      {
        failure = naive.code
      }
    }
    #expect(failure == nil, "seed \(seed)")
  }

  @Test("A round's picture shows its current state, or what its player sees")
  func pictures() throws {
    var round = Round(try Level("S2/1#Z/1FP"), rules: .variant(0))
    #expect(round.picture() == "S..\n.#Z\n.FP")
    #expect(round.isLit)
    round = Round(try Level("S3/#1ZF/3P"), rules: .variant(0))
    #expect(round.picture() == "S...\n#.ZF\n...P")
    round = Round(try Level("S3/#1Z1/3P"), rules: .variant(0))
    #expect(round.picture(asPlayerSees: true) == "S???\n???.\n??.P")
    #expect(round.picture(.emoji, asPlayerSees: true) == "🆘⬛️⬛️⬛️\n⬛️⬛️⬛️⬜️\n⬛️⬛️⬜️🚶")
    #expect(round.picture(.emoji) == "🆘⬜️⬜️⬜️\n🚧⬜️🧟⬜️\n⬜️⬜️⬜️🚶")
    // The zombie that caught the player is shown instead of the player, and the start as floor.
    try round.move(.left)
    try round.move(.up)
    #expect(round.outcome == .caught)
    #expect(round.picture() == "S...\n#.Z.\n....")
  }
}
