import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// The analysis of families with threads, and against simulations. Its values are tested with grades.
@Suite struct FamilyAnalysisTests {
  /// A player that cannot play any level. Its error lists the zombies that it sees.
  private struct Refusing: Player {
    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      throw .cannotPlay("\(sight.zombies)")
    }
  }

  @Test("Results and errors do not depend on threads")
  func threads() throws {
    for name in ["3x4z1f1", "3x4z1b1+lit"] {
      let settings = FamilyAnalysis.Settings(try Family(name), policies: Policy.builtIn)
      let alone = try FamilyAnalysis(of: settings)
      for threads in [2, 3, 8] {
        let analysis = try FamilyAnalysis(of: settings, threads: threads)
        expect(analysis.policies == alone.policies && analysis.placements == alone.placements)
        expectEqual(
          analysis.pars.map { [$0.par, Int($0.placements)] },
          alone.pars.map { [$0.par, Int($0.placements)] })
      }
    }
    let refusing = try Policy("refusing", playsInOneWay: true) { _ in Refusing() }
    let settings = FamilyAnalysis.Settings(try Family("7x7z2+lit"), policies: [.edge, refusing])
    let errors = [1, 2, 3, 8].map { threads in
      thrown { _ = try FamilyAnalysis(of: settings, threads: threads) }
    }
    expect(errors[0] != "no error" && Set(errors).count == 1, "\(errors)")
  }

  /// Means and rates within 4.5 standard errors.
  @Test(
    "Simulations agree",
    arguments: isLong ? ["classic", "block", "flashlight"] : ["classic", "3x4z1b1", "3x4z1f1"])
  func simulations(name: String) throws {
    let family = try Family(name)
    let analysis = try FamilyAnalysis(
      of: .init(family, policies: Policy.builtIn, moveLimit: .moves(40)), threads: 2)
    let trials = UInt64(cases(200, long: 2000))
    let checks = try analysis.check(trials: trials, seed: 77, threads: 2)
    expectEqual(checks.map(\.analysis), analysis.policies)
    for check in checks {
      let row = check.analysis
      expect(check.rounds.total == trials && check.gamesWon + check.gamesLost == trials)
      for (estimate, exact) in [
        (check.winRate, row.won), (check.meanMoves, row.meanMoves),
        (check.gameWinRate, row.gameWon),
      ] {
        let (estimate, exact) = (try require(estimate), try require(exact).approximate)
        let interval = estimate.interval
        let width = (interval.high - interval.low) / 2 * 4.5 / 1.959963984540054 + 1e-9
        expect(abs(estimate.value - exact) <= width, "\(name) \(row.policy) \(row.levels)")
        expect(estimate.covers == (interval.low...interval.high ~= exact) || width < 1e-8)
      }
    }
    // Rounds without a limit are not simulated.
    let endless = try FamilyAnalysis(of: .init(family, policies: [.edge], moveLimit: .none))
    for check in try endless.check(trials: trials, seed: 77) {
      expect(check.winRate == nil && check.meanMoves == nil && check.gameWinRate == nil)
    }
  }
}
