import Testing
import ZombiesCore
import ZombiesTestSupport

/// Operations on whole sets of squares: only here are `SquareSet` with rows of words, and
/// `SmallRoom` and `Bitboard` in one word, compared with plain loops over squares.
@Suite struct SquareSetTests {
  /// Rooms whose rows end before, at and after the end of a word.
  private static let sizes: [RoomSize] = [1, 2, 3, 5].flatMap { rows in
    [1, 2, 31, 62, 63, 64, 65, 66, 127, 128, 129, 130, 192, 1024].compactMap {
      try? RoomSize(rows: rows, columns: $0)
    }
  }

  /// A random set, in the form under test and as a flag for each square.
  private func randomSet(
    _ size: RoomSize, _ random: inout NaiveRandom
  ) -> (set: SquareSet, flags: [Bool]) {
    var set = SquareSet(size)
    var flags = [Bool](repeating: false, count: size.squareCount)
    let density = [0, 1, 2, 8, 15, 16][random.below(6)]
    for index in flags.indices where random.below(16) < density {
      flags[index] = true
      set.insert(size.square(at: index))
    }
    return (set, flags)
  }

  /// Whether a set contains exactly the flagged squares, and nothing beyond the last column.
  private func isEqual(_ set: SquareSet, _ flags: [Bool]) -> Bool {
    var words = [UInt64](repeating: 0, count: set.size.rows * ((set.size.columns + 63) / 64))
    for index in flags.indices where flags[index] {
      let (row, column) = (index / set.size.columns, index % set.size.columns)
      words[row * ((set.size.columns + 63) / 64) + column / 64] |= 1 << UInt64(column % 64)
    }
    return set.words == words
  }

  /// The squares of a set and their neighbours, one square at a time.
  private func closedNeighbourhood(_ flags: [Bool], _ size: RoomSize) -> [Bool] {
    var result = flags
    for index in flags.indices where flags[index] {
      let (row, column) = (index / size.columns, index % size.columns)
      if row > 0 { result[index - size.columns] = true }
      if row + 1 < size.rows { result[index + size.columns] = true }
      if column > 0 { result[index - 1] = true }
      if column + 1 < size.columns { result[index + 1] = true }
    }
    return result
  }

  @Test("Set operations agree with loops over squares, in rows of 1 to 1024 squares")
  func wideSets() {
    let seed: UInt64 = 0x5E7
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for size in Self.sizes {
      for round in 0..<cases(exactly: 2, long: 12) where failure == nil {
        let (set, flags) = randomSet(size, &random)
        let (other, otherFlags) = randomSet(size, &random)
        let near = set.closedNeighbourhood
        var union = set
        union.formUnion(other)
        var complement = set
        complement.formComplement()
        let back = { (set: SquareSet) in
          var set = set
          set.formComplement()
          return set
        }(complement)
        var empty = set
        empty.removeAll()
        let squares = flags.indices.filter { flags[$0] }.map(size.square)
        let isRight =
          Array(set) == squares && set.indices.map { set[$0] } == squares
          && SquareSet(size, squares) == set && isEqual(set, flags)
          && isEqual(near, closedNeighbourhood(flags, size))
          && isEqual(union, zip(flags, otherFlags).map { $0 || $1 })
          && isEqual(complement, flags.map { !$0 }) && back == set
          && set.count == squares.count && set.isEmpty == squares.isEmpty
          && set.squares == squares && SquareSet(size, squares.reversed()) == set
          && empty.isEmpty && empty == SquareSet(size)
        if !isRight { failure = "\(size), round \(round)" }
      }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Single squares are inserted, removed, and found at distance 0 and 1")
  func singleSquares() {
    let seed: UInt64 = 0x5E8
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for size in Self.sizes where failure == nil {
      var (set, flags) = randomSet(size, &random)
      for _ in 0..<60 {
        let index = random.below(size.squareCount)
        let square = size.square(at: index)
        flags[index] = random.below(2) == 0
        if flags[index] { set.insert(square) } else { set.remove(square) }
        if set.contains(square) != flags[index] { failure = "\(size) \(square)" }
      }
      if !isEqual(set, flags) { failure = "\(size)" }
      let near = closedNeighbourhood(flags, size)
      for index in flags.indices {
        let square = size.square(at: index)
        if set.hasSquare(within: 0, of: square) != flags[index]
          || set.hasSquare(within: 1, of: square) != near[index]
        {
          failure = "\(size) \(square)"
        }
      }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Operations in one word agree with loops over squares, in every small shape")
  func smallRooms() throws {
    let seed: UInt64 = 0x5E9
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for shape in smallShapes {
      let size = try RoomSize(rows: shape.rows, columns: shape.columns)
      let room = try require(SmallRoom(size))
      for _ in 0..<cases(exactly: 6, long: 40) where failure == nil {
        let set = Bitboard(word: random.word(quarters: random.below(5))) & room.all
        let shut = Bitboard(word: random.word(quarters: random.below(5))) & room.all
        let flags = (0..<size.squareCount).map { set.contains($0) }
        var near: UInt64 = 0
        for (index, flag) in closedNeighbourhood(flags, size).enumerated() where flag {
          near |= 1 << UInt64(index)
        }
        var moved = [UInt64](repeating: 0, count: 4)
        var isRight = true
        for index in 0..<size.squareCount {
          var exits: [Direction] = []
          var open: [Direction] = []
          for direction in Direction.allCases {
            guard let target = size.exit(from: size.square(at: index), direction) else { continue }
            exits.append(direction)
            let next = size.index(of: target)
            isRight = isRight && next == index + room.step(direction)
            if !shut.contains(next) { open.append(direction) }
            if flags[index] { moved[Int(direction.rawValue)] |= 1 << UInt64(next) }
          }
          isRight =
            isRight && Array(room.exits(index)) == exits
            && Array(room.exits(index, avoiding: shut)) == open
        }
        isRight =
          isRight && room.closedNeighbourhood(set).word == near
          && room.neighbours(set).word == moved[0] | moved[1] | moved[2] | moved[3]
          && Direction.allCases.map { room.moved(set, $0).word } == moved
          && room.bitboard(room.squares(set)) == set
          && room.squares(set) == flags.indices.filter { flags[$0] }.map(size.square)
        if !isRight { failure = "\(size), set \(set.word), shut \(shut.word)" }
      }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("A bitboard is a set of numbers from 0 to 63")
  func bitboards() {
    let seed: UInt64 = 0x5EA
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for _ in 0..<cases(exactly: 250, long: 3000) where failure == nil {
      let (left, right) = (
        Set((0..<random.below(65)).map { _ in random.below(64) }),
        Set((0..<random.below(65)).map { _ in random.below(64) })
      )
      func board(_ set: Set<Int>) -> Bitboard {
        set.reduce(into: Bitboard()) { $0.insert($1) }
      }
      let (a, b) = (board(left), board(right))
      var (joined, kept, without, rest) = (a, a, a, a)
      joined |= b
      kept &= b
      without -= b
      var order: [Int] = []
      while !rest.isEmpty { order.append(rest.removeFirst()) }
      var removed = a
      for index in right { removed.remove(index) }
      let isRight =
        Array(a) == left.sorted() && order == left.sorted() && a.count == left.count
        && a.lowest == (left.min() ?? 64) && a.first == left.min()
        && a.isEmpty == left.isEmpty
        && a | b == board(left.union(right)) && a & b == board(left.intersection(right))
        && a - b == board(left.subtracting(right)) && joined == a | b && kept == a & b
        && without == a - b && removed == a - b && a.intersects(b) == !left.isDisjoint(with: right)
        && (0..<64).allSatisfy { a.contains($0) == left.contains($0) }
      let squares = left.sorted()
      let isCollection =
        Array(a.indices) == squares && Array(a.reversed()) == Array(squares.reversed())
        && a.last == squares.last
      if !isRight || !isCollection { failure = "\(a.word) \(b.word)" }
    }
    expectNil(failure, "seed \(seed)")
    expect((0..<64).allSatisfy { Array(Bitboard(square: $0)) == [$0] })
  }

  @Test("Rooms have sides from 1 to 1024 and at least two squares, small rooms at most 64")
  func sizes() {
    for (rows, columns) in [(0, 5), (5, 0), (1, 1), (1025, 1), (1, 1025), (-1, -2), (.max, .max)] {
      expectNil((try? RoomSize(rows: rows, columns: columns)))
    }
    expectEqual((try? RoomSize(rows: 1024, columns: 1024))?.squareCount, 1_048_576)
    expectEqual((try? RoomSize(rows: 1, columns: 2))?.description, "1x2")
    let shapes = (1...70).flatMap { rows in (1...70).map { (rows, $0) } }
    let wrong = shapes.first { rows, columns in
      (try? RoomSize(rows: rows, columns: columns)).flatMap(SmallRoom.init) != nil
        ? rows * columns > 64 || rows * columns < 2 : (2...64).contains(rows * columns)
    }
    expectNil(wrong)
  }

  @Test("Directions: U < D < L < R, letters, opposites, sets")
  func directions() {
    expectEqual(Direction.allCases.sorted().letters, "UDLR")
    expectEqual([Direction.right, .left, .down, .up].sorted(), [.up, .down, .left, .right])
    expect(Direction.allCases.allSatisfy { Direction(letter: $0.letter) == $0 })
    expectEqual((UInt8(0)...255).filter { Direction(letter: $0) != nil }.count, 4)
    let middle = Square(row: 7, column: 9)
    expect(
      Direction.allCases.allSatisfy {
        middle.stepped($0).stepped($0.opposite) == middle && middle.stepped($0) != middle
          && middle.distance(to: middle.stepped($0)) == 1
      })
    expect(middle.stepped(.up).row == 6 && middle.stepped(.left).column == 8)
    let set: DirectionSet = [.left, .up]
    expect(Array(set) == [.up, .left] && !set.contains(.right) && set.contains(.up))
    expect(set.first(in: [.right, .left, .up]) == .left && set.first(in: [.down]) == nil)
  }

  @Test("Sets, levels and rounds have pictures for debugging")
  func drawings() throws {
    let size = try RoomSize(rows: 2, columns: 3)
    let squares = [Square(row: 0, column: 1), Square(row: 1, column: 2)]
    expectEqual(String(reflecting: SquareSet(size, squares)), ".o.\n..o\n")
    let rows = "\(Bitboard(word: 0x8000_0000_0000_0205).debugDescription)".split(separator: "\n")
    expect(rows.first == "o.o....." && rows[1] == ".o......" && rows.last == ".......o")
    expectEqual(rows.count, 8)
    let level = try Level("S1/Z1/1P")
    expectEqual(String(reflecting: level), "S.\nZ.\n.P\nS1/Z1/1P\n")
    var round = Round(level, rules: try Rules(catchingDistance: 0))
    try round.move(.up)
    expectEqual(String(reflecting: round), "S.\nZP\n..\nmove 1, dark\n")
    try round.move(.left)
    expect(String(reflecting: round).hasSuffix("\nmove 2, dark, caught\n"))
  }

  @Test("The error of a setting gives its range")
  func ranges() {
    func reason(_ body: () throws -> Void) -> String? {
      do { try body() } catch { return "\(error)" }
      return nil
    }
    expectEqual(
      reason { _ = try RoomSize(rows: 0, columns: 5) }, "rows must be between 1 and 1024, found 0")
    expectEqual(
      reason { _ = try RoomSize(rows: 5, columns: 1025) },
      "columns must be between 1 and 1024, found 1025")
    expectEqual(
      reason { _ = try RoomSize(rows: 1, columns: 1) },
      "squares must be between 2 and 1048576, found 1")
    expectEqual(
      reason { _ = try Rules(zombieSpeed: 17) }, "zombie speed must be between 1 and 16, found 17")
    expectEqual(
      reason { _ = try Rules(catchingDistance: 2) },
      "catching distance must be between 0 and 1, found 2")
    expectNil(reason { _ = try RoomSize(rows: 1, columns: 2) })
  }
}
