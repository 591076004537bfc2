import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// The analysis of a level: verdict, par, grade, and the measures behind them. Each is a property of
/// the level alone.
///
/// A ``Grader`` fills in the requested parts. A value is nil if it was not requested, if it does not
/// apply (such as a property of the solution if there is none), or if the level exceeds the stated
/// limit.
public struct LevelReport: Hashable, Sendable {
  /// The parts of a report that a ``Grader`` can fill in.
  public struct Parts: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Verdict, par, number of shortest solutions, and the grade with its points.
    public static let grade = Parts(rawValue: 1)
    /// Verdict, par, *the* solution, and the number of states that a solver visits.
    public static let solution = Parts(rawValue: 2)
    /// The number of states, the longest forced run, the direct way, and the chance of `random`.
    public static let measures = Parts(rawValue: 4)
    /// Verdict, par, and the things that matter.
    public static let thingsThatMatter = Parts(rawValue: 8)
    /// The squares from which the player can no longer win.
    public static let lostSquares = Parts(rawValue: 16)
    /// The reason why a level is unsolvable.
    public static let reach = Parts(rawValue: 32)
    /// The best chance of a player who cannot see a dark level, which may take half a second.
    public static let blindChance = Parts(rawValue: 64)

    /// All parts except ``blindChance``.
    public static let all: Parts = [
      .grade, .solution, .measures, .thingsThatMatter, .lostSquares, .reach,
    ]
  }

  // MARK: Solving

  /// The verdict and par, with the solution if it was requested.
  public package(set) var solved: SolverResult

  /// The verdict, which is "gave up" if the level has more states than the limit.
  public var verdict: Verdict { solved.verdict }

  /// The length of a shortest solution; nil unless the level is solvable.
  public var par: Int? { solved.par }

  /// *The* solution; nil unless the level is solvable and the solution was requested.
  public var solution: Solution? { solved.solution }

  /// The number of shortest solutions, at most 2⁶⁴ − 1; nil unless the level is solvable.
  public package(set) var shortestSolutions: UInt64?

  // MARK: The grade

  /// The number of moves of the solution beyond the distance from start to signpost, for detours
  /// forced by blocks and zombies. Always even; nil without a solution.
  public package(set) var excessMoves: Int?

  /// The number of dead states per thousand reachable states, rounded down. The round can no longer be
  /// won from a dead state. Nil without a solution.
  public package(set) var deadPerMille: Int?

  /// Whether a player who follows the direct way (``DirectWay``) is caught before the signpost; nil if
  /// the blocks leave no path.
  public package(set) var directWayLoses: Bool?

  /// The points of difficulty, which determine the grade (``Grade``).
  public var points: Int? {
    guard let excessMoves, let deadPerMille, let directWayLoses, let shortestSolutions else {
      return nil
    }
    return Grade.score(
      excessMoves: excessMoves, deadPerMille: deadPerMille, directWayLoses: directWayLoses,
      shortestSolutions: shortestSolutions, luck: luck)
  }

  /// The luck that a dark level needs with hearing (``/ZombiesPolicies/Luck``). It is part of the points.
  /// Nil without hearing, in the light, without a solution, and beyond the limits of
  /// ``BlindPlays/luck(of:)``.
  public package(set) var luck: Luck?

  /// Whether the level needs luck that is not known, so that ``points`` and ``grade`` leave it out.
  public package(set) var lacksLuck = false

  /// The points in words, "4 points", with a note if they leave out luck; nil if there are none.
  package var pointsInWords: String? {
    points.map { counted($0, "point") + (lacksLuck ? " without luck" : "") }
  }

  /// The grade; nil if there are no ``points``.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  // MARK: Measures

  /// The maximum product of states and moves for computing the probabilities of `random`.
  public static let chainLimit = 1 << 30

  /// The number of states that can be reached alive: 0 if the player is caught on the start, and 1 if the
  /// player is stuck there. Nil beyond the limit on states.
  public package(set) var reachableStates: Int?

  /// The number of ``reachableStates`` that are dead: the round can no longer be won from them, though
  /// the player may not know it. Equal to the number of reachable states if the level is unsolvable.
  public package(set) var deadStates: Int?

  /// The length of the longest forced run in *the* solution: consecutive moves at each of which only
  /// one legal move wins or leads to a state that is not dead. Nil without a solution, and beyond the
  /// limit on states.
  public package(set) var longestForcedRun: Int?

  /// The probability, exact to within 10⁻⁹, that the policy `random` wins with at most four moves
  /// per square, as in `simulate`, when all legal moves are equally likely. Nil beyond the limit on
  /// states, and if the product of states and moves exceeds ``chainLimit``.
  public package(set) var randomWinProbability: Double?

  /// The number of moves of *the* solution that lead away from the signpost, along the shortest path
  /// around the blocks. It is the same for every shortest solution. Nil without a solution, and beyond
  /// the limit on states.
  public package(set) var movesAway: Int?

  /// The number of positions on *the* solution at which at least one legal move loses: the player is
  /// caught, or can no longer win. Nil without a solution, and beyond the limit on states.
  public package(set) var losingChoices: Int?

  /// The largest number of moves after which a mistake shows: over all losing moves at a position on
  /// *the* solution, the moves that must pass before the player can be caught, the losing one included.
  /// 1 if every losing move is fatal at once, 0 if no move loses. Nil without a solution, and beyond
  /// the limit on states.
  public package(set) var trapDepth: Int?

  /// The probability, exact to within 10⁻⁹, that a player who errs wins with at most four moves per
  /// square. With probability 9/10, the player makes the first move in the order U < D < L < R that
  /// begins a shortest path to a win, otherwise any legal move, each equally likely. Nil as
  /// ``randomWinProbability``.
  public package(set) var erringWinProbability: Double?

  // MARK: More

  /// The level with only the things that matter (``ThingsThatMatter``): removing any one of them alone
  /// changes the verdict or par. Nil if there are more than ``ThingsThatMatter/limit`` things, or if
  /// the solver gave up.
  public package(set) var levelOfThingsThatMatter: Level?

  /// Whether every zombie, block and flashlight matters; true for a room without things.
  public package(set) var everyThingMatters: Bool?

  /// The reachable squares from which the player can no longer win, whatever the path to them: all
  /// reachable squares if the level is unsolvable. In reading order; nil beyond the limit on states.
  public package(set) var lostSquares: [Square]?

  /// The reason why the level is unsolvable; nil for other verdicts, and beyond the limit on
  /// states.
  public package(set) var reach: Reach?

  /// The best chance of a player who cannot see a dark level (``BlindPlays``); nil unless the level is
  /// solvable.
  public package(set) var blindChance: BlindChance?

  /// The maximum number of states for the exploration; 0 if the level was not explored.
  public package(set) var stateLimit = 0

  /// Creates a report of a level that has not been analyzed, with the verdict "gave up".
  public init() { solved = SolverResult(verdict: .gaveUp, par: nil) }

  /// A number of states per thousand of all, rounded down.
  static func perMille(_ some: Int, of all: Int) -> Int {
    // A thousand times the number may exceed an `Int` of 32 bits.
    Int(UInt64(some) * 1000 / UInt64(max(1, all)))
  }
}
