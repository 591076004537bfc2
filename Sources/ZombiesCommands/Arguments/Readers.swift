import ZombiesReports
import ZombiesSystem

// Values are read according to the command's own declaration of an option, which contains the range,
// the words and the default.

extension Arguments {
  /// Checks every value against the declaration of its option, before the command begins.
  ///
  /// - Throws: ``Failure`` with status 64.
  package func checkValues() throws(Failure) {
    for option in given {
      guard let value = option.value else { continue }
      switch value.kind {
      case .number, .count: _ = try spans(option)
      case .fraction: _ = try optionalFraction(option)
      case .word: _ = try words(option)
      case .file: break
      case .text: _ = try text(option)
      }
    }
  }

  /// The failure for an option that the code reads as the wrong kind. It is a bug, but no reason to trap.
  private func defect(_ option: Option, _ what: String) -> Failure {
    Failure(status: .defect, message: "internal error: \(option.name) \(what)")
  }

  // MARK: Numbers

  /// The given whole number, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  func number<Number: FixedWidthInteger>(_ option: Option) throws(Failure) -> Number {
    guard let number: Number = try optionalNumber(option) else {
      throw defect(option, "has no default")
    }
    return number
  }

  /// The given whole number, or the default; nil if there is neither, or for a word that the option
  /// accepts instead of a number.
  package func optionalNumber<Number: FixedWidthInteger>(_ option: Option) throws(Failure)
    -> Number?
  {
    try spans(option)?.first.map { Number(clamping: $0.first) }
  }

  /// The numbers of a list, with ranges such as 1..4 or 0..12:3 expanded; nil if the option is not given
  /// and has no default.
  func numbers(_ option: Option) throws(Failure) -> [Int]? {
    guard let spans = try spans(option) else { return nil }
    try checkCount(of: spans)
    return spans.flatMap { span in span.numbers.map { Int(clamping: $0) } }
  }

  /// The numbers and ranges of a value. It has a single one unless it is a list.
  private func spans(_ option: Option) throws(Failure) -> [NumberSpan]? {
    guard let value = value(of: option), let text = try text(option) else { return nil }
    let range: ClosedRange<UInt64>
    var isLarge = false
    switch value.kind {
    case .number(let numbers): range = numbers
    case .count(let numbers): (range, isLarge) = (numbers, true)
    default: throw defect(option, "is not a number")
    }
    if value.words.contains(text) { return nil }
    if value.isList { return try spans(option, text, range) }
    guard let number = isLarge ? largeDecimal(text) : decimal(text), range.contains(number) else {
      let words = value.words.isEmpty ? "" : "\(value.words.joined(separator: ", ")) or "
      throw badValue(
        option,
        "'\(text)' is not \(words)a whole number from " + Option.Value.text(of: range)
          + (isLarge ? " (10_000_000 and 1e6 are accepted)" : ""))
    }
    return [NumberSpan(number)]
  }

  private func spans(
    _ option: Option, _ text: String, _ range: ClosedRange<UInt64>
  ) throws(Failure) -> [NumberSpan] {
    var spans: [NumberSpan] = []
    for item in items(text) {
      guard let span = NumberSpan(item), span.isWithin(range) else {
        throw badValue(
          option,
          "'\(item)' is not a whole number from \(Option.Value.text(of: range)) "
            + "or a range such as 1..4, or 0..12:3 with a step of at least 1")
      }
      spans.append(span)
    }
    return spans
  }

  /// The given decimal fraction, above 0 and below the option's limit, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  func fraction(_ option: Option) throws(Failure) -> Double {
    guard let fraction = try optionalFraction(option) else {
      throw defect(option, "has no default")
    }
    return fraction
  }

  /// The given decimal fraction, above 0 and below the option's limit, or the default; nil if there is
  /// neither.
  func optionalFraction(_ option: Option) throws(Failure) -> Double? {
    guard case .fraction(let limit) = value(of: option)?.kind, let text = try text(option) else {
      return nil
    }
    guard let value = decimalFraction(text), value < decimalFraction(limit) ?? 1 else {
      throw badValue(
        option,
        "'\(text)' is not a decimal fraction above 0 and below \(limit) with at most 9 decimals, "
          + "such as 0.01")
    }
    return value
  }

  // MARK: Words

  /// The given word, one of those of a type, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  package func choice<Word: RawRepresentable>(
    _ option: Option, as type: Word.Type = Word.self
  ) throws(Failure) -> Word where Word.RawValue == String {
    guard let word = try choices(option, as: type)?.first else {
      throw defect(option, "has no default")
    }
    return word
  }

  /// The given words of a type, or the default; nil if there is neither.
  func choices<Word: RawRepresentable>(
    _ option: Option, as type: Word.Type = Word.self
  ) throws(Failure) -> [Word]? where Word.RawValue == String {
    try words(option)?.compactMap { Word(rawValue: $0) }
  }

  /// The words of a value, or the default; nil if there is neither. A value has a single word unless it is
  /// a list.
  func words(_ option: Option) throws(Failure) -> [String]? {
    guard let value = value(of: option) else { return nil }
    var texts = try texts(option)
    if value.takesPrograms { texts.removeAll { $0.contains("=") } }
    if texts.isEmpty { return nil }
    let given = texts.flatMap { value.isList ? items($0) : [$0] }
    for word in given where !value.words.contains(word) {
      throw badValue(option, Self.notOne(word, of: value.words))
    }
    return given
  }

  /// The message for a word that is not one of those allowed.
  package static func notOne(_ word: String, of words: [String]) -> String {
    "'\(word)' is not one of \(words.joined(separator: ", "))" + didYouMean(word, among: words)
  }

  /// The items of a list.
  func items(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
