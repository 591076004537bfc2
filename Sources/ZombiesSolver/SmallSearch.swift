/// Decides levels of at most 64 squares of one shape, lit or dark, by a breadth-first search that
/// holds all player's squares that go with one set of zombies in one word.
///
/// A layer is a list of *entries*: a set of zombies, and the player's squares with it. An entry
/// steps as a whole: the player's squares by shifts; then each zombie in turn splits them into the
/// regions for which it goes one way (``ChaseTable``), and what a zombie does not catch of each
/// region belongs to an entry of the next layer.
///
/// The memory is kept from level to level; use one search a thread.
public final class SmallSearch {
  private let room: SmallRoom
  private let rules: Rules
  private let stateLimit: Int
  private let stride: UInt64
  private let regions: UnsafeMutablePointer<UInt64>

  /// The squares on which a zombie on each square catches the player.
  private let danger: UnsafeMutablePointer<UInt64>

  private let entries: EntryTable

  // The level under way: the squares to step on, the signpost, and for each direction the squares
  // from which a zombie finds no block and no signpost that way.
  private var open: UInt64 = 0
  private var signpost: UInt64 = 0
  private var free: (up: UInt64, down: UInt64, left: UInt64, right: UInt64) = (0, 0, 0, 0)

  /// The work list of ``chaseMany(_:_:)``.
  private var branches: [Branch] = []

  /// Prepares searches in rooms of one shape. O(squares²), once.
  ///
  /// - Parameter stateLimit: The most states that a search may visit.
  public init(room: SmallRoom, rules: Rules, stateLimit: Int = .max) {
    self.room = room
    self.rules = rules
    self.stateLimit = stateLimit
    stride = UInt64(room.columns)
    let table = ChaseTable(room, rules: rules)
    regions = .allocate(capacity: table.regions.count)
    regions.initialize(from: table.regions, count: table.regions.count)
    danger = .allocate(capacity: 64)
    for square in 0..<64 {
      let zombie = Bitboard(square: square) & room.all
      (danger + square).initialize(to: rules.danger(of: zombie, in: room).word)
    }
    entries = EntryTable(stateLimit: stateLimit)
  }

  deinit {
    regions.deallocate()
    danger.deallocate()
  }

  /// Decides every level of a batch.
  ///
  /// - Parameter pars: Receives the par of each level, −1 for an unsolvable one, −2 where the
  ///   search gave up.
  public func decide(_ batch: LevelBatch, into pars: inout [Int16]) {
    let noLight = !batch.frame.isLit && batch.flashlights.allSatisfy { $0 == 0 }
    if noLight || batch.zombies.allSatisfy({ $0 == 0 }), stateLimit >= room.squareCount {
      SmallFlood(batch.frame).decide(batch, rules, into: &pars)
      return
    }
    for index in 0..<batch.count {
      let finding = decide(batch[index])
      pars[index] = finding.verdict == .gaveUp ? -2 : Int16(finding.par ?? -1)
    }
  }

  /// Decides a level of this search's room.
  public func decide(_ level: SmallLevel) -> Finding {
    let danger = level.danger(rules).word
    let start = Bitboard(square: level.start).word
    guard danger & start == 0 else { return .unsolvable }
    begin(level)

    // Until the room is lit the zombies stand still, and squares alone are the states.
    let sight = level.isLit ? ~0 : level.flashlightSight.word
    var dark = start & ~sight
    var unvisited = open & ~start
    if dark == 0 { visit(level.zombies.word, start) }
    var darkCount = dark.nonzeroBitCount

    var par = 0
    while dark != 0 || entries.hasLayer {
      par += 1
      entries.beginLayer()
      if dark != 0 {
        let players = neighbours(dark) & open
        if players & signpost != 0 { return .solvable(par: par) }
        let alive = players & ~danger
        dark = alive & ~sight & unvisited
        unvisited &= ~dark
        darkCount += dark.nonzeroBitCount
        visit(level.zombies.word, alive & sight)
      }
      if stepLit(level.zombies.count) { return .solvable(par: par) }
      // Counting is dear, and seldom needed.
      if entries.mayHold(stateLimit - darkCount), entries.states + darkCount > stateLimit {
        return .gaveUp
      }
    }
    return .unsolvable
  }

  private func begin(_ level: SmallLevel) {
    open = level.open.word
    signpost = Bitboard(square: level.signpost).word
    entries.clear(zombies: level.zombies.count)
    let target = open & ~signpost
    free = (
      up: room.up.word & target &<< stride, down: room.down.word & target &>> stride,
      left: room.left.word & target &<< 1, right: room.right.word & target &>> 1
    )
  }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  /// Steps every entry of the layer; true when one of them wins.
  @inline(__always)
  private func stepLit(_ zombieCount: Int) -> Bool {
    switch zombieCount {
    case 1 where rules.zombieSpeed == 1:
      return stepEntries { chaseOne($0, $1) }
    case 2 where rules.zombieSpeed == 1:
      return stepEntries { chaseTwo($0, $1) }
    default:
      return stepEntries { chaseMany($0, $1) }
    }
  }

  @inline(__always)
  private func stepEntries(_ chase: (UInt64, UInt64) -> Void) -> Bool {
    for index in 0..<entries.layerCount {
      let (zombies, from) = entries.layer[index]
      let players = neighbours(from) & open
      if players & signpost != 0 { return true }
      let alive = players & ~rules.danger(of: Bitboard(word: zombies), in: room).word
      if alive != 0 { chase(zombies, alive) }
    }
    return false
  }

  /// Adds states to the next layer.
  @inline(__always)
  private func visit(_ zombies: UInt64, _ players: UInt64) {
    if players != 0 { entries.visit(zombies, players) }
  }

  /// The four regions of a zombie's square with the exits that are free beside other zombies.
  @inline(__always)
  private func regions(_ zombie: Int, others: UInt64) -> UnsafeMutablePointer<UInt64> {
    let at = UInt64(truncatingIfNeeded: zombie)
    let up = (free.up & ~(others &<< stride)) &>> at & 1
    let down = (free.down & ~(others &>> stride)) &>> at & 1
    let left = (free.left & ~(others &<< 1)) &>> at & 1
    let right = (free.right & ~(others &>> 1)) &>> at & 1
    let exits = Int(truncatingIfNeeded: up | down &<< 1 | left &<< 2 | right &<< 3)
    return regions + (zombie &* 16 &+ exits) &* 4
  }

  /// Lets one zombie step, and hands each square it comes to on with the players it does not catch.
  @inline(__always)
  private func split(
    _ zombie: Int, _ players: UInt64, others: UInt64, _ body: (Int, UInt64) -> Void
  ) {
    let region = regions(zombie, others: others)
    let up = players & region[0]
    if up != 0 { body(zombie &- room.columns, up & ~danger[zombie &- room.columns]) }
    let down = players & region[1]
    if down != 0 { body(zombie &+ room.columns, down & ~danger[zombie &+ room.columns]) }
    let left = players & region[2]
    if left != 0 { body(zombie &- 1, left & ~danger[zombie &- 1]) }
    let right = players & region[3]
    if right != 0 { body(zombie &+ 1, right & ~danger[zombie &+ 1]) }
    // Who is left was not caught before the chase, and the zombie stays.
    let stay = players & ~(up | down | left | right)
    if stay != 0 { body(zombie, stay) }
  }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  @inline(__always)
  private func chaseOne(_ zombies: UInt64, _ players: UInt64) {
    split(zombies.trailingZeroBitCount, players, others: 0) { zombie, rest in
      if rest != 0 { entries.visit(bit(zombie), slot: zombie, rest) }
    }
  }

  @inline(__always)
  private func chaseTwo(_ zombies: UInt64, _ players: UInt64) {
    let (first, second) = (zombies.trailingZeroBitCount, 63 &- zombies.leadingZeroBitCount)
    split(first, players, others: bit(second)) { first, rest in
      if rest == 0 { return }
      split(second, rest, others: bit(first)) { second, rest in
        if rest == 0 { return }
        let slot = min(first, second) &<< 6 | max(first, second)
        entries.visit(bit(first) | bit(second), slot: slot, rest)
      }
    }
  }

  /// A part of a chase: player's squares for which the zombies have done the same so far.
  private struct Branch {
    var players: UInt64
    /// The zombies that are done, and those whose turn comes later.
    var done: UInt64
    var later: UInt64
    /// The zombie whose turn it is, and the steps it has left; 0 for none.
    var zombie = 0
    var steps = 0
  }

  /// Any number of zombies, at any speed.
  private func chaseMany(_ zombies: UInt64, _ players: UInt64) {
    branches.append(Branch(players: players, done: 0, later: zombies))
    while var branch = branches.popLast() {
      if branch.steps == 0 {
        guard branch.later != 0 else {
          visit(branch.done, branch.players)
          continue
        }
        branch.zombie = branch.later.trailingZeroBitCount
        branch.later &= branch.later &- 1
        branch.steps = rules.zombieSpeed
      }
      stepBranch(branch)
    }
  }

  private func stepBranch(_ branch: Branch) {
    let (zombie, others) = (branch.zombie, branch.done | branch.later)
    let region = regions(zombie, others: others)
    var stay = branch.players
    for direction in Direction.allCases {
      let players = branch.players & region[Int(direction.rawValue)]
      if players == 0 { continue }
      stay &= ~players
      append(branch, players, zombie + room.step(direction), steps: branch.steps - 1)
    }
    if stay != 0 { append(branch, stay, zombie, steps: 0) }
  }

  private func append(_ branch: Branch, _ players: UInt64, _ zombie: Int, steps: Int) {
    var next = branch
    next.players = players
    next.zombie = zombie
    next.steps = steps
    if steps == 0 {
      // A zombie that is done catches whoever is near.
      next.players &= ~danger[zombie]
      next.done |= bit(zombie)
      if next.players == 0 { return }
    }
    branches.append(next)
  }
}
