/// The reason why an action, a line, an edit or an address is refused, as a sentence.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The effect of an action, or the reason why it is refused.
///
/// Each place of the game returns the deed of each action. Permission, effect and refusal are decided
/// in one function, and what a place does not mention means nothing there. The alternative, functions that
/// perform an action or throw the reason, would need a copy of the session for every button that may be greyed.
enum Deed {
  /// The action is allowed and has this effect.
  case does((inout Session) -> Void)
  /// The action is refused for this reason, a sentence.
  case refused(String)

  /// The action means nothing in the place.
  static var meaningless: Deed {
    .refused("That does nothing here. Type help for the commands.")
  }

  /// Whether the action does something.
  var isAllowed: Bool { if case .does = self { true } else { false } }

  /// The same deed, preceded by another effect.
  func after(_ first: @escaping (inout Session) -> Void) -> Deed {
    guard case .does(let body) = self else { return self }
    return .does {
      first(&$0)
      body(&$0)
    }
  }

  // MARK: Deeds of several places

  /// Refuses to go beyond the edge of the room.
  static var roomEnds: Deed { .refused("The room ends there.") }

  /// Refuses to share, because no round is finished.
  static var noRound: Deed { .refused("No round is finished yet.") }

  /// Tells something.
  static func tells(_ words: @escaping (Session) -> [String]) -> Deed {
    .does { $0.tell(words($0)) }
  }

  /// Tells a list, which may be long.
  static func lists(_ words: @escaping (Session) -> [String]) -> Deed {
    .does { $0.tellList(words($0)) }
  }

  /// Leaves the game.
  static var leaves: Deed { .does { $0.leave() } }

  /// Opens a page.
  static func opens(_ page: Action.Page) -> Deed { .does { $0.open(page) } }

  /// Switches to another mode, unless the player is already there or may not go.
  static func visits(_ mode: Mode, if isAllowed: Bool) -> Deed {
    isAllowed
      ? .does { $0.go(to: $0.place(of: mode)) } : .refused("You are already there.")
  }
}

extension Session {
  /// Shares the last finished round, if it may be shared now.
  var sharing: Deed {
    shareable == nil ? .noRound : .does { $0.tellShare() }
  }
}
