import ZombiesCore
import ZombiesGenerator
import ZombiesPlatform
import ZombiesSystem

// The values of options that several commands share.

extension Arguments {
  /// The rules that the options set.
  package func rules() throws(Failure) -> Rules {
    guard let rules = try ruleGrid().first else { throw badUsage("no such rules") }
    return rules
  }

  /// The seed.
  func seed() throws(Failure) -> UInt64 { try number(.seed) }

  /// The limit on states; nil for the default of the computation.
  package func maxStates() throws(Failure) -> Int? { try optionalNumber(.maxStates) }

  /// The title of a page or a picture.
  package func title() throws(Failure) -> String { try title(.title("")) ?? "" }

  /// The number of threads.
  package func threads() throws(Failure) -> Int { try optionalNumber(.threads) ?? Terminal.cores }

  /// The named family, with single settings changed.
  package func family() throws(Failure) -> Family {
    let family = try self.family(named: try text(.family) ?? "")
    let size = try size(from: family.size)
    let zombies = try optionalNumber(.zombies) ?? family.zombies
    let blocks = try optionalNumber(.blocks) ?? family.blocks
    let flashlights = try optionalNumber(.flashlights) ?? family.flashlights
    guard
      let changed = try? Family(
        size: size, zombies: zombies, blocks: blocks, flashlights: flashlights,
        isLit: family.isLit || has(.lit))
    else { throw badUsage("no such family") }
    return changed
  }

  /// The family with a name.
  func family(named name: String) throws(Failure) -> Family {
    do throws(NameError) { return try Family(name) } catch {
      throw badValue(
        .family,
        "'\(name)', character \(error.offset + 1): \(error)"
          + didYouMean(name, among: Family.presets.map(\.name)))
    }
  }

  /// Checks that no side is given together with a size.
  func checkSidesAreGivenOnce() throws(Failure) {
    guard has(.size), let side = first(of: [.rows, .columns]) else { return }
    throw badUsage("\(side.name) is given twice: --size sets it too")
  }

  private func size(from size: RoomSize) throws(Failure) -> RoomSize {
    var (rows, columns) = (size.rows, size.columns)
    try checkSidesAreGivenOnce()
    if let text = try text(.size) {
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = decimal(parts[0]), let second = decimal(parts[1]),
        Option.sides.contains(first), Option.sides.contains(second)
      else {
        throw badValue(
          .size,
          "'\(text)' is not ROWSxCOLUMNS, two numbers from \(Option.Value.text(of: Option.sides))")
      }
      (rows, columns) = (Int(first), Int(second))
    }
    rows = try optionalNumber(.rows) ?? rows
    columns = try optionalNumber(.columns) ?? columns
    return try roomSize(rows, columns)
  }

  /// The size of a room whose sides are in range.
  func roomSize(_ rows: Int, _ columns: Int) throws(Failure) -> RoomSize {
    guard let size = try? RoomSize(rows: rows, columns: columns) else {
      throw badUsage("a room must have at least 2 squares, not \(rows)x\(columns)")
    }
    return size
  }

  /// The destination of data: a file, or standard output.
  package func output() throws(Failure) -> OutputFile {
    try path(.output).map { path throws(Failure) in try OutputFile.open(path) }
      ?? .standardOutput()
  }

  /// Checks that a page or picture is not printed on a terminal.
  package func checkOutputIsNoTerminal(for what: String = "HTML") throws(Failure) {
    guard has(.output) || isatty(1) == 0 else {
      throw badUsage("refusing to print \(what) on a terminal: use \(Option.output.name) FILE")
    }
  }

  /// Whether progress is hidden. It is with `--quiet`, or if it would overwrite levels that are typed at
  /// the terminal.
  package var isQuiet: Bool {
    let inputs = takes(.input) ? paths(.input) : []
    let isRead = inputs.contains { $0.text == "-" } || operands.contains(where: \.isStandardInput)
    return has(.quiet) || (isRead && isatty(0) == 1)
  }

  /// The colours for pictures on an output.
  package func palette(for output: OutputFile) throws(Failure) -> Palette {
    Palette(isOn: try choice(.color, as: ColorChoice.self).isOn(for: output))
  }
}
