import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestSupport

@testable import ZombiesAnalysis

/// The kinds of a sample's levels are those of each single level, with any number of threads.
@Suite struct LevelSampleTests {
  @Test(arguments: ["flashlight", "6x6z1b5+lit", "9x9z2b10"])
  func aSampleIsWhatEachOfItsLevelsIs(name: String) throws {
    let generator = LevelGenerator(try Family(name), seed: 3, selection: .any)
    let sample = try LevelSample(of: generator, count: 100, stateLimit: 100_000, top: 4)
    var counts: [LevelKind: UInt64] = [:]
    let grader = Grader(stateLimit: 100_000)
    for level in generator.prefix(100) {
      counts[LevelKind(grader.report(level, .grade)), default: 0] += 1
    }
    expectEqual(Dictionary(uniqueKeysWithValues: sample.rows.map { ($0.kind, $0.count) }), counts)
    expectEqual(sample.total, 100)
    // The same with threads.
    let other = try LevelSample(of: generator, count: 100, stateLimit: 100_000, top: 4, threads: 3)
    expectEqual(other.rows.map(\.kind), sample.rows.map(\.kind))
    expectEqual(other.rows.map(\.count), sample.rows.map(\.count))
    expectEqual(other.hardest, sample.hardest)
    let pars = sample.hardest.entries.compactMap(\.kind.par)
    expect(pars == pars.sorted(by: >) && pars.count == 4)
    expectEqual(pars.first, counts.keys.compactMap(\.par).max())
  }

  @Test func whatIsNotGradedMayBeSolved() throws {
    // A hundred states are too few to grade any of these levels, but not to solve some.
    let generator = LevelGenerator(try Family("6x6z2+lit"), seed: 0, selection: .any)
    let sample = try LevelSample(of: generator, count: 200, stateLimit: 100, top: 0)
    expect(sample.sum { $0.verdict == .gaveUp || $0.grade == nil } > 0)
    for (kind, _) in sample.rows {
      expectEqual((kind.verdict == .solvable), (kind.par != nil))
    }
  }

  @Test func noLevelIsAnError() throws {
    let generator = LevelGenerator(try Family("3x3z9"), seed: 0, selection: .any)
    #expect(throws: GenerationError.self) {
      try LevelSample(of: generator, count: 5, stateLimit: 10, top: 1)
    }
  }
}
