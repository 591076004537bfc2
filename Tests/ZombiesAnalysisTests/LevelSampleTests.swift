import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesTestSupport

/// The kinds of a sample's levels are those of each single level, with any number of threads.
@Suite struct LevelSampleTests {
  @Test(
    "A sample is what each of its levels is",
    arguments: [
      ("flashlight", 100_000), ("6x6z1b5+lit", 100_000), ("9x9z2b10", 100_000), ("6x6z2+lit", 30),
    ])
  func sample(name: String, limit: Int) throws {
    let generator = LevelGenerator(try Family(name), seed: 3, selection: .any)
    let sample = try LevelSample(of: generator, count: 100, stateLimit: limit, top: 4)
    var counts: [LevelKind: UInt64] = [:]
    let grader = Grader(stateLimit: limit)
    for level in generator.prefix(100) {
      let kind = LevelKind(grader.report(level, .grade))
      expectEqual(kind.verdict == .solvable, kind.par != nil)
      counts[kind, default: 0] += 1
    }
    expectEqual(Dictionary(uniqueKeysWithValues: sample.rows.map { ($0.kind, $0.count) }), counts)
    expectEqual(sample.total, 100)
    // Thirty states are too few to grade some levels.
    expect(sample.sum { $0.grade == nil } > 0 || limit > 30)
    let other = try LevelSample(of: generator, count: 100, stateLimit: limit, top: 4, threads: 3)
    expectEqual(other.rows.map(\.kind), sample.rows.map(\.kind))
    expect(other.rows.map(\.count) == sample.rows.map(\.count) && other.hardest == sample.hardest)
    let pars = sample.hardest.entries.compactMap(\.kind.par)
    expect(pars == pars.sorted(by: >))
    if limit > 30 { expect(pars.count == 4 && pars.first == counts.keys.compactMap(\.par).max()) }
    let none = LevelGenerator(try Family("3x3z9"), seed: 0, selection: .any)
    expect(
      thrown { _ = try LevelSample(of: none, count: 5, stateLimit: 10, top: 1) } != "no error")
  }
}
