import Foundation
import Testing
import ZombiesTestSupport

/// Inputs and foreign files that are written to, because an output has their name in another form.
@Suite(.waits) struct NamedFilesTests {
  /// An input file for each command that reads.
  private static let made = Result { () throws -> [String: [UInt8]] in
    let folder = try TemporaryFolder()
    try folder.write("S1P\nS4/5/Z1#2/2F2/4P\n", to: "levels")
    try shellDone(
      """
      zombies solve S1P --certificate proof -o /dev/null
      for shard in 1 2; do
        zombies simulate --rounds 20 --policy edge --shard $shard/2 --rounds-csv rounds$shard \
          --tally tally$shard -o /dev/null
      done
      zombies census --family 3x3z1 --tally census -o /dev/null
      """, in: folder)
    return folder.contents
  }

  /// A folder with copies of all inputs.
  private static func inputs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in try made.get() { try folder.write(bytes, to: name) }
    return folder
  }

  /// Commands that read IN, and write OUT by some option.
  private static let lines = [
    "solve --input IN -o OUT", "solve --input IN --certificate OUT",
    "verify --input IN -o OUT", "worlds IN -o OUT",
    "simulate --rounds 5 --input IN -o OUT", "simulate --rounds 5 --input IN --rounds-csv OUT",
    "simulate --rounds 5 --input IN --tally OUT",
    "simulate --rounds 5 --input IN --checkpoint OUT",
    "compare edge beeline --rounds 100 --input IN -o OUT", "check proof IN -o OUT",
    "merge tally1 IN --tally OUT", "merge rounds1 IN --rounds-csv OUT", "merge rounds1 IN -o OUT",
    "merge IN tally2 -o OUT", "merge --partial IN --top-csv OUT",
  ]

  /// The input of a line, by its command.
  private static func source(of line: String) -> String {
    switch line.split(separator: " ").first {
    case "check": "proof"
    case "merge" where line.contains("rounds1"): "rounds2"
    case "merge" where line.contains("--top-csv"): "census"
    case "merge" where line.contains("tally1"): "tally2"
    case "merge": "tally1"
    default: "levels"
    }
  }

  /// How the names of input and output may clash: the input's name, the output's, and the shell
  /// line that makes the input.
  private static let clashes = [
    ("x", "x", "cp SOURCE x"), ("x.part", "x", "cp SOURCE x.part"),
    ("x.part.checkpoint", "x", "cp SOURCE x.part.checkpoint"),
    ("./x.part", "../$(basename $PWD)/x", "cp SOURCE x.part"),
    ("$PWD/x.part", "x", "cp SOURCE x.part"), ("link", "x", "cp SOURCE x.part; ln -s x.part link"),
    ("x.part", "link", "cp SOURCE x.part; ln -s x link"),
    ("x", "link", "cp SOURCE x; ln -s x link"),
    // Two names of one file that differ by case, which some file systems allow for every file.
    ("x.txt", "X.TXT", "cp SOURCE x.txt; ln x.txt X.TXT"),
    ("x.PART", "X", "cp SOURCE x.PART; ln x.PART X.part"),
  ]

  @Test(arguments: lines)
  func anInputIsNeverWrittenTo(line: String) throws {
    // Each line is tried with other clashes.
    let number = Self.lines.firstIndex(of: line) ?? 0
    for (input, output, setUp) in sampled(Array(Self.clashes[(number % 5)...]), every: 5) {
      let folder = try Self.inputs()
      let source = Self.source(of: line)
      try shellDone(setUp.replacing("SOURCE", with: source), in: folder)
      let before = folder.contents
      let command = line.replacing("IN", with: input).replacing("OUT", with: output)
      let run = try shell("zombies \(command)", in: folder)
      expectEqual(run.ending, .exit(64), "\(run)")
      expect(run.errors.contains("an input is never overwritten"), "\(run)")
      expect(run.output == "" && folder.contents == before, "\(run)")

      // From standard input too; in the short form, for every other line.
      guard isLong || number % 2 == 0 else { continue }
      let piped = line.replacing("IN", with: "-").replacing("OUT", with: output)
      let read = try shell("zombies \(piped) < \(input)", in: folder)
      expect(read.ending == .exit(64) && folder.contents == before, "\(read)")
      let opened = line.replacing("IN", with: "/dev/stdin").replacing("OUT", with: output)
      let again = try shell("zombies \(opened) < \(input)", in: folder)
      expect(again.ending == .exit(64) && folder.contents == before, "\(again)")
    }
  }

  /// Replacing one name of a file does not change its other names.
  @Test func anotherNameOfTheInputCanBeReplaced() throws {
    let folder = try Self.inputs()
    try shellDone("ln levels other", in: folder)
    let before = folder.read("levels")
    let run = try shell("zombies solve --input levels -o other", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expect(folder.read("levels") == before && folder.read("other") != before, "\(run)")
  }

  /// The input would grow while it is read.
  @Test func standardOutputThatIsTheInput() throws {
    let folder = try Self.inputs()
    let before = folder.contents
    for line in [
      "solve --input levels >> levels", "solve --input - < levels >> levels",
      "solve --input levels -o /dev/fd/3 3>> levels", "verify --input levels >> levels",
      "merge tally1 tally2 >> tally2", "check proof >> proof",
    ] {
      let run = try shell("zombies \(line)", in: folder)
      expectEqual(run.ending, .exit(64), "\(run)")
      expect(run.errors.contains("never overwritten"), "\(run)")
      expectEqual(folder.contents, before, "\(run)")
    }
  }

  /// A name may contain a sequence that clears the screen.
  @Test func namesNeverSteerTheTerminal() throws {
    let name = "a\u{1B}[2Jb"
    let folder = try TemporaryFolder()
    let words = ["simulate", "--rounds", "5", "--resume", "--checkpoint", name, "-o", "t"]
    let run = try zombies(words, in: folder)
    expect(run.ending == .exit(0) && run.errors.contains("'a\\u{1B}[2Jb'"), "\(run)")
    try folder.write("S..\n..Z\n..P\n", to: name)
    let verified = try zombies("verify", "--input", name, in: folder)
    expect(verified.ending == .exit(1) && verified.output.hasPrefix("a\\u{1B}[2Jb:1: "))
    expect(!(run.errors + verified.output).unicodeScalars.contains("\u{1B}"))
    // A manifest contains the name itself, escaped for JSON.
    let manifest = try zombies(
      "simulate", "--rounds", "5", "-o", name, "--manifest", "-", in: folder)
    expect(manifest.output.contains("\"path\": \"a\\u001b[2Jb\""), "\(manifest)")
  }

  /// An output does not create the input that is missing.
  @Test(arguments: lines)
  func aMissingInputWithAnOutputsName(line: String) throws {
    let names = [("none.part", "none"), ("none", "none"), ("./none.part", "none")]
    let number = Self.lines.firstIndex(of: line) ?? 0
    for (input, output) in isLong ? names : [names[number % 3]] {
      let folder = try Self.inputs()
      let before = folder.contents
      let command = line.replacing("IN", with: input).replacing("OUT", with: output)
      let run = try shell("zombies \(command)", in: folder)
      expectEqual(run.ending, .exit(66), "\(run)")
      expect(run.errors.contains("cannot open '\(input)'"), "\(run)")
      expectEqual(folder.contents, before, "\(run)")
    }
  }

  /// A file that the program did not write is not changed, and is named.
  @Test(arguments: [
    ("solve SP -o x", ["600", "644", "444", "755"]), ("generate -o x", ["600"]),
    ("simulate --rounds 5 --rounds-csv x", ["644"]),
    ("simulate --rounds 5 --checkpoint x", ["444"]),
    ("census --family 3x3z1 --tally x", ["755"]), ("schema -o x", ["600"]),
    ("simulate --rounds 5 --manifest x", ["644"]), ("bench verify 5 2 9 -o x", ["444"]),
  ])
  func aStrangersFileInThePartsPlace(line: String, modes: [String]) throws {
    for mode in modes {
      let folder = try TemporaryFolder()
      try folder.write("mine", to: "x.part")
      try shellDone("chmod \(mode) x.part", in: folder)
      let run = try zombies(line.split(separator: " ").map(String.init), in: folder)
      expectEqual(run.ending, .exit(73), "\(run)")
      expect(run.errors.contains("'x.part' is in the way"), "\(run)")
      expectEqual(folder.contents, ["x.part": Array("mine".utf8)], "\(run)")
    }
  }

  /// The file that a killed run left behind is removed even if another file is a hard link to it.
  @Test func aPartWithAnotherName() throws {
    let folder = try TemporaryFolder()
    try folder.writePart("S1P\n", to: "x.part")
    try shellDone("ln x.part levels", in: folder)
    let run = try zombies("solve", "--input", "levels", "-o", "x", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expect(folder.names == ["levels", "x"] && folder.read("levels") == "S1P\n", "\(run)")
    expectEqual(folder.read("x")?.hasPrefix("levels:1: solvable, par 2"), true)
    expectEqual(folder.permissions(of: "x").map { $0 & 0o7000 }, 0)
  }

  @Test(arguments: [
    ("-o a --rounds-csv a.part", "--rounds-csv 'a.part' has the name of the unfinished file of"),
    ("--squares-csv a --tally ./a", "--tally './a' is the same file as --squares-csv 'a'"),
    ("--tally b -o b", "is the same file as"), ("--checkpoint c -o c", "is the same file as"),
    ("--rounds-csv a --tally a.part.checkpoint", "has the name of the file that stores"),
    ("--manifest m.part -o m", "has the name of the unfinished file of"),
    ("--manifest x -o /dev/fd/3 3>> x", "is the same file as --manifest 'x'"),
    ("--tally x --manifest /dev/fd/3 3>> x.part", "has the name of the unfinished file of"),
  ])
  func outputsThatAreOne(outputs: String, message: String) throws {
    let folder = try TemporaryFolder()
    let run = try shell("zombies simulate --rounds 5 \(outputs)", in: folder)
    expect(run.ending == .exit(64) && run.errors.contains(message), "\(run)")
    // The shell has already created the files, and they are empty.
    expect(folder.contents.allSatisfy { $0.value.isEmpty } && run.output == "", "\(run)")
  }

  /// Only while it draws does the program know how many files there will be.
  @Test func aCardThatIsAnotherOutput() throws {
    let folder = try TemporaryFolder()
    for (manifest, message) in [
      ("x1", "--manifest 'x1' is the same file as --output 'x1'"),
      ("x1.part", "has the name of the unfinished file of --output 'x1'"),
      ("y", "--manifest 'y' is the same file as --output 'x1'"),
    ] {
      try shellDone("rm -f x1 y && ln -s x1 y", in: folder)
      let run = try shell("zombies draw SP -o x%d --manifest \(manifest)", in: folder)
      expect(run.ending == .exit(64) && run.errors.contains(message), "\(run)")
      expectEqual(folder.names, ["y"], "\(run)")
    }
  }

  @Test func aPipeIsNoCheckpoint() throws {
    let folder = try TemporaryFolder()
    try shellDone("mkfifo pipe", in: folder)
    for command in ["simulate --rounds 5", "sweep --rounds 5", "census --family 3x3z1"] {
      let run = try shell("exec zombies \(command) --checkpoint pipe", in: folder)
      expectEqual(run.ending, .exit(64), "\(run)")
      expect(run.errors.contains("'pipe' is not a regular file"), "\(run)")
    }
  }
}

/// Another run that replaces or removes the unfinished rounds that a checkpoint needs.
@Suite(.waits) struct NeededPartTests {
  /// A second run is refused, with the checkpoint's name and advice, and changes nothing.
  @Test func anotherRunToTheSameRounds() throws {
    let interrupted = try InterruptedRun(of: InterruptedRun.batch, by: SIGTERM)
    let folder = interrupted.folder
    let before = folder.contents
    for line in [
      "simulate --rounds 5 --rounds-csv new.rounds", "solve SP -o new.rounds",
      "simulate --rounds 5 --rounds-csv new.rounds --checkpoint other",
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

    // The run continues as if nothing had happened.
    try shellDone(try require(interrupted.command), in: folder)
    try InterruptedRun.batch.playWhole(as: "one", in: folder)
    InterruptedRun.batch.expectSameFiles("new", "one", "needed", in: folder, but: ["txt"])
    expect(!folder.names.contains { $0.contains(".part") })
  }

  /// As the message says: without the unfinished file, another run starts from the beginning, and
  /// removes the note.
  @Test func doingWithoutTheCheckpoint() throws {
    let folder = try InterruptedRun(of: InterruptedRun.batch, by: SIGTERM).folder
    try shellDone("rm new.rounds.part", in: folder)
    try shellDone("zombies simulate --rounds 5 --policy edge --rounds-csv new.rounds", in: folder)
    expectEqual(folder.read("new.rounds")?.split(separator: "\n").count, 6)
    expect(!folder.names.contains { $0.contains(".part") })
  }

  /// A run that was killed before its first save does not need the files that it left behind.
  @Test func killedBeforeTheFirstSave() throws {
    let folder = try TemporaryFolder()
    try folder.writePart("trial,round", to: "r.part")
    try shellDone("ln -s zombies-checkpoint:$(realpath .)/c r.part.checkpoint", in: folder)
    for more in ["", "--resume"] {
      let run = try shell(
        "zombies simulate --rounds 5 --policy edge --rounds-csv r --checkpoint c \(more)",
        in: folder)
      expect(run.ending == .exit(0) && folder.names == ["r"], "\(run)")
    }
  }

  /// A user's file with the note's name is found before the run, not at its first save.
  @Test(arguments: ["touch r.part.checkpoint", "ln -s elsewhere r.part.checkpoint"])
  func somethingInTheNotesPlace(setUp: String) throws {
    let folder = try TemporaryFolder()
    try shellDone(setUp, in: folder)
    let run = try shell("zombies simulate --rounds 5 --rounds-csv r --checkpoint c", in: folder)
    expect(run.ending == .exit(73) && run.errors.contains("r.part.checkpoint"), "\(run)")
    expectEqual(folder.names, ["r.part.checkpoint"], "\(run)")
    // Without a checkpoint the name is not needed.
    let other = try shell("zombies simulate --rounds 5 --rounds-csv r -o t", in: folder)
    expect(other.ending == .exit(0) && folder.names == ["r", "r.part.checkpoint", "t"])
  }

  /// After a checkpoint was moved, the next save writes its new name.
  @Test func aMovedCheckpoint() throws {
    let interrupted = try InterruptedRun(of: InterruptedRun.batch, by: SIGTERM)
    let folder = interrupted.folder
    try shellDone("mkdir kept; mv 'a checkpoint' kept/c", in: folder)
    let command = try require(interrupted.command)
    try shellDone(command.replacing("'a checkpoint'", with: "kept/c"), in: folder)
    expect(!folder.names.contains { $0.contains(".part") })
    try InterruptedRun.batch.playWhole(as: "one", in: folder)
    InterruptedRun.batch.expectSameFiles("new", "one", "moved", in: folder, but: ["txt"])
  }
}
