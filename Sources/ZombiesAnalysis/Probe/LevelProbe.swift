import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// What is known of one level and of its neighbours: the levels that differ from it by the square of one
/// thing.
///
///     let probe = LevelProbe(try Level("S4/5/Z1#2/5/4P+lit"), by: Grader())
///     probe.finding.reference?.description   // "5x5z1b1+lit#123"
///     probe.neighbours?.count { $0.finding.report.verdict == .solvable }
///
/// A level that obeys the placement rule has only neighbours that do so too, so all of them belong to its
/// family. ``CensusResult/rank(of:)`` tells the place of a level in its family.
public struct LevelProbe: Sendable {
  /// What is known of a level by itself.
  public struct Finding: Sendable {
    /// The level.
    public let level: Level
    /// The verdict, the par, the number of shortest solutions and the grade, with luck if it counts.
    public let report: LevelReport
    /// The class of the level.
    public let levelClass: LevelClass
    /// The placement reference; nil if the level breaks the placement rule or its family has 2⁶⁴
    /// placements or more.
    public let reference: PlacementReference?

    fileprivate init(_ level: Level, by grader: Grader) {
      self.level = level
      report = grader.report(level, .grade)
      levelClass = LevelClass(of: level, under: grader.solver.rules)
      reference = PlacementReference(of: level)
    }
  }

  /// A level that differs by the square of one thing.
  public struct Neighbour: Sendable {
    /// The kind of the thing that moves.
    public let thing: Thing
    /// The square that the thing leaves.
    public let from: Square
    /// The square that the thing moves to, which was free.
    public let to: Square
    /// What is known of the level after the move.
    public let finding: Finding
  }

  /// What is known of the level itself.
  public let finding: Finding

  /// The neighbours, in the order of ``/ZombiesGrading/ChangeSearch``; nil if there are more than
  /// `ChangeSearch.mostChanges`.
  public let neighbours: [Neighbour]?

  /// Probes a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - grader: The grader, with the rules in force and the limit on states for each level.
  /// - Complexity: One grade for the level and for each neighbour.
  public init(_ level: Level, by grader: Grader) {
    finding = Finding(level, by: grader)
    let moves = ThingMoves(of: level, in: Family(of: level))
    neighbours =
      moves.count > ChangeSearch.mostChanges
      ? nil
      : (0..<moves.count).map { place in
        let (thing, from, to) = moves[place]
        let level = level.moving(thing, from: from, to: to)
        return Neighbour(thing: thing, from: from, to: to, finding: Finding(level, by: grader))
      }
  }
}

/// The place of a solvable level among the solvable levels of its family, each class counted once.
public struct LevelRank: Hashable, Sendable {
  /// The number of solvable levels.
  public let levels: UInt64
  /// The number of levels with a longer par.
  public let longer: UInt64
  /// The number of levels with the same par, this one included.
  public let samePar: UInt64
  /// The number of levels with a harder grade.
  public let harder: UInt64
  /// The number of levels with the same grade, this one included.
  public let sameGrade: UInt64
}

extension CensusResult {
  /// The place of a level in the family; nil if it is not solvable or has no grade, or if the census is not
  /// complete.
  ///
  /// - Parameter kind: The kind of the level.
  /// - Complexity: O(kinds).
  public func rank(of kind: LevelKind) -> LevelRank? {
    guard isComplete, let par = kind.par, let grade = kind.grade else { return nil }
    func order(_ grade: Grade) -> Int { Grade.allCases.firstIndex(of: grade) ?? 0 }
    func levels(_ isMeant: (LevelKind) -> Bool) -> UInt64 { sum(where: isMeant).levels }
    return LevelRank(
      levels: levels { $0.verdict == .solvable },
      longer: levels { $0.par ?? 0 > par },
      samePar: levels { $0.par == par },
      harder: levels { $0.grade.map { order($0) > order(grade) } ?? false },
      sameGrade: levels { $0.grade == grade })
  }
}
