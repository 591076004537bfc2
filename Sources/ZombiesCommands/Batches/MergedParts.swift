import ZombiesAnalysis
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// A file that was added to a sum: its name, and the trials or placements that it covers.
struct MergedPart {
  let name: String
  let covered: RangeSet<UInt64>
}

extension [MergedPart] {
  /// The failure if one more file cannot be added to these.
  ///
  /// - Parameters:
  ///   - other: The description of the file in the message if its settings differ.
  ///   - unit: The unit that is numbered, in the plural.
  func failure(_ error: MergeError, of name: String, other: String, unit: String) -> Failure {
    switch error {
    case .otherSettings: return .badData("\(name) is from a different \(other)")
    case .overlap(let shared):
      let other = first { $0.covered.ranges.contains { $0.overlaps(shared) } }
      return .badData(
        "\(unit) \(TallyFile.text(of: RangeSet(shared))) are in \(other?.name ?? "") and in \(name)"
      )
    case .tooMany: return .badData("\(name): the counts of all files add up to 2^64 or more")
    }
  }

  /// The failure if trials or placements are missing from these files.
  func failure(missing gaps: [Range<UInt64>], of whole: Range<UInt64>, unit: String) -> Failure {
    let some = RangeSet(gaps.prefix(10))
    let names = prefix(10).map(\.name).joined(separator: ", ")
    return .badData(
      "\(unit) \(TallyFile.text(of: some))\(gaps.count > 10 ? " and others" : "") of "
        + "\(TallyFile.text(of: RangeSet(whole))) are in none of \(names)"
        + (count > 10 ? " and \(count - 10) more files" : "")
        + ". Use --partial to merge an incomplete set.")
  }
}

/// A result of which several files may each have a part.
protocol ResultInParts {
  /// The kind of run, in one word, and the unit that is numbered, in the plural.
  static var kind: String { get }
  static var unit: String { get }

  /// Reads a part.
  static func read(_ bytes: [UInt8]) throws(TallyError) -> Self

  /// The trials or placements that it covers.
  var covered: RangeSet<UInt64> { get }

  /// What is missing from the whole; nil if it is complete.
  var missing: (gaps: [Range<UInt64>], whole: Range<UInt64>, unit: String)? { get }

  /// How its settings differ from those of another result.
  func difference(from other: Self) -> String

  mutating func merge(_ other: Self) throws(MergeError)
}

extension ResultInParts {
  /// What is missing if these numbers are the whole.
  fileprivate func missing(
    from whole: Range<UInt64>
  ) -> (gaps: [Range<UInt64>], whole: Range<UInt64>, unit: String)? {
    let gaps = covered.gaps(in: whole)
    return gaps.isEmpty ? nil : (gaps, whole, Self.unit)
  }
}

extension BatchResult: ResultInParts {
  static let kind = "batch"
  static let unit = "trials"
  static func read(_ bytes: [UInt8]) throws(TallyError) -> BatchResult {
    try TallyFile.read(bytes).result
  }
  var covered: RangeSet<UInt64> { played }
  var missing: (gaps: [Range<UInt64>], whole: Range<UInt64>, unit: String)? {
    missing(from: whole)
  }
  func difference(from other: BatchResult) -> String {
    TallyFile.difference(settings, from: other.settings) ?? ""
  }
}

extension CensusResult: ResultInParts {
  static let kind = "census"
  static let unit = "placements"
  static func read(_ bytes: [UInt8]) throws(TallyError) -> CensusResult {
    try CensusFile.read(bytes)
  }
  var covered: RangeSet<UInt64> { counted }
  var missing: (gaps: [Range<UInt64>], whole: Range<UInt64>, unit: String)? {
    missing(from: census.placements)
  }
  func difference(from other: CensusResult) -> String {
    CensusFile.difference(census, from: other.census) ?? ""
  }
}

extension SavedSweep: ResultInParts {
  static let kind = "sweep"
  static let unit = "trials"
  static func read(_ bytes: [UInt8]) throws(TallyError) -> SavedSweep { try SweepFile.read(bytes) }
  var covered: RangeSet<UInt64> { played }
  var missing: (gaps: [Range<UInt64>], whole: Range<UInt64>, unit: String)? {
    if let missing = combinations.lazy.compactMap(\.result.missing).first { return missing }
    let (found, all) = (UInt64(combinations.count), UInt64(count))
    return found == all ? nil : ([found + 1..<all + 1], 1..<all + 1, "combinations")
  }
  func difference(from other: SavedSweep) -> String { "its settings or trials differ" }
}

/// The sum of the files that have parts of a result, added up one by one.
struct MergedSum<Sum: ResultInParts> {
  private(set) var parts: [MergedPart]
  private var sum: Sum

  /// Begins with the first part.
  init(_ part: Sum, named name: String) {
    parts = [MergedPart(name: name, covered: part.covered)]
    sum = part
  }

  /// Adds a part.
  mutating func add(_ part: Sum, named name: String) throws(Failure) {
    do throws(MergeError) { try sum.merge(part) } catch {
      throw parts.failure(
        error, of: name, other: "\(Sum.kind) than \(parts[0].name): \(part.difference(from: sum))",
        unit: Sum.unit)
    }
    parts.append(MergedPart(name: name, covered: part.covered))
  }

  /// The sum of all parts.
  ///
  /// - Throws: ``Failure`` if something is missing and `isPartial` is false.
  func result(isPartial: Bool) throws(Failure) -> Sum {
    guard !isPartial, let missing = sum.missing else { return sum }
    throw parts.failure(missing: missing.gaps, of: missing.whole, unit: missing.unit)
  }
}
