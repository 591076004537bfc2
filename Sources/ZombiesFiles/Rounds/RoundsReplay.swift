import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator

/// Checks levels and paths of rounds against the rules and the settings of a batch.
///
/// Without settings, the checks are those that hold under all rules: a level is valid and the same for all
/// policies of a round, and a path stays on open squares and reaches the signpost if and only if the round
/// is won.
struct RoundsReplay {
  /// The level of a round in the current trial.
  private enum Named {
    /// A level of at most 64 squares.
    case small(SmallLevel)
    /// A larger level, with its code and blocks.
    case large(Level, code: [UInt8], blocks: SquareSet)
  }

  private let settings: BatchSettings?

  /// The last level of each round, and the trials in which these levels were read.
  private var named = [Named?](repeating: nil, count: Game.standardLives)
  private var trials = [UInt64](repeating: 0, count: Game.standardLives)

  /// The room of the last small level.
  private var room: SmallRoom?

  private var levels: BatchLevels?

  init(_ settings: BatchSettings?) {
    self.settings = settings
    levels = settings.map { BatchLevels($0) }
  }

  /// Whether the levels read so far, taken together, differ from the levels of the settings.
  var hasOtherLevels: Bool { levels?.hasOtherLevels ?? false }

  /// Checks the level and path of a row, and counts the squares of the path.
  ///
  /// - Throws: ``RoundsError``.
  mutating func check(_ row: RoundsRow, _ tally: inout Tally) throws(RoundsError) {
    // The round was already checked to be possible in a trial.
    let place = Int(row.round)
    let isFirst = named[place] == nil || trials[place] != row.trial
    let known = room
    let small = row.level.withUnsafeBufferPointer { SmallLevel(code: $0, like: known) }
    if let small {
      if isFirst {
        room = small.room
        try levels?.check(row, small.room.size, small) { Level(small) }
        named[place] = .small(small)
        trials[place] = row.trial
      } else {
        guard case .small(let other) = named[place], other == small else { throw Self.otherLevel }
      }
      try replay(row, small, &tally)
      return
    }
    // The same code means the same level, even if it was read in the previous trial.
    if !isCode(row.level, at: place) {
      let level = try Self.level(row.level)
      guard isFirst else { throw Self.otherLevel }
      named[place] = .large(
        level, code: Array(row.level), blocks: SquareSet(level.size, level.blocks))
    }
    guard case .large(let level, _, let blocks) = named[place] else { return }
    if isFirst {
      try levels?.check(row, level.size, nil) { level }
      trials[place] = row.trial
    }
    try walk(row, level, blocks, &tally)
  }

  /// Whether a code is the code of the large level of a round.
  private func isCode(_ code: ArraySlice<UInt8>, at place: Int) -> Bool {
    guard case .large(_, let known, _) = named[place] else { return false }
    return known.elementsEqual(code)
  }

  private static let otherLevel = RoundsError(
    problem: "the level differs from the one in earlier rows of the same round")

  private static func level(_ code: ArraySlice<UInt8>) throws(RoundsError) -> Level {
    do throws(LevelError) { return try Level(code: String(decoding: code, as: UTF8.self)) } catch {
      throw RoundsError(
        problem: "the level, character \(error.position?.column ?? 1): \(error.problem)")
    }
  }

  private static func illegal(_ row: RoundsRow, _ place: Int) -> RoundsError {
    let letter = row.path[row.path.startIndex + place]
    guard let move = Direction(letter: letter) else {
      let character = Character(Unicode.Scalar(letter))
      return RoundsError(
        problem: "move \(place + 1) of the path is \(quoted(character)), expected U, D, L or R")
    }
    return RoundsError(problem: "move \(place + 1) of the path, \(move), is not legal")
  }

  private static func goesOn(_ row: RoundsRow, _ place: Int, _ outcome: Outcome) -> RoundsError {
    RoundsError(
      problem: "the path has \(counted(row.moves, "move")), but the round ends after \(place): "
        + "\(outcome)")
  }

  private static func otherEnd(_ row: RoundsRow, _ outcome: Outcome?) -> RoundsError {
    RoundsError(
      problem: outcome.map { "the outcome of the path is \($0), not \(row.outcome)" }
        ?? "the outcome of the path is not \(row.outcome)")
  }

  /// The limit on moves in a room.
  private func limit(_ settings: BatchSettings, _ squares: Int) -> Int {
    settings.maxMoves ?? 4 * squares
  }

  /// Plays the moves by the rules, if they are known.
  private func replay(
    _ row: RoundsRow, _ level: SmallLevel, _ tally: inout Tally
  ) throws(RoundsError) {
    guard let settings else {
      try walk(row, level)
      return
    }
    var round = SmallRound(level, rules: settings.rules)
    let counts = settings.countsSquares
    if counts { tally.count(visits: 1, captures: 0, at: round.player) }
    var place = 0
    for letter in row.path {
      if let outcome = round.outcome { throw Self.goesOn(row, place, outcome) }
      guard let move = Direction(letter: letter), round.legalMoves.contains(move) else {
        throw Self.illegal(row, place)
      }
      round.move(move)
      if counts { tally.count(visits: 1, captures: 0, at: round.player) }
      place += 1
    }
    let limit = limit(settings, level.room.squareCount)
    let end = round.outcome ?? (place == limit ? .outOfMoves : nil)
    guard end == row.outcome, place <= limit else { throw Self.otherEnd(row, end) }
    if counts, end == .caught { tally.count(visits: 0, captures: 1, at: round.player) }
  }

  /// Walks the squares of a path in a small room, ignoring the zombies.
  private func walk(_ row: RoundsRow, _ level: SmallLevel) throws(RoundsError) {
    var player = level.start
    var place = 0
    for letter in row.path {
      if player == level.signpost { throw Self.goesOn(row, place, .won) }
      guard let move = Direction(letter: letter),
        level.room.exits(player, avoiding: level.blocks).contains(move)
      else { throw Self.illegal(row, place) }
      player += level.room.step(move)
      place += 1
    }
    try checkEnd(
      row, isWon: player == level.signpost,
      hasExit: !level.room.exits(player, avoiding: level.blocks).isEmpty)
  }

  /// Checks the end of a path as far as possible without the zombies.
  private func checkEnd(_ row: RoundsRow, isWon: Bool, hasExit: Bool) throws(RoundsError) {
    guard isWon == (row.outcome == .won) else { throw Self.otherEnd(row, isWon ? .won : nil) }
    if row.outcome == .stuck, hasExit { throw Self.otherEnd(row, nil) }
  }

  /// Walks the squares of a path in a large room, ignoring the zombies.
  private func walk(
    _ row: RoundsRow, _ level: Level, _ blocks: SquareSet, _ tally: inout Tally
  ) throws(RoundsError) {
    let counts = settings?.countsSquares ?? false
    var player = level.start
    if counts { tally.count(visits: 1, captures: 0, at: level.size.index(of: player)) }
    var place = 0
    for letter in row.path {
      if player == level.signpost { throw Self.goesOn(row, place, .won) }
      guard let move = Direction(letter: letter),
        let target = level.size.exit(from: player, move), !blocks.contains(target)
      else { throw Self.illegal(row, place) }
      player = target
      if counts { tally.count(visits: 1, captures: 0, at: level.size.index(of: player)) }
      place += 1
    }
    let hasExit = Direction.allCases.contains { direction in
      level.size.exit(from: player, direction).map { !blocks.contains($0) } ?? false
    }
    try checkEnd(row, isWon: player == level.signpost, hasExit: hasExit)
    if let settings {
      let limit = limit(settings, level.size.squareCount)
      guard place <= limit, place == limit || row.outcome != .outOfMoves else {
        throw Self.otherEnd(row, nil)
      }
    }
    if counts, row.outcome == .caught {
      tally.count(visits: 0, captures: 1, at: level.size.index(of: player))
    }
  }
}

/// Checks levels against the settings of a batch.
private struct BatchLevels {
  private let settings: BatchSettings

  /// The squares of a family that a thing can be on.
  private var allowed: SquareSet?

  /// The source that draws the levels again; nil if that is not cheap.
  private var source: LevelSource?
  private var drawn: LevelBatch?
  private var drawnFrom: UInt64 = 0

  /// The codes of the given levels, empty for those not read yet; no codes if there are too many levels.
  private var codes: [[UInt8]] = []
  private var missing = 0

  /// The maximum number of given levels whose codes are kept.
  private static let mostCodes = 1 << 16

  /// The number of levels drawn at a time.
  private static let chunk: UInt64 = 256

  init(_ settings: BatchSettings) {
    self.settings = settings
    switch settings.levels {
    case .given(let count, _):
      if count <= Self.mostCodes {
        codes = [[UInt8]](repeating: [], count: count)
        missing = count
      }
    case .generated(let family, let selection, let seed, let rules):
      allowed = SquareSet(family.size, family.allowedSquares)
      // Solving may take long if zombies move, but in the dark they never do.
      let isDark = !family.isLit && family.flashlights == 0
      if family.frame != nil, selection == .any || isDark {
        let generator = LevelGenerator(family, seed: seed, rules: rules, selection: selection)
        source = try? LevelSource(generator)
      }
    }
  }

  var hasOtherLevels: Bool {
    guard case .given(_, let fingerprint) = settings.levels, !codes.isEmpty, missing == 0
    else { return false }
    var hash = SHA256()
    for code in codes { hash.update(code + [UInt8(ascii: "\n")]) }
    return hash.hex != fingerprint
  }

  /// Checks that the level of a row may be the level of its round.
  ///
  /// - Parameters:
  ///   - small: The level, if it has at most 64 squares; else nil.
  ///   - level: Returns the level.
  mutating func check(
    _ row: RoundsRow, _ size: RoomSize, _ small: SmallLevel?, _ level: () -> Level
  ) throws(RoundsError) {
    let (first, overflow) = row.trial.multipliedReportingOverflow(
      by: UInt64(settings.unit.roundsPerTrial))
    let (index, carried) = first.addingReportingOverflow(row.round)
    guard !overflow, !carried, settings.size.map({ $0 == size }) ?? true else {
      throw Self.stranger
    }
    switch settings.levels {
    case .given(let count, _): try checkGiven(row.level, Int(index % UInt64(max(count, 1))))
    case .generated(let family, _, _, _):
      if let small, let drawn = try self.level(at: index) {
        guard drawn == small else {
          throw RoundsError(
            problem: "the level is not number \(index) of \(family) with the seed of the tallies")
        }
      } else {
        try checkFamily(level(), family)
      }
    }
  }

  private static let stranger = RoundsError(problem: "the level is not a level of the tallies")

  private mutating func checkGiven(
    _ code: ArraySlice<UInt8>, _ place: Int
  ) throws(RoundsError) {
    guard codes.indices.contains(place) else { return }
    if codes[place].isEmpty {
      codes[place] = Array(code)
      missing -= 1
    } else if !codes[place].elementsEqual(code) {
      throw RoundsError(
        problem: "the level differs from the one in earlier trials with number \(place + 1) of the "
          + "given levels")
    }
  }

  private func checkFamily(_ level: Level, _ family: Family) throws(RoundsError) {
    let counts = [level.zombies.count, level.blocks.count, level.flashlights.count]
    guard let allowed, level.size == family.size, level.isLit == family.isLit,
      level.start == family.size.bottomRight, level.signpost == family.size.topLeft,
      counts == [family.zombies, family.blocks, family.flashlights],
      [level.zombies, level.blocks, level.flashlights].allSatisfy({
        $0.allSatisfy(allowed.contains)
      })
    else { throw RoundsError(problem: "the level is not a level of \(family)") }
  }

  /// The level of the family at an index; nil if drawing it is not cheap.
  private mutating func level(at index: UInt64) throws(RoundsError) -> SmallLevel? {
    guard let source, let frame = source.frame else { return nil }
    if let drawn, index >= drawnFrom, index - drawnFrom < UInt64(drawn.count) {
      return drawn[Int(index - drawnFrom)]
    }
    let count = Int(min(Self.chunk, UInt64.max - index) + (index == .max ? 1 : 0))
    var batch = drawn.take() ?? LevelBatch(frame: frame, count: count)
    if batch.count != count { batch = LevelBatch(frame: frame, count: count) }
    do throws(GenerationError) { try source.fill(&batch, from: index) } catch {
      self.source = nil
      return nil
    }
    drawn = batch
    drawnFrom = index
    return batch[0]
  }
}
