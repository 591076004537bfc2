import ZombiesText

/// A comment line with a meaning (<doc:TextForms>, "Files").
package enum LevelNote: Hashable, Sendable {
  /// `; lit`: the picture that contains it shows a lit room.
  case lit

  /// `; world: NAME`: the levels below belong to this world.
  case world(String)

  /// `; level: NAME`: the level below has this name.
  case level(String)

  /// `; unlock: all`, `; unlock: stars N` or `; unlock: coins N`: the condition that opens the
  /// world above.
  case unlock(WorldLock)

  /// `; rules: OPTION VALUE, …`: the rules of the levels below.
  case rules(NamedRules)

  /// The longest name, in bytes.
  package static let longestName = 1000

  /// The form of the note, with a placeholder for its value.
  package var form: String {
    switch self {
    case .lit: "; lit"
    case .world: Key.world.form
    case .level: Key.level.form
    case .unlock: Key.unlock.form
    case .rules: Key.rules.form
    }
  }
}

/// The condition that opens a world of a campaign.
public enum WorldLock: Hashable, Sendable {
  /// All levels of the previous world must be completed.
  case all
  /// The player must have earned this many stars.
  case stars(UInt64)
  /// The player must pay this many coins.
  case coins(UInt64)
}

/// The words in front of the colon.
private enum Key: String, CaseIterable {
  case world, level, unlock, rules

  var form: String {
    switch self {
    case .world, .level: "; \(rawValue): NAME"
    case .unlock: "; unlock: all, stars N or coins N"
    case .rules: "; rules: OPTION VALUE, ..."
    }
  }
}

extension LevelNote {
  /// Reads a comment, starting at its `;`; nil for a comment without a meaning.
  ///
  /// A near miss, by case or by one letter, is an error rather than a comment. Otherwise a room
  /// that is dark because of a typo would be solved without anyone noticing. Text after `;;` is
  /// always a comment.
  ///
  /// - Parameters:
  ///   - comment: The comment, without surrounding blanks.
  ///   - origin: The position of its `;`.
  /// - Throws: ``LevelError`` for a near miss.
  package init?(_ comment: Substring, at origin: TextPosition) throws(LevelError) {
    let text = comment.utf8.dropFirst().trimmed
    let end = text.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    let head = text[..<(end ?? text.endIndex)].trimmed
    // Blanks and semicolons are one byte each, so this number of bytes is a number of characters.
    let column = comment.utf8.distance(from: comment.startIndex, to: text.startIndex)
    let place = TextPosition(line: origin.line, column: origin.column + column)
    guard let end, text[end] == UInt8(ascii: ":") else {
      try self.init(withoutColon: head, isAll: end == nil, at: place)
      return
    }
    let value = text[text.index(after: end)...].trimmed
    // A well-formed note is ASCII up to its value.
    var valuePlace = place
    valuePlace.column += text.distance(from: text.startIndex, to: value.startIndex)
    if let key = Key(rawValue: String(Substring(head))) {
      try self.init(key, value, at: valuePlace)
      return
    }
    for key in Key.allCases where isNear(head, key.rawValue) {
      throw LevelError(
        "\(Self.quote(head)) looks like a misspelled '\(key.rawValue)': expected "
          + "'\(key.form)' in lower case; to write a comment, begin it with ';;'", at: place)
    }
    if lowercased(head) == "lit" { throw Self.nearlyLit(head, at: place) }
    return nil
  }

  /// Reads the value behind a key and its colon.
  private init(_ key: Key, _ value: Substring.UTF8View, at place: TextPosition) throws(LevelError) {
    switch key {
    case .world: self = .world(try Self.name(value, key, at: place))
    case .level: self = .level(try Self.name(value, key, at: place))
    case .unlock: self = .unlock(try Self.lock(value, at: place))
    case .rules: self = .rules(try NamedRules(Substring(value), at: place))
    }
  }

  /// Reads a comment without a colon.
  ///
  /// - Parameter isAll: Whether this is the whole comment.
  private init?(
    withoutColon head: Substring.UTF8View, isAll: Bool, at place: TextPosition
  ) throws(LevelError) {
    if isNear(head, "lit") {
      guard isAll, head.elementsEqual("lit".utf8) else { throw Self.nearlyLit(head, at: place) }
      self = .lit
      return
    }
    // 'unlock stars 3' and 'rules zombie-speed 2' have no colon.
    if let blank = head.firstIndex(of: 0x20) {
      let value = head[blank...].trimmed
      for key in [Key.unlock, .rules] where isNear(head[..<blank], key.rawValue) {
        guard (try? LevelNote(key, value, at: place)) != nil else { continue }
        throw LevelError(
          "\(Self.quote(head)) has no colon: expected '\(key.form)'",
          at: place)
      }
    }
    return nil
  }

  private static func nearlyLit(_ head: Substring.UTF8View, at place: TextPosition) -> LevelError {
    LevelError(
      "\(quote(head)) looks like a misspelled 'lit': expected '; lit' in lower case, alone on its line; "
        + "to write a comment, begin it with ';;'", at: place)
  }

  private static func quote(_ text: Substring.UTF8View) -> String { "'\(Substring(text))'" }

  private static func name(
    _ value: Substring.UTF8View, _ key: Key, at place: TextPosition
  ) throws(LevelError) -> String {
    guard !value.isEmpty else {
      throw LevelError("expected a name: '\(key.form)'", at: place)
    }
    guard value.count <= longestName else {
      throw LevelError("a name has more than \(longestName) bytes", at: place)
    }
    let name = String(Substring(value))
    if let control = name.steeringCharacter {
      throw LevelError(
        "the control character \(control.number) in a name; expected printable characters",
        at: place)
    }
    return name
  }

  private static func lock(
    _ value: Substring.UTF8View, at place: TextPosition
  ) throws(LevelError) -> WorldLock {
    let words = value.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if words.count == 1, words[0].elementsEqual("all".utf8) { return .all }
    if words.count == 2, let number = UInt64(canonicalDigits: words[1]) {
      if words[0].elementsEqual("stars".utf8) { return .stars(number) }
      if words[0].elementsEqual("coins".utf8) { return .coins(number) }
    }
    throw LevelError("expected '\(Key.unlock.form)'", at: place)
  }
}

extension Substring.UTF8View {
  /// The text without surrounding blanks: spaces, tabs and carriage returns.
  package var trimmed: Substring.UTF8View {
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var bytes = self
    while isBlank(bytes.first) { bytes = bytes.dropFirst() }
    while isBlank(bytes.last) { bytes = bytes.dropLast() }
    return bytes
  }
}
