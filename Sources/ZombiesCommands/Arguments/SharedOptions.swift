import ZombiesCore
import ZombiesGenerator

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

// What several commands read from their options.

extension Arguments {
  /// The rules in force.
  func rules() throws(Failure) -> Rules {
    let distance = try number("--catching-distance", 0...1) ?? 1
    let chase = try choice("--chase", Rules.ChaseAxis.self) ?? .longest
    let speed = try number("--zombie-speed", 1...16) ?? 1
    guard
      let rules = try? Rules(
        catchingDistance: Int(distance), chase: chase, zombieSpeed: Int(speed))
    else { throw badUsage("no such rules") }
    return rules
  }

  /// The seed, 0 unless said.
  func seed() throws(Failure) -> UInt64 { try number("--seed", 0...UInt64.max) ?? 0 }

  /// The limit on states; nil for the solver's own.
  func maxStates() throws(Failure) -> Int? {
    try count("--max-states", 1...UInt64(Int.max)).map { Int($0) }
  }

  /// The number of threads, that of the cores unless said.
  func threads() throws(Failure) -> Int {
    try number("--threads", 1...1024).map { Int($0) } ?? Terminal.cores
  }

  /// Whether any family option was given.
  var hasFamilyOptions: Bool { Option.family.contains { has($0.name) } }

  /// The family, `classic` where none is named, with single settings changed.
  func family() throws(Failure) -> Family {
    var family = Family.classic
    if let name = try text("--family") {
      do throws(NameError) { family = try Family(name) } catch {
        throw badValue(
          "--family",
          "'\(name)', character \(error.offset + 1): \(error)"
            + didYouMean(name, among: Family.presets.map(\.name)))
      }
    }
    let counts = 0...UInt64(Family.counts.upperBound)
    guard
      let changed = try? Family(
        size: try size(from: family.size),
        zombies: try number("--zombies", counts).map { Int($0) } ?? family.zombies,
        blocks: try number("--blocks", counts).map { Int($0) } ?? family.blocks,
        flashlights: try number("--flashlights", counts).map { Int($0) } ?? family.flashlights,
        isLit: family.isLit || has("--lit"))
    else { throw badUsage("no such family") }
    return changed
  }

  private func size(from size: RoomSize) throws(Failure) -> RoomSize {
    let sides: ClosedRange<UInt64> = 1...1024
    var (rows, columns) = (size.rows, size.columns)
    if let text = try text("--size") {
      for option in ["--rows", "--columns"] where has(option) {
        throw badUsage("\(option) is given twice: --size says it too")
      }
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = decimal(parts[0]), let second = decimal(parts[1]),
        sides.contains(first), sides.contains(second)
      else {
        throw badValue("--size", "'\(text)' is not ROWSxCOLUMNS, two numbers from 1 to 1024")
      }
      (rows, columns) = (Int(first), Int(second))
    }
    if let number = try number("--rows", sides) { rows = Int(number) }
    if let number = try number("--columns", sides) { columns = Int(number) }
    guard let changed = try? RoomSize(rows: rows, columns: columns) else {
      throw badUsage("a room has at least two squares, not \(rows)x\(columns)")
    }
    return changed
  }

  /// Where data goes: a file, or standard output.
  func output() throws(Failure) -> OutputFile {
    try path("--output").map { path throws(Failure) in try OutputFile.open(path) }
      ?? .standardOutput()
  }

  /// Whether no progress is shown: where it is not wanted, and where it would be written over levels
  /// that somebody types at the terminal.
  var isQuiet: Bool {
    let standardInput = Array("-".utf8)
    let isRead =
      path("--input")?.bytes == standardInput || operands.contains { $0.bytes == standardInput }
    return has("--quiet") || (isRead && isatty(0) == 1)
  }

  /// Whether the data goes to standard output.
  var outputIsStandardOutput: Bool { path("--output")?.isStandardOutput ?? true }

  /// How pictures on an output are coloured.
  func palette(for output: OutputFile) throws(Failure) -> Palette {
    Palette(isOn: (try choice("--color", ColorChoice.self) ?? .auto).isOn(for: output))
  }
}
