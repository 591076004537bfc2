import ZombiesCore
import ZombiesGenerator

/// Placements of a family, and what a player in the dark meets on each square of each of them.
///
/// In the dark nothing moves, so what a player sees and hears on a square depends on the placement alone.
/// The *view* of a square is all of it in one number: the number heard, and the blocks and zombies on the
/// squares next to it.
struct PlacementViews: Sendable {
  let frame: PlanFrame

  /// The things of each placement.
  private(set) var zombies: [Bitboard] = []
  private(set) var blocks: [Bitboard] = []
  private(set) var flashlights: [Bitboard] = []

  /// The squares of each placement on which a step is lost: blocks, squares on which a zombie catches, and
  /// squares on which the light goes on in a room that can no longer be won. Never the signpost.
  private(set) var shut: [Bitboard] = []

  /// The squares of each placement on which the light goes on, whether or not the room can still be won.
  private(set) var lights: [Bitboard] = []

  /// The views of all squares, placement by placement.
  private var views: [UInt16] = []

  /// For each square, the squares within the hearing distance.
  let hearingAreas: [Bitboard]
  private let squareCount: Int

  /// Creates an empty table.
  init(_ frame: PlanFrame) {
    self.frame = frame
    hearingAreas = frame.rules.hearingAreas(in: frame.room)
    squareCount = hearingAreas.count
  }

  /// The number of placements.
  var count: Int { zombies.count }

  // MARK: Making the table

  /// Adds a placement, and finds what a player meets in it.
  mutating func add(_ level: SmallLevel, _ lit: LitRooms) throws(PlanError) {
    if zombies.isEmpty { views.reserveCapacity(Int(frame.placements) * squareCount) }
    let signpost = Bitboard(square: frame.signpost)
    var shut = (level.danger(frame.rules) | level.blocks) - signpost
    let lights = level.flashlightSight - shut - signpost
    for square in lights where try !lit.isWon(square, level.zombies, level.blocks) {
      shut.insert(square)
    }
    zombies.append(level.zombies)
    blocks.append(level.blocks)
    flashlights.append(level.flashlights)
    self.shut.append(shut)
    self.lights.append(lights)
    for (square, area) in hearingAreas.enumerated() {
      let heard = (level.zombies & area).count
      views.append(
        Self.view(of: square, heard: heard, level.zombies, level.blocks, in: frame.room))
    }
  }

  /// A placement as a level.
  func level(at place: Int) -> SmallLevel {
    SmallLevel(
      room: frame.room, start: frame.start, signpost: frame.signpost,
      zombies: zombies[place], blocks: blocks[place],
      flashlights: flashlights[place], isLit: false)
  }

  /// The view of a square of a placement.
  @inline(__always)
  func view(of square: Int, in place: Int) -> UInt16 { views[place &* squareCount &+ square] }

  /// The view of a square.
  ///
  /// - Parameters:
  ///   - heard: The number of zombies heard there.
  ///   - zombies, blocks: Those of the room, or only those in sight.
  static func view(
    of square: Int, heard: Int, _ zombies: Bitboard, _ blocks: Bitboard, in room: SmallRoom
  ) -> UInt16 {
    var view = UInt16(truncatingIfNeeded: heard)
    let here = Bitboard(square: square)
    for direction in Direction.allCases {
      let next = room.moved(here, direction)
      view = view << 2
      if blocks.intersects(next) { view |= 1 }
      if zombies.intersects(next) { view |= 2 }
    }
    return view
  }
}

/// Sets of placements, one after another in one buffer, and how they split as a player learns more.
struct PlacementSets {
  /// What a player in the dark knows: a belief, as a piece of the buffer.
  struct Piece {
    /// Squares that the player can walk over: connected, and certain in every placement of the set.
    var region: Bitboard
    /// The placements that are possible, as a range of the buffer, in ascending order.
    var set: Range<Int>
  }

  var table: PlacementViews

  /// The buffer.
  private(set) var items: [UInt32] = []

  /// The work done so far: one unit for each placement that was looked at.
  private(set) var workDone = 0

  private var scratch: [UInt32] = []
  private var waiting: [Piece] = []
  private var groups: [Range<Int>] = []
  private var views: [UInt16] = []

  /// Creates an empty table and no sets.
  init(_ frame: PlanFrame) { table = PlacementViews(frame) }

  /// Appends the set of all placements.
  mutating func appendAll() -> Range<Int> { append((0..<table.count).map { UInt32($0) }) }

  /// Removes the end of the buffer.
  mutating func removeAll(from end: Int) { items.removeLast(items.count - end) }

  /// Appends a copy of a set to the buffer.
  mutating func append(_ set: some Collection<UInt32>) -> Range<Int> {
    let begin = items.count
    items.append(contentsOf: set)
    return begin..<items.count
  }

  /// Keeps only some placements of a set, and returns their range.
  mutating func keep(
    _ set: Range<Int>, where isKept: (Int, PlacementViews) -> Bool
  ) -> Range<Int> {
    var end = set.lowerBound
    for place in set where isKept(Int(items[place]), table) {
      items[end] = items[place]
      end += 1
    }
    return set.lowerBound..<end
  }

  /// The squares on which a step is lost in at least one placement of a set.
  func shut(_ set: Range<Int>) -> Bitboard {
    set.reduce(into: Bitboard()) { $0 |= table.shut[Int(items[$1])] }
  }

  /// For each square, the number of placements of a set for which it is one of some squares.
  func counts(
    _ set: Range<Int>, of squares: (Int, PlacementViews) -> Bitboard
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: SmallRoom.limit)
    for place in set {
      for square in squares(Int(items[place]), table) { counts[square] += 1 }
    }
    return counts
  }

  /// Whether a player on a square learns nothing: the view is the same in all placements, and the light
  /// goes on in none.
  private func isQuiet(_ square: Int, _ set: Range<Int>) -> Bool {
    guard let first = set.first else { return true }
    let view = table.view(of: square, in: Int(items[first]))
    for place in set {
      let item = Int(items[place])
      if table.view(of: square, in: item) != view || table.lights[item].contains(square) {
        return false
      }
    }
    return true
  }

  /// The squares connected to a region on which a player learns nothing, and on which no step is lost.
  ///
  /// - Parameter shut: The squares on which a step is lost in a placement of the set.
  func quietRegion(_ region: Bitboard, _ set: Range<Int>, shut: Bitboard) -> Bitboard {
    let room = table.frame.room
    var open = room.all - shut - Bitboard(square: table.frame.signpost)
    var quiet = region
    while true {
      let next = (room.neighbours(quiet) & open) - quiet
      if next.isEmpty { return quiet }
      for square in next {
        if isQuiet(square, set) { quiet.insert(square) } else { open.remove(square) }
      }
    }
  }

  /// What is known after a step onto a square next to the region, and after walking onto all squares that
  /// are certain then.
  ///
  /// - Parameters:
  ///   - square: A square that is not the signpost.
  ///   - closed: Receives the beliefs in which the round goes on in the dark, behind the end of the
  ///     buffer. In each, no square next to the region is certain.
  /// - Returns: The number of placements that are won.
  mutating func step(
    _ piece: Piece, onto square: Int, into closed: inout [Piece]
  ) -> Int {
    var won = 0
    let begin = items.count
    workDone += piece.set.count
    for place in piece.set {
      let item = items[place]
      if table.shut[Int(item)].contains(square) { continue }
      if table.lights[Int(item)].contains(square) {
        won += 1
        continue
      }
      items.append(item)
    }
    var region = piece.region
    region.insert(square)
    split(begin..<items.count, by: Bitboard(square: square))
    for group in groups { waiting.append(Piece(region: region, set: group)) }
    return won + close(nil, into: &closed).won
  }

  /// What is known after walking onto all squares that are certain, again and again. A square is certain
  /// if in every possible placement a step onto it survives, or lights a room that can still be won.
  ///
  /// - Parameters:
  ///   - piece: A belief at the end of the buffer; nil if the beliefs are already waiting.
  ///   - closed: Receives the beliefs in which no square next to the region is certain.
  /// - Returns: The number of placements that are won, and the squares on which a step is lost in them.
  mutating func close(
    _ piece: Piece?, into closed: inout [Piece]
  ) -> (won: Int, shut: Bitboard) {
    if let piece { waiting.append(piece) }
    let (room, signpost) = (table.frame.room, table.frame.signpost)
    var (won, shutIfWon) = (0, Bitboard())
    while let piece = waiting.popLast() {
      workDone += piece.set.count
      let shut = shut(piece.set)
      let region = room.flood(
        piece.region, through: room.all - shut - Bitboard(square: signpost))
      if room.neighbours(region).contains(signpost) {
        won += piece.set.count
        shutIfWon |= shut
        continue
      }
      let new = region - piece.region
      guard !new.isEmpty else {
        closed.append(piece)
        continue
      }
      let dark = keep(piece.set) { item, table in
        if !table.lights[item].intersects(new) { return true }
        won += 1
        shutIfWon |= table.shut[item]
        return false
      }
      split(dark, by: new)
      for group in groups { waiting.append(Piece(region: region, set: group)) }
    }
    return (won, shutIfWon)
  }

  /// Splits a set by what is seen and heard on some squares. ``groups`` receives the parts.
  private mutating func split(_ set: Range<Int>, by squares: Bitboard) {
    groups.removeAll(keepingCapacity: true)
    if set.isEmpty { return }
    groups.append(set)
    for square in squares {
      for index in groups.indices { split(group: index, by: square) }
    }
  }

  /// Splits a group by the view of a square. The first part takes its place, and the others are appended.
  private mutating func split(group index: Int, by square: Int) {
    let set = groups[index]
    if set.count == 1 { return }
    workDone += set.count
    views.removeAll(keepingCapacity: true)
    for place in set {
      let view = table.view(of: square, in: Int(items[place]))
      if !views.contains(view) { views.append(view) }
    }
    if views.count == 1 { return }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: items[set])
    var end = set.lowerBound
    for (number, view) in views.enumerated() {
      let begin = end
      for item in scratch where table.view(of: square, in: Int(item)) == view {
        items[end] = item
        end += 1
      }
      if number == 0 { groups[index] = begin..<end } else { groups.append(begin..<end) }
    }
  }

  /// Splits a set by the view of one square.
  ///
  /// - Returns: The views and their parts, as ranges of the buffer.
  mutating func parts(
    of set: Range<Int>, by square: Int
  ) -> [(view: UInt16, set: Range<Int>)] {
    split(set, by: Bitboard(square: square))
    return groups.map { (table.view(of: square, in: Int(items[$0.lowerBound])), $0) }
  }
}
