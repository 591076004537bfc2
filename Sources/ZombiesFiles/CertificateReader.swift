import ZombiesCore
import ZombiesSimulator
import ZombiesSolver

/// Why a text is not a certificate.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int

  /// What is wrong, and what was expected.
  public let problem: String

  /// The line and the problem.
  public var description: String { "line \(line): \(problem)" }
}

/// Reads certificates in the form of ``CertificateFile``, one after another, piece by piece.
///
/// What it accepts is well-formed: squares are in the room, and everything is in order. Whether it
/// proves anything is for ``/ZombiesSolver/CertificateChecker`` to say. Nothing else is accepted,
/// so an accepted text is exactly the text of its certificate.
public struct CertificateReader {
  /// A certificate and where it was found.
  public struct Entry: Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// Its first line, from 1.
    public let line: Int
  }

  /// The longest line that is read, in bytes; a million zombies and as many squares for the player
  /// need less.
  public static let longestLine = 1 << 25

  private let source: () -> [UInt8]?
  private var bytes: ArraySlice<UInt8> = []

  /// The current line, without its newline, and its number from 1.
  private var line: [UInt8] = []
  private var number = 0

  /// The hash of the current certificate's lines before the current one.
  private var hash = SHA256()

  /// Reads from a source of bytes.
  ///
  /// - Parameter source: Returns the next piece, which must not be empty, and nil at the end.
  public init(_ source: @escaping () -> [UInt8]?) { self.source = source }

  /// The next certificate; nil at the end.
  ///
  /// - Throws: ``CertificateError``. After that, do not read on.
  /// - Complexity: O(bytes) time; memory for the certificate, whose states fit 1 GiB.
  public mutating func next() throws(CertificateError) -> Entry? {
    hash = SHA256()
    guard try nextLine() else { return nil }
    let first = number
    guard line.elementsEqual(CertificateFile.magic.utf8) else {
      throw error(
        "another kind of file, another version, or damaged: expected '\(CertificateFile.magic)'")
    }
    let level = try level()
    guard let rules = Rules(line: try value(of: "rules")) else {
      throw error("expected rules, such as '1 longest 1'")
    }
    let claim = try claim()
    try advance()
    var states = StateLayers(level)
    if claim != .gaveUp { try readStates(into: &states) }
    try checkSeal()
    return Entry(certificate: Certificate(claim, by: states, rules: rules), line: first)
  }

  // MARK: Lines

  private func error(_ problem: String) -> CertificateError {
    CertificateError(line: number, problem: problem)
  }

  /// Reads the next line; false at the end.
  private mutating func nextLine() throws(CertificateError) -> Bool {
    line.removeAll(keepingCapacity: true)
    number += 1
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        line += bytes[..<end]
        bytes = bytes[(end + 1)...]
      } else {
        line += bytes
        bytes = []
        if line.count <= Self.longestLine, let piece = source() {
          bytes = piece[...]
          continue
        }
        if line.isEmpty { return false }
        if line.count <= Self.longestLine {
          throw error("damaged or incomplete: the last line has no newline")
        }
      }
      guard line.count <= Self.longestLine else {
        throw error("a line of more than \(Self.longestLine) bytes")
      }
      return true
    }
  }

  /// Moves to the next line of the certificate.
  private mutating func advance() throws(CertificateError) {
    hash.update(line + [UInt8(ascii: "\n")])
    guard try nextLine() else {
      throw error("damaged or incomplete: expected the rest of the certificate, up to its checksum")
    }
  }

  /// The value of the next line, which must have a given key.
  private mutating func value(of key: String) throws(CertificateError) -> String {
    try advance()
    let prefix = key.utf8.count + 1
    guard line.starts(with: "\(key) ".utf8), line.count > prefix,
      let text = String(validating: line[prefix...], as: UTF8.self)
    else { throw error("expected '\(key)' and its value") }
    return text
  }

  /// The integer of the next line, which must have a given key.
  private mutating func number(of key: String) throws(CertificateError) -> UInt64 {
    guard let number = UInt64(canonicalDigits: try value(of: key).utf8) else {
      throw error("expected '\(key)' and a whole number")
    }
    return number
  }

  private func checkSeal() throws(CertificateError) {
    let seal = Seal.closing(hash.hex)
    if line.elementsEqual(seal.utf8) { return }
    guard let key = seal.utf8.split(separator: UInt8(ascii: " ")).first, line.starts(with: key)
    else { throw error("expected 'distance' and its states, or the checksum, 'sha256 …'") }
    throw error("damaged: the checksum does not match the lines above it")
  }

  // MARK: Claim

  private mutating func level() throws(CertificateError) -> Level {
    let code = try value(of: "level")
    let place = TextPosition(line: number, column: "level ".count + 1)
    do throws(LevelError) { return try Level(code: code, at: place) } catch {
      throw self.error("column \(error.position?.column ?? place.column): \(error.problem)")
    }
  }

  private mutating func claim() throws(CertificateError) -> Certificate.Claim {
    guard let verdict = Verdict(rawValue: try value(of: "verdict")) else {
      throw error("expected a verdict: solvable, unsolvable or gave-up")
    }
    switch verdict {
    case .unsolvable: return .unsolvable
    case .gaveUp: return .gaveUp
    case .solvable: break
    }
    let par = try number(of: "par")
    var moves: [Direction] = []
    for letter in try value(of: "solution").utf8 {
      guard let move = Direction(letter: letter) else {
        throw error("a solution has the letters U, D, L and R")
      }
      moves.append(move)
    }
    guard moves.count == par else {
      throw error("the solution has \(moves.count) moves, and par is \(par)")
    }
    let count = try number(of: "shortest-solutions")
    return .solvable(Solution(moves: moves, shortestCount: count))
  }

  // MARK: States

  private mutating func readStates(into states: inout StateLayers) throws(CertificateError) {
    let limit = Certificate.stateLimit(for: states.level)
    while line.starts(with: "distance ".utf8) {
      let distance = "distance \(states.layerCount)"
      guard line.elementsEqual(distance.utf8) else { throw error("expected '\(distance)'") }
      try advance()
      var last: (isLit: Bool, zombies: [Square])?
      while ["dark:", "lit:", "lit "].contains(where: { line.starts(with: $0.utf8) }) {
        let (isLit, zombies, players) = try group(of: states.level)
        if let last {
          let isNext =
            last.isLit == isLit ? last.zombies.lexicographicallyPrecedes(zombies) : isLit
          guard isNext else {
            throw error("out of order: the dark line, then lit ones by zombies, each once")
          }
        }
        last = (isLit, zombies)
        guard players.count <= limit - states.count else {
          throw error("more than \(limit) states, which is the limit for this level")
        }
        for player in players {
          states.append(StateLayers.State(player: player, zombies: zombies, isLit: isLit))
        }
        try advance()
      }
      if last == nil {
        throw error("expected states, such as 'dark: 0,1 2,3' or 'lit 0,2: 3,3'")
      }
      states.endLayer()
    }
  }

  /// The states of the current line.
  private func group(
    of level: Level
  ) throws(CertificateError) -> (isLit: Bool, zombies: [Square], players: [Square]) {
    let halves = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].first == UInt8(ascii: " ") else {
      throw error("expected the player's squares after ': '")
    }
    let players = try squares(halves[1].dropFirst(), in: level.size)
    guard halves[0].starts(with: "lit".utf8) else { return (false, level.zombies, players) }
    guard level.isLit || !level.flashlights.isEmpty else {
      throw error("a lit state of a level that has no light")
    }
    let names = halves[0].dropFirst("lit ".utf8.count)
    let zombies =
      halves[0].elementsEqual("lit".utf8) ? [] : try squares(names, in: level.size)
    guard zombies.count == level.zombies.count else {
      throw error("the level has \(level.zombies.count) zombies, not \(zombies.count)")
    }
    return (true, zombies, players)
  }

  /// One or more squares, separated by blanks, in reading order.
  private func squares(
    _ text: ArraySlice<UInt8>, in size: RoomSize
  ) throws(CertificateError) -> [Square] {
    var squares: [Square] = []
    for word in text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let comma = word.firstIndex(of: UInt8(ascii: ",")) ?? word.startIndex
      guard let row = UInt64(canonicalDigits: word[..<comma]), row < UInt64(size.rows),
        let column = UInt64(canonicalDigits: word[comma...].dropFirst()),
        column < UInt64(size.columns)
      else {
        let name = String(decoding: word.prefix(40), as: UTF8.self)
        throw error("'\(name)' is not a square of a \(size) room, row and column as in '0,1'")
      }
      let square = Square(row: Int(row), column: Int(column))
      if let last = squares.last, last >= square {
        throw error("out of order: squares in reading order, each once")
      }
      squares.append(square)
    }
    return squares
  }
}
