import ZombiesReports

// How values are read: by the command's own declaration of an option, which holds the range, the words
// and the default.

extension Arguments {
  /// Checks every value against what its option takes, before the command begins.
  ///
  /// - Throws: ``Failure`` with status 64.
  func checkValues() throws(Failure) {
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

  /// An option that is read as what it is not: an internal error, and no reason to trap.
  private func defect(_ option: Option, _ what: String) -> Failure {
    Failure(status: .defect, message: "internal error: \(option.name) \(what)")
  }

  // MARK: Numbers

  /// A whole number: the one that was given, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  func number<Number: FixedWidthInteger>(_ option: Option) throws(Failure) -> Number {
    guard let number: Number = try optionalNumber(option) else {
      throw defect(option, "has no default")
    }
    return number
  }

  /// A whole number: the one that was given, or the default; nil where there is neither, and for a word
  /// that the option takes in place of a number.
  func optionalNumber<Number: FixedWidthInteger>(_ option: Option) throws(Failure) -> Number? {
    try spans(option)?.first.map { Number(clamping: $0.first) }
  }

  /// The numbers of a list, in which a range such as 1..4 or 0..12:3 stands for each of its numbers; nil
  /// where the option is not given and has no default.
  func numbers(_ option: Option) throws(Failure) -> [Int]? {
    guard let spans = try spans(option) else { return nil }
    try checkCount(of: spans)
    return spans.flatMap { span in span.numbers.map { Int(clamping: $0) } }
  }

  /// The numbers and the ranges of numbers that a value consists of, a single one unless it is a list.
  private func spans(_ option: Option) throws(Failure) -> [NumberSpan]? {
    guard let value = value(of: option), let text = try text(option) else { return nil }
    let range: ClosedRange<UInt64>
    var isLarge = false
    switch value.kind {
    case .number(let numbers): range = numbers
    case .count(let numbers): (range, isLarge) = (numbers, true)
    default: throw defect(option, "is no number")
    }
    if value.words.contains(text) { return nil }
    if value.isList { return try spans(option, text, range) }
    guard let number = isLarge ? largeDecimal(text) : decimal(text), range.contains(number) else {
      let words = value.words.isEmpty ? "" : "neither \(value.words.joined(separator: ", ")) nor "
      throw badValue(
        option,
        "'\(text)' is \(words.isEmpty ? "not " : words)a whole number from "
          + Option.Value.text(of: range)
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
          "'\(item)' is neither a whole number from \(Option.Value.text(of: range)) "
            + "nor a range such as 1..4, or 0..12:3 with a step of at least 1")
      }
      spans.append(span)
    }
    return spans
  }

  /// A decimal fraction above 0 and below the option's limit: the one that was given, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  func fraction(_ option: Option) throws(Failure) -> Double {
    guard let fraction = try optionalFraction(option) else {
      throw defect(option, "has no default")
    }
    return fraction
  }

  /// A decimal fraction above 0 and below the option's limit: the one that was given, or the default;
  /// nil where there is neither.
  func optionalFraction(_ option: Option) throws(Failure) -> Double? {
    guard case .fraction(let limit) = value(of: option)?.kind, let text = try text(option) else {
      return nil
    }
    guard let value = decimalFraction(text), value < decimalFraction(limit) ?? 1 else {
      throw badValue(
        option,
        "'\(text)' is not a decimal fraction above 0 and below \(limit), "
          + "such as 0.01, with at most nine decimals")
    }
    return value
  }

  // MARK: Words

  /// One of the words of a type: the one that was given, or the default.
  ///
  /// - Throws: ``Failure``, also for an option without a default, which is an internal error.
  func choice<Word: RawRepresentable>(
    _ option: Option, as type: Word.Type = Word.self
  ) throws(Failure) -> Word where Word.RawValue == String {
    guard let word = try choices(option, as: type)?.first else {
      throw defect(option, "has no default")
    }
    return word
  }

  /// Several of the words of a type; nil where the option is not given and has no default.
  func choices<Word: RawRepresentable>(
    _ option: Option, as type: Word.Type = Word.self
  ) throws(Failure) -> [Word]? where Word.RawValue == String {
    try words(option)?.compactMap { Word(rawValue: $0) }
  }

  /// The words that a value consists of, a single one unless it is a list; nil where the option is not
  /// given and has no default.
  func words(_ option: Option) throws(Failure) -> [String]? {
    guard let value = value(of: option), let text = try text(option) else { return nil }
    let given = value.isList ? items(text) : [text]
    for word in given where !value.words.contains(word) {
      throw badValue(option, Self.notOne(word, of: value.words))
    }
    return given
  }

  /// What is said of a word that is none of some others.
  static func notOne(_ word: String, of words: [String]) -> String {
    "'\(word)' is not one of \(words.joined(separator: ", "))" + didYouMean(word, among: words)
  }

  /// The items of a list.
  func items(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
