import Foundation
import Testing
import ZombiesTestSupport

/// Commands that take a level under other rules than those that its file sets ("Worlds", 2.10).
@Suite(.waits) struct OwnRulesTests {
  /// One room, which is won in 10 moves under the default rules and in 8 at zombie speed 2.
  private static let room = "S4/5/Z#3/1#3/2#1P+lit"
  private static let text = """
    ; world: A
    \(room)
    ; rules: zombie-speed 2
    \(room)
    ; world: B
    SZP+lit

    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "c")
    try folder.write("; rules: zombie-speed 2\n\(room)\nS1P\n", to: "same")
    try folder.write("; rules: catching-distance 0\nSZP+lit\nS1P\n", to: "near")
    return folder
  }

  @Test("2.10 solve, verify, draw, worlds and replay take each level under its own rules")
  func single() throws {
    let folder = try Self.folder()
    let solved = try shell("zombies solve --input c --format csv | cut -d, -f2,3,15", in: folder)
    expectEqual(
      solved.lines,
      [
        "verdict,par,zombie_speed", "solvable,10,1", "solvable,8,2", "unsolvable,,1",
      ])
    // Options hold for the levels without rules.
    let closer = try shell(
      "zombies solve --input near --format csv S3P SZP+lit | cut -d, -f2,13", in: folder)
    expectEqual(
      closer.lines,
      [
        "verdict,catching_distance", "solvable,1", "unsolvable,1", "unsolvable,0", "solvable,0",
      ])
    let verified = try shell("zombies verify --input c", in: folder)
    expect(verified.ending == .exit(1) && verified.output == "c:6: unsolvable: SZP+lit\n")
    let drawn = try shell("zombies draw --input c | grep -c 'zombie speed 2'", in: folder)
    expectEqual(drawn.output, "1\n", "\(drawn)")
    let worlds = try shell("zombies worlds --format csv c | cut -d, -f4,9,25", in: folder)
    expectEqual(worlds.lines.dropFirst(), ["1,10,1", "2,8,2", "1,,1"], "\(worlds)")
    let table = try shell(
      "zombies worlds c 2>&1 | grep -c 'hearing distance 2\\|zombie speed 2'", in: folder)
    expectEqual(table.output, "3\n", "\(table)")
    let replayed = try zombies(
      "replay", "; rules: zombie-speed 2\n\(Self.room)", "--moves", "LUUUULLL")
    expect(replayed.ending == .exit(0) && replayed.output.contains("won"), "\(replayed)")
    // The built-in campaign has no rules of its own.
    try expectEqual(shell("zombies worlds --format csv | cut -d, -f25 | sort -u").lines.count, 2)
  }

  @Test(
    "2.10 An option that contradicts the file is bad usage, with the line",
    arguments: [
      "solve --input c", "verify --input c", "draw --input c", "worlds c", "play --worlds c",
      "page --worlds c", "play --input same", "page --input same",
      "simulate --rounds 20 --input same",
    ])
  func contradicted(command: String) throws {
    let folder = try Self.folder()
    let line = command.hasSuffix("same") ? "same:1" : "c:3"
    for option in ["--zombie-speed 1", "--hearing-distance 2"] {
      let run = try shell("zombies \(command) \(option) < /dev/null", in: folder)
      expectEqual(run.ending, .exit(64), "\(run)")
      expect(run.errors.contains("Error: \(option) contradicts \(line), where "), "\(run)")
    }
    let same = try shell("zombies \(command) --zombie-speed 2 < /dev/null > /dev/null", in: folder)
    expect(same.ending != .exit(64), "\(same)")
  }

  @Test(
    "2.10 Batches take a file whose levels have the same rules, and refuse others with the line",
    arguments: ["simulate", "compare edge random", "sweep --policy edge"])
  func batches(command: String) throws {
    let folder = try Self.folder()
    let mixed = try shell("zombies \(command) --input c --rounds 20 > /dev/null", in: folder)
    expectEqual(mixed.ending, .exit(65), "\(mixed)")
    expect(
      mixed.errors.contains(
        "Error: c:4: the rules of this level are zombie speed 2, but those of the levels before it are the "
          + "default rules"), "\(mixed)")
    // A comparison may stay undecided, with status 2.
    let same = try shell("zombies \(command) --input same --rounds 20 > o", in: folder)
    expectEqual(same.ending, .exit(command.hasPrefix("compare") ? 2 : 0), "\(same)")
  }

  @Test("2.10 A batch plays under the rules of its file")
  func sameAsOptions() throws {
    let folder = try Self.folder()
    let own = try shell("zombies simulate --input same --rounds 20 --format csv", in: folder)
    let option = try shell(
      "zombies simulate \(Self.room) S1P --zombie-speed 2 --rounds 20 --format csv", in: folder)
    expect(own.ending == .exit(0) && own.output == option.output, "\(own)")
    expect(own.output.contains(",longest,2,"))
  }

  @Test("2.10 A page has the rules of its levels and worlds")
  func page() throws {
    let folder = try Self.folder()
    try folder.write(Self.text.replacing("SZP+lit", with: "S1P"), to: "good")
    let worlds = try shell("zombies page --worlds good", in: folder)
    expect(worlds.output.contains("\\n; rules: zombie-speed 2\\n"), "\(worlds.errors)")
    let given = try shell("zombies page --input same", in: folder)
    expect(given.output.contains("level \(Self.room)?zombie-speed=2"), "\(given.errors)")
  }

  @Test("2.10 Worlds with rules are played under them, and their progress is kept")
  func played() throws {
    let folder = try Self.folder()
    try folder.write("; world: A\n; rules: zombie-speed 2\n\(Self.room)\n", to: "fast")
    let run = try zombies(
      "play", "--worlds", "fast", "--progress", "p", input: "enter\n1\nl uuuu lll\nquit\n",
      in: folder)
    expect(
      run.ending == .exit(0) && run.output.contains("1 of 1 level completed in the worlds, 3 of 3"),
      "\(run)")
    let text = try require(folder.read("p"))
    expect(
      text.hasPrefix("zombies-progress 3\n")
        && text.contains("level \(Self.room)?zombie-speed=2 open win first par"))
    let unwinnable = try shell("zombies play --worlds c < /dev/null", in: folder)
    expect(unwinnable.ending == .exit(1) && unwinnable.errors.contains("c:6: world 'B', level 1"))
  }
}
