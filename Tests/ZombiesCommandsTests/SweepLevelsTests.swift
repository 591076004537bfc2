import Foundation
import Testing
import ZombiesTestSupport

/// `zombies sweep` over the rules on given levels: the rows are those of `simulate`.
@Suite(.waits) struct SweepLevelsTests {
  private static let rules =
    "--catching-distance \(isLong ? "0,1" : "1") --chase longest,vertical --zombie-speed 1..3:2"

  private static let combinations = (isLong ? [0, 1] : [1]).flatMap { distance in
    ["longest", "vertical"].flatMap { chase in
      [1, 3].map { "--catching-distance \(distance) --chase \(chase) --zombie-speed \($0)" }
    }
  }

  private static let text =
    "; some rooms\nS4/5/2Z2/5/4P+lit\nclassic@42#7\n\nS..\n.Z.\n..P\n\nSP\n6x6z1b5+lit@0#2\n"

  @Test(
    arguments: [
      "9x9z2f2@1#1 --input levels", "SP - < levels",
    ]
      + (isLong
        ? [
          "SP classic@42#7 S4/5/2Z2/5/4P+lit", "--input levels", "- < levels", "--input - < levels",
        ] : []))
  func rowsAreThoseOfSimulate(levels: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels")
    let games = "--games 9 --first 5 --seed 6 --max-moves 17"
    for rest in ["--rounds 30 --policy edge,random", games + (isLong ? "" : " --policy random")] {
      let run = try shell("zombies sweep \(Self.rules) \(rest) \(levels)", in: folder)
      #expect(run.ending == .exit(0), "\(run)")
      #expect(run.errors == (rest.contains("--seed") ? "seed 6\n" : "seed 0\n"), "\(run)")
      var expected: [String] = []
      for combination in Self.combinations {
        let single = try shell(
          "zombies simulate \(combination) \(rest) --format csv \(levels)", in: folder)
        #expect(single.ending == .exit(0), "\(single)")
        expected += single.lines.dropFirst(expected.isEmpty ? 0 : 1)
      }
      expectSame(
        run.lines.joined(separator: "\n"), expected.joined(separator: "\n"), "\(levels) \(rest)")
      #expect(Table(run.output).rows.allSatisfy { $0["levels"] == "given" && $0["family"] == "" })
    }
  }

  @Test(arguments: [
    ("S4/5/5/5/5P", 65, "argument 1, column 12: "), ("--input missing", 66, "missing"),
    ("--input empty", 65, "empty: no level found"), ("classic", 65, "--family classic"),
    ("absent", 66, "neither a file nor a level"),
  ])
  func badLevels(words: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "levels")
    try folder.write("", to: "empty")
    let run = try shell("zombies sweep \(words) --rounds 9 -o t", in: folder)
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
    #expect(folder.names == ["empty", "levels"], "\(run)")
  }

  /// An interrupted sweep is resumed by the printed command, and refused on other levels.
  @Test func resumed() throws {
    let words = [
      "sweep", "--input", "levels", "--zombie-speed", "1..4", "--rounds", "4000", "--policy",
      "edge,random",
    ]
    let more = ["-o", "new", "--checkpoint", "c", "--checkpoint-every", "0"]
    let run = try InterruptedRun(
      by: SIGTERM, once: { $0.read("c") != nil },
      run: { folder in
        try folder.write(Self.text, to: "levels")
        return try CommandLineRun(words + more, in: folder)
      })
    let folder = run.folder
    let command = try #require(run.command, "\(run.finished)")
    let kept = folder.read("c")
    try folder.write("SP\n" + Self.text, to: "others")
    for line in [
      command.replacing("levels", with: "others"), command.replacing("1..4", with: "1..4:2"),
      command.replacing("--input levels", with: "--family classic"), command + " SP",
    ] {
      let other = try shell(line, in: folder)
      #expect(other.ending == .exit(65), "\(other)")
      #expect(other.errors.contains("'c' belongs to another sweep"), "\(other)")
      #expect(folder.read("c") == kept && folder.names == ["c", "levels", "others"], "\(other)")
    }
    try shellDone(command, in: folder)
    try shellDone("zombies \(words.joined(separator: " ")) -o one", in: folder)
    expectSame(folder.read("new") ?? "", folder.read("one") ?? "", "sweep of levels")
    #expect(folder.names == ["levels", "new", "one", "others"])
  }

  /// The manifest identifies the levels by their number and the SHA-256 of their codes.
  @Test func manifest() throws {
    let folder = try TemporaryFolder()
    try folder.write("S2/2Z/2P\nSP\n", to: "codes")
    for (levels, settings) in [("S2/2Z/2P SP", 2), ("--input codes", 2)] {
      try shellDone(
        "zombies sweep \(levels) --zombie-speed 1,2 --rounds 4 -o t --manifest m", in: folder)
      let manifest = try ManifestTests.Manifest(folder.read("m"))
      let sum = try shell("sha256sum < codes", in: folder).output.prefix(64)
      #expect(manifest.settings["given"] == "2 \(sum)", "\(manifest.text)")
      #expect(manifest.settings["combinations"] == "\(settings)")
    }
    try shellDone("zombies sweep --rounds 4 -o t --manifest m", in: folder)
    let manifest = try ManifestTests.Manifest(folder.read("m"))
    #expect(manifest.settings["given"] == nil && manifest.settings["combinations"] == "1")
  }
}
