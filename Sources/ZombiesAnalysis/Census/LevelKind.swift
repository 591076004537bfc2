import ZombiesGrading
import ZombiesSolver

/// A kind of levels in a census: the verdict, par, number of shortest solutions and grade.
///
/// It is the part of a ``/ZombiesGrading/LevelReport`` by which levels are counted.
public struct LevelKind: Hashable, Sendable {
  /// The verdict.
  public let verdict: Verdict

  /// The moves of a shortest solution; nil unless solvable.
  public let par: Int?

  /// The number of shortest solutions, saturating at 2⁶⁴ − 1; nil unless solvable.
  public let shortestSolutions: UInt64?

  /// The grade; nil if the level has none.
  public let grade: Grade?

  /// Creates a kind.
  public init(verdict: Verdict, par: Int?, shortestSolutions: UInt64?, grade: Grade?) {
    self.verdict = verdict
    self.par = par
    self.shortestSolutions = shortestSolutions
    self.grade = grade
  }

  /// Creates the kind of a graded level.
  public init(_ level: LevelReport) {
    assert(
      (level.verdict == .solvable) == (level.par != nil),
      "a par exactly if the level is solvable")
    self.init(
      verdict: level.verdict, par: level.par, shortestSolutions: level.shortestSolutions,
      grade: level.grade)
  }

  /// Hashes only the par and the number of shortest solutions, which distinguish most kinds and cost less.
  public func hash(into hasher: inout Hasher) {
    // Same: a hash may be that of another kind.
    hasher.combine(par ?? 0)
    hasher.combine(shortestSolutions ?? 0)
  }

  /// Whether a kind comes before another in tables. Kinds are sorted by verdict (solvable, unsolvable,
  /// gave up), then by par, number of shortest solutions and grade.
  public func comes(before other: LevelKind) -> Bool { rank < other.rank }

  private var rank: (Int, Int, UInt64, Int) {
    let verdicts = Verdict.allCases.firstIndex(of: verdict) ?? 0
    let grades = grade.flatMap { Grade.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return (verdicts, par ?? 0, shortestSolutions ?? 0, grades)
  }
}
