import ZombiesCore
import ZombiesGame

/// Turns the bytes that a terminal sends into keys.
struct Keyboard {
  /// What somebody did at the terminal.
  enum Input: Equatable {
    case key(Key)
    /// Text that was pasted.
    case paste(String)
    /// Ctrl-D: the end of what somebody wants to say.
    case end
    /// Ctrl-L: draw everything again.
    case redraw
  }

  private static let escape: UInt8 = 0x1B

  /// Bytes that may be the beginning of a key.
  private var waiting: [UInt8] = []

  /// What has been pasted so far; nil where nothing is being pasted.
  private var pasted: [UInt8]?

  /// The most bytes of a paste that are kept; nobody types more in a line.
  private static let longestPaste = 10_000

  /// Whether more bytes may belong to what has come: without any for a moment, it was a key alone.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Takes bytes and returns the keys in them.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Input] {
    waiting += bytes
    var inputs: [Input] = []
    var place = 0
    while place < waiting.count, let (input, length) = Self.next(waiting[place...], &pasted) {
      if let input { inputs.append(input) }
      place += length
    }
    waiting.removeFirst(place)
    return inputs
  }

  /// No more bytes have come: what has is a key by itself, or nothing that is known.
  mutating func settle() -> [Input] {
    defer { waiting = [] }
    return waiting == [Self.escape] ? [.key(.escape)] : []
  }

  /// Forgets what has come.
  mutating func drop() {
    waiting = []
    pasted = nil
  }

  /// The next input and its length; no input for bytes without a meaning, nil where more must come.
  private static func next(
    _ bytes: ArraySlice<UInt8>, _ pasted: inout [UInt8]?
  ) -> (input: Input?, length: Int)? {
    guard let first = bytes.first else { return nil }
    if pasted != nil { return nextPasted(bytes, &pasted) }
    switch first {
    case escape: return escaped(bytes, &pasted)
    case 0x0D, 0x0A: return (.key(.enter), 1)
    case 0x7F, 0x08: return (.key(.backspace), 1)
    case 0x04: return (.end, 1)
    case 0x0C: return (.redraw, 1)
    case 0x20..<0x7F: return (.key(.character(Character(Unicode.Scalar(first)))), 1)
    case 0xC2..<0xF5:
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard bytes.count >= length else { return nil }
      guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
        let character = text.first
      else { return (nil, 1) }
      return (.key(.character(character)), length)
    default: return (nil, 1)
    }
  }

  /// A key that begins with Escape.
  private static func escaped(
    _ bytes: ArraySlice<UInt8>, _ pasted: inout [UInt8]?
  ) -> (input: Input?, length: Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    switch second {
    case UInt8(ascii: "O"):
      guard let letter = rest.dropFirst().first else { return nil }
      // Another key begins, so that this one was broken off.
      guard letter != escape else { return (nil, 2) }
      return (arrow(letter).map { .key($0) }, 3)
    case UInt8(ascii: "["):
      let parameters = rest.dropFirst().prefix { (0x20..<0x40).contains($0) }
      guard let last = rest.dropFirst(1 + parameters.count).first else {
        // No terminal sends a longer one.
        return parameters.count > 32 ? (nil, bytes.count) : nil
      }
      guard last != escape else { return (nil, 2 + parameters.count) }
      let length = 3 + parameters.count
      switch (String(decoding: parameters, as: UTF8.self), last) {
      case ("200", UInt8(ascii: "~")):
        pasted = []
        return (nil, length)
      case ("5", UInt8(ascii: "~")): return (.key(.pageUp), length)
      case ("6", UInt8(ascii: "~")): return (.key(.pageDown), length)
      default: return (arrow(last).map { .key($0) }, length)
      }
    case escape: return (.key(.escape), 1)
    // With Alt; the game has no such keys.
    default: return (nil, 2)
    }
  }

  private static func arrow(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .arrow(.up)
    case UInt8(ascii: "B"): .arrow(.down)
    case UInt8(ascii: "C"): .arrow(.right)
    case UInt8(ascii: "D"): .arrow(.left)
    default: nil
    }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The next byte of what is pasted, or its end.
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
