import Foundation
import Testing
import ZombiesTestSupport

// The texts of progress, which otherwise depend on speed.
@testable import ZombiesSystem

/// Inputs and outputs of runs that no transcript shows: bytes that come one by one, notes that --quiet hides, and the
/// line of progress on a terminal.
@Suite(.waits) struct InputTests {
  /// Commands with a status and an input, which may be a file that one of ``files`` writes.
  private static let inputs = #"""
    0 solve --input - < levels
    0 verify --input - < levels
    0 solve --format csv --certificate c --input - < levels
    0 simulate --rounds 9 --input - < levels
    2 compare edge random --rounds 40 --input - < levels
    65 verify --input - < bad
    0 merge - < tally
    0 merge --partial - < half
    65 merge - < half
    0 merge - < census
    66 merge - < rounds
    65 merge - < bad
    65 merge - < empty
    0 check - < proofs
    65 check - < cut
    """#

  private static let files = #"""
    zombies simulate --rounds 20 --policy edge --quiet --tally tally --rounds-csv rounds -o table &&
    zombies simulate --rounds 20 --policy edge --quiet --shard 1/2 --tally half -o table &&
    zombies census --family 3x4z1 --tally census -o table &&
    zombies solve S3/1F2/3Z/P3 'S#/#P' --certificate proofs -o table &&
    printf '\357\273\277S4/5/Z1#2/2F2/4P\r\n; a comment\nclassic@42#7\n\n🆘⬜️\n; lit\n⬜️🚶‍♂️' > levels &&
    printf 'S.\n.P\n\nSQ' > bad && true > empty && head -c 200 proofs > cut
    """#

  /// A pipe delivers whatever it has.
  @Test func bytesComeOneByOne() throws {
    let folder = try TemporaryFolder()
    try shellDone(Self.files, in: folder)
    for row in Self.inputs.split(separator: "\n") {
      let parts = row.split(separator: " < ")
      let words = parts[0].split(separator: " ").map(String.init)
      let bytes = try require(folder.contents[String(parts[1])])
      var run = try CommandLineRun(Array(words.dropFirst()), in: folder)
      run.input = .bytes(bytes)
      let whole = try run.run()
      run.input = .drops(bytes)
      let drops = try run.run()
      expectEqual("\(whole.ending)", "exit(\(words[0]))", "\(whole)")
      expect(drops.ending == whole.ending && drops.output == whole.output, "\(drops)")
      expectEqual(drops.errors, whole.errors, "\(drops)")
    }
    // Another program has made the pipe non-blocking.
    let run = try shell(
      "(sleep 0.1; echo S1P; sleep 0.1; echo S2P) | perl -e 'use Fcntl; fcntl(STDIN, F_SETFL, fcntl(STDIN, F_GETFL, 0) "
        + "| O_NONBLOCK); exec @ARGV' zombies solve --format csv --input -")
    expect(run.ending == .exit(0) && run.lines.count == 3, "\(run)")
  }

  /// Lines that print a note on standard error.
  private static let notes = """
    generate --min-par 8 --count 2
    simulate --rounds 2 --family 6x6z2b3f1 --policy all
    simulate --rounds 9 --policy edge --checkpoint c --resume
    simulate --rounds 9 --policy edge --shard auto
    sweep --rounds 9 --policy edge --blocks 17
    compare edge random --rounds 200
    analyze --family 3x3z1 --check 100
    census --family 3x3z1 --checkpoint c --resume
    census --search --climbs 1 --steps 9
    replay classic@42#7 --policy edge
    bench verify 5 2 100
    merge rounds
    """

  @Test func quietHidesNotes() throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies simulate --rounds 9 --policy edge --rounds-csv rounds -o t", in: folder)
    for line in Self.notes.split(separator: "\n") {
      // Only --shard auto reads these variables.
      let command = "export SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2; zombies \(line)"
      let loud = try shell(command, in: folder)
      let quiet = try shell("\(command) --quiet", in: folder)
      expect([.exit(0), .exit(2)].contains(loud.ending) && loud.errors != "", "\(loud)")
      expectEqual(quiet.errors, "", "\(quiet)")
      expect(quiet.ending == loud.ending && quiet.output == loud.output, "\(quiet)")
    }
  }

  /// Lines with what they send to the terminal, in which W erases the line of progress. Input comes, or the run is
  /// stopped, as soon as the line was seen.
  private static let progress: [(line: String, sent: String)] = [
    (
      "(echo 'S#/#P'; until grep -qs 'so far' sent; do sleep 0.05; done; echo 'S#/#P') | zombies verify --input -",
      #"standard input:1: unsolvable: S#/#P\n(W1 levels · \d levels/s · [1-9]\d* s so far)+(W2 levels · \d levels/s)?"#
        + #"Wstandard input:2: unsolvable: S#/#P\n(W2 levels · \d levels/s( · \d+ s so far)?W)?"#
    ),
    (
      """
      timeout 300 zombies bench flood 200 20 7000 1e9 --threads 1 -o line & run=$!
      until cat sent 2> /dev/null | tr '\\r' '\\n' | grep -q 'rooms/s\\( · [^·]* left\\)*$'; do sleep 0.05; done; kill $run; wait
      """,
      #"(W0% · [\d,]+ rooms/s( · [\d,hdaysyremin ]+ left)?( · \d+ s so far)?)+"#
    ),
    ("(sleep 1.5; echo SP) | zombies verify --quiet --input -", ""),
    ("timeout 2 zombies verify --input -", ""),
    (
      "zombies replay SP --moves L | cat; zombies draw SP -o f",
      #"start: dark\nSP\n\nmove 1: .*\nP\.\n"#
    ),
    ("zombies replay SP --moves L", #"start: dark\n\x{1B}\[1;32mS[\s\S]*"#),
    ("TERM=dumb zombies replay SP --moves L", #"start: dark\nSP\n[\s\S]*"#),
    ("stty cols 0; zombies help simulate", #"[^\n]{75}\n[\s\S]*"#),
    ("stty cols 1; zombies help simulate", #"[^\n]{35}\n[\s\S]*"#),
    ("stty cols 60; zombies help simulate", #"[^\n]{56}\n[\s\S]*"#),
    ("stty cols 60; COLUMNS=0 zombies help simulate", #"[^\n]{56}\n[\s\S]*"#),
    ("stty cols 60; COLUMNS=1 zombies help simulate", #"[^\n]{35}\n[\s\S]*"#),
    ("stty cols 60; COLUMNS=70 zombies help simulate", #"[^\n]{66,70}\n[\s\S]*"#),
    (
      "printf 'left\\nquit\\n' | TERM=xterm zombies play S1P --seed 1",
      #"A new round: S1P\.\n[\s\S]*> left\n[\s\S]*"#
    ),
    ("TERM=xterm zombies play S1P --seed 1 < /dev/tty | cat", #"A new round: S1P\.\n[\s\S]*"#),
  ]

  private static let lines:
    [(done: UInt64, total: UInt64?, begun: UInt64, seconds: Double, text: String)] = [
      (500, nil, 100, 2, "500 rounds · 200 rounds/s!"),
      (5000, 0, 0, 2, "5,000 rounds · 2,500 rounds/s!"),
      (0, 1, 0, 2, "0% · 0 rounds/s!"), (5, 5, 5, 1, "100% · 0 rounds/s!"),
      (1, 1, 0, 1, "100% · 1 rounds/s! · 0 s left"), (3, 8, 1, 4, "37% · 0 rounds/s! · 10 s left"),
      (9, 8, 1, 4, "112% · 2 rounds/s! · 0 s left"), (2, 8, 3, 4, "25% · 0 rounds/s!"),
      (1000, 200_000, 0, 1, "0% · 1,000 rounds/s! · 3 min 19 s left"),
    ]

  private static let times: [(Double, String)] = [
    (0, "0 s"), (0.1, "1 s"), (59, "59 s"), (59.1, "1 min 0 s"), (60, "1 min 0 s"),
    (119, "1 min 59 s"),
    (121, "2 min 1 s"), (3599, "59 min 59 s"), (3600, "1 h 0 min"), (3599 + 3600, "1 h 59 min"),
    (35 * 3600, "35 h 0 min"), (359_999, "99 h 59 min"), (360_000, "4 days"),
    (432_000 - 1, "4 days"),
    (86_400 * 365, "365 days"), (86_400_000 - 1, "999 days"), (86_400_000, "2 years"),
    (86_400 * 364 * 365, "364 years"), (1e30, "31,709,791 years"),
  ]

  @Test func textsOfProgress() {
    for row in Self.lines {
      let text = Progress.line(
        row.done, of: row.total, begun: row.begun, "rounds", seconds: row.seconds, "!")
      expectEqual(text, row.text)
    }
    for (seconds, text) in Self.times { expectEqual(Progress.time(seconds), text) }
  }

  private static let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(
    "On a terminal, a line every second, erased at the end; none with --quiet or while levels are typed",
    .enabled(if: hasTerminals, "script, of util-linux, makes the terminal"))
  func progress() throws {
    // All at once, because they wait.
    let folders = try Self.progress.map { _ in try TemporaryFolder() }
    let runs = try zip(folders, Self.progress).map { folder, row in
      try folder.write(row.line + "\n", to: "line.sh")
      return try CommandLineRun(shell: "script -qefc 'sh line.sh' sent < /dev/null", in: folder)
        .start()
    }
    for (run, row) in zip(runs, Self.progress) {
      let text = run.wait().output.replacing("\r\n", with: "\n").replacing("\r\u{1B}[K", with: "W")
      let match = text.range(of: "^\(row.sent)$", options: .regularExpression)
      expectEqual(match, text.startIndex..<text.endIndex, "\(row.line): \(text)")
    }
  }

  @Test(.enabled(if: isLong, "it takes more than ten seconds"))
  func progressWithoutATerminal() throws {
    let level = "(until grep -qs 'so far' plain; do sleep 0.1; done; echo SP)"
    let run = try shell(
      "touch plain; \(level) | zombies verify --quiet --input - 2> quiet & \(level) | zombies verify --input - 2> plain "
        + "&& wait && cat plain quiet", in: try TemporaryFolder())
    expect(
      run.output.wholeMatch(of: #/(0 levels · 0 levels/s · \d\d s so far\n)+/#) != nil, "\(run)")
  }
}
