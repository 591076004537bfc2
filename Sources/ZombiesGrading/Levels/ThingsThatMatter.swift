import ZombiesCore
import ZombiesSolver

/// Which of a level's things are there for a reason.
///
/// A zombie, block or flashlight *matters* if the level without that one thing has another verdict
/// or another par. Each is judged alone: of two blocks side by side, each may be superfluous as
/// long as the other remains.
public enum ThingsThatMatter {
  /// The maximum number of things in a level.
  public static let limit = 100

  /// The level with those of its things that matter.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - decision: The solver's decision of the level.
  ///   - search: Decides the level without each of its things.
  /// - Returns: Nil if there are more than ``limit`` things, or if the solver gave up.
  /// - Complexity: One search per thing.
  public static func level(
    of level: Level, _ decision: Decision, by search: CachingSolver
  ) -> Level? {
    if let small = SmallLevel(level) { return Self.level(of: level, small, decision, by: search) }
    guard level.thingCount <= limit, decision.verdict != .gaveUp else { return nil }
    var isKnown = true
    /// Whether the decision changes without the thing on a square.
    func matters(_ square: Square) -> Bool {
      guard isKnown else { return true }
      let other = search.decide(level.removing { place, _ in place == square })
      if other.verdict == .gaveUp { isKnown = false }
      return other != decision
    }
    let matter = level.removing { square, _ in !matters(square) }
    return isKnown ? matter : nil
  }

  /// The same for a level of at most 64 squares, given its fast form too.
  static func level(
    of level: Level, _ small: SmallLevel, _ decision: Decision, by search: CachingSolver
  ) -> Level? {
    guard level.thingCount <= limit, decision.verdict != .gaveUp else { return nil }
    let matter = Self.level(of: small, decision, by: search)
    return matter == small ? level : matter.map { Level($0) }
  }

  private static func level(
    of level: SmallLevel, _ decision: Decision, by search: CachingSolver
  ) -> SmallLevel? {
    var matter = level
    for square in level.zombies | level.blocks | level.flashlights {
      let other = search.decide(level.removing(square))
      if other.verdict == .gaveUp { return nil }
      if other == decision { matter = matter.removing(square) }
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
