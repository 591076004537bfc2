import ZombiesCore

/// The grid of a screen. It contains nothing that the player may not see.
public struct RoomView {
  /// The display of a square.
  public struct Cell: Hashable, Sendable {
    /// The player's knowledge of a square.
    public enum Light: String, Hashable, Sendable {
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
    public internal(set) var catches = false
    /// The number of zombies that the player heard on the square; nil for none.
    public var heard: Int?
    /// Whether a number that the player asks about counts the square.
    public var isCounted = false
    /// The mark of the square in the workshop; nil for none.
    public var sign: Sign?

    /// A mark of a square in the workshop.
    public enum Sign: String, CaseIterable, Hashable, Sendable {
      /// The square of the cursor.
      case cursor
      /// A square on the solution.
      case way
      /// A square from which the level can no longer be won.
      case lost
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
      let isEmoji = style == .emoji
      let floor =
        switch light {
        case .seen: isEmoji ? "⬜" : style.symbol(nil)
        case .remembered: isEmoji ? "🟫" : ","
        case .dark: isEmoji ? "⬛" : style.unseen
        }
      let number = digit.map { (isEmoji ? " " : "") + $0 }
      let symbol = thing.map { style.symbol($0) } ?? number ?? floor
      if let sign { return (symbol, sign == .cursor ? "<" : sign == .way ? "*" : "x") }
      if catches { return (symbol, "!") }
      // Letters are so close together that the player's number would join that of the next square.
      if isEmoji, thing != nil, let digit { return (symbol, digit) }
      if isCounted { return (symbol, "~") }
      return (symbol, isRemembered && thing != nil ? "'" : " ")
    }
  }

  private let round: Round

  /// Whether every square is shown: in the light, and when the player looks at the room after a round.
  let showsEverything: Bool

  /// The squares that are remembered; nil if the player forgets.
  private var seen: SquareSet?

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
    round = attempt.round
    showsEverything = attempt.looks || round.isLit
    if session.settingsInForce.remembers || attempt.lesson != nil { seen = attempt.seen }
    // In the light the zombies move, and the numbers are no longer true.
    guard attempt.hasHearing, !round.isLit else { return }
    numbers = attempt.knowledge
    counted = attempt.listened.map { ($0, attempt.rules.hearingDistance) }
  }

  /// A picture of a whole room.
  init(_ round: Round) { (self.round, showsEverything) = (round, true) }

  /// A picture of a whole level, with marks from the workshop.
  init(picture level: Level, signs: [Square: Cell.Sign] = [:]) {
    self.init(Round(level))
    self.signs = signs
  }

  /// The display of a square of the room.
  public subscript(square: Square) -> Cell {
    let isZombie = round.zombies.contains(square)
    let isPlayer = square == player && !isZombie
    // The signpost always shines.
    let isSeen =
      isPlayer || showsEverything || square == round.level.signpost || Sight(round).sees(square)
    let isKnown = isSeen || seen?.contains(square) ?? false
    var cell = Cell(
      thing: isPlayer ? .start : isKnown ? round.thing(at: square) : nil,
      light: isSeen ? .seen : isKnown ? .remembered : .dark,
      catches: isSeen && isZombie && round.outcome == .caught
        && round.rules.catches(player, zombie: square, in: size))
    cell.sign = signs[square]
    if seen != nil || square == player { cell.heard = numbers?.heard[square] }
    if let counted { cell.isCounted = square.distance(to: counted.around) <= counted.distance }
    return cell
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
    guard var round = lastMove?.before, round.isLit else { return [] }
    let walks = walks
    let steps = walks.dropFirst().reduce(0) { $0 + $1.count - 1 }
    guard steps <= Self.mostChaseFrames else { return [] }
    var frames: [RoomView] = []
    for (number, walk) in walks.enumerated() {
      for (from, square) in zip(walk, walk.dropFirst()) {
        var zombies = round.zombies
        if number > 0 {
          zombies.remove(from)
          zombies.insert(square)
        }
        round.place(player: number > 0 ? round.player : square, zombies: zombies, isLit: true)
        frames.append(RoomView(round))
      }
    }
    return Array(frames.dropLast())
  }
}
