import ZombiesCore

/// A screen of sentences and rows: the menu, the worlds, a question, the board, the workshop.
public struct Panel {
  /// A row of the panel.
  public struct Row: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The detail after the text, such as stars or a score.
    public let detail: String
    /// What the row is for; empty if its text says it.
    public let summary: String
    /// Whether the cursor is on the row.
    public let isCurrent: Bool
    /// Whether the row does something; otherwise it is greyed.
    public let isEnabled: Bool
    /// The row in words, for a screen reader.
    public let spoken: String
    /// The level that the row shows; nil for none.
    private let level: Level?

    /// The room that belongs to the row, such as that of a completed level; nil for none.
    public var room: RoomView? { level.map { RoomView(picture: $0) } }

    init(
      _ text: String, detail: String = "", summary: String = "", isCurrent: Bool = false,
      isEnabled: Bool = true,
      spoken: String? = nil, level: Level? = nil
    ) {
      self.level = level
      self.text = text
      self.detail = detail
      self.summary = summary
      self.isCurrent = isCurrent
      self.isEnabled = isEnabled
      self.spoken = spoken ?? (detail.isEmpty ? text : text + ", " + detail)
    }
  }

  /// A whole room. If it is too large, the screen shows the part with the cursor.
  public struct Picture {
    /// The name of the picture; empty if it is the only one.
    public let name: String
    /// The room.
    public let room: RoomView
    /// The room in words.
    public let spoken: String
    /// The square of the cursor; nil if the picture has no cursor.
    public var cursor: Square?
  }

  /// A level of the world that the carousel shows.
  public struct Card {
    /// The room; nil if the level is not completed.
    public let room: RoomView?
    /// The stars that are won.
    public let stars: GameProgress.Stars
    /// Whether the level can be played.
    public let isOpen: Bool
  }

  /// The title.
  public let title: String
  /// Whether the screen is white on black in every colour scheme, as questions are.
  public let isWhiteOnBlack: Bool
  /// Sentences above the rows.
  public var lines: [String] = []
  /// Rooms below the lines.
  public var rooms: [Picture] = []
  /// The rows.
  public var rows: [Row] = []
  /// The text field with its label; nil if there is no field.
  public var field: (label: String, text: String)?
  /// Sentences below the rows, for example about the current row.
  public var notes: [String] = []

  init(_ title: String, _ lines: [String] = [], isWhiteOnBlack: Bool = false) {
    self.title = title
    self.lines = lines
    self.isWhiteOnBlack = isWhiteOnBlack
  }

  /// The room with a cursor; nil if no room has one.
  public var walkedRoom: Picture? { rooms.first { $0.cursor != nil } }

  /// Everything in words, in reading order.
  public var spoken: [String] {
    var spoken: [String] = [title] + lines
    spoken += rooms.map { $0.spoken }
    spoken += rows.map { $0.spoken }
    if let field { spoken.append(field.label) }
    return spoken + notes
  }
}

extension Session {
  /// Performs the action of a row that was touched.
  ///
  /// - Parameter row: The index of the row, from 0.
  /// - Returns: Whether something was done.
  public mutating func touch(row: Int) -> Bool {
    switch screenKind {
    case .settings:
      guard settingKinds.indices.contains(row) else { return false }
      settingKind = settingKinds[row]
      return perform(.change(forward: true))
    // On the board, choosing begins a turn. Touching a player should not do that.
    case .board, .gameOver: return perform(.point(row))
    default:
      let isPointed = perform(.point(row))
      guard case .panel(let panel) = screen.content, panel.rows.indices.contains(row),
        panel.rows[row].isCurrent
      else { return isPointed }
      if perform(.choose) { return true }
      announce([refusal(of: .choose)].compactMap { $0 })
      return isPointed
    }
  }

  /// The panel of the place, ignoring any page that covers it; nil in a room.
  public var panel: Panel? {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: nil
    case .carousel: carouselPanel
    case .world: worldPanel
    case .questions: quizPanel
    case .board: boardPanel
    case .workshop: workshopPanel
    }
  }

  private var carouselPanel: Panel {
    let teller = WorldTeller(self)
    var panel = Panel(teller.heading)
    panel.lines = teller.state
    let world = worlds.campaign.worlds[tour.world]
    // The stars of more levels do not fit on a line.
    if world.levels.count <= 20, worlds.isUnlocked(tour.world) {
      let open = worlds.openLevels(of: tour.world)
      var signs = world.levels.indices.filter { open[$0] }.map {
        teller.signs(worlds.stars(of: Campaign.Place(world: tour.world, level: $0)))
      }
      if signs.count < open.count {
        let lock = settings.style == .emoji ? "🔒" : "locked"
        signs.append("\(open.count - signs.count) \(lock)")
      }
      panel.lines.append(signs.joined(separator: " "))
    }
    panel.notes = [teller.purse]
    return panel
  }

  /// The levels of the world that the carousel shows, in order.
  public var worldCards: [Panel.Card] {
    let teller = WorldTeller(self)
    let isUnlocked = worlds.isUnlocked(tour.world)
    return worlds.openLevels(of: tour.world).enumerated().map { level, isOpen in
      let place = Campaign.Place(world: tour.world, level: level)
      return Panel.Card(
        room: teller.room(place).map { RoomView(picture: $0) },
        stars: worlds.stars(of: place),
        isOpen: isOpen && isUnlocked)
    }
  }

  private var worldPanel: Panel {
    let teller = WorldTeller(self)
    let world = worlds.campaign.worlds[tour.world]
    var panel = Panel(world.name)
    panel.lines = [teller.state.joined(separator: " ")]
    let open = worlds.openLevels(of: tour.world)
    let isEmoji = settings.style == .emoji
    panel.rows = world.levels.indices.map { level in
      let place = Campaign.Place(world: tour.world, level: level)
      let room = teller.room(place)
      return Panel.Row(
        world.levels[level].name.map { "\(level + 1). \($0)" } ?? worlds.campaign.name(of: place),
        detail: open[level] ? teller.signs(worlds.stars(of: place)) : isEmoji ? "🔒" : "locked",
        isCurrent: level == tour.level, isEnabled: open[level],
        spoken: level == tour.level
          ? teller.level(place) + (room.map { " \($0.spoken)" } ?? "") : nil, level: room)
    }
    panel.notes =
      open[tour.level]
      ? [teller.facts(tour.place)]
      : ["Locked: only the first 2 uncompleted levels are open."]
    return panel
  }

  private var boardPanel: Panel {
    let teller = BoardTeller(self)
    let board = seats.board
    var panel = Panel(teller.heading)
    switch board.state {
    case .settingUp:
      panel.rows =
        board.players.enumerated().map { row, player in
          Panel.Row(
            player.name, detail: isMachine(player) ? "policy" : "",
            isCurrent: row == seats.row)
        } + setupRows
      panel.notes = [teller.worth]
    case .playing:
      panel.lines = teller.lastLevel + [teller.next]
      panel.rows = board.players.enumerated().map { row, player in
        let hasLeft = seats.absent.contains(player.id)
        return Panel.Row(
          player.name, detail: "\(player.score)" + (hasLeft ? ", has left" : ""),
          isCurrent: row == seats.row)
      }
    case .gameOver:
      panel.lines = [teller.winners]
      let winners = Set(board.winners.map { $0.id })
      panel.rows = board.ranking.enumerated().map { row, entry in
        let crown = settings.style == .emoji ? "👑 " : "winner, "
        return Panel.Row(
          "\(entry.rank). \(entry.player.name)",
          detail: (winners.contains(entry.player.id) ? crown : "") + "\(entry.player.score)",
          isCurrent: row == seats.row,
          spoken:
            "\(entry.rank). \(entry.player.name), \(winners.contains(entry.player.id) ? "winner, " : "")\(entry.player.score)"
        )
      }
    }
    if let field = seats.field {
      let label =
        switch field.purpose {
        case .add: "Name of the new player"
        case .rename: "New name"
        case .startingScore: "Starting score"
        }
      panel.field = (label, field.text)
    }
    return panel
  }

  private var setupRows: [Panel.Row] {
    SetupRow.allCases.map { row in
      let isCurrent = setupRow == row
      return switch row {
      case .add: Panel.Row("Add a player", isCurrent: isCurrent)
      case .startingScore:
        Panel.Row(
          "Starting score", detail: "\(seats.board.startingScore)", isCurrent: isCurrent)
      case .winning:
        Panel.Row("Who wins", detail: "\(seats.board.winning.rawValue) score", isCurrent: isCurrent)
      }
    }
  }
}
