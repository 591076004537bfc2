import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// What can be played.
public enum Mode: String, CaseIterable, Hashable, Sendable {
  /// Rounds in levels that are drawn or given.
  case rounds
  /// The worlds of a campaign.
  case worlds
  /// Questions about rooms.
  case questions
  /// A board of players who play the same levels in turn.
  case board
  /// The workshop, where levels are made.
  case workshop
}

/// Something that somebody who plays can do. A front end turns keys, clicks and typed words into
/// actions; ``Session/allows(_:)`` says which of them do something now.
public enum Action: Hashable, Sendable {
  /// One step of the player.
  case move(Direction)
  /// Puts a message away: a new round begins.
  case dismiss
  /// Looks at the room behind a message, all of it; and back.
  case look
  /// Takes the last move back.
  case undo
  /// Begins the same level again.
  case restart
  /// Asks for the best move.
  case hint
  /// Has the solution played, move by move.
  case showMe
  /// The next move of the solution, or the end of what is being thought out; see ``Session/awaits``.
  case proceed
  /// Stops the solution where it is, or what is being thought out.
  case stop
  /// Leaves a practice round for a new level.
  case newRound
  /// Plays a level that the player names, as practice.
  case play(NamedLevel)
  /// Plays the level that a reference names, as practice.
  case draw(SeedReference)
  /// Tells the last finished round in a sentence and a line of symbols.
  case share
  /// Skips the first steps.
  case skip
  /// Opens a page that covers the room.
  case open(Page)
  /// Closes it.
  case close
  /// Goes to the previous setting.
  case previous
  /// Goes to the next setting.
  case next
  /// Changes the current setting: to the next value, or the previous one.
  case change(forward: Bool)
  /// Changes a setting to a value.
  case set(Setting)
  /// Adds to the command line.
  case type(String)
  /// Removes the last character from the command line.
  case erase
  /// Carries out the command line.
  case enter
  /// Scrolls the log: to older messages, or to newer ones.
  case scroll(older: Bool)
  /// Ends the session.
  case leave

  // In the menu, the worlds, the questions and on the board:

  /// Takes up rounds, worlds, questions or the board.
  case visit(Mode)
  /// Puts the cursor on a row, counted from 0.
  case point(Int)
  /// Does what the cursor is on: enters a world, plays a level, validates an answer, begins a turn.
  case choose
  /// Goes back: from a level to its world, from a world to the carousel, from a text that is typed.
  case back
  /// Pays for a locked world.
  case buy
  /// Adds a player to the board.
  case seat(String)
  /// Begins to type the name of a new player.
  case add
  /// Removes the player that the cursor is on.
  case remove
  /// One of the three buttons of the board.
  case button(Button)
  /// Lets the player whose turn it is leave; the row stays.
  case sitOut
  /// The moves of a player who is not a person; see ``Session/turn``.
  case plays([Direction])

  // In the workshop:

  /// Puts the cursor on a square.
  case aim(Square)
  /// Puts a thing on the square of the cursor, or clears the square.
  case put(Thing?)
  /// Changes the level.
  case edit(Workshop.Edit)
  /// Makes the change again that was taken back last.
  case redo
  /// Draws the next level of a family, of a grade if one is given.
  case generate(Family, Grade?)
  /// Keeps the level.
  case keep
  /// Removes a kept level, by its place from 0.
  case removeKept(Int)

  /// A button of the board.
  public enum Button: String, CaseIterable, Hashable, Sendable {
    /// Start Game, which begins a game.
    case start
    /// End Game, which names the winners.
    case end
    /// Reset Game, which goes back to setting up.
    case reset

    /// The label.
    public var label: String {
      switch self {
      case .start: "Start Game"
      case .end: "End Game"
      case .reset: "Reset Game"
      }
    }
  }

  /// A page that covers the room.
  public enum Page: String, CaseIterable, Hashable, Sendable {
    /// The rules in short, and the keys.
    case help
    /// The settings.
    case settings
    /// The text screen.
    case text
    /// The menu: what there is to play.
    case menu
  }
}
