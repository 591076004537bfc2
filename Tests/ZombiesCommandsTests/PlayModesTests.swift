import Testing
import ZombiesReports
import ZombiesTestSupport

/// Options of `zombies play` for questions, worlds and several players that are combined wrongly,
/// and names that steer the terminal ("Worlds", "The scoreboard", "The game as it is played",
/// section 7).
@Suite(.waits) struct PlayModesTests {
  @Test("3.6, 3.7 --questions alone asks the questions of a file")
  func ownQuestions() throws {
    let folder = try TemporaryFolder()
    let text =
      "chapter: Mine\n\nquestion: Which is even?\n- one\n+ two\n\nquestion: And?\n+ x\n- y\n"
    try folder.write(text, to: "q")
    let run = try zombies("play", "--questions", "q", input: "next\n1\n2\n1\n", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expect(run.output.hasPrefix("Chapter 1 of 1: Mine. 2 questions.\n"), "\(run)")
    expect(run.output.contains("> 1\nNot that one.\n"), "\(run)")
    expect(run.output.contains("> 2\nRight.\n"), "\(run)")
    expect(run.output.contains("1 of 2 right at the first try.\n"), "\(run)")
    let both = try zombies(
      "play", "--quiz", "--questions", "q", input: "next\n1\n2\n1\n", in: folder)
    expectSame(both.output, run.output, "--quiz --questions")
  }

  // MARK: --worlds

  @Test("2.1 --worlds begins with the built-in campaign, or with that of a file or a pipe")
  func worlds() throws {
    let folder = try TemporaryFolder()
    let campaign = "; world: A\n; level: Door\nSP\n\n; world: B\n; unlock: stars 1\nS1P\n"
    try folder.write(campaign, to: "c")
    let built = try zombies("play", "--worlds", input: "")
    expect(built.output.hasPrefix("World 1 of "), "\(built)")
    let file = try zombies("play", "--worlds", "c", input: "enter\n1\nleft\n", in: folder)
    expect(file.ending == .exit(0) && file.output.hasPrefix("World 1 of 2: A.\n"), "\(file)")
    expect(file.output.contains("\nA, level 1: Door. 3 lives.\n"), "\(file)")
    let same = try zombies("play", "--worlds=c", input: "enter\n1\nleft\n", in: folder)
    expectSame(same.output, file.output, "--worlds=c")
    // Standard input is used up by the campaign, so no move follows.
    let pipe = try zombies("play", "--worlds", "-", input: campaign, in: folder)
    expect(pipe.ending == .exit(0) && pipe.output.hasPrefix("World 1 of 2: A.\n"), "\(pipe)")
    expectEqual(folder.names, ["c"])
  }

  /// Command lines that are refused, with the status and the beginning of the message.
  private static let badWords: [(String, Int32, String)] = [
    ("--worlds c --lit", 64, "--lit cannot be combined with --worlds"),
    ("--worlds c --size 3x3", 64, "--size cannot be combined with --worlds"),
    ("--worlds c --family block", 64, "--family cannot be combined with --worlds"),
    ("--worlds c --levels any", 64, "--levels cannot be combined with --worlds"),
    ("--worlds c --input c", 64, "--input cannot be combined with --worlds"),
    ("--worlds c SP", 64, "LEVEL cannot be combined with --worlds"),
    ("--worlds c --daily", 64, "--worlds cannot be combined with --daily"),
    ("--daily 2026-11-22 --worlds c", 64, "--worlds cannot be combined with --daily"),
    ("--worlds c --quiz", 64, "--worlds cannot be combined with --quiz"),
    ("--worlds c --questions c", 64, "--worlds cannot be combined with --questions"),
    ("--questions c SP", 64, "LEVEL cannot be combined with --questions"),
    ("--questions c", 65, "c, line"),
    ("--worlds c --players Ann,Ben", 64, "--worlds cannot be combined with several players"),
    ("--daily --players Ann,Ben", 64, "--daily cannot be combined with several players"),
    ("--worlds c --worlds c", 64, "--worlds is given twice"),
    (
      "--worlds c --progress p --zombie-speed 2", 64,
      "--progress cannot be combined with other rules"
    ),
    ("--worlds none", 66, "cannot open 'none': No such file or directory"),
    ("--worlds .", 66, "cannot open '.': Is a directory"),
    ("--players edge", 64, "--players: 'edge' is the name of a built-in policy"),
    ("--players all,Ann", 64, "--players: 'all' is the name of a built-in policy"),
    ("--players Ann,Optimal", 64, "--players: 'Optimal' is the name of a built-in policy"),
    ("--players Ann,Ben,Ann", 64, "--players: 'Ann' is named twice"),
    ("--players edge,Ann,edge", 64, "--players: 'edge' is named twice"),
    ("--players Ann,,Ben", 64, "--players: '' cannot be a name: "),
    ("--players ,Ann", 64, "--players: '' cannot be a name: "),
    ("--players Ann,", 64, "--players: '' cannot be a name: "),
    ("--players 'Ann, Ben'", 64, "--players: ' Ben' cannot be a name: "),
    ("--players \"Ann,$(printf 'B\\033[2J')\"", 64, "--players: 'B"),
    ("--players $(seq -s, 1 101)", 64, "--players: expected at most 100 names, found 101"),
    ("--players Ann,$(printf '%065d' 0)", 64, "--players: '000"),
  ]

  @Test(
    "7.1 Options that cannot be combined are bad usage; missing files are named",
    arguments: badWords)
  func refused(words: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("; world: A\nSP\n", to: "c")
    let run = try shell("zombies play \(words) < /dev/null", in: folder)
    expect(run.ending == .exit(status) && run.output.isEmpty, "\(run)")
    expect(run.errors.hasPrefix("Error: \(message)"), "\(run)")
    expect(!run.errorBytes.contains(0x1B), "\(run)")
    expectEqual(folder.names, ["c"])
  }

  @Test("2.8 Wins under other rules are not saved, however the player came to the worlds")
  func otherRules() throws {
    let folder = try TemporaryFolder()
    let typed = "skip\nworlds\nenter\n1\nup\nleft\nnext\nquit\n"
    let run = try zombies(
      "play", "--catching-distance", "0", "--progress", "p", input: typed, in: folder)
    expect(run.output.contains("You have 0 stars"), "\(run)")
    expect(run.output.contains(" Stars earned under these rules are not saved."), "\(run)")
    let text = try require(folder.read("p"))
    expect(text.hasPrefix("zombies-progress 3\nfirst-steps done\nend "), "\(text)")
  }

  // MARK: --players

  /// Turns at the board by typed commands: three levels, on which each player in turn makes some
  /// moves.
  private func turns(
    _ folder: TemporaryFolder, players: String, typed: String
  ) throws -> [[String]] {
    let run = try zombies(
      "play", "--family", Self.family, "--seed", "3", "--players", players, "--record", "r",
      input: typed, in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = try require(folder.read("r")).split(separator: "\n")
    expectEqual(rows.first.map { $0 + "\n" }, RecordCSV.header)
    return rows.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let family = "4x4z1b1"

  @Test("7.3 Names are any text in one line", arguments: ["José", "李明", "Ann Marie", "Ann!"])
  func names(name: String) throws {
    let alone = try zombies("play", "SP", "--players", name, input: "")
    expectEqual(alone.ending, .exit(0), "\(alone)")
    let board = try zombies("play", "SP", "--players", "Ben,\(name)", input: "")
    expect(board.output.contains("2 players: Ben and \(name).\n"), "\(board)")
  }

  @Test("5.5 A board accepts 100 names, and all of them play")
  func manyPlayers() throws {
    let names = (1...100).map { "p\($0)" }
    let folder = try TemporaryFolder()
    let run = try zombies(
      "play", "SP", "--players", names.joined(separator: ","), "--record", "r",
      input: "start\n" + String(repeating: "turn\nleft\nnext\n", count: 100) + "end\n", in: folder)
    expect(run.output.contains("The winners are p1, p2, "), "\(run)")
    expect(run.output.hasSuffix("100 rounds counted.\n"), "\(run)")
    let rows = try require(folder.read("r")).split(separator: "\n").dropFirst()
    expect(zip(rows, names).allSatisfy { $0.hasPrefix("0,0,\($1),SP,won,1,L,") }, "\(rows)")
    expectEqual(rows.count, 100)
  }

  @Test(
    "7.3 A record of turns lists the rounds that replay and simulate play, in the order of turns")
  func recordOfTurns() throws {
    let folder = try TemporaryFolder()
    let typed =
      ["start", "turn", "u u l l u l", "next", "turn", "u l l l", "next", "turn"]
      + ["turn", "u u u l l l", "next", "turn", "turn", "u l l", "next"]
      + ["turn", "turn", "left", "next", "turn", "l l u l u u", "next", "end"]
    let rows = try turns(
      folder, players: "Ann,Ben,optimal", typed: typed.map { $0 + "\n" }.joined())
    expectEqual(rows.map { $0[0] }, ["0", "0", "0", "1", "1", "1", "2"], "\(rows)")
    for row in rows {
      let level = "\(Self.family)@3#\(row[0])"
      let code = try zombies("generate", "--family", Self.family, "--seed", "3", "--first", row[0])
      expectEqual(code.ending, .exit(0))
      let replay = try zombies("replay", level, "--moves", row[6])
      expect(replay.output.contains("; \(row[4]): "), "\(row): \(replay)")
      expect(row[5] == String(row[6].count) && row[1] == "0")
    }
    let batch = try zombies(
      "simulate", "--family", Self.family, "--seed", "3", "--policy", "optimal", "--rounds", "3",
      "--rounds-csv", "-", "-o", "table", in: folder)
    let own = rows.filter { $0[2] == "optimal" }.map { $0.prefix(7).joined(separator: ",") }
    expect(own.count >= 2)
    expect(batch.lines.dropFirst().starts(with: own), "\(own)\n\(batch)")
    // A record is not a piece of a batch, and `merge` says so.
    let merged = try zombies("merge", "r", in: folder)
    expectEqual(merged.ending, .exit(65), "\(merged)")
    expect(merged.errors.contains("r, line 1: the rounds of 'play --record' are not part of a"))
  }

  @Test("5.3 When a board is set up by typed commands, no field takes the text")
  func setUpByWords() throws {
    let run = try zombies(
      "play",
      input: "board\nok\nturn\nadd  Ann \nok\nadd \(String(repeating: "x", count: 65))\nstart\n")
    expect(
      run.output.contains(
        "> ok\nThe game has not started. Type start to start it.\n"), "\(run)")
    expect(run.output.contains("\nAnn is on the board.\n"), "\(run)")
    expect(run.output.contains("cannot be a name: expected 1 to 64 characters.\n"), "\(run)")
    expect(run.output.contains("Level 1: Ann's turn.\n"), "\(run)")
  }

  // MARK: Names

  /// Characters that control a terminal or change the direction of text.
  private static let steering = [
    "\u{1B}[2J", "\u{7}", "\t", "\u{7F}", "\u{9B}2J", "\u{202E}", "\u{2028}", "\u{0}", "\u{2067}",
    "\u{200F}",
  ]

  @Test("2.1 Names that would control a terminal are refused with their position, or cleaned")
  func namesThatSteer() throws {
    let folder = try TemporaryFolder()
    func expectNoneShown(_ run: Finished, _ name: String) {
      for bytes in [run.outputBytes, run.errorBytes] {
        let text = String(decoding: bytes, as: UTF8.self)
        let bad = text.unicodeScalars.first {
          switch $0.value {
          case 0x0A: false
          case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
          default: false
          }
        }
        expectNil(bad, "\(name.debugDescription): \(text.debugDescription)")
      }
    }
    for sign in Self.steering {
      for text in [
        "; world: A\(sign)B\nSP\n", "; world: A\n; level: A\(sign)B\nSP\n",
        "; world: A\nSP\n; unlock: \(sign)\n", "; world: A\nS\(sign)P\n",
      ] {
        try folder.write(text, to: "c")
        let run = try zombies("play", "--worlds", "c", input: "enter\n", in: folder)
        expect(run.ending == .exit(65) && run.output.isEmpty, "\(run)")
        expect(run.errors.hasPrefix("Error: c, line "), "\(run)")
        expectNoneShown(run, text)
      }
      // A typed control character becomes a blank.
      let typed = "board\nadd A\(sign)B\nadd \(sign)\nstart\nrename \(sign) to \(sign)\nscore\n"
      let board = try zombies("play", input: typed, in: folder)
      let rest = String(String.UnicodeScalarView(sign.unicodeScalars.dropFirst()))
      expect(board.output.contains("\nA \(rest)B is on the board.\n"), "\(board)")
      expectNoneShown(board, sign)
      let progress = GameProgressText.of(world: "A\(sign)B")
      try folder.write(progress, to: "p")
      let kept = try zombies("play", "--progress", "p", input: "up\n", in: folder)
      expect(kept.ending == .exit(65) && kept.output.isEmpty, "\(kept)")
      expectNoneShown(kept, sign)
      expectEqual(folder.read("p"), progress)
    }
  }
}

/// A file of progress as a program would write it that accepts any name.
private enum GameProgressText {
  static func of(world name: String) -> String {
    let text = "zombies-progress 3\nlevel SP open\nworld 0 SP \(name)\n"
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return text + "end " + String(repeating: "0", count: 16 - digits.count) + digits + "\n"
  }
}
