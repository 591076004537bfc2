import Testing
import ZombiesCore
import ZombiesTestSupport

/// Shapes of rooms of at most 64 squares: thin ones, square ones, and those that fill a word.
let smallShapes =
  sampled(NaiveShape.all, every: 9)
  + [(8, 8), (2, 32), (32, 2), (1, 64), (64, 1), (4, 16), (16, 4), (3, 21), (21, 3), (63, 1)].map {
    NaiveShape(rows: $0.0, columns: $0.1)
  }

/// Operations on whole sets of squares: `SquareSet` with rows of words, and `SmallRoom` and `Bitboard` in one word,
/// compared with plain loops over squares.
@Suite struct SquareSetTests {
  /// The squares of a set and their neighbours, one square at a time.
  private func closedNeighbourhood(_ squares: Set<Int>, _ size: RoomSize) -> Set<Int> {
    var result = squares
    for index in squares {
      let (row, column) = (index / size.columns, index % size.columns)
      if row > 0 { result.insert(index - size.columns) }
      if row + 1 < size.rows { result.insert(index + size.columns) }
      if column > 0 { result.insert(index - 1) }
      if column + 1 < size.columns { result.insert(index + 1) }
    }
    return result
  }

  /// Some of a number of squares: none, a few, most or all.
  private func some(of count: Int, _ random: inout NaiveRandom) -> Set<Int> {
    let density = [0, 1, 2, 8, 15, 16][random.below(6)]
    return Set((0..<count).filter { _ in random.below(16) < density })
  }

  @Test func setsInRowsOfUpTo1024Squares() throws {
    let seed: UInt64 = 0x5E7
    var random = NaiveRandom(seed: seed)
    // Rows that end before, at and after the end of a word.
    let widths = [1, 2, 31, 62, 63, 64, 65, 66, 127, 128, 129, 130, 192, 1024]
    let sizes = try [1, 2, 3, 5].flatMap { rows in
      try widths.filter { rows * $0 > 1 }.map { try RoomSize(rows: rows, columns: $0) }
    }
    let rounds = sizes.flatMap { size in
      [RoomSize](repeating: size, count: cases(size.columns > 200 ? 1 : 2, long: 12))
    }
    let failure = firstFailure(of: rounds) { size -> String? in
      let count = size.squareCount
      let (plain, other) = (some(of: count, &random), some(of: count, &random))
      let set = SquareSet(size, plain.sorted().reversed().map(size.square))
      var (union, complement, empty, changed) = (set, set, set, set)
      union.formUnion(SquareSet(size, other.map(size.square)))
      complement.formComplement()
      empty.removeAll()
      var expected = plain
      for _ in 0..<30 {
        let index = random.below(count)
        if random.below(2) == 0 {
          changed.insert(size.square(at: index))
          expected.insert(index)
        } else {
          changed.remove(size.square(at: index))
          expected.remove(index)
        }
      }
      // Words that hold nothing beyond the last column are equal to those of a set made square by square.
      func isEqual(_ set: SquareSet, _ plain: Set<Int>) -> Bool {
        set == SquareSet(size, plain.map(size.square)) && set.map(size.index) == plain.sorted()
          && set.words.reduce(0) { $0 + $1.nonzeroBitCount } == plain.count
      }
      let near = closedNeighbourhood(plain, size)
      let isRight =
        isEqual(set, plain) && isEqual(set.closedNeighbourhood, near)
        && isEqual(union, plain.union(other)) && isEqual(empty, []) && empty.isEmpty
        && isEqual(complement, Set(0..<count).subtracting(plain)) && isEqual(changed, expected)
        && set.count == plain.count && set.isEmpty == plain.isEmpty
        && set.squares == plain.sorted().map(size.square)
        && set.indices.map { set[$0] } == set.squares
        && (0..<count).allSatisfy {
          let square = size.square(at: $0)
          return set.contains(square) == plain.contains($0)
            && set.hasSquare(within: 0, of: square) == plain.contains($0)
            && set.hasSquare(within: 1, of: square) == near.contains($0)
        }
      return isRight ? nil : "seed \(seed): \(size), \(plain.sorted()), \(other.sorted())"
    }
    expectNil(failure)
    let size = try RoomSize(rows: 2, columns: 3)
    let squares = [Square(row: 0, column: 1), Square(row: 1, column: 2)]
    expectEqual(String(reflecting: SquareSet(size, squares)), ".o.\n..o\n")
  }

  @Test func roomsInOneWord() throws {
    let seed: UInt64 = 0x5E9
    var random = NaiveRandom(seed: seed)
    let failure = try firstFailure(of: smallShapes) { shape in
      let size = try RoomSize(rows: shape.rows, columns: shape.columns)
      let room = try require(SmallRoom(size))
      for _ in 0..<cases(4, long: 40) {
        let (plain, shut) = (
          some(of: size.squareCount, &random), some(of: size.squareCount, &random)
        )
        let (set, walls) = (board(plain), board(shut))
        var moved = [Set<Int>](repeating: [], count: 4)
        var isRight = room.all == board(Set(0..<size.squareCount)) && room.size == size
        for index in 0..<size.squareCount {
          let exits = Direction.allCases.filter {
            size.exit(from: size.square(at: index), $0) != nil
          }
          let targets = exits.map { index + room.step($0) }
          isRight =
            isRight && Array(room.exits(index)) == exits
            && Array(room.exits(index, avoiding: walls))
              == exits.filter { !shut.contains(index + room.step($0)) }
            && Set(targets + [index]) == closedNeighbourhood([index], size)
            && exits.allSatisfy {
              size.exit(from: size.square(at: index), $0).map(size.index) == index + room.step($0)
            }
          guard plain.contains(index) else { continue }
          for direction in exits {
            moved[Int(direction.rawValue)].insert(index + room.step(direction))
          }
        }
        let all = [room.up, room.down, room.left, room.right].map(\.word)
        for direction in Direction.allCases {
          let expected = board(moved[Int(direction.rawValue)])
          let sets = SIMD8<UInt64>(repeating: set.word)
          let exits = SIMD8<UInt64>(repeating: all[Int(direction.rawValue)])
          isRight =
            isRight && room.moved(set, direction) == expected
            && room.moved(sets, direction, exits: exits) == SIMD8(repeating: expected.word)
        }
        var reached = plain
        for _ in shut {
          reached.formUnion(closedNeighbourhood(reached, size).intersection(shut))
        }
        isRight =
          isRight && room.flood(set, through: walls) == board(reached)
          && room.closedNeighbourhood(set) == board(closedNeighbourhood(plain, size))
          && room.neighbours(set) == board(moved.reduce([]) { $0.union($1) })
          && room.bitboard(room.squares(set)) == set
          && room.squares(set) == plain.sorted().map(size.square)
        if !isRight { return "seed \(seed): \(size), \(plain.sorted()), shut \(shut.sorted())" }
      }
      return nil
    }
    expectNil(failure)
  }

  private func board(_ set: Set<Int>) -> Bitboard {
    set.reduce(into: Bitboard()) { $0.insert($1) }
  }

  @Test func aBitboardIsASetOfNumbersBelow64() {
    let seed: UInt64 = 0x5EA
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: 0..<cases(120, long: 3000)) { _ -> String? in
      let (left, right) = (some(of: 64, &random), some(of: 64, &random))
      let (a, b, list) = (board(left), board(right), left.sorted())
      var (joined, kept, without, removed, rest) = (a, a, a, a, a)
      joined |= b
      kept &= b
      without -= b
      for index in right { removed.remove(index) }
      var order: [Int] = []
      while !rest.isEmpty { order.append(rest.removeFirst()) }
      let isRight =
        Array(a) == list && order == list && a.count == list.count && a.isEmpty == left.isEmpty
        && a.lowest == (list.first ?? 64) && a.first == list.first && a.last == list.last
        && Array(a.indices) == list && Array(a.reversed()) == Array(list.reversed())
        && a | b == board(left.union(right)) && a & b == board(left.intersection(right))
        && a - b == board(left.subtracting(right)) && joined == a | b && kept == a & b
        && without == a - b && removed == a - b && a.intersects(b) == !left.isDisjoint(with: right)
        && (0..<64).allSatisfy { a.contains($0) == left.contains($0) }
      return isRight ? nil : "seed \(seed): \(a.word) \(b.word)"
    }
    expectNil(failure)
    expect((0..<64).allSatisfy { Array(Bitboard(square: $0)) == [$0] })
    let rows = String(reflecting: Bitboard(word: 0x8000_0000_0000_0205))
    expectEqual(
      rows, "o.o.....\n.o......\n" + String(repeating: "........\n", count: 5) + ".......o\n")
  }

  // MARK: The chase

  /// Every square of a room is the zombie's, every square the player's, with every set of blocked neighbours.
  @Test func singleStepsOfTheFastChase() throws {
    var compared = 0
    for (number, shape) in smallShapes.enumerated() {
      let room = try require(SmallRoom(RoomSize(rows: shape.rows, columns: shape.columns)))
      // One of the axes for each shape, in turn, and of the largest shapes only a few.
      let axes = isLong ? Rules.ChaseAxis.allCases : [Rules.ChaseAxis.allCases[number % 3]]
      guard isLong || shape.squareCount <= 36 || [1, 8, 64].contains(shape.rows) else { continue }
      for axis in axes {
        try expectNil(complaint(room, Rules(catchingDistance: number % 2, chase: axis), &compared))
      }
    }
    expect(compared >= cases(60_000, long: 500_000), "\(compared)")
  }

  /// Compares the table and the fast step with the plain step in one room.
  private func complaint(_ room: SmallRoom, _ rules: Rules, _ compared: inout Int) -> String? {
    let (table, size) = (ChaseTable(room, rules: rules), room.size)
    let steps = Direction.allCases.map { room.step($0) } + [0]
    for zombie in 0..<room.squareCount {
      let (from, exits) = (size.square(at: zombie), room.exits(zombie))
      let danger = rules.danger(of: Bitboard(square: zombie), in: room)
      let near = room.neighbours(Bitboard(square: zombie))
      guard table.danger[zombie] == danger.word, table.neighbours[zombie] == near.word else {
        return "\(size): danger or neighbours of \(zombie)"
      }
      for bits in UInt8(0)..<16 where bits & ~exits.bits == 0 {
        let free = DirectionSet(bits: bits)
        let open = free.map { from.stepped($0) }
        let openWord = room.bitboard(open).word
        let row = (zombie * 16 + Int(bits)) * ChaseTable.rowLength
        let regions = (0...ChaseTable.stay).map { table.regions[row + $0] }
        // The five regions cover the room, and each square is in exactly one.
        guard regions.reduce(0, |) == room.all.word,
          regions.reduce(0, { $0 + $1.nonzeroBitCount }) == room.squareCount
        else { return "\(size), zombie \(zombie), free \(free): regions" }
        for player in 0..<room.squareCount {
          let next = rules.step(of: from, toward: size.square(at: player), in: size) {
            !open.contains($0)
          }
          let expected = next.row * room.columns + next.column
          let region = regions.firstIndex { $0 >> UInt64(player) & 1 != 0 } ?? 0
          let choice = table.targets.choice(zombie, toward: player, free: openWord)
          let fast = table.targets.step(zombie, toward: player, free: openWord)
          compared += 1
          if zombie + steps[region] != expected || fast != expected
            || choice != (expected, region)
          {
            return "\(size), \(rules.chase): zombie \(zombie), player \(player), free \(free)"
          }
        }
      }
    }
    return nil
  }
}
