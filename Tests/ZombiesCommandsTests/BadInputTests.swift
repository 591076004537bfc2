import Foundation
import Testing
import ZombiesTestSupport

/// Every option of every command, as its help lists it, with bad values: only here must the program
/// itself not crash, and exit with a message and a status listed in the article "Files".
///
/// By default, a few combinations of option and value are run, as `--option value` or as
/// `--option=value`. With `ZOMBIES_LONG=1`, all of them are run, each in both forms.
/// OptionTableTests.swift checks that every option refuses every bad value, without starting the
/// program.
@Suite(.waits) struct BadInputTests {
  /// The values, each named after its fault.
  static let values: [(name: String, bytes: [UInt8])] =
    texts.map { (name: $0.name, bytes: Array($0.text.utf8)) } + otherBytes

  private static let texts: [(name: String, text: String)] = [
    ("negative", "-1"), ("zero", "0"), ("huge", "123456789012345678901234567890"),
    ("2^64", "18446744073709551616"), ("overflowing", "1e20"), ("fractional", "1.5"),
    ("empty", ""), ("word", "banana"), ("blank", " 5"), ("plus", "+5"), ("hexadecimal", "0x10"),
    ("not a number", "nan"), ("infinite", "1e400"), ("long exponent", "1e99999999999999999999"),
    ("underscore", "_1_"), ("emoji", "🧟🏽‍♂️"), ("control", "5\u{1B}[2J\n"),
    ("Arabic digits", "٣"),
  ]

  private static let otherBytes: [(name: String, bytes: [UInt8])] = [
    ("not UTF-8", [0xFF, 0xFE, 0x80]),
    ("long", [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)),
    ("long number", [UInt8](repeating: UInt8(ascii: "9"), count: 10_000)),
  ]

  /// The arguments before the option that make a run valid and small.
  static func base(_ command: String, _ option: String) -> [String] {
    switch command {
    case "solve", "verify":
      return ["SP"]
    case "replay":
      return ["--moves", "--policy"].contains(option) ? ["SP"] : ["SP", "--policy", "edge"]
    case "simulate", "report", "sweep":
      let rounds = ["--rounds", "--games"].contains(option) ? [] : ["--rounds", "3"]
      return rounds + (option == "--policy" ? [] : ["--policy", "edge"])
    case "compare":
      let rounds = ["--rounds", "--games"].contains(option) ? [] : ["--rounds", "300"]
      return ["edge", "beeline"] + rounds
    case "census":
      switch option {
      case "--climbs", "--steps": return ["--search", "--top", "1"]
      case "--seed": return ["--search", "--steps", "9"]
      case "--search": return ["--steps", "9"]
      default: return []
      }
    case "merge":
      return ["/dev/null"]
    case "bench":
      return ["verify", "5", "2", "9"]
    default:
      return []
    }
  }

  /// The names that help uses for values that are numbers.
  static let numbers: Set = [
    "N", "T", "R", "INDEX", "RxC", "0|1", "SECONDS", "I/N", "D", "P", "W", "LIST", "K",
  ]

  @Test(arguments: try CommandHelp.commands())
  func options(command: String) throws {
    let folder = try TemporaryFolder()
    for (number, option) in try CommandHelp.options(of: command).enumerated() {
      let name = option.names.last!
      let base = ([command] + Self.base(command, name)).map { Array($0.utf8) }
      let (isFlag, isNumber) = (option.value == nil, Self.numbers.contains(option.value ?? ""))
      for (turn, (fault, bytes)) in Self.some(of: Self.values, number) {
        for isJoined in [false, true] where isLong || isFlag || isJoined == (turn % 2 == 0) {
          let words = isJoined ? [Array("\(name)=".utf8) + bytes] : [Array(name.utf8), bytes]
          let run = try Self.run(base + words, in: isNumber ? nil : folder)
          Self.expectOrder(run, command)
          // Zero zombies and an empty list of moves are valid, and any text can name a file, a
          // player or a page. After a flag, the value is an operand, which may be valid.
          let isName = ["FILE", "[FILE]", "NAME[,NAME...]", "TEXT"].contains(option.value)
          let isBad =
            isFlag ? isJoined : isNumber ? fault != "zero" : !isName && fault != "empty"
          if isBad { expectEqual(run.ending, .exit(64), "\(command), \(fault): \(run)") }
        }
      }
    }
  }

  /// A sample of 1 in 60, which starts at a different value for each option; all values in the long
  /// form.
  private static func some<Value>(of values: [Value], _ turn: Int) -> [(Int, Value)] {
    values.enumerated().filter { isLong || ($0.offset + turn) % 60 == 0 }.map { ($0, $1) }
  }

  /// After `--`, only values that begin with a hyphen are read differently, so few others are
  /// tried.
  @Test(arguments: try CommandHelp.commands())
  func operands(command: String) throws {
    for (number, bytes) in sampled(Self.values.map(\.bytes), every: 12).enumerated() {
      Self.expectOrder(try Self.run([Array(command.utf8), bytes]), command)
      guard isLong || number % 2 == 1 || bytes.first == UInt8(ascii: "-") else { continue }
      let guarded = [Array(command.utf8), Array("--".utf8), bytes]
      Self.expectOrder(try Self.run(guarded), command)
    }
  }

  @Test func commandsThatAreNone() throws {
    for (_, bytes) in Self.values {
      let run = try Self.run([bytes])
      Self.expectOrder(run, "")
      expectEqual(run.ending, .exit(64), "\(run)")
    }
  }

  /// The operands of the bench's jobs.
  @Test(arguments: ["verify 5 2 9", "walk 5 2 9", "chase 4 1 1 9", "flood 5 1 1 9"])
  func benchJobs(line: String) throws {
    let job = line.split(separator: " ").map(String.init)
    for place in 1..<job.count {
      for (name, bytes) in sampled(Self.values, every: 9) {
        var words = (["bench"] + job).map { Array($0.utf8) }
        words[place + 1] = bytes
        let run = try Self.run([words[0], Array("--".utf8)] + words.dropFirst())
        Self.expectOrder(run, "bench")
        if name != "zero" { expectEqual(run.ending, .exit(64), "\(name): \(run)") }
      }
    }
  }

  private static func run(_ words: [[UInt8]], in folder: TemporaryFolder? = nil) throws -> Finished
  {
    try CommandLineRun(bytes: words, in: folder).run()
  }

  /// Checks what must be true of every run.
  static func expectOrder(
    _ run: Finished, _ command: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .exit(let status) = run.ending else {
      Issue.record("\(run)", sourceLocation: sourceLocation)
      return
    }
    #expect(
      [0, 1, 2, 64, 65, 66, 73, 74, 76].contains(status), "\(run)", sourceLocation: sourceLocation)
    let isBad = ![0, 1, 2].contains(status)
    let says = run.errors.hasPrefix("Error: ") || run.errors.contains("\nError: ")
    #expect(says == isBad, "\(run)", sourceLocation: sourceLocation)
    if status == 64 {
      #expect(run.output == "", "\(run)", sourceLocation: sourceLocation)
      #expect(run.errors.contains("\nUsage: zombies "), "\(run)", sourceLocation: sourceLocation)
      // `help` points to the list of commands if a name is not a command.
      let pointers = ["", " \(command)"].map { "\nSee 'zombies help\($0)'.\n" }
      #expect(
        pointers.contains(where: run.errors.hasSuffix), "\(run)", sourceLocation: sourceLocation)
    }
  }
}
