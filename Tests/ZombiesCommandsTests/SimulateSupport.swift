import Foundation
import Synchronization
import Testing
import ZombiesTestSupport

/// The rows of a CSV text, by column. Cells may be quoted.
struct Table {
  let header: String
  let rows: [[String: String]]

  init(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    var (lines, cells, cell, isQuoted) = ([[String]](), [String](), "", false)
    var last: Character = ","
    for letter in text {
      defer { last = letter }
      switch letter {
      case "\"":
        isQuoted.toggle()
        // The second of a pair of quotation marks is one of the cell.
        if isQuoted, last == "\"" { cell.append(letter) }
      case "," where !isQuoted: (cells, cell) = (cells + [cell], "")
      case "\n" where !isQuoted: (lines, cells, cell) = (lines + [cells + [cell]], [], "")
      default: cell.append(letter)
      }
    }
    #expect(cells.isEmpty && cell.isEmpty, "a last newline", sourceLocation: sourceLocation)
    let names = lines.first ?? []
    header = names.joined(separator: ",")
    rows = lines.dropFirst().map { cells in
      #expect(cells.count == names.count, "\(cells)", sourceLocation: sourceLocation)
      return Dictionary(zip(names, cells)) { $1 }
    }
  }

  /// A column.
  func column(_ name: String) -> [String] { rows.map { $0[name] ?? "" } }
}

/// A batch: its settings and the outputs of `simulate`.
struct BatchOfRounds: Sendable, CustomTestStringConvertible {
  /// The options and operands that choose the levels.
  let levels: [String]
  /// Rule options and limits, which `replay` takes too.
  var options: [String] = []
  /// `--rounds` or `--games`.
  var unit = "--rounds"
  var count = 40
  var first: UInt64 = 0
  var seed: UInt64 = 0

  var testDescription: String { words.joined(separator: " ") }

  var words: [String] {
    ["simulate"] + levels + options + [unit, "\(count)"]
      + ["--first", "\(first)", "--seed", "\(seed)"]
  }

  /// The rules of the options, as the reference implementation stores them.
  var rules: NaiveRules {
    var rules = NaiveRules()
    for (option, value) in zip(options, options.dropFirst()) {
      switch option {
      case "--catching-distance": rules.catchingDistance = Int(value) ?? 1
      case "--chase": rules.chase = NaiveChase(rawValue: value) ?? .longest
      case "--zombie-speed": rules.speed = Int(value) ?? 1
      default: continue
      }
    }
    return rules
  }

  /// The limit on moves in a room.
  func maxMoves(_ level: NaiveLevel) -> Int {
    options.firstIndex(of: "--max-moves").flatMap { Int(options[$0 + 1]) } ?? 4 * level.squareCount
  }

  /// All outputs of a run.
  struct Outputs: Equatable, Sendable {
    var table = ""
    var rounds = ""
    var squares = ""
  }

  /// The outputs of batches without further options, which several tests use.
  private static let known = Mutex<[String: Outputs]>([:])

  /// Runs the batch. The outputs without further options, text tables and squares are computed only
  /// once.
  func outputs(
    _ more: [String] = [], format: String = "csv", squares: Bool = false
  ) throws -> Outputs {
    guard more.isEmpty, format == "csv", !squares else {
      return try run(more, format: format, squares: squares)
    }
    if let known = Self.known.withLock({ $0[testDescription] }) { return known }
    let outputs = try run([], format: format, squares: false)
    Self.known.withLock { $0[testDescription] = outputs }
    return outputs
  }

  private func run(_ more: [String], format: String, squares: Bool) throws -> Outputs {
    let folder = try TemporaryFolder()
    let files = ["-o", "t", "--rounds-csv", "r"] + (squares ? ["--squares-csv", "s"] : [])
    let run = try zombies(words + more + files + ["--format", format], in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expect(run.output == "" && run.errors == "seed \(seed)\n", "\(run)")
    return Outputs(
      table: folder.read("t") ?? "", rounds: folder.read("r") ?? "",
      squares: folder.read("s") ?? "")
  }

  /// Batches of all kinds.
  static let all: [BatchOfRounds] = [
    BatchOfRounds(levels: []),
    BatchOfRounds(levels: ["--family", "classic"], unit: "--games", count: 20, seed: 42),
    BatchOfRounds(levels: ["--family", "classic", "--levels", "any"], count: 60, first: 1000),
    BatchOfRounds(levels: ["--family", "block"], first: 1 << 63),
    BatchOfRounds(levels: ["--preset", "flashlight"], unit: "--games", first: 77, seed: .max),
    BatchOfRounds(
      levels: ["--family", "3x7z2b1f1", "--levels", "any"], options: ["--zombie-speed", "2"],
      count: 60, seed: 3),
    BatchOfRounds(
      levels: ["--family", "6x5z1b4+lit", "--levels", "any"],
      options: ["--chase", "vertical", "--max-moves", "9"], unit: "--games"),
    BatchOfRounds(
      levels: ["--size", "9x9", "--zombies", "3", "--flashlights", "2"],
      options: ["--catching-distance", "0", "--chase", "horizontal"], count: 25, seed: 11),
    BatchOfRounds(levels: ["--size", "1x8", "--zombies", "0"], unit: "--games", count: 10),
    BatchOfRounds(levels: list, count: 60, first: 5, seed: 9),
    BatchOfRounds(levels: list, options: ["--max-moves", "5"], unit: "--games", first: 3),
    BatchOfRounds(levels: ["S#/#P", "SZ/1P", "SP", "S4/5/2F2/5/Z3P", "#2S/P#2"], count: 30),
  ]

  /// Given levels of several sizes: won at once, stuck, caught at the start, lit, large.
  static let list = [
    "SP", "S#/#P", "SZ/1P", "classic@42#7", "S#3/#4/5/5/4P", "S4/5/2Z2/5/4P+lit", "9x9z2f2@1#1",
    "Z2S/4/#1#1/P1F1", "P4/5/2#2/Z4/4S",
  ]
}

/// A number with nine decimals, rounded half up.
func nineDecimals(_ numerator: Int, _ denominator: Int) -> String {
  let scaled = (2 * numerator * 1_000_000_000 + denominator) / (2 * denominator)
  let digits = String(scaled % 1_000_000_000)
  return "\(scaled / 1_000_000_000)." + String(repeating: "0", count: 9 - digits.count) + digits
}

/// Wilson's score interval, from the roots of (p − h)² = z² p (1 − p) / n.
func wilson(_ hits: Int, _ trials: Int) -> (low: Double, high: Double) {
  let (n, h, z) = (Double(trials), Double(hits) / Double(trials), 1.959963984540054)
  let (a, b, c) = (1 + z * z / n, -(2 * h + z * z / n), h * h)
  let root = max(0, b * b - 4 * a * c).squareRoot()
  return ((-b - root) / (2 * a), (-b + root) / (2 * a))
}

/// Whether a cell contains a number, up to a unit of its ninth decimal.
func says(_ cell: String?, _ value: Double) -> Bool {
  guard let cell, let number = Double(cell), cell.split(separator: ".").last?.count == 9 else {
    return false
  }
  return abs(number - value) < 1.6e-9
}
