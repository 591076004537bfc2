/// One thing of a level on another free square.
public struct NaiveChange: Sendable {
  /// The letter of the thing: Z, # or F.
  public let letter: String
  /// The square that the thing leaves.
  public let from: Int
  /// The square that the thing moves to.
  public let to: Int
  /// The level after the change.
  public let level: NaiveLevel

  /// The rows and columns that the thing moves.
  public var distance: Int {
    let columns = level.columns
    return abs(from / columns - to / columns) + abs(from % columns - to % columns)
  }
}

extension NaiveLevel {
  /// Every level that differs in the square of one zombie, block or flashlight, in this order, from
  /// and to squares in reading order. A level that obeys the placement rule changes only into levels
  /// that do so too.
  public var changes: [NaiveChange] {
    var changes: [NaiveChange] = []
    let isPlaced = isPlaced
    for (letter, squares) in [("Z", zombies), ("#", blocks), ("F", flashlights)] {
      for from in squares {
        for to in 0..<squareCount
        where ![[start, signpost], zombies, blocks, flashlights].joined().contains(to) {
          func moved(_ kind: String, _ squares: [Int]) -> [Int] {
            kind == letter ? squares.map { $0 == from ? to : $0 } : squares
          }
          let level = NaiveLevel(
            rows: rows, columns: columns, start: start, signpost: signpost,
            zombies: moved("Z", zombies), blocks: moved("#", blocks),
            flashlights: moved("F", flashlights), lit: lit)
          if isPlaced, !level.isPlaced { continue }
          changes.append(NaiveChange(letter: letter, from: from, to: to, level: level))
        }
      }
    }
    return changes
  }
}
