import Testing
import ZombiesCore
import ZombiesTestSupport

extension Rules {
  /// The square of a zombie in a small room after one step, by the fast form of the chase.
  func step(of zombie: Int, toward player: Int, in room: SmallRoom, shut: Bitboard) -> Int {
    let free = ~shut.word & room.neighbours(Bitboard(square: zombie)).word
    return ChaseTargets(room, self).step(zombie, toward: player, free: free)
  }
}

/// The fast forms of a single chase step against the plain step: only here is every square of a
/// room the zombie's, every square the player's, with every set of blocked neighbours.
@Suite struct ChaseTableTests {
  private static let axes = [Rules.variant(), .variant(1, "vertical"), .variant(1, "horizontal")]

  /// The square to which the plain form sends a zombie with the given free exits.
  private func plainStep(
    _ zombie: Square, _ player: Square, _ size: RoomSize, _ free: DirectionSet, _ rules: Rules
  ) -> Square {
    rules.step(of: zombie, toward: player, in: size) { target in
      for direction in Direction.allCases where zombie.stepped(direction) == target {
        return !free.contains(direction)
      }
      return true
    }
  }

  /// Compares the table and the fast step with the plain step in one room.
  private func compare(_ room: SmallRoom, _ rules: Rules) -> (compared: Int, failure: String?) {
    let table = ChaseTable(room, rules: rules)
    var compared = 0
    for zombie in 0..<room.squareCount {
      let from = room.size.square(at: zombie)
      let exits = room.exits(zombie)
      for bits in UInt8(0)..<16 where bits & ~exits.bits == 0 {
        let free = DirectionSet(bits: bits)
        var shut = Bitboard()
        for direction in Direction.allCases
        where exits.contains(direction) && !free.contains(direction) {
          shut.insert(zombie + room.step(direction))
        }
        let row = (zombie * 16 + Int(bits)) * ChaseTable.rowLength
        let regions = Direction.allCases.map { table.regions[row + Int($0.rawValue)] }
        // The five regions cover the room, and each square is in exactly one.
        let stay = table.regions[row + ChaseTable.stay]
        let sum = regions.reduce(stay.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
        var isRight = regions.reduce(stay, |) == room.all.word && sum == room.squareCount
        for player in 0..<room.squareCount {
          let next = plainStep(from, room.size.square(at: player), room.size, free, rules)
          let target = next.row * room.columns + next.column
          var found = zombie
          for direction in 0..<4 where regions[direction] >> UInt64(player) & 1 != 0 {
            found = zombie + room.step(Direction.allCases[direction])
          }
          let fast = rules.step(of: zombie, toward: player, in: room, shut: shut)
          let wish = Int(table.wishes[zombie * 64 + player])
          let answer = Int(table.answers[wish * 16 + Int(bits)])
          let looked = answer == ChaseTable.stay ? 0 : room.step(Direction.allCases[answer])
          isRight = isRight && found == target && fast == target && zombie + looked == target
          compared += 1
          if !isRight {
            return (
              compared,
              "room \(room.size), \(rules.chase): zombie \(zombie), player \(player), free "
                + "\(free.letters): plain \(target), table \(found), fast \(fast)"
            )
          }
        }
      }
    }
    return (compared, nil)
  }

  @Test(
    "The table, the fast step and the plain step agree: a million steps in the longer form"
  )
  func stepsAgree() throws {
    var (compared, failure) = (0, String?.none)
    // In the shorter form, of the largest shapes only those of exactly 64 squares.
    let shapes = smallShapes.filter {
      isLong || $0.rows * $0.columns <= 36 || [1, 8, 64].contains($0.rows)
    }
    for (number, shape) in shapes.enumerated() {
      let size = try RoomSize(rows: shape.rows, columns: shape.columns)
      let room = try require(SmallRoom(size))
      // One of the axes for each shape, in turn.
      for (place, rules) in Self.axes.enumerated()
      where failure == nil && (isLong || place == number % Self.axes.count) {
        let result = compare(room, rules)
        compared += result.compared
        failure = result.failure
      }
    }
    expectNil(failure)
    expect(compared >= cases(exactly: 90_000, long: 1_000_000))
  }
}
