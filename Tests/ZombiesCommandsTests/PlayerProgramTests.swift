import Foundation
import Testing
import ZombiesTestSupport

/// Programs at the board of `zombies play`, `--policy NAME='COMMAND'`: moves that are not theirs,
/// rules that they do not learn, and processes that outlive the game.
@Suite(.waits) struct PlayerProgramTests {
  /// A player that writes its process to the file that it is given, and never makes a move.
  static let slow = """
    echo $$ > "$1"
    echo name slow
    echo ready
    while read -r word rest; do
      if [ "$word" = see ]; then sleep 1000; fi
    done

    """

  /// A player that makes one move in a round, and then ends.
  private static let broken = """
    echo $$ > "$1"
    echo name broken
    echo ready
    while read -r word id light own moves rest; do
      if [ "$word" = see ]; then
        if [ -n "$moved" ]; then exit 3; fi
        case $moves in U*) echo "$id U" ;; *) echo "$id L" ;; esac
        moved=yes
      fi
    done

    """

  /// A player that writes what it reads to the file that it is given, and goes up and to the left.
  private static let record = """
    echo name record
    echo once
    echo ready
    while read -r word id light own moves rest; do
      echo "$word $id $light" >> "$1"
      if [ "$word" = see ]; then
        case $moves in *U*) echo "$id U" ;; *L*) echo "$id L" ;; *) echo "$id D" ;; esac
      fi
    done

    """

  /// Fails if the process in the file `pid` is still there.
  static func expectNoProcess(
    in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = try require(folder.read("pid")).trimmingCharacters(in: .newlines)
    let process = try require(pid_t(text))
    // A process that was killed a moment ago is there until its parent has waited for it.
    for _ in 0..<1000 where kill(process, 0) == 0 { usleep(10_000) }
    #expect(kill(process, 0) == -1, "process \(process)", sourceLocation: sourceLocation)
  }

  /// The columns of a record that a batch has too, by the player.
  private func rounds(in folder: TemporaryFolder, of player: String) throws -> [String] {
    try shell("cut -d, -f 1-7 record.csv", in: folder).lines.map { $0.components(separatedBy: ",") }
      .filter { $0[2] == player }
      .map { cells in (cells[..<2] + cells[3...]).joined(separator: ",") }
  }

  @Test(
    "A program that is written as a policy plays its moves at the board",
    .enabled(if: hasPython, "there is no python3"),
    arguments: [
      ["--family", "6x6z2b3f1", "--seed", "3"], ["--family", "classic", "--hearing-distance", "2"],
      ["--family", "9x9z3b9f2", "--zombie-speed", "2", "--levels", "any"],
      ["S4/5/Z1#2/5/4P", "SP", "S2/1Z1/2P"],
    ])
  func sameMoves(options: [String]) throws {
    let folder = try TemporaryFolder()
    let edge = Golden.package.appendingPathComponent("Tests/Outside/players/edge.py").path
    let turns = String(repeating: "play\n", count: 12)
    let run = try zombies(
      ["play", "--policy", "mine=python3 '\(edge)'", "--record", "record.csv"] + options,
      input: "board\nadd mine\nadd edge\nstart\n\(turns)end\n", in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let expected = try rounds(in: folder, of: "edge")
    expectEqual(expected.count, 6, "\(run)")
    try expectEqual(rounds(in: folder, of: "mine"), expected)
  }

  @Test("A program that fails ends the game with status 76, and what was played is kept")
  func failure() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.broken, to: "broken.sh")
    let words = [
      "play", "S3/4/Z3/#2P", "--players", "edge,broken", "--record", "record.csv", "--policy",
      "broken=sh broken.sh pid",
    ]
    let run = try zombies(words, input: "start\nplay\nplay\nplay\n", in: folder)
    expectEqual(run.ending, .exit(76), "\(run)")
    expect(run.output.hasSuffix("\nbroken is playing.\n"), "\(run)")
    expectEqual(
      run.errors,
      "Error: player broken ('sh broken.sh pid'), trial 0, round 0, level S3/4/Z3/#2P, "
        + "after 1 move: it ended with status 3\n")
    try expectEqual(rounds(in: folder, of: "edge").count, 1)
    try expect(rounds(in: folder, of: "broken").isEmpty)
    try Self.expectNoProcess(in: folder)

    let forgiven = try zombies(
      words + ["--player-forgive"], input: "start\nplay\nplay\nplay\n", in: folder)
    expectEqual(forgiven.ending, .exit(0), "\(forgiven)")
    expect(
      forgiven.output.contains("\nbroken cannot play this level and leaves the game. "),
      "\(forgiven)")
    expectEqual(forgiven.errors, "broken failed 1 time, and was forgiven\n")
    try expectEqual(rounds(in: folder, of: "edge").count, 3)
    try Self.expectNoProcess(in: folder)
  }

  @Test("A program learns the rules, the family and the sides of its turn")
  func rules() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.record, to: "record.sh")
    let run = try zombies(
      "play", "--policy", "record=sh record.sh lines", "--family", "4x6z1b1", "--seed", "3",
      input: """
        board
        add record
        start
        play
        play
        set hearing 2
        play
        set family 5x3z1
        play
        level S3/4/Z3/#2P
        skip
        board
        play
        play

        """, in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let lines = try require(folder.read("lines")).split(separator: "\n")
    expectEqual(
      lines.filter { $0.hasPrefix("family ") || $0.hasPrefix("rule hearing-distance ") }.prefix(6),
      [
        "family 4x6z1b1 ", "rule hearing-distance 0", "family 4x6z1b1 ",
        "rule hearing-distance 2", "family 5x3z1 ", "rule hearing-distance 2",
      ], "\(run)\n\(lines)")
    let rows = lines.filter { $0.hasPrefix("round ") }.map { $0.split(separator: " ")[2] }
    expect(rows.count >= 4 && Set(rows) == ["4", "5"], "\(lines)")
  }

  @Test("A signal ends a game of typed commands and the program that plays")
  func signal() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.slow, to: "slow.sh")
    var run = try CommandLineRun(
      [
        "play", "SP", "--players", "edge,slow", "--record", "record.csv", "--policy",
        "slow=sh slow.sh pid", "--player-timeout", "300",
      ], in: folder)
    run.input = .text("start\nplay\nplay\nplay\n")
    let running = try run.start()
    expect(running.wait { running.output.contains("slow is playing.") })
    running.send(SIGINT)
    let finished = running.wait()
    expectEqual(finished.ending, .signal(SIGINT), "\(finished)")
    try expectEqual(rounds(in: folder, of: "edge").count, 1)
    try Self.expectNoProcess(in: folder)
  }

  @Test(
    "What --policy refuses in 'play'",
    arguments: [
      (
        "--policy edge", "--policy: 'edge' is not NAME='COMMAND'. A built-in policy needs no option"
      ),
      ("--policy a=cat --policy edge", "--policy: 'edge' is not NAME='COMMAND'."),
      ("--policy edge=cat", "'edge' is the name of a policy of this program"),
      ("--policy Edge=cat", "'Edge' is the name of a policy of this program"),
      ("--policy a=", "'a=': expected NAME='COMMAND'"),
      ("--policy a=cat --policy a=cat", "a is named twice"),
      ("--policy ' a=cat'", "' a': ' a' is not a policy name"),
      ("--policy a=cat --players a", "--players: 'a' is the name of a program of --policy"),
      ("--player-timeout 5", "--player-timeout needs --policy"),
      ("--player-forgive", "--player-forgive needs --policy"),
      ("--player-log log.jsonl", "--player-log needs --policy"),
    ])
  func badUsage(options: String, message: String) throws {
    let folder = try TemporaryFolder()
    let run = try shell("zombies play \(options) < /dev/null", in: folder)
    expect(run.ending == .exit(64) && run.output == "", "\(run)")
    expect(run.errors.hasPrefix("Error: \(message)"), "\(run)")
    expect(folder.names.isEmpty)
  }

  @Test("A program that cannot play fails before the game begins")
  func atTheBeginning() throws {
    for (command, reason) in [
      ("true", "before 'ready': it ended with status 0"),
      ("cat", "it wrote 'zombies 1', expected 'name NAME'"),
      (
        "printf '1\\n2\\n3\\n\\n  4\\n5\\n6' >&2; false",
        "before 'ready': it ended with status 1. The end of its standard error: 2 | 3 | 4 | 5 | 6"
      ),
      (
        "echo no memory >&2; kill -9 $$",
        "before 'ready': it was killed by signal 9 (Killed). The end of its standard error: no memory"
      ),
    ] {
      let check = try zombies("player-check", command)
      expectEqual(check.ending, .exit(76), "\(check)")
      expectEqual(check.errors, "Error: player ('\(command)'): \(reason)\n")
      let run = try zombies(
        "play", "--policy", "mine=\(command)", "--player-forgive", input: "up\n")
      expect(run.ending == .exit(76) && run.output == "", "\(run)")
      expectEqual(run.errors, "Error: player mine ('\(command)'): \(reason)\n")
    }
  }
}
