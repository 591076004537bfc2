import ZombiesPolicies

/// The difficulty of a solvable level, in one word.
///
/// A grade is a range of points
/// (``score(excessMoves:deadPerMille:directWayLoses:shortestSolutions:luck:)``). The bounds come from a
/// census: over the nine families in the table of <doc:HowHardIsALevel>, one solvable level in ten
/// is hard and one in forty is fiendish. The bounds and the rules for points are fixed. Any change
/// requires a new version of the toolkit.
public enum Grade: String, CaseIterable, Comparable, Sendable, CustomStringConvertible {
  /// 0 to 2 points.
  case gentle
  /// 3 to 5 points.
  case easy
  /// 6 to 8 points.
  case medium
  /// 9 to 11 points.
  case hard
  /// 12 points or more.
  case fiendish

  /// The grade for a number of points.
  public init(score: Int) { self = Self.allCases[max(0, min(score / 3, 4))] }

  /// The points of a solvable level, which are the sum of:
  ///
  /// - one point for each move of the solution beyond the distance from start to signpost;
  /// - one point for each full tenth of the states that is dead;
  /// - two points if the direct way loses;
  /// - three points for a single shortest solution, two for 2 or 3, one for 4 to 7;
  /// - in a dark level with hearing, one point for each full tenth that its luck is below 1.
  ///
  /// - Parameters:
  ///   - excessMoves: The moves of the solution beyond the distance.
  ///   - deadPerMille: The dead states per thousand.
  ///   - directWayLoses: Whether the direct way loses.
  ///   - shortestSolutions: The number of shortest solutions.
  ///   - luck: The luck of a dark level with hearing; nil for other levels, and if it is not known.
  public static func score(
    excessMoves: Int = 0, deadPerMille: Int = 0, directWayLoses: Bool = false,
    shortestSolutions: UInt64 = .max, luck: Luck? = nil
  ) -> Int {
    let fewWays =
      switch shortestSolutions {
      case ...1: 3
      case 2...3: 2
      case 4...7: 1
      default: 0
      }
    return excessMoves + deadPerMille / 100 + (directWayLoses ? 2 : 0) + fewWays
      + (luck?.missingTenths ?? 0)
  }

  /// The grade's name.
  public var description: String { rawValue }

  /// Whether the left grade is the easier one.
  public static func < (left: Grade, right: Grade) -> Bool { left.place < right.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
