/// A thing on a square of a level; a square without a thing is floor.
public enum Thing: UInt8, CaseIterable, Sendable {
  /// The square that the player has to reach.
  case signpost
  /// The square where the player begins.
  case start
  /// A zombie, which chases and catches the player.
  case zombie
  /// A block, which neither the player nor a zombie can enter.
  case block
  /// A flashlight, which lights the room once the player sees it.
  case flashlight

  /// The things of which a level can have any number. It has exactly one of each of the others.
  package static let several: [Thing] = allCases.filter { !$0.isSingle }

  /// Whether a level has exactly one thing of this kind.
  package var isSingle: Bool { self == .signpost || self == .start }

  /// The letter in codes and pictures: S, P, Z, # or F, in ASCII (<doc:TextForms>).
  public var letter: UInt8 {
    switch self {
    case .signpost: UInt8(ascii: "S")
    case .start: UInt8(ascii: "P")
    case .zombie: UInt8(ascii: "Z")
    case .block: UInt8(ascii: "#")
    case .flashlight: UInt8(ascii: "F")
    }
  }

  /// Creates the thing with this letter; nil for any other byte.
  public init?(letter: UInt8) {
    guard let thing = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = thing
  }

  /// The emoji in pictures.
  public var emoji: String {
    switch self {
    case .signpost: "🆘"
    case .start: "🚶"
    case .zombie: "🧟"
    case .block: "🚧"
    case .flashlight: "🔦"
    }
  }

  /// The noun for the thing, used in all texts.
  package var noun: String {
    switch self {
    case .signpost: "signpost"
    case .start: "start"
    case .zombie: "zombie"
    case .block: "block"
    case .flashlight: "flashlight"
    }
  }

  /// The noun with its article: "a zombie", "the start".
  package var nounWithArticle: String { (isSingle ? "the " : "a ") + noun }

  /// The name in messages: "zombie (Z)".
  public var name: String { "\(noun) (\(String(decoding: [letter], as: UTF8.self)))" }
}
