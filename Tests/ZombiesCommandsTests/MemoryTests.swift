import Foundation
import Testing
import ZombiesTestSupport

/// Runs under `ulimit -v` manage with little memory.
///
/// In debug builds the program itself takes more addresses than in release builds, so limits are
/// relative to what it needs to print its version.
@Suite(.waits) struct MemoryTests {
  /// The smallest limit, in KiB, under which the program starts, give or take 2 MiB.
  private static let base: Int = {
    var (low, high) = (1 << 14, 1 << 19)
    while high - low > 2048 {
      let middle = (low + high) / 2
      let run = try? shell("(ulimit -v \(middle); zombies --version)")
      if run?.ending == .exit(0) { high = middle } else { low = middle }
    }
    return high
  }()

  /// Command lines that work with many threads.
  private static let lines = [
    "simulate --rounds \(isLong ? "2e5" : "9e3") --policy edge,random",
    "simulate --rounds \(isLong ? "5e4" : "2e4") --policy edge --rounds-csv r --tally t",
    "simulate --games \(isLong ? "3e4" : "9e3") --family block --policy beeline",
    "sweep --size 5 --zombies 1,2 --rounds 3e4 --policy random",
    "analyze --family 4x5z1b1 --policy edge", "census --family 4x4z1b1+lit",
    "census --search --family 4x4z1b1+lit --climbs 40 --steps \(isLong ? 50 : 10)",
  ]

  /// With addresses for only a few of 1,024 threads, fewer threads start, and the bytes are the
  /// same.
  @Test(arguments: sampled(Self.lines, every: 2))
  func fewerThreadsWhereThereIsNoMemory(words: String) throws {
    let folder = try TemporaryFolder()
    let expected = try shell("zombies \(words) --threads 2 --quiet", in: folder)
    let rounds = folder.read("r")
    for more in isLong ? [24, 48, 100, 250] : [24] {
      let limit = Self.base + (more << 10)
      let run = try shell("ulimit -v \(limit); zombies \(words) --threads 1024 --quiet", in: folder)
      expectEqual(run.ending, .exit(0), "\(limit) KiB: \(run)")
      expectSame(run.output, expected.output, "\(words), \(limit) KiB")
      expectEqual(folder.read("r"), rounds, "\(words), \(limit) KiB")
    }
  }

  /// 150,000 levels of 5×5 take a few MB. Stored separately, they took fifty.
  @Test func givenLevelsTakeLittleRoom() throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies generate --count 3000 --levels any --format code -o few", in: folder)
    try shellDone("for i in $(seq 50); do cat few; done > many", in: folder)
    let words = "simulate --policy edge --rounds 1000 --threads 1 --quiet --input"
    let run = try shell(
      "ulimit -v \(Self.base + (32 << 10)); zombies \(words) many --format csv", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let few = try shell("zombies \(words) few --format csv", in: folder)
    expectSame(run.output, few.output, "many and few levels")
  }

  /// In large rooms, only as many threads start as their tables fit in 1 GiB. No tables are made
  /// for threads that start too late.
  @Test func largeRoomsTakeBoundedMemory() throws {
    let rounds = cases(24, long: 64)
    let words =
      "sweep --family 500x500z10 --levels any --policy random --max-moves 9 --rounds \(rounds)"
    let run = try shell(
      "ulimit -v \(Self.base + (400 << 10)); zombies \(words) --threads 64 --quiet")
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(Table(run.output).rows.map { $0["rounds"] }, ["\(rounds)"], "\(run)")
  }
}
