import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesCommands
@testable import ZombiesSystem
@testable import ZombiesTool

/// Options of any command whose help, default, range or words are not those that are accepted.
@Suite struct OptionTableTests {
  /// An option of a command.
  struct Entry: Sendable, CustomTestStringConvertible {
    let command: Command
    let option: ZombiesCommands.Option

    var testDescription: String { "\(command.name) \(option.name)" }

    /// The error for a value; nil if the value is accepted.
    func failure(of value: String) -> String? {
      do throws(Failure) {
        let words = [option.name, value].map { Array($0.utf8) }
        try Arguments(words[...], of: command).checkValues()
        return nil
      } catch { return error.message }
    }
  }

  private static let entries: [Entry] = Tool.commands.flatMap { command in
    command.options.map { Entry(command: command, option: $0) }
  }

  private static let numbers: [(entry: Entry, range: ClosedRange<UInt64>)] = entries.compactMap {
    switch $0.option.value?.kind {
    case .number(let range), .count(let range): ($0, range)
    default: nil
    }
  }

  @Test func namesAreThereOnce() {
    for command in Tool.commands {
      let names = command.options.flatMap { [$0.name] + [$0.alias].compactMap { $0 } }
      expectEqual(Set(names).count, names.count, "\(command.name)")
      expect(names.allSatisfy { $0.hasPrefix("-") }, "\(command.name)")
    }
    let names = Tool.commands.map(\.name) + HelpTopic.names
    expectEqual(Set(names).count, names.count)
  }

  /// Each option of each command with every bad value: no trap, and a usage error that names the
  /// option if it takes a number or one of several words.
  @Test func hostileValuesAreRefused() {
    let cases = Self.entries.enumerated().flatMap { turn, entry in
      BadInputTests.values.enumerated().map { (entry, $1, isJoined: (turn + $0) % 2 == 0) }
    }
    let problem = firstFailure(of: cases) { entry, value, isJoined -> String? in
      guard let kind = entry.option.value?.kind else { return nil }
      let word = Array(entry.option.name.utf8)
      let words = isJoined ? [word + Array("=".utf8) + value.bytes] : [word, value.bytes]
      do throws(Failure) {
        try Arguments(words[...], of: entry.command).checkValues()
      } catch {
        // If an option's value can be omitted, a text that cannot be the value is read as the next
        // argument.
        let isNext = entry.option.value?.isOptional ?? false && !isJoined
        let isRight =
          error.status == .badUsage && (isNext || error.message.contains(entry.option.name))
        return isRight ? nil : "\(entry), \(value.name): \(error.message)"
      }
      switch kind {
      case .number, .count, .fraction:
        return value.name == "zero" ? nil : "\(entry), \(value.name)"
      case .word: return "\(entry), \(value.name)"
      default: return nil
      }
    }
    expectNil(problem)
  }

  /// Defaults are valid values, and options that are read without a default have one: each reader is
  /// called on an empty command line.
  @Test func readersFindTheirDefaults() throws {
    var count = 0
    for command in Tool.commands {
      let arguments = try Arguments([], of: command)
      for option in command.options {
        guard let value = option.value, let standard = value.standard else { continue }
        count += 1
        let entry = Entry(command: command, option: option)
        expectNil(entry.failure(of: standard), "\(entry)")
        switch value.kind {
        case .number, .count:
          try expectEqual(arguments.number(option) as UInt64, UInt64(standard))
        case .fraction: try expectEqual(arguments.fraction(option), Double(standard))
        case .word: try expectEqual(arguments.words(option), [standard])
        case .text, .file: try expectEqual(arguments.text(option), standard)
        }
      }
    }
    expect(count > 80)
  }

  /// The help states the range, its ends are accepted, and the values next to them are refused with
  /// the range in the message.
  @Test func rangesHold() {
    expect(Self.numbers.count > 80)
    expectEqual(ZombiesCommands.Option.Value.text(of: 0...1_048_576), "0 to 1048576")
    for (entry, range) in Self.numbers {
      let text = ZombiesCommands.Option.Value.text(of: range)
      expect(entry.option.text.contains(text), "\(entry)")
      for value in [range.lowerBound, range.upperBound] {
        expectNil(entry.failure(of: "\(value)"), "\(entry) \(value)")
      }
      let above = range.upperBound == .max ? "18446744073709551616" : "\(range.upperBound + 1)"
      let below = range.lowerBound == 0 ? "-1" : "\(range.lowerBound - 1)"
      for value in [above, below, "", "x", "1.5"] {
        let message = entry.failure(of: value) ?? ""
        expect(message.contains("a whole number from \(text)"), "\(entry) \(value): \(message)")
        expect(message.hasPrefix("\(entry.option.name): '\(value)' is "), "\(entry): \(message)")
      }
    }
  }

  /// Every word that an option lists is accepted, and other words are refused.
  @Test func wordsHold() {
    for entry in Self.entries {
      guard let value = entry.option.value, !value.words.isEmpty else { continue }
      for word in value.words { expectNil(entry.failure(of: word), "\(entry) \(word)") }
      guard case .word = value.kind else { continue }
      let message = entry.failure(of: "nonsense") ?? ""
      expect(message.contains(value.words.joined(separator: ", ")), "\(entry): \(message)")
    }
  }
}
