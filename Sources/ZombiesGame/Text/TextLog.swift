import ZombiesCore

/// The text screen: the log of messages, and the command line below it.
public struct TextLog: Hashable, Sendable {
  /// The most messages that the log keeps.
  public static let capacity = 100

  /// The longest command line, in characters; a longer one is refused.
  public static let longestLine = 1000

  /// The most code points of a command line.
  package static let mostScalars = longestCharacter * longestLine

  /// The messages, the oldest first; a message may have several lines.
  public private(set) var messages: [String] = []

  /// The number of messages so far, those that are gone too.
  public private(set) var count = 0

  /// What is being typed.
  public private(set) var commandLine = ""

  /// Whether more was typed than the command line takes.
  private(set) var isTooLong = false

  /// Whether it was said what can be done here.
  private var hasGreeted = false

  /// The number of newest messages that are scrolled out of sight.
  public private(set) var hidden = 0

  init() {}

  /// Adds a message, at the cost of the oldest one, and scrolls to it.
  mutating func add(_ message: String) {
    messages.append(message)
    if messages.count > Self.capacity { messages.removeFirst() }
    count += 1
    hidden = 0
  }

  /// Adds what was typed.
  mutating func echo(_ line: String) { add(Self.prompt + line) }

  /// What stands before a line that was typed.
  private static let prompt = "\n> "

  /// The messages since the first ones, without what was typed.
  ///
  /// - Parameter count: The number of those that were told already.
  public func answers(since count: Int) -> [String] {
    messages.suffix(max(0, self.count - count)).filter {
      !$0.utf8.starts(with: Self.prompt.utf8)
    }
  }

  /// Forgets what was told.
  mutating func clear() { (messages, hidden) = ([], 0) }

  /// Says what can be typed, once.
  mutating func greet(_ examples: String) {
    guard !hasGreeted else { return }
    hasGreeted = true
    add("Type what you want, such as \(examples); help tells all words.")
  }

  /// Adds to the command line, without what would steer a terminal.
  mutating func type(_ text: String) {
    // Of a very long text, the beginning is enough to see that.
    let most = Self.mostScalars
    let line = commandLine + String(text.unicodeScalars.prefix(most + 1))
    if line.count > Self.longestLine || line.unicodeScalars.count > most { isTooLong = true }
    commandLine = shownText(line, atMost: Self.longestLine)
  }

  /// Removes the last character of the command line.
  mutating func erase() {
    guard !commandLine.isEmpty else { return }
    commandLine.removeLast()
    // Somebody shortens what is left of it.
    isTooLong = false
  }

  /// Takes what was typed: the command line is empty then.
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

/// The most code points of a text that somebody types, for each of its characters: a family of four has
/// seven.
let longestCharacter = 8

/// The beginning of a text that somebody types, without what would steer a terminal.
func shownText(_ text: String, atMost most: Int) -> String {
  // A character can have any number of marks on it.
  var shown = String.UnicodeScalarView()
  shown.append(contentsOf: text.unicodeScalars.prefix(longestCharacter * most))
  return String(
    String(shown).prefix(most).map { character in
      character.unicodeScalars.contains { $0.steers } ? " " : character
    })
}
