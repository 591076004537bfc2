import Foundation
import Testing
import ZombiesTestSupport

/// A pipe delivers whatever it has: no command may depend on the length of one read.
@Suite(.waits) struct ShortReadTests {
  /// Runs a command twice, on a file and byte by byte, and expects the same of both.
  private func expectSame(
    _ words: [String], _ input: [UInt8], _ status: Int32, in folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var run = try CommandLineRun(words, in: folder)
    run.input = .bytes(input)
    let whole = try run.run()
    run.input = .drops(input)
    let drops = try run.run()
    #expect(whole.ending == .exit(status), "\(whole)", sourceLocation: sourceLocation)
    #expect(drops.ending == whole.ending, "\(drops)", sourceLocation: sourceLocation)
    #expect(drops.output == whole.output, "\(drops)", sourceLocation: sourceLocation)
    #expect(drops.errors == whole.errors, "\(drops)", sourceLocation: sourceLocation)
    #expect(
      status != 0 || words[0] == "verify" || !whole.output.isEmpty, "\(whole)",
      sourceLocation: sourceLocation)
  }

  @Test func dropsAreSingleBytes() throws {
    // `dd` counts its reads: as many as bytes, all of them short.
    var run = CommandLineRun(shell: "dd bs=4096 of=/dev/null")
    run.input = .drops(Array("S4/5\n".utf8))
    let counted = try run.run()
    #if !canImport(Darwin)
      expect(counted.errors.hasPrefix("0+5 records in\n"), "\(counted)")
    #endif
  }

  @Test func levelsMayComeByteByByte() throws {
    let folder = try TemporaryFolder()
    let levels = "\u{FEFF}S4/5/Z1#2/2F2/4P\r\n; a comment\nclassic@42#7\n\n🆘⬜️\n; lit\n⬜️🚶‍♂️"
    for words in [
      ["solve", "--input", "-"], ["verify", "--input", "-"],
      ["solve", "--format", "csv", "--certificate", "proofs", "--input", "-"],
      ["simulate", "--rounds", "9", "--input", "-"],
    ] {
      try expectSame(words, Array(levels.utf8), 0, in: folder)
    }
    // Forty rounds do not decide the comparison.
    try expectSame(
      ["compare", "edge", "random", "--rounds", "40", "--input", "-"], Array(levels.utf8), 2,
      in: folder)
    try expectSame(["verify", "--input", "-"], Array("S.\n.P\n\nSQ".utf8), 65, in: folder)
  }

  @Test func talliesRoundsAndProofsMayComeByteByByte() throws {
    let folder = try TemporaryFolder()
    let made = try shell(
      """
      zombies simulate --rounds 20 --quiet --tally tally --rounds-csv rounds -o table &&
      zombies simulate --rounds 20 --quiet --shard 1/2 --tally half -o table &&
      zombies census --family 4x4z1 --tally census -o table &&
      zombies solve S3/1F2/3Z/P3 S#/#P --certificate proofs -o table
      """, in: folder)
    expectEqual(made.ending, .exit(0), "\(made)")
    func bytes(_ name: String) throws -> [UInt8] {
      Array(try require(FileManager.default.contents(atPath: folder.file(name))))
    }
    try expectSame(["merge", "-"], try bytes("tally"), 0, in: folder)
    try expectSame(["merge", "--partial", "-"], try bytes("half"), 0, in: folder)
    try expectSame(["merge", "-"], try bytes("half"), 65, in: folder)
    try expectSame(["merge", "-"], try bytes("census"), 0, in: folder)
    try expectSame(["merge", "-"], try bytes("rounds"), 66, in: folder)
    try expectSame(["merge", "-"], Array("zombies".utf8), 65, in: folder)
    try expectSame(["merge", "-"], [], 65, in: folder)
    try expectSame(["check", "-"], try bytes("proofs"), 0, in: folder)
    try expectSame(["check", "-"], Array(try bytes("proofs").dropLast()), 65, in: folder)
    // The line of the bug that was reported.
    let line =
      "(head -c 5 tally; sleep 0.2; tail -c +6 tally) | zombies merge --partial - > 1 && "
      + "zombies merge tally > 2 && cmp 1 2"
    let run = try shell(line, in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
  }

  /// A pipe that another program has made non-blocking.
  @Test func pipesThatDoNotWait() throws {
    let folder = try TemporaryFolder()
    // perl sets O_NONBLOCK on the pipe that it shares with zombies.
    let line =
      "(sleep 0.2; echo S1P; sleep 0.2; echo S2P) | perl -e 'use Fcntl; fcntl(STDIN, F_SETFL, "
      + "fcntl(STDIN, F_GETFL, 0) | O_NONBLOCK); exec @ARGV' zombies solve --format csv --input -"
    let run = try shell(line, in: folder)
    expect(run.ending == .exit(0) && run.lines.count == 3, "\(run)")
  }
}
