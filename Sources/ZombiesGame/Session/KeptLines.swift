import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The lines of a kept session, and the words in them for values of several parts.

/// The lines of a text that are read one after the other.
struct KeptLines {
  private let lines: [String]
  /// The number of the next line, from 0.
  private(set) var next = 0

  init(_ lines: [String]) { self.lines = lines }

  var isAtEnd: Bool { next == lines.count }

  /// Whether the next line begins with a word.
  func isAt(_ key: String) -> Bool {
    guard !isAtEnd, lines[next].utf8.starts(with: key.utf8) else { return false }
    let rest = lines[next].utf8.dropFirst(key.utf8.count)
    return rest.isEmpty || rest.first == 0x20
  }

  /// The text after the first word of the next line; nil if the line begins with another word.
  mutating func takeRest(_ key: String) -> String? {
    guard isAt(key) else { return nil }
    next += 1
    return String(Substring(lines[next - 1].utf8.dropFirst(key.utf8.count + 1)))
  }

  /// The words after the first word of the next line; nil if the line begins with another word.
  mutating func take(_ key: String) -> [String]? {
    takeRest(key).map { $0.utf8.split(separator: 0x20).map { String(Substring($0)) } }
  }

  /// Reads a level with its name.
  var named: NamedLevel? {
    mutating get {
      guard let code = takeRest("level"), let level = try? Level(code: code) else { return nil }
      let name = takeRest("name") ?? code
      guard name.steeringCharacter == nil else { return nil }
      return NamedLevel(level, name: name)
    }
  }

  /// Reads a state of the workshop.
  mutating func draft(_ key: String) -> Workshop.Draft? {
    guard let words = take(key), words.count == 1 || words.count == 5,
      let level = try? Level(code: words[0])
    else { return nil }
    var draft = Workshop.Draft(level: level)
    if words.count == 5 {
      guard let rules = Rules(words: words[1...]) else { return nil }
      draft.rules = rules
    }
    if let name = takeRest("named") {
      guard Campaign.isName(name) else { return nil }
      draft.name = name
    }
    if let world = takeRest("in") {
      guard Campaign.isName(world) else { return nil }
      draft.world = world
    }
    return draft
  }
}

extension String {
  /// The number, if it is a canonical whole number that is not too large.
  func count(atMost most: Int = 1_000_000_000) -> Int? {
    guard let number = UInt64(canonicalDigits: utf8), number <= UInt64(most) else { return nil }
    return Int(number)
  }

  /// The first words, and the rest of the text as the last one.
  func parts(_ count: Int) -> [String] {
    utf8.split(separator: 0x20, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The numbers between blanks; nil if there is anything else.
  var counts: [Int]? {
    var counts: [Int] = []
    for word in utf8.split(separator: 0x20) {
      guard let count = String(Substring(word)).count() else { return nil }
      counts.append(count)
    }
    return counts
  }
}

extension Bool {
  var word: String { self ? "yes" : "no" }

  init?(word: String) {
    guard word == "yes" || word == "no" else { return nil }
    self = word == "yes"
  }
}

extension Game {
  /// The lives, the wins and the losses.
  var words: String { "\(lives) \(wins) \(losses)" }

  init?(words: ArraySlice<String>) {
    let counts = words.compactMap { $0.count() }
    guard counts.count == 3 else { return nil }
    self.init(lives: counts[0], wins: counts[1], losses: counts[2])
  }
}

extension Rules {
  var words: String {
    Variant.allCases.map { value(of: $0) }.joined(separator: " ")
  }

  init?(words: ArraySlice<String>) {
    guard words.count == Variant.allCases.count else { return nil }
    var rules = Rules.standard
    for (variant, word) in zip(Variant.allCases, words) {
      guard let changed = rules.changing(variant, to: word) else { return nil }
      rules = changed
    }
    self = rules
  }
}

extension NamedLevel {
  var lines: [String] {
    let code = level.code
    return ["level \(code)"] + (name == code ? [] : ["name \(name)"])
  }
}

extension Workshop.Draft {
  func lines(_ key: String) -> [String] {
    ["\(key) \(level.code)" + (rules == .standard ? "" : " \(rules.words)")]
      + (name.map { ["named \($0)"] } ?? [])
      + (world == Workshop.worldName ? [] : ["in \(world)"])
  }
}
