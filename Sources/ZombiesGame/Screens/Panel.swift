import ZombiesCore

/// A screen of sentences and rows: the menu, the worlds, a question, the board.
public struct Panel {
  /// A row, which the cursor can be on.
  public struct Row: Hashable, Sendable {
    /// What it says.
    public let text: String
    /// What stands behind it, such as stars or a score.
    public let detail: String
    /// Whether the cursor is on it.
    public let isCurrent: Bool
    /// Whether something can be done with it; otherwise it is greyed.
    public let isEnabled: Bool
    /// The row in words, for somebody who does not see it.
    public let spoken: String

    init(
      _ text: String, detail: String = "", isCurrent: Bool = false, isEnabled: Bool = true,
      spoken: String? = nil
    ) {
      self.text = text
      self.detail = detail
      self.isCurrent = isCurrent
      self.isEnabled = isEnabled
      self.spoken = spoken ?? (detail.isEmpty ? text : text + ", " + detail)
    }
  }

  /// A room that is shown, all of it; where it is too large for that, the part with the cursor.
  public struct Picture {
    /// What it is called; empty if it is the only one.
    public let name: String
    /// The room.
    public let room: RoomView
    /// The room in words.
    public let spoken: String
    /// The square of the cursor; nil if there is none.
    public var cursor: Square?
  }

  /// The title.
  public let title: String
  /// Whether the screen is white on black in every mode, as questions are.
  public let isWhiteOnBlack: Bool
  /// Sentences above the rows.
  public var lines: [String] = []
  /// Rooms below them.
  public var rooms: [Picture] = []
  /// The rows.
  public var rows: [Row] = []
  /// What is being typed, with what it is for; nil if nothing is.
  public var field: (label: String, text: String)?
  /// Sentences below the rows, about the one that the cursor is on.
  public var notes: [String] = []

  init(_ title: String, isWhiteOnBlack: Bool = false) {
    self.title = title
    self.isWhiteOnBlack = isWhiteOnBlack
  }

  /// The room in which a cursor walks; nil if there is none.
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
  /// Does what a row of the screen is for, counted from 0, as somebody wants who touches it.
  ///
  /// - Returns: Whether something was done.
  public mutating func touch(row: Int) -> Bool {
    switch screenKind {
    case .settings:
      guard Setting.Kind.allCases.indices.contains(row) else { return false }
      settingKind = Setting.Kind.allCases[row]
      return perform(.change(forward: true))
    // On the board, choosing begins a turn, which nobody does by pointing at a player.
    case .board, .gameOver: return perform(.point(row))
    default:
      let isPointed = perform(.point(row))
      guard case .panel(let panel) = screen.content, panel.rows.indices.contains(row),
        panel.rows[row].isCurrent
      else { return isPointed }
      return perform(.choose) || isPointed
    }
  }

  /// The menu: what there is to play.
  var menuPanel: Panel {
    var panel = Panel("Zombies")
    panel.rows = Self.modes.enumerated().map { row, mode in
      Panel.Row(
        mode.name, detail: mode == self.mode ? "now" : "", isCurrent: row == menuRow)
    }
    panel.notes = [Self.modes[menuRow].summary]
    return panel
  }

  /// The panel of the place, whatever covers it; nil in a room.
  public var panel: Panel? {
    switch place {
    case .room: nil
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
    // More would be a list and no picture.
    if world.levels.count <= 20, worlds.isUnlocked(tour.world) {
      panel.lines.append(
        world.levels.indices.map { teller.signs(Campaign.Place(world: tour.world, level: $0)) }
          .joined(separator: " "))
    }
    panel.notes = [teller.purse]
    return panel
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
      return Panel.Row(
        world.levels[level].name.map { "\(level + 1). \($0)" } ?? worlds.campaign.name(of: place),
        detail: open[level] ? teller.signs(place) : isEmoji ? "🔒" : "locked",
        isCurrent: level == tour.level, isEnabled: open[level],
        spoken: level == tour.level ? teller.level(place) : nil)
    }
    panel.notes =
      open[tour.level]
      ? [teller.facts(tour.place)]
      : ["Locked: the first two levels that are not completed are open."]
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
            player.name, detail: seats.isMachine(player) ? "policy" : "",
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
        case .startingScore: "Score at the start"
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
          "Score at the start", detail: "\(seats.board.startingScore)", isCurrent: isCurrent)
      case .winning:
        Panel.Row("Who wins", detail: "\(seats.board.winning.rawValue) score", isCurrent: isCurrent)
      }
    }
  }
}
