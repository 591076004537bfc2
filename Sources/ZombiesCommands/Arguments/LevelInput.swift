import ZombiesCore
import ZombiesGenerator
import ZombiesPlatform
import ZombiesReports
import ZombiesSystem

/// The levels given to a command: first its operands, each a level, a file or `-` for standard input, then the
/// files of `--input`.
package struct LevelInput {
  /// A level and its origin.
  package struct Entry {
    package let level: Level
    /// The line in a file, or the number of the argument.
    let origin: LevelOrigin
    /// The reference that the level was made from; nil if none is known.
    package var reference: String?
    /// The level's name; nil if it has none.
    package var name: String?
    /// The reference as typed, if it is the whole operand.
    var typed: String?
    /// Its rules in the file, and their line; nil if the file does not say them.
    package var rules: (rules: NamedRules, line: LevelOrigin)?
    /// The world of a campaign that it belongs to; nil if there is none.
    var world: LevelReader.World?

    /// The title of the level's picture: its name, else its reference, else its code for an operand or its
    /// origin for a level of a file.
    var title: String { name ?? reference ?? (isOperand ? level.code : place) }

    /// What rows and lines about the level begin with.
    var heading: Heading {
      Heading(source: source, title: LevelTitle(name: name, reference: reference))
    }

    /// Whether the level is itself an operand.
    var isOperand: Bool { if case .argument = origin { true } else { false } }

    /// The origin as text: "levels.txt:3" or "argument 1".
    package var place: String { origin.description }

    /// The level's origin in results: the line of a file, or a reference or the number of an argument.
    var source: LevelOrigin { typed.map { .named($0) } ?? origin }
  }

  /// A level's origin in results, and what it is called.
  struct Heading: CustomStringConvertible {
    let source: LevelOrigin
    let title: LevelTitle

    /// Both in a line: "levels.txt:3: The corridor".
    var description: String {
      guard case .named(let reference) = source else {
        return "\(source)" + (called.map { ": \($0)" } ?? "")
      }
      return reference
    }

    /// What the level is called, as a comment behind its code; empty for nothing.
    var remark: String { called.map { " ; \($0)" } ?? "" }

    private var called: String? { title.name ?? title.reference }
  }

  /// A file to read levels from.
  private final class Source {
    let file: InputFile
    var reader: LevelReader

    /// Whether no level has been read so far. A file without levels is an error.
    var isEmpty = true

    /// That error.
    let whenEmpty: Failure

    init(
      _ path: FilePath, _ pause: Pause, for log: InputLog, whenEmpty: Failure?
    ) throws(Failure) {
      let file = try InputFile(path, for: log)
      file.pause = pause
      self.file = file
      self.whenEmpty =
        whenEmpty
        ?? .badData("\(file.name): no level found, expected codes, references or pictures")
      reader = LevelReader { file.read() }
    }
  }

  /// What levels come from.
  private enum Given {
    /// A level on the command line: the number of the argument, and its text.
    case level(Int, String)
    case file(FilePath)
    /// An operand that is neither, which is an error when it is its turn.
    case neither(Failure)
  }

  /// What is left to read, in order.
  private var given: ArraySlice<Given>

  /// The error if standard input is read because nothing is given, and it is empty.
  private var whenNothingIsGiven: Failure?

  /// The file that is being read; nil between files.
  private var source: Source?

  /// The files that are read, for the manifest.
  private let log: InputLog

  /// Whether to hide the progress of finding a level by its reference.
  private let isQuiet: Bool

  /// What the command does while it waits for input.
  let pause = Pause()

  /// Whether results name the origin of each level. They do, unless a single level is given as an
  /// operand.
  let areNamed: Bool

  /// Opens the inputs of a command: the operands, each a level or a file, then the files of `--input`. A
  /// command that cannot make levels itself reads standard input if nothing is given and it is not a terminal.
  ///
  /// All files are opened once before the first is read, so that a misspelled name is found at once.
  ///
  /// - Parameters:
  ///   - others: The number of operands before the levels.
  ///   - isQuiet: Whether the command shows progress of its own.
  /// - Throws: ``Failure`` with status 64 if no levels are given, 65 for an operand that is neither a level
  ///   nor a file, and 66 for a file that cannot be opened.
  package init(
    _ arguments: Arguments, behind others: Int = 0, isQuiet: Bool = false
  ) throws(Failure) {
    var given: [Given] = []
    for (place, operand) in arguments.operands.enumerated().dropFirst(others) {
      given.append(Self.given(operand, place + 1))
    }
    if arguments.takes(.input) { given += arguments.paths(.input).map { .file($0) } }
    let files = given.compactMap { if case .file(let path) = $0 { path } else { nil } }
    guard files.count(where: { $0.text == "-" }) < 2 else {
      throw arguments.badUsage("- is given twice: standard input can be read only once")
    }
    // Pipes are opened only when it is their turn, because each can be opened only once.
    for file in files where fileStatus(file)?.isRegular ?? (file.text != "-") {
      _ = try InputFile(file)
    }
    if given.isEmpty {
      let nothing = arguments.badUsage(
        "no level: give a LEVEL, a FILE of levels, or - for standard input")
      guard arguments.command.operands.readsInput, isatty(0) == 0 else { throw nothing }
      given = [.file(FilePath("-"))]
      whenNothingIsGiven = nothing
    }
    self.given = given[...]
    log = arguments.inputs
    self.isQuiet = isQuiet || arguments.isQuiet
    areNamed = given.count != 1 || !files.isEmpty || arguments.operands.count == others
  }

  /// Opens other files than those of a command's levels.
  init(_ arguments: Arguments, files: [FilePath]) throws(Failure) {
    given = files.map { .file($0) }[...]
    log = arguments.inputs
    (isQuiet, areNamed) = (true, true)
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``Failure`` with status 65 for a text that is not a level, 66 for a file that cannot be
  ///   opened, 74 for a failed read.
  package mutating func next() throws(Failure) -> Entry? {
    while true {
      if let entry = try nextOfFile() { return entry }
      switch given.popFirst() {
      case nil: return nil
      case .file(let path):
        source = try Source(path, pause, for: log, whenEmpty: whenNothingIsGiven)
      case .level(let number, let text): return try entry(text, number)
      case .neither(let failure): throw failure
      }
    }
  }

  /// The only level.
  ///
  /// - Throws: ``Failure`` with status 65 if there are several.
  mutating func onlyEntry() throws(Failure) -> Entry {
    let first = try next()
    if let second = try next() {
      throw .badData("\(second.place): a second level, expected only one")
    }
    guard let first else { throw .badData("no level found") }
    return first
  }

  /// The level of an operand.
  private func entry(_ text: String, _ number: Int) throws(Failure) -> Entry {
    // Most levels are found in a moment.
    let progress = text.contains("@") ? Progress("looking for \(text)", isQuiet: isQuiet) : nil
    defer { progress?.finish() }
    var reader = LevelReader(text)
    do throws(LevelError) {
      let entry = try reader.onlyEntry()
      return Entry(
        level: entry.level, origin: .argument(number), reference: entry.reference, name: entry.name,
        typed: entry.reference == nil || text.contains(" ") ? nil : text,
        rules: entry.rules.map { ($0, .argument(number)) })
    } catch {
      throw .badData("argument \(number)\(Self.place(error)): \(error.problem)")
    }
  }

  /// The next level of a file; nil at the end.
  private mutating func nextOfFile() throws(Failure) -> Entry? {
    guard let source else { return nil }
    let (file, entry): (InputFile, LevelReader.Entry?)
    file = source.file
    do throws(LevelError) { entry = try source.reader.next() } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    guard let entry else {
      if source.isEmpty { throw source.whenEmpty }
      self.source = nil
      return nil
    }
    source.isEmpty = false
    return Entry(
      level: entry.level, origin: .line(entry.line, of: file.name), reference: entry.reference,
      name: entry.name,
      rules: entry.rules.map { ($0, .line(entry.rulesLine ?? entry.line, of: file.name)) },
      world: entry.world.map { source.reader.worlds[$0] })
  }

  // MARK: Operands

  /// Whether an operand names a file of levels: it is not itself a level, and the file exists.
  static func isFile(_ operand: Arguments.Operand) -> Bool {
    if let text = operand.text, problem(of: text) == nil { return false }
    return fileStatus(FilePath(bytes: operand.bytes)) != nil
  }

  /// Why a text is not a level; nil if it is. The level of a reference is not drawn.
  private static func problem(of text: String) -> LevelError? {
    guard let any = try? Level(code: "SP") else { return nil }
    var reader = LevelReader(text) { _ in any }
    do throws(LevelError) {
      _ = try reader.onlyEntry()
      return nil
    } catch {
      return error
    }
  }

  /// Decides what an operand is: what reads as a level is one, and anything else is a file.
  private static func given(_ operand: Arguments.Operand, _ number: Int) -> Given {
    let path = FilePath(bytes: operand.bytes)
    if operand.isStandardInput { return .file(path) }
    guard let text = operand.text else {
      if fileStatus(path) != nil { return .file(path) }
      return .neither(
        Failure(
          status: .noInput, message: "argument \(number): there is no file '\(path.text)'"))
    }
    guard let problem = problem(of: text) else { return .level(number, text) }
    if fileStatus(path) != nil { return .file(path) }
    if (try? Family(text)) != nil {
      return .neither(
        .badData(
          "argument \(number): '\(text)' is a family, not a level: give a level such as "
            + "\(text)@0#0, or use --family \(text)"))
    }
    if looksLikeLevel(text) {
      return .neither(
        .badData(
          "argument \(number)\(place(problem)): \(problem.problem); there is no file with this name "
            + "either"))
    }
    return .neither(
      Failure(
        status: .noInput,
        message: "argument \(number): '\(text)' is neither a file nor a level such as "
          + "S4/5/Z1#2/2F2/4P or classic@42#7"))
  }

  /// Whether a text that is no level was probably meant as one: it has a sign of a reference, several lines,
  /// or rows as in a code.
  private static func looksLikeLevel(_ text: String) -> Bool {
    if text.contains(where: { "@#\n".contains($0) }) || text.contains("+lit") { return true }
    let ofCodes = text.utf8.count { "SPZF/+0123456789".utf8.contains($0) }
    return !text.contains(".") && 2 * ofCodes > text.utf8.count
  }

  /// The position of an error in an operand, with a comma in front of it.
  private static func place(_ error: LevelError) -> String {
    guard let position = error.position else { return "" }
    return position.line == 1 ? ", column \(position.column)" : ", \(position)"
  }
}

extension LevelInput {
  /// A level, and the rules for it.
  struct Job {
    let entry: Entry
    let rules: Rules
  }

  /// Reads all levels, and delivers the results of the work that a closure adds for them.
  ///
  /// While no more input is there, the levels that are there are finished and written.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - outputs: The files that receive the results.
  ///   - add: Adds the work for a level.
  mutating func feed<Item, Output>(
    _ work: OrderedWork<Item, Output>, writing outputs: [OutputFile],
    _ add: (consuming Entry) throws -> Void
  ) throws {
    pause.action = {
      if try work.catchUp() { return true }
      if work.hasDelivered { for output in outputs { try output.flush() } }
      return false
    }
    defer { pause.action = nil }
    do {
      try work.run {
        while let entry = try next() { try add(entry) }
      }
    } catch {
      throw pause.error ?? error
    }
  }
}
