import Foundation
import Testing
import ZombiesTestSupport

/// Every option of every command, as its help lists them, with values that nobody should give:
/// never a trap, and an exit status of the article "Files" with a message.
///
/// Each option gets every twentieth value, as `--option value` or as `--option=value` by turns; all of
/// them, both ways each, with `ZOMBIES_LONG=1`. That a value is refused is looked at for each option
/// with each value in OptionTableTests.swift, without starting the program.
@Suite struct BadInputTests {
  /// Values by what is wrong with them.
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

  /// The words before the option that make a run legal, and small.
  static func base(_ command: String, _ option: String) -> [String] {
    switch command {
    case "solve", "verify":
      return ["SP"]
    case "replay":
      return ["--moves", "--policy"].contains(option) ? ["SP"] : ["SP", "--policy", "edge"]
    case "simulate", "report":
      let rounds = ["--rounds", "--games"].contains(option) ? [] : ["--rounds", "3"]
      return rounds + (option == "--policy" ? [] : ["--policy", "edge"])
    case "sweep":
      let rounds = ["--rounds", "--games"].contains(option) ? [] : ["--rounds", "3"]
      return rounds + (option == "--policy" ? [] : ["--policy", "edge"])
    case "compare":
      let rounds = ["--rounds", "--games"].contains(option) ? [] : ["--rounds", "300"]
      return ["edge", "beeline"] + rounds
    case "hardest":
      return ["--climbs", "--steps"].contains(option) ? ["--top", "1"] : ["--steps", "9"]
    case "merge":
      return ["/dev/null"]
    case "bench":
      return ["verify", "5", "2", "9"]
    default:
      return []
    }
  }

  /// What a value is called in help where it is a number.
  static let numbers: Set = [
    "N", "T", "R", "INDEX", "RxC", "0|1", "SECONDS", "I/N", "D", "P", "W", "LIST",
    "K",
  ]

  @Test(arguments: try CommandHelp.commands())
  func optionsWithValues(command: String) throws {
    let folder = try TemporaryFolder()
    for (number, option) in try CommandHelp.options(of: command).enumerated() {
      guard let value = option.value else { continue }
      let isNumber = Self.numbers.contains(value)
      for (turn, (name, bytes)) in Self.some(of: Self.values, number) {
        for isJoined in [false, true] where isLong || isJoined == (turn % 2 == 0) {
          let word = Array(option.names.last!.utf8)
          var words = ([command] + Self.base(command, option.names.last!)).map { Array($0.utf8) }
          words += isJoined ? [word + Array("=".utf8) + bytes] : [word, bytes]
          let run = try Self.run(words, in: isNumber ? nil : folder)
          Self.expectOrder(run, command)
          // Zero is a fine number of zombies, no letters are fine moves, and any word names a file, a
          // player or a page.
          let isName = ["FILE", "[FILE]", "NAME[,NAME...]", "TEXT"].contains(value)
          let isBad = isNumber ? name != "zero" : !isName && name != "empty"
          if isBad { #expect(run.ending == .exit(64), "\(command), \(name): \(run)") }
        }
      }
    }
  }

  /// Every sixtieth value, beginning at another one at each turn; all in the longer form.
  private static func some<Value>(of values: [Value], _ turn: Int) -> [(Int, Value)] {
    values.enumerated().filter { isLong || ($0.offset + turn) % 60 == 0 }.map { ($0, $1) }
  }

  @Test(arguments: try CommandHelp.commands())
  func flags(command: String) throws {
    for (number, option) in try CommandHelp.options(of: command).enumerated()
    where option.value == nil {
      for (_, (name, bytes)) in Self.some(of: Self.values, number) {
        let word = Array(option.names.last!.utf8)
        let words = ([command] + Self.base(command, "")).map { Array($0.utf8) }
        let joined = try Self.run(words + [word + Array("=".utf8) + bytes])
        Self.expectOrder(joined, command)
        #expect(joined.ending == .exit(64), "\(name): \(joined)")
        // Beside the flag the value is an operand, of a command that may have none.
        Self.expectOrder(try Self.run(words + [word, bytes]), command)
      }
    }
  }

  /// Behind `--` only what begins with a hyphen is read another way: few of the others there.
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
      #expect(run.ending == .exit(64), "\(run)")
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
        if name != "zero" { #expect(run.ending == .exit(64), "\(name): \(run)") }
      }
    }
  }

  private static func run(_ words: [[UInt8]], in folder: TemporaryFolder? = nil) throws -> Finished
  {
    try CommandLineRun(bytes: words, in: folder).run()
  }

  /// What holds of every run.
  static func expectOrder(
    _ run: Finished, _ command: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .exit(let status) = run.ending else {
      Issue.record("\(run)", sourceLocation: sourceLocation)
      return
    }
    #expect(
      [0, 1, 2, 64, 65, 66, 73, 74].contains(status), "\(run)", sourceLocation: sourceLocation)
    let isBad = ![0, 1, 2].contains(status)
    let says = run.errors.hasPrefix("Error: ") || run.errors.contains("\nError: ")
    #expect(says == isBad, "\(run)", sourceLocation: sourceLocation)
    if status == 64 {
      #expect(run.output == "", "\(run)", sourceLocation: sourceLocation)
      #expect(run.errors.contains("\nUsage: zombies "), "\(run)", sourceLocation: sourceLocation)
      // `help` points to the list of commands where a name is none.
      let pointers = ["", " \(command)"].map { "\nSee 'zombies help\($0)'.\n" }
      #expect(
        pointers.contains(where: run.errors.hasSuffix), "\(run)", sourceLocation: sourceLocation)
    }
  }
}
