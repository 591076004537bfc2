import Foundation
import Testing

/// The exact error messages and exit statuses.
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

  private static func transcript(_ cases: [(line: String, status: Int32)]) throws -> String {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    let names = folder.names
    var text = ""
    for (line, status) in cases {
      let run = try shell(line, in: folder)
      #expect(run.ending == .exit(status), "\(run)")
      #expect(run.errors.contains("Error: "), "\(run)")
      if status == 64 {
        #expect(run.output == "", "\(run)")
        #expect(run.errors.contains("\nUsage: zombies "), "\(run)")
        #expect(run.errors.contains("\nSee 'zombies help"), "\(run)")
      }
      #expect(folder.names == names, "files left behind: \(run)")
      text += "$ \(line)\n\(run.errors)[\(status)]\n\n"
    }
    return text
  }

  @Test func commandsAndOptions() throws {
    try Golden.check(
      Self.transcript([
        ("zombies ''", 64),
        ("zombies genrate", 64),
        ("zombies slove SP", 64),
        ("zombies frobnicate", 64),
        ("zombies daily", 64),
        ("zombies workshop", 64),
        ("zombies --verison", 64),
        ("zombies --version now", 64),
        ("zombies rules", 64),
        ("zombies help nope", 64),
        ("zombies help ruels", 64),
        ("zombies --help solve verify", 64),
        ("zombies completion", 64),
        ("zombies completion bsh", 64),
        ("zombies completion tcsh", 64),
        ("zombies help solve verify", 64),
        ("zombies generate --sed 4", 64),
        ("zombies generate --zombie 4", 64),
        ("zombies generate --frobnicate", 64),
        ("zombies generate -x", 64),
        ("zombies generate --seed 4 --seed 4", 64),
        ("zombies generate --lit --lit", 64),
        ("zombies generate --family block --preset classic", 64),
        ("zombies generate -o a --output b", 64),
        ("zombies generate --size 5x5 --rows 5", 64),
        ("zombies generate --columns 5 --size 5x5", 64),
        ("zombies generate --seed", 64),
        ("zombies generate -o", 64),
        ("zombies generate --lit=yes", 64),
        ("zombies generate --quiet=", 64),
        ("zombies generate classic", 64),
        ("zombies generate -- --seed 4", 64),
      ]), is: "errors-options.txt")
  }

  @Test func values() throws {
    try Golden.check(
      Self.transcript([
        ("zombies generate --seed=", 64),
        ("zombies generate --seed -1", 64),
        ("zombies generate --seed 18446744073709551616", 64),
        ("zombies generate --count 0", 64),
        ("zombies generate --count 1.5", 64),
        ("zombies generate --count 1__0", 64),
        ("zombies generate --count 2 --first 18446744073709551615", 64),
        ("zombies generate --levels all", 64),
        ("zombies generate --format code,csv", 64),
        ("zombies generate --format piture", 64),
        ("zombies generate --color sometimes", 64),
        ("zombies generate --family clasic", 64),
        ("zombies generate --family 6x6b2z1", 64),
        ("zombies generate --family 6x6z0", 64),
        ("zombies generate --family 6x1025", 64),
        ("zombies generate --size 5", 64),
        ("zombies generate --size 1x1", 64),
        ("zombies generate --size 0x5", 64),
        ("zombies generate --zombies 20", 64),
        ("zombies generate --size 2x2 --zombies 1 --count 3", 64),
        ("zombies generate --catching-distance 2", 64),
        ("zombies generate --chase diagonal", 64),
        ("zombies generate --zombie-speed 17", 64),
        ("zombies solve SP --max-states 0", 64),
        ("zombies simulate --policy random,edge,random", 64),
        ("zombies simulate --policy rnadom", 64),
        ("zombies simulate --policy ''", 64),
        ("zombies simulate --rounds 5 --games 5", 64),
        ("zombies simulate --threads 1025", 64),
        ("zombies simulate --max-moves 0", 64),
        ("zombies simulate --rounds 2 --first 18446744073709551614", 64),
        ("zombies bench verfy 5 2 10", 64),
        ("zombies bench verify 5 2", 64),
        ("zombies bench verify 9 2 10", 64),
        ("zombies bench chase 5 2 x 10", 64),
        ("zombies bench verify 5 20 10", 64),
      ]), is: "errors-values.txt")
  }

  @Test func levels() throws {
    try Golden.check(
      Self.transcript([
        ("zombies solve", 64),
        ("zombies verify", 64),
        ("zombies solve --", 64),
        ("zombies solve absent.txt", 66),
        ("zombies verify SP ./comments.txt", 65),
        ("zombies replay 'names.txt' --policy edge", 65),
        ("zombies simulate folder", 66),
        ("zombies solve - SP - < good.txt", 64),
        ("zombies solve - --input - < good.txt", 64),
        ("zombies solve SP - < empty.txt", 65),
        ("zombies replay - --policy edge < second.txt", 65),
        ("zombies replay - --policy edge < reference.txt", 65),
        ("zombies solve ''", 66),
        ("zombies solve nonsense", 66),
        ("zombies solve SP S4/5/5/5/5P", 65),
        ("zombies solve S4/5/5/5/5", 65),
        ("zombies solve 4P/5", 65),
        ("zombies solve SPP", 65),
        ("zombies solve S1/1S/1P", 65),
        ("zombies solve S1//1P", 65),
        ("zombies solve S01P", 65),
        ("zombies solve SP+lit+lit", 65),
        ("zombies solve S9999999999999999999999999999999P", 65),
        ("zombies solve classic@42", 65),
        ("zombies solve clasic@42#7", 65),
        ("zombies solve classic@042#7", 65),
        ("zombies solve classic@18446744073709551616#7", 65),
        ("zombies solve 2x2z1@42#7", 65),
        ("zombies solve 1x9z1@42#7", 65),
        ("zombies solve --input good.txt S3P S3Q", 65),
        ("zombies solve --input empty.txt", 65),
        ("zombies verify --input comments.txt", 65),
        ("zombies verify --input - < empty.txt", 65),
        ("zombies verify --input picture.txt", 65),
        ("zombies verify --input ragged.txt", 65),
        ("zombies verify --input second.txt", 65),
        ("zombies verify --input - < second.txt", 65),
        ("zombies verify --input reference.txt", 65),
        ("zombies verify --input dark.txt", 65),
        ("zombies verify --input lit.txt", 65),
        ("zombies verify --input light.txt", 65),
        ("zombies verify --input behind.txt", 65),
        ("zombies verify --input world.txt", 65),
        ("zombies verify --input names.txt", 65),
        ("zombies verify --input table.csv", 65),
        ("zombies verify --input other.csv", 65),
        ("zombies simulate --input ragged.csv", 65),
        ("zombies solve 'S4/5/5/5/4P ; lit'", 65),
        ("zombies simulate --input second.txt", 65),
        ("zombies simulate --input empty.txt", 65),
        ("zombies simulate --family 1x9z1 --rounds 5", 65),
        ("zombies simulate --family 5x5z1+lit --max-states 1 --rounds 5", 65),
        ("zombies simulate S4/5/2Z2/5/4P+lit --max-states 1 --rounds 5", 65),
        ("zombies generate --family 1x9z1", 65),
        ("zombies generate --family 5x5z1+lit --max-states 1", 65),
        ("zombies generate --family 1x40z9 --max-draws 10", 65),
        ("zombies generate --family 9x9z60 --max-draws 10", 65),
        ("zombies generate --distinct --count 33", 65),
        ("zombies generate --distinct --count 53 --levels any", 65),
        ("zombies generate --grade easy:2,medium:1 --max-tries 9 --format code", 65),
        ("zombies generate --grade easy:2,hard", 64),
        ("zombies generate --grade easy:2,easy:3", 64),
        ("zombies generate --grade easy:2,haard:3", 64),
        ("zombies generate --grade easy:2:3", 64),
        ("zombies generate --grade easy:2 --count 2", 64),
        ("zombies generate --min-par 9 --max-par 8", 64),
        ("zombies generate --sort --count 1e7", 64),
        ("zombies replay SP --policy clairvoyant --moves L", 64),
        ("zombies replay SP", 64),
        ("zombies replay --moves L", 64),
        ("zombies replay SP SP --moves L", 64),
        ("zombies replay SP --moves X", 64),
        ("zombies replay SP --moves 'l u, u'", 64),
        ("zombies replay SP --policy all", 64),
        ("zombies replay SP --policy edge --round 3", 64),
        ("zombies replay SP --moves R", 65),
        ("zombies replay SP --moves LL", 65),
        ("zombies replay S#/1P --moves UL", 65),
        ("zombies replay S4/5/2Z2/5/4P+lit --max-states 1 --policy clairvoyant", 65),
      ]), is: "errors-levels.txt")
  }

  @Test func files() throws {
    try Golden.check(
      Self.transcript([
        ("zombies solve --input missing.txt", 66),
        ("zombies verify --input folder", 66),
        ("zombies simulate --input good.txt/x", 66),
        ("zombies solve --input ''", 66),
        ("zombies generate -o missing/file", 73),
        ("zombies generate -o folder", 73),
        ("zombies generate -o good.txt/x", 73),
        ("zombies simulate --rounds 5 --rounds-csv missing/file -o table", 73),
        ("zombies simulate --rounds 5 --squares-csv folder -o table", 73),
        ("zombies simulate --rounds 5 --rounds-csv -", 64),
        ("zombies simulate --rounds 5 --squares-csv - -o -", 64),
        ("zombies simulate --rounds 5 --rounds-csv - --squares-csv - -o t", 64),
        ("zombies simulate --rounds 5 --rounds-csv /dev/stdout", 64),
        ("zombies simulate --rounds 5 --rounds-csv a --squares-csv a", 64),
        ("zombies simulate --rounds 5 --rounds-csv a -o a", 64),
        ("zombies simulate --rounds 5 SP S1P --squares-csv a", 64),
        ("zombies simulate --rounds 5 SP --family classic", 64),
        ("zombies simulate --rounds 5 --input good.txt --lit", 64),
        ("zombies simulate --rounds 5 --input good.txt --levels any", 64),
        ("zombies generate > /dev/full", 74),
        ("zombies help > /dev/full", 74),
        ("zombies simulate --rounds 5 -o /dev/full", 74),
      ]), is: "errors-files.txt")
  }

  /// Two names of the same file, which need not exist.
  @Test(arguments: ["./a", "folder/../a", "$PWD/a", "link"])
  func theSameFileTwice(other: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "a")
    let run = try shell(
      "zombies simulate --rounds 5 --rounds-csv a --squares-csv \"\(other)\"", in: folder)
    #expect(run.ending == .exit(64), "\(run)")
    #expect(run.output == "", "\(run)")
    #expect(folder.names == ["folder", "link"])
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
    #expect(run.ending == .exit(64) && folder.read("a") == "SP\n", "\(run)")
  }

  private static let mounts =
    (try? shell("touch a b && unshare --mount mount --bind a b", in: TemporaryFolder()).ending)
    == .exit(0)

  @Test(.enabled(if: geteuid() != 0, "root may read and write everything"))
  func noPermission() throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "secret.txt")
    chmod(folder.file("secret.txt"), 0)
    #expect(try zombies("solve", "--input", "secret.txt", in: folder).ending == .exit(66))
    let run = try zombies("solve", "SP", "-o", "secret.txt", in: folder)
    #expect(run.ending == .exit(73), "\(run)")
  }
}
