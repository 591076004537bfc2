import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Writes the lines that a player gets, into memory that is used again.
final class PlayerLines {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 16
  private var count = 0

  /// The squares of a room of at most 64 squares as text: the bytes of a word, and their number.
  private var squares: (size: RoomSize, texts: [(bytes: UInt64, count: Int)])?

  init() { memory = .allocate(capacity: capacity) }

  deinit { memory.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// What has been written.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Drops what has been written.
  func clear() { count = 0 }

  /// Makes room for some more bytes, and for a word behind them.
  private func reserve(_ more: Int) {
    guard count + more + 8 > capacity else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (capacity + more))
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity = 2 * (capacity + more)
  }

  // MARK: Lines

  /// Begins a round: `round ID ROWS COLUMNS SIGNPOST START SEED ZOMBIES BLOCKS FLASHLIGHTS`.
  func begin(_ id: UInt64, _ round: OutsideRound) {
    reserve(256)
    let (sight, start) = (round.sight, round.start)
    var random = start.random
    put("round ")
    put(id)
    for number in [start.size.rows, start.size.columns] { putNumber(number) }
    for square in [sight.signpost, sight.player] {
      put(" ")
      put(square)
    }
    put(" ")
    put(random.next())
    let things = start.things
    for number in [things.zombies, things.blocks, things.flashlights] { putNumber(number) }
    put("\n")
  }

  /// Writes what a player sees: `see ID dark|lit SQUARE MOVES HEARD THING…`.
  func see(_ id: UInt64, _ round: UnsafePointer<OutsideRound>) {
    reserve(1024)
    put("see ")
    put(id)
    if round.pointee.wide != nil { return seeWide(round.pointee.sight) }
    see(round.pointee.small)
  }

  private func see(_ round: borrowing SmallRound) {
    let room = round.level.room
    put(round.isLit ? " lit " : " dark ")
    if squares?.size != room.size { squares = (room.size, Self.texts(of: room.size)) }
    guard let texts = squares?.texts else { return }
    put(texts[round.player])
    put(" ")
    for move in room.exits(round.player, avoiding: round.level.blocks) { putByte(move.letter) }
    let seen = round.isLit ? room.all : room.closedNeighbourhood(Bitboard(square: round.player))
    let distance = round.rules.hearingDistance
    if distance > 0, !round.isLit {
      let here = room.size.square(at: round.player)
      put(" ")
      put(UInt64(round.zombies.count { room.size.square(at: $0).distance(to: here) <= distance }))
    } else {
      put(" -")
    }
    for zombie in round.zombies where seen.contains(zombie) {
      put(" Z")
      put(texts[zombie])
    }
    for block in round.level.blocks where seen.contains(block) {
      put(" #")
      put(texts[block])
    }
    for flashlight in round.level.flashlights where seen.contains(flashlight) {
      put(" F")
      put(texts[flashlight])
    }
    put("\n")
  }

  /// The rest of a line for a room of any size.
  private func seeWide(_ sight: Sight) {
    put(sight.isLit ? " lit " : " dark ")
    put(sight.player)
    put(" ")
    for move in sight.legalMoves { putByte(move.letter) }
    put(" ")
    if let heard = sight.heard { put(UInt64(heard)) } else { put("-") }
    let things: [(SeenSquares, StaticString)] = [
      (sight.zombies, " Z"), (sight.blocks, " #"), (sight.flashlights, " F"),
    ]
    for (squares, letter) in things {
      for square in squares {
        reserve(64)
        put(letter)
        put(square)
      }
    }
    put("\n")
  }

  /// Closes a round: `end ID OUTCOME`.
  func end(_ id: UInt64, _ outcome: Outcome) {
    reserve(64)
    put("end ")
    put(id)
    put(" ")
    for byte in outcome.name.utf8 { putByte(byte) }
    put("\n")
  }

  /// Ends a block: the player must answer now.
  func go() {
    reserve(64)
    put("go\n")
  }

  // MARK: Parts

  private static func texts(of size: RoomSize) -> [(bytes: UInt64, count: Int)] {
    (0..<size.squareCount).map { index in
      let square = size.square(at: index)
      let text = Array("\(square.row + 1),\(square.column + 1)".utf8)
      let word = text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (word, text.count)
    }
  }

  private func putByte(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  @inline(__always)
  private func put(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    (memory + count).update(from: text.utf8Start, count: length)
    count += length
  }

  @inline(__always)
  private func put(_ text: (bytes: UInt64, count: Int)) {
    UnsafeMutableRawPointer(memory + count).storeBytes(of: text.bytes.littleEndian, as: UInt64.self)
    count += text.count
  }

  /// Writes a square as its row and column, counted from 1.
  private func put(_ square: Square) {
    put(UInt64(square.row + 1))
    put(",")
    put(UInt64(square.column + 1))
  }

  private func putNumber(_ number: Int) {
    put(" ")
    put(UInt64(number))
  }

  private func put(_ number: UInt64) {
    var length = 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    rest = number
    for place in (0..<length).reversed() {
      memory[count + place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }
}
