import Foundation
import Testing
import ZombiesTestSupport

// The text of a refusal, without a process.
@testable import ZombiesTool

/// Lines typed in a shell, and all that they print: the files in `Golden/Transcripts`.
///
///     === A title, which begins a new folder. Text up to the first command is a comment.
///
///     $ zombies verify S#P SP S
///     argument 1: unsolvable: S#P
///     ! Error: argument 3: …
///     [65]
///     + new-file
///
/// After a command come its standard output, its standard error after `! `, an exit status other than 0, and
/// the files that it made (`+`) or removed (`-`). A command may have more lines, after `> `. The path of the
/// folder is written as `$PWD`, and that of the package is in the variable `PACKAGE`.
///
/// The lines of a section whose title begins with `Refused` are refused before they read or write a file. They
/// run within the test, which takes much less time than a process, and must be commands without a shell's signs.
///
/// Lines of progress are left out, because they depend on speed.
///
/// To add a line, write its command, and run `ZOMBIES_RECORD=1 swift test --filter TranscriptTests`, which
/// writes all files again. Then read what it printed.
struct Transcript {
  struct Line {
    let number: Int
    var command: String
    var kept = ""
  }

  struct Section {
    /// The line `===` and the comment below it.
    var head: String
    var lines: [Line] = []
  }

  let name: String
  private(set) var sections: [Section] = []

  static let names = TextFile.names(in: "Golden/Transcripts")

  init(name: String) throws {
    self.name = name
    let text = try TextFile("Golden/Transcripts/\(name)").read()
    var isCommand = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("=== ") || sections.isEmpty { sections.append(Section(head: "")) }
      let section = sections.count - 1
      if line.hasPrefix("$ ") {
        sections[section].lines.append(Line(number: index + 1, command: String(line.dropFirst(2))))
        isCommand = true
        continue
      }
      guard let last = sections[section].lines.indices.last else {
        sections[section].head += line + "\n"
        continue
      }
      isCommand = isCommand && line.hasPrefix("> ")
      if isCommand {
        sections[section].lines[last].command += "\n" + line.dropFirst(2)
      } else {
        sections[section].lines[last].kept += line + "\n"
      }
    }
    // The last newline is not followed by a line.
    if let last = sections.last?.lines.indices.last {
      sections[sections.count - 1].lines[last].kept.removeLast()
    }
  }

  /// Plays all lines. Records an issue for each that prints something else, or writes the file again.
  func play() throws {
    var text = ""
    for section in sections {
      let folder = try TemporaryFolder()
      text += section.head
      for line in section.lines {
        let found =
          section.head.hasPrefix("=== Refused")
          ? Self.refusal(of: line.command) : try Self.outcome(of: line.command, in: folder)
        text += "$ \(line.command.replacing("\n", with: "\n> "))\n\(found)"
        if found.hasPrefix("> ") || "\n\(found)".contains(#/\n(\$|===)\ /#) {
          Issue.record("\(name):\(line.number): the output would be read as a command")
        }
        guard !TextFile.isRecording, found != line.kept else { continue }
        let first = line.command.prefix { $0 != "\n" }
        expectSame(found, line.kept, "Golden/Transcripts/\(name):\(line.number): $ \(first)")
      }
    }
    if TextFile.isRecording { try TextFile("Golden/Transcripts/\(name)").check(text) }
  }

  private static func refusal(of command: String) -> String {
    guard let failure = ZombiesCommandsTests.refusal(String(command.dropFirst("zombies ".count)))
    else { return "not refused\n\n" }
    return marked(Tool.text(of: failure)) + "[\(failure.status.rawValue)]\n\n"
  }

  private static func marked(_ errors: String) -> String {
    errors.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(errors.isEmpty || errors.hasSuffix("\n") ? 1 : 0)
      .filter { !$0.contains(#/\ · .*[0-9] [a-z]+/s/#) }.map { "! \($0)\n" }.joined()
  }

  /// What a command prints and does, in the form of the file, with a blank line at the end.
  private static func outcome(of command: String, in folder: TemporaryFolder) throws -> String {
    let names = Set(folder.names)
    var line = CommandLineRun(shell: command, in: folder)
    line.environment["PACKAGE"] = packageFolder.path
    let run = try line.run()
    var text = run.output
    if !text.isEmpty, text.last != "\n" { text += "⏎ missing\n" }
    text += Self.marked(run.errors)
    switch run.ending {
    case .exit(0): break
    case .exit(let status): text += "[\(status)]\n"
    case .signal(let signal): text += "[signal \(signal)]\n"
    case .timeout: text += "[timeout]\n"
    }
    let after = Set(folder.names)
    text += after.subtracting(names).sorted().map { "+ \($0)\n" }.joined()
    text += names.subtracting(after).sorted().map { "- \($0)\n" }.joined()
    return text.replacing(folder.path.replacing("//", with: "/"), with: "$PWD") + "\n"
  }
}
