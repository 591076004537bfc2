import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The lines that a player gets.
struct PlayerLines {
  /// What has been written.
  private(set) var bytes: [UInt8] = []

  /// Drops what has been written.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Begins a round: `round ID ROWS COLUMNS SIGNPOST START SEED ZOMBIES BLOCKS FLASHLIGHTS`.
  mutating func begin(_ id: UInt64, _ round: OutsideRound) {
    let (start, squares) = (round.start, round.form.ends)
    var random = start.random
    bytes += "round ".utf8
    bytes.append(decimal: id)
    for number in [start.size.rows, start.size.columns] { put(number) }
    for square in [squares.signpost, squares.start] {
      bytes.append(UInt8(ascii: " "))
      put(square)
    }
    bytes.append(UInt8(ascii: " "))
    bytes.append(decimal: random.next())
    for number in [start.things.zombies, start.things.blocks, start.things.flashlights] {
      put(number)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes what a player sees: `see ID dark|lit SQUARE MOVES HEARD THING…`.
  mutating func see(_ id: UInt64, _ sight: Sight) {
    bytes += "see ".utf8
    bytes.append(decimal: id)
    bytes += (sight.isLit ? " lit " : " dark ").utf8
    put(sight.player)
    bytes.append(UInt8(ascii: " "))
    for move in sight.legalMoves { bytes.append(move.letter) }
    if let heard = sight.heard { put(heard) } else { bytes += " -".utf8 }
    put(sight.zombies, UInt8(ascii: "Z"))
    put(sight.blocks, UInt8(ascii: "#"))
    put(sight.flashlights, UInt8(ascii: "F"))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Closes a round: `end ID OUTCOME`.
  mutating func end(_ id: UInt64, _ outcome: Outcome) {
    bytes += "end ".utf8
    bytes.append(decimal: id)
    bytes += " \(outcome.name)\n".utf8
  }

  /// Ends a block: the player must answer now.
  mutating func go() { bytes += "go\n".utf8 }

  private mutating func put(_ squares: [Square], _ letter: UInt8) {
    for square in squares {
      bytes.append(UInt8(ascii: " "))
      bytes.append(letter)
      put(square)
    }
  }

  /// Writes a square as its row and column, counted from 1.
  private mutating func put(_ square: Square) {
    bytes.append(decimal: UInt64(square.row + 1))
    bytes.append(UInt8(ascii: ","))
    bytes.append(decimal: UInt64(square.column + 1))
  }

  private mutating func put(_ number: Int) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(decimal: UInt64(number))
  }
}
