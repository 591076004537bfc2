import ZombiesGrading
import ZombiesSolver

/// How a census classifies levels: by verdict, par, number of shortest solutions and grade. This part
/// of a ``/ZombiesGrading/LevelReport`` is what counts are kept by.
public struct LevelKind: Hashable, Sendable {
  /// What is proved.
  public let verdict: Verdict

  /// The moves of a shortest solution; nil unless solvable.
  public let par: Int?

  /// How many shortest solutions there are, saturating at 2⁶⁴ − 1; nil unless solvable.
  public let shortestSolutions: UInt64?

  /// How hard the level is; nil if it has no grade.
  public let grade: Grade?

  /// A kind of levels.
  public init(verdict: Verdict, par: Int?, shortestSolutions: UInt64?, grade: Grade?) {
    self.verdict = verdict
    self.par = par
    self.shortestSolutions = shortestSolutions
    self.grade = grade
  }

  /// The kind of a level that was graded.
  public init(_ level: LevelReport) {
    assert(
      (level.verdict == .solvable) == (level.par != nil),
      "a par where there is a way, and only there")
    self.init(
      verdict: level.verdict, par: level.par, shortestSolutions: level.shortestSolutions,
      grade: level.grade)
  }

  /// Hashes what tells most kinds apart, which is cheaper than all of it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(par ?? 0)
    hasher.combine(shortestSolutions ?? 0)
  }

  /// Whether a kind comes before another one in tables: solvable, unsolvable, gave up; then by par,
  /// number of shortest solutions and grade.
  public func comes(before other: LevelKind) -> Bool { rank < other.rank }

  private var rank: (Int, Int, UInt64, Int) {
    let verdicts = Verdict.allCases.firstIndex(of: verdict) ?? 0
    let grades = grade.flatMap { Grade.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return (verdicts, par ?? 0, shortestSolutions ?? 0, grades)
  }
}
