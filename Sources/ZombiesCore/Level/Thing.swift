/// What can be on a square of a level; a square without a thing is floor.
public enum Thing: UInt8, CaseIterable, Sendable {
  /// Where the player wants to go.
  case signpost
  /// Where the player begins.
  case start
  /// What catches the player.
  case zombie
  /// What nobody walks through.
  case block
  /// What lights the room once it is in sight.
  case flashlight

  /// The things of which a level may hold any number; of the others it has exactly one.
  package static let several: [Thing] = allCases.filter { !$0.isSingle }

  /// Whether a level has exactly one.
  package var isSingle: Bool {
    switch self {
    case .signpost, .start: true
    case .zombie, .block, .flashlight: false
    }
  }

  /// The letter of codes and pictures: S, P, Z, # or F, in ASCII (<doc:TextForms>).
  public var letter: UInt8 {
    switch self {
    case .signpost: UInt8(ascii: "S")
    case .start: UInt8(ascii: "P")
    case .zombie: UInt8(ascii: "Z")
    case .block: UInt8(ascii: "#")
    case .flashlight: UInt8(ascii: "F")
    }
  }

  /// The thing that a letter stands for; nil for any other byte.
  public init?(letter: UInt8) {
    guard let thing = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = thing
  }

  /// The emoji of pictures.
  public var emoji: String {
    switch self {
    case .signpost: "🆘"
    case .start: "🚶"
    case .zombie: "🧟"
    case .block: "🚧"
    case .flashlight: "🔦"
    }
  }

  /// The thing in one word; all texts about things are made of it.
  package var noun: String {
    switch self {
    case .signpost: "signpost"
    case .start: "start"
    case .zombie: "zombie"
    case .block: "block"
    case .flashlight: "flashlight"
    }
  }

  /// The thing with its article: "a zombie", "the start".
  package var nounWithArticle: String { (isSingle ? "the " : "a ") + noun }

  /// The thing's name in messages: "zombie (Z)".
  public var name: String { "\(noun) (\(String(decoding: [letter], as: UTF8.self)))" }
}
