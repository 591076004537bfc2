import ZombiesCore
import ZombiesGenerator

/// The levels that a command is given: operands first, then those of `--input`.
struct LevelInput {
  /// A level and where it was found.
  struct Entry {
    let level: Level
    /// "levels.txt:3" or "argument 1".
    let place: String
  }

  private var operands: [(number: Int, operand: Arguments.Operand)]
  private let file: InputFile?
  private var reader: LevelReader?

  /// Whether an entry was read, for an empty file is an error.
  private var count = 0

  /// Opens what a command is given.
  ///
  /// - Parameter others: How many operands stand before the levels and are none.
  /// - Throws: ``Failure`` with status 64 where there is nothing, 66 for a file that cannot be
  ///   opened.
  init(_ arguments: Arguments, behind others: Int = 0) throws(Failure) {
    operands = Array(
      arguments.operands.enumerated().map { ($0.offset + 1, $0.element) }.dropFirst(others))
    if let path = arguments.path("--input") {
      let file = try InputFile(path)
      self.file = file
      reader = LevelReader { file.read() }
    } else {
      file = nil
    }
    if operands.isEmpty, file == nil {
      throw arguments.badUsage("no level: give a LEVEL, or --input FILE (- for standard input)")
    }
  }

  /// The next level; nil at the end.
  ///
  /// - Throws: ``Failure`` with status 65 for what is no level, 74 for a read that failed.
  mutating func next() throws(Failure) -> Entry? {
    if !operands.isEmpty {
      let (number, operand) = operands.removeFirst()
      return Entry(level: try Self.level(operand, number), place: "argument \(number)")
    }
    guard let file, var reader else { return nil }
    let entry: LevelReader.Entry?
    do throws(LevelError) { entry = try reader.next() } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    self.reader = reader
    if let failure = file.failure { throw failure }
    guard let entry else {
      if count == 0 {
        throw .badData("\(file.name): no level in it, expected codes, references or pictures")
      }
      return nil
    }
    count += 1
    return Entry(level: entry.level, place: "\(file.name):\(entry.line)")
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
      throw .badData("argument \(number)\(place ?? ""): \(error.problem)")
    }
  }
}
