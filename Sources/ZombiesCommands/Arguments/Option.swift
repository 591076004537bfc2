import ZombiesCore
import ZombiesReports

/// An option of a command, declared once: parsing, ranges, defaults, help, errors and completion all
/// read this declaration.
///
/// Commands may declare an option of the same name differently, as `compare` does `--rounds`. What
/// counts is the declaration in the command's own list (``Command/options``).
struct Option: Sendable {
  /// The name with its dashes, as in "--seed".
  let name: String

  /// Another name, as in "-o"; nil where there is none.
  var alias: String?

  /// What stands behind the name; nil for an option without a value.
  var value: Value?

  /// What the option does, in a phrase; help adds the range and the default.
  var summary: String

  /// Sentences that help shows behind the default, if any.
  var note = ""

  /// Options of a group are shown together in help.
  var group = Group.own

  /// The value of an option: which values there are, and which one holds where none is given.
  struct Value: Sendable {
    /// What help calls the value, as in "N".
    var name: String

    /// Which values there are.
    var kind: Kind

    /// Words that can be given: all there are for ``Kind/word``, else some of many.
    var words: [String] = []

    /// What is read where the option is not given; nil for nothing.
    var standard: String?

    /// What happens where the option is not given, in words, if no single value says it.
    var standardText: String?

    /// Whether several values can be given, with commas between them or by giving the option again.
    var isList = false

    /// Whether the value can be left out: a word behind the option is its value only if it looks like
    /// one.
    var isOptional = false

    /// Whether the next word is the value of an option whose value can be left out: a file if it is no
    /// option, and anything else if it begins with a digit.
    func canBe(_ word: [UInt8]?) -> Bool {
      guard let word, let first = word.first else { return false }
      if case .file = kind { return first != UInt8(ascii: "-") || word.count == 1 }
      return (0x30...0x39).contains(first)
    }
  }

  /// Which values an option takes.
  enum Kind: Sendable {
    /// A whole number.
    case number(ClosedRange<UInt64>)
    /// A whole number that may be large: 10_000_000 and 1e6 are accepted.
    case count(ClosedRange<UInt64>)
    /// A decimal fraction above 0 and below a limit.
    case fraction(below: String)
    /// One of some words.
    case word
    /// The name of a file.
    case file(FileUse)
    /// Anything else, which the option's reader looks into.
    case text
  }

  enum Group: String, CaseIterable, Sendable {
    case own = "Options"
    case filter = "Filter options"
    case batch = "Options for long batches"
    case family = "Family options"
    case rules = "Rule options"
    case general = "General options"
  }

  /// The name and the value, as help shows them.
  var label: String {
    let names = alias.map { "\($0), \(name)" } ?? name
    return value.map { "\(names) \($0.isOptional ? "[\($0.name)]" : $0.name)" } ?? names
  }

  /// What the command does with the file that the value names; nil where it names none.
  var file: FileUse? {
    if case .file(let use) = value?.kind { use } else { nil }
  }
}

// Declarations.
extension Option {
  /// An option without a value.
  static func flag(_ name: String, _ summary: String, note: String = "", group: Group = .own)
    -> Option
  {
    Option(name: name, summary: summary, note: note, group: group)
  }

  /// An option with a whole number.
  static func number(
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
  static func number(
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
  static func count(
    _ name: String, as valueName: String = "N", _ range: ClosedRange<UInt64>,
    default standard: UInt64? = nil, defaultText: String? = nil, _ summary: String,
    note: String = "", group: Group = .own
  ) -> Option {
    let value = Value(
      name: valueName, kind: .count(range), standard: standard.map { String($0) },
      standardText: defaultText)
    return Option(name: name, value: value, summary: summary, note: note, group: group)
  }

  /// An option with a decimal fraction above 0 and below a limit.
  static func fraction(
    _ name: String, _ valueName: String, below limit: String, default standard: String? = nil,
    _ summary: String, note: String = ""
  ) -> Option {
    let value = Value(name: valueName, kind: .fraction(below: limit), standard: standard)
    return Option(name: name, value: value, summary: summary, note: note)
  }

  /// An option with one of the words of a type.
  static func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ valueName: String, _ type: Word.Type, default standard: Word? = nil,
    _ summary: String, note: String = "", group: Group = .own
  ) -> Option where Word.RawValue == String {
    let value = Value(
      name: valueName, kind: .word, words: type.allCases.map(\.rawValue),
      standard: standard?.rawValue)
    return Option(name: name, value: value, summary: summary, note: note, group: group)
  }

  /// An option with the name of a file.
  static func file(
    _ name: String, alias: String? = nil, _ use: FileUse, _ summary: String, note: String = "",
    group: Group = .own
  ) -> Option {
    Option(
      name: name, alias: alias, value: Value(name: "FILE", kind: .file(use)), summary: summary,
      note: note, group: group)
  }

  /// The option with another summary, as another command has it.
  func saying(_ summary: String, note: String? = nil) -> Option {
    var option = self
    option.summary = summary
    if let note { option.note = note }
    return option
  }

  /// The option with another value, as another command has it.
  func changing(_ change: (inout Value) -> Void) -> Option {
    var option = self
    if var value {
      change(&value)
      option.value = value
    }
    return option
  }

  /// The option with a list in place of a single value.
  var asList: Option {
    changing { value in
      value.isList = true
      value.name = "LIST"
    }
  }
}

// What help and errors say.
extension Option {
  /// The whole text of the option in help: summary, range or words, default, note.
  var text: String {
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
  /// Which values there are, as help says it behind the summary.
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

  /// A range, as help and errors say it.
  static func text(of range: ClosedRange<UInt64>) -> String {
    "\(text(of: range.lowerBound)) to \(text(of: range.upperBound))"
  }

  /// A number with its thousands apart; one that is just below a large power of two by that power,
  /// for nobody reads twenty digits.
  static func text(of number: UInt64) -> String {
    for below in 1...UInt64(2) {
      let (power, isWhole) = number.addingReportingOverflow(below)
      if isWhole, power == 0 { return "2^64-\(below)" }
      let exponent = power.trailingZeroBitCount
      if !isWhole, exponent >= 29, power == 1 << UInt64(exponent) {
        return "2^\(exponent)-\(below)"
      }
    }
    return number < 10_000 ? String(number) : grouped(number)
  }

  /// A default as help shows it: large numbers with their thousands apart.
  fileprivate func shown(_ standard: String) -> String {
    switch kind {
    case .number, .count: UInt64(standard).map { Self.text(of: $0) } ?? standard
    case .fraction, .word, .file, .text: standard
    }
  }
}
