import Foundation
import Testing
import ZombiesTestSupport

/// No byte that the program prints or writes may change unnoticed. `Golden/Hashes` contains shell
/// lines, and the SHA-256 of their output and of each file that they write.
///
/// A line needs only `zombies` on the path and an empty folder, so that it can be run by hand. The
/// hashes are in the format of `sha256sum`, with `-` for standard output. The text of standard
/// error follows after a `!`, and an exit status other than 0.
///
/// Every twentieth line is run. `Tests/Hashes/run` runs all of them with a release build, or
/// records them again. With `ZOMBIES_LONG=1` the same lines play a few hundred times as many
/// rounds, and are compared to `Golden/Hashes/Long`: a minute of a release build.
@Suite(.waits) struct OutputHashTests {
  @Test(arguments: HashedLines.sections)
  func outputsAreTheSame(section: HashedLines) throws {
    #expect(Set(section.lines).count == section.lines.count, "a line is listed twice")
    let name = "Hashes/\(isLong ? "Long/" : "")\(section.name).txt"
    let kept = Self.entries(in: Golden.kept(name) ?? "")
    let text = try section.lines.enumerated().map { number, line in
      isLong || Golden.isRecording || number % 20 == 0 ? try Self.entry(line) : kept[line] ?? ""
    }
    try Golden.check(text.joined(separator: "\n"), is: name)
  }

  /// The recorded results, by line.
  private static func entries(in text: String) -> [String: String] {
    var entries: [String: String] = [:]
    for part in "\n\(text)".components(separatedBy: "\n$ ").dropFirst() {
      entries[String(part.prefix { $0 != "\n" })] = "$ \(part)"
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
    #expect(sums.ending == .exit(0), "\(sums)")
    let ending = finished.ending == .exit(0) ? "" : "\(finished.ending)\n"
    return "$ \(line)\n\(sums.output)\(notes(finished.errors))\(ending)"
  }

  /// The lines of standard error, without those of progress, which depend on speed.
  private static func notes(_ errors: String) -> String {
    errors.split(separator: "\n").filter { !$0.contains(#/\ · .*[0-9] [a-z]+/s/#) }
      .map { "! \($0)\n" }.joined()
  }
}
