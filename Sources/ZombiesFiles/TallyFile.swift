import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The contents of a tally file: a result and, for an unfinished run, the position where it stopped.
public struct SavedTally: Hashable, Sendable {
  /// The result.
  public var result: BatchResult

  /// The end of the rounds written so far; only for an unfinished run.
  public var rounds: Bookmark?

  /// Creates the contents of a tally file.
  public init(_ result: BatchResult, rounds: Bookmark? = nil) {
    self.result = result
    self.rounds = rounds
  }
}

/// The reason why a text is not a tally file.
public struct TallyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The problem, and what was expected.
  public let problem: String

  /// The line and the problem.
  public var description: String { "line \(line): \(problem)" }
}

/// The result of a batch, or of a part of a batch, as text.
///
/// The file contains everything needed to merge and resume, as integers. A line is a key and its values:
///
/// 1. The settings, `key value`, in the order of ``text(_:)``.
/// 2. The trials of the whole batch and the trials played, inclusive: `whole 0-99999`, `played 0-99999`.
/// 3. For an unfinished run, if it applies: `rounds-csv LENGTH HASH`.
/// 4. The counts: `rounds POLICY OUTCOME MOVES COUNT`, `games POLICY WON LOST`, and
///    `square POLICY ROW COLUMN VISITS CAPTURES`. Lines of rounds and squares with only zeros are omitted.
/// 5. The checksum, `sha256`: the hash of all lines above it (`head -n -1 FILE | sha256sum`).
///
/// Equal results give equal files.
public enum TallyFile {
  /// The first line of a tally file.
  public static let magic = "zombies-tally 1"

  /// The text of a result.
  public static func text(_ saved: SavedTally) -> String {
    let result = saved.result
    var lines = [magic]
    lines += Self.lines(of: result.settings).map { "\($0.key) \($0.value)" }
    lines.append("whole \(text(of: RangeSet(result.whole)))")
    lines.append("played \(text(of: result.played))")
    if let rounds = saved.rounds { lines.append("rounds-csv \(rounds.length) \(rounds.tail)") }
    for (policy, tally) in result.rows {
      for entry in tally.rounds.entries {
        lines.append("rounds \(policy) \(entry.outcome) \(entry.moves) \(entry.count)")
      }
      if result.settings.unit == .games {
        lines.append("games \(policy) \(tally.gamesWon) \(tally.gamesLost)")
      }
      guard let squares = tally.squares else { continue }
      for index in 0..<squares.size.squareCount {
        let (visits, captures) = (squares.visits[index], squares.captures[index])
        if visits == 0, captures == 0 { continue }
        let square = squares.size.square(at: index)
        lines.append("square \(policy) \(square.row) \(square.column) \(visits) \(captures)")
      }
    }
    return Seal.text(lines.joined(separator: "\n") + "\n")
  }

  /// The settings as keys and values, in a fixed order.
  package static func lines(of settings: BatchSettings) -> [(key: String, value: String)] {
    var lines: [(key: String, value: String)] = [("unit", settings.unit.rawValue)]
    switch settings.levels {
    case .generated(let family, let selection, let seed, let rules):
      lines += [
        ("family", family.name), ("levels", selection.rawValue), ("level-seed", String(seed)),
        ("level-rules", rules.line),
      ]
    case .given(let count, let fingerprint):
      lines += [("given", "\(count) \(fingerprint)")]
    }
    let policies = settings.policies.map { policy in
      settings.programs[policy.name].map { "\(policy)=\($0)" } ?? policy.name
    }.joined(separator: ",")
    lines += [
      ("size", settings.size?.description ?? "-"),
      ("policies", policies.isEmpty ? "-" : policies),
      ("rules", settings.rules.line),
      ("max-moves", settings.maxMoves.map { String($0) } ?? "-"),
      ("seed", String(settings.seed)),
      ("squares", settings.countsSquares ? "counted" : "-"),
    ]
    return lines
  }

  /// The first setting in which two batches differ, as a phrase such as `seed 1, not 0`; nil if they do not
  /// differ.
  public static func difference(_ settings: BatchSettings, from other: BatchSettings) -> String? {
    let (left, right) = (lines(of: settings), lines(of: other))
    for (mine, theirs) in zip(left, right) where mine != theirs {
      return mine.key == theirs.key
        ? "\(mine.key) \(mine.value), not \(theirs.value)"
        : "\(mine.key) \(mine.value), not \(theirs.key) \(theirs.value)"
    }
    return nil
  }

  /// Trials as text, as in `0-99,200-299`, or `-` for none.
  public static func text(of trials: RangeSet<UInt64>) -> String {
    trials.isEmpty
      ? "-"
      : trials.ranges.map { "\($0.lowerBound)-\($0.upperBound - 1)" }.joined(separator: ",")
  }

  /// Reads a tally file.
  ///
  /// - Throws: ``TallyError`` if the file was not written by ``text(_:)``.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: [UInt8]) throws(TallyError) -> SavedTally {
    var reader = LineReader(try Seal.open(bytes, magic: magic))
    let saved = try reader.tally()
    try Seal.check(bytes, against: text(saved))
    return saved
  }
}

// Reading a tally.
extension LineReader {
  fileprivate mutating func tally() throws(TallyError) -> SavedTally {
    _ = nextLine()
    let settings = try settings()
    let whole = try numbers(of: "whole", upTo: Batch.largestTrial(settings.unit))
    let played = try numbers(of: "played", upTo: Batch.largestTrial(settings.unit))
    let range = whole.ranges.first ?? 0..<0
    guard
      played.ranges.allSatisfy({
        range.contains($0.lowerBound) && $0.upperBound <= range.upperBound
      })
    else { throw error("'played' has trials that are not in 'whole'") }
    var rounds: Bookmark?
    if takeLine("rounds-csv") {
      rounds = Bookmark(length: try count("a length"), tail: try word("a hash"))
    }
    let tallies = try tallies(of: settings, trials: played.count)
    let result = BatchResult(settings, whole: range, played: played, tallies: tallies)
    return SavedTally(result, rounds: rounds)
  }

  private mutating func settings() throws(TallyError) -> BatchSettings {
    guard let unit = Batch.Unit(rawValue: try value(of: "unit")) else {
      throw error("expected 'unit rounds' or 'unit games'")
    }
    let levels = try levels()
    let size = try size()
    if case .generated(let family, _, _, _) = levels, family.size != size {
      throw error("expected the size of \(family), \(family.size)")
    }
    let (policies, programs) = try policies()
    let rules = try rules("rules")
    let moves = try value(of: "max-moves")
    let maxMoves = UInt64(canonicalDigits: moves.utf8).flatMap { Int(exactly: $0) }
    guard moves == "-" && size == nil || (1...Int(Int32.max)).contains(maxMoves ?? 0) else {
      throw error("expected a number of moves from 1 to \(Int32.max)")
    }
    guard let seed = UInt64(canonicalDigits: try value(of: "seed").utf8) else {
      throw error("expected a seed, a whole number")
    }
    let squares = try value(of: "squares")
    guard squares == "-" || squares == "counted" && size != nil else {
      throw error("expected 'squares counted' or 'squares -'")
    }
    var settings = BatchSettings(
      levels: levels, size: size, policies: policies, unit: unit, rules: rules, maxMoves: maxMoves,
      seed: seed, countsSquares: squares == "counted")
    settings.programs = programs
    return settings
  }

  private mutating func levels() throws(TallyError) -> BatchSettings.Levels {
    if takeLine("given") {
      let count = try count("the number of levels")
      let fingerprint = try word("a hash")
      guard count > 0, let count = Int(exactly: count) else { throw error("expected a level") }
      return .given(count: count, fingerprint: fingerprint)
    }
    guard let family = try? Family(try value(of: "family")) else {
      throw error("expected a family")
    }
    guard let selection = LevelSelection(rawValue: try value(of: "levels")) else {
      throw error("expected 'levels solvable' or 'levels any'")
    }
    guard let seed = UInt64(canonicalDigits: try value(of: "level-seed").utf8) else {
      throw error("expected a seed, a whole number")
    }
    return .generated(family, selection, seed: seed, rules: try rules("level-rules"))
  }

  private mutating func size() throws(TallyError) -> RoomSize? {
    let text = try value(of: "size")
    if text == "-" { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map {
      UInt64(canonicalDigits: $0.utf8).flatMap { Int(exactly: $0) }
    }
    guard sides.count == 2, let rows = sides[0], let columns = sides[1],
      let size = try? RoomSize(rows: rows, columns: columns)
    else { throw error("expected a size such as '5x5', or '-'") }
    return size
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    byte.decimalDigit != nil || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// Reads the policies, and the hashes of the commands of those that other programs played.
  private mutating func policies() throws(TallyError) -> ([Policy], programs: [String: String]) {
    let text = try value(of: "policies")
    var policies: [Policy] = []
    var programs: [String: String] = [:]
    for item in text.split(separator: ",", omittingEmptySubsequences: false) where text != "-" {
      let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = halves[0]
      if halves.count == 2 {
        guard halves[1].utf8.count == 64, halves[1].utf8.allSatisfy({ isHexDigit($0) })
        else {
          throw error("expected the SHA-256 of a command after '\(name)='")
        }
        programs[String(name)] = String(halves[1])
      }
      guard let policy = try? Policy(named: String(name)), !policies.contains(policy) else {
        throw error("'\(name)' is not the name of a policy, or occurs twice")
      }
      policies.append(policy)
    }
    return (policies, programs)
  }

  // MARK: Counts

  private mutating func tallies(
    of settings: BatchSettings, trials: UInt64
  ) throws(TallyError) -> [Tally] {
    let size = settings.countsSquares ? settings.size : nil
    var tallies: [Tally] = []
    for policy in settings.policies {
      var tally = Tally(countingSquaresOf: size)
      try readRounds(of: policy, most: UInt64(settings.maxMoves ?? Int(Int32.max)), into: &tally)
      if settings.unit == .games {
        guard takeLine("games \(policy)") else {
          throw nextError("expected the games of \(policy) after its rounds")
        }
        _ = nextWord()
        tally.countGames(won: try count("games won"), lost: try count("games lost"))
      }
      try readSquares(of: policy, size, into: &tally)
      try check(tally, settings.unit, trials: trials, policy)
      tallies.append(tally)
    }
    return tallies
  }

  private mutating func readRounds(
    of policy: Policy, most: UInt64, into tally: inout Tally
  ) throws(TallyError) {
    var last: (outcome: UInt8, moves: UInt64)?
    var total: UInt64 = 0
    while takeLine("rounds \(policy)") {
      _ = nextWord()
      let name = try word("an outcome")
      guard let outcome = Outcome.allCases.first(where: { $0.name == name }) else {
        throw error("'\(name)' is not an outcome")
      }
      let moves = try count("moves")
      let times = try count("rounds")
      let (sum, overflow) = total.addingReportingOverflow(times)
      guard times > 0, !overflow else {
        throw error("counts must be above 0 and add up to less than 2^64")
      }
      guard moves <= most else { throw error("a round has at most \(most) moves, not \(moves)") }
      guard last.map({ ($0.outcome, $0.moves) < (outcome.rawValue, moves) }) ?? true else {
        throw error("out of order: expected rounds by outcome, then by moves")
      }
      (last, total) = ((outcome.rawValue, moves), sum)
      tally.count(outcome, moves: Int(moves), times: times)
    }
  }

  private mutating func readSquares(
    of policy: Policy, _ size: RoomSize?, into tally: inout Tally
  ) throws(TallyError) {
    var last = -1
    while let size, takeLine("square \(policy)") {
      _ = nextWord()
      let row = try place(below: size.rows, "the row")
      let column = try place(below: size.columns, "the column")
      let (visits, captures) = (try count("visits"), try count("captures"))
      let index = row * size.columns + column
      guard index > last else { throw error("out of order: expected squares in reading order") }
      last = index
      tally.count(visits: visits, captures: captures, at: index)
    }
  }

  /// Checks that the counts of a policy are possible for a number of trials.
  private func check(
    _ tally: Tally, _ unit: Batch.Unit, trials: UInt64, _ policy: Policy
  ) throws(TallyError) {
    let (won, lost) = (UInt128(tally.gamesWon), UInt128(tally.gamesLost))
    let others = UInt128(tally.rounds.total - tally.rounds[.won])
    // A lost game has three rounds, none of them won. A won game has up to two lost rounds before the last.
    let fits =
      unit == .rounds
      ? tally.rounds.total == trials
      : won + lost == UInt128(trials) && UInt128(tally.rounds[.won]) == won
        && others >= 3 * lost && others <= 3 * lost + 2 * won
    guard fits else {
      throw error("the counts of \(policy) do not match \(trials) trials")
    }
    if let squares = tally.squares {
      let captures = squares.captures.reduce(UInt128(0)) { $0 + UInt128($1) }
      let visits = squares.visits.reduce(UInt128(0)) { $0 + UInt128($1) }
      guard captures == UInt128(tally.rounds[.caught]),
        visits == UInt128(tally.rounds.total) + tally.rounds.moveSum
      else {
        throw error("the squares of \(policy) do not match its rounds")
      }
    }
  }
}
