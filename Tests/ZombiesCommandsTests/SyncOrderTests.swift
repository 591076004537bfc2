import Foundation
import Testing
import ZombiesTestSupport

/// The order of writing, syncing and renaming, which no failing call can show: the data must be on
/// the disk before the file gets its name. `strace`, if installed, lists the system calls in order.
@Suite(.waits) struct SyncOrderTests {
  private static let strace = ["/usr/bin/strace", "/bin/strace", "/usr/local/bin/strace"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether programs may be traced here; some containers do not allow it.
  private static let canTrace =
    strace.map {
      (try? shell("\($0) -f -y -o /dev/null true").ending) == .exit(0)
    } ?? false

  /// One call: its name, and the paths in its arguments.
  private struct Call {
    let name: String
    /// The text between `<` and `>`, and between quotes.
    let paths: [String]
    let isDone: Bool

    init?(_ line: some StringProtocol) {
      // 1234  fsync(5</folder/f.part>)  = 0
      guard
        let match = String(line).firstMatch(of: /^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)/)
      else { return nil }
      name = String(match.1)
      paths = match.2.matches(of: /<([^<>]*)>|"([^"]*)"/).map { String($0.1 ?? $0.2 ?? "") }
      isDone = !match.3.hasPrefix("-")
    }
  }

  /// Runs a line under `strace`, and returns its calls in order.
  private static func calls(_ line: String, in folder: TemporaryFolder) throws -> [Call] {
    let names = "write,pwrite64,writev,ftruncate,fsync,fdatasync,rename,renameat,renameat2"
    let run = try shell(
      "\(try require(strace)) -f -y -s 4096 -e trace=\(names) -e signal=none -o trace \(line)",
      in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    // A call that overlaps one of another thread takes two lines, and counts when it returns.
    var begun: [Substring: String] = [:]
    return try require(folder.read("trace")).split(separator: "\n").compactMap { line in
      let process = line.prefix { $0.isNumber }
      if line.hasSuffix("<unfinished ...>") {
        begun[process] = String(line.dropLast("<unfinished ...>".count))
        return nil
      }
      guard let end = line.range(of: " resumed>")?.upperBound else { return Call(line) }
      return Call((begun.removeValue(forKey: process) ?? "") + line[end...])
    }
  }

  @Test(
    "A file is synced between its last write and its renaming, and then its folder",
    .enabled(if: canTrace, "strace is missing or may not trace here"),
    arguments: [
      ("generate --count 3 -o a", ["a"]),
      ("solve SP --certificate c -o a", ["a", "c"]),
      (
        "simulate --rounds 3000 --policy edge,random -o a --rounds-csv b --squares-csv c --tally d "
          + "--manifest e", ["a", "b", "c", "d", "e"]
      ),
      (
        "simulate --rounds 20000 --policy edge --threads 2 -o a --rounds-csv b --checkpoint k "
          + "--checkpoint-every 0", ["a", "b", "k"]
      ),
      ("census --family 4x4z2 --checkpoint k --checkpoint-every 0 --top-csv b -o a", ["a", "b"]),
      ("sweep --zombies 0..2 --rounds 10 --checkpoint k -o a --manifest e", ["a", "e"]),
    ])
  func filesAreSyncedBeforeTheyAreRenamed(line: String, outputs: [String]) throws {
    let folder = try TemporaryFolder()
    for name in outputs where name != "k" { try folder.write("old\n", to: name) }
    let calls = try Self.calls("zombies \(line) --quiet", in: folder)
    let place = try require(realpath(folder.path, nil))
    let home = String(cString: place)
    free(place)
    func whole(_ path: String) -> String { path.hasPrefix("/") ? path : "\(home)/\(path)" }
    var renamed: Set<String> = []
    // Files written and not yet synced, and folders with a renaming that is not yet synced.
    var (unsynced, unsettled): (Set<String>, Set<String>) = ([], [])
    for call in calls {
      let path = call.paths.first.map(whole) ?? ""
      switch call.name {
      case "fsync", "fdatasync":
        if call.isDone {
          unsynced.remove(path)
          unsettled.remove(path)
        }
      case "rename", "renameat", "renameat2":
        guard call.isDone else { continue }
        // The unfinished file, or a name next to it, gets its final name.
        let places = call.paths.filter { $0 != home }
        let names = places.map { ($0 as NSString).lastPathComponent }
        expectEqual(names.count, 2, "\(call)")
        expect(!unsynced.contains(whole(places[0])), "\(line): \(names) before a sync")
        renamed.insert(names[names.count - 1])
        unsettled.insert(home)
      default:
        unsynced.insert(path)
      }
    }
    expect(unsettled.isEmpty, "\(line): the folder was not synced")
    expect(renamed.isSuperset(of: outputs), "\(line): \(renamed.sorted())")
    // A file with its final name is not written any more.
    let late = outputs.map(whole).filter { unsynced.contains($0) }
    expect(late.isEmpty, "\(line): \(late)")
  }

  @Test(
    "The rounds that a checkpoint needs are synced before it is renamed",
    .enabled(if: canTrace, "strace is missing or may not trace here"))
  func roundsAreSyncedBeforeTheCheckpoint() throws {
    let folder = try TemporaryFolder()
    let calls = try Self.calls(
      "zombies simulate --rounds 20000 --policy edge,random --threads 2 --quiet -o a --rounds-csv b "
        + "--checkpoint k --checkpoint-every 0", in: folder)
    // Rows that are added meanwhile follow those that the checkpoint covers. The rounds are synced
    // after one save and before the first write of the next.
    var (isSynced, saves) = (false, 0)
    for call in calls {
      let names = call.paths.map { ($0 as NSString).lastPathComponent }
      switch call.name {
      case "rename", "renameat", "renameat2":
        if names.contains("k") { (isSynced, saves) = (false, saves + 1) }
      case "fsync", "fdatasync":
        if names.first == "b.part" { isSynced = true }
      case "write", "pwrite64", "writev":
        if names.first == "k.part" { expect(isSynced, "save \(saves + 1)") }
      default: continue
      }
    }
    expect(saves > 1)
  }
}
