// Completed levels stay saved, whatever happens to the program, the disk and the file ("Worlds",
// 2.8): only here are games killed while they save. ProgressTextTests changes every byte of a file.

import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesGame
@testable import ZombiesSystem
@testable import ZombiesTerminal

@Suite(.waits) struct KeptProgressTests {
  /// Two worlds that are open from the beginning, whose levels are rows of growing length.
  private static let campaign = ["One", "Two"].enumerated().map { number, name in
    "; world: \(name)\n; unlock: stars 0\n"
      + (0..<levels).map { "\(code($0, in: number))\n" }.joined()
  }.joined()

  private static let levels = 12

  private static func code(_ level: Int, in world: Int) -> String {
    let squares = 2 * level + world
    return "S\(squares > 0 ? "\(squares)" : "")P"
  }

  /// The commands that win the levels of a world.
  private static func winning(_ levels: Range<Int>, in world: Int) -> String {
    "world \(world + 1)\nenter\n"
      + levels.map { "\($0 + 1)\nleft \(2 * $0 + world + 1)\nworlds\n" }.joined()
  }

  /// The codes of the levels that the game said were won.
  private func won(_ output: String) -> [String] {
    var last: String?
    var won: [String] = []
    for line in output.split(separator: "\n") {
      if let match = line.firstMatch(of: #/^(One|Two), level (\d+)\. \d li/#) {
        last = Int(match.2).map { Self.code($0 - 1, in: match.1 == "One" ? 0 : 1) }
      }
      if line == "You won!", let last { won.append(last) }
    }
    return won
  }

  private static let words = ["play", "--worlds", "campaign", "--progress", "p"]

  private func start(_ typed: String, in folder: TemporaryFolder) throws -> Running {
    var run = try CommandLineRun(Self.words, in: folder)
    // Line by line, so that each answer is written before the next line is read.
    run.input = .drops(Array(typed.utf8))
    return try run.start()
  }

  /// Kills a game that has announced a number of wins and waits for more input.
  private func killWaiting(_ typed: String, wins: Int, in folder: TemporaryFolder) throws
    -> Finished
  {
    let pipe = try TemporaryFolder()
    try shellDone("mkfifo keys", in: pipe)
    let keys = open(pipe.file("keys"), O_RDWR | O_CLOEXEC)
    defer { close(keys) }
    expectEqual(write(keys, typed, typed.utf8.count), typed.utf8.count)
    var line = try CommandLineRun(Self.words, in: folder)
    line.input = .path(pipe.file("keys"))
    let run = try line.start()
    expect(run.wait { won(run.output).count == wins || run.isOver })
    run.send(SIGKILL)
    let finished = run.wait()
    expectEqual(finished.ending, .signal(SIGKILL), "\(finished)")
    return finished
  }

  private func newFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.campaign, to: "campaign")
    return folder
  }

  /// The progress in the file, read as a game reads it.
  private func progress(in folder: TemporaryFolder, _ name: String = "p") throws -> GameProgress {
    try KeptFile<GameProgress>(at: FilePath(folder.file(name))).known
  }

  // MARK: Killed

  @Test("2.8 A game killed at any moment loses no level that it said was won")
  func killed() throws {
    let folder = try newFolder()
    let base = try zombies(Self.words, input: Self.winning(0..<2, in: 1), in: folder)
    expectEqual(won(base.output), ["S1P", "S3P"], "\(base)")
    let former = try require(folder.read("p"))
    let typed = Self.winning(0..<Self.levels, in: 0)
    let whole = try ContinuousClock().measure {
      let run = try start(typed, in: folder).wait()
      expect(run.ending == .exit(0) && won(run.output).count == Self.levels, "\(run)")
    }
    let seed = UInt64.random(in: 0 ..< .max)
    var random = NaiveRandom(seed: seed)
    var parts = 0
    for kill in 0..<(isLong ? 200 : 8) {
      let what: Comment = "kill \(kill), moments of seed \(seed)"
      // Some runs continue from the progress that the last one left.
      if kill % 4 != 3 { try folder.write(former, to: "p") }
      // The script begins every level; a kept one would be continued.
      try? FileManager.default.removeItem(atPath: folder.file("p.session"))
      let finished: Finished
      if kill % 4 == 0 {
        let wins = random.below(Self.levels)
        finished = try killWaiting(Self.winning(0..<wins, in: 0), wins: wins, in: folder)
      } else {
        let run = try start(typed, in: folder)
        usleep(UInt32(random.below(max(1, Int(whole / .microseconds(1))))))
        run.send(SIGKILL)
        finished = run.wait()
      }
      expect([.signal(SIGKILL), .exit(0)].contains(finished.ending), "\(what): \(finished)")
      let told = won(finished.output)
      if folder.names.contains("p.part") { parts += 1 }
      let kept = try progress(in: folder)
      for code in ["S1P", "S3P"] + told {
        expect(kept.hasCompleted(code), "\(what): \(code) is lost; \(finished)")
      }
      // The next game removes what a killed one left of its list of levels.
      expectEqual(
        folder.names.filter { !$0.hasSuffix(".part") && $0 != "p.session" }, ["campaign", "p"],
        "\(what)")
    }
    let last = try start("quit\n", in: folder).wait()
    expectEqual(last.ending, .exit(0), "\(last)")
    expectEqual(folder.names, ["campaign", "p", "p.session"])
    // Whether a kill comes while the game saves is chance; with many kills it happens.
    if isLong { expect(parts > 0) }
  }

  @Test("2.8 Files that a killed game left behind do not stop the next one")
  func stalePart() throws {
    let folder = try newFolder()
    let typed = Self.winning(0..<1, in: 0)
    for text in ["", "zombies-progress 3\nlevel S", "anything"] {
      try folder.writePart(text, to: "p.part")
      let run = try zombies(Self.words, input: typed, in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      try expect(progress(in: folder).hasCompleted("SP"))
      expectEqual(folder.names, ["campaign", "p", "p.session"])
    }
    // The user's own file is never mistaken for one: the game refuses it before it begins.
    try folder.write("mine", to: "p.part")
    let run = try zombies(Self.words, input: typed, in: folder)
    expect(run.ending == .exit(73) && run.output.isEmpty, "\(run)")
    expect(run.errors.hasPrefix("Error: 'p.part' is in the way: "), "\(run)")
    expectEqual(folder.read("p.part"), "mine")
  }

  @Test("2.8 If two games at once are killed, the wins that either announced are kept")
  func twoAtOnce() throws {
    let folder = try newFolder()
    let typed = [0, 1].map { Self.winning(0..<Self.levels, in: $0) }
    let whole = try ContinuousClock().measure {
      let runs = try typed.map { try start($0, in: folder) }
      for run in runs.map({ $0.wait() }) { expectEqual(run.ending, .exit(0), "\(run)") }
    }
    for world in [0, 1] {
      for level in 0..<Self.levels {
        try expect(progress(in: folder).hasCompleted(Self.code(level, in: world)))
      }
    }
    let seed = UInt64.random(in: 0 ..< .max)
    var random = NaiveRandom(seed: seed)
    for kill in 0..<(isLong ? 100 : 3) {
      unlink(folder.file("p"))
      let runs = try typed.map { try start($0, in: folder) }
      let moments = runs.map { _ in
        UInt32(random.below(max(1, Int(whole / .microseconds(1)))))
      }
      // One is killed first, and the other continues for a while.
      let first = moments[0] < moments[1] ? 0 : 1
      usleep(moments[first])
      runs[first].send(SIGKILL)
      usleep(moments[1 - first] - moments[first])
      runs[1 - first].send(SIGKILL)
      for run in runs.map({ $0.wait() }) {
        let what: Comment = "kill \(kill), moments of seed \(seed): \(run)"
        #expect([.signal(SIGKILL), .exit(0)].contains(run.ending), what)
        let told = won(run.output)
        guard !told.isEmpty else { continue }
        let kept = try progress(in: folder)
        for code in told { expect(kept.hasCompleted(code), "\(code) is lost, \(what)") }
      }
    }
  }

  @Test("2.8 A game adds to the progress that another has saved since it began")
  func oneInTheMiddleOfAnother() throws {
    let folder = try newFolder()
    let meanwhile = Self.winning(0..<2, in: 0).replacing("\n", with: "\\n")
    // The first game has shown a level when the other one begins.
    let run = try shell(
      """
      mkfifo f; (zombies play --worlds campaign --progress p <f >out 2>&1; echo $? >status) &
      exec 3>f; printf 'world 2\\nenter\\n1\\n' >&3
      until grep -q 'Two, level 1' out; do sleep 0.02; done
      printf '\(meanwhile)' | zombies play --worlds campaign --progress p >other; echo $?
      printf 'left 2\\nnext\\n' >&3; exec 3>&-; wait; cat status
      """, in: folder)
    expectEqual(run.output, "0\n0\n", "\(run)")
    let kept = try progress(in: folder)
    for code in ["SP", "S2P", "S1P"] { expect(kept.hasCompleted(code), "\(code) is lost") }
  }

  // MARK: Damaged, newer, foreign

  @Test("2.8 The command refuses a damaged, newer or foreign file and names the line")
  func refused() throws {
    let folder = try newFolder()
    let base = try zombies(Self.words, input: Self.winning(0..<2, in: 0), in: folder)
    let text = try require(folder.read("p"), "\(base)")
    let bytes = Array(text.utf8)
    unlink(folder.file("p.session"))
    var lastByte = bytes
    lastByte[bytes.count - 2] ^= 1
    var notText = bytes
    notText[bytes.count / 2] = 0xFF
    let files: [(bytes: [UInt8], message: String)] = [
      (lastByte, "line \(text.split(separator: "\n").count): damaged: the hash does not match"),
      (notText, "damaged: not UTF-8 text"),
      (
        Array(text.replacing("zombies-progress 3", with: "zombies-progress 4").utf8),
        "newer version"
      ),
      (
        Array("zombies-progress 1\nfirst-steps done\n".utf8),
        "line 1: this is format 1 of a progress file; this version reads format 3"
      ),
      (Array(Self.campaign.utf8), "line 1: not a progress file"),
      ([UInt8](repeating: 0, count: 5000), "line 1: "),
    ]
    for (bytes, message) in files {
      try folder.write(bytes, to: "p")
      for words in [Self.words, ["play", "--progress", "p"]] {
        let run = try zombies(words, input: "skip\nworlds\nenter\n1\nleft\n", in: folder)
        expect(run.ending == .exit(65) && run.output.isEmpty, "\(run)")
        expect(run.errors.hasPrefix("Error: p, line "), "\(run)")
        expect(run.errors.contains(message), "\(run)")
        expect(run.errors.hasSuffix("; the file was not changed\n"), "\(run)")
      }
      expect(folder.contents["p"] == bytes && folder.names == ["campaign", "p"])
    }
    // If the file is damaged during a game, the game continues and says once that nothing is saved.
    let run = try shell(
      """
      rm p; mkfifo f; (zombies play --worlds campaign --progress p <f >out 2>err; echo $? >status) &
      exec 3>f; printf 'enter\\n1\\n' >&3
      until grep -q 'level 1' out; do sleep 0.02; done
      echo damaged >p; printf 'left\\nworlds\\n2\\nleft 3\\n' >&3; exec 3>&-; wait; cat err status p; ls
      """, in: folder)
    let reason =
      "p, line 1: not a progress file, expected 'zombies-progress 3'; the file was not changed"
    expectEqual(
      run.output, "Error: \(reason)\n65\ndamaged\ncampaign\nerr\nf\nout\np\np.session\nstatus\n",
      "\(run)")
    let told = folder.read("out") ?? ""
    expectEqual(told.split(separator: "\n").count { $0 == "You won!" }, 2, "\(told)")
    let notSaved =
      "\nYour progress is not saved: \(reason). You can keep playing: the game tries again after each change.\n"
    expectEqual(told.components(separatedBy: notSaved).count, 2, "\(told)")
  }

  @Test("2.8 A file that is not a file of progress is refused before the game begins")
  func noFile() throws {
    let folder = try newFolder()
    try shellDone(
      "mkdir d; mkfifo f; ln -s f link; ln -s nowhere/p broken; touch x.part", in: folder)
    let names = folder.names
    let cases: [(path: String, status: Int32, message: String)] = [
      ("d", 66, "cannot open 'd': Is a directory"),
      ("f", 64, "--progress: 'f' is not a regular file"),
      ("link", 64, "--progress: 'link' is not a regular file"),
      ("-", 64, "--progress: '-' is not a regular file"),
      ("/dev/stdout", 64, "--progress: '/dev/stdout' is not a regular file"),
      ("missing/p", 73, "cannot create 'missing/p': No such file or directory"),
      ("broken", 73, "cannot create 'broken'"), ("x", 73, "'x.part' is in the way"),
      ("", 73, "cannot create '': No such file or directory"),
      ("campaign", 64, "--worlds 'campaign' is the same file as --progress 'campaign'"),
    ]
    for (path, status, message) in cases {
      var run = try CommandLineRun(
        ["play", "--worlds", "campaign", "--progress", path], in: folder)
      run.input = .text("enter\n1\nleft\n")
      let finished = try run.run()
      expectEqual(finished.ending, .exit(status), "\(finished)")
      expect(finished.output.isEmpty && finished.errors.contains(message), "\(finished)")
      expectEqual(folder.names, names)
    }
    expectEqual(folder.read("campaign"), Self.campaign)
    // The default location can contain anything, too.
    for path in ["f", "link"] {
      #expect(throws: Failure.self) { try progress(in: folder, path) }
    }
    // Root may write everywhere.
    guard geteuid() != 0 else { return }
    try shellDone("touch p; chmod 400 p; mkdir -m 500 closed; mkdir -m 0 shut", in: folder)
    for path in ["p", "closed/p", "shut/p"] {
      let run = try zombies(["play", "--progress", path], input: "up\n", in: folder)
      expect(run.ending != .exit(0) && run.output.isEmpty, "\(run)")
    }
  }

  @Test(
    "1.15 On a full disk the game goes on, says so once, and saves everything later")
  func fullDisk() throws {
    let folder = try newFolder()
    let base = try zombies(Self.words, input: Self.winning(0..<1, in: 0), in: folder)
    expectEqual(base.ending, .exit(0), "\(base)")
    let former = try require(folder.read("p"))
    expect(former.utf8.count < 512)
    // The second world makes the file longer than a block, and the rounds make the record longer.
    let typed = "enter\n2\nleft 3\nworlds\nworlds\n" + Self.winning(0..<9, in: 1)
    let line =
      "(ulimit -f 1; zombies play --worlds campaign --progress p --record r; echo $?) 2>&1 | cat"
    var run = CommandLineRun(shell: line, in: folder)
    run.input = .text(typed)
    let finished = try run.run()
    expect(
      finished.output.hasSuffix("Error: cannot write to 'p': File too large\n74\n"), "\(finished)")
    expectEqual(won(finished.output).count, 10, "\(finished)")
    for what in ["Your progress", "The record of rounds"] {
      expectEqual(finished.output.components(separatedBy: "\(what) is not saved: ").count, 2)
    }
    // Levels that were shown as won before the failure are in the file.
    let before = finished.output.components(separatedBy: "Your progress is not saved: ")[0]
    let kept = try progress(in: folder)
    for code in ["SP"] + won(before).dropLast() {
      expect(kept.hasCompleted(code), "\(code) is lost")
    }
    expectEqual(folder.names, ["campaign", "p", "p.session", "r"])
    let rows = try require(folder.read("r")).split(separator: "\n").dropFirst()
    expect(
      !rows.isEmpty && rows.allSatisfy { $0.contains(",won,") && $0.hasSuffix(",1,longest,1,0") })
    expectEqual(folder.read("r")?.last, "\n")
    // A limit of a process does not change while it runs, but a missing folder can come back.
    let again = try shell(
      """
      mkdir d; rm p p.session r; mkfifo f
      (zombies play --worlds campaign --progress d/p --record d/r <f >out 2>err; echo $? >status) &
      exec 3>f; printf 'enter\\n1\\n' >&3
      until grep -q 'level 1' out; do sleep 0.02; done
      mv d away; printf 'left\\nworlds\\n2\\nleft 3\\n' >&3
      until [ "$(grep -c 'You won' out)" = 2 ]; do sleep 0.02; done
      mv away d; printf 'look\\n' >&3; exec 3>&-; wait; cat err status; ls d
      """, in: folder)
    expectEqual(again.output, "0\np\np.session\nr\n", "\(again)")
    let told = folder.read("out") ?? ""
    for what in ["Your progress", "The record of rounds"] {
      expectEqual(told.components(separatedBy: "\(what) is not saved: ").count, 2, "\(told)")
      expectEqual(told.components(separatedBy: "\(what) is saved again.").count, 2, "\(told)")
    }
    let all = try progress(in: folder, "d/p")
    expect(all.hasCompleted("SP") && all.hasCompleted("S2P"))
    expectEqual(folder.read("d/r")?.split(separator: "\n").count, 3)
  }

  @Test("2.8 A link and its target count as the same file")
  func link() throws {
    let folder = try newFolder()
    try shellDone("mkdir d; ln -s d/p p", in: folder)
    let run = try zombies(Self.words, input: Self.winning(0..<2, in: 0), in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    try expect(progress(in: folder, "d/p").hasCompleted("S2P"))
    let kind = try shell("test -L p; echo $?; ls d", in: folder)
    expectEqual(kind.output, "0\np\n")
  }
}
