import ZombiesAnalysis
import ZombiesPolicies
import ZombiesReports

/// A command of the program: what help says of it, its options, and what it does.
struct Command: Sendable {
  /// The name, as in "generate".
  let name: String

  /// What it does, in a line.
  let summary: String

  /// What stands behind the name, without the options.
  let operands: String

  /// Whether the operands name files to be read.
  var operandsAreFiles = false

  /// What it does, in a few lines of at most 80 columns.
  let details: String

  /// Its options, those of every command left out.
  let options: [Option]

  /// A worked example: a command line and what it prints.
  let example: (line: String, output: String)

  /// Does it.
  let run: @Sendable (Arguments) throws -> ExitStatus

  /// The options that every command has too.
  var allOptions: [Option] { options + [.help] }

  /// The usage line.
  var usage: String {
    "zombies \(name)" + (operands.isEmpty ? "" : " \(operands)")
      + (options.isEmpty ? "" : " [options]")
  }
}

/// The arguments of a command, taken apart.
struct Arguments {
  /// The command.
  let command: String

  /// An operand: what stands beside the options.
  struct Operand {
    let bytes: [UInt8]

    /// The text; nil where it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }
  }

  /// What stands beside the options, in order.
  private(set) var operands: [Operand] = []

  /// The options by name, with their values, empty for options without one.
  private var values: [String: [UInt8]] = [:]

  /// The options by name, in the order given.
  private var order: [String] = []

  /// The program's name, as it was called.
  let program: [UInt8]

  /// Takes the arguments of a command apart.
  ///
  /// - Throws: ``Failure`` with status 64.
  init(
    _ words: ArraySlice<[UInt8]>, of command: Command, program: [UInt8] = Array("zombies".utf8)
  ) throws(Failure) {
    self.command = command.name
    self.program = program
    var words = words
    var areOptionsOver = false
    while let word = words.popFirst() {
      if areOptionsOver || word.first != UInt8(ascii: "-") || word.count == 1 {
        operands.append(Operand(bytes: word))
      } else if word.elementsEqual("--".utf8) {
        areOptionsOver = true
      } else {
        try take(word, &words, of: command)
      }
    }
  }

  private mutating func take(
    _ word: [UInt8], _ words: inout ArraySlice<[UInt8]>, of command: Command
  ) throws(Failure) {
    let options = command.allOptions
    // "-oFILE" is "-o FILE".
    let short = String(decoding: word.prefix(2), as: UTF8.self)
    let isAttached =
      word.count > 2
      && options.contains { $0.alias == short && short.utf8.count == 2 && $0.value != nil }
    if isAttached { words.insert(Array(word.dropFirst(2)), at: words.startIndex) }
    let equals = isAttached ? nil : word.firstIndex(of: UInt8(ascii: "="))
    let name =
      isAttached ? short : String(decoding: word[..<(equals ?? word.endIndex)], as: UTF8.self)
    guard let option = options.first(where: { $0.name == name || $0.alias == name }) else {
      let names = options.flatMap { [$0.name] + ($0.alias.map { [$0] } ?? []) }
      throw .badUsage(
        "unknown option '\(name)'" + didYouMean(name, among: names), in: command.name)
    }
    guard values[option.name] == nil else {
      throw .badUsage("\(option.name) is given twice", in: command.name)
    }
    order.append(option.name)
    if option.value == nil {
      guard equals == nil else {
        throw .badUsage("\(option.name) takes no value", in: command.name)
      }
      values[option.name] = []
    } else if let equals {
      values[option.name] = Array(word[(equals + 1)...])
    } else if let value = words.popFirst() {
      values[option.name] = value
    } else {
      throw .badUsage("\(name) needs a value: \(name) \(option.value ?? "")", in: command.name)
    }
  }

  /// The command line again, as a shell reads it.
  ///
  /// - Parameter changes: Options to be said otherwise: with a value, empty for one without, or nil
  ///   to be left out. What was not given is said behind the others.
  func line(changing changes: [(name: String, value: String?)] = []) -> String {
    var words = [program, Array(command.utf8)]
    let changed = Dictionary(changes.map { ($0.name, $0.value) }) { $1 }
    let names = order + changes.map(\.name).filter { !order.contains($0) }
    for name in names {
      var value = values[name]
      if let change = changed[name] { value = change.map { Array($0.utf8) } }
      guard let value else { continue }
      words.append(Array(name.utf8))
      if !value.isEmpty || values[name] != nil && Self.takesValue(name, in: command) {
        words.append(value)
      }
    }
    if operands.contains(where: { $0.bytes.first == UInt8(ascii: "-") && $0.bytes.count > 1 }) {
      words.append(Array("--".utf8))
    }
    words += operands.map(\.bytes)
    return words.map(shellWord).joined(separator: " ")
  }

  private static func takesValue(_ name: String, in command: String) -> Bool {
    Tool.commands.first { $0.name == command }?.allOptions.contains {
      $0.name == name && $0.value != nil
    } ?? false
  }

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option as it was given.
  func path(_ option: String) -> FilePath? { values[option].map { FilePath(bytes: $0) } }

  /// The value of an option as text.
  ///
  /// - Throws: ``Failure`` where it is not UTF-8.
  func text(_ option: String) throws(Failure) -> String? {
    guard let bytes = values[option] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw badValue(option, "a value that is not UTF-8 text")
    }
    return text
  }

  /// The failure of a value that is not what an option expects.
  func badValue(_ option: String, _ problem: String) -> Failure {
    .badUsage("\(option): \(problem)", in: command)
  }

  /// A failure of bad usage of this command.
  func badUsage(_ message: String) -> Failure { .badUsage(message, in: command) }

  /// One of several words.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ option: String, _ type: Value.Type
  ) throws(Failure) -> Value? where Value.RawValue == String {
    guard let text = try text(option) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let words = Value.allCases.map(\.rawValue)
    throw badValue(
      option,
      "'\(text)' is not one of \(words.joined(separator: ", "))"
        + didYouMean(text, among: words))
  }

  /// A whole number.
  func number(_ option: String, _ range: ClosedRange<UInt64>) throws(Failure) -> UInt64? {
    guard let text = try text(option) else { return nil }
    guard let number = decimal(text), range.contains(number) else {
      throw badValue(option, "'\(text)' is not a whole number from \(Self.show(range))")
    }
    return number
  }

  /// A whole number that may be large: `10_000_000` and `1e6` are welcome.
  func count(_ option: String, _ range: ClosedRange<UInt64>) throws(Failure) -> UInt64? {
    guard let text = try text(option) else { return nil }
    guard let number = largeDecimal(text), range.contains(number) else {
      throw badValue(
        option,
        "'\(text)' is not a whole number from \(Self.show(range)) "
          + "(10_000_000 and 1e6 are welcome)")
    }
    return number
  }

  private static func show(_ range: ClosedRange<UInt64>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
