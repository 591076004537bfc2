import ZombiesAnalysis
import ZombiesCore
import ZombiesReports

/// Reads a CSV of rounds, one row after another: of people (`play --record`, and the page), or of policies
/// (`simulate --rounds-csv`).
///
/// Columns are found by their names, so their order does not matter and other columns are ignored. The
/// columns of ``/ZombiesReports/RoundsCSV`` are required. A byte-order mark, CR before LF, blank lines and
/// a missing last newline are allowed.
public struct PlaysReader {
  /// Whether the file has the times of rounds, as those of people have.
  public private(set) var isOfPeople = false

  /// The number of rows read so far.
  public private(set) var rows = 0

  private let read: () -> [UInt8]?
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var line = 0

  /// The index of each known column in a row; nil if the file does not have it.
  private var places = [Int?](repeating: nil, count: Column.allCases.count)
  private var cellCount = 0

  /// The cells of the current row.
  private var cells: [Range<Int>] = []

  /// The cells of the last rules, and these rules.
  private var lastRules: (cells: [ArraySlice<UInt8>?], rules: Rules)?

  /// The names of players so far.
  private var names: [ArraySlice<UInt8>: String] = [:]

  /// The known columns.
  private enum Column: Int, CaseIterable {
    case trial, round, policy, level, outcome, moves, path
    case seconds, firstMoveSeconds, undos, hints, life
    case catchingDistance, chase, zombieSpeed, hearingDistance

    static let required: [Column] = [.trial, .round, .policy, .level, .outcome, .moves, .path]

    var name: String {
      switch self {
      case .trial: "trial"
      case .round: "round"
      case .policy: "policy"
      case .level: "level"
      case .outcome: "outcome"
      case .moves: "moves"
      case .path: "path"
      case .seconds: "seconds"
      case .firstMoveSeconds: "first_move_seconds"
      case .undos: "undos"
      case .hints: "hints"
      case .life: "life"
      case .catchingDistance: Rules.Variant.catchingDistance.name(joinedBy: "_")
      case .chase: Rules.Variant.chase.name(joinedBy: "_")
      case .zombieSpeed: Rules.Variant.zombieSpeed.name(joinedBy: "_")
      case .hearingDistance: Rules.Variant.hearingDistance.name(joinedBy: "_")
      }
    }
  }

  /// Prepares to read a file, and reads its header.
  ///
  /// - Parameter read: Returns the next piece of the file; nil at its end.
  /// - Throws: ``/ZombiesAnalysis/PlaysError`` if the first line is not a header with the required columns.
  public init(_ read: @escaping () -> [UInt8]?) throws(PlaysError) {
    self.read = read
    let header = nextLine() ?? 0..<0
    var text = String(decoding: buffer[header], as: UTF8.self)
    if text.unicodeScalars.first == "\u{FEFF}" { text = String(text.unicodeScalars.dropFirst()) }
    let titles = text.split(separator: ",", omittingEmptySubsequences: false)
    for column in Column.allCases {
      let found = titles.indices.filter { titles[$0] == column.name }
      guard found.count < 2 else {
        throw PlaysError("the column '\(column.name)' occurs twice", line: 1)
      }
      places[column.rawValue] = found.first
    }
    let missing = Column.required.filter { places[$0.rawValue] == nil }
    guard missing.isEmpty else {
      throw PlaysError(
        missing.count == Column.required.count
          ? "not a file of rounds, expected a header such as '\(RecordCSV.header.dropLast())'"
          : "the column '\(missing[0].name)' is missing", line: 1)
    }
    let rules: [Column] = [.catchingDistance, .chase, .zombieSpeed]
    let ruleColumns = rules.filter { places[$0.rawValue] != nil }
    if !ruleColumns.isEmpty, let column = rules.first(where: { places[$0.rawValue] == nil }) {
      throw PlaysError("the column '\(column.name)' is missing", line: 1)
    }
    cellCount = titles.count
    isOfPeople = places[Column.seconds.rawValue] != nil
  }

  /// The next row; nil at the end of the file.
  ///
  /// - Throws: ``/ZombiesAnalysis/PlaysError`` if the row is damaged.
  public mutating func next() throws(PlaysError) -> RecordedPlay? {
    while let range = nextLine() {
      if range.isEmpty { continue }
      rows += 1
      return try play(range)
    }
    return nil
  }

  // MARK: Lines

  /// The next line in the buffer, without its end; nil at the end of the file.
  private mutating func nextLine() -> Range<Int>? {
    var begin = position
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        position = end + 1
        line += 1
        return begin..<(end > begin && buffer[end - 1] == 0x0D ? end - 1 : end)
      }
      if isAtEnd {
        guard begin < buffer.count else { return nil }
        position = buffer.count
        line += 1
        return begin..<buffer.count
      }
      buffer.removeFirst(begin)
      (begin, position, searched) = (0, 0, buffer.count)
      if let piece = read() { buffer += piece } else { isAtEnd = true }
    }
  }

  // MARK: Cells

  private mutating func split(_ range: Range<Int>) throws(PlaysError) {
    cells.removeAll(keepingCapacity: true)
    var (begin, place) = (range.lowerBound, range.lowerBound)
    var isQuoted = false
    while place < range.upperBound {
      let byte = buffer[place]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        cells.append(begin..<place)
        begin = place + 1
      }
      place += 1
    }
    cells.append(begin..<range.upperBound)
    guard !isQuoted, cells.count == cellCount else {
      throw PlaysError(
        "expected \(counted(cellCount, "cell")), found \(cells.count)"
          + (cells.count < cellCount || isQuoted ? ": the row is cut off" : ""), line: line)
    }
  }

  private func cell(_ column: Column) -> ArraySlice<UInt8>? {
    places[column.rawValue].map { buffer[cells[$0]] }
  }

  private func bad(_ column: Column, _ expected: String) -> PlaysError {
    let begin = cells[places[column.rawValue] ?? 0].lowerBound
    let start = cells[0].lowerBound
    let text = String(decoding: cell(column) ?? [], as: UTF8.self)
    return PlaysError(
      "\(column.name): expected \(expected), found '\(text.prefix(40).shown)'", line: line,
      column: String(decoding: buffer[start..<begin], as: UTF8.self).count + 1)
  }

  /// A whole number; nil if the column is missing.
  private func number(_ column: Column) throws(PlaysError) -> UInt64? {
    guard let cell = cell(column) else { return nil }
    guard let number = UInt64(canonicalDigits: cell) else {
      throw bad(column, "a whole number")
    }
    return number
  }

  private mutating func play(_ range: Range<Int>) throws(PlaysError) -> RecordedPlay {
    try split(range)
    _ = try number(.trial)
    _ = try number(.round)
    let player = try name()
    let outcomeCell = cell(.outcome) ?? []
    guard let outcome = Outcome.allCases.first(where: { outcomeCell.elementsEqual($0.name.utf8) })
    else {
      throw bad(.outcome, listed(Outcome.allCases.map(\.name), "or"))
    }
    let letters = cell(.path) ?? []
    var path: [Direction] = []
    path.reserveCapacity(letters.count)
    for letter in letters {
      guard let move = Direction(letter: letter) else { throw bad(.path, "moves as U, D, L and R") }
      path.append(move)
    }
    guard try number(.moves) == UInt64(path.count) else {
      throw bad(.moves, "\(path.count), the length of the path")
    }
    let (all, firstMove) = (try time(.seconds), try time(.firstMoveSeconds))
    let isWrong =
      all?.isNegative == true || firstMove?.isNegative == true
      || (all?.milliseconds ?? .max) < (firstMove?.milliseconds ?? 0)
    let life = try number(.life)
    if let life, !(1...UInt64(LevelPlays.lives)).contains(life) {
      throw bad(.life, "1 to \(LevelPlays.lives)")
    }
    return RecordedPlay(
      line: line, player: player, code: cell(.level) ?? [], outcome: outcome, path: path,
      milliseconds: isWrong ? nil : all?.milliseconds,
      firstMoveMilliseconds: isWrong ? nil : firstMove?.milliseconds, hasWrongClock: isWrong,
      undos: try number(.undos), hints: try number(.hints), life: life.map { Int($0) },
      rules: try rules(), identity: all == nil ? nil : RecordedPlay.Identity(of: buffer[range]))
  }

  private mutating func name() throws(PlaysError) -> String {
    let bytes = cell(.policy) ?? []
    if let name = names[bytes] { return name }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    if text.utf8.first == UInt8(ascii: "\"") {
      let parts = text.dropFirst().dropLast().split(
        separator: "\"\"", omittingEmptySubsequences: false)
      text = parts.joined(separator: "\"")[...]
    }
    text = FormulaGuard.text(ofCell: text)
    guard !text.isEmpty else { throw bad(.policy, "the name of a player") }
    let name = String(text)
    names[Array(bytes)[...]] = name
    return name
  }

  /// A time in seconds with up to three decimals; nil if the cell is empty or the column is missing.
  private func time(
    _ column: Column
  ) throws(PlaysError) -> (milliseconds: UInt64, isNegative: Bool)? {
    guard var digits = cell(column), !digits.isEmpty else { return nil }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    let decimals = digits[point...].dropFirst()
    guard let seconds = UInt64(canonicalDigits: digits[..<point]), seconds < 1 << 50,
      point == digits.endIndex || (1...3).contains(decimals.count),
      decimals.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw bad(column, "seconds with up to three decimals") }
    var milliseconds = seconds
    var rest = decimals
    for _ in 0..<3 { milliseconds = milliseconds * 10 + UInt64((rest.popFirst() ?? 0x30) - 0x30) }
    return (milliseconds, isNegative && milliseconds > 0)
  }

  private mutating func rules() throws(PlaysError) -> Rules? {
    guard places[Column.chase.rawValue] != nil else { return nil }
    // Most rows have the rules of the row before.
    let columns = Rules.Variant.allCases.map(Self.column)
    if let lastRules,
      columns.indices.allSatisfy({ cell(columns[$0]) == lastRules.cells[$0] })
    {
      return lastRules.rules
    }
    var rules = Rules.standard
    for (variant, column) in zip(Rules.Variant.allCases, columns) {
      guard let cell = cell(column) else { continue }
      guard let changed = rules.changing(variant, to: String(decoding: cell, as: UTF8.self)) else {
        throw bad(column, "a value of the rule '\(variant.name)'")
      }
      rules = changed
    }
    lastRules = (columns.map { cell($0).map { Array($0)[...] } }, rules)
    return rules
  }

  private static func column(_ variant: Rules.Variant) -> Column {
    switch variant {
    case .catchingDistance: .catchingDistance
    case .chase: .chase
    case .zombieSpeed: .zombieSpeed
    case .hearingDistance: .hearingDistance
    }
  }
}
