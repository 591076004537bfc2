import ZombiesCore

/// Everything that the player sees, in reading order. A front end turns it into a terminal screen,
/// sentences or a page, and decides nothing.
public struct Screen {
  /// A kind of screen.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A room of the first steps.
    case firstSteps
    /// A round in progress.
    case round
    /// A computation that takes a while: the plan for a hint, a solution, a level, a quiz.
    case planning
    /// The solution, played move by move.
    case showing
    /// The message at the end of a round.
    case message
    /// The room after a round, without the message.
    case looking
    /// The rules in short and the keys.
    case help
    /// The settings.
    case settings
    /// The text screen.
    case text
    /// The last screen, after the player has left.
    case farewell
    /// The menu.
    case menu
    /// The worlds, one at a time.
    case worlds
    /// The levels of a world.
    case world
    /// The title of a chapter of questions.
    case chapter
    /// A question with a list of answers.
    case question
    /// A question with a typed answer.
    case openQuestion
    /// The end of the questions.
    case quizEnd
    /// The board, while it is being set up.
    case settingUp
    /// The board, during a game.
    case board
    /// The board, after a game.
    case gameOver
    /// A field at the board, such as the name of a player.
    case naming
    /// The board, while the program plays a policy's turn.
    case awaiting
    /// The workshop.
    case workshop
  }

  /// The main part of a screen.
  public enum Content {
    /// The room, with the arrows under it.
    case room(RoomView)
    /// Lines of help.
    case help([HelpLine])
    /// The log and the command line.
    case text(TextLog)
    /// Sentences and rows.
    case panel(Panel)
  }

  /// A message at the end of a round.
  public struct MessageBox: Hashable, Sendable {
    /// A result of a round.
    public enum Result: String, Hashable, Sendable {
      /// The round was won.
      case won
      /// A life was lost.
      case tryAgain
      /// The last life was lost.
      case lost
      /// The solution was shown to its end.
      case shown
    }

    /// The headline, such as "You won! 🥳".
    public let headline: String
    /// The reason, and what the result counts for.
    public let reasons: [String]
    /// The result.
    public let result: Result
    /// The stars that the round has won; nil outside of the worlds and after a loss.
    public let stars: GameProgress.Stars?
    /// The summary of the round for sharing: a sentence and a line of symbols. Empty after a room of
    /// the first steps.
    public let share: [String]
  }

  /// A line of help.
  public enum HelpLine: Hashable, Sendable {
    /// A heading.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// A paragraph about the marks in a picture of letters or emoji.
    case signs(String)
    /// Keys and their effect.
    case entry(String, String)
  }

  /// A number that is always in sight.
  public struct Counter: Hashable, Sendable {
    /// The name of the number, such as "wins".
    public let name: String
    /// The text on the screen, such as "W 3".
    public let text: String
    /// The number.
    public let count: Int

    /// The counter for a screen reader: "lives: 2".
    public var spoken: String { "\(name): \(count)" }
  }

  /// A button or key on the screen, possibly greyed.
  public struct Control: Hashable, Sendable {
    /// The action.
    public let action: Action
    /// The label.
    public let label: String
    /// The keys; the first one is shown on the screen.
    public let keys: [Key]
    /// Whether the control does something now; otherwise it is greyed.
    public let isEnabled: Bool
  }

  /// The kind of the screen.
  public let kind: Kind
  /// Emoji or letters.
  public let style: PictureStyle
  /// The name of the level (its seed reference or code), or the title of the place.
  public let heading: String
  /// The title for players who see the picture, such as the name of the level. It is never a code.
  public let title: String
  /// The main part of the screen.
  public let content: Content
  /// The message that covers the room at the end of a round; nil if there is none.
  public internal(set) var message: MessageBox?
  /// Notes about the round: what a dark room with hearing contains, a lesson, the daily level, practice,
  /// the rules.
  public internal(set) var notes: [String] = []
  /// The lives, the wins, the losses and the moves.
  public internal(set) var counters: [Counter] = []
  /// The state of the round in a few words each.
  public internal(set) var status: [String] = []
  /// The effect of the last action, in sentences.
  public internal(set) var told: [String] = []
  /// The effect of the last action for players who see the picture: short sentences without
  /// coordinates, the most important first.
  public internal(set) var caption: [String] = []
  /// The four arrows, in the order up, left, down, right; empty if there is no room.
  public internal(set) var arrows: [Control] = []
  /// All other controls. In a round, the worlds, a world, a game at the board and the workshop, they
  /// include greyed ones.
  public let controls: [Control]
}
