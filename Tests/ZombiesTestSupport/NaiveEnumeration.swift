/// The number of sets of `chosen` out of `count` things, or 0 if there are too few.
public func naiveBinomial(_ count: Int, _ chosen: Int) -> Int {
  if chosen < 0 || chosen > count { return 0 }
  var result = 1
  for step in 0..<chosen {
    // The product of step + 1 consecutive numbers is divisible by (step + 1)!.
    result = result * (count - step) / (step + 1)
  }
  return result
}

/// Calls `body` with each set of `count` of the squares, once each, in lexicographic order.
public func naiveForEachSubset(of squares: [Int], count: Int, _ body: ([Int]) -> Void) {
  func extend(_ chosen: [Int], from position: Int) {
    if chosen.count == count {
      body(chosen)
      return
    }
    var next = position
    while next < squares.count {
      extend(chosen + [squares[next]], from: next + 1)
      next += 1
    }
  }
  if count >= 0 && count <= squares.count { extend([], from: 0) }
}

/// Calls `body` with each way to put sets of zombies, blocks and flashlights on the squares.
public func naiveForEachPlacing(
  on squares: [Int], zombies: Int, blocks: Int, flashlights: Int,
  _ body: (_ zombies: [Int], _ blocks: [Int], _ flashlights: [Int]) -> Void
) {
  naiveForEachSubset(of: squares, count: zombies) { zombieSquares in
    let left = squares.filter { !zombieSquares.contains($0) }
    naiveForEachSubset(of: left, count: blocks) { blockSquares in
      let leftAgain = left.filter { !blockSquares.contains($0) }
      naiveForEachSubset(of: leftAgain, count: flashlights) { flashlightSquares in
        body(zombieSquares, blockSquares, flashlightSquares)
      }
    }
  }
}

/// Calls `body` with each hand-placed level: start, signpost and things on any distinct squares.
public func naiveForEachLevel(
  rows: Int, columns: Int, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0,
  lit: Bool = false, _ body: (NaiveLevel) -> Void
) {
  let squares = Array(0..<(rows * columns))
  for start in squares {
    for signpost in squares where signpost != start {
      let left = squares.filter { $0 != start && $0 != signpost }
      naiveForEachPlacing(
        on: left, zombies: zombies, blocks: blocks, flashlights: flashlights
      ) { zombieSquares, blockSquares, flashlightSquares in
        body(
          NaiveLevel(
            rows: rows, columns: columns, start: start, signpost: signpost,
            zombies: zombieSquares, blocks: blockSquares, flashlights: flashlightSquares,
            lit: lit))
      }
    }
  }
}

/// Calls `body` with each hand-placed level of a family's room, things and light.
public func naiveForEachLevel(_ family: NaiveFamily, _ body: (NaiveLevel) -> Void) {
  naiveForEachLevel(
    rows: family.rows, columns: family.columns, zombies: family.zombies, blocks: family.blocks,
    flashlights: family.flashlights, lit: family.lit, body)
}
