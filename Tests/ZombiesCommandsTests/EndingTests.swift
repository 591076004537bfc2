import Foundation
import Testing
import ZombiesTestSupport

/// Runs and games that are killed at any moment: a file is old or new and never a part, a resumed run writes the bytes
/// of one that was not interrupted, and nothing is lost that was told. `Golden/Transcripts/endings.txt` shows what is
/// said.
@Suite(.waits) struct EndingTests {
  /// Random moments. A failure names their seed.
  private struct Moments: CustomStringConvertible {
    private let seed: UInt64
    private var random: NaiveRandom

    init() {
      seed = UInt64.random(in: 0 ..< .max)
      random = NaiveRandom(seed: seed)
    }

    mutating func below(_ count: Int) -> Int { random.below(max(1, count)) }

    /// Sleeps for a part of some time.
    mutating func sleep(within time: Duration) {
      usleep(UInt32(below(Int(time / .microseconds(1)))))
    }

    var description: String { "moments of seed \(seed)" }
  }

  // MARK: Runs

  /// Runs that save several times. Each % is the name of its outputs.
  private static let runs = """
    simulate --policy edge,random --rounds 4100 --first 3 -o %.csv --rounds-csv %.rounds --squares-csv %.squares
    simulate --family flashlight --policy edge,random --games 1500 --seed 4 -o %.txt --tally %.tally
    simulate S4/5/2Z2/5/4P SP --policy edge,random --rounds 4100 -o %.txt --rounds-csv %.rounds --tally %.tally
    simulate --family 30x30z9b20 --games 60 --policy edge -o %.csv --squares-csv %.squares --tally %.tally
    sweep --zombies 0..2 --catching-distance 0,1 --policy edge,random --exact --rounds 1500 -o %.csv --html %.html
    census --family 4x4z1b1f1 --difficulty -o %.txt --levels-csv %.levels --tally %.tally
    """.split(separator: "\n").map(String.init)

  @Test func runsAreResumed() throws {
    for line in Self.runs { try killAndResume(line) }
  }

  private func killAndResume(_ line: String) throws {
    let folder = try TemporaryFolder()
    let whole = try ContinuousClock().measure {
      try shellDone("zombies \(line.replacing("%", with: "one"))", in: folder)
    }
    let wanted = folder.contents
    let old = Array("old\n".utf8)
    let names = wanted.keys.map { $0.replacing("one", with: "cut") }
    for name in names { try folder.write(old, to: name) }
    let first =
      "zombies \(line.replacing("%", with: "cut")) --checkpoint c --checkpoint-every 0 --resume"
    var (next, resumed, kill, moments) = (first, 0, 0, Moments())
    // If every run was over before its moment, nothing was tested, so there are more.
    let kills = isLong ? 50 : 3
    while kill < kills || resumed == 0 && kill < kills + 40 {
      defer { kill += 1 }
      let what = "\(line), kill \(kill), \(moments)"
      let run = try CommandLineRun(shell: "exec \(next)", in: folder).start()
      if kill % 2 == 0 { expect(run.wait { folder.read("c") != nil || run.isOver }, what) }
      moments.sleep(within: whole / (kill + 2))
      let signal = [SIGKILL, SIGTERM, SIGINT, SIGHUP][kill % 4]
      run.send(signal)
      let finished = run.wait()
      expect([.signal(signal), .exit(0)].contains(finished.ending), "\(what): \(finished)")
      if finished.errors.contains("resuming after ") { resumed += 1 }
      next = Self.printedCommand(of: finished) ?? first
      for (name, bytes) in wanted {
        let found = folder.contents[name.replacing("one", with: "cut")]
        expect(found == old || found == bytes, "\(what): a part of \(name)")
      }
    }
    let last = try shell(next, in: folder)
    expect(last.ending == .exit(0) && last.output == "", "\(line), \(moments): \(last)")
    expect(resumed > 0 || last.errors.contains("resuming after "), "\(line) was never resumed")
    for (name, bytes) in wanted {
      let found = folder.contents[name.replacing("one", with: "cut")]
      expect(found == bytes, "\(line), \(moments): \(name) differs")
    }
    expectEqual(folder.names, (wanted.keys + names).sorted(), "\(line), \(moments)")
  }

  /// The command that a stopped run prints.
  private static func printedCommand(of run: Finished) -> String? {
    let lines = run.errors.split(separator: "\n")
    let place = lines.firstIndex { $0.hasSuffix("To resume, run:") }
    return place.map { lines[$0 + 1].trimmingCharacters(in: .whitespaces) }
  }

  /// All was played, and none of the files was renamed, or all except the checkpoint.
  @Test func runsAreKilledAtTheVeryEnd() throws {
    let folder = try TemporaryFolder()
    let batch = "simulate --policy edge,random --rounds 3000 --format csv"
    try shellDone("mkdir d; zombies \(batch) -o one --rounds-csv rounds", in: folder)
    let words = (batch + " -o d/t --rounds-csv r --checkpoint c").split(separator: " ").map(
      String.init)
    // The unfinished table is removed, so the run plays everything, saves it and then fails. A run has opened all its
    // files by its first save. If it has already renamed the table, another run is started.
    var ended: Finished?
    for _ in 0..<40 where ended == nil || ended?.ending == .exit(0) {
      let run = try CommandLineRun(words + ["--checkpoint-every", "0"], in: folder).start()
      expect(run.wait { folder.read("c") != nil || run.isOver })
      run.send(SIGSTOP)
      if folder.read("c") != nil { unlink(folder.file("d/t.part")) }
      run.send(SIGCONT)
      ended = run.wait()
    }
    let failed = try require(ended)
    expectEqual(failed.ending, .exit(74), "\(failed)")
    expectEqual(folder.read("c")?.contains("\nplayed 0-2999\n"), true)
    try shellDone("mv c c.kept; mv r.part r.kept", in: folder)
    for found in ["mv r.kept r.part", "cp rounds r; echo old > d/t", "cp rounds r"] {
      try shellDone("cp c.kept c; rm -f r; \(found)", in: folder)
      let run = try zombies(words + ["--resume"], in: folder)
      expect(
        run.ending == .exit(0) && run.errors.contains("resuming after 3,000 rounds"),
        "\(found): \(run)")
      try shellDone("cmp d/t one && cmp r rounds", in: folder)
      expectEqual(folder.names, ["c.kept", "d", "one", "r", "rounds"], found)
    }
  }

  /// The first signal waits for the trials in flight, a later one does not. Signals at the same time are one, as
  /// timeout(1) sends them: to the process, and to its group.
  @Test func secondSignals() throws {
    let folder = try TemporaryFolder()
    // A chunk of short rounds, then a round that takes hours.
    try folder.write(String(repeating: "SP\n", count: 1024) + "S#1P\n", to: "levels")
    try folder.write("old\n", to: "t")
    let words = [
      "simulate", "--input", "levels", "--policy", "random", "--max-moves", "2e9", "--rounds",
      "2000", "--threads",
      "1", "-o", "t", "--checkpoint", "c", "--checkpoint-every", "0",
    ]
    let run = try CommandLineRun(words, in: folder).start()
    expect(run.wait { folder.read("c")?.contains("\nplayed 0-1023\n") == true })
    run.send(SIGTERM)
    expect(
      run.wait {
        usleep(50_000)
        run.send(SIGINT)
        return run.isOver
      })
    let finished = run.wait()
    expectEqual(finished.ending, .signal(SIGINT), "\(finished)")
    expect(Self.printedCommand(of: finished) == nil, "\(finished)")
    expect(folder.names == ["c", "levels", "t"] && folder.read("t") == "old\n")
    // On a busy machine the signals may come so far apart that they count as two; then it is tried again.
    for signal in Array(repeating: [SIGINT, SIGTERM], count: 10).joined() {
      let other = try TemporaryFolder()
      let line =
        "exec zombies simulate --rounds 1e9 -o t --checkpoint c --checkpoint-every 0 --policy edge"
      let run = try CommandLineRun(shell: line, in: other).start()
      expect(run.wait { other.read("c") != nil })
      run.send(signal)
      kill(-run.process, signal)
      let finished = run.wait()
      expectEqual(finished.ending, .signal(signal), "\(finished)")
      if Self.printedCommand(of: finished) != nil { return expectEqual(other.names, ["c"]) }
    }
    Issue.record("no two signals were one")
  }

  // MARK: Games

  private static let levels = 12

  /// Two worlds that are open from the beginning, whose levels are rows of different lengths.
  private static func code(_ level: Int, in world: Int) -> String { "S\(2 * level + world + 1)P" }

  @Test(
    "2.8 7.3 A game that is killed at any moment loses no level and no round that it said was won")
  func games() throws {
    let campaign = [0, 1].map { world in
      "; world: \(world)\n; unlock: stars 0\n"
        + (0..<Self.levels).map { Self.code($0, in: world) + "\n" }.joined()
    }.joined()
    var moments = Moments()
    var whole = Duration.seconds(300)
    // Whole games, then games that are killed, one or two at once. If no kill came in the middle, there are more.
    var (partly, kill) = (0, -1)
    let kills = isLong ? 200 : 6
    while kill < kills || partly == 0 && kill < kills + 40 {
      defer { kill += 1 }
      let folder = try TemporaryFolder()
      try folder.write(campaign, to: "campaign")
      try shellDone("printf 'board\\nskip\\n' | zombies play --progress p -o out", in: folder)
      let begin = ContinuousClock.now
      let runs = try (0..<(kill % 3 == 0 ? 1 : 2)).map { try start($0, in: folder) }
      if kill >= 0 {
        for run in runs.shuffled() {
          moments.sleep(within: whole / runs.count)
          run.send(SIGKILL)
        }
      }
      let finished = runs.map { $0.wait() }
      if kill < 0 { whole = ContinuousClock.now - begin }
      try check(finished, "kill \(kill), \(moments)", in: folder)
      if finished.contains(where: { $0.output.contains("You won!") && $0.ending != .exit(0) }) {
        partly += 1
      }
    }
    expect(partly > 0, "no kill came in the middle, \(moments)")
  }

  /// Starts a game that wins all levels of a world. Each line is read after the answer before is written.
  private func start(_ world: Int, in folder: TemporaryFolder) throws -> Running {
    var run = try CommandLineRun(
      [
        "play", "--worlds", "campaign", "--progress", "p", "--record", "r", "--players",
        "ABC".prefix(world + 1) + "",
      ],
      in: folder)
    let wins = (0..<Self.levels).map { "\($0 + 1)\nleft \(2 * $0 + world + 2)\nworlds\n" }.joined()
    run.input = .drops(Array("world \(world + 1)\nenter\n\(wins)".utf8))
    return try run.start()
  }

  /// Checks that the next game reads the files that games have left, and has nothing to mend in them but an empty
  /// record.
  private func check(_ games: [Finished], _ what: String, in folder: TemporaryFolder) throws {
    let next = try zombies(
      "play", "--worlds", "campaign", "--progress", "p", "--record", "r", input: "quit\n",
      in: folder)
    expect(next.ending == .exit(0) && next.errors == "", "\(what): \(next)")
    let litter = folder.names.filter { $0.hasSuffix(".part") }
    expect(litter.isEmpty, "\(what): \(litter)")
    let progress = folder.read("p") ?? ""
    let text = folder.read("r") ?? ""
    let rows = text.split(separator: "\n").dropFirst().map { $0.components(separatedBy: ",") }
    expect(
      progress.contains("first-steps done") && text.last == "\n", "\(what): \(progress)\(text)")
    for (trial, row) in rows.enumerated() {
      expect(row.count == 16 && row[0] == "\(trial)", "\(what): \(row)")
    }
    for (world, game) in games.enumerated() {
      expect([.signal(SIGKILL), .exit(0)].contains(game.ending), "\(what): \(game)")
      let told = game.output.split(separator: "\n").count { $0 == "You won!" }
      expect(told == Self.levels || game.ending != .exit(0), "\(what): \(game)")
      for level in 0..<told {
        let code = Self.code(level, in: world)
        expect(progress.contains("\nlevel \(code) open win"), "\(what): \(code) is lost; \(game)")
      }
      let added = rows.count { $0[2] == "ABC".prefix(world + 1) }
      expect(added == told || added == told + 1, "\(what): \(added) rows, \(told) told")
    }
  }
}
