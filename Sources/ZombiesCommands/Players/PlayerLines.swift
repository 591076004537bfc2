import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Writes the lines that a player gets, into memory that is used again.
final class PlayerLines {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 16
  private var count = 0

  /// The texts for rooms of one size.
  private var views: Views?

  init() { memory = .allocate(capacity: capacity) }

  deinit { memory.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// What has been written.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Drops what has been written.
  func clear() { count = 0 }

  /// Makes room for some more bytes, and for a text behind them.
  private func reserve(_ more: Int) {
    guard count + more + 24 > capacity else { return }
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
    let (start, squares) = (round.start, round.squares)
    var random = start.random
    put("round ")
    put(id)
    for number in [start.size.rows, start.size.columns] { putNumber(number) }
    for square in [squares.signpost, squares.start] {
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
  ///
  /// - Parameters:
  ///   - name: `see ID`.
  ///   - views: The texts for these rooms.
  func see(_ name: ShortText, _ view: SlotView, _ views: Views) {
    reserve(1024)
    put(name)
    put(views.texts[Views.index(isLit: view.isLit, view.player, view.mask)])
    if let heard = view.heard { put(UInt64(heard)) } else { put("-") }
    for zombie in view.zombies {
      put(" Z")
      put(views.squares[zombie])
    }
    for block in view.blocks {
      put(" #")
      put(views.squares[block])
    }
    for flashlight in view.flashlights {
      put(" F")
      put(views.squares[flashlight])
    }
    put("\n")
  }

  /// The text `see ID`.
  static func name(_ id: UInt64) -> ShortText {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { bytes in
      var (place, rest) = (24, id)
      repeat {
        place -= 1
        bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      for byte in [UInt8(ascii: " "), UInt8(ascii: "e"), UInt8(ascii: "e"), UInt8(ascii: "s")] {
        place -= 1
        bytes[place] = byte
      }
      return ShortText(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(bytes)[place...]))
    }
  }

  /// The texts for rooms of one size, of at most 64 squares.
  func views(_ size: RoomSize) -> Views {
    if let views, views.size == size { return views }
    let made = Views(size)
    views = made
    return made
  }

  /// Writes what a player sees in a room of any size.
  func see(_ name: ShortText, _ sight: Sight) {
    reserve(1024)
    put(name)
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
  private func put(_ text: ShortText) {
    let target = UnsafeMutableRawPointer(memory + count)
    target.storeBytes(of: text.words.0, as: UInt64.self)
    target.storeBytes(of: text.words.1, toByteOffset: 8, as: UInt64.self)
    target.storeBytes(of: text.words.2, toByteOffset: 16, as: UInt64.self)
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
    if number < 10 { return putByte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    // A number has at most 20 digits. They are written from the last one on, so that they end 20 bytes on,
    // and then moved to their place.
    let behind = memory + count + 20
    var (first, rest) = (behind, number)
    while rest > 0 {
      first -= 1
      first.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    let length = behind - first
    (memory + count).update(from: first, count: length)
    count += length
  }
}

/// A text of at most 24 bytes, which are copied together.
struct ShortText {
  let words: (UInt64, UInt64, UInt64)
  let count: Int

  /// Copies at most 24 bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes.prefix(24)) }
    self.words = words
    count = bytes.count
  }

  init(_ text: String) { self = Array(text.utf8).withUnsafeBufferPointer { Self($0) } }
}

/// Parts of the lines for rooms of at most 64 squares.
final class Views {
  let size: RoomSize

  /// The light, the player's square and its legal moves: ` dark 5,5 UL `. The index has four bits for the
  /// moves, six for the square, and one for the light.
  let texts: UnsafeMutablePointer<ShortText>
  private static let count = 1 << 11

  /// The squares.
  let squares: UnsafeMutablePointer<ShortText>

  init(_ size: RoomSize) {
    self.size = size
    texts = .allocate(capacity: Self.count)
    texts.initialize(repeating: ShortText(""), count: Self.count)
    squares = .allocate(capacity: size.squareCount)
    for index in 0..<size.squareCount {
      let square = size.square(at: index)
      let name = "\(square.row + 1),\(square.column + 1)"
      (squares + index).initialize(to: ShortText(name))
      for bits in 0..<UInt8(16) {
        let moves = DirectionSet(bits: bits).map(\.description).joined()
        for (light, isLit) in [("dark", false), ("lit", true)] {
          texts[Self.index(isLit: isLit, index, bits)] = ShortText(" \(light) \(name) \(moves) ")
        }
      }
    }
  }

  deinit {
    texts.deallocate()
    squares.deallocate()
  }

  static func index(isLit: Bool, _ square: Int, _ moves: UInt8) -> Int {
    (isLit ? 1 << 10 : 0) | square << 4 | Int(moves)
  }
}
