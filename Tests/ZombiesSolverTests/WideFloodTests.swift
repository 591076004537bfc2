import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// The flood over rows of words, for rooms of any size, against a plain breadth-first search: only
/// here are its distances and first steps compared, also along the longest detours.
@Suite struct WideFloodTests {
  /// The distances of all squares from a source through open squares, −1 if there is no path.
  private func distances(from source: Square, _ size: RoomSize, _ open: [Bool]) -> [Int] {
    var distances = [Int](repeating: -1, count: size.squareCount)
    let first = source.row * size.columns + source.column
    guard open[first] else { return distances }
    distances[first] = 0
    var queue = [first]
    var head = 0
    while head < queue.count {
      let (row, column) = (queue[head] / size.columns, queue[head] % size.columns)
      for (nextRow, nextColumn) in [
        (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1),
      ] where nextRow >= 0 && nextRow < size.rows && nextColumn >= 0 && nextColumn < size.columns {
        let next = nextRow * size.columns + nextColumn
        if open[next], distances[next] < 0 {
          distances[next] = distances[queue[head]] + 1
          queue.append(next)
        }
      }
      head += 1
    }
    return distances
  }

  /// A mask as a picture of `.` and `#`, for failing tests.
  private func drawn(_ size: RoomSize, _ open: [Bool]) -> String {
    (0..<size.rows).map { row in
      String((0..<size.columns).map { open[row * size.columns + $0] ? "." : "#" })
    }.joined(separator: "/")
  }

  private func set(_ size: RoomSize, _ open: [Bool]) -> SquareSet {
    SquareSet(size, open.indices.filter { open[$0] }.map(size.square))
  }

  /// Compares a flood's distances and first steps from a source to some targets with plain ones.
  private func failure(
    _ flood: WideFlood, _ size: RoomSize, _ open: [Bool], source: Square, targets: [Square]
  ) -> String? {
    let squares = set(size, open)
    let plain = distances(from: source, size, open)
    for target in targets {
      let expected = plain[size.index(of: target)]
      let found = flood.distance(from: source, to: target, through: squares)
      let place = "\(drawn(size, open)) from \(source) to \(target)"
      if found != (expected < 0 ? nil : expected) {
        return "\(place): \(found as Int?), expected \(expected)"
      }
      guard target != source else { continue }
      // The neighbours nearest to the source, whether the target itself is open or not.
      let near = Direction.allCases.compactMap { direction in
        size.exit(from: target, direction).map { (direction, plain[size.index(of: $0)]) }
      }.filter { $0.1 >= 0 }
      let nearest = near.map(\.1).min()
      let steps = Array(flood.firstSteps(from: target, to: source, through: squares))
      if steps != near.filter({ $0.1 == nearest }).map(\.0) {
        return "\(place): first steps \(steps.letters), distances of neighbours \(near)"
      }
    }
    return nil
  }

  @Test("Distances and first steps in random masks of 1 to 130 columns, with any source and target")
  func randomMasks() throws {
    let seed: UInt64 = 0xF100D
    var random = NaiveRandom(seed: seed)
    var (asked, failure) = (0, String?.none)
    let widths = [1, 2, 3, 5, 31, 32, 62, 63, 64, 65, 66, 100, 127, 128, 129, 130]
    for round in 0..<cases(exactly: 21, long: 450) where failure == nil {
      let columns = round % 2 == 0 ? widths[random.below(widths.count)] : 1 + random.below(130)
      let rows = 1 + random.below(round % 7 == 0 ? 130 : 12)
      guard let size = try? RoomSize(rows: rows, columns: columns) else { continue }
      let flood = WideFlood(size)
      // The flood is kept from one mask to the next.
      for _ in 0..<3 where failure == nil {
        // From open rooms to the density at which paths are long and winding, and beyond.
        let closed = [0, 1, 5, 20, 35, 40, 45, 60][random.below(8)]
        let open = (0..<size.squareCount).map { _ in random.below(100) >= closed }
        let source = size.square(at: random.below(size.squareCount))
        let targets = (0..<6).map { _ in size.square(at: random.below(size.squareCount)) }
        asked += targets.count
        failure = self.failure(flood, size, open, source: source, targets: targets)
      }
    }
    expectNil(failure, "seed \(seed)")
    expect(asked > cases(exactly: 300, long: 7000))
  }

  @Test("All masks of rooms of up to ten squares, all sources and targets")
  func allSmallMasks() throws {
    var (asked, failure) = (0, String?.none)
    for (rows, columns) in [(1, 6), (6, 1), (2, 4), (4, 2), (3, 3)] {
      let size = try RoomSize(rows: rows, columns: columns)
      let flood = WideFlood(size)
      let squares = (0..<size.squareCount).map(size.square)
      for mask in stride(from: 0, to: 1 << size.squareCount, by: isLong ? 1 : 5)
      where failure == nil {
        let open = squares.indices.map { mask >> $0 & 1 != 0 }
        // Each mask from three sources, in turn.
        for offset in 0..<cases(exactly: 1, long: 3) {
          let source = squares[(mask + offset * 3) % squares.count]
          asked += squares.count
          failure = failure ?? self.failure(flood, size, open, source: source, targets: squares)
        }
      }
    }
    expectNil(failure)
    expect(asked > cases(exactly: 1500, long: 20_000))
  }

  /// Rows of walls with one gap each, at the right and at the left end in turn.
  private func serpentine(_ size: RoomSize) -> [Bool] {
    (0..<size.squareCount).map { index in
      let (row, column) = (index / size.columns, index % size.columns)
      return row % 2 == 0 || column == (row % 4 == 1 ? size.columns - 1 : 0)
    }
  }

  @Test("Long detours: serpentines, upright and horizontal, from end to end and between")
  func serpentines() throws {
    let seed: UInt64 = 0xF100E
    var random = NaiveRandom(seed: seed)
    for (rows, columns) in [(15, 130), (31, 7), (5, 65), (9, 128)]
      + (isLong ? [(60, 60), (60, 64)] : [])
    {
      let size = try RoomSize(rows: rows, columns: columns)
      let lying = serpentine(size)
      // The same, reflected in its diagonal.
      let turned = try RoomSize(rows: columns, columns: rows)
      let upright = (0..<turned.squareCount).map { index in
        lying[index % turned.columns * columns + index / turned.columns]
      }
      for (size, open) in [(size, lying), (turned, upright)] {
        let flood = WideFlood(size)
        let ends = [size.topLeft, size.bottomRight]
        let others = (0..<2).map { _ in size.square(at: random.below(size.squareCount)) }
        for source in ends + others.prefix(1) {
          let targets = isLong ? ends + others : Array(ends.suffix(1) + others.suffix(1))
          let problem = failure(flood, size, open, source: source, targets: targets)
          expectNil(problem, "seed \(seed)")
        }
      }
    }
    let size = try RoomSize(rows: 59, columns: 60)
    // 30 rows of 60 squares and 29 gaps, less the first square.
    let found = WideFlood(size).distance(
      from: size.topLeft, to: size.square(at: 58 * 60), through: set(size, serpentine(size)))
    expectEqual(found, 30 * 60 + 29 - 1)
  }

  @Test("A spiral with the end of the path in the middle")
  func spiral() throws {
    let size = try RoomSize(rows: 67, columns: 67)
    var open = [Bool](repeating: false, count: size.squareCount)
    var (square, direction) = (size.topLeft, Direction.right)
    let turn: [Direction: Direction] = [.right: .down, .down: .left, .left: .up, .up: .right]
    open[0] = true
    func isFree(_ square: Square, _ direction: Direction) -> Bool {
      // The next square is closed, and the one after it is not part of the path.
      guard let next = size.exit(from: square, direction), !open[size.index(of: next)] else {
        return false
      }
      return size.exit(from: next, direction).map { !open[size.index(of: $0)] } ?? true
    }
    var length = 0
    while true {
      if !isFree(square, direction) { direction = turn[direction] ?? .up }
      guard isFree(square, direction) else { break }
      square = square.stepped(direction)
      open[size.index(of: square)] = true
      length += 1
    }
    expect(length > 2000)
    let flood = WideFlood(size)
    let problem = failure(
      flood, size, open, source: square, targets: [size.topLeft, size.bottomRight, square])
    expectNil(problem)
    expectEqual(flood.distance(from: size.topLeft, to: square, through: set(size, open)), length)
  }
}
