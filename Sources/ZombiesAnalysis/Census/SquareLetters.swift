import ZombiesCore

/// The letters on the squares of a level of at most 64 squares, and their images in the eight maps of
/// the room.
///
/// A square has three bits, one in each word: 0 for floor, otherwise the rank of the letter in byte
/// order. So the first square where two levels differ tells which code comes first, without the codes.
struct SquareLetters: Hashable {
  /// The bits of each square: the 1s, the 2s and the 4s.
  private(set) var ones, twos, fours: UInt64

  // The ranks, in the byte order of the letters.
  private static let block = 1  // #
  // Ranks 2 to 5: F, P, S, Z.

  /// The squares with each letter, one bit a square.
  var start: UInt64 { ones & twos }
  var signpost: UInt64 { fours & ~ones }
  var zombies: UInt64 { ones & fours }
  var blocks: UInt64 { ones & ~twos & ~fours }
  var flashlights: UInt64 { twos & ~ones }
  private var occupied: UInt64 { ones | twos | fours }

  /// The level with start and signpost exchanged. Their ranks have no bit in common.
  var exchanged: SquareLetters {
    let ends = start | signpost
    return SquareLetters(ones: ones ^ ends, twos: twos ^ ends, fours: fours ^ ends)
  }

  /// The level in the transposed room: rows become columns.
  func transposed(in size: RoomSize) -> SquareLetters {
    var image = SquareLetters(ones: 0, twos: 0, fours: 0)
    var rest = occupied
    while rest != 0 {
      let place = UInt64(rest.trailingZeroBitCount)
      rest &= rest &- 1
      let (row, column) = place.quotientAndRemainder(dividingBy: UInt64(size.columns))
      let target = column &* UInt64(size.rows) &+ row
      image.ones |= (ones &>> place & 1) &<< target
      image.twos |= (twos &>> place & 1) &<< target
      image.fours |= (fours &>> place & 1) &<< target
    }
    return image
  }

  private func mapped(_ map: (UInt64) -> UInt64) -> SquareLetters {
    SquareLetters(ones: map(ones), twos: map(twos), fours: map(fours))
  }

  /// The level with its rows in reverse order.
  private func upsideDown(in size: RoomSize) -> SquareLetters {
    let (rows, columns) = (UInt64(size.rows), UInt64(size.columns))
    let row = ~0 &>> (64 &- columns)
    return mapped { word in
      var image: UInt64 = 0
      for index in 0..<rows {
        image |= (word &>> (index &* columns) & row) &<< ((rows &- 1 &- index) &* columns)
      }
      return image
    }
  }

  /// The level after a half turn: its squares in reverse order.
  private func turned(in size: RoomSize) -> SquareLetters {
    mapped { word in
      var image = word.byteSwapped
      image = image &>> 4 & 0x0F0F_0F0F_0F0F_0F0F | (image & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
      image = image &>> 2 & 0x3333_3333_3333_3333 | (image & 0x3333_3333_3333_3333) &<< 2
      image = image &>> 1 & 0x5555_5555_5555_5555 | (image & 0x5555_5555_5555_5555) &<< 1
      return image &>> UInt64(64 &- size.squareCount)
    }
  }

  /// Whether all images fulfil a condition; stops at the first that does not.
  ///
  /// - Complexity: A few operations on words per map, and one step per thing if any map transposes.
  @discardableResult @inline(__always)
  func allImages(
    by maps: RoomMaps, in size: RoomSize, satisfy condition: (SquareLetters) -> Bool
  ) -> Bool {
    let transposes = maps.rawValue & RoomMaps.transposing.rawValue != 0
    for isTransposed in transposes ? [false, true] : [false] {
      let maps = maps.rawValue &>> (isTransposed ? 4 : 0) & 0x0F0F
      let first = isTransposed ? transposed(in: size) : self
      let size = isTransposed ? size.transposed : size
      for isFlipped in [false, true] {
        let maps = maps &>> (isFlipped ? 1 : 0) & 0x0505
        if maps == 0 { continue }
        let second = isFlipped ? first.upsideDown(in: size) : first
        if maps & 0x0001 != 0, !condition(second) { return false }
        if maps & 0x0100 != 0, !condition(second.exchanged) { return false }
        if maps & 0x0404 == 0 { continue }
        let third = second.turned(in: size)
        if maps & 0x0004 != 0, !condition(third) { return false }
        if maps & 0x0400 != 0, !condition(third.exchanged) { return false }
      }
    }
    return true
  }

  /// The image whose code comes first, and the number of different images.
  ///
  /// - Precondition: No map changes the sides, and the maps are a group, or those of a group that lead
  ///   to a level of a family.
  func first(by maps: RoomMaps, in size: RoomSize) -> (letters: SquareLetters, count: Int) {
    if maps == .identity { return (self, 1) }
    var first: SquareLetters?
    // Every different image is the image by equally many maps.
    var (count, same) = (0, 0)
    allImages(by: maps, in: size) { image in
      count &+= 1
      if image == first {
        same &+= 1
      } else if first.map({ image.comes(before: $0, columns: size.columns) }) ?? true {
        (first, same) = (image, 1)
      }
      return true
    }
    assert(same > 0 && count % same == 0, "as many maps for each image")
    return (first ?? self, count / max(1, same))
  }

  /// Whether the code of a level comes before the code of another level in a room of the same sides.
  /// The first square where they differ decides, together with the floor around it.
  func comes(before other: SquareLetters, columns: Int) -> Bool {
    let different = (ones ^ other.ones) | (twos ^ other.twos) | (fours ^ other.fours)
    guard different != 0 else { return false }
    let place = different.trailingZeroBitCount
    let (mine, theirs) = (rank(at: place), other.rank(at: place))
    // Two letters end the same run of floor, if any.
    if mine > 0, theirs > 0 { return mine < theirs }
    // One code continues with floor. Both have the same floor before the square, in this row.
    let occupied = mine == 0 ? occupied : other.occupied
    let row = place &- place % columns
    let begin = max(row, 64 &- (occupied & ((1 &<< UInt64(place)) &- 1)).leadingZeroBitCount)
    let end = min(
      row &+ columns, place &+ (occupied &>> UInt64(place)).trailingZeroBitCount)
    let isLess = Self.precedes(run: end &- begin, run: place &- begin, then: max(mine, theirs))
    return (mine == 0) == isLess
  }

  private func rank(at place: Int) -> Int {
    let place = UInt64(place)
    return Int(
      truncatingIfNeeded: ones &>> place & 1 | (twos &>> place & 1) &<< 1
        | (fours &>> place & 1) &<< 2)
  }

  /// Whether a longer run of floor is written before a shorter one, which may be empty, and a letter.
  /// Runs of up to 64 squares have one or two digits. Digits come after `#` and before letters.
  private static func precedes(run long: Int, run short: Int, then rank: Int) -> Bool {
    assert(long > short && long <= SmallRoom.limit, "a longer run of a small room")
    if short == 0 { return rank != block }
    // The greater of two numbers with as many digits comes later.
    if long < 10 || short >= 10 { return false }
    // Same: equal numbers do not come to the second comparison.
    return long / 10 == short ? rank != block : long / 10 < short
  }
}

extension SquareLetters {
  private init(
    start: UInt64, signpost: UInt64, zombies: UInt64, blocks: UInt64, flashlights: UInt64
  ) {
    self.init(
      ones: blocks | start | zombies, twos: flashlights | start, fours: signpost | zombies)
  }

  /// The letters of a level; nil for more than 64 squares.
  init?(_ level: Level) {
    let size = level.size
    guard size.squareCount <= SmallRoom.limit else { return nil }
    func bit(_ square: Square) -> UInt64 { 1 &<< UInt64(size.index(of: square)) }
    func word(_ squares: [Square]) -> UInt64 { squares.reduce(0) { $0 | bit($1) } }
    self.init(
      start: bit(level.start), signpost: bit(level.signpost), zombies: word(level.zombies),
      blocks: word(level.blocks), flashlights: word(level.flashlights))
  }

  /// The letters of a level.
  init(_ level: SmallLevel) {
    self.init(
      start: 1 &<< UInt64(level.start), signpost: 1 &<< UInt64(level.signpost),
      zombies: level.zombies.word, blocks: level.blocks.word, flashlights: level.flashlights.word)
  }
}

extension RoomSize {
  /// The sides exchanged.
  var transposed: RoomSize { RoomSize(unchecked: columns, rows) }
}

extension Level {
  /// Creates a level of at most 64 squares from its letters.
  init(_ letters: SquareLetters, size: RoomSize, isLit: Bool) {
    func squares(_ word: UInt64) -> [Square] {
      Bitboard(word: word).map { size.square(at: $0) }
    }
    self.init(
      unchecked: size, start: size.square(at: letters.start.trailingZeroBitCount),
      signpost: size.square(at: letters.signpost.trailingZeroBitCount),
      zombies: squares(letters.zombies), blocks: squares(letters.blocks),
      flashlights: squares(letters.flashlights), isLit: isLit)
  }
}

extension SmallLevel {
  /// Creates a level from its letters, with the room and the light of another.
  init(_ letters: SquareLetters, like other: SmallLevel) {
    self.init(
      room: other.room, start: letters.start.trailingZeroBitCount,
      signpost: letters.signpost.trailingZeroBitCount,
      zombies: Bitboard(word: letters.zombies), blocks: Bitboard(word: letters.blocks),
      flashlights: Bitboard(word: letters.flashlights), isLit: other.isLit)
  }
}
