import ZombiesCore

/// The text screen: the log of messages and the command line below it.
public struct TextLog: Hashable, Sendable {
  /// The most messages that the log keeps.
  public static let capacity = 100

  /// The longest accepted command line, in characters.
  public static let longestLine = 1000

  /// The most code points in a command line.
  package static let mostScalars = longestCharacter * longestLine

  /// The messages, oldest first. A message may have several lines.
  public private(set) var messages: [String] = []

  /// The number of messages so far, including those that the log has dropped.
  public private(set) var count = 0

  /// The text in the command line.
  public private(set) var commandLine = ""

  /// Whether more was typed than fits into the command line.
  private(set) var isTooLong = false

  /// Whether the log has shown the greeting.
  private var hasGreeted = false

  /// The number of newest messages that are scrolled out of sight.
  public private(set) var hidden = 0

  init() {}

  /// Adds a message and scrolls to it. A full log drops its oldest message.
  mutating func add(_ message: String) {
    messages.append(message)
    if messages.count > Self.capacity { messages.removeFirst() }
    count += 1
    hidden = 0
  }

  /// Adds a typed line.
  mutating func echo(_ line: String) { add(Self.prompt + line) }

  /// The prefix of a typed line in the log.
  private static let prompt = "\n> "

  /// The messages after the first `count`, without typed lines.
  ///
  /// - Parameter count: The number of messages to skip.
  public func answers(since count: Int) -> [String] {
    messages.suffix(max(0, self.count - count)).filter {
      !$0.utf8.starts(with: Self.prompt.utf8)
    }
  }

  /// Removes all messages.
  mutating func clear() { (messages, hidden) = ([], 0) }

  /// Adds a greeting with examples of commands, once.
  mutating func greet(_ examples: String) {
    guard !hasGreeted else { return }
    hasGreeted = true
    add("Type a command, such as \(examples); help lists the commands.")
  }

  /// Adds to the command line. A character that would control a terminal becomes a blank.
  mutating func type(_ text: String) {
    // The beginning of a very long text is enough to see that it is too long.
    let most = Self.mostScalars
    let line = commandLine + String(text.unicodeScalars.prefix(most + 1))
    if line.count > Self.longestLine || line.unicodeScalars.count > most { isTooLong = true }
    commandLine = shownText(line, atMost: Self.longestLine)
  }

  /// Removes the last character of the command line.
  mutating func erase() {
    guard !commandLine.isEmpty else { return }
    commandLine.removeLast()
    // The player is shortening the line.
    isTooLong = false
  }

  /// Returns the command line and empties it.
  mutating func take() -> String {
    defer { (commandLine, isTooLong) = ("", false) }
    return commandLine
  }

  /// Whether older messages can be scrolled to.
  var canScrollBack: Bool { hidden < messages.count - 1 }

  /// Whether the newest message is out of sight.
  var isScrolledBack: Bool { hidden > 0 }

  /// Scrolls by one message.
  mutating func scroll(older: Bool) {
    hidden = min(max(hidden + (older ? 1 : -1), 0), max(messages.count - 1, 0))
  }
}

/// The most code points per character of a typed text. The emoji of a family of four has seven.
let longestCharacter = 8

/// The beginning of a typed text. Each character that would control a terminal becomes a blank.
func shownText(_ text: String, atMost most: Int) -> String {
  // A character can have any number of combining marks.
  var shown = String.UnicodeScalarView()
  shown.append(contentsOf: text.unicodeScalars.prefix(longestCharacter * most))
  return String(
    String(shown).prefix(most).map { character in
      character.unicodeScalars.contains { $0.steers } ? " " : character
    })
}
