import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// A mode of the game.
///
/// The cases are in the order of the menu.
public enum Mode: String, CaseIterable, Hashable, Sendable {
  /// The daily level: the same for everyone on a day.
  case daily
  /// The original game: rounds on any level of the first preset, without hearing or memory.
  case original
  /// Rounds on drawn or given levels, under the player's settings.
  case rounds
  /// The worlds of a campaign.
  case worlds
  /// Questions about rooms.
  case questions
  /// A board of players who play the same levels in turn.
  case board
  /// The workshop, where players make levels.
  case workshop
}

/// An action of the player. A front end turns keys, clicks and typed commands into actions.
/// ``Session/allows(_:)`` says whether an action does something now.
public enum Action: Hashable, Sendable {
  /// Moves the player by one square.
  case move(Direction)
  /// Dismisses the message and begins the next round.
  case dismiss
  /// Shows the whole room behind a message, or the message again.
  case look
  /// Shows the squares that the number on a square counts, until the next move, or hides them. Nil for
  /// the player's square.
  case listen(Square?)
  /// Undoes the last move or change.
  case undo
  /// Starts the same level again.
  case restart
  /// Asks for the best move.
  case hint
  /// Plays the solution, move by move.
  case showMe
  /// Makes the next move of the solution, or finishes a computation; see ``Session/awaits``.
  case proceed
  /// Stops the solution or a computation.
  case stop
  /// Leaves a practice round and begins a new level.
  case newRound
  /// Plays a given level, as practice.
  case play(NamedLevel)
  /// Plays the level of a reference, as practice.
  case draw(SeedReference)
  /// Sums up the last finished round in a sentence and a line of symbols.
  case share
  /// Skips the first steps.
  case skip
  /// Plays the first steps again, and then goes back.
  case firstSteps
  /// Plays the daily level of a day; nil for yesterday's.
  case day(Day?)
  /// Opens a page that covers the room.
  case open(Page)
  /// Closes the page.
  case close
  /// Moves to the previous row, such as a setting.
  case previous
  /// Moves to the next row, such as a setting.
  case next
  /// Changes the current row to its next or previous value.
  case change(forward: Bool)
  /// Gives a setting a value.
  case set(Setting)
  /// Adds text to the command line.
  case type(String)
  /// Removes the last character from the command line.
  case erase
  /// Runs the command line.
  case enter
  /// Scrolls the log to older or newer messages.
  case scroll(older: Bool)
  /// Ends the session.
  case leave

  // In the menu, the worlds, the questions and on the board:

  /// Switches to another mode.
  case visit(Mode)
  /// Puts the cursor on a row, counted from 0.
  case point(Int)
  /// Uses the current row: enters a world, plays a level, submits an answer, begins a turn.
  case choose
  /// Goes back: from a level to its world, from a world to the carousel, or out of a text field.
  case back
  /// Pays for a locked world.
  case buy
  /// Adds a player to the board.
  case seat(String)
  /// Opens the field for the name of a new player.
  case add
  /// Removes the player in the current row.
  case remove
  /// Presses one of the three buttons of the board.
  case button(Button)
  /// Removes the current player from the turns; the row stays.
  case sitOut
  /// Plays the moves of a policy at the board; see ``Session/turn``.
  case plays([Direction])

  // In the workshop:

  /// Puts the cursor on a square.
  case aim(Square)
  /// Puts a thing on the square of the cursor; nil clears the square.
  case put(Thing?)
  /// Changes the level or the saved levels.
  case edit(Workshop.Edit)
  /// Draws the next level of a family, and of a grade if one is given.
  case generate(Family, Grade?)

  /// A button of the board.
  public enum Button: String, CaseIterable, Hashable, Sendable {
    /// Start Game begins a game.
    case start
    /// End Game shows the winners.
    case end
    /// Reset Game goes back to setting up.
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
    /// The menu of everything that can be played.
    case menu
  }
}
