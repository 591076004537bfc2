import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Levels that are drawn while somebody waits: at once where that takes a moment, else as long as a
// player may be willing to wait. What is drawn is the same either way.

extension LevelGenerator {
  /// The level at an index: within about ten seconds if somebody waits, else within about 50 ms.
  ///
  /// - Returns: Nil if nobody waits, and it takes longer to find a level, or to find out that there is
  ///   none.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if there is no such level, or none is found in time.
  func level(at index: UInt64, isPatient: Bool) throws(GenerationError) -> Level? {
    if isPatient {
      // Among many zombies, a state costs more.
      let states = 1_000_000 / Swift.max(1, family.zombies / 8)
      return try limited(draws: drawLimit, states: states).level(at: index)
    }
    let squares = family.size.squareCount
    let isSmall = squares <= SmallRoom.limit
    // In small rooms a draw takes some microseconds, in the largest one some milliseconds.
    let brief = limited(
      draws: isSmall ? 2000 : Swift.max(2, Swift.min(200, (1 << 19) / squares)),
      states: isSmall ? 200_000 : 10_000)
    do throws(GenerationError) {
      return try LevelSource(brief, isBrief: true).level(at: index)
    } catch {
      if error.isForLackOfTime { return nil }
      throw error
    }
  }

  private func limited(draws: Int, states: Int) -> LevelGenerator {
    LevelGenerator(
      family, seed: seed, rules: rules, selection: selection, drawLimit: draws, stateLimit: states)
  }
}

extension SeedReference {
  /// The level that it names, as ``/ZombiesGenerator/LevelGenerator/level(at:isPatient:)``.
  func level(isPatient: Bool) throws(GenerationError) -> Level? {
    try LevelGenerator(family, seed: seed, selection: selection).level(
      at: index, isPatient: isPatient)
  }
}

extension GenerationError {
  /// Whether more draws or longer searches might still find a level.
  var isForLackOfTime: Bool {
    switch self {
    case .tooManyThings, .noneSolvable, .tooNarrow: false
    case .noneFound, .gaveUp, .tookTooLong: true
    }
  }

  /// Why there is no level, and what would help, in the words of a player.
  func told(of family: Family) -> String {
    guard isForLackOfTime else { return "\(self)".capitalisedASCII + "." }
    return
      "No level of \(family) that can be won was found in time. Fewer zombies or a smaller room "
      + "help, or levels of which some cannot be won: set levels any."
  }
}
