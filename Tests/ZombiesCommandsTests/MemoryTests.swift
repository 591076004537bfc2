import Foundation
import Testing
import ZombiesTestSupport

/// Runs under `ulimit -v` manage with little memory.
///
/// In debug builds the program itself takes more addresses than in release builds, so limits are relative to what it
/// needs to print its version.
@Suite(.waits) struct MemoryTests {
  /// The smallest limit, in KiB, under which the program starts, give or take 4 MiB.
  private static func base() throws -> Int {
    var (low, high) = (1 << 14, 1 << 19)
    while high - low > 4096 {
      let middle = (low + high) / 2
      let run = try shell("(ulimit -v \(middle); zombies --version)")
      if run.ending == .exit(0) { high = middle } else { low = middle }
    }
    return high
  }

  @Test func memoryIsBounded() throws {
    let (base, folder) = (try Self.base(), try TemporaryFolder())
    // With addresses for only a few of 1,024 threads, fewer threads start, and the bytes are the same.
    for line in [
      "simulate --rounds 2e3 --policy edge,random",
      "sweep --size 5 --zombies 1,2 --rounds 2e3 --policy random",
      "analyze --family 4x4z1b1 --policy edge",
      "census --search --family 4x4z1b1+lit --climbs 40 --steps 10",
    ] {
      let expected = try shell("zombies \(line) --threads 2 --quiet", in: folder)
      let limit = base + (24 << 10)
      let run = try shell("ulimit -v \(limit); zombies \(line) --threads 1024 --quiet", in: folder)
      expectEqual(run.ending, .exit(0), "\(limit) KiB: \(run)")
      expectSame(run.output, expected.output, "\(line), \(limit) KiB")
    }
    // 60,000 levels of 5×5 take a few MB. Stored separately, they took twenty.
    try shellDone("zombies generate --count 1000 --levels any --format code -o few", in: folder)
    try shellDone("for i in $(seq 60); do cat few; done > many", in: folder)
    let words = "simulate --policy edge --rounds 200 --threads 1 --quiet --format csv --input"
    let many = try shell("ulimit -v \(base + (14 << 10)); zombies \(words) many", in: folder)
    expectEqual(many.ending, .exit(0), "\(many)")
    expectSame(many.output, try shell("zombies \(words) few", in: folder).output, "many levels")
    // In large rooms, only as many threads start as their tables fit in 1 GiB. No tables are made for threads that
    // start too late.
    let large = "sweep --family 500x500z10 --levels any --policy random --max-moves 9 --rounds 16"
    let run = try shell("ulimit -v \(base + (400 << 10)); zombies \(large) --threads 64 --quiet")
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(Table(run.output).rows.map { $0["rounds"] }, ["16"], "\(run)")
  }
}
