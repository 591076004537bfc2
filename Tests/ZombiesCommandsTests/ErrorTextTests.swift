import Foundation
import Testing
import ZombiesTestSupport

/// The exact error messages and exit statuses: only here is the whole text of an error compared.
///
/// A golden file is a transcript: `$` and the line, its stderr, and the status. The shell runs each
/// line in a folder that contains the files of ``files``.
@Suite(.waits) struct ErrorTextTests {
  private static let files = [
    "good.txt": "S4/5/Z1#2/2F2/4P\n",
    "empty.txt": "",
    "comments.txt": "; nothing\n\n; here\n",
    "picture.txt": "S..\n.x.\n..P\n",
    "ragged.txt": "; a room\n\n  S...\n  ..\n  ...P\n",
    "second.txt": "SP\n\nS1P\nS4/5/5/5/5P\n",
    "reference.txt": "classic@42#7\nclasic@42#7\n",
    "dark.txt": "🆘⬛️\n⬜️🚶\n",
    "lit.txt": "S..\n..P\n; Lit\n",
    "light.txt": "; lit\n\nS..\n..P\n",
    "behind.txt": "S.. ; lit\n..P\n",
    "world.txt": "; world: One\n; unlock: star 3\nSP\n",
    "names.txt": "; world: One\n; levels: See\nSP\n",
    "table.csv": "reference,level\nclassic@42#7,S4/5/5/5/5P\n",
    "other.csv": "policy,rounds\nedge,7\n",
    "ragged.csv": "level,par\nS1P,2\nSP\n",
  ]

  /// Runs the lines of a transcript again. A new line is recorded with `ZOMBIES_RECORD=1`.
  @Test(arguments: ["options", "values", "levels", "files"])
  func transcripts(name: String) throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    try shellDone("mkdir folder", in: folder)
    let names = folder.names
    let kept = try require(Golden.kept("errors-\(name).txt"))
    let lines = kept.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
    expect(lines.count > 20)
    var text = ""
    for line in lines {
      let run = try shell(String(line), in: folder)
      guard case .exit(let status) = run.ending else {
        Issue.record("\(run)")
        continue
      }
      expect(status >= 64 && run.errors.contains("Error: "), "\(run)")
      expect(status > 64 || run.output == "", "\(run)")
      expectEqual(folder.names, names, "files left behind: \(run)")
      text += "$ \(line)\n\(run.errors)[\(status)]\n\n"
    }
    try Golden.check(text, is: "errors-\(name).txt")
  }

  /// Two names of the same file, which need not exist.
  @Test(arguments: ["folder/../a", "$PWD/a", "link"])
  func theSameFileTwice(other: String) throws {
    let folder = try TemporaryFolder()
    try shellDone("mkdir folder; ln -s a link", in: folder)
    let run = try shell(
      "zombies simulate --rounds 5 --rounds-csv a --squares-csv \"\(other)\"", in: folder)
    expect(run.ending == .exit(64) && run.output == "", "\(run)")
    expectEqual(folder.names, ["folder", "link"])
  }

  /// A file that is also mounted elsewhere has two names and one link.
  @Test(.enabled(if: mounts, "mounting needs root, and namespaces"))
  func theSameFileMountedTwice() throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "a")
    let run = try shell(
      """
      touch b; exec unshare --mount sh -c \
        'mount --bind a b; exec "$0" solve --input a -o b' "$(command -v zombies)"
      """, in: folder)
    expect(run.ending == .exit(64) && folder.read("a") == "SP\n", "\(run)")
  }

  private static let mounts =
    (try? shell("touch a b && unshare --mount mount --bind a b", in: TemporaryFolder()).ending)
    == .exit(0)

  @Test(.enabled(if: geteuid() != 0, "root may read and write everything"))
  func noPermission() throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "secret.txt")
    chmod(folder.file("secret.txt"), 0)
    try expectEqual(zombies("solve", "--input", "secret.txt", in: folder).ending, .exit(66))
    let run = try zombies("solve", "SP", "-o", "secret.txt", in: folder)
    expectEqual(run.ending, .exit(73), "\(run)")
  }
}
