/// Which of a level's things are there for a reason.
///
/// A zombie, block or flashlight *matters* if the level without that one thing has another verdict
/// or another par. Each is judged alone: of two blocks side by side, either may be idle as long as
/// the other stands.
public enum ThingsThatMatter {
  /// The most things of a level that are looked at.
  public static let limit = 100

  /// The level with those of its things that matter.
  ///
  /// - Parameters:
  ///   - finding: What the desk's solver decides of the level.
  ///   - desk: Decides the level without each of its things.
  /// - Returns: Nil where there are more than ``limit`` things, or the solver gave up.
  /// - Complexity: A search for each thing.
  public static func level(
    of level: Level, _ finding: Finding, by desk: SolverDesk
  ) -> Level? {
    guard level.thingCount <= limit, finding.verdict != .gaveUp else { return nil }
    var isKnown = true
    /// Whether a level without a thing is decided otherwise than with it.
    func differs(_ changed: Level?) -> Bool {
      guard isKnown, let changed else { return true }
      let other = desk.decide(changed)
      if other.verdict == .gaveUp { isKnown = false }
      return other != finding
    }
    let zombies = level.zombies.filter { square in
      differs(try? level.replacing(zombies: level.zombies.filter { $0 != square }))
    }
    let blocks = level.blocks.filter { square in
      differs(try? level.replacing(blocks: level.blocks.filter { $0 != square }))
    }
    let flashlights = level.flashlights.filter { square in
      differs(try? level.replacing(flashlights: level.flashlights.filter { $0 != square }))
    }
    return isKnown
      ? try? level.replacing(zombies: zombies, blocks: blocks, flashlights: flashlights) : nil
  }
}
