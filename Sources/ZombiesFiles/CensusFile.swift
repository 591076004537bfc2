import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

/// The result of a census, or of a part of a census, as text.
///
/// The file contains everything needed to merge and resume, as integers. A line is a key and its values, as
/// in a ``TallyFile``:
///
/// 1. The settings, `key value`, in the order of `settings(of:)`.
/// 2. The numbers of the placements examined, inclusive: `counted 0-999`.
/// 3. For an unfinished run that writes its levels: `levels-csv SCHEMA LENGTH HASH`.
/// 4. The counts, none of them zero: `kind VERDICT PAR SHORTEST_SOLUTIONS GRADE LEVELS PLACEMENTS`, with
///    `-` for missing values.
/// 5. The hardest levels, hardest first: `hard CODE PAR SHORTEST_SOLUTIONS GRADE`.
/// 6. The checksum, `sha256`.
///
/// Equal results give equal files.
public enum CensusFile {
  /// The levels that an unfinished run has written.
  package struct Levels: Hashable, Sendable {
    /// The schema of their columns.
    package var schema: String
    /// The end of the rows written so far.
    package var bookmark: Bookmark

    package init(schema: String, bookmark: Bookmark) {
      (self.schema, self.bookmark) = (schema, bookmark)
    }
  }

  /// The first line of a census file.
  public static let magic = "zombies-census 2"

  /// The text of a result.
  public static func text(_ result: CensusResult) -> String { text(result, levels: nil) }

  /// The text of a result, with the levels written so far.
  package static func text(_ result: CensusResult, levels: Levels?) -> String {
    var lines = [magic]
    lines += settings(of: result.census).map { "\($0.key) \($0.value)" }
    lines.append("counted \(TallyFile.text(of: result.counted))")
    if let levels {
      lines.append("levels-csv \(levels.schema) \(levels.bookmark.length) \(levels.bookmark.tail)")
    }
    for (kind, count) in result.rows {
      let words = [kind.verdict.rawValue] + words(of: kind)
      lines.append("kind \(words.joined(separator: " ")) \(count.levels) \(count.placements)")
    }
    for entry in result.hardest.entries {
      lines.append("hard \(entry.code) \(words(of: entry.kind).joined(separator: " "))")
    }
    return Seal.text(lines.joined(separator: "\n") + "\n")
  }

  private static func words(of kind: LevelKind) -> [String] {
    [
      kind.par.map(String.init) ?? "-", kind.shortestSolutions.map(String.init) ?? "-",
      kind.grade?.rawValue ?? "-",
    ]
  }

  /// The settings of a census, in a fixed order.
  package static func settings(of census: Census) -> [(key: String, value: String)] {
    [
      ("family", census.family.name),
      ("rules", census.rules.line),
      ("max-states", census.stateLimit.map { String($0) } ?? "-"), ("top", String(census.top)),
    ]
  }

  /// The first setting in which two censuses differ, as a phrase such as `top 5, not 10`; nil if they do
  /// not differ.
  public static func difference(_ census: Census, from other: Census) -> String? {
    zip(settings(of: census), settings(of: other)).first { $0 != $1 }.map {
      "\($0.key) \($0.value), not \($1.value)"
    }
  }

  /// Reads a census file.
  ///
  /// - Throws: ``TallyError`` if the file was not written by ``text(_:)``.
  /// - Complexity: O(bytes · log bytes).
  public static func read(_ bytes: [UInt8]) throws(TallyError) -> CensusResult {
    try readSaved(bytes).result
  }

  /// Reads a census file, with the levels that an unfinished run has written.
  ///
  /// - Throws: ``TallyError`` as ``read(_:)``.
  package static func readSaved(
    _ bytes: [UInt8]
  ) throws(TallyError) -> (result: CensusResult, levels: Levels?) {
    var reader = LineReader(try Seal.open(bytes, magic: magic))
    let (result, levels) = try reader.census()
    try Seal.check(bytes, against: text(result, levels: levels))
    return (result, levels)
  }
}

// Reading a census.
extension LineReader {
  fileprivate mutating func census() throws(TallyError) -> (CensusResult, CensusFile.Levels?) {
    _ = nextLine()
    let census = try settings()
    guard let last = census.placements.last else { throw error("\(census.family) has no levels") }
    let counted = try numbers(of: "counted", upTo: last, "placements")
    let levels = try levels()
    let counts = try kinds(of: census, placements: counted.count)
    let hardest = try hardest(of: census, counts)
    let result = CensusResult(census, counted: counted, counts: counts, hardest: hardest)
    let solvable = result.sum { $0.verdict == .solvable }.levels
    guard UInt64(hardest.entries.count) == min(UInt64(census.top), solvable) else {
      throw nextError("expected \(census.top) hard levels, or all solvable ones if there are fewer")
    }
    guard !result.isComplete || result.total.placements == counted.count else {
      throw nextError("the counts do not add up to all placements of \(census.family)")
    }
    return (result, levels)
  }

  private mutating func levels() throws(TallyError) -> CensusFile.Levels? {
    guard takeLine("levels-csv") else { return nil }
    let schema = try word("the name of a schema")
    let length = try count("a length")
    let tail = try word("a hash")
    return CensusFile.Levels(
      schema: schema, bookmark: Bookmark(length: length, tail: tail))
  }

  private mutating func settings() throws(TallyError) -> Census {
    guard let family = try? Family(try value(of: "family")) else {
      throw error("expected a family")
    }
    var census: Census
    do throws(CensusError) { census = try Census(family) } catch {
      throw self.error("\(family): \(error)")
    }
    census.rules = try rules("rules")
    let limit = try value(of: "max-states")
    census.stateLimit = UInt64(canonicalDigits: limit.utf8).flatMap { Int(exactly: $0) }
    guard limit == "-" || census.stateLimit ?? 0 > 0 else {
      throw error("expected a number of states or '-'")
    }
    let tops = HardestLevels.capacities
    let top = UInt64(canonicalDigits: try value(of: "top").utf8).flatMap { Int(exactly: $0) }
    guard let top, tops.contains(top) else {
      throw error("expected the number of hard levels to keep, at most \(tops.upperBound)")
    }
    census.top = top
    return census
  }

  /// - Parameter placements: The number of placements examined.
  private mutating func kinds(
    of census: Census, placements: UInt64
  ) throws(TallyError) -> [LevelKind: CensusResult.Count] {
    let largestOrbit = UInt128(census.symmetries.count)
    var counts: [LevelKind: CensusResult.Count] = [:]
    var last: LevelKind?
    var (levels, all) = (UInt128(0), UInt128(0))
    while takeLine("kind") {
      guard let verdict = Verdict(rawValue: try word("a verdict")) else {
        throw error("expected a verdict")
      }
      let kind = try kind(verdict)
      let count = CensusResult.Count(
        levels: try self.count("levels"), placements: try self.count("placements"))
      guard last.map({ $0.comes(before: kind) }) ?? true else {
        throw error("out of order: expected counts by verdict, par, shortest solutions and grade")
      }
      let (mine, theirs) = (UInt128(count.levels), UInt128(count.placements))
      guard theirs > 0, mine <= theirs else {
        throw error("expected a number of levels and at least as many placements")
      }
      (last, levels, all) = (kind, levels + mine, all + theirs)
      counts[kind] = count
    }
    // If there are no symmetries, every placement examined is a level.
    guard levels <= UInt128(placements), all <= UInt128(census.placements.upperBound),
      all <= levels * largestOrbit, largestOrbit > 1 || all == UInt128(placements)
    else { throw error("the counts do not match the \(placements) placements examined") }
    return counts
  }

  private mutating func kind(_ verdict: Verdict) throws(TallyError) -> LevelKind {
    let (par, ways) = (try number("the par"), try number("the number of shortest solutions"))
    let grade = Grade(rawValue: try word("a grade or '-'"))
    let isSolvable = verdict == .solvable
    guard isSolvable == (par != nil), isSolvable == (ways != nil), par != 0, ways != 0,
      par.map({ Int(exactly: $0) != nil }) ?? true
    else { throw error("expected par and shortest solutions for a solvable level, otherwise '-'") }
    return LevelKind(
      verdict: verdict, par: par.map { Int($0) }, shortestSolutions: ways, grade: grade)
  }

  /// An integer, or nil for `-`.
  private mutating func number(_ what: String) throws(TallyError) -> UInt64? {
    let word = try word(what)
    if word == "-" { return nil }
    guard let number = UInt64(canonicalDigits: word.utf8) else {
      throw error("expected \(what), a whole number or '-'")
    }
    return number
  }

  private mutating func hardest(
    of census: Census, _ counts: [LevelKind: CensusResult.Count]
  ) throws(TallyError) -> HardestLevels {
    var hardest = HardestLevels(capacity: census.top)
    while takeLine("hard") {
      let code = try word("a code")
      let kind = try kind(.solvable)
      guard let level = try? Level(code: code), census.family.contains(level),
        level.canonical(under: census.rules) == level, counts[kind] != nil
      else { throw error("expected a counted level") }
      hardest.keep(HardestLevels.Entry(code: code, kind: kind))
    }
    return hardest
  }
}
