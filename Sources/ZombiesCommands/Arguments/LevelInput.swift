import ZombiesCore
import ZombiesGenerator
import ZombiesPlatform
import ZombiesReports

/// The levels that a command is given: its operands, of which `-` is standard input, then `--input`.
struct LevelInput {
  /// A level and where it was found.
  struct Entry {
    let level: Level
    /// The line of a file, or the number of the argument.
    let origin: LevelOrigin
    /// The seed reference on the command line; nil for any other form.
    var reference: String?
    /// The name that a file gives it; nil for none.
    var name: String?

    /// What a picture of it is called: its name, its reference, its code if it is an operand, or its place.
    var title: String { name ?? reference ?? (isOperand ? level.code : place) }

    /// Whether it stands on the command line itself.
    var isOperand: Bool { if case .argument = origin { true } else { false } }

    /// "levels.txt:3" or "argument 1".
    var place: String { origin.description }

    /// What results call the level's origin: the seed reference, otherwise the place.
    var source: LevelOrigin { reference.map { .named($0) } ?? origin }
  }

  /// A file that is read.
  private struct Source {
    let file: InputFile
    var reader: LevelReader

    /// Whether an entry was read, because a file without one is an error.
    var isEmpty = true

    init(_ path: FilePath) throws(Failure) {
      let file = try InputFile(path)
      self.file = file
      reader = LevelReader { file.read() }
    }
  }

  private var operands: ArraySlice<(number: Int, operand: Arguments.Operand)>
  private var standardInput: Source?
  private var input: Source?

  /// Whether nobody wants to be told how long a level takes to find.
  private let isQuiet: Bool

  /// Whether results name the origin of each level: not if a single level is given as an operand.
  let areNamed: Bool

  /// Opens what a command is given.
  ///
  /// - Parameters:
  ///   - others: How many operands before the levels are no levels.
  ///   - isQuiet: Whether the command shows progress of its own.
  /// - Throws: ``Failure`` with status 64 where there is nothing, 66 for a file that cannot be
  ///   opened.
  init(
    _ arguments: Arguments, behind others: Int = 0, isQuiet: Bool = false
  ) throws(Failure) {
    operands = arguments.operands.enumerated().map { ($0.offset + 1, $0.element) }
      .dropFirst(others)
    let path = arguments.takes(.input) ? arguments.path(.input) : nil
    switch operands.filter(\.operand.isStandardInput).count {
    case 0: break
    case 1 where path == nil: standardInput = try Source(FilePath("-"))
    case 1: throw arguments.badUsage("give either - or --input")
    default: throw arguments.badUsage("- is given twice: standard input can be read only once")
    }
    input = try path.map { path throws(Failure) in try Source(path) }
    self.isQuiet = isQuiet || arguments.isQuiet
    areNamed = operands.count != 1 || standardInput != nil || input != nil
    if operands.isEmpty, input == nil {
      throw arguments.badUsage("no level: give a LEVEL, or --input FILE (- for standard input)")
    }
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``Failure`` with status 65 for what is no level, 74 for a read that failed.
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
        let level = try Self.level(operand, number)
        return Entry(level: level, origin: .argument(number), reference: reference)
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
        throw .badData("\(file.name): no level in it, expected codes, references or pictures")
      }
      return nil
    }
    current.isEmpty = false
    source = current
    return Entry(level: entry.level, origin: .line(entry.line, of: file.name), name: entry.name)
  }

  /// The level of an operand.
  static func level(
    _ operand: Arguments.Operand, _ number: Int
  ) throws(Failure) -> Level {
    guard let text = operand.text else {
      throw .badData("argument \(number): not UTF-8 text, expected a level")
    }
    do throws(LevelError) { return try Level(anyForm: text) } catch {
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
          "argument \(number): '\(text)' is a family, not a level: expected a level such as "
            + "\(text)@0#0, or give the option --family \(text)")
      }
      throw .badData("argument \(number)\(place ?? ""): \(error.problem)")
    }
  }
}
