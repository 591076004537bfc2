// The workshop's saved levels survive leaving, and can be written to a file ("The workshop", 6.4):
// only here are their files those of whole games.

import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

@Suite(.waits) struct KeptWorkshopTests {
  private static let words = ["play", "--progress", "p"]

  private func play(_ typed: String, in folder: TemporaryFolder) throws -> Finished {
    try zombies(
      Self.words, input: "skip\nworkshop\n" + typed.replacing("; ", with: "\n") + "\nquit\n",
      in: folder)
  }

  @Test("6.4 The next game has the saved levels, with names, worlds and rules")
  func survives() throws {
    let folder = try TemporaryFolder()
    let first = try play(
      "name The Door; keep; world First; paste SP; rule speed 2; keep", in: folder)
    expect(first.output.contains("Saved. The list has 2 levels."), "\(first)")
    expectEqual(folder.names, ["p", "p.session", "p.workshop"])
    let second = try play("kept; take 2; look; remove 1; kept", in: folder)
    expect(
      second.output.contains("\n1. The Door: S4/5/5/5/4P\n2. SP, in First\n"), "\(second)")
    expect(second.output.contains("speed 2.\nWorld: First.\n"), "\(second)")
    let third = try play("kept", in: folder)
    expect(third.output.contains("\n> kept\n1. SP, in First\n"), "\(third)")
    // From a pipe, the game touches only the files that were named.
    let bare = try TemporaryFolder()
    let pipe = try shell(
      "printf 'workshop\\nkeep\\n' | XDG_DATA_HOME=$PWD HOME=$PWD zombies play", in: bare)
    expect(pipe.output.contains("Saved. The list has 1 level.") && bare.names.isEmpty, "\(pipe)")
  }

  @Test("6.4 Two games at once add to the same list")
  func oneInTheMiddleOfAnother() throws {
    let folder = try TemporaryFolder()
    // The first game has its list when the other one saves a level.
    let run = try shell(
      """
      mkfifo f; (zombies play --progress p <f >out 2>&1; echo $? >status) &
      exec 3>f; printf 'skip\\nworkshop\\npaste SP\\nkeep\\n' >&3
      until grep -q 'Saved. The list has 1 level' out; do sleep 0.02; done
      printf 'workshop\\npaste S1P\\nkeep\\n' | zombies play --progress p >other; echo $?
      printf 'paste S2P\\nkeep\\n' >&3; exec 3>&-; wait; cat status
      """, in: folder)
    expectEqual(run.output, "0\n0\n", "\(run)")
    let kept = try play("kept", in: folder)
    expect(kept.output.contains("1. SP\n2. S1P\n3. S2P\n"), "\(kept)")
  }

  @Test("6.4 'file NAME' writes a file of levels, and replaces only its own files")
  func file() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "x")
    let run = try play(
      "file w.txt; name A; keep; file w.txt; file x; file p; file p.workshop; file .; file missing/w",
      in: folder)
    let told = run.output.split(separator: "\n").filter { !$0.hasPrefix(">") }
    expect(told.contains("There are no saved levels."), "\(run)")
    expect(told.contains("Written to 'w.txt': 1 level."), "\(run)")
    expect(told.contains("'x' already exists with other contents. Choose another name."), "\(run)")
    expect(told.contains("'p' is in use by this game. Choose another name."), "\(run)")
    expect(told.contains("'p.workshop' is in use by this game. Choose another name."), "\(run)")
    expect(told.contains("Not written: cannot create 'missing/w': No such file or directory."))
    expect(
      folder.names == ["p", "p.session", "p.workshop", "w.txt", "x"] && folder.read("x") == "mine")
    // Every command reads the file. It is written again, but not after it was changed by hand.
    let solved = try zombies("worlds", "w.txt", in: folder)
    expect(solved.ending == .exit(0) && solved.output.contains("1 A "), "\(solved)")
    let again = try play("paste SP; keep; file w.txt", in: folder)
    expect(again.output.contains("Written to 'w.txt': 2 levels."), "\(again)")
    try folder.write((folder.read("w.txt") ?? "") + "; my note\n", to: "w.txt")
    let changed = try play("remove 1; file w.txt", in: folder)
    expect(changed.output.contains("'w.txt' already exists with other contents."), "\(changed)")
    expectEqual(folder.read("w.txt")?.hasSuffix("; my note\n"), true)
    // The file that is played is an input, which is never written.
    try folder.write(KeptLevels([KeptLevel(try Level("SP"))]).text, to: "own")
    let own = try zombies(
      "play", "--worlds", "own", input: "workshop\nkeep\nfile own\n", in: folder)
    expect(own.output.contains("'own' is in use by this game."), "\(own)")
    let list = folder.read("p.workshop")
    let played = try zombies(
      "play", "--worlds", "p.workshop", "--progress", "p", input: "workshop\nlit\nkeep\n",
      in: folder)
    expectEqual(played.ending, .exit(73), "\(played)")
    expect(
      played.output.contains(
        "The list of saved levels is not saved: 'p.workshop' is named on the command line"),
      "\(played)")
    expectEqual(folder.read("p.workshop"), list)
  }

  @Test("6.4 A damaged list and one of another version are reported once, not changed")
  func damaged() throws {
    let folder = try TemporaryFolder()
    _ = try play("keep", in: folder)
    let text = try require(folder.read("p.workshop"))
    for other in [
      "nonsense", text.replacing("5", with: "4"), text.replacing("shop 2", with: "shop 1"),
      text.replacing("shop 2", with: "shop 3"),
    ] {
      try folder.write(other, to: "p.workshop")
      let run = try play("kept; paste SP; keep; keep; remove 1", in: folder)
      expect(run.output.contains("There are no saved levels."), "\(run)")
      expectEqual(
        run.output.split(separator: "\n").count {
          $0.hasPrefix("The list of saved levels is not saved: p.workshop, line ")
        }, 1, "\(run)")
      expectEqual(folder.read("p.workshop"), other)
      // A game that only shows the list also says why it is empty, and can be left without an
      // error.
      let looked = try play("kept", in: folder)
      expect(
        looked.output.contains("The list of saved levels could not be read: p.workshop, line "),
        "\(looked)")
      expect(looked.ending == .exit(0) && !looked.output.contains("not saved"), "\(looked)")
    }
    try folder.write("", to: "p.workshop")
    // Begin with the level that the workshop begins with.
    try folder.write("", to: "p.session")
    let run = try play("keep", in: folder)
    expect(run.output.contains("Saved. The list has 1 level.") && run.ending == .exit(0), "\(run)")
    expectEqual(folder.read("p.workshop"), text)
  }
}
