/// The sides of a room.
public struct NaiveShape: Hashable, Sendable, CustomStringConvertible {
  /// The number of rows.
  public let rows: Int
  /// The number of columns.
  public let columns: Int

  /// Makes a shape.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The shape as in a family's name.
  public var description: String { "\(rows)x\(columns)" }

  /// Every shape from 1×2 to 8×8, and every single row and column of up to 64 squares. Each fast
  /// path is compared with the plain one on these.
  public static let all: [NaiveShape] = {
    var shapes: [NaiveShape] = []
    for rows in 1...8 {
      for columns in 1...8 where rows * columns > 1 {
        shapes.append(NaiveShape(rows: rows, columns: columns))
      }
    }
    for length in 9...64 {
      shapes.append(NaiveShape(rows: 1, columns: length))
      shapes.append(NaiveShape(rows: length, columns: 1))
    }
    return shapes
  }()

  /// Every eighth of the shapes, so that the parts of a test share them. In the shorter form,
  /// single rows and columns have only the lengths around which something changes.
  public static func part(_ part: Int) -> [NaiveShape] {
    let lengths = [9, 16, 17, 31, 32, 33, 63, 64]
    let shapes = all.filter {
      isLong || max($0.rows, $0.columns) <= 8 || lengths.contains($0.squareCount)
    }
    return shapes.indices.filter { $0 % 8 == part }.map { shapes[$0] }
  }

  /// The number of squares.
  public var squareCount: Int { rows * columns }
}

extension NaiveRandom {
  /// A hand-made level of a shape, with things anywhere: sparse, dense or a maze, with up to three
  /// zombies.
  public mutating func level(of shape: NaiveShape) -> NaiveLevel {
    let squares = choose(2, of: Array(0..<shape.squareCount))
    return level(of: shape, from: squares[0], to: squares[1], lit: below(2) == 1)
  }

  /// A hand-made level with a given start, signpost and light.
  public mutating func level(
    of shape: NaiveShape, from start: Int, to signpost: Int, lit: Bool, zombies: Int? = nil
  ) -> NaiveLevel {
    let squares = (0..<shape.squareCount).filter { $0 != start && $0 != signpost }
    let zombies = min(zombies ?? below(4), squares.count)
    let left = squares.count - zombies
    // A single block closes a corridor, so most corridors have none.
    let isCorridor = min(shape.rows, shape.columns) == 1
    let most = isCorridor ? below(2) : [2, left / 3, left / 2][below(3)]
    let blocks = min(left, below(most + 1))
    let flashlights = min(left - blocks, max(0, below(4) - 1))
    let things = choose(zombies + blocks + flashlights, of: squares)
    return NaiveLevel(
      rows: shape.rows, columns: shape.columns, start: start, signpost: signpost,
      zombies: Array(things[..<zombies]), blocks: Array(things[zombies..<zombies + blocks]),
      flashlights: Array(things[(zombies + blocks)...]), lit: lit)
  }

  /// A family of a shape with at most as many things as the placement rule allows, including up to
  /// three zombies.
  public mutating func family(of shape: NaiveShape) -> NaiveFamily {
    var family = NaiveFamily(rows: shape.rows, columns: shape.columns)
    let allowed = family.allowedSquares.count
    family.zombies = min(allowed, below(4))
    let left = allowed - family.zombies
    family.blocks = min(left, [0, 1, 2, left / 3, left / 2][below(5)])
    family.flashlights = min(left - family.blocks, max(0, below(4) - 1))
    family.lit = below(3) == 0
    return family
  }
}
