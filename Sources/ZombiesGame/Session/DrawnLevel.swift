import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Levels drawn during play. A quick attempt comes first. If it takes too long, a patient one follows,
// for as long as a player may be willing to wait. Both find the same level.

extension LevelGenerator {
  /// The level at an index, found within about ten seconds if `isPatient`, otherwise within about 50 ms.
  ///
  /// - Returns: Nil if `isPatient` is false and the answer takes longer.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if the level does not exist or is not found in time.
  func level(at index: UInt64, isPatient: Bool) throws(GenerationError) -> Level? {
    if isPatient {
      // With many zombies, a state costs more.
      let states = 1_000_000 / Swift.max(1, family.zombies / 8)
      return try limited(draws: drawLimit, states: states).level(at: index)
    }
    let squares = family.size.squareCount
    let isSmall = squares <= SmallRoom.limit
    // A draw takes a few microseconds in small rooms, and a few milliseconds in the largest.
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
  /// The level of the reference; see ``/ZombiesGenerator/LevelGenerator/level(at:isPatient:)``.
  func level(isPatient: Bool) throws(GenerationError) -> Level? {
    try LevelGenerator(family, seed: seed, selection: selection).level(
      at: index, isPatient: isPatient)
  }
}

extension GenerationError {
  /// Whether more draws or longer searches could still find a level.
  var isForLackOfTime: Bool {
    switch self {
    case .tooManyThings, .noneSolvable, .tooNarrow: false
    case .noneFound, .gaveUp, .tookTooLong: true
    }
  }

  /// The reason why no level was found, with advice for the player.
  func told(of family: Family) -> String {
    guard isForLackOfTime else { return "\(self)".capitalisedASCII + "." }
    return
      "No level of \(family) that can be won was found in time. Choose fewer zombies or a smaller "
      + "room, or type set levels any to allow unfair levels."
  }
}
