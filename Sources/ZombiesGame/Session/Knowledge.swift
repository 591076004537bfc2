import ZombiesCore
import ZombiesSolver

/// The player's knowledge of a level: all squares seen so far, and all numbers heard.
///
/// In the dark nothing moves, so a seen square keeps the contents that the level gives it, and a number
/// stays true. The knowledge therefore stays valid after undone moves and in later lives.
struct Knowledge: Equatable {
  /// The level with the name that the player knows. A level with another name may be the same by chance,
  /// but the player could not know that.
  let named: NamedLevel

  let rules: Rules

  /// The squares whose contents are known.
  private(set) var seen: SquareSet

  /// The numbers heard in the dark, by square. Each counts the zombies of the level within the hearing distance of
  /// ``rules``.
  private(set) var heard: [Square: Int] = [:]

  /// Creates empty knowledge.
  init(_ named: NamedLevel, rules: Rules) {
    self.named = named
    self.rules = rules
    seen = SquareSet(named.level.size)
  }

  private var level: Level { named.level }

  /// The squares of the things that a player may not know.
  private var things: [Square] { level.zombies + level.blocks + level.flashlights }

  /// Whether every square has been seen.
  var isComplete: Bool { seen.count == level.size.squareCount }

  /// Whether the player has seen a thing that is out of sight in a round.
  func isWider(than round: Round) -> Bool {
    guard !round.isLit else { return false }
    let sight = Sight(round)
    return things.contains { seen.contains($0) && !sight.sees($0) }
  }

  /// Adds what the player of a round sees and hears.
  mutating func look(_ round: Round) {
    if round.isLit {
      lookEverywhere()
      return
    }
    if let count = Sight(round).heard { heard[round.player] = count }
    seen.insert(round.player)
    for direction in Direction.allCases {
      if let square = level.size.exit(from: round.player, direction) { seen.insert(square) }
    }
  }

  /// Marks every square as seen.
  mutating func lookEverywhere() {
    seen.removeAll()
    seen.formComplement()
  }

  /// Adds earlier knowledge of the same level under the same rules. Ignores other knowledge.
  ///
  /// With another hearing distance, the rest of the knowledge is the same, but the numbers are not.
  mutating func add(_ other: Knowledge) {
    guard named == other.named, rules.withoutHearing == other.rules.withoutHearing else { return }
    seen.formUnion(other.seen)
    guard rules == other.rules else { return }
    for (square, count) in other.heard { heard[square] = count }
  }

  // MARK: Conclusions

  /// The squares that a player in the dark does not know to be shut, by a block or by a zombie that would
  /// catch. The player's own square is one of them.
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

  /// Whether the knowledge, with the number of things of each kind, proves that a player in the dark can
  /// no longer win.
  ///
  /// In the dark every move can be walked back, so the answer does not depend on the player's square. The
  /// proof is quick but incomplete: it gives up if light may still change everything.
  func provesLost(from player: Square, stateLimit: Int) -> Bool {
    var open = open(for: player)
    var reached = [player]
    open.remove(player)
    var mayBecomeLit = false
    let hidesFlashlight = level.flashlights.contains { !seen.contains($0) }
    // Up and left, towards the signpost, come first, because that path is usually open.
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
