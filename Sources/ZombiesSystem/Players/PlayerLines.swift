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
    let (size, things) = (round.start.size, round.start.things)
    var random = round.start.random
    bytes += "round".utf8
    for number in [id, UInt64(size.rows), UInt64(size.columns)] { put(number) }
    put(round.form.ends.signpost)
    put(round.form.ends.start)
    put(random.next())
    for count in [things.zombies, things.blocks, things.flashlights] { put(UInt64(count)) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes what a player sees: `see ID dark|lit SQUARE MOVES HEARD THING…`.
  mutating func see(_ id: UInt64, _ sight: Sight) {
    bytes += "see".utf8
    put(id)
    bytes += (sight.isLit ? " lit" : " dark").utf8
    put(sight.player)
    bytes.append(UInt8(ascii: " "))
    for move in sight.legalMoves { bytes.append(move.letter) }
    if let heard = sight.heard { put(UInt64(heard)) } else { bytes += " -".utf8 }
    for square in sight.zombies { put(square, UInt8(ascii: "Z")) }
    for square in sight.blocks { put(square, UInt8(ascii: "#")) }
    for square in sight.flashlights { put(square, UInt8(ascii: "F")) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Closes a round: `end ID OUTCOME`.
  mutating func end(_ id: UInt64, _ outcome: Outcome) {
    bytes += "end".utf8
    put(id)
    bytes += " \(outcome.name)\n".utf8
  }

  /// Ends a block: the player must answer now.
  mutating func go() { bytes += "go\n".utf8 }

  private mutating func put(_ number: UInt64) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(decimal: number)
  }

  /// Writes a square as a sign, if it has one, and its row and column, counted from 1.
  private mutating func put(_ square: Square, _ sign: UInt8? = nil) {
    bytes.append(UInt8(ascii: " "))
    if let sign { bytes.append(sign) }
    bytes.append(decimal: UInt64(square.row + 1))
    bytes.append(UInt8(ascii: ","))
    bytes.append(decimal: UInt64(square.column + 1))
  }
}
