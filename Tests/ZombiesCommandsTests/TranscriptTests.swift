import Foundation
import Testing
import ZombiesTestSupport

/// Any change of a text for people, and colours where they are switched off.
@Suite(.waits) struct TranscriptTests {
  private static func transcript(_ lines: [String]) throws -> String {
    let folder = try TemporaryFolder()
    return try lines.map { line in
      let run = try shell(line, in: folder)
      expect([.exit(0), .exit(1), .exit(65)].contains(run.ending), "\(run)")
      return "$ \(line)\n\(run.output)[stderr]\n\(run.errors)\n"
    }.joined()
  }

  @Test func generate() throws {
    try Golden.check(
      Self.transcript([
        "zombies generate", "zombies generate --family 1x9f1 --seed 3 --count 2",
        "zombies generate --family 6x4z1b2f1+lit --levels any --seed 1 --format picture",
        "zombies generate --family 6x4z1b2f1+lit --levels any --seed 1 --format emoji",
        "zombies generate --family 6x4z1b2f1+lit --levels any --seed 1 --format code",
        "zombies generate --family 1x2 --format code --count 2",
        "zombies generate --zombie-speed 2 --count 2",
      ]), is: "text-generate.txt")
  }

  @Test func solve() throws {
    try Golden.check(
      Self.transcript([
        "zombies solve S4/5/Z1#2/2F2/4P SP S#/#P", "zombies solve P4/5/2#2/5/4S+lit",
        "zombies solve S4/5/2Z2/5/4P+lit --max-states 1", "zombies solve 1S3#P",
        "zombies solve 20x30z9b60@1#1", "zombies solve 100x100@0#0 | head -n 1",
        "zombies solve S2/2Z/2P --catching-distance 0",
      ]), is: "text-solve.txt")
  }

  @Test func replay() throws {
    try Golden.check(
      Self.transcript([
        "zombies replay SP --moves L", "zombies replay S#/#P --moves ''",
        "zombies replay SZ/1P --policy edge", "zombies replay S2/3/2P --moves UD",
        "zombies replay S4/2#2/1F3/3Z1/P4 --policy clairvoyant",
        "zombies replay S4/2#2/1F3/3Z1/P4 --policy edge --view player --format emoji",
        "zombies replay S4/2#2/1F3/3Z1/P4 --moves UUU --view player --hearing-distance 3",
        "zombies replay S2/1Z1/2P --moves U --view player --format emoji --hearing-distance 2",
        "zombies replay S2/1Z1/2P --moves U --hearing-distance 2",
        "zombies replay S#/#P --moves '' --view player --hearing-distance 1",
        "zombies replay S4/Z4/4Z/5/4P+lit --policy random --seed 4 --trial 9",
        "zombies replay S4/Z4/5/5/4P+lit --moves UU --catching-distance 0 --zombie-speed 3",
        "zombies replay S#1/#1P --policy clairvoyant --max-moves 3",
        "zombies replay S1Z/3/Z1P --moves L", "zombies replay SP --moves LL",
        "zombies replay S2/3/2P --moves UR",
      ]), is: "text-replay.txt")
  }

  /// Numbers heard by words: at the start, after moves, undo and restart, in both ways of looking,
  /// in practice, in the light, and nothing in the original game.
  @Test func hearing() throws {
    let typed =
      "rules\\nup\\nwhere\\nlook\\nlisten\\nleft\\nlisten\\nundo\\nlisten 4 4\\nrestart\\nlook\\nup 5\\nlook\\n"
      + "help\\noriginal\\nup\\nset hearing 3\\nlisten\\nrounds\\nset hearing 3\\nscore\\n"
    try Golden.check(
      Self.transcript([
        "printf '\(typed)' | zombies play --seed 5 --hearing-distance 2",
        "printf 'up\\nleft\\nleft\\n' | zombies play S4/5/5/2F2/4P --hearing-distance 1",
      ]), is: "text-hearing.txt")
  }

  @Test func simulate() throws {
    try Golden.check(
      Self.transcript([
        "zombies simulate --rounds 1", "zombies simulate --rounds 2000 --family flashlight",
        "zombies simulate --games 500 --levels any --policy edge,clairvoyant",
        "zombies simulate --rounds 10 SP S#/#P SZ/1P classic@42#7",
        "zombies simulate --rounds 10 --input - --policy random < /dev/null || echo $?",
        "zombies simulate --games 3 --first 5 --seed 9 --policy edge --rounds-csv - -o table",
        "cat table",
      ]), is: "text-simulate.txt")
  }

  @Test func worlds() throws {
    let lines = "; world: One\\n; level: Ahead\\nS4/5/Z1#2/5/4P+lit\\nS4/5/3Z1/1#3/4P\\n"
    let more = "; world: Two\\n; unlock: stars 7\\n; level: Again\\nS4/2Z2/5/1#3/4P\\nSP\\nSP\\n"
    let bad = "; world: Three, and \"last\"\\n; unlock: coins 1\\nS2/2Z/2P\\n1S3#P\\n"
    try Golden.check(
      Self.transcript([
        "zombies worlds", "printf '\(lines)\(more)' | zombies worlds -",
        "printf '\(lines)\(more)\(bad)' | zombies worlds -",
        "printf '\(lines)\(more)\(bad)' | zombies worlds - --format csv",
        "printf '\(lines)' | zombies worlds - --zombie-speed 2 --quiet",
        "printf '\(lines)' | zombies worlds - --hearing-distance 2 --quiet",
        "printf '\(lines)' | zombies worlds - --hearing-distance 2 --format csv --quiet",
      ]), is: "text-worlds.txt")
  }

  /// `NO_COLOR` beats `CLICOLOR_FORCE`, and `--color` beats both.
  @Test(arguments: [
    ([:], nil, false), (["CLICOLOR_FORCE": "1"], nil, true), (["CLICOLOR_FORCE": "0"], nil, false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], nil, false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": ""], nil, true), (["CLICOLOR_FORCE": ""], nil, false),
    (["NO_COLOR": "1"], "always", true), (["CLICOLOR_FORCE": "1"], "never", false),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], "auto", false), ([:], "always", true),
  ])
  func colours(environment: [String: String], option: String?, isColoured: Bool) throws {
    let commands = [
      ["replay", "SP", "--moves", "L"], ["generate", "--family", "flashlight"],
      ["solve", "S4/5/Z1#2/2F2/4P"],
    ]
    // What decides is the same for all commands, so each form of it is tried with one.
    for words in isLong || environment.isEmpty ? commands : [commands[0]] {
      let plain = try zombies(words)
      var run = try CommandLineRun(words + (option.map { ["--color", $0] } ?? []))
      run.environment = environment
      let finished = try run.run()
      expectEqual(finished.output.contains("\u{1B}["), isColoured, "\(environment) \(finished)")
      let stripped = finished.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      expectEqual(stripped, plain.output, "\(finished)")
    }
  }

  /// The signature in the README is the program's.
  @Test func benchEndsWithItsSignature() throws {
    let runs = try (isLong ? ["1", "3"] : ["3"]).map { try zombies("bench", "--threads", $0) }
    expect(runs.allSatisfy { $0.ending == .exit(0) && $0.output == runs[0].output })
    let signature = try require(runs[0].lines.last)
    expect(signature.wholeMatch(of: /signature [0-9a-f]{16}/) != nil, "\(runs[0])")
    let readme = FileManager.default.contents(
      atPath: Golden.package.appendingPathComponent("README.md").path)
    let text = readme.map { String(decoding: $0, as: UTF8.self) } ?? ""
    if text.contains("signature ") { expect(text.contains(signature), "\(signature)") }
  }

  /// The line of `Tests/Peers/peer.c`, in which states and squares are optional.
  @Test(arguments: [
    ("verify 5 2 200", #"rooms 200 solvable \d+ moves \d+\n"#),
    ("walk 5 2 200", #"rounds 200 won \d+ caught \d+ moves \d+\n"#),
    ("chase 5 1 2 50", #"rooms 50 solvable \d+ moves \d+(?: states \d+)?\n"#),
    ("flood 20 2 60 20", #"rooms 20 solvable \d+ moves \d+(?: squares \d+)?\n"#),
  ])
  func benchPrintsTheLineOfTheYardstick(job: String, form: String) throws {
    let run = try shell("zombies bench \(job)")
    expectEqual(run.ending, .exit(0), "\(run)")
    try expect(Regex(form).wholeMatch(in: run.output) != nil, "\(run)")
    expect(run.errors.wholeMatch(of: /[\d,]+ (?:rooms|rounds)\/s\n/) != nil, "\(run)")
    try expectEqual(shell("zombies bench \(job) --threads 1").output, run.output)
  }
}
