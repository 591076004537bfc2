import Foundation
import Testing
import ZombiesTestSupport

/// The order of writing, syncing and renaming, which no failing call can show: the data must be on the disk before the
/// file gets its name. `strace`, if installed, lists the system calls in order.
@Suite(.waits) struct SyncOrderTests {
  /// Whether programs may be traced here; some containers do not allow it.
  private static let canTrace = (try? shell("strace -f -y -o /dev/null true").ending) == .exit(0)

  /// One call: its name, the names of the files in its arguments, and whether it succeeded.
  private typealias Call = (name: Substring, files: [String], isDone: Bool)

  /// Runs a line under `strace`, and returns its calls in order.
  private static func calls(_ line: String, in folder: TemporaryFolder) throws -> [Call] {
    let names = "write,pwrite64,writev,ftruncate,fsync,fdatasync,rename,renameat,renameat2"
    try shellDone(
      "strace -f -y -s 4096 -e trace=\(names) -e signal=none -o trace \(line)", in: folder)
    // A call that overlaps one of another thread takes two lines, and counts when it returns.
    var begun: [Substring: Substring] = [:]
    return try require(folder.read("trace")).split(separator: "\n").compactMap { line in
      let process = line.prefix { $0.isNumber }
      if line.hasSuffix("<unfinished ...>") {
        begun[process] = line.dropLast("<unfinished ...>".count)
        return nil
      }
      let end = line.range(of: " resumed>")?.upperBound
      let text = end.map { (begun.removeValue(forKey: process) ?? "") + line[$0...] } ?? line
      // 1234  fsync(5</folder/f.part>)  = 0
      guard let match = text.firstMatch(of: /^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)/) else { return nil }
      let paths = match.2.matches(of: /<([^<>]*)>|"([^"]*)"/).map { String($0.1 ?? $0.2 ?? "") }
      return (match.1, paths.map { ($0 as NSString).lastPathComponent }, !match.3.hasPrefix("-"))
    }
  }

  private static let lines = """
    a: generate --count 3 -o a
    a c: solve SP --certificate c -o a
    a b c d e: simulate --rounds 3000 --policy edge -o a --rounds-csv b --squares-csv c --tally d --manifest e
    a b k: simulate --rounds 20000 --policy edge --threads 2 -o a --rounds-csv b --checkpoint k --checkpoint-every 0
    a b: census --family 4x4z2 --checkpoint k --checkpoint-every 0 --top-csv b -o a
    a e: sweep --zombies 0..2 --rounds 10 --checkpoint k -o a --manifest e
    """

  @Test(
    "A file is synced between its last write and its renaming, and then its folder",
    .enabled(if: canTrace, "strace is missing or may not trace here"))
  func order() throws {
    for row in Self.lines.split(separator: "\n") {
      let parts = row.components(separatedBy: ": ")
      let outputs = Set(parts[0].components(separatedBy: " "))
      let folder = try TemporaryFolder()
      for name in outputs where name != "k" { try folder.write("old\n", to: name) }
      let home = (folder.path as NSString).lastPathComponent
      var (renamed, unsynced): (Set<String>, Set<String>) = ([], [])
      var (isFolderSynced, areRoundsSynced, saves) = (true, false, 0)
      for call in try Self.calls("zombies \(parts[1]) --quiet", in: folder) {
        let file = call.files.first ?? ""
        switch call.name {
        case "fsync", "fdatasync":
          guard call.isDone else { continue }
          unsynced.remove(file)
          if file == home { isFolderSynced = true }
          if file == "b.part" { areRoundsSynced = true }
        case "rename", "renameat", "renameat2":
          guard call.isDone else { continue }
          // The unfinished file, or a name next to it, gets its final name.
          let names = call.files.filter { $0 != home }
          expectEqual(names.count, 2, "\(row): \(call)")
          expect(!unsynced.contains(names[0]), "\(row): \(names) before a sync")
          renamed.insert(names[1])
          isFolderSynced = false
          if names[1] == "k" { (areRoundsSynced, saves) = (false, saves + 1) }
        default:
          unsynced.insert(file)
          // Rows that are added meanwhile follow those that a checkpoint covers, so the rounds are synced after one
          // save and before the first write of the next.
          if file == "k.part", outputs.isSuperset(of: ["b", "k"]) {
            expect(areRoundsSynced, "\(row), save \(saves + 1)")
          }
        }
      }
      expect(isFolderSynced && renamed.isSuperset(of: outputs), "\(row): \(renamed.sorted())")
      // A file with its final name is not written any more.
      expect(outputs.isDisjoint(with: unsynced), "\(row): \(unsynced)")
      expect(saves > 1 || !outputs.contains("k"), "\(row): \(saves) saves")
    }
  }
}
