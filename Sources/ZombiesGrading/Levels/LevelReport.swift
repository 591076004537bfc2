import ZombiesCore
import ZombiesSolver

/// What is known of a level: verdict, par, grade, and the measures behind them, each a property of the
/// level alone.
///
/// A ``Grader`` fills it, as far as it is told to. What does not apply is nil (such as a property of the
/// solution if there is none), as is what nobody asked for and what is beyond the sizes stated with it.
public struct LevelReport: Hashable, Sendable {
  /// What a ``Grader`` finds out.
  public struct Parts: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Verdict, par, number of shortest solutions, and the grade with what it is made of.
    public static let grade = Parts(rawValue: 1)
    /// Besides verdict and par, *the* solution and the number of states that a solver visits.
    public static let solution = Parts(rawValue: 2)
    /// The states, the longest forced run, the direct way, and the chance of `random`.
    public static let measures = Parts(rawValue: 4)
    /// Which things matter; besides verdict and par.
    public static let thingsThatMatter = Parts(rawValue: 8)
    /// The squares from which nothing can be won.
    public static let lostSquares = Parts(rawValue: 16)
    /// Why an unsolvable level is so.
    public static let reach = Parts(rawValue: 32)
    /// The chance of the best player who does not see a dark level, which may take half a second.
    public static let blindChance = Parts(rawValue: 64)

    /// All but the ``blindChance``.
    public static let all: Parts = [
      .grade, .solution, .measures, .thingsThatMatter, .lostSquares, .reach,
    ]
  }

  // MARK: What a solver says

  /// Verdict and par; with the solution if it was asked for.
  public package(set) var solved: SolverResult

  /// What is proved; gave up if the level has more states than the limit.
  public var verdict: Verdict { solved.verdict }

  /// The length of a shortest solution; nil unless the level is solvable.
  public var par: Int? { solved.par }

  /// *The* solution.
  public var solution: Solution? { solved.solution }

  /// How many shortest solutions there are, saturating at 2⁶⁴ − 1; nil unless the level is solvable.
  public package(set) var shortestSolutions: UInt64?

  // MARK: The grade

  /// The moves of the solution beyond the distance from start to signpost: the detours that blocks
  /// and zombies force, two moves each. Even; nil without a solution.
  public package(set) var excessMoves: Int?

  /// The number of dead states, from which the round cannot be won any more, per thousand states
  /// that are reached alive; rounded down. Nil without a solution.
  public package(set) var deadPerMille: Int?

  /// Whether the direct way loses (``DirectWay``): a player who takes it is caught before the
  /// signpost. Nil if the blocks leave no way.
  public package(set) var directWayLoses: Bool?

  /// The points of difficulty, whose range is the grade (``Grade``).
  public var points: Int? {
    guard let excessMoves, let deadPerMille, let directWayLoses, let shortestSolutions else {
      return nil
    }
    return Grade.score(
      excessMoves: excessMoves, deadPerMille: deadPerMille, directWayLoses: directWayLoses,
      shortestSolutions: shortestSolutions)
  }

  /// How hard the level is; nil if there are no ``points``.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  // MARK: Measures

  /// The maximum number of states times moves for computing the probabilities of `random`.
  public static let chainLimit = 1 << 30

  /// The states that can be reached alive while the round is not over: 0 if it ends before the
  /// first move. Nil beyond the limit on states.
  public package(set) var reachableStates: Int?

  /// The number of ``reachableStates`` that are dead: the round cannot be won from them any more,
  /// though the player may not know it. All of them if the level is unsolvable.
  public package(set) var deadStates: Int?

  /// The length of the longest forced run on *the* solution: consecutive moves at each of which
  /// only one legal move wins or leads to a state that is not dead. Nil without a solution, and
  /// beyond the limit on states.
  public package(set) var longestForcedRun: Int?

  /// The exact probability, within 10⁻⁹, that the policy `random` wins, with all legal moves
  /// equally likely and four moves per square, as `simulate` plays. Nil beyond the limit on states,
  /// and if states times moves exceed ``chainLimit``.
  public package(set) var randomWinProbability: Double?

  // MARK: More

  /// The level with only those of its things that matter (``ThingsThatMatter``): each of them alone
  /// changes the verdict or par. Nil if there are more than ``ThingsThatMatter/limit`` things, or
  /// if the solver gave up.
  public package(set) var levelOfThingsThatMatter: Level?

  /// Whether each zombie, block and flashlight matters; true for a room without any.
  public package(set) var everyThingMatters: Bool?

  /// The squares that the player can reach and from which nothing can be won any more, however the
  /// player came there: all that can be reached, if the level is unsolvable. In reading order; nil
  /// beyond the limit on states.
  public package(set) var lostSquares: [Square]?

  /// Why the level is unsolvable; nil if it is not, and beyond the limit on states.
  public package(set) var reach: Reach?

  /// The chance of the best player who does not see a dark level (``BlindPlays``); nil unless the
  /// level is solvable.
  public package(set) var blindChance: BlindChance?

  /// The maximum number of states of a level that was explored; 0 if nobody looked.
  public package(set) var stateLimit = 0

  /// A report of a level that nobody has looked at: the verdict is "gave up".
  public init() { solved = SolverResult(verdict: .gaveUp, par: nil) }

  /// The share of some states among all, per thousand, rounded down.
  static func perMille(_ some: Int, of all: Int) -> Int {
    // A thousand times the number may exceed an `Int` of 32 bits.
    Int(UInt64(some) * 1000 / UInt64(max(1, all)))
  }
}
