import ZombiesCore

/// The grid of a screen: what is shown on each square, and nothing that the player may not see.
public struct RoomView {
  /// What is shown on a square.
  public struct Cell: Hashable, Sendable {
    /// How the square is known.
    public enum Light: Hashable, Sendable {
      /// It is seen now.
      case seen
      /// It was seen earlier in the round.
      case remembered
      /// Nothing is known of it.
      case dark
    }

    /// What stands there; the player is ``/ZombiesCore/Thing/start``. Nil for floor, and in the dark.
    public let thing: Thing?
    /// How the square is known.
    public let light: Light
    /// Whether it is a zombie that has caught the player.
    public let catches: Bool
    /// What is said of the square in the workshop.
    public var sign: Sign?

    /// What is said of a square in the workshop.
    public enum Sign: String, CaseIterable, Hashable, Sendable {
      /// The cursor is on it.
      case cursor = "<"
      /// The solution leads over it.
      case way = "*"
      /// Nothing can be won any more from there.
      case lost = "x"
    }

    /// Whether the square is out of sight and was seen before.
    public var isRemembered: Bool { light == .remembered }

    /// The symbol, in two columns of a terminal where it is an emoji and else in one; with a mark
    /// for what is remembered (`'`) or catches (`!`), or a blank. In the workshop, a mark says where the
    /// cursor is (`<`), where the solution leads (`*`) and from where nothing can be won (`x`).
    public func symbols(_ style: PictureStyle) -> (symbol: String, mark: String) {
      if let sign {
        let symbol = thing == nil && style == .emoji ? "⬜" : style.symbol(thing)
        return (symbol, sign.rawValue)
      }
      if catches { return (style.symbol(thing), "!") }
      switch light {
      case .dark: return (style == .emoji ? "⬛" : style.unseen, " ")
      case .seen: return (thing == nil && style == .emoji ? "⬜" : style.symbol(thing), " ")
      case .remembered:
        guard thing != nil else { return (style == .emoji ? "🟫" : ",", " ") }
        return (style.symbol(thing), "'")
      }
    }
  }

  private let round: Round
  private let seen: SquareSet
  private let remembers: Bool

  /// Whether every square is seen, by light or because the round is over and looked at.
  let showsEverything: Bool

  /// What is said of squares in the workshop.
  private var signs: [Square: Cell.Sign] = [:]

  /// The sides of the room.
  public var size: RoomSize { round.level.size }

  /// Where the player stands.
  public var player: Square { round.player }

  init(_ session: Session) {
    let attempt = session.attempt
    var looks = false
    if case .over(_, let ending) = session.stage { looks = ending.looks }
    self.init(
      attempt.round, seen: attempt.seen,
      remembers: session.settings.remembers || attempt.lesson != nil,
      showsEverything: looks || attempt.round.isLit)
  }

  init(_ round: Round, seen: SquareSet, remembers: Bool, showsEverything: Bool) {
    self.round = round
    self.seen = seen
    self.remembers = remembers
    self.showsEverything = showsEverything
  }

  /// A level as a picture, all of it.
  init(picture level: Level) {
    var seen = SquareSet(level.size)
    seen.formComplement()
    self.init(Round(level), seen: seen, remembers: true, showsEverything: true)
  }

  /// The same with what is said of squares in the workshop.
  init(picture level: Level, signs: [Square: Cell.Sign]) {
    self.init(picture: level)
    self.signs = signs
  }

  /// What is shown on a square of the room.
  public subscript(square: Square) -> Cell {
    var cell = bare(square)
    cell.sign = signs[square]
    return cell
  }

  private func bare(_ square: Square) -> Cell {
    let level = round.level
    let zombie = round.zombies.contains(square)
    if square == round.player && !zombie {
      return Cell(thing: .start, light: .seen, catches: false)
    }
    let sight = Sight(round)
    if showsEverything || sight.sees(square) {
      let catches =
        zombie && round.outcome == .caught
        && round.rules.catches(round.player, zombie: square, in: level.size)
      return Cell(thing: round.thing(at: square), light: .seen, catches: catches)
    }
    // The signpost always shines.
    if square == level.signpost { return Cell(thing: .signpost, light: .seen, catches: false) }
    guard remembers, seen.contains(square) else {
      return Cell(thing: nil, light: .dark, catches: false)
    }
    return Cell(thing: round.thing(at: square), light: .remembered, catches: false)
  }

  /// The squares on which a thing of a kind is shown, in reading order.
  func squares(of thing: Thing) -> [Square] {
    let level = round.level
    let all =
      switch thing {
      case .zombie: round.zombies.squares
      case .block: level.blocks
      case .flashlight: level.flashlights
      case .signpost: [level.signpost]
      case .start: [round.player]
      }
    return all.filter { self[$0].thing == thing }
  }
}

extension Session {
  /// More steps of zombies than anybody could follow. Each picture holds the room's zombies, so that
  /// very many would also take much memory.
  private static let mostChaseFrames = 120

  /// The room while the zombies chase: after the player's step, and after each step of each zombie,
  /// the last one left out, for that is the screen itself; empty if the last action was no chase, or
  /// one of too many steps.
  public var chaseFrames: [RoomView] {
    guard let story = lastMove, story.before.isLit else { return [] }
    let steps = story.events.reduce(0) { count, event in
      guard case .chased(let moves) = event else { return count }
      return moves.reduce(count) { $0 + $1.path.count }
    }
    guard steps <= Self.mostChaseFrames else { return [] }
    var round = story.before
    var frames: [RoomView] = []
    func show() {
      frames.append(
        RoomView(round, seen: attempt.seen, remembers: true, showsEverything: true))
    }
    for event in story.events {
      switch event {
      case .stepped(_, let square):
        round.place(player: square, zombies: round.zombies, isLit: true)
        show()
      case .chased(let moves):
        for move in moves {
          var zombies = round.zombies
          var last = move.from
          for square in move.path {
            zombies.remove(last)
            zombies.insert(square)
            last = square
            round.place(player: round.player, zombies: zombies, isLit: true)
            show()
          }
        }
      case .lit, .ended: break
      }
    }
    return Array(frames.dropLast())
  }
}
