import ZombiesCore
import ZombiesGame
import ZombiesSystem

/// Turns the bytes that a terminal sends into keys.
struct Keyboard {
  /// An input at the terminal.
  enum Input: Equatable {
    case key(Key)
    /// Text that was pasted.
    case paste(String)
    /// Ctrl-D: end of input.
    case end
    /// Ctrl-L: redraw the screen.
    case redraw
  }

  private static let escape: UInt8 = 0x1B

  /// Bytes that may be the beginning of a key.
  private var waiting: [UInt8] = []

  /// The bytes pasted so far; nil outside a paste.
  private var pasted: [UInt8]?

  /// Whether the bytes are a reply of the terminal, such as its name, which the player has not typed.
  private var isReply = false

  /// The maximum number of bytes of a paste. No level is that long in any form, so a paste that is cut off
  /// is refused.
  private static let longestPaste = 1 << 26

  /// The milliseconds without another byte after which ``settle()`` ends an incomplete input; nil if none is
  /// incomplete.
  var patience: Int? {
    if waiting == [Self.escape] { return 40 }
    if pasted != nil || isReply { return 500 }
    return waiting.first == Self.escape ? 40 : nil
  }

  /// Takes bytes and returns the keys in them.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Input] {
    waiting += bytes
    var inputs: [Input] = []
    var place = 0
    while place < waiting.count, let (input, length) = next(waiting[place...]) {
      if let input { inputs.append(input) }
      place += length
    }
    waiting.removeFirst(place)
    return inputs
  }

  /// Ends an incomplete input, and returns what it was: a paste, Escape by itself, or nothing.
  mutating func settle() -> [Input] {
    defer { drop() }
    if let pasted { return [.paste(String(decoding: pasted, as: UTF8.self))] }
    // Escape ends a reply of the terminal, whether the terminal or the player sent it.
    return waiting == [Self.escape] && !isReply ? [.key(.escape)] : []
  }

  /// Discards all bytes read so far.
  mutating func drop() {
    waiting = []
    pasted = nil
    isReply = false
  }

  /// The next input and its length. The input is nil for bytes without a meaning. The result is nil if more
  /// bytes are needed.
  private mutating func next(_ bytes: ArraySlice<UInt8>) -> (input: Input?, length: Int)? {
    guard let first = bytes.first else { return nil }
    if pasted != nil { return Self.nextPasted(bytes, &pasted) }
    if isReply { return nextOfReply(bytes) }
    switch first {
    case Self.escape: return escaped(bytes)
    case 0x0D, 0x0A: return (.key(.enter), 1)
    case 0x7F, 0x08: return (.key(.backspace), 1)
    case 0x04: return (.end, 1)
    case 0x0C: return (.redraw, 1)
    case 0x20..<0x7F: return (.key(.character(Character(Unicode.Scalar(first)))), 1)
    case 0xC2..<0xF5:
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      // The bytes of a character may arrive one by one, but wait only if the character can be completed.
      guard bytes.prefix(length).dropFirst().allSatisfy({ (0x80..<0xC0).contains($0) }) else {
        return (nil, 1)
      }
      guard bytes.count >= length else { return nil }
      guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
        let character = text.first
      else { return (nil, 1) }
      return (.key(.character(character)), length)
    default: return (nil, 1)
    }
  }

  /// A key that begins with Escape.
  private mutating func escaped(
    _ bytes: ArraySlice<UInt8>
  ) -> (input: Input?, length: Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    switch second {
    case UInt8(ascii: "O"):
      guard let letter = rest.dropFirst().first else { return nil }
      // Another key begins, so this one is incomplete.
      guard letter != Self.escape else { return (nil, 2) }
      return (Self.arrow(letter), 3)
    case UInt8(ascii: "["):
      let parameters = rest.dropFirst().prefix { (0x20..<0x40).contains($0) }
      guard let last = rest.dropFirst(1 + parameters.count).first else {
        // No terminal sends a longer sequence.
        return parameters.count > 32 ? (nil, bytes.count) : nil
      }
      guard last != Self.escape else { return (nil, 2 + parameters.count) }
      let length = 3 + parameters.count
      switch String(decoding: rest.dropFirst().prefix(parameters.count + 1), as: UTF8.self) {
      case "200~":
        pasted = []
        return (nil, length)
      case "5~": return (.key(.pageUp), length)
      case "6~": return (.key(.pageDown), length)
      default: return (Self.arrow(last), length)
      }
    case Self.escape: return (.key(.escape), 1)
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      // Without more bytes, this is a letter with Alt.
      guard rest.count > 1 else { return nil }
      isReply = true
      return (nil, 2)
    // A key with Alt. The game has no such keys.
    default: return (nil, 2)
    }
  }

  /// The next bytes of a reply of the terminal. A control character ends the reply.
  private mutating func nextOfReply(
    _ bytes: ArraySlice<UInt8>
  ) -> (input: Input?, length: Int)? {
    let text = bytes.prefix { $0 >= 0x20 }
    guard text.isEmpty, let end = bytes.first else { return (nil, text.count) }
    if end == Self.escape {
      // Escape and a backslash are the proper end. Escape and any other byte are a key, which ends the
      // reply too.
      guard let second = bytes.dropFirst().first else { return nil }
      isReply = false
      return (nil, second == UInt8(ascii: "\\") ? 2 : 0)
    }
    isReply = false
    let isEnd = [0x07, 0x18, 0x1A].contains(end)
    return (nil, isEnd ? 1 : 0)
  }

  private static func arrow(_ letter: UInt8) -> Input? {
    zip("ABCD".utf8, [Direction.up, .down, .right, .left]).first { $0.0 == letter }.map {
      .key(.arrow($0.1))
    }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The next bytes of a paste, or its end.
  private static func nextPasted(
    _ bytes: ArraySlice<UInt8>, _ pasted: inout [UInt8]?
  ) -> (input: Input?, length: Int)? {
    let plain = bytes.prefix { $0 != escape }
    if !plain.isEmpty {
      let room = longestPaste - (pasted?.count ?? 0)
      pasted?.append(contentsOf: plain.prefix(max(0, room)))
      return (nil, plain.count)
    }
    if bytes.starts(with: pasteEnd) {
      let text = String(decoding: pasted ?? [], as: UTF8.self)
      pasted = nil
      return (.paste(text), pasteEnd.count)
    }
    return pasteEnd.starts(with: bytes) ? nil : (nil, 1)
  }
}
