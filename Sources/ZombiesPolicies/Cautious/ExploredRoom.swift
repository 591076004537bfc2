import ZombiesCore
import ZombiesGenerator

/// The knowledge of a player in the dark, in a room of any size.
///
/// Zombies do not move in the dark. So the *hiding places*, the squares on which a zombie may still
/// be, only become fewer: a square that is seen holds no hidden zombie, nor does a square within
/// the hearing distance of one where the player heard none. A placement is *possible* if it obeys
/// the placement rule and agrees with everything seen and heard. If none is possible, because a
/// level breaks the rule, the player assumes less (``Assumption``).
///
/// Blocks and flashlights do not change the risks. The hidden ones may be on all allowed squares
/// that have not been seen, except those of zombies. Let *u* be the number of these squares, *z*,
/// *b* and *f* the numbers of hidden things. Hidden zombies are always on *z* of the *u* squares.
/// So for every possible set of zombies, C(*u* − *z*, *b*) · C(*u* − *z* − *b*, *f*) placements of
/// the others are possible, which is the same number for all sets and cancels. It remains to count
/// sets of zombies.
package struct ExploredRoom: Equatable {
  let size: RoomSize
  private let signpost: Square
  private let limits: RiskLimits

  /// Whether zombies catch from one square away.
  private let isNearFatal: Bool

  /// The hearing distance; 0 if nothing can be learned by hearing. A zombie within a distance of 1
  /// is seen too, or has caught the player.
  private(set) var hearingDistance: Int

  private var marks: [Marks]

  /// The numbers of allowed squares that have not been seen, and of hiding places.
  private var unseen = 0
  private var hidingPlaces = 0

  /// The numbers of things that the player has not seen.
  private var hidden: ThingCounts

  /// The visited squares where the player heard some zombies, in the order of the visits.
  private var heard: [Heard] = []
  private var assumption = Assumption.rule

  // Everything below follows from the knowledge, or is memory to reuse.

  /// Squares to choose from by ``rank(_:)``, nearest to the signpost first. A square that changes
  /// its rank is added again, so an entry may be out of date.
  private var queues = [Heap<Int, Square>](repeating: Heap(), count: 5)

  /// The squares to choose from next to hiding places, if the player hears. Entries may be out of
  /// date.
  private var risky: [Square] = []

  /// Whether the possible sets of zombies are few enough to count, whether they are counted for the
  /// current knowledge, and the count.
  private var canBeExact = true
  private(set) var isExact = true
  private(set) var count: HeardCount?
  private var workLeft = 0

  /// The risks that were counted for the current knowledge or, if they are approximated, for the
  /// same knowledge of what is near.
  var risks: [Square: Risk] = [:]
  private var roundedPlaces = 0

  /// For each square, the visited squares within the hearing distance of it; empty between calls.
  private var signatures: [Signature] = []

  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let visited = Marks(rawValue: 1)
    static let seen = Marks(rawValue: 2)
    static let block = Marks(rawValue: 4)
    static let zombie = Marks(rawValue: 8)
    /// Things may be here, unless the square is seen.
    static let allowed = Marks(rawValue: 16)
    /// The player has heard that no zombie is here.
    static let quiet = Marks(rawValue: 32)
    /// The walk from the player has reached this square; on no square between calls.
    static let reached = Marks(rawValue: 64)
  }

  struct Heard: Equatable {
    let square: Square
    let zombies: Int
  }

  /// What the player assumes in addition to what it has seen.
  private enum Assumption {
    /// The level obeys the placement rule, with its own start and signpost.
    case rule
    /// Things may be on any square that has not been seen, except the signpost.
    case anywhere
    /// The same, without anything heard.
    case unheard
  }

  /// The risk of a step, to compare with others of the same knowledge: it is certain to be fatal if
  /// it is as large as ``certain``.
  ///
  /// If the player hears, the risk is a number of sets of zombies, or of millionths (units of 2⁻²⁰)
  /// where it is approximated. Otherwise all hiding places are alike, and the risk grows with the
  /// number of them within the catching distance, 0 to 3; 4 means certain.
  package typealias Risk = UInt64

  static let certain = Risk.max

  package static func == (one: ExploredRoom, other: ExploredRoom) -> Bool {
    one.marks == other.marks && one.heard == other.heard && one.assumption == other.assumption
  }

  init(_ start: RoundStart, _ sight: Sight, _ limits: RiskLimits) {
    size = sight.size
    signpost = sight.signpost
    hidden = start.things
    self.limits = limits
    isNearFatal = start.rules.catchingDistance > 0
    // Same: at a distance of 1, the player hears no zombie that it does not see, or that has not caught it.
    let isHeard = isNearFatal && hidden.zombies > 0 && start.rules.hearingDistance > 1
    hearingDistance = isHeard ? start.rules.hearingDistance : 0
    marks = [Marks](repeating: .allowed, count: size.squareCount)
    for end in [sight.player, signpost] {
      self[end].remove(.allowed)
      for square in size.neighbours(of: end) { self[square].remove(.allowed) }
    }
    if isHeard { signatures = [Signature](repeating: Signature(), count: size.squareCount) }
    recount()
  }

  private subscript(square: Square) -> Marks {
    get { marks[size.index(of: square)] }
    set { marks[size.index(of: square)] = newValue }
  }

  /// All squares, in reading order.
  private var squares: some Sequence<Square> {
    marks.indices.lazy.map { [size] in size.square(at: $0) }
  }

  private func isHidingPlace(_ square: Square) -> Bool {
    self[square].intersection([.seen, .quiet, .allowed]) == .allowed
  }

  /// Whether the player may choose a square. Squares are seen only from visited ones.
  func isChoice(_ square: Square) -> Bool {
    self[square].intersection([.visited, .seen, .block]) == .seen
  }

  /// The number of hiding places from which a zombie would catch the player on a seen square; 4 if
  /// a zombie there is known. The signpost is never dangerous.
  func rank(_ square: Square) -> Int {
    if square == signpost { return 0 }
    if self[square].contains(.zombie) { return 4 }
    guard isNearFatal else { return 0 }
    var rank = 0
    for near in size.neighbours(of: square) {
      if self[near].contains(.zombie) { return 4 }
      if isHidingPlace(near) { rank += 1 }
    }
    return min(rank, 3)
  }

  // MARK: Learning

  /// Learns what a player sees and hears; returns whether the square is new.
  @discardableResult
  mutating func visit(_ sight: Sight) -> Bool {
    let here = sight.player
    guard !self[here].contains(.visited) else { return false }
    self[here].insert(.visited)
    var changed: [Square] = []
    see(here, nil, &changed)
    for near in size.neighbours(of: here) { see(near, sight.thing(at: near), &changed) }
    if hearingDistance > 0, let zombies = sight.heard {
      if zombies > 0 {
        heard.append(Heard(square: here, zombies: zombies))
      } else {
        hearNothing(here, &changed)
      }
    }
    forgetRisks(around: here)
    for square in changed {
      offer(square, isNew: true)
      for near in size.neighbours(of: square) { offer(near, isNew: false) }
    }
    while !isPossible, assumeLess() {}
    return true
  }

  private mutating func see(_ square: Square, _ thing: Thing?, _ changed: inout [Square]) {
    guard !self[square].contains(.seen) else { return }
    if isHidingPlace(square) { hidingPlaces -= 1 }
    if self[square].contains(.allowed) { unseen -= 1 }
    self[square].insert(.seen)
    changed.append(square)
    switch thing {
    case .block:
      self[square].insert(.block)
      hidden.blocks -= 1
    case .zombie:
      self[square].insert(.zombie)
      hidden.zombies -= 1
    case .flashlight, .signpost, .start, nil: return
    }
    if assumption == .rule, !self[square].contains(.allowed) { _ = assumeLess() }
  }

  private mutating func hearNothing(_ here: Square, _ changed: inout [Square]) {
    size.forEachSquare(within: hearingDistance, of: here) { square in
      if isHidingPlace(square) {
        hidingPlaces -= 1
        changed.append(square)
      }
      // Also where the placement rule allows nothing: perhaps the level breaks it.
      self[square].insert(.quiet)
    }
  }

  /// Whether the hidden things fit on the allowed squares. What is heard is checked by counting.
  private var isPossible: Bool {
    hidden.zombies >= 0 && hidden.blocks >= 0 && hidingPlaces >= hidden.zombies
      && unseen >= hidden.zombies + hidden.blocks + hidden.flashlights
  }

  /// Drops an assumption; returns whether there was one.
  private mutating func assumeLess() -> Bool {
    switch assumption {
    case .rule:
      assumption = .anywhere
      for square in marks.indices { marks[square].insert(.allowed) }
      self[signpost].remove(.allowed)
    case .anywhere:
      assumption = .unheard
      hearingDistance = 0
      heard = []
      for square in marks.indices { marks[square].remove(.quiet) }
    case .unheard: return false
    }
    recount()
    return true
  }

  private mutating func recount() {
    unseen = 0
    hidingPlaces = 0
    queues = [Heap<Int, Square>](repeating: Heap(), count: 5)
    risky = []
    (count, risks) = (nil, [:])
    for square in squares {
      if self[square].intersection([.allowed, .seen]) == .allowed { unseen += 1 }
      if isHidingPlace(square) { hidingPlaces += 1 }
    }
    for square in squares { offer(square, isNew: true) }
    guard hearingDistance > 0 else { return }
    // The binomial coefficient bounds all counts.
    canBeExact =
      !limits.alwaysApproximates
      && binomial(hidingPlaces, min(hidden.zombies, hidingPlaces / 2)) != nil
    isExact = canBeExact
  }

  /// Adds a square to those that the player may choose, if it is one, or updates its rank.
  private mutating func offer(_ square: Square, isNew: Bool) {
    guard isChoice(square) else { return }
    let rank = rank(square)
    if hearingDistance > 0, rank > 0 {
      if isNew { risky.append(square) }
    } else {
      queues[rank].insert(square, -square.distance(to: signpost))
    }
  }

  // MARK: Choosing

  /// The walk to the best square, its last square first; empty if there is none.
  mutating func walk(from here: Square) -> [Square] {
    guard let best = best() else { return [] }
    // Of the walks of a length, a queue meets first the one that comes first in the order of moves.
    var queue = [(square: here, former: 0)]
    self[here].insert(.reached)
    defer { for (square, _) in queue { self[square].remove(.reached) } }
    var place = 0
    while place < queue.count {
      for direction in PlannerStyle.order {
        guard let near = size.exit(from: queue[place].square, direction),
          !self[near].contains(.reached)
        else { continue }
        if self[near].contains(.visited) {
          self[near].insert(.reached)
          queue.append((near, place))
        } else if isChoice(near), near.distance(to: signpost) == best.distance,
          risk(near) == best.risk
        {
          var walk = [near]
          while place > 0 {
            walk.append(queue[place].square)
            place = queue[place].former
          }
          return walk
        }
      }
      place += 1
    }
    return []
  }

  /// The least risk, and the least distance from the signpost with this risk; nil if there is no
  /// choice.
  private mutating func best() -> (risk: Risk, distance: Int)? {
    prepareRisks()
    var best: (risk: Risk, distance: Int)?
    for rank in queues.indices {
      while let first = queues[rank].first, !isChoice(first) || self.rank(first) != rank {
        queues[rank].removeFirst()
      }
      guard let first = queues[rank].first else { continue }
      let found = (risk: risk(ofRank: rank), distance: first.distance(to: signpost))
      if best == nil || found < best! { best = found }
    }
    guard hearingDistance > 0 else { return best }
    risky = risky.filter { isChoice($0) && rank($0) > 0 }
    for square in risky {
      let distance = square.distance(to: signpost)
      // Without risk, only a nearer square is better.
      if let best, best.risk == 0, distance > best.distance { continue }
      guard let risk = countedRisk(square) else {
        // The count is out of reach, or the assumption is wrong.
        return self.best()
      }
      risks[square] = risk
      if best == nil || (risk, distance) < best! { best = (risk, distance) }
    }
    return best
  }

  /// The risk of a square that may be chosen; that of a square next to hiding places must be
  /// counted before, if the player hears.
  func risk(_ square: Square) -> Risk? {
    let rank = rank(square)
    return hearingDistance > 0 && rank > 0 ? risks[square] : risk(ofRank: rank)
  }

  /// The risk of a square next to some hiding places that are all alike.
  private func risk(ofRank rank: Int) -> Risk {
    if rank == 0 { return 0 }
    if rank == 4 { return Self.certain }
    if hidden.zombies <= 0 { return 0 }
    // With C(hiding places − rank, zombies) ways to survive: none, or fewer for each hiding place
    // more.
    return hidingPlaces - rank < hidden.zombies ? Self.certain : Risk(rank)
  }

  // MARK: Counting

  /// Forgets the risks that a visit may have changed.
  private mutating func forgetRisks(around square: Square) {
    guard hearingDistance > 0 else { return }
    count = nil
    let rounded = HeardCount.rounded(hidingPlaces)
    if isExact || canBeExact || rounded != roundedPlaces { risks = [:] }
    (isExact, roundedPlaces) = (canBeExact, rounded)
    // An approximated risk depends on what was heard within `reach` of the square, and that on
    // hiding places up to the hearing distance from there, which a visit as far from them changes.
    let most = RiskLimits.reach(hearingDistance) + 2 * hearingDistance
    if !risks.isEmpty { risks = risks.filter { $0.key.distance(to: square) > most } }
  }

  /// Counts the possible sets of zombies, if risks are counted exactly.
  mutating func prepareRisks() {
    guard hearingDistance > 0, isExact, count == nil, !heard.isEmpty else { return }
    var work = limits.work
    count = counted(heard, &work)
    workLeft = work
    guard let count else { return approximate() }
    if count.total.isZero, assumeLess() { prepareRisks() }
  }

  private mutating func approximate() {
    isExact = false
    risks = [:]
  }

  /// The risk of a square next to hiding places; nil, after a change of what is assumed or how
  /// risks are counted, if all risks must be asked again.
  mutating func countedRisk(_ square: Square) -> Risk? {
    if let risk = risks[square] { return risk }
    let near = size.neighbours(of: square).filter(isHidingPlace)
    if isExact, let count {
      let risk = count.risk(without: near, &workLeft)
      if risk == nil { approximate() }
      return risk
    }
    let nearest = nearestHeard(to: square)
    var most = nearest.count
    while most > 0 {
      var work = limits.approximateWork
      if let count = counted(Array(nearest.prefix(most)), &work),
        let share = count.share(without: near, &work)
      {
        return count.total.isZero && assumeLess() ? nil : share
      }
      most /= 2
    }
    return risk(ofRank: rank(square))
  }

  /// What an approximated risk takes into account: the nearest first, and equally near ones in
  /// reading order.
  private func nearestHeard(to square: Square) -> [Heard] {
    let near = heard.lazy.map { (distance: $0.square.distance(to: square), heard: $0) }
      .filter { [reach = RiskLimits.reach(hearingDistance)] in $0.distance <= reach }
    let nearest = near.sorted { ($0.distance, $0.heard.square) < ($1.distance, $1.heard.square) }
    return nearest.prefix(RiskLimits.mostHeard(hearingDistance)).map { $0.heard }
  }

  /// A count of the sets of zombies that agree with some of what was heard; nil if it is out of
  /// reach.
  private mutating func counted(_ heard: [Heard], _ work: inout Int) -> HeardCount? {
    var near: [Int] = []
    for (number, place) in heard.enumerated() {
      size.forEachSquare(within: hearingDistance, of: place.square) { square in
        guard isHidingPlace(square) else { return }
        let cell = size.index(of: square)
        if signatures[cell].isEmpty { near.append(cell) }
        signatures[cell].insert(number)
      }
    }
    defer { for cell in near { signatures[cell] = Signature() } }
    return HeardCount(
      heard: heard, distance: hearingDistance, signatures: near.map { signatures[$0] },
      zombies: hidden.zombies, hidingPlaces: hidingPlaces, isExact: isExact, work: &work)
  }
}
