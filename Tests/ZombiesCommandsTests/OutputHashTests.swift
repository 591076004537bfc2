import Foundation
import Testing
import ZombiesTestSupport

/// No byte that the program prints or writes may change unnoticed. `Golden/Hashes` contains shell
/// lines, and the SHA-256 of their output and of each file that they write.
///
/// A line needs only `zombies` on the path and an empty folder, so that it can be run by hand. The
/// hash of its standard output comes before it. Those of files follow in the format of `sha256sum`,
/// then the text of standard error after a `!`, and an exit status other than 0.
///
/// Every twentieth line is run. `Tests/Outside/run test_hashes.py` runs all of them with a release build, or
/// records them again. With `ZOMBIES_LONG=1` the same lines play a few hundred times as many
/// rounds, in a minute of a release build. The first line of each file contains the SHA-256 of the
/// long form, which is written to `.build/long` to be compared with that of another commit.
@Suite(.waits) struct OutputHashTests {
  @Test(arguments: HashedLines.sections)
  func outputsAreTheSame(section: HashedLines) throws {
    expectEqual(Set(section.lines).count, section.lines.count, "a line is listed twice")
    let name = "Hashes/\(section.name).txt"
    let file = Golden.kept(name) ?? "\n"
    let head = file.prefix { $0 != "\n" }
    let kept = Self.entries(in: file)
    let text = try section.lines.enumerated().map { number, line in
      isLong || Golden.isRecording || number % 20 == 0 ? try Self.entry(line) : kept[line] ?? ""
    }.joined(separator: isLong ? "\n" : "")
    if isLong {
      let hash = try Self.longHash(of: text, named: section.name)
      try Golden.check("\(hash)\(file.dropFirst(head.count))", is: name)
    } else {
      try Golden.check("\(head)\n\(text)", is: name)
    }
  }

  /// The first line of a file of hashes. The text is also written to `.build/long`, with a line
  /// for each hash and a blank line between the commands.
  private static func longHash(of text: String, named name: String) throws -> String {
    let folder = Golden.package.appendingPathComponent(".build/long")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).txt"))
    let run = try shell("sha256sum '\(folder.path)/\(name).txt'")
    return "long form \(run.output.prefix(64))"
  }

  /// The recorded results, by line.
  private static func entries(in text: String) -> [String: String] {
    var (entries, line) = ([String: String](), "")
    for part in text.split(separator: "\n").dropFirst() {
      if let match = part.prefixMatch(of: #/[0-9a-f]{64} \$ (.+)/#) {
        line = String(match.1)
        entries[line] = ""
      }
      entries[line, default: ""] += "\(part)\n"
    }
    return entries
  }

  /// A line and its result.
  private static func entry(_ line: String) throws -> String {
    let folder = try TemporaryFolder()
    var run = CommandLineRun(shell: line, in: folder)
    run.timeout = 600
    let finished = try run.run()
    let names = folder.names.joined(separator: " ")
    var hashes = CommandLineRun(shell: "exec sha256sum - \(names)", in: folder)
    hashes.input = .bytes(finished.outputBytes)
    let sums = try hashes.run()
    expectEqual(sums.ending, .exit(0), "\(sums)")
    let ending = finished.ending == .exit(0) ? "" : "\(finished.ending)\n"
    let hash = sums.output.prefix(64)
    let head = isLong ? "$ \(line)\n\(hash)  -\n" : "\(hash) $ \(line)\n"
    let files = sums.output.drop { $0 != "\n" }.dropFirst()
    return "\(head)\(files)\(notes(finished.errors))\(ending)"
  }

  /// The lines of standard error, without those of progress, which depend on speed.
  private static func notes(_ errors: String) -> String {
    errors.split(separator: "\n").filter { !$0.contains(#/\ · .*[0-9] [a-z]+/s/#) }
      .map { "! \($0)\n" }.joined()
  }
}
