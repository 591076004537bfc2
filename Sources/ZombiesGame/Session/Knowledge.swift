import ZombiesCore
import ZombiesSolver

/// What is known of a level: everything that was ever seen of it.
///
/// In the dark nothing moves, so what stands on a square that was seen is what the level has there,
/// whatever happens later. That makes what is known survive moves that are taken back, and lives.
struct Knowledge: Equatable {
  /// The level, as whoever plays it calls it: under another name it may be the same one by chance, and
  /// nobody could know.
  let named: NamedLevel

  let rules: Rules

  /// The squares whose contents are known.
  private(set) var seen: SquareSet

  /// Begins with nothing.
  init(_ named: NamedLevel, rules: Rules) {
    self.named = named
    self.rules = rules
    seen = SquareSet(named.level.size)
  }

  private var level: Level { named.level }

  /// The squares of what a player may not know to be there.
  private var things: [Square] { level.zombies + level.blocks + level.flashlights }

  /// Whether every square has been seen.
  var isComplete: Bool { seen.count == level.size.squareCount }

  /// Whether something was seen out of sight of a round.
  func isWider(than round: Round) -> Bool {
    guard !round.isLit else { return false }
    let sight = Sight(round)
    return things.contains { seen.contains($0) && !sight.sees($0) }
  }

  /// Adds what the player of a round sees.
  mutating func look(_ round: Round) {
    if round.isLit {
      lookEverywhere()
      return
    }
    seen.insert(round.player)
    for direction in Direction.allCases {
      if let square = level.size.exit(from: round.player, direction) { seen.insert(square) }
    }
  }

  /// Everything has been seen.
  mutating func lookEverywhere() {
    seen.removeAll()
    seen.formComplement()
  }

  /// Adds what was known before of the same level under the same rules; of another one, nothing.
  mutating func add(_ other: Knowledge) {
    if isAbout(other) { seen.formUnion(other.seen) }
  }

  func isAbout(_ other: Knowledge) -> Bool { named == other.named && rules == other.rules }

  // MARK: What follows from it

  /// The squares that are not known to be shut for a player in the dark, by a block or by a zombie that
  /// would catch. The player's own is one of them.
  func open(for player: Square) -> SquareSet {
    var open = SquareSet(level.size)
    open.formComplement()
    for block in level.blocks where seen.contains(block) { open.remove(block) }
    for zombie in level.zombies where seen.contains(zombie) {
      open.remove(zombie)
      guard rules.catchingDistance > 0 else { continue }
      for direction in Direction.allCases {
        if let square = level.size.exit(from: zombie, direction), square != level.signpost,
          square != player
        {
          open.remove(square)
        }
      }
    }
    return open
  }

  /// Whether what is known, and how many things of each kind the room holds, proves that a player in the
  /// dark cannot win any more.
  ///
  /// In the dark every step can be walked back, so this does not depend on where the player is. It is a
  /// quick proof that is not always found: it ends where light may change everything.
  func provesLost(from player: Square, stateLimit: Int) -> Bool {
    var open = open(for: player)
    var reached = [player]
    open.remove(player)
    var mayBecomeLit = false
    let hidesFlashlight = level.flashlights.contains { !seen.contains($0) }
    // The way to the signpost, up and left, is tried first: mostly it is not shut.
    while let square = reached.popLast() {
      if square == level.signpost { return false }
      for direction in [Direction.right, .down, .left, .up] {
        guard let next = level.size.exit(from: square, direction) else { continue }
        if seen.contains(next) ? level.flashlights.contains(next) : hidesFlashlight {
          mayBecomeLit = true
        }
        if open.contains(next) {
          open.remove(next)
          reached.append(next)
        }
      }
    }
    guard mayBecomeLit else { return true }
    guard things.allSatisfy({ seen.contains($0) }) else { return false }
    return Solver(rules: rules, stateLimit: stateLimit).decide(level).verdict == .unsolvable
  }
}

/// What is known of the levels that were played last, for when one of them is played again.
struct Memory: Equatable {
  /// The last one played last.
  private var known: [Knowledge] = []

  /// The most levels that are remembered.
  static let mostLevels = 32

  /// Keeps what is known of a level that is being played.
  ///
  /// Nothing is kept of a turn at the board: whoever plays next has not seen the level.
  mutating func keep(_ attempt: Attempt) {
    guard attempt.isRecognisable else { return }
    var knowledge = attempt.knowledge
    if let place = known.lastIndex(where: { $0.isAbout(knowledge) }) {
      knowledge.add(known.remove(at: place))
    }
    known.append(knowledge)
    if known.count > Self.mostLevels { known.removeFirst() }
  }

  /// Adds what is known of the level to an attempt that begins.
  func recall(for attempt: inout Attempt) {
    guard attempt.isRecognisable else { return }
    for knowledge in known { attempt.recall(knowledge) }
  }
}
