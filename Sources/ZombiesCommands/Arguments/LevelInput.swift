import ZombiesCore
import ZombiesGenerator
import ZombiesPlatform
import ZombiesReports

/// The levels given to a command: first its operands, with `-` for standard input, then `--input`.
struct LevelInput {
  /// A level and its origin.
  struct Entry {
    let level: Level
    /// The line in a file, or the number of the argument.
    let origin: LevelOrigin
    /// The seed reference on the command line; nil for any other form.
    var reference: String?
    /// The level's name in the file; nil if it has none.
    var name: String?
    /// Its rules in the file, and their line; nil if the file does not say them.
    var rules: (rules: NamedRules, line: LevelOrigin)?

    /// The title of the level's picture: its name, else its reference, else its code for an operand or its
    /// origin for a level of a file.
    var title: String { name ?? reference ?? (isOperand ? level.code : place) }

    /// Whether the level is itself an operand.
    var isOperand: Bool { if case .argument = origin { true } else { false } }

    /// The origin as text: "levels.txt:3" or "argument 1".
    var place: String { origin.description }

    /// The level's origin in results: its seed reference, else its line or argument.
    var source: LevelOrigin { reference.map { .named($0) } ?? origin }
  }

  /// A file to read levels from.
  private struct Source {
    let file: InputFile
    var reader: LevelReader

    /// Whether no level has been read so far. A file without levels is an error.
    var isEmpty = true

    init(_ path: FilePath, _ pause: Pause) throws(Failure) {
      let file = try InputFile(path)
      file.pause = pause
      self.file = file
      reader = LevelReader { file.read() }
    }
  }

  private var operands: ArraySlice<(number: Int, operand: Arguments.Operand)>
  private var standardInput: Source?
  private var input: Source?

  /// Whether to hide the progress of finding a level by its reference.
  private let isQuiet: Bool

  /// What the command does while it waits for input.
  let pause = Pause()

  /// Whether results name the origin of each level. They do, unless a single level is given as an
  /// operand.
  let areNamed: Bool

  /// Opens the inputs of a command.
  ///
  /// - Parameters:
  ///   - others: The number of operands before the levels.
  ///   - isQuiet: Whether the command shows progress of its own.
  /// - Throws: ``Failure`` with status 64 if no levels are given, 66 for a file that cannot be opened.
  init(
    _ arguments: Arguments, behind others: Int = 0, isQuiet: Bool = false
  ) throws(Failure) {
    operands = arguments.operands.enumerated().map { ($0.offset + 1, $0.element) }
      .dropFirst(others)
    let path = arguments.takes(.input) ? arguments.path(.input) : nil
    switch operands.filter(\.operand.isStandardInput).count {
    case 0: break
    case 1 where path == nil: standardInput = try Source(FilePath("-"), pause)
    case 1: throw arguments.badUsage("- and --input cannot be combined")
    default: throw arguments.badUsage("- is given twice: standard input can be read only once")
    }
    input = try path.map { [pause] path throws(Failure) in try Source(path, pause) }
    self.isQuiet = isQuiet || arguments.isQuiet
    areNamed = operands.count != 1 || standardInput != nil || input != nil
    if operands.isEmpty, input == nil {
      throw arguments.badUsage("no level: give a LEVEL or --input FILE (- for standard input)")
    }
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``Failure`` with status 65 for a text that is not a level, 74 for a failed read.
  mutating func next() throws(Failure) -> Entry? {
    while let (number, operand) = operands.first {
      if operand.isStandardInput {
        if let entry = try Self.next(&standardInput) { return entry }
        operands.removeFirst()
      } else {
        operands.removeFirst()
        let reference = operand.text.flatMap { (try? SeedReference($0)) == nil ? nil : $0 }
        // Most levels are found in a moment.
        let progress = reference.map { Progress("looking for \($0)", isQuiet: isQuiet) }
        defer { progress?.finish() }
        let entry = try Self.entry(operand, number)
        return Entry(
          level: entry.level, origin: .argument(number), reference: reference,
          rules: entry.rules.map { ($0, .argument(number)) })
      }
    }
    return try Self.next(&input)
  }

  /// The next level of a file; nil at the end.
  private static func next(_ source: inout Source?) throws(Failure) -> Entry? {
    guard var current = source else { return nil }
    let (file, entry): (InputFile, LevelReader.Entry?)
    file = current.file
    do throws(LevelError) { entry = try current.reader.next() } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    guard let entry else {
      if current.isEmpty {
        throw .badData("\(file.name): no level found, expected codes, references or pictures")
      }
      return nil
    }
    current.isEmpty = false
    source = current
    return Entry(
      level: entry.level, origin: .line(entry.line, of: file.name), name: entry.name,
      rules: entry.rules.map { ($0, .line(entry.rulesLine ?? entry.line, of: file.name)) })
  }

  /// The level of an operand.
  private static func entry(
    _ operand: Arguments.Operand, _ number: Int
  ) throws(Failure) -> LevelReader.Entry {
    guard let text = operand.text else {
      throw .badData("argument \(number): not UTF-8 text, expected a level")
    }
    var reader = LevelReader(text)
    do throws(LevelError) { return try reader.onlyEntry() } catch {
      let place = error.position.map { position in
        position.line == 1 ? ", column \(position.column)" : ", \(position)"
      }
      if let status = fileStatus(FilePath(bytes: operand.bytes)), status.st_mode & S_IFMT != S_IFDIR
      {
        let word = shellWord(operand.bytes)
        throw .badData("argument \(number): '\(text)' is a file: use --input \(word)")
      }
      if (try? Family(text)) != nil {
        throw .badData(
          "argument \(number): '\(text)' is a family, not a level: give a level such as "
            + "\(text)@0#0, or use --family \(text)")
      }
      throw .badData("argument \(number)\(place ?? ""): \(error.problem)")
    }
  }
}
