import ZombiesSystem

/// The parsed arguments of a command.
package struct Arguments {
  /// The command.
  let command: Command

  /// An operand: an argument that is neither an option nor the value of one.
  package struct Operand {
    package let bytes: [UInt8]

    /// The text; nil if it is not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// Whether the operand is `-`, which means standard input.
    var isStandardInput: Bool { bytes == [UInt8(ascii: "-")] }
  }

  /// The operands, in order.
  package private(set) var operands: [Operand] = []

  /// The values as given, by option name: one for each option, empty for options without a value, and
  /// several for repeatable options.
  private var values: [String: [[UInt8]]] = [:]

  /// The given options, in order.
  private var order: [Option] = []

  /// The files that the command reads, for its manifest.
  package private(set) var inputs = InputLog(isNeeded: false)

  /// The name that the program was called by.
  let program: [UInt8]

  /// Parses the arguments of a command.
  ///
  /// - Throws: ``Failure`` with status 64.
  package init(
    _ words: ArraySlice<[UInt8]>, of command: Command, program: [UInt8] = Array("zombies".utf8)
  ) throws(Failure) {
    self.command = command
    self.program = program
    var words = words
    var areOptionsOver = false
    while let word = words.popFirst() {
      if areOptionsOver || word.first != UInt8(ascii: "-") || word.count == 1 {
        operands.append(Operand(bytes: word))
      } else if word.elementsEqual("--".utf8) {
        areOptionsOver = true
      } else {
        try take(word, &words)
      }
    }
    if command.operands.usage.isEmpty, !operands.isEmpty {
      throw badUsage("\(command.name) takes no operands, only options")
    }
    inputs = InputLog(isNeeded: values[Option.manifest.name] != nil)
  }

  private mutating func take(
    _ word: [UInt8], _ words: inout ArraySlice<[UInt8]>
  ) throws(Failure) {
    let options = command.options
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
      throw badUsage("unknown option '\(name)'" + didYouMean(name, among: names))
    }
    let earlier = values[option.name]
    guard earlier == nil || option.canBeRepeated else {
      throw badUsage("\(option.name) is given twice")
    }
    if earlier == nil { order.append(option) }
    guard let value = option.value else {
      guard equals == nil else { throw badUsage("\(option.name) takes no value") }
      values[option.name] = [[]]
      return
    }
    let new: [UInt8]
    if let equals {
      new = Array(word[(equals + 1)...])
    } else if value.isOptional, !value.canBe(words.first) {
      new = []
    } else if let next = words.popFirst() {
      new = next
    } else {
      throw badUsage("\(name) needs a value: \(name) \(value.name)")
    }
    if value.takesPrograms, let last = earlier?.last,
      new.contains(UInt8(ascii: "=")) || last.contains(UInt8(ascii: "="))
    {
      // A command may contain commas.
      values[option.name] = (earlier ?? []) + [new]
    } else if value.takesPrograms, let earlier, let last = earlier.last {
      values[option.name] = earlier.dropLast() + [last + [UInt8(ascii: ",")] + new]
    } else if value.isRepeatable {
      values[option.name] = (earlier ?? []) + [new]
    } else {
      // "--policy edge --policy random" is "--policy edge,random".
      values[option.name] = [(earlier?.first.map { $0 + [UInt8(ascii: ",")] } ?? []) + new]
    }
  }

  /// The command's own declaration of an option; nil if the command does not have the option.
  private func declaration(of option: Option) -> Option? {
    command.options.first { $0.name == option.name }
  }

  /// Whether the command has an option.
  func takes(_ option: Option) -> Bool { declaration(of: option) != nil }

  /// The value of an option, as the command declares it. The command must have the option.
  func value(of option: Option) -> Option.Value? {
    let declaration = declaration(of: option)
    assert(declaration != nil, "\(command.name) has no option \(option.name)")
    return declaration?.value
  }

  /// Whether an option was given.
  package func has(_ option: Option) -> Bool {
    assert(takes(option), "\(command.name) has no option \(option.name)")
    return values[option.name] != nil
  }

  /// The given options, in order.
  var given: [Option] { order }

  /// The first of some options that was given; nil if none was.
  package func first(of options: [Option]) -> Option? { options.first { has($0) } }

  /// The value of an option as a path; nil if there is no value.
  package func path(_ option: Option) -> FilePath? { paths(option).first }

  /// The values of a repeatable option as paths, in order.
  func paths(_ option: Option) -> [FilePath] {
    guard has(option), let values = values[option.name] else { return [] }
    let isOptional = option.value?.isOptional ?? false
    return values.filter { !($0.isEmpty && isOptional) }.map { FilePath(bytes: $0) }
  }

  /// The given value of an option as text, or its default; nil if there is neither.
  ///
  /// - Throws: ``Failure`` if the value is not UTF-8.
  package func text(_ option: Option) throws(Failure) -> String? {
    guard has(option), let bytes = values[option.name]?.first else {
      return standard(of: option)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw badValue(option, "the value is not UTF-8 text")
    }
    return text
  }

  /// The value of an option that is not given; nil if there is none.
  private func standard(of option: Option) -> String? {
    let chosen = option.name == Option.tableFormat.name ? formatOfEnding : nil
    return chosen ?? value(of: option)?.standard
  }

  /// All given values of an option as text, or its default; none if there is neither.
  ///
  /// - Throws: ``Failure`` if a value is not UTF-8.
  package func texts(_ option: Option) throws(Failure) -> [String] {
    guard has(option), let all = values[option.name] else {
      return standard(of: option).map { [$0] } ?? []
    }
    var texts: [String] = []
    for bytes in all {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw badValue(option, "the value is not UTF-8 text")
      }
      texts.append(text)
    }
    return texts
  }

  /// The failure for a bad value of an option.
  package func badValue(_ option: Option, _ problem: String) -> Failure {
    badUsage("\(option.name): \(problem)")
  }

  /// A bad-usage failure of this command.
  package func badUsage(_ message: String) -> Failure { .badUsage(message, in: command.name) }

  /// Prints a note on stderr, unless `--quiet` is given.
  package func note(_ text: String) {
    if !takes(.quiet) || !has(.quiet) { Terminal.say(text) }
  }

  /// The command line, quoted for a shell.
  ///
  /// - Parameters:
  ///   - program: The program's name; nil for the name that it was called by.
  ///   - changes: Options to change: a new value, an empty string for an option without a value, or
  ///     nil to omit the option. Options that were not given are added after the others.
  func line(
    as program: [UInt8]? = nil, changing changes: [(option: Option, value: String?)] = []
  ) -> String {
    var words = [program ?? self.program, Array(command.name.utf8)]
    let changed = Dictionary(changes.map { ($0.option.name, $0.value) }) { $1 }
    let added = changes.map(\.option).filter { values[$0.name] == nil }
    for option in order + added {
      var given = values[option.name] ?? []
      if let change = changed[option.name] { given = change.map { [Array($0.utf8)] } ?? [] }
      for value in given {
        words.append(Array(option.name.utf8))
        if option.value != nil { words.append(value) }
      }
    }
    if operands.contains(where: { $0.bytes.first == UInt8(ascii: "-") && $0.bytes.count > 1 }) {
      words.append(Array("--".utf8))
    }
    return (words + operands.map(\.bytes)).map(shellWord).joined(separator: " ")
  }
}
