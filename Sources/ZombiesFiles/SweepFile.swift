import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The results of a sweep, or of a part of one: its first combinations, or all.
package struct SavedSweep: Hashable, Sendable {
  /// The exact values of a policy, as decimal numbers; nil for those that were not computed.
  package struct Exact: Hashable, Sendable {
    /// The probability that a round is won.
    package let won: String?
    /// The mean number of moves in a round.
    package let meanMoves: String?

    /// Creates the values of a policy.
    package init(won: String?, meanMoves: String?) {
      self.won = won
      self.meanMoves = meanMoves
    }
  }

  /// The results of a combination.
  package struct Combination: Hashable, Sendable {
    /// The results by policy. A combination without levels has no policies, but counts as played.
    package var result: BatchResult
    /// The exact values of some policies.
    package var exact: [Policy: Exact]

    /// Creates the results of a combination.
    package init(_ result: BatchResult, exact: [Policy: Exact] = [:]) {
      self.result = result
      self.exact = exact
    }
  }

  /// The identity of the sweep: a hash of its settings and trials.
  package var grid: String
  /// The command line of the sweep without parts and outputs.
  package var command: String
  /// The policies of the sweep. Some may not play every combination.
  package var policies: [Policy]
  /// Whether the sweep computes exact values.
  package var hasExact: Bool
  /// The number of combinations in the sweep.
  package var count: Int
  /// The first combinations. The last one may be unfinished.
  package var combinations: [Combination] = []

  /// Creates the results of a sweep that has not begun.
  package init(
    grid: String, command: String, policies: [Policy], hasExact: Bool, count: Int
  ) {
    self.grid = grid
    self.command = command
    self.policies = policies
    self.hasExact = hasExact
    self.count = count
  }

  /// The trials that were played of some combination.
  package var played: RangeSet<UInt64> {
    combinations.reduce(into: RangeSet()) { $0.formUnion($1.result.played) }
  }

  /// Adds the results of another part of the same sweep.
  ///
  /// - Throws: `MergeError` if they do not belong together; nothing is then added.
  package mutating func merge(_ other: SavedSweep) throws(MergeError) {
    guard grid == other.grid, policies == other.policies, hasExact == other.hasExact,
      count == other.count
    else { throw .otherSettings }
    var sum = self
    for (place, combination) in other.combinations.enumerated() {
      if place < combinations.count {
        try sum.combinations[place].merge(combination)
      } else {
        sum.combinations.append(combination)
      }
    }
    // The options may be written in another order. The sum does not depend on the order of the parts.
    sum.command = min(command, other.command)
    self = sum
  }
}

extension SavedSweep.Combination {
  fileprivate mutating func merge(_ other: Self) throws(MergeError) {
    let hasLevels = ![self, other].contains { $0.result.settings.policies.isEmpty }
    if !hasLevels {
      // A level may be missing from one part only. Without it, the combination has no results.
      result = result.withoutPolicies
      exact = [:]
    }
    try result.merge(hasLevels ? other.result : other.result.withoutPolicies)
    if hasLevels { exact.merge(other.exact) { mine, _ in mine } }
  }
}

extension BatchResult {
  /// The same trials, with no results: for a batch whose levels cannot be made.
  package var withoutPolicies: BatchResult {
    BatchResult(settings.with([]), whole: whole, played: played, tallies: [])
  }
}

extension BatchSettings {
  /// The settings of the same batch with other policies.
  package func with(_ policies: [Policy]) -> BatchSettings {
    BatchSettings(
      levels: levels, size: size, policies: policies, unit: unit, rules: rules, maxMoves: maxMoves,
      seed: seed, countsSquares: countsSquares)
  }
}

/// The results of a sweep as text, for its tally and its checkpoint:
///
/// 1. The sweep: `grid`, `command`, `policies`, `exact-values` and `combinations`.
/// 2. For each combination, a complete tally file (``TallyFile``), then `exact POLICY WON MOVES` with the
///    exact values that were computed, as in the table.
/// 3. The hash of all that.
package enum SweepFile {
  /// The first line of the file.
  package static let magic = "zombies-sweep 2"

  /// A text to which combinations are added. A sweep may have many, so each is written once.
  package struct Text {
    private var lines: String
    private let policies: [Policy]

    /// Begins with the combinations of a sweep.
    package init(_ saved: SavedSweep) {
      policies = saved.policies
      lines = """
        \(magic)
        grid \(saved.grid)
        command \(saved.command)
        policies \(saved.policies.map(\.name).joined(separator: ","))
        exact-values \(saved.hasExact ? "computed" : "-")
        combinations \(saved.count)

        """
      for combination in saved.combinations { add(combination) }
    }

    /// Adds a combination.
    package mutating func add(_ combination: SavedSweep.Combination) {
      lines += text(of: combination)
    }

    /// The file.
    ///
    /// - Parameter next: The unfinished combination after those that were added.
    package func sealed(with next: SavedSweep.Combination? = nil) -> String {
      Seal.text(next.map { lines + text(of: $0) } ?? lines)
    }

    private func text(of combination: SavedSweep.Combination) -> String {
      var text = TallyFile.text(SavedTally(combination.result))
      for policy in policies {
        guard let exact = combination.exact[policy] else { continue }
        text += "exact \(policy) \(exact.won ?? "-") \(exact.meanMoves ?? "-")\n"
      }
      return text
    }
  }

  /// The text of a sweep.
  package static func text(_ saved: SavedSweep) -> String { Text(saved).sealed() }

  /// Reads the results of a sweep.
  ///
  /// - Throws: ``TallyError`` if the file was not written by ``text(_:)``.
  package static func read(_ bytes: [UInt8]) throws(TallyError) -> SavedSweep {
    let lines = try Seal.open(bytes, magic: magic)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    var saved = try header(lines)
    var place = headerLength
    while place < lines.count {
      let end = lines[place...].firstIndex { $0.starts(with: "sha256 ".utf8) } ?? lines.endIndex - 1
      let tally: SavedTally
      do throws(TallyError) {
        tally = try TallyFile.read(Array(bytes[lines[place].startIndex...lines[end].endIndex]))
      } catch {
        throw TallyError(line: error.line + place, problem: error.problem)
      }
      var combination = SavedSweep.Combination(tally.result)
      place = end + 1
      while place < lines.count, let exact = exact(lines[place]) {
        combination.exact[exact.policy] = exact.value
        place += 1
      }
      saved.combinations.append(combination)
    }
    guard saved.combinations.count <= saved.count else {
      throw TallyError(line: headerLength, problem: "there are more combinations than that")
    }
    try Seal.check(bytes, against: text(saved))
    return saved
  }

  private static let headerLength = 6

  private static func header(
    _ lines: [ArraySlice<UInt8>].SubSequence
  ) throws(TallyError) -> SavedSweep {
    var values: [String] = []
    for (place, key) in ["grid", "command", "policies", "exact-values", "combinations"].enumerated()
    {
      guard place + 1 < lines.count,
        let line = String(validating: lines[place + 1], as: UTF8.self),
        line.hasPrefix("\(key) ")
      else { throw TallyError(line: place + 2, problem: "expected '\(key)' and its value") }
      values.append(String(line.dropFirst(key.utf8.count + 1)))
    }
    var policies: [Policy] = []
    for name in values[2].split(separator: ",", omittingEmptySubsequences: false) {
      guard let policy = try? Policy(named: String(name)), !policies.contains(policy) else {
        throw TallyError(
          line: 4, problem: "'\(name)' is not the name of a policy, or occurs twice")
      }
      policies.append(policy)
    }
    guard let count = UInt64(canonicalDigits: values[4].utf8).flatMap({ Int(exactly: $0) }) else {
      throw TallyError(line: 6, problem: "expected a number of combinations")
    }
    return SavedSweep(
      grid: values[0], command: values[1], policies: policies, hasExact: values[3] == "computed",
      count: count)
  }

  /// The exact values of a policy, from a line; nil if it is another line.
  private static func exact(
    _ line: ArraySlice<UInt8>
  ) -> (policy: Policy, value: SavedSweep.Exact)? {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").map { String($0) }
    guard words.count == 4, words[0] == "exact", let policy = try? Policy(named: words[1]),
      let won = value(words[2]), let moves = value(words[3])
    else { return nil }
    return (policy, SavedSweep.Exact(won: won, meanMoves: moves))
  }

  /// A cell: a decimal number, or `-` for none; nil if it is neither.
  private static func value(_ word: String) -> String?? {
    if word == "-" { return .some(nil) }
    let isNumber = word.utf8.allSatisfy { $0.decimalDigit != nil || $0 == UInt8(ascii: ".") }
    return isNumber && Double(word) != nil ? .some(word) : nil
  }
}
