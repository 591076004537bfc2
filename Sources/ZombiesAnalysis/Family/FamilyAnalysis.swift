import Synchronization
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

/// All that can be known of a family by looking at every placement of it: how many are solvable and
/// in how many moves, and what every policy comes to, exactly.
///
///     let analysis = try FamilyAnalysis(of: .init(.classic, policies: [.edge, .random]))
///     print(analysis.solvable, "of", analysis.placements)      // 105 of 171
///
/// Policies that play a level in one way are played on each placement; `random` is computed as a
/// Markov chain over the states of each (``RandomChain``). The result does not depend on threads.
public struct FamilyAnalysis: Sendable {
  /// What is to be analysed.
  public struct Settings: Sendable {
    /// The family.
    public var family: Family

    /// The rules in force.
    public var rules: Rules

    /// The policies, in the order of the results.
    public var policies: [Policy]

    /// The most moves of a round; nil for no limit.
    public var moveLimit: Int?

    /// The most placements that are looked at.
    public var placementLimit: UInt64

    /// The most states that a level of the family may have.
    public var stateLimit: Int

    /// The settings for a family.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - rules: The rules in force.
    ///   - policies: The policies, in the order of the results.
    ///   - moveLimit: The most moves of a round; by default four times the squares, as in a batch.
    public init(
      _ family: Family, rules: Rules = .standard, policies: [Policy] = Policy.withoutPlan,
      moveLimit: MoveLimit = .standard
    ) {
      self.family = family
      self.rules = rules
      self.policies = policies
      self.moveLimit =
        switch moveLimit {
        case .standard: Batch.defaultMoveLimit(in: family.size)
        case .moves(let moves): moves
        case .none: nil
        }
      placementLimit = FamilyAnalysis.defaultPlacementLimit
      stateLimit = StateGraph.defaultStateLimit
    }
  }

  /// How many moves a round may have.
  public enum MoveLimit: Sendable {
    /// Four times the squares.
    case standard
    /// So many.
    case moves(Int)
    /// As many as it takes.
    case none
  }

  /// The most placements that are looked at where no other limit is given.
  public static let defaultPlacementLimit: UInt64 = 10_000_000

  /// What was analysed.
  public let settings: Settings

  /// The number of placements.
  public let placements: UInt64

  /// The number of solvable placements by par, from the shortest.
  public let pars: [(par: Int, placements: UInt64)]

  /// What each policy comes to, over all placements and over the solvable ones.
  public let policies: [PolicyAnalysis]

  /// The plan of `optimal`, where it plays and needs one.
  public let plan: BlindPlan?

  /// The number of solvable placements.
  public var solvable: UInt64 { pars.reduce(0) { $0 + $1.placements } }

  /// Analyses a family.
  ///
  /// - Parameters:
  ///   - settings: What is to be analysed.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of placements done, every so often, on the caller's thread.
  /// - Throws: ``AnalysisError``, before the work where the family is too large.
  /// - Complexity: O(placements · policies · moves), for `random` times the states of a placement.
  public init(
    of settings: Settings, threads: Int = 1, onProgress: ((UInt64) -> Void)? = nil
  ) throws(AnalysisError) {
    placements = try Self.placements(of: settings)
    let fixed = try settings.policies.map { policy throws(AnalysisError) in
      try FixedPolicy(policy, of: settings)
    }
    plan = fixed.lazy.compactMap { $0?.plan }.first
    self.settings = settings
    let counts = Counter(settings: settings, fixed: fixed).count(threads: threads, onProgress)
    if let error = counts.error { throw error }
    pars = counts.pars.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    policies = zip(settings.policies, counts.sums).flatMap { policy, sums in
      zip([LevelSelection.any, .solvable], [sums.any, sums.solvable]).map {
        PolicyAnalysis(policy: policy, levels: $0, sums: $1)
      }
    }
  }

  /// The placements, if the family is not too large.
  private static func placements(of settings: Settings) throws(AnalysisError) -> UInt64 {
    let family = settings.family
    guard let count = family.placementCount, count <= settings.placementLimit else {
      throw .tooManyPlacements(
        family, count: family.placementCount, limit: settings.placementLimit)
    }
    let states = family.mostStates
    guard states.map({ $0 <= settings.stateLimit }) ?? false else {
      throw .tooManyStates(family, count: states, limit: settings.stateLimit)
    }
    guard count > 0 else { throw .noPlacement(family) }
    return count
  }
}

/// Why a family is not analysed.
public enum AnalysisError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are more placements than may be looked at; nil for 2⁶⁴ or more.
  case tooManyPlacements(Family, count: UInt64?, limit: UInt64)
  /// A level may have more states than may be looked at; nil for 2⁶³ or more.
  case tooManyStates(Family, count: Int?, limit: Int)
  /// The family holds more things than the placement rule leaves squares for.
  case noPlacement(Family)
  /// `optimal` has no plan.
  case noPlan(PlanError)
  /// A policy cannot play a level.
  case policy(PolicyError)
  /// The solver gave up on a level, or a level has more states than it may have.
  case gaveUp(Level)
  /// Rounds of `random` on a level are so long that what becomes of them was not computed.
  case notComputed(Level)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooManyPlacements(let family, let count, let limit):
      "\(family) has \(count.map { "\($0)" } ?? "2⁶⁴ or more") placements, and at most \(limit) are "
        + "looked at"
    case .tooManyStates(let family, let count, let limit):
      "a level of \(family) may have \(count.map { "\($0)" } ?? "2⁶³ or more") states, and at most "
        + "\(limit) are looked at"
    case .noPlacement(let family):
      "\(family) has no level: its things do not fit the squares that the placement rule leaves"
    case .noPlan(let error): "optimal cannot play: \(error)"
    case .policy(let error): error.description
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    case .notComputed(let level):
      "rounds of random on \(level.code) are too long to be computed: limit their moves"
    }
  }
}

extension Family {
  /// An upper bound of the states that a level of the family can have: the player's squares times the
  /// sets of squares where zombies may stand, in the dark and in the light; nil for 2⁶³ or more.
  public var mostStates: Int? {
    let squares = size.squareCount
    guard isLit || flashlights > 0 else { return squares }
    var ways = 1
    for taken in 0..<min(zombies, squares) {
      // A product of the first ones over their factorial is whole at each step.
      let (product, overflow) = ways.multipliedReportingOverflow(by: squares - taken)
      if overflow { return nil }
      ways = product / (taken + 1)
    }
    let (lit, overflow) = ways.multipliedReportingOverflow(by: squares)
    let (all, overflow2) = lit.addingReportingOverflow(isLit ? 0 : squares)
    return overflow || overflow2 ? nil : all
  }
}

/// Looks at all placements, over threads.
private struct Counter {
  let settings: FamilyAnalysis.Settings

  /// The policies with what they need, nil for `random`.
  let fixed: [FixedPolicy?]

  /// What was counted.
  struct Counts: Sendable {
    /// The solvable placements, by par.
    var pars: [UInt64] = []
    var sums: [(any: RoundSums, solvable: RoundSums)]
    var error: AnalysisError?

    mutating func count(par: Int) {
      while pars.count <= par { pars.append(0) }
      pars[par] += 1
    }

    static func += (counts: inout Counts, other: Counts) {
      for (par, count) in other.pars.enumerated() where count > 0 {
        while counts.pars.count <= par { counts.pars.append(0) }
        counts.pars[par] += count
      }
      for (place, sums) in other.sums.enumerated() {
        counts.sums[place].any += sums.any
        counts.sums[place].solvable += sums.solvable
      }
    }
  }

  private var empty: Counts {
    Counts(sums: settings.policies.map { _ in (RoundSums(), RoundSums()) })
  }

  /// The work as the threads share it.
  private struct Work {
    private var placements: Placements.Iterator
    private var isExhausted = false
    private var underWay = 0
    private(set) var done: UInt64 = 0
    private(set) var total: Counts

    init(_ placements: Placements, _ empty: Counts) {
      self.placements = placements.makeIterator()
      total = empty
    }

    /// Whether nothing is left to be looked at, and nothing is being looked at.
    var isOver: Bool { isExhausted && underWay == 0 }

    /// Some levels for a thread; none at the end, and where there was an error.
    mutating func take() -> [Level] {
      var levels: [Level] = []
      while total.error == nil, levels.count < 32, let level = placements.next() {
        levels.append(level)
      }
      if levels.isEmpty { isExhausted = true } else { underWay += 1 }
      return levels
    }

    /// Takes in what levels came to.
    mutating func handIn(_ counts: Counts, of levels: [Level]) {
      total += counts
      total.error = total.error ?? counts.error
      done += UInt64(levels.count)
      underWay -= 1
    }
  }

  func count(threads: Int, _ onProgress: ((UInt64) -> Void)?) -> Counts {
    let work = Monitor(Work(Placements(settings.family), empty), isOver: { $0.isOver })
    let watch = onProgress.map { onProgress in
      {
        while !work.wait(seconds: 0.1) {
          onProgress(work.withLock { $0.done })
        }
      }
    }
    withThreads(threads, watch: watch) { [self] _ in
      let desk = SolverDesk(solver)
      while true {
        let levels = work.change { $0.take() }
        if levels.isEmpty { break }
        var counts = empty
        do throws(AnalysisError) {
          for level in levels { try look(at: level, desk, &counts) }
        } catch {
          counts.error = error
        }
        work.change { $0.handIn(counts, of: levels) }
      }
    }
    return work.withLock { $0.total }
  }

  private var solver: Solver { Solver(rules: settings.rules, stateLimit: settings.stateLimit) }

  private func look(
    at level: Level, _ desk: SolverDesk, _ counts: inout Counts
  ) throws(AnalysisError) {
    let finding = desk.decide(level)
    if finding.verdict == .gaveUp { throw .gaveUp(level) }
    if let par = finding.par { counts.count(par: par) }
    for (place, policy) in fixed.enumerated() {
      var sums = RoundSums()
      if let policy {
        do throws(PolicyError) {
          let played = try policy.play(
            level, rules: settings.rules, moveLimit: settings.moveLimit, solver: solver)
          sums.add(played.ending, moves: played.moves)
        } catch {
          if case .gaveUp(let level) = error { throw .gaveUp(level) }
          throw .policy(error)
        }
      } else {
        guard
          let graph = StateGraph(level, rules: settings.rules, stateLimit: settings.stateLimit)
        else { throw .gaveUp(level) }
        let values = RandomChain(graph).values(moveLimit: settings.moveLimit)
        // Rounds of so many moves are beyond what sums hold, and beyond anybody's patience.
        guard values.errorBound < 0x1p-20, values.meanMoves < 0x1p36 || values.neverEnding > 0
        else {
          throw .notComputed(level)
        }
        sums.add(values)
      }
      counts.sums[place].any += sums
      if finding.verdict == .solvable { counts.sums[place].solvable += sums }
    }
  }
}
