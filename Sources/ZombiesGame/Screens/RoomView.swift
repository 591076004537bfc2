import ZombiesCore

/// The grid of a screen. It contains nothing that the player may not see.
public struct RoomView {
  /// The display of a square.
  public struct Cell: Hashable, Sendable {
    /// The player's knowledge of a square.
    public enum Light: Hashable, Sendable {
      /// The player sees the square now.
      case seen
      /// The player saw the square earlier in the round.
      case remembered
      /// The player knows nothing about the square.
      case dark
    }

    /// The thing on the square, with ``/ZombiesCore/Thing/start`` for the player. Nil for floor and in
    /// the dark.
    public let thing: Thing?
    /// The player's knowledge of the square.
    public let light: Light
    /// Whether the thing is a zombie that has caught the player.
    public let catches: Bool
    /// The number of zombies that the player heard on the square; nil for none.
    public var heard: Int?
    /// Whether a number that the player asks about counts the square.
    public var isCounted = false
    /// The mark of the square in the workshop; nil for none.
    public var sign: Sign?

    /// A mark of a square in the workshop.
    public enum Sign: String, CaseIterable, Hashable, Sendable {
      /// The square of the cursor.
      case cursor = "<"
      /// A square on the solution.
      case way = "*"
      /// A square from which the level can no longer be won.
      case lost = "x"
    }

    /// Whether the square is out of sight and was seen before.
    public var isRemembered: Bool { light == .remembered }

    /// The number heard on the square, in one character: `+` for more than 9; nil for none.
    public var digit: String? { heard.map { $0 > 9 ? "+" : String($0) } }

    /// The symbol of the square and its mark.
    ///
    /// An emoji takes two columns of a terminal, a letter one. The mark is `'` for a remembered thing,
    /// `!` for a zombie that catches, `~` for a square that a number counts, and otherwise a blank. A
    /// number heard replaces the floor, and among emoji it is the mark of the player. In the workshop
    /// the mark is `<` for the cursor, `*` for the solution, and `x` for a lost square.
    public func symbols(_ style: PictureStyle) -> (symbol: String, mark: String) {
      if let sign {
        let symbol = thing == nil && style == .emoji ? "⬜" : style.symbol(thing)
        return (symbol, sign.rawValue)
      }
      if catches { return (style.symbol(thing), "!") }
      if let digit {
        let isEmoji = style == .emoji
        if thing == nil { return (isEmoji ? " " + digit : digit, isCounted ? "~" : " ") }
        // Letters are so close together that the player's number would join that of the next square.
        if isEmoji { return (style.symbol(thing), digit) }
      }
      guard !isCounted else {
        var cell = self
        cell.isCounted = false
        return (cell.symbols(style).symbol, "~")
      }
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

  /// Whether every square is shown: in the light, and when the player looks at the room after a round.
  let showsEverything: Bool

  /// The marks of squares in the workshop.
  private var signs: [Square: Cell.Sign] = [:]

  /// The numbers that the player has heard; nil if the room shows none.
  private var numbers: Knowledge?

  /// The square whose number the player asks about, with the hearing distance; nil for none.
  private var counted: (around: Square, distance: Int)?

  /// The size of the room.
  public var size: RoomSize { round.level.size }

  /// The square of the player.
  public var player: Square { round.player }

  init(_ session: Session) {
    let attempt = session.attempt
    self.init(
      attempt.round, seen: attempt.seen,
      remembers: session.settingsInForce.remembers || attempt.lesson != nil,
      showsEverything: attempt.looks || attempt.round.isLit)
    // In the light the zombies move, and the numbers are no longer true.
    guard attempt.hasHearing, !attempt.round.isLit else { return }
    numbers = attempt.knowledge
    counted = attempt.listened.map { ($0, attempt.rules.hearingDistance) }
  }

  init(_ round: Round, seen: SquareSet, remembers: Bool, showsEverything: Bool) {
    self.round = round
    self.seen = seen
    self.remembers = remembers
    self.showsEverything = showsEverything
  }

  /// A picture of a whole level.
  init(picture level: Level) {
    var seen = SquareSet(level.size)
    seen.formComplement()
    self.init(Round(level), seen: seen, remembers: true, showsEverything: true)
  }

  /// A picture of a whole level with marks from the workshop.
  init(picture level: Level, signs: [Square: Cell.Sign]) {
    self.init(picture: level)
    self.signs = signs
  }

  /// The display of a square of the room.
  public subscript(square: Square) -> Cell {
    var cell = bare(square)
    cell.sign = signs[square]
    if remembers || square == player { cell.heard = numbers?.heard(on: square) }
    if let counted { cell.isCounted = square.distance(to: counted.around) <= counted.distance }
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

  /// The squares that show a kind of thing, in reading order.
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
  /// The most zombie steps in an animation. Nobody could follow more, and each picture contains all
  /// zombies, so many pictures would need much memory.
  private static let mostChaseFrames = 120

  /// The walks of the last action, for a front end that animates them: the player's first, then those of
  /// the zombies that the player sees. Each is a list of squares from the first to the last. Empty if
  /// the last action was no move.
  public var walks: [[Square]] {
    guard let story = lastMove else { return [] }
    var walks: [[Square]] = []
    for event in story.events {
      switch event {
      case .stepped(_, let square): walks.append([story.before.player, square])
      case .chased(let moves) where attempt.round.isLit:
        walks += moves.filter { !$0.path.isEmpty }.map { [$0.from] + $0.path }
      case .chased, .lit, .ended: break
      }
    }
    return walks
  }

  /// Whether the last move has lit the room.
  public var hasJustBecomeLit: Bool {
    lastMove.map { !$0.before.isLit && attempt.round.isLit } ?? false
  }

  /// The hint of the last action; nil if the last action was not a hint.
  public var freshHint: Hint? {
    lastHint.flatMap { Teller(self).hint($0).long == told.suffix(1) ? $0 : nil }
  }

  /// The pictures of the last chase: one after the player's move, and one after each zombie's step.
  ///
  /// The last picture is omitted, because the screen itself shows it. Empty if the last action caused
  /// no chase, or one with too many steps.
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
