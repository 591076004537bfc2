import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

/// Reads the rows of files of a census's levels (`census --levels-csv`) that are pieces of the same census,
/// checks that they are in order, and counts them for comparison with a tally.
///
/// The check does not solve the levels again: another level beside the same reference passes.
struct CensusLevelsCheck {
  /// The number of rows read so far.
  private(set) var rows: UInt64 = 0

  /// The number of the last placement; nil before the first row.
  private var last: UInt64?

  /// The family and the cells of its rules, which all rows share; nil before the first row without a tally.
  private var census: (family: Family, rules: String)?

  /// The numbers of levels that a tally counted and that have not been read yet, by the cells of the kind.
  private var left: [String: UInt64] = [:]

  private var placements: UInt128 = 0
  private let result: CensusResult?
  private let columnCount: Int
  private let ruleColumns: [Int]

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - schema: The columns of all pieces.
  ///   - result: The result of the placements that the pieces cover; nil if it is unknown.
  init(_ schema: TableSchema, result: CensusResult? = nil) {
    self.result = result
    let names = schema.columns.map(\.name)
    columnCount = names.count
    ruleColumns = Rules.Variant.allCases.compactMap {
      names.firstIndex(of: $0.name(joinedBy: "_"))
    }
    guard let result else { return }
    let rules = result.census.rules
    census = (
      result.census.family,
      Rules.Variant.allCases.map { rules.value(of: $0) }.joined(separator: " ")
    )
    left = Dictionary(uniqueKeysWithValues: result.rows.map { ($0.kind.cells, $0.count.levels) })
  }

  /// The placement number at the beginning of a row; nil if there is none.
  static func number(of row: ArraySlice<UInt8>) -> UInt64? {
    guard let end = row.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    return (try? PlacementReference(String(decoding: row[..<end], as: UTF8.self)))?.number
  }

  /// Accepts a row, given without its newline.
  ///
  /// - Throws: ``RowError`` if the text is not a row, or cannot come next.
  mutating func take(_ row: ArraySlice<UInt8>) throws(RowError) {
    let cells = row.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard cells.count == columnCount, let reference = try? PlacementReference(cells[0]),
      let covered = UInt64(canonicalDigits: cells[2].utf8)
    else {
      throw RowError(
        problem: "expected a row of \(columnCount) columns that begins with reference, level and "
          + "placements")
    }
    let rules = ruleColumns.map { cells[$0] }.joined(separator: " ")
    let census = census ?? (reference.family, rules)
    guard census == (reference.family, rules) else {
      throw RowError(
        problem: "expected a level of \(census.family) with the rules '\(census.rules)', found "
          + "\(reference.family) with '\(rules)'")
    }
    if let last, reference.number <= last {
      throw RowError(
        problem: "\(reference) after number \(last): expected increasing placement numbers")
    }
    if let result {
      guard result.counted.contains(reference.number) else {
        throw RowError(problem: "no tally counts the placement of \(reference)")
      }
      let kind = cells[3...6].joined(separator: ",")
      guard let levels = left[kind], levels > 0 else {
        throw RowError(
          problem: "the tallies count no other level with the verdict, par, shortest solutions and "
            + "grade '\(kind)'")
      }
      left[kind] = levels - 1
      placements += UInt128(covered)
    }
    self.census = census
    last = reference.number
    rows += 1
  }

  /// Whether the rows are all levels that the result counted.
  var agrees: Bool {
    guard let result else { return true }
    return left.values.allSatisfy { $0 == 0 } && placements == UInt128(result.total.placements)
  }
}

extension LevelKind {
  /// The cells of verdict, par, shortest solutions and grade.
  fileprivate var cells: String {
    [
      verdict.rawValue, par.map(String.init) ?? "", shortestSolutions.map(String.init) ?? "",
      grade?.rawValue ?? "",
    ].joined(separator: ",")
  }
}
