import Foundation
import Testing
import ZombiesTestSupport

/// A progress line that is missing while a run is silent, or is left between lines of data.
@Suite(.waits) struct ProgressTests {
  /// Runs a shell line with a terminal on its three descriptors, and returns the terminal's output
  /// and the line's exit status.
  private func onTerminal(_ line: String, in folder: TemporaryFolder) async throws -> Finished {
    try folder.write(line + "\n", to: "line.sh")
    let run = CommandLineRun(
      shell: "script -qefc 'sh line.sh' sent < /dev/null", in: folder)
    return try await run.runAsleep()
  }

  private static let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(
    "Without a terminal, a line after ten silent seconds, and none with --quiet",
    .enabled(if: isLong, "it takes more than ten seconds"))
  func plainLines() async throws {
    // Both at once, because they mostly wait.
    let level = Self.level(after: "so far", in: "plain")
    let run = try await CommandLineRun(
      shell: """
        touch plain
        \(level) | zombies verify --quiet --input - 2> quiet &
        \(level) | zombies verify --input - 2> plain && wait && cat plain quiet
        """, in: try TemporaryFolder()
    ).runAsleep()
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    expect(
      run.output.wholeMatch(of: #/(0 levels · 0 levels/s · \d\d s so far\n)+/#) != nil, "\(run)")
  }

  /// Types a level as soon as the contents of a file match a pattern.
  private static func level(
    _ level: String = "SP", after pattern: String, in file: String = "sent"
  ) -> String {
    "(until grep -qs '\(pattern)' \(file); do sleep 0.1; done; echo '\(level)')"
  }

  /// A run that is stopped as soon as the terminal's output matches a pattern, or after five
  /// minutes.
  private static func stopped(_ run: String, after pattern: String) -> String {
    """
    timeout 300 \(run) & zombies=$!
    while kill -0 $zombies 2> /dev/null && ! grep -qs '\(pattern)' sent; do sleep 0.1; done
    kill $zombies 2> /dev/null; wait
    """
  }

  /// Lines with the expected output of the terminal, in which each newline comes without its
  /// carriage return.
  private static let shown: [(line: String, sent: String)] =
    [
      // While there is no input, and after input has come.
      (
        "\(level(after: "so far")) | zombies verify --input -",
        #"(W0 levels · 0 levels/s · \d+ s so far)+(W1 levels · \d levels/s)?W"#
      ),
      // Between lines of data, which stay whole.
      (
        "(echo 'S#/#P'; \(level("S#/#P", after: "so far"))) | zombies verify --input -",
        #"standard input:1: unsolvable: S#/#P\n(W1 levels · \d levels/s · \d+ s so far)+(W2 levels · \d levels/s)?"#
          + #"Wstandard input:2: unsolvable: S#/#P\n(W2 levels · \d levels/s( · \d+ s so far)?W)?"#
      ),
      // A level that takes long, and a bench. Both are stopped after the line was seen, which
      // leaves the line on the screen. Even the start takes a while on a machine that runs all
      // these tests at once.
      (
        stopped("zombies generate --family 1024x1024z1000000 -o level", after: "so far"),
        #"seed 0\n(W0% · 0 levels/s · \d+ s so far)+"#
      ),
      (
        stopped(
          "zombies bench flood 200 20 7000 1e9 --threads 1 -o line", after: "rooms/s.*rooms/s"),
        #"(W0% · [\d,]+ rooms/s( · [\d,hdaysyremin ]+ left)?( · \d+ s so far)?)+"#
      ),
    ] + (isLong ? longer : [])

  /// Another bench, for two seconds, and runs that print nothing for as long as they wait.
  private static let longer: [(line: String, sent: String)] = [
    (
      stopped("zombies bench walk 8 3 1e12 --threads 1 -o line", after: "rounds/s.*rounds/s"),
      #"(W0% · [\d,]+ rounds/s( · [\d,hdaysyremin ]+ left)?( · \d+ s so far)?)+"#
    ),
    ("(sleep 1.5; echo SP) | zombies verify --quiet --input -", ""),
    ("timeout 2 zombies verify --input -", ""),
    ("timeout 2 zombies bench walk 8 3 1e12 --quiet -o line", ""),
  ]

  @Test(
    "On a terminal, the same line every second, erased at the end; none while levels are typed",
    .enabled(if: hasTerminals, "script, of util-linux, makes the terminal"), arguments: shown)
  func linesOnATerminal(line: String, sent: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await onTerminal(line, in: folder)
    let text = run.output.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\r\u{1B}[K", with: "W")
    let match = text.range(of: "^\(sent)$", options: .regularExpression)
    expectEqual(match, text.startIndex..<text.endIndex, "\(text)")
    expectEqual(folder.names, ["line.sh", "sent"])
  }
}
