import ZombiesCore
import ZombiesReports

/// An option of a command. Parsing, ranges, defaults, help, errors and completion all use this one
/// declaration.
///
/// Commands may declare an option of the same name differently, as `compare` does with `--rounds`. The
/// declaration in the command's own list (``Command/options``) applies.
package struct Option: Sendable {
  /// The name with its dashes, as in "--seed".
  package let name: String

  /// Another name, as in "-o"; nil if there is none.
  package var alias: String?

  /// The value; nil for an option without a value.
  package var value: Value?

  /// A phrase that says what the option does. Help adds the range and the default.
  package var summary: String

  /// Sentences that help shows after the default; empty for none.
  package var note = ""

  /// The group in help that the option is shown in.
  package var group = Group.own

  package init(
    name: String, alias: String? = nil, value: Value? = nil, summary: String, note: String = "",
    group: Group = .own
  ) {
    (self.name, self.alias, self.value) = (name, alias, value)
    (self.summary, self.note, self.group) = (summary, note, group)
  }

  /// The value of an option: the values that are allowed, and the default.
  package struct Value: Sendable {
    /// The name of the value in help, as in "N".
    package var name: String

    /// The kind of values that are allowed.
    package var kind: Kind

    /// Words that are allowed: all of them for ``Kind/word``, some of many for other kinds.
    package var words: [String] = []

    /// The default; nil if there is none.
    package var standard: String?

    /// A description of the default, if it is not a single value.
    package var standardText: String?

    /// Whether several values can be given, separated by commas or by repeating the option.
    package var isList = false

    /// Whether the option can be given several times, each time with one value. Unlike the values of a list,
    /// file names may contain commas.
    package var isRepeatable = false

    /// Whether a value with '=' is a player that another program is, and not words.
    package var takesPrograms = false

    /// Whether the value can be omitted. The next argument is then the value only if it looks like one.
    package var isOptional = false

    package init(
      name: String, kind: Kind, words: [String] = [], standard: String? = nil,
      standardText: String? = nil, isList: Bool = false, isRepeatable: Bool = false,
      takesPrograms: Bool = false, isOptional: Bool = false
    ) {
      (self.name, self.kind, self.words) = (name, kind, words)
      (self.standard, self.standardText) = (standard, standardText)
      (self.isRepeatable, self.takesPrograms) = (isRepeatable, takesPrograms)
      (self.isList, self.isOptional) = (isList, isOptional)
    }

    /// Whether the next argument is the value of an option whose value can be omitted: for a file, if
    /// it is not an option; for any other kind, if it begins with a digit.
    func canBe(_ word: [UInt8]?) -> Bool {
      guard let word, let first = word.first else { return false }
      if case .file = kind { return first != UInt8(ascii: "-") || word.count == 1 }
      return (0x30...0x39).contains(first)
    }
  }

  /// The kinds of values.
  package enum Kind: Sendable {
    /// A whole number.
    case number(ClosedRange<UInt64>)
    /// A whole number that may be large: 10_000_000 and 1e6 are accepted too.
    case count(ClosedRange<UInt64>)
    /// A decimal fraction above 0 and below a limit.
    case fraction(below: String)
    /// One of some words.
    case word
    /// The name of a file.
    case file(FileUse)
    /// Any other text, which the code that reads the option checks.
    case text
  }

  package enum Group: String, CaseIterable, Sendable {
    case own = "Options"
    case filter = "Filter options"
    case batch = "Options for long batches"
    case family = "Family options"
    case rules = "Rule options"
    case general = "General options"
  }

  /// The names and the value, as help shows them.
  package var label: String {
    let names = alias.map { "\($0), \(name)" } ?? name
    return value.map { "\(names) \($0.isOptional ? "[\($0.name)]" : $0.name)" } ?? names
  }

  /// Whether the option can be given several times.
  package var canBeRepeated: Bool { value.map { $0.isList || $0.isRepeatable } ?? false }

  /// The use of the file that the value names; nil if the value is not a file.
  package var file: FileUse? {
    if case .file(let use) = value?.kind { use } else { nil }
  }
}

// Declarations.
extension Option {
  /// An option without a value.
  package static func flag(
    _ name: String, _ summary: String, note: String = "", group: Group = .own
  )
    -> Option
  {
    Option(name: name, summary: summary, note: note, group: group)
  }

  /// An option with a whole number.
  package static func number(
    _ name: String, as valueName: String = "N", _ range: ClosedRange<Int>,
    default standard: Int? = nil, defaultText: String? = nil, _ summary: String, note: String = "",
    group: Group = .own
  ) -> Option {
    let range = UInt64(range.lowerBound)...UInt64(range.upperBound)
    return number(
      name, as: valueName, range, default: standard.map { UInt64($0) }, defaultText: defaultText,
      summary, note: note, group: group)
  }

  /// An option with a whole number of the full width.
  package static func number(
    _ name: String, as valueName: String = "N", _ range: ClosedRange<UInt64>,
    default standard: UInt64? = nil, defaultText: String? = nil, _ summary: String,
    note: String = "", group: Group = .own
  ) -> Option {
    let value = Value(
      name: valueName, kind: .number(range), standard: standard.map { String($0) },
      standardText: defaultText)
    return Option(name: name, value: value, summary: summary, note: note, group: group)
  }

  /// An option with a whole number that may be large.
  package static func count(
    _ name: String, alias: String? = nil, as valueName: String = "N", _ range: ClosedRange<UInt64>,
    default standard: UInt64? = nil, defaultText: String? = nil, _ summary: String,
    note: String = "", group: Group = .own
  ) -> Option {
    let value = Value(
      name: valueName, kind: .count(range), standard: standard.map { String($0) },
      standardText: defaultText)
    return Option(
      name: name, alias: alias, value: value, summary: summary, note: note, group: group)
  }

  /// An option with a decimal fraction above 0 and below a limit.
  package static func fraction(
    _ name: String, _ valueName: String, below limit: String, default standard: String? = nil,
    _ summary: String, note: String = ""
  ) -> Option {
    let value = Value(name: valueName, kind: .fraction(below: limit), standard: standard)
    return Option(name: name, value: value, summary: summary, note: note)
  }

  /// An option with one of the words of a type.
  package static func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ valueName: String, _ type: Word.Type, default standard: Word? = nil,
    _ summary: String, note: String = "", group: Group = .own
  ) -> Option where Word.RawValue == String {
    let value = Value(
      name: valueName, kind: .word, words: type.allCases.map(\.rawValue),
      standard: standard?.rawValue)
    return Option(name: name, value: value, summary: summary, note: note, group: group)
  }

  /// The option, given any number of times.
  package var repeatable: Option { changing { $0.isRepeatable = true } }

  /// An option with a file name.
  package static func file(
    _ name: String, alias: String? = nil, _ use: FileUse, _ summary: String, note: String = "",
    group: Group = .own
  ) -> Option {
    Option(
      name: name, alias: alias, value: Value(name: "FILE", kind: .file(use)), summary: summary,
      note: note, group: group)
  }

  /// The option with another summary, for another command.
  package func saying(_ summary: String, note: String? = nil) -> Option {
    var option = self
    option.summary = summary
    if let note { option.note = note }
    return option
  }

  /// The option with another value, for another command.
  package func changing(_ change: (inout Value) -> Void) -> Option {
    var option = self
    if var value {
      change(&value)
      option.value = value
    }
    return option
  }

  /// The options with values, with lists instead of single values.
  package static func lists(_ options: [Option]) -> [Option] {
    options.filter { $0.value != nil }.map(\.asList)
  }

  /// The option with a list instead of a single value.
  package var asList: Option {
    changing { value in
      value.isList = true
      value.name = "LIST"
    }
  }
}

// Texts for help and errors.
extension Option {
  /// The full text of the option in help: summary, range or words, default, note.
  package var text: String {
    var text = summary
    if let value {
      text += value.rangeText
      if let standard = value.standardText ?? value.standard.map(value.shown) {
        text += " (default:\(TextLayout.gluedBlank)\(standard))"
      }
    }
    return note.isEmpty ? text : "\(text). \(note)"
  }
}

extension Option.Value {
  /// The allowed values, as help shows them after the summary.
  fileprivate var rangeText: String {
    switch kind {
    case .number(let range), .count(let range):
      let words = words.isEmpty ? "" : ", or \(words.joined(separator: " or "))"
      return ", \(Self.text(of: range))\(words)"
    case .fraction(let limit): return ", above 0 and below \(limit)"
    case .word: return ": \(listed(words, "or"))"
    case .file, .text: return ""
    }
  }

  /// A range, as help and errors show it.
  package static func text(of range: ClosedRange<UInt64>) -> String {
    "\(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
  }

  /// A number in digits that can be typed as they are. A number just below a large power of two is written as in
  /// 2^64-1, because so many digits are hard to read.
  package static func text(of number: UInt64) -> String {
    for below in 1...UInt64(2) {
      let (power, isWhole) = number.addingReportingOverflow(below)
      if isWhole, power == 0 { return "2^64-\(below)" }
      let exponent = power.trailingZeroBitCount
      if !isWhole, exponent >= 29, power == 1 << UInt64(exponent) {
        return "2^\(exponent)-\(below)"
      }
    }
    return String(number)
  }

  /// A default as help shows it.
  fileprivate func shown(_ standard: String) -> String {
    switch kind {
    case .number, .count: UInt64(standard).map { Self.text(of: $0) } ?? standard
    case .fraction, .word, .file, .text: standard
    }
  }
}
