/// What comes of an action: either it does something, or it is said why it does nothing.
///
/// Each place of the game gives the deed of each action, so that what is allowed, what is done and
/// what is said of the rest stand together, and the compiler asks the places about a new action.
/// The other shape, functions that perform and throw why they do not, would be tried on a copy of
/// the session wherever a button may be greyed.
enum Deed {
  /// It is allowed, and does this.
  case does((inout Session) -> Void)
  /// It does nothing now; why, in a sentence.
  case refused(String)

  /// It means nothing in the place.
  static var meaningless: Deed {
    .refused("That does nothing here. Type help for what does.")
  }

  /// Whether it does something.
  var isAllowed: Bool { if case .does = self { true } else { false } }

  /// The same with something that is done before it.
  func after(_ first: @escaping (inout Session) -> Void) -> Deed {
    guard case .does(let body) = self else { return self }
    return .does {
      first(&$0)
      body(&$0)
    }
  }

  // MARK: The same in several places

  /// Nothing is beyond the room.
  static var roomEnds: Deed { .refused("The room ends there.") }

  /// There is no round to tell.
  static var noRound: Deed { .refused("No round is finished yet.") }

  /// Leaves the game.
  static var leaves: Deed { .does { $0.leave() } }

  /// Opens a page.
  static func opens(_ page: Action.Page) -> Deed { .does { $0.open(page) } }

  /// Takes something else up, unless the player is there already or may not go.
  static func visits(_ mode: Mode, if isAllowed: Bool) -> Deed {
    isAllowed
      ? .does { $0.take(up: mode, isNew: false) } : .refused("You are there already.")
  }
}

extension Session {
  /// Tells the last finished round, as far as it may be told now.
  var sharing: Deed {
    shareable == nil ? .noRound : .does { $0.tellShare() }
  }
}
