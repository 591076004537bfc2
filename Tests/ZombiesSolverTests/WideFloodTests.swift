import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// The flood over rows of words, for rooms of any size, against a plain breadth-first search: its distances and first
/// steps, also along the longest detours.
@Suite struct WideFloodTests {
  /// The distances of all squares from a source through open squares, −1 if there is no path.
  private func distances(from source: Int, _ size: RoomSize, _ open: [Bool]) -> [Int] {
    var distances = [Int](repeating: -1, count: size.squareCount)
    guard open[source] else { return distances }
    distances[source] = 0
    var queue = [source]
    var head = 0
    while head < queue.count {
      let square = queue[head]
      head += 1
      for next in neighbours(square, size) where open[next] && distances[next] < 0 {
        distances[next] = distances[square] + 1
        queue.append(next)
      }
    }
    return distances
  }

  private func neighbours(_ square: Int, _ size: RoomSize) -> [Int] {
    let column = square % size.columns
    return (square >= size.columns ? [square - size.columns] : [])
      + (square + size.columns < size.squareCount ? [square + size.columns] : [])
      + (column > 0 ? [square - 1] : []) + (column < size.columns - 1 ? [square + 1] : [])
  }

  /// Compares a flood's distances and first steps from a source to some targets with plain ones.
  private func check(
    _ flood: WideFlood, _ size: RoomSize, _ open: [Bool], from source: Int, to targets: [Int]
  ) throws {
    let squares = SquareSet(size, open.indices.filter { open[$0] }.map(size.square))
    let plain = distances(from: source, size, open)
    let here = size.square(at: source)
    for target in targets {
      let there = size.square(at: target)
      let found = flood.distance(from: here, to: there, through: squares)
      let mask = String(open.map { $0 ? "." : "#" })
      let told =
        "\(size) \(mask) from \(here) to \(there): \(found as Int?), expected \(plain[target])"
      try require(found == (plain[target] < 0 ? nil : plain[target]), told)
      guard target != source else { continue }
      // The neighbours nearest to the source, whether the target itself is open or not.
      let near = neighbours(target, size).map { plain[$0] }.filter { $0 >= 0 }.min()
      let steps = Direction.allCases.filter { direction in
        size.exit(from: there, direction).map { plain[size.index(of: $0)] == near } ?? false
      }
      let first = Array(flood.firstSteps(from: there, to: here, through: squares))
      try require(first == (near == nil ? [] : steps), "\(told), first steps \(first.letters)")
    }
  }

  @Test("Random masks of 1 to 130 columns, and masks of small rooms, with any source and target")
  func masks() throws {
    var random = NaiveRandom(seed: 0xF100D)
    let widths = [1, 2, 3, 5, 31, 32, 62, 63, 64, 65, 66, 100, 127, 128, 129, 130]
    for round in 0..<cases(24, long: 450) {
      let columns = round % 2 == 0 ? widths[random.below(widths.count)] : 1 + random.below(130)
      let rows = 1 + random.below(round % 7 == 0 ? 130 : 12)
      guard rows * columns > 1 else { continue }
      let size = try RoomSize(rows: rows, columns: columns)
      let flood = WideFlood(size)
      // The flood is kept from one mask to the next.
      for _ in 0..<3 {
        // From open rooms to the density at which paths are long and winding, and beyond.
        let closed = [0, 1, 5, 20, 35, 40, 45, 60][random.below(8)]
        let open = (0..<size.squareCount).map { _ in random.below(100) >= closed }
        let targets = (0..<6).map { _ in random.below(size.squareCount) }
        try check(flood, size, open, from: random.below(size.squareCount), to: targets)
      }
    }
    for (rows, columns) in [(1, 6), (6, 1), (2, 4), (4, 2), (3, 3)] {
      let size = try RoomSize(rows: rows, columns: columns)
      let (flood, count) = (WideFlood(size), rows * columns)
      for mask in stride(from: 0, to: 1 << count, by: isLong ? 1 : 5) {
        let open = (0..<count).map { mask >> $0 & 1 != 0 }
        try check(flood, size, open, from: mask % count, to: Array(0..<count))
      }
    }
  }

  /// Rows of walls with one gap each, at the right and at the left end in turn, and the same reflected in its diagonal.
  @Test(
    "Long detours from end to end and between",
    arguments: [(15, 130), (31, 7), (5, 65), (9, 128), (59, 60)] + (isLong ? [(60, 64)] : []))
  func serpentines(rows: Int, columns: Int) throws {
    var random = NaiveRandom(seed: 0xF100E)
    let count = rows * columns
    for (size, row) in [
      (try RoomSize(rows: rows, columns: columns), { ($0 / columns, $0 % columns) }),
      (try RoomSize(rows: columns, columns: rows), { ($0 % rows, $0 / rows) }),
    ] as [(RoomSize, (Int) -> (Int, Int))] {
      let open = (0..<count).map { square in
        let (row, column) = row(square)
        return row % 2 == 0 || column == (row % 4 == 1 ? columns - 1 : 0)
      }
      let flood = WideFlood(size)
      for source in [0, count - 1, random.below(count)] {
        try check(flood, size, open, from: source, to: [0, count - 1, random.below(count)])
      }
    }
  }
}
