import Foundation
import Testing
import ZombiesTestSupport

/// Runs that are stopped in the middle and resumed: files other than those of one run, and checkpoints that another
/// run takes or destroys. CheckpointTests and InterruptedRunTests check the options.
@Suite(.waits) struct ResumedRunTests {
  private struct Stopped {
    let line: String
    var signal = SIGTERM
    /// The end of a line of the checkpoint that shows that a part was saved, and the rest is missing.
    let saved: String
    /// Changes of the line after which the checkpoint is that of another run, and why.
    var others: [(old: String, new: String, message: String)] = []
  }

  private static let runs: [Stopped] = [
    Stopped(
      line:
        "census --family 4x5z1b3+lit --format csv -o new.csv --top-csv new.top --tally new.tally "
        + "--levels-csv new.levels",
      saved: "\ncounted 0-",
      others: [
        ("4x5z1b3+lit", "4x5z1b2+lit", "family 4x5z1b3+lit, not 4x5z1b2+lit"),
        ("4x5z1b3+lit", "4x5z1b3+lit --top 3", "top 10, not 3"),
        ("4x5z1b3+lit", "4x5z1b3+lit --zombie-speed 2", "rules 1 longest 1, not 1 longest 2"),
        ("4x5z1b3+lit", "4x5z1b3+lit --max-states 9", "max-states -, not 9"),
        ("4x5z1b3+lit", "4x5z1b3+lit --shard 3/3", "another run: it counts placements "),
        ("4x5z1b3+lit", "4x5z1b3+lit --difficulty", "it has no --difficulty, but there is one"),
        ("--levels-csv new.levels", "", "it has --levels-csv, but there is none here"),
      ]),
    Stopped(
      line:
        "sweep --input levels --zombie-speed 1..4 --rounds 1500 --policy edge,random --html new.html "
        + "-o new.csv",
      saved: "\nzombies-tally ",
      others: [
        ("levels", "others", "belongs to another sweep"),
        ("--input levels", "--family classic", "belongs to another sweep"),
      ]),
    Stopped(
      line: "sweep --zombies 0..3 --policy edge --rounds 1500 --exact -o new.csv --html new.html",
      saved: "\nzombies-tally ", others: [("--exact", "", "belongs to another sweep")]),
    Stopped(
      line:
        "simulate --rounds 5000 --policy edge,random --format csv -o new.csv --rounds-csv new.rounds "
        + "--manifest new.json",
      signal: SIGKILL, saved: "\nplayed 0-"),
  ]

  @Test(arguments: runs.indices) func filesAreThoseOfOneRun(number: Int) throws {
    let stopped = Self.runs[number]
    let line = "zombies \(stopped.line) --checkpoint c --checkpoint-every 0"
    let run = try InterruptedRun(
      by: stopped.signal, once: { $0.read("c")?.contains(stopped.saved) == true },
      run: { folder in
        try folder.write("S4/5/2Z2/5/4P+lit\nclassic@42#7\nS2/1Z1/2P\n", to: "levels")
        try folder.write("SP\n", to: "others")
        return CommandLineRun(shell: "exec \(line)", in: folder)
      })
    let (folder, saved) = (run.folder, run.folder.read("c"))
    let names = folder.names
    expect(names.allSatisfy { !$0.hasPrefix("new.") || $0.contains(".part") }, "\(names)")
    for (old, new, message) in stopped.others {
      let other = try shell("\(line.replacing(old, with: new)) --resume", in: folder)
      expect(other.ending == .exit(65) && other.errors.contains(message), "\(other)")
    }
    let again = try shell(line, in: folder)
    expect(again.ending == .exit(73) && again.errors.contains("--resume"), "\(again)")
    expect(folder.read("c") == saved && folder.names == names)
    let command = stopped.signal == SIGKILL ? "\(line) --resume" : try require(run.command)
    let resumed = try shell(command, in: folder)
    expectEqual(resumed.ending, .exit(0), "\(resumed)")
    let files = folder.contents
    expect(files.keys.allSatisfy { $0.hasPrefix("new.") || ["levels", "others"].contains($0) })
    try shellDone("rm new.*; zombies \(stopped.line)", in: folder)
    for (name, bytes) in folder.contents where name != "new.json" {
      expectSame(
        String(decoding: files[name] ?? [], as: UTF8.self),
        String(decoding: bytes, as: UTF8.self), "\(stopped.line): \(name)")
    }
    // The manifest of the resumed run has the hash of rounds that two runs wrote.
    guard let manifest = files["new.json"] else { return }
    let sums = try shell("sha256sum new.csv new.rounds | cut -c 1-64", in: folder).lines
    for sum in sums { expect(String(decoding: manifest, as: UTF8.self).contains(sum)) }
  }

  /// A second run to the same rounds is refused, with the checkpoint's name and advice, and changes nothing. The
  /// first one continues, also after its checkpoint was moved.
  @Test func theRoundsOfACheckpointAreNeeded() throws {
    let interrupted = try InterruptedRun(of: InterruptedRun.batch, by: SIGTERM)
    let folder = interrupted.folder
    let before = folder.contents
    for line in [
      "simulate --rounds 5 --rounds-csv new.rounds", "solve SP -o new.rounds",
      "simulate --rounds 5 --rounds-csv new.rounds --checkpoint other --resume",
    ] {
      let run = try shell("zombies \(line)", in: folder)
      expectEqual(run.ending, .exit(73), "\(run)")
      expect(run.errors.contains("/a checkpoint'. To resume that run"), "\(run)")
      expect(run.errors.contains("remove 'new.rounds.part'"), "\(run)")
      expectEqual(folder.contents, before, "\(run)")
    }
    let part = try zombies("solve", "SP", "-o", "new.rounds.part", in: folder)
    expect(part.ending == .exit(73) && folder.contents == before, "\(part)")
    expect(part.errors.contains("is an unfinished file of another run"), "\(part)")
    try shellDone("mkdir kept; mv 'a checkpoint' kept/c; cp new.rounds.part copy", in: folder)
    let command = try require(interrupted.command)
    try shellDone(command.replacing("'a checkpoint'", with: "kept/c"), in: folder)
    expect(!folder.names.contains { $0.contains(".part") })
    try InterruptedRun.batch.play(as: "one", in: folder)
    InterruptedRun.batch.expectSameFiles("new", "one", "moved", in: folder, but: ["txt"])
  }

  /// As the message says: without the unfinished file, another run starts from the beginning, and removes the note.
  @Test func doingWithoutTheCheckpoint() throws {
    let folder = try InterruptedRun(of: InterruptedRun.batch, by: SIGTERM).folder
    try shellDone("rm new.rounds.part", in: folder)
    try shellDone("zombies simulate --rounds 5 --policy edge --rounds-csv new.rounds", in: folder)
    expectEqual(folder.read("new.rounds")?.split(separator: "\n").count, 6)
    expect(!folder.names.contains { $0.contains(".part") })
  }

  /// A level from a pipe that stays open is answered before the next one comes, also if only a part of the next line
  /// is there.
  @Test(arguments: ["1", "8"]) func aLevelIsAnsweredAtOnce(threads: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    expectEqual(mkfifo(path, 0o600), 0)
    // Opened for both, so that neither end waits for the other.
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    func send(_ text: String) { expectEqual(write(pipe, text, text.utf8.count), text.utf8.count) }
    var run = try CommandLineRun(["solve", "-", "--quiet", "--threads", threads])
    run.input = .path(path)
    let running = try run.start()
    defer { running.send(SIGKILL) }
    send("S4/5/5/1Z3/Z3P\n")
    expect(running.wait { running.output.contains("standard input:1: solvable") })
    send("SZP\nS4/5/5/1Z3/Z3P\nS4/5/5/1Z3/Z3P\nS4/5")
    expect(running.wait { running.output.contains("standard input:4: solvable") })
    send("/5/1Z3/Z3P\n")
    expect(running.wait { running.output.contains("standard input:5: solvable") })
    expect(running.output.contains("standard input:2: unsolvable"))
    running.send(SIGINT)
    expectEqual(running.wait().ending, .signal(SIGINT))
  }
}
