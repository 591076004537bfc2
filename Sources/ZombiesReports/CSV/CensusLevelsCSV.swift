import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// The levels of a family, one for each class, as CSV.
public enum CensusLevelsCSV {
  /// A class, because the closures of the columns would copy a large value for each cell.
  private final class Row: Sendable {
    let level: CensusLevel
    let prefix: [UInt8]
    let rules: Rules

    init(_ level: CensusLevel, prefix: [UInt8], _ rules: Rules) {
      (self.level, self.prefix, self.rules) = (level, prefix, rules)
    }
  }

  private static let table = CSVTable<Row>(
    "census-levels", "the levels of a family, one for each class (census --levels-csv)",
    key: ["reference"]
  ) { columns in
    levelColumns(&columns)
    nameColumn(&columns)
  }

  private static let difficultyTable = CSVTable<Row>(
    "census-difficulty",
    "the same, with the measures of difficulty (census --levels-csv --difficulty)",
    key: ["reference"]
  ) { columns in
    levelColumns(&columns)
    columns.statesAndMoves { $0.level.report }
    columns.thingsThatMatter { $0.level.report }
    columns.randomWinProbability { $0.level.report }
    columns.luck { $0.level.report }
    nameColumn(&columns)
    columns.lateMeasures { $0.level.report }
  }

  private static func levelColumns(_ columns: inout CSVColumns<Row>) {
    columns.bytes(
      "reference", .text(pattern: "[0-9a-z+]+#[0-9]+"),
      "the placement reference of the level, which represents its class"
    ) { row, bytes in
      bytes += row.prefix
      bytes.append(decimal: row.level.number)
    }
    columns.level { $0.level.level }
    columns.integer("placements", from: 1, "placements of the class, this one included") {
      $0.level.placements
    }
    columns.word("verdict", "the verdict") { $0.level.report.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.level.report.par }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.level.report.shortestSolutions
    }
    columns.word("grade", "difficulty of the level") { $0.level.report.grade }
    columns.integer("points", "difficulty points, which determine the grade") {
      $0.level.report.points
    }
    columns.contents { $0.level.level }
    columns.rules { $0.rules }
  }

  private static func nameColumn(_ columns: inout CSVColumns<Row>) {
    columns.last { columns in
      columns.name("name", "always empty: the levels of a census have no names") {
        _ -> String? in nil
      }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The columns with `--difficulty`: the same, and each measure of ``/ZombiesGrading/LevelReport``.
  public static let difficultySchema = difficultyTable.schema

  /// A function that appends the row of a level, as UTF-8.
  ///
  /// - Parameters:
  ///   - census: The census that finds the levels.
  ///   - measures: Whether the rows have the columns of ``difficultySchema``.
  public static func writer(
    of census: Census, measures: Bool = false
  ) -> @Sendable (CensusLevel, inout [UInt8]) -> Void {
    let (prefix, rules) = (Array("\(census.family.name)#".utf8), census.rules)
    if measures {
      return { difficultyTable.append(Row($0, prefix: prefix, rules), to: &$1) }
    }
    // The cells behind the points are the same in all rows.
    let first = PlacementReference(census.family, number: 0)?.level
    let sample = first.flatMap { SmallLevel($0) }.map {
      CensusLevel(number: 0, small: $0, placements: 1, report: LevelReport())
    }
    let cells = sample.map { table.row(Row($0, prefix: prefix, rules)) }?.utf8.split(
      separator: UInt8(ascii: ","), maxSplits: 8, omittingEmptySubsequences: false)
    let rest = [UInt8(ascii: ",")] + (cells?.last ?? "\n".utf8[...])
    let writer = LevelRowWriter(prefix: prefix, rest: rest)
    return { writer.append($0, to: &$1) }
  }

  /// The row of a level from the table. ``writer(of:measures:)`` writes the same in about a ninth of the
  /// instructions.
  package static func plainRow(_ level: CensusLevel, of census: Census) -> String {
    table.row(Row(level, prefix: Array("\(census.family.name)#".utf8), census.rules))
  }
}

/// Writes the rows of a census's levels without measures. A census finds a million levels per second, so
/// nothing is allocated for a row.
private struct LevelRowWriter: Sendable {
  /// The reference up to the number.
  let prefix: [UInt8]
  /// Everything behind the points.
  let rest: [UInt8]

  /// The most bytes of a row without the prefix and the rest: a code of 64 squares, numbers and words.
  private static let most = 256

  func append(_ level: CensusLevel, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.most) { buffer in
      var row = RowBytes(buffer)
      row.put(decimal: level.number)
      row.put(",")
      row.put(code: level.small)
      row.put(",")
      row.put(decimal: UInt64(level.placements))
      row.put(",")
      let report = level.report
      switch report.verdict {
      case .solvable: row.put(word: "solvable,")
      case .unsolvable: row.put(word: "unsolvable,")
      case .gaveUp: row.put(word: "gave-up,")
      }
      if let par = report.par { row.put(decimal: UInt64(par)) }
      row.put(",")
      if let count = report.shortestSolutions { row.put(decimal: count) }
      row.put(",")
      if let points = report.points {
        switch Grade(score: points) {
        case .gentle: row.put(word: "gentle,")
        case .easy: row.put(word: "easy,")
        case .medium: row.put(word: "medium,")
        case .hard: row.put(word: "hard,")
        case .fiendish: row.put(word: "fiendish,")
        }
        row.put(decimal: UInt64(points))
      } else {
        row.put(",")
      }
      bytes.append(contentsOf: prefix)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<row.count]))
      bytes.append(contentsOf: rest)
    }
  }
}

/// The bytes of a row, in memory that is large enough.
private struct RowBytes {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  mutating func put(_ letter: Unicode.Scalar) { put(UInt8(ascii: letter)) }

  mutating func put(word: StaticString) {
    for place in 0..<word.utf8CodeUnitCount { put(word.utf8Start[place]) }
  }

  mutating func put(decimal number: UInt64) {
    var (rest, place) = (number, count + 1)
    while rest >= 10 { (rest, place) = (rest / 10, place + 1) }
    (rest, count) = (number, place)
    repeat {
      place -= 1
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  /// Puts the code of a level (``/ZombiesCore/Level/code``).
  mutating func put(code level: SmallLevel) {
    let (rows, columns) = (level.room.size.rows, level.room.size.columns)
    let (zombies, blocks) = (level.zombies.word, level.blocks.word)
    var left =
      zombies | blocks | level.flashlights.word | 1 << UInt64(level.start)
      | 1 << UInt64(level.signpost)
    // The end of what is written, and of its row.
    var (end, rowEnd) = (0, columns)
    while true {
      let next = left == 0 ? rows * columns : left.trailingZeroBitCount
      while rowEnd <= next {
        if end < rowEnd { put(decimal: UInt64(rowEnd - end)) }
        if rowEnd == rows * columns {
          if level.isLit { put(word: "+lit") }
          return
        }
        put("/")
        (end, rowEnd) = (rowEnd, rowEnd + columns)
      }
      if end < next { put(decimal: UInt64(next - end)) }
      let bit = left & (~left + 1)
      left ^= bit
      end = next + 1
      if zombies & bit != 0 {
        put("Z")
      } else if blocks & bit != 0 {
        put("#")
      } else if next == level.start {
        put("P")
      } else if next == level.signpost {
        put("S")
      } else {
        put("F")
      }
    }
  }
}
