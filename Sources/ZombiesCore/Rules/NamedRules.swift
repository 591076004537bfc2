import ZombiesText

/// Rules in the text form of files and links: some variants with their values, in the given order. The
/// others have their defaults.
///
///     ; rules: hearing-distance 2, zombie-speed 2
///
/// The order and the variants are kept, so that writing the rules again gives the same text.
public struct NamedRules: Hashable, Sendable, CustomStringConvertible {
  /// The rules.
  public let rules: Rules

  /// The variants that are named, in order; at least one.
  public let named: [Rules.Variant]

  /// Names the variants that differ from the default rules, and the given ones; all of them if there are
  /// none.
  public init(changesOf rules: Rules, naming others: [Rules.Variant] = []) {
    self.rules = rules
    let changed = Rules.Variant.allCases.filter {
      others.contains($0) || rules.value(of: $0) != Rules.standard.value(of: $0)
    }
    named = changed.isEmpty ? Rules.Variant.allCases : changed
  }

  /// The text form: "hearing-distance 2, zombie-speed 2".
  public var description: String { text(" ", joinedBy: ", ") }

  /// The text form in a link: "hearing-distance=2&zombie-speed=2".
  package var inLink: String { text("=", joinedBy: "&") }

  private func text(_ sign: String, joinedBy separator: String) -> String {
    named.map { "\($0.option)\(sign)\(rules.value(of: $0))" }.joined(separator: separator)
  }

  /// Reads the text form.
  ///
  /// - Parameters:
  ///   - text: The variants with their values, separated by commas.
  ///   - place: The position of the text.
  /// - Throws: ``LevelError`` with the position of the first variant that is unknown, named twice, or has
  ///   no such value.
  package init(_ text: Substring, at place: TextPosition) throws(LevelError) {
    try self.init(text, sign: 0x20, separator: UInt8(ascii: ","), at: place)
  }

  /// Reads the text form in a link.
  ///
  /// - Throws: ``LevelError`` as for a file; its position is in the text.
  package init(inLink text: Substring) throws(LevelError) {
    try self.init(
      text, sign: UInt8(ascii: "="), separator: UInt8(ascii: "&"),
      at: TextPosition(line: 1, column: 1))
  }

  private init(
    _ text: Substring, sign: UInt8, separator: UInt8, at place: TextPosition
  ) throws(LevelError) {
    var (rules, named) = (Rules.standard, [Rules.Variant]())
    for part in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      let setting = part.trimmed
      let end = setting.firstIndex { $0 == sign || sign == 0x20 && $0 == 0x09 }
      let name = String(Substring(setting[..<(end ?? setting.endIndex)]))
      let value = Substring(
        end.map { setting[setting.index(after: $0)...].trimmed } ?? setting.suffix(0))
      // Users may have typed anything, so columns are counted in characters.
      func position(_ start: Substring.Index) -> TextPosition {
        TextPosition(line: place.line, column: place.column + text[..<start].count)
      }
      guard let variant = Rules.Variant.allCases.first(where: { $0.option == name }) else {
        let problem =
          name.isEmpty
          ? "expected a rule:" : "unknown rule '\(name.prefix(40))'\(Self.guess(name)), expected"
        throw LevelError("\(problem) \(Self.options)", at: position(setting.startIndex))
      }
      guard !named.contains(variant) else {
        throw LevelError(
          "a second \(name), expected each rule at most once", at: position(setting.startIndex))
      }
      guard let changed = rules.changing(variant, to: value) else {
        throw LevelError(
          "expected \(name) \(variant.values)"
            + (value.isEmpty ? "" : ", found '\(value.prefix(40))'"),
          at: position(value.startIndex))
      }
      rules = changed
      named.append(variant)
    }
    (self.rules, self.named) = (rules, named)
  }

  /// The variants as options, for messages.
  private static var options: String { listed(Rules.Variant.allCases.map { $0.option }, "or") }

  /// A question about a variant with a similar name; empty if there is none.
  private static func guess(_ name: String) -> String {
    let near = Rules.Variant.allCases.map { ($0.option, editDistance(name, $0.option)) }
      .min { $0.1 < $1.1 }
    guard let near, near.1 <= near.0.utf8.count / 3 else { return "" }
    return " (did you mean '\(near.0)'?)"
  }
}

extension Rules.Variant {
  /// The name in options, files and links: "zombie-speed".
  package var option: String { name(joinedBy: "-") }

  /// The possible values, for messages.
  package var values: String {
    func ends(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }
    return switch self {
    case .catchingDistance: ends(Rules.catchingDistances)
    case .chase: Rules.ChaseAxis.allCases.map { $0.rawValue }.joined(separator: ", ")
    case .zombieSpeed: ends(Rules.zombieSpeeds)
    case .hearingDistance: ends(Rules.hearingDistances)
    }
  }
}
