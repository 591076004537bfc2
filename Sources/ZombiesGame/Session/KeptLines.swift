import ZombiesCore
import ZombiesGenerator

/// The lines of a kept text. One description of the data both writes and reads them, so it names each part once:
///
///     if lines.line("sum", if: sum > 0) { lines.pass(&sum) }      // sum 42
///
/// Reading does not look for errors: a part that cannot be read stays as it was. ``KeptInLines`` writes everything again,
/// which reveals any line that was not written like that.
struct KeptLines {
  /// The lines that were written, or that are read.
  private(set) var lines: [String]
  let isReading: Bool
  /// The number of lines that were read.
  private var count = 0
  /// The rest of the line that is read.
  private var rest = ""
  /// Whether what was read can be true.
  private(set) var isPlausible = true

  /// Begins to write.
  init() { (lines, isReading) = ([], false) }

  /// Begins to read.
  init(_ lines: [String]) { (self.lines, isReading) = (lines, true) }

  /// Refuses what was read, unless a condition is met.
  mutating func check(_ isPlausible: @autoclosure () -> Bool) {
    if isReading, !isPlausible() { self.isPlausible = false }
  }

  // MARK: Lines

  /// Begins a line with a key.
  ///
  /// - Parameter isThere: Whether the line is written.
  /// - Returns: Whether the line is there.
  mutating func line(_ key: String, if isThere: Bool) -> Bool {
    guard isReading else {
      if isThere { lines.append(key) }
      return isThere
    }
    guard count < lines.count, let text = (lines[count] + " ").behind("\(key) ") else {
      return false
    }
    rest = String(text.dropLast())
    count += 1
    return true
  }

  /// A line with a part, if there is one.
  mutating func line<Part: KeptPart>(_ key: String, _ part: inout Part?) {
    if line(key, if: part != nil) { pass(&part) }
  }

  /// A line for each part.
  mutating func lines<Part: KeptPart>(_ key: String, _ parts: inout [Part]) {
    var all: [Part] = []
    while line(key, if: all.count < parts.count) {
      var part = isReading ? Part() : parts[all.count]
      part.pass(&self)
      all.append(part)
    }
    parts = all
  }

  // MARK: Words

  /// A word that is always the same.
  ///
  /// - Parameter isThere: Whether the word is written.
  /// - Returns: Whether the word is there.
  @discardableResult
  mutating func word(_ word: String, if isThere: Bool = true) -> Bool {
    let isFound = isReading ? next == word : isThere
    var word = word
    if isFound { pass(&word) }
    return isFound
  }

  /// Whether there are more words in the line.
  ///
  /// - Parameter isThere: Whether more words are written.
  func hasMore(if isThere: Bool) -> Bool { isReading ? !rest.isEmpty : isThere }

  /// The next word that is read; empty at the end of the line.
  private var next: String { rest.parts(2)[0] }

  /// As many numbers as there are.
  mutating func pass(all counts: inout [Int]) {
    var all: [Int] = []
    while isReading ? next.count() != nil : all.count < counts.count {
      var count = isReading ? 0 : counts[all.count]
      pass(&count)
      all.append(count)
    }
    counts = all
  }

  /// A word, or the rest of the line, which cannot control a terminal.
  mutating func pass(_ text: inout String, isRest: Bool = false) {
    guard isReading else {
      lines[lines.count - 1] += " " + text
      return
    }
    text = isRest ? rest : next
    check(text.steeringCharacter == nil)
    rest = rest.behind("\(text) ") ?? ""
  }

  /// A word for a value.
  mutating func pass<Value>(
    _ value: inout Value, _ write: (Value) -> String, _ read: (String) -> Value?
  ) {
    var word = isReading ? "" : write(value)
    pass(&word)
    if isReading { value = read(word) ?? value }
  }

  mutating func pass<Part: KeptPart>(_ part: inout Part) { part.pass(&self) }

  mutating func pass<Part: KeptPart>(_ part: inout Part?) {
    var value = part ?? Part()
    value.pass(&self)
    part = value
  }
}

/// Data in a line of a kept text, and perhaps in the lines below it.
protocol KeptPart {
  /// Creates any value, before it is read.
  init()

  /// Writes the words, or reads them.
  mutating func pass(_ lines: inout KeptLines)
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
}

/// A number that counts something, or an index.
extension Int: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&self, { String($0) }, { $0.count() })
  }
}

extension UInt64: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&self, { String($0) }, { UInt64(canonicalDigits: $0.utf8) })
  }
}

extension Place: KeptPart {
  init() { self = .rounds }

  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&self, { $0.word }, { Place(word: $0) })
  }
}

extension Rules: KeptPart {
  init() { self = .standard }

  mutating func pass(_ lines: inout KeptLines) {
    for variant in Variant.allCases {
      lines.pass(&self, { $0.value(of: variant) }, { [self] in changing(variant, to: $0) })
    }
  }
}

extension Level: KeptPart {
  init() { self = Workshop().draft.level }

  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&self, { $0.code }, { try? Level(code: $0) })
  }
}
