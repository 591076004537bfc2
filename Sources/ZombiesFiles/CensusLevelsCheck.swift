import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// Reads the rows of files of a census's levels (`census --levels-csv`) that are pieces of the same census,
/// checks that they are in order, and counts them for comparison with a tally.
///
/// Each row must have the level that its reference names, and the number of placements of its class. The
/// check does not solve the levels.
package struct CensusLevelsCheck {
  /// The number of rows read so far.
  package private(set) var rows: UInt64 = 0

  /// The census as far as the rows tell; nil before the first row.
  private var census: (family: Family, rules: Rules)?

  private var counts: [LevelKind: UInt64] = [:]
  private var placements: UInt64 = 0
  private let result: CensusResult?

  /// The number of the last placement; nil before the first row.
  private var last: UInt64?

  /// The columns of the rules, by variant, and the number of columns.
  private let ruleColumns: [(variant: Rules.Variant, column: Int)]
  private let columnCount: Int

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - header: The header of all pieces.
  ///   - result: The result of the placements that the pieces cover; nil if it is unknown.
  package init(header: String, result: CensusResult? = nil) {
    self.result = result
    let names = header.split(whereSeparator: { $0 == "," || $0 == "\n" }).map(String.init)
    columnCount = names.count
    ruleColumns = Rules.Variant.allCases.compactMap { variant in
      names.firstIndex(of: variant.name(joinedBy: "_")).map { (variant, $0) }
    }
  }

  /// The placement number at the beginning of a row; nil if there is none.
  package static func number(of row: ArraySlice<UInt8>) -> UInt64? {
    guard let end = row.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    return (try? PlacementReference(String(decoding: row[..<end], as: UTF8.self)))?.number
  }

  /// Accepts a row, given without its newline.
  ///
  /// - Throws: ``RoundsError`` if the text is not a row, or cannot come next.
  package mutating func take(_ row: ArraySlice<UInt8>) throws(RoundsError) {
    let cells = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard cells.count == columnCount, columnCount >= 7,
      let reference = try? PlacementReference(cells[0]), let kind = Self.kind(cells[3...6])
    else {
      throw RoundsError(
        problem: "expected a row of \(columnCount) columns that begins with reference, level, "
          + "placements, verdict, par, shortest_solutions and grade")
    }
    var rules = Rules.standard
    for (variant, column) in ruleColumns {
      guard let changed = rules.changing(variant, to: cells[column]) else {
        throw RoundsError(
          problem: "'\(cells[column])' is no \(variant.name(joinedBy: "_"))")
      }
      rules = changed
    }
    if let census {
      guard census == (reference.family, rules) else {
        throw RoundsError(
          problem: "a level of \(reference.family), but the rows before are of "
            + "\(census.family)\(census.family == reference.family ? " under other rules" : "")")
      }
    } else {
      census = (reference.family, rules)
    }
    if let last, reference.number <= last {
      throw RoundsError(
        problem: "\(reference) after number \(last): expected increasing placement numbers")
    }
    let level = reference.level
    let levelClass = LevelClass(of: level, under: rules)
    guard level.code == cells[1], levelClass.representative == level,
      String(levelClass.count) == cells[2]
    else {
      throw RoundsError(
        problem:
          "expected the level and the placements of \(reference), the representative of a class")
    }
    if let result, !result.counted.contains(reference.number) {
      throw RoundsError(problem: "no tally counts the placement of \(reference)")
    }
    last = reference.number
    rows += 1
    counts[kind, default: 0] += 1
    placements += UInt64(levelClass.count)
  }

  /// The kind of a level, from the cells of verdict, par, shortest solutions and grade; nil if they are not
  /// valid.
  private static func kind(_ cells: ArraySlice<String>) -> LevelKind? {
    let cells = Array(cells)
    let (par, count) = (
      UInt64(canonicalDigits: cells[1].utf8), UInt64(canonicalDigits: cells[2].utf8)
    )
    let grade = Grade(rawValue: cells[3])
    guard let verdict = Verdict(rawValue: cells[0]), (par == nil) == cells[1].isEmpty,
      (count == nil) == cells[2].isEmpty, (grade == nil) == cells[3].isEmpty,
      (par != nil) == (verdict == .solvable), (count != nil) == (par != nil)
    else { return nil }
    return LevelKind(
      verdict: verdict, par: par.flatMap { Int(exactly: $0) }, shortestSolutions: count,
      grade: grade)
  }

  /// Whether the rows are all levels that the result counted, and no others.
  package var agrees: Bool {
    guard let result else { return true }
    let expected = result.counts.compactMapValues { $0.levels > 0 ? $0.levels : nil }
    return counts == expected && placements == result.total.placements
      && census.map { $0 == (result.census.family, result.census.rules) } ?? true
  }
}
