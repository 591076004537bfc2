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
    public internal(set) var isCurrent: Bool
    /// Whether the row does something; otherwise it is greyed.
    public let isEnabled: Bool
    /// The row in words, for a screen reader.
    public let spoken: String
    /// The stars of the level of the row; nil if the row is no level.
    public internal(set) var stars: GameProgress.Stars?
    /// The level that the row shows; nil for none.
    private let level: Level?

    /// The room that belongs to the row, such as that of a completed level; nil for none.
    public var room: RoomView? { level.map { RoomView(picture: $0) } }

    init(
      _ text: String, detail: String = "", summary: String = "", isCurrent: Bool = false,
      isEnabled: Bool = true, spoken: String? = nil, level: Level? = nil
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

  /// The title.
  public let title: String
  /// Whether the screen is white on black in every colour scheme, as questions are.
  public let isWhiteOnBlack: Bool
  /// Sentences above the rows.
  public var lines: [String] = []
  /// Rooms below the lines.
  public var rooms: [Picture] = []
  /// The levels of a world as pictures, which a front end may show below the lines.
  public var cards: [Row] = []
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
    panel.cards = levelRows
    // The stars of more levels do not fit on a line.
    if panel.cards.count <= 20, worlds.isUnlocked(tour.world) {
      let open = panel.cards.filter { $0.isEnabled }.map { $0.detail }
      let locked = panel.cards.count - open.count
      panel.lines.append((open + (locked > 0 ? ["\(locked) \(lock)"] : [])).joined(separator: " "))
    }
    panel.notes = [teller.purse]
    return panel
  }

  private var worldPanel: Panel {
    let teller = WorldTeller(self)
    var panel = Panel(worlds.campaign.worlds[tour.world].name)
    panel.lines = [teller.state.joined(separator: " ")]
    panel.rows = levelRows
    panel.notes =
      panel.rows[tour.level].isEnabled
      ? [teller.facts(tour.place)]
      : ["Locked: only the first 2 uncompleted levels are open."]
    return panel
  }

  /// The levels of the world. In the world, the cursor is on one of them.
  private var levelRows: [Panel.Row] {
    let teller = WorldTeller(self)
    let world = worlds.campaign.worlds[tour.world]
    let isUnlocked = worlds.isUnlocked(tour.world)
    return worlds.openLevels(of: tour.world).enumerated().map { level, isOpen in
      let place = Campaign.Place(world: tour.world, level: level)
      let room = teller.room(place)
      let isCurrent = self.place == .world && level == tour.level
      var row = Panel.Row(
        world.levels[level].name.map { "\(level + 1). \($0)" } ?? worlds.campaign.name(of: place),
        detail: isOpen ? teller.signs(worlds.stars(of: place)) : lock, isCurrent: isCurrent,
        isEnabled: isOpen && isUnlocked,
        spoken: isCurrent ? teller.level(place) + (room.map { " \($0.spoken)" } ?? "") : nil,
        level: room)
      row.stars = worlds.stars(of: place)
      return row
    }
  }

  /// The sign of a locked level.
  private var lock: String { settings.style == .emoji ? "🔒" : "locked" }

  private var boardPanel: Panel {
    let teller = BoardTeller(self)
    let board = seats.board
    var panel = Panel(teller.heading)
    switch board.state {
    case .settingUp:
      panel.rows = board.players.map {
        Panel.Row($0.name, detail: isMachine($0) ? "policy" : "")
      }
      panel.rows += SetupRow.allCases.map { row in
        switch row {
        case .add: Panel.Row("Add a player")
        case .startingScore: Panel.Row("Starting score", detail: "\(board.startingScore)")
        case .winning: Panel.Row("Who wins", detail: "\(board.winning.rawValue) score")
        }
      }
      panel.notes = [teller.worth]
    case .playing:
      panel.lines = teller.lastLevel + [teller.next]
      panel.rows = board.players.map {
        Panel.Row(
          $0.name, detail: "\($0.score)" + (seats.absent.contains($0.id) ? ", has left" : ""))
      }
    case .gameOver:
      panel.lines = [teller.winners]
      let winners = board.winners.map { $0.id }
      panel.rows = board.ranking.map { entry in
        let (rank, player) = ("\(entry.rank). \(entry.player.name)", entry.player)
        let crown = winners.contains(player.id) ? "winner, " : ""
        let detail = !crown.isEmpty && settings.style == .emoji ? "👑 " : crown
        return Panel.Row(
          rank, detail: detail + "\(player.score)", spoken: "\(rank), \(crown)\(player.score)")
      }
    }
    if panel.rows.indices.contains(seats.row) { panel.rows[seats.row].isCurrent = true }
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
}
