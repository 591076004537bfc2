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

/// The parts of a sweep, added up one by one.
struct SweepPieces {
  private(set) var parts: [MergedPart]
  private var sum: SavedSweep

  /// Begins with the first part.
  init(_ saved: SavedSweep, named name: String) {
    parts = [MergedPart(name: name, covered: saved.played)]
    sum = saved
  }

  /// Adds a part.
  mutating func add(_ saved: SavedSweep, named name: String) throws(Failure) {
    do throws(MergeError) { try sum.merge(saved) } catch {
      throw parts.failure(
        error, of: name, other: "sweep than \(parts[0].name): its settings or trials differ",
        unit: "trials")
    }
    parts.append(MergedPart(name: name, covered: saved.played))
  }

  /// The sum of all parts.
  ///
  /// - Throws: ``Failure`` if trials or combinations are missing and `isPartial` is false.
  func result(isPartial: Bool) throws(Failure) -> SavedSweep {
    if isPartial { return sum }
    for result in sum.combinations.map(\.result) {
      let gaps = result.played.gaps(in: result.whole)
      guard gaps.isEmpty else {
        throw parts.failure(missing: gaps, of: result.whole, unit: "trials")
      }
    }
    let (found, all) = (UInt64(sum.combinations.count), UInt64(sum.count))
    guard found == all else {
      throw parts.failure(missing: [found + 1..<all + 1], of: 1..<all + 1, unit: "combinations")
    }
    return sum
  }
}

/// The parts of a census, added up one by one.
struct CensusPieces {
  private(set) var parts: [MergedPart]
  private var sum: CensusResult

  /// Begins with the first part.
  init(_ result: CensusResult, named name: String) {
    parts = [MergedPart(name: name, covered: result.counted)]
    sum = result
  }

  /// Adds a part.
  mutating func add(_ result: CensusResult, named name: String) throws(Failure) {
    do throws(MergeError) { try sum.merge(result) } catch {
      let difference = CensusFile.difference(result.census, from: sum.census) ?? ""
      throw parts.failure(
        error, of: name, other: "census than \(parts[0].name): \(difference)", unit: "placements")
    }
    parts.append(MergedPart(name: name, covered: result.counted))
  }

  /// The sum of all parts.
  ///
  /// - Throws: ``Failure`` if placements are missing and `isPartial` is false.
  func result(isPartial: Bool) throws(Failure) -> CensusResult {
    let gaps = sum.counted.gaps(in: sum.census.placements)
    guard isPartial || gaps.isEmpty else {
      throw parts.failure(missing: gaps, of: sum.census.placements, unit: "placements")
    }
    return sum
  }
}
