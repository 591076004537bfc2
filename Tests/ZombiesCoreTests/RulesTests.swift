import Testing
import ZombiesCore
import ZombiesTestSupport

/// Settings and their ranges, directions, and games ("The rules", section 5).
@Suite struct RulesTests {
  private func reason(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  @Test func settingsOutsideTheirRangeGiveIt() throws {
    let squares = "squares must be between 2 and 1048576, found 1"
    for (rows, columns, problem) in [
      (0, 5, "rows must be between 1 and 1024, found 0"),
      (1025, 1, "rows must be between 1 and 1024, found 1025"),
      (5, 0, "columns must be between 1 and 1024, found 0"),
      (5, 1025, "columns must be between 1 and 1024, found 1025"),
      (.max, .max, "rows must be between 1 and 1024, found \(Int.max)"), (1, 1, squares),
      (1, 2, nil), (2, 1, nil), (1024, 1024, nil),
    ] as [(Int, Int, String?)] {
      expectEqual(reason { _ = try RoomSize(rows: rows, columns: columns) }, problem)
    }
    for (name, variant, range) in [
      ("catching distance", Rules.Variant.catchingDistance, 0...1),
      ("zombie speed", .zombieSpeed, 1...16), ("hearing distance", .hearingDistance, 0...16),
    ] {
      expectEqual(variant.name, name)
      expectEqual(variant.values, "\(range.lowerBound) to \(range.upperBound)")
      for value in range.lowerBound - 1...range.upperBound + 1 {
        let error = reason {
          let rules = try Rules(
            catchingDistance: variant == .catchingDistance ? value : 1,
            zombieSpeed: variant == .zombieSpeed ? value : 1,
            hearingDistance: variant == .hearingDistance ? value : 0)
          expectEqual(rules.value(of: variant), "\(value)")
          expectEqual(Rules.standard.changing(variant, to: "\(value)"), rules)
          expectEqual(rules.hearingTellsMore, variant == .hearingDistance && value > 1)
          expectEqual(rules.withoutHearing.hearingDistance, 0)
          expectEqual(rules.withoutHearing.zombieSpeed, rules.zombieSpeed)
        }
        let expected =
          "\(name) must be between \(range.lowerBound) and \(range.upperBound), found \(value)"
        expectEqual(error, range.contains(value) ? nil : expected)
        if error != nil { expectNil(Rules.standard.changing(variant, to: "\(value)")) }
      }
      for text in ["", "01", "x", "99999999999999999999"] {
        expectNil(Rules.standard.changing(variant, to: text))
      }
    }
    for axis in ["longest", "vertical", "horizontal"] {
      expectEqual(Rules.standard.changing(.chase, to: axis)?.chase.rawValue, axis)
    }
    expectNil(Rules.standard.changing(.chase, to: "Longest"))
    expectEqual(Rules.Variant.zombieSpeed.name(joinedBy: "_"), "zombie_speed")
    expect(Rules.usualHearing == 2 && (try? Rules()) == .standard)
  }

  @Test func roomsHaveSquaresInReadingOrder() throws {
    for (rows, columns) in [(1, 2), (2, 1), (3, 7), (7, 3), (1, 64), (40, 50)] {
      let size = try RoomSize(rows: rows, columns: columns)
      let squares = (0..<rows).flatMap { row in (0..<columns).map { Square(row: row, column: $0) } }
      expect(squares.count == size.squareCount && size.defaultMoveLimit == 4 * squares.count)
      expectEqual(squares.indices.map(size.square), squares)
      expectEqual(squares.map(size.index), Array(squares.indices))
      expect(squares.sorted() == squares && size.topLeft == squares[0])
      expectEqual(size.bottomRight, squares[squares.count - 1])
      expect(squares.allSatisfy(size.contains))
      for (row, column) in [(-1, 0), (0, -1), (rows, 0), (0, columns)] {
        expect(!size.contains(Square(row: row, column: column)))
      }
      expectEqual("\(size)", "\(rows)x\(columns)")
    }
    let square = Square(row: 3, column: 5)
    expectEqual("\(square)", "row 3, column 5")
    expectEqual(square.distance(to: Square(row: 7, column: 4)), 5)
    // Rooms of at most 64 squares have the small form.
    for rows in 1...70 {
      for columns in 1...70 where rows * columns > 1 {
        let isSmall = try SmallRoom(RoomSize(rows: rows, columns: columns)) != nil
        expectEqual(isSmall, rows * columns <= 64, "\(rows)x\(columns)")
      }
    }
  }

  @Test func directionsAndTheirSets() {
    let words = Direction.allCases.map {
      "\($0) \($0.word) \($0.opposite) \($0.rowStep) \($0.columnStep)"
    }
    expectEqual(
      words.joined(separator: ", "), "U up D -1 0, D down U 1 0, L left R 0 -1, R right L 0 1")
    expectEqual([Direction.right, .left, .down, .up].sorted().letters, "UDLR")
    expectEqual((UInt8(0)...255).compactMap { Direction(letter: $0) }, [.down, .left, .right, .up])
    // All 16 sets, compared with `Set`.
    let all = (UInt8(0)..<16).map { DirectionSet(bits: $0) }
    expectEqual(Set(all).count, 16)
    func plain(_ set: DirectionSet) -> Set<Direction> {
      Set(Direction.allCases.filter { set.contains($0) })
    }
    for set in all {
      let list = Array(set)
      expect(list == list.sorted() && Set(list) == plain(set) && list.count == set.count, "\(set)")
      expect(set.isEmpty == list.isEmpty && set.first == list.first && set.min() == list.first)
      expectEqual(set.indices.map { set[$0] }, list)
      expectEqual(set.description, list.letters)
      let order: [Direction] = [.right, .up, .left, .down]
      expectEqual(set.first(in: order), order.first { set.contains($0) })
      for other in all {
        expectEqual(plain(set.intersection(other)), plain(set).intersection(plain(other)))
      }
      for direction in Direction.allCases {
        var larger = set
        larger.insert(direction)
        expectEqual(plain(larger), plain(set).union([direction]))
        expectEqual(Array(DirectionSet(direction)), [direction])
      }
    }
    expectEqual(DirectionSet.all.map(\.description), ["U", "D", "L", "R"])
    expect(DirectionSet(bits: 0xFF) == .all && ([] as DirectionSet) == DirectionSet())
    expectEqual(([.left, .up] as DirectionSet).description, "UL")
  }

  @Test func gamesHaveLivesWinsAndLosses() throws {
    // Outcomes as letters (won, caught, stuck, out of moves), with lives, wins, losses and the last message.
    let outcomes: [Character: Outcome] = ["w": .won, "c": .caught, "s": .stuck, "o": .outOfMoves]
    let table = """
      | 3 0 0 -
      c | 2 0 0 tryAgain
      s | 2 0 0 tryAgain
      oo | 1 0 0 tryAgain
      cso | 3 0 1 lost
      cccc | 2 0 1 tryAgain
      ccccccc | 2 0 2 tryAgain
      w | 3 1 0 won
      ccw | 3 1 0 won
      cwcc | 1 1 0 tryAgain
      wwsss | 3 2 1 lost
      """
    for row in tableRows(table) {
      var (game, said) = (Game(), Game.Message?.none)
      for letter in row[0] { said = game.record(try require(outcomes[letter])) }
      let words = "\(game.lives) \(game.wins) \(game.losses) \(said.map { "\($0)" } ?? "-")"
      expectEqual(words, row[1], row[0])
      // A game that is kept goes on.
      var kept = Game()
      kept.count(wins: game.wins, losses: game.losses)
      expect(kept.wins == game.wins && kept.losses == game.losses && kept.lives == 3)
      expectEqual(Game(lives: game.lives, wins: game.wins, losses: game.losses), game)
    }
    for (lives, wins, losses) in [(0, 0, 0), (4, 0, 0), (3, -1, 0), (3, 0, -1)] {
      expectNil(Game(lives: lives, wins: wins, losses: losses))
    }
    expectEqual(Outcome.allCases.map(\.description), ["won", "caught", "stuck", "out-of-moves"])
    // Another number of lives.
    for lives in [1, 2, 5, 1000] {
      var game = try Game(lives: lives)
      for life in stride(from: lives, to: 1, by: -1) {
        expectEqual(game.lives, life)
        expectEqual(game.record(.caught), .tryAgain)
      }
      expectEqual(game.record(.stuck), .lost)
      expect(game.lives == lives && game.losses == 1 && game.wins == 0 && game.firstLives == lives)
    }
    for lives in [Int.min, -1, 0, 1001] {
      expectEqual(
        reason { _ = try Game(lives: lives) }, "lives must be between 1 and 1000, found \(lives)")
    }
  }
}
