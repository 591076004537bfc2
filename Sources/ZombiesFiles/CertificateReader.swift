import ZombiesCore
import ZombiesSimulator
import ZombiesSolver
import ZombiesText

/// The reason why a text is not a certificate.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int

  /// The problem, and what was expected.
  public let problem: String

  /// The line and the problem.
  public var description: String { "line \(line): \(problem)" }
}

/// Reads certificates in the form of ``CertificateFile`` one after another, piece by piece.
///
/// The reader accepts only well-formed certificates: all squares are in the room, and everything is in
/// order. So an accepted text is exactly the text of its certificate. To check whether a certificate proves
/// its verdict, use ``/ZombiesSolver/Certificate/validate(watch:)``.
public struct CertificateReader {
  /// A certificate and its position in the file.
  public struct Entry: Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// The first line of the certificate, from 1.
    public let line: Int
    /// The level's code as written in the file.
    package let code: String
  }

  /// The maximum length of a line, in bytes. A line with a million zombies and as many squares of the player
  /// is shorter.
  public static let longestLine = 1 << 25

  private let source: () -> [UInt8]?

  /// The bytes that are still needed: the current line and the bytes after it.
  private var bytes: [UInt8] = []

  /// The range of the current line in ``bytes``, without its newline.
  private var line = 0..<0
  /// The beginning of the next line in ``bytes``.
  private var after = 0
  /// The number of the current line, from 1.
  private var number = 0

  /// The hash of the current certificate's lines so far.
  private var hash = SHA256()
  /// The beginning of the bytes to hash in ``bytes``.
  private var unhashed = 0

  /// The rules of the previous certificate and their text. The next certificate most likely has the same.
  private var rules: (text: [UInt8], rules: Rules)?

  /// Reads from a source of bytes.
  ///
  /// - Parameter source: Returns the next piece, which must not be empty, and nil at the end.
  public init(_ source: @escaping () -> [UInt8]?) { self.source = source }

  /// The next certificate; nil at the end.
  ///
  /// - Throws: ``CertificateError``. Do not read on after an error.
  /// - Complexity: O(bytes) time. The memory is that of the certificate, whose states fit in 1 GiB.
  public mutating func next() throws(CertificateError) -> Entry? {
    hash = SHA256()
    unhashed = after
    guard try nextLine() else { return nil }
    let first = number
    guard isLine(CertificateFile.magic) else {
      throw error(otherFormat(of: bytes[line], expected: CertificateFile.magic))
    }
    let (level, code) = try level()
    let rules = try readRules()
    let claim = try claim()
    try advance()
    var states = StateLayers(level)
    if claim != .gaveUp { try readStates(into: &states) }
    try checkSeal()
    return Entry(
      certificate: Certificate(claim, by: states, rules: rules), line: first, code: code)
  }

  // MARK: Lines

  private func error(_ problem: String) -> CertificateError {
    CertificateError(line: number, problem: problem)
  }

  /// Reads the next line; returns false at the end.
  private mutating func nextLine() throws(CertificateError) -> Bool {
    line = after..<after
    number += 1
    var place = after
    while true {
      place = endOfLine(from: place)
      if place < bytes.count {
        after = place + 1
        break
      }
      if place - line.lowerBound <= Self.longestLine, let piece = source() {
        place -= line.lowerBound
        append(piece)
        continue
      }
      if place == line.lowerBound { return false }
      if place - line.lowerBound <= Self.longestLine {
        throw error("damaged or incomplete: the last line has no newline")
      }
      break
    }
    line = line.lowerBound..<place
    guard line.count <= Self.longestLine else {
      throw error("the line has more than \(Self.longestLine) bytes")
    }
    return true
  }

  /// The index of the first newline at or after an index, or the end of ``bytes``.
  private func endOfLine(from place: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = place
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      return place
    }
  }

  /// Adds a piece to ``bytes`` and removes the bytes before the current line.
  private mutating func append(_ piece: [UInt8]) {
    let begin = line.lowerBound
    hash.update(bytes[unhashed..<begin])
    if begin == bytes.count {
      bytes = piece
    } else {
      bytes.removeSubrange(..<begin)
      bytes += piece
    }
    (line, after, unhashed) = (0..<0, 0, 0)
  }

  /// Moves to the next line of the certificate.
  private mutating func advance() throws(CertificateError) {
    guard try nextLine() else {
      throw error("damaged or incomplete: expected the rest of the certificate, up to its checksum")
    }
  }

  /// Whether a range of ``bytes`` begins with a text.
  private func stands(_ text: StaticString, in range: Range<Int>) -> Bool {
    text.withUTF8Buffer { text in
      guard range.count >= text.count else { return false }
      for place in 0..<text.count where bytes[range.lowerBound + place] != text[place] {
        return false
      }
      return true
    }
  }

  /// Whether the current line is a text.
  private func isLine(_ text: String) -> Bool { bytes[line].elementsEqual(text.utf8) }

  /// The value of the next line, which must have the given key.
  private mutating func value(of key: StaticString) throws(CertificateError) -> ArraySlice<UInt8> {
    try advance()
    let begin = line.lowerBound + key.utf8CodeUnitCount + 1
    guard stands(key, in: line), begin < line.upperBound, bytes[begin - 1] == UInt8(ascii: " "),
      bytes[begin..<line.upperBound].isText
    else { throw error("expected '\(key)' and its value") }
    return bytes[begin..<line.upperBound]
  }

  /// The integer of the next line, which must have the given key.
  private mutating func number(of key: StaticString) throws(CertificateError) -> UInt64 {
    guard let number = UInt64(canonicalDigits: try value(of: key)) else {
      throw error("expected '\(key)' and a whole number")
    }
    return number
  }

  private mutating func checkSeal() throws(CertificateError) {
    hash.update(bytes[unhashed..<line.lowerBound])
    let digits = line.lowerBound + "sha256 ".utf8.count
    if stands("sha256 ", in: line),
      bytes[digits..<line.upperBound].elementsEqual(hash.hexDigits)
    {
      return
    }
    guard stands("sha256", in: line) else {
      throw error("expected 'distance' and its states, or the checksum 'sha256 …'")
    }
    throw error("damaged: the checksum does not match the lines above it")
  }

  // MARK: Claim

  private mutating func level() throws(CertificateError) -> (level: Level, code: String) {
    let code = try value(of: "level")
    let text = String(decoding: code, as: UTF8.self)
    let place = TextPosition(line: number, column: "level ".count + 1)
    do throws(LevelError) { return (try Level(code: text, at: place), text) } catch {
      throw self.error("column \(error.position?.column ?? place.column): \(error.problem)")
    }
  }

  private mutating func readRules() throws(CertificateError) -> Rules {
    let text = try value(of: "rules")
    if let rules, rules.text.elementsEqual(text) { return rules.rules }
    guard let rules = Rules(line: String(decoding: text, as: UTF8.self)), rules.hearingDistance == 0
    else {
      throw error("expected rules such as '1 longest 1'")
    }
    self.rules = (Array(text), rules)
    return rules
  }

  private mutating func claim() throws(CertificateError) -> Certificate.Claim {
    guard let verdict = Verdict(rawValue: String(decoding: try value(of: "verdict"), as: UTF8.self))
    else {
      throw error("expected a verdict: solvable, unsolvable or gave-up")
    }
    switch verdict {
    case .unsolvable: return .unsolvable
    case .gaveUp: return .gaveUp
    case .solvable: break
    }
    let par = try number(of: "par")
    let letters = try value(of: "solution")
    var moves: [Direction] = []
    moves.reserveCapacity(letters.count)
    for letter in letters {
      guard let move = Direction(letter: letter) else {
        throw error("expected a solution of the letters U, D, L and R")
      }
      moves.append(move)
    }
    guard moves.count == par else {
      throw error("the solution has \(counted(moves.count, "move")), but par is \(par)")
    }
    let count = try number(of: "shortest-solutions")
    return .solvable(Solution(moves: moves, shortestCount: count))
  }

  // MARK: States

  /// The states of a line, with squares as indices in reading order.
  private struct Group {
    // Same: it is read before it is used.
    var isLit = false
    var zombies: [UInt32] = []
    var players: [UInt32] = []
  }

  private mutating func readStates(into states: inout StateLayers) throws(CertificateError) {
    let level = states.level
    let limit = Certificate.stateLimit(for: level)
    let sleeping = level.zombies.map { UInt32(level.size.index(of: $0)) }
    var (group, last) = (Group(), Group())
    while stands("distance ", in: line) {
      let digits = bytes[line].dropFirst("distance ".utf8.count)
      guard UInt64(canonicalDigits: digits) == UInt64(states.layerCount) else {
        throw error("expected 'distance \(states.layerCount)'")
      }
      try advance()
      var isFirst = true
      while stands("dark:", in: line) || stands("lit:", in: line) || stands("lit ", in: line) {
        try read(&group, of: level, sleeping)
        if !isFirst {
          let isNext =
            last.isLit == group.isLit
            ? last.zombies.lexicographicallyPrecedes(group.zombies) : group.isLit
          guard isNext else {
            throw error("out of order: expected the dark line, then lit lines by zombies")
          }
        }
        isFirst = false
        guard group.players.count <= limit - states.count else {
          throw error("more than \(limit) states, the limit for this level")
        }
        states.append(players: group.players, zombies: group.zombies, isLit: group.isLit)
        swap(&group, &last)
        try advance()
      }
      if isFirst {
        throw error("expected states such as 'dark: 0,1 2,3' or 'lit 0,2: 3,3'")
      }
      states.endLayer()
    }
  }

  /// Reads the states of the current line.
  ///
  /// - Parameter sleeping: The squares of the zombies in the dark.
  private func read(
    _ group: inout Group, of level: Level, _ sleeping: [UInt32]
  ) throws(CertificateError) {
    guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < line.upperBound, bytes[colon + 1] == UInt8(ascii: " ")
    else { throw error("expected the player's squares after ': '") }
    try readSquares(colon + 2..<line.upperBound, in: level.size, into: &group.players)
    group.isLit = stands("lit", in: line)
    guard group.isLit else {
      group.zombies = sleeping
      return
    }
    guard level.isLit || !level.flashlights.isEmpty else {
      throw error("lit state in a level that is always dark")
    }
    let names = line.lowerBound + "lit ".utf8.count
    if names > colon {
      group.zombies.removeAll(keepingCapacity: true)
    } else {
      try readSquares(names..<colon, in: level.size, into: &group.zombies)
    }
    guard group.zombies.count == level.zombies.count else {
      let zombies = counted(level.zombies.count, "zombie")
      throw error("the level has \(zombies), not \(group.zombies.count)")
    }
  }

  /// Reads one or more squares, separated by blanks, in reading order.
  private func readSquares(
    _ text: Range<Int>, in size: RoomSize, into squares: inout [UInt32]
  ) throws(CertificateError) {
    squares.removeAll(keepingCapacity: true)
    var place = text.lowerBound
    // The index of the next square is at least this.
    var least = 0
    while true {
      let begin = place
      guard let row = side(at: &place, before: text.upperBound, below: size.rows),
        place < text.upperBound, bytes[place] == UInt8(ascii: ",")
      else { throw noSquare(begin..<text.upperBound, of: size) }
      place += 1
      guard let column = side(at: &place, before: text.upperBound, below: size.columns),
        place == text.upperBound || bytes[place] == UInt8(ascii: " ")
      else { throw noSquare(begin..<text.upperBound, of: size) }
      let square = row * size.columns + column
      guard square >= least else {
        throw error("out of order: expected squares in reading order, each once")
      }
      squares.append(UInt32(square))
      least = square + 1
      if place == text.upperBound { return }
      place += 1
    }
  }

  /// The number of a row or column, in decimal without leading zeros; nil for any other text.
  private func side(at place: inout Int, before end: Int, below limit: Int) -> Int? {
    guard place < end, let first = bytes[place].decimalDigit else { return nil }
    var value = first
    place += 1
    while place < end, let digit = bytes[place].decimalDigit {
      // Stop at a number that is too large or begins with a zero, however many digits follow.
      if value == 0 || value >= limit { return nil }
      value = value * 10 + digit
      place += 1
    }
    return value < limit ? value : nil
  }

  /// The error about the first word of a text.
  private func noSquare(_ text: Range<Int>, of size: RoomSize) -> CertificateError {
    let word = bytes[text].prefix { $0 != UInt8(ascii: " ") }
    let name = String(decoding: word.prefix(40), as: UTF8.self)
    return error("'\(name)' is not a square of a \(size) room, expected ROW,COLUMN as in '0,1'")
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are valid UTF-8.
  fileprivate var isText: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }
}
