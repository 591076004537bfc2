import Testing
import ZombiesTestSupport

// All options of all commands, and their values without a run.
@testable import ZombiesCommands
@testable import ZombiesSystem
@testable import ZombiesTool

/// Options of any command whose help, default, range or words are not those that are accepted.
@Suite struct OptionTableTests {
  private typealias Option = ZombiesCommands.Option

  private static let entries: [(command: Command, option: Option)] = Tool.commands.flatMap {
    command in command.options.map { (command, $0) }
  }

  /// The failure with a value, after the option or after its `=`; nil if the value is accepted.
  private static func failure(
    of value: [UInt8], _ entry: (command: Command, option: Option), isJoined: Bool = false
  ) -> Failure? {
    let name = Array(entry.option.name.utf8)
    let words = isJoined ? [name + Array("=".utf8) + value] : [name, value]
    do throws(Failure) {
      try Arguments(words[...], of: entry.command).checkValues()
      return nil
    } catch { return error }
  }

  /// Names are there once. Defaults, ends of ranges and words are accepted, the values next to them refused, and
  /// the help says the range. Each reader finds its default on an empty command line.
  @Test func helpAndValuesAgree() throws {
    let names = Tool.commands.map(\.name) + HelpTopic.names
    expectEqual(Set(names).count, names.count)
    for command in Tool.commands {
      let names = command.options.flatMap { [$0.name] + [$0.alias].compactMap { $0 } }
      expectEqual(Set(names).count, names.count, "\(command.name)")
      expect(names.allSatisfy { $0.hasPrefix("-") }, "\(command.name)")
    }
    expectEqual(Option.Value.text(of: 0...1_048_576), "0 to 1048576")
    var (ranges, defaults) = (0, 0)
    for entry in Self.entries {
      guard let value = entry.option.value else { continue }
      let name = "\(entry.command.name) \(entry.option.name)"
      func message(_ text: String) -> String? { Self.failure(of: Array(text.utf8), entry)?.message }
      for text in value.words + [value.standard].compactMap({ $0 }) {
        expectNil(message(text), "\(name) \(text)")
      }
      let arguments = try Arguments([], of: entry.command)
      if let standard = value.standard {
        defaults += 1
        switch value.kind {
        case .number, .count:
          try expectEqual(arguments.number(entry.option) as UInt64, UInt64(standard), name)
        case .fraction: try expectEqual(arguments.fraction(entry.option), Double(standard), name)
        case .word: try expectEqual(arguments.words(entry.option), [standard], name)
        case .text, .file: try expectEqual(arguments.text(entry.option), standard, name)
        }
      }
      switch value.kind {
      case .number(let range), .count(let range):
        ranges += 1
        let text = Option.Value.text(of: range)
        expect(entry.option.text.contains(text), name)
        for value in [range.lowerBound, range.upperBound] { expectNil(message("\(value)"), name) }
        let above = range.upperBound == .max ? "\(UInt64.max)0" : "\(range.upperBound + 1)"
        let below = range.lowerBound == 0 ? "-1" : "\(range.lowerBound - 1)"
        for value in [above, below, "", "x", "1.5"] {
          let found = message(value) ?? ""
          expect(found.hasPrefix("\(entry.option.name): '\(value)' is "), "\(name): \(found)")
          expect(found.contains("a whole number from \(text)"), "\(name): \(found)")
        }
      case .word:
        let found = message("nonsense") ?? ""
        expect(found.contains(value.words.joined(separator: ", ")), "\(name): \(found)")
      default: break
      }
    }
    expect(ranges > 80 && defaults > 80)
  }

  /// Each option of each command with every bad value: no trap, and a usage error that names the option if it
  /// takes a number or one of several words.
  @Test func hostileValuesAreRefused() {
    let texts = [
      "-1", "0", "123456789012345678901234567890", "18446744073709551616", "1e20", "1.5", "",
      "banana",
      " 5", "+5", "0x10", "nan", "1e400", "1e99999999999999999999", "_1_", "🧟🏽‍♂️",
      "5\u{1B}[2J\n", "٣", String(repeating: "x", count: 10_000),
      String(repeating: "9", count: 10_000),
    ]
    let values = texts.map { Array($0.utf8) } + [[0xFF, 0xFE, 0x80]]
    for (turn, entry) in Self.entries.enumerated() {
      guard let value = entry.option.value else { continue }
      for (place, bytes) in values.enumerated() {
        let isJoined = (turn + place) % 2 == 0
        let text = "\(entry.command.name) \(entry.option.name) \(bytes.prefix(40))"
        if let failure = Self.failure(of: bytes, entry, isJoined: isJoined) {
          // If a value can be omitted, a text that cannot be the value is read as the next argument.
          let isNext = value.isOptional && !isJoined
          expect(
            failure.status == .badUsage
              && (isNext || failure.message.contains(entry.option.name)),
            "\(text): \(failure.message)")
          continue
        }
        switch value.kind {
        case .number, .count, .fraction: expectEqual(bytes, [UInt8(ascii: "0")], text)
        case .word: expect(false, text)
        default: break
        }
      }
    }
  }
}
