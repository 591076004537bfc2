import ZombiesCore

// The text form of progress:
//
//     zombies-progress 3
//     first-steps done
//     level S4/5/Z4/1Z3/4P open win first par
//     world 0 S4/5/Z4/1Z3/4P,S1ZZ1/5/5/5/4P First Night
//     end 0123456789abcdef
//
// A level line has `open` and the stars: `win`, `first` and `par`. A world line has the coins paid for
// it, its levels when it was open, and its name. Levels are sorted by code, then worlds by their
// levels' codes and their names. The last line has a hash of everything above it, so that a changed
// text is refused.
//
// Behind the code of a level with rules of its own stand those that change how a round goes, as in
// `S4/5/Z4/1Z3/4P?zombie-speed=2`.

/// The reason why a text cannot be read as progress or as saved levels.
public struct ProgressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The problem, and what was expected.
  public let problem: String
  /// Whether the only problem is that a newer version wrote the text.
  public let isNewer: Bool

  init(line: Int, problem: String, isNewer: Bool = false) {
    self.line = line
    self.problem = problem
    self.isNewer = isNewer
  }

  /// The error for a text of another format.
  ///
  /// - Parameters:
  ///   - number: The format of the text.
  ///   - what: The kind of text, as in "a file of settings".
  ///   - header: The first line of the format that this program writes.
  ///   - version: The number of that format.
  init(format number: UInt64, of what: String, header: String, version: UInt64) {
    if number > version {
      self.init(
        line: 1,
        problem: "written by a newer version of this program (format \(number)), expected "
          + "'\(header)'",
        isNewer: true)
    } else {
      self.init(
        line: 1,
        problem: "this is format \(number) of \(what); this version reads format \(version)")
    }
  }

  /// The line and the problem.
  public var description: String { "line \(line): \(problem)" }
}

extension GameProgress {
  private static let form = KeptText(
    name: "zombies-progress", what: "a progress file", version: 3)
  private static let firstSteps = "first-steps done"
  private static let words: [(word: String, stars: Stars)] = [
    ("win", .win), ("first", .firstLife), ("par", .par),
  ]

  /// The progress in the text form.
  public var text: String {
    Self.form.text(
      (hasFinishedFirstSteps ? [Self.firstSteps] : [])
        + records.values.map { record in
          let stars = Self.words.filter { record.stars.contains($0.stars) }.map { " " + $0.word }
          return "level \(record.code) open" + stars.joined()
        } + opened.values.map { "world \($0.price) \($0.key)" })
  }

  /// Reads progress. An empty text is empty progress.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    self.init()
    if text.isEmpty { return }
    for (place, line) in try Self.form.lines(of: text).enumerated() {
      do throws(Misread) { try read(line) } catch {
        throw ProgressError(line: place + 2, problem: error.problem)
      }
    }
    // A correct hash shows that the text is undamaged, but not that this program wrote it.
    guard self.text == text else { throw Self.form.damaged() }
  }

  private struct Misread: Error {
    let problem: String
  }

  /// Reads a line between the first and the last.
  private mutating func read(_ line: String) throws(Misread) {
    if line == Self.firstSteps {
      hasFinishedFirstSteps = true
      return
    }
    let parts = line.utf8.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
    switch String(Substring(parts[0])) {
    case "level" where parts.count >= 2:
      try readLevel(
        line.utf8.dropFirst("level ".utf8.count).split(separator: 0x20).map {
          String(Substring($0))
        })
    case "world" where parts.count == 4:
      guard let price = UInt64(canonicalDigits: parts[1]) else {
        throw Misread(problem: "expected the price of a world")
      }
      let codes = parts[2].split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
      for code in codes { try Self.check(code) }
      let name = String(Substring(parts[3]))
      guard !codes.isEmpty, !name.isEmpty, name.steeringCharacter == nil else {
        throw Misread(problem: "expected the levels and the name of a world")
      }
      opened.join(OpenedWorld(name: name, codes: codes, price: price))
    default:
      throw Misread(problem: "expected a level, a world or '\(Self.firstSteps)'")
    }
  }

  /// Checks the code of a level, and the rules behind it if there are any.
  private static func check(_ key: String) throws(Misread) {
    let parts = key.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false
    ).map { Substring($0) }
    do throws(LevelError) {
      let level = try Level(code: String(parts.first ?? ""))
      guard parts.count > 1 else { return }
      let rules = try NamedRules(inLink: parts[1])
      guard Campaign.WorldLevel(level, rules: rules).key == key else {
        throw LevelError("the rules are not in the form that this program writes")
      }
    } catch {
      throw Misread(problem: "'\(key)' is not a level: \(error.problem)")
    }
  }

  private mutating func readLevel(_ words: [String]) throws(Misread) {
    guard let code = words.first, words.dropFirst().first == "open" else {
      throw Misread(problem: "expected the code of a level and 'open'")
    }
    try Self.check(code)
    var record = Record(code: code, isOpen: true)
    for word in words.dropFirst(2) {
      guard let star = Self.words.first(where: { $0.word == word })?.stars else {
        throw Misread(problem: "unknown word '\(word)', expected win, first or par")
      }
      record.stars.formUnion(star)
    }
    guard record.stars.isEmpty || record.stars.contains(.win) else {
      throw Misread(problem: "stars for a level that was not won")
    }
    records.join(record)
  }
}

/// A hash that reveals a changed byte, in hexadecimal digits.
func checksum(_ bytes: some Sequence<UInt8>) -> String { hexadecimal(fnv1a(bytes), digits: 16) }
