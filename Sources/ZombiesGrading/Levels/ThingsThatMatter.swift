import ZombiesCore
import ZombiesSolver

/// The things in a level that affect its verdict or par.
///
/// A zombie, block or flashlight *matters* if the level without that one thing has a different verdict
/// or par. Each thing is judged alone. For example, each of two adjacent blocks may be superfluous as
/// long as the other remains.
public enum ThingsThatMatter {
  /// The maximum number of things in a level.
  public static let limit = 100

  /// The level with only the things that matter.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - verdict: Its verdict.
  ///   - par: Its par; nil if it is unsolvable.
  ///   - solver: The solver for the level without each of its things.
  /// - Returns: Nil if there are more than ``limit`` things, or if the solver gave up.
  /// - Complexity: One search per thing.
  public static func level(
    of level: Level, verdict: Verdict, par: Int?, by solver: Solver
  ) -> Level? {
    Self.level(of: level, solver.form(level), verdict: verdict, par: par, by: solver)
  }

  /// The level with only the things that matter, given its fast form if it has one.
  static func level(
    of level: Level, _ small: SmallLevel?, verdict: Verdict, par: Int?, by solver: Solver
  ) -> Level? {
    guard level.thingCount <= limit, verdict != .gaveUp else { return nil }
    if let small {
      let matter = Self.level(of: small, par: par, by: solver)
      return matter == small ? level : matter.map { Level($0) }
    }
    var isKnown = true
    /// Whether the verdict or par changes without the thing on a square.
    func matters(_ square: Square) -> Bool {
      guard isKnown else { return true }
      let other = solver.decide(level.removing { place, _ in place == square })
      if other.verdict == .gaveUp { isKnown = false }
      return other.par != par
    }
    let matter = level.removing { square, _ in !matters(square) }
    return isKnown ? matter : nil
  }

  private static func level(of level: SmallLevel, par: Int?, by solver: Solver) -> SmallLevel? {
    var matter = level
    for square in level.zombies | level.blocks | level.flashlights {
      let other = solver.decide(level.removing(square))
      if other.verdict == .gaveUp { return nil }
      if other.par == par { matter = matter.removing(square) }
    }
    return matter
  }
}

extension SmallLevel {
  /// The level without the thing on a square.
  fileprivate func removing(_ square: Int) -> SmallLevel {
    var level = self
    level.zombies.remove(square)
    level.blocks.remove(square)
    level.flashlights.remove(square)
    return level
  }
}
