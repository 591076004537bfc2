import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Writes the lines that a player gets.
struct PlayerLines {
  private var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  /// Removes what has been written, and returns it.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Begins a round: `round ID ROWS COLUMNS SIGNPOST START SEED ZOMBIES BLOCKS FLASHLIGHTS`.
  mutating func begin(_ id: UInt64, _ round: OutsideRound) {
    let (sight, start) = (round.round.sight, round.start)
    var random = start.random
    write("round ")
    write(id)
    for number in [start.size.rows, start.size.columns] { writeNumber(number) }
    for square in [sight.signpost, sight.player] {
      bytes.append(UInt8(ascii: " "))
      write(square)
    }
    bytes.append(UInt8(ascii: " "))
    write(random.next())
    let things = start.things
    for number in [things.zombies, things.blocks, things.flashlights] { writeNumber(number) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes what a player sees: `see ID dark|lit SQUARE MOVES HEARD THING…`.
  mutating func see(_ id: UInt64, _ round: OutsideRound) {
    let sight = round.round.sight
    write("see ")
    write(id)
    write(sight.isLit ? " lit " : " dark ")
    write(sight.player)
    bytes.append(UInt8(ascii: " "))
    for move in sight.legalMoves { bytes.append(move.letter) }
    bytes.append(UInt8(ascii: " "))
    if let heard = sight.heard { write(UInt64(heard)) } else { bytes.append(UInt8(ascii: "-")) }
    if let small = sight.small {
      write(small.zombies, "Z", small.room)
      write(small.blocks, "#", small.room)
      write(small.flashlights, "F", small.room)
    } else {
      for (squares, letter) in [
        (sight.zombies, "Z"), (sight.blocks, "#"), (sight.flashlights, "F"),
      ]
        as [(SeenSquares, Unicode.Scalar)]
      {
        for square in squares { write(letter, square) }
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Closes a round: `end ID OUTCOME`.
  mutating func end(_ id: UInt64, _ outcome: Outcome) {
    write("end ")
    write(id)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: outcome.name.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Ends a block: the player must answer now.
  mutating func go() { write("go\n") }

  // MARK: Parts

  private mutating func write(_ squares: Bitboard, _ letter: Unicode.Scalar, _ room: SmallRoom) {
    for index in squares { write(letter, room.size.square(at: index)) }
  }

  private mutating func write(_ letter: Unicode.Scalar, _ square: Square) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(UInt8(ascii: letter))
    write(square)
  }

  /// Writes a square as its row and column, counted from 1.
  private mutating func write(_ square: Square) {
    write(UInt64(square.row + 1))
    bytes.append(UInt8(ascii: ","))
    write(UInt64(square.column + 1))
  }

  private mutating func writeNumber(_ number: Int) {
    bytes.append(UInt8(ascii: " "))
    write(UInt64(number))
  }

  private mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(_ number: UInt64) {
    if number < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
    if number < 100 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
      return bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
    bytes.append(contentsOf: String(number).utf8)
  }
}

extension AnyRound {
  /// What the player sees.
  var sight: Sight {
    switch self {
    case .small(let round): round.sight
    case .wide(let round): round.sight
    }
  }
}
