import ZombiesCore
import ZombiesGame
import ZombiesPlatform

/// A game by words: lines are read as they come, and what happens is told.
///
/// From a pipe it is a script, and its answers a transcript. At a terminal that cannot be drawn on
/// (`--plain`), the room is shown after each line, and nobody needs a cursor.
struct TextLoop {
  private var session: Session
  private var keeping: Keeping
  private let output: OutputFile
  /// Whether the screen is printed too, line by line.
  private let showsRoom: Bool
  /// Whether somebody types at a terminal, which echoes what is typed.
  private let isInteractive: Bool
  private var printed = 0
  /// Whether the prompt stands on the line where the terminal's cursor is.
  private var isPrompted = false

  init(
    _ session: Session, _ keeping: Keeping, output: OutputFile,
    showsRoom: Bool, isInteractive: Bool
  ) {
    self.session = session
    self.keeping = keeping
    self.output = output
    self.showsRoom = showsRoom
    self.isInteractive = isInteractive
  }

  /// Plays until the input ends or the player leaves.
  mutating func run() throws {
    let input = try InputFile(FilePath("-"))
    var lines = Lines()
    try keep()
    try tell()
    try output.flush()
    // What has counted is kept, whatever ends the game.
    if keeping.isRecorded { Signals.hold() }
    try finishAwaited()
    reading: while hasInput(), let piece = input.read() {
      for line in lines.take(piece) {
        try say(line)
        if session.isOver { break reading }
      }
      // Whoever waits for the answers has sent all that there is.
      try output.flush()
      try finishAwaited()
    }
    if let failure = input.failure { throw failure }
    if Signals.caught != nil { return }
    if !session.isOver, let line = lines.rest { try say(line) }
    if !session.isOver {
      // The end of what somebody types is not echoed.
      if isPrompted { try output.write("\n") }
      session.perform(.type("quit"))
      session.perform(.enter)
    }
    try tell()
  }

  /// Tries a last time to save what is not saved.
  ///
  /// - Throws: ``Failure`` if something is not.
  mutating func finish() throws { try keeping.finish(&session) }

  /// Waits for input, or for its end; false if a signal comes before.
  private func hasInput() -> Bool {
    guard keeping.isRecorded else { return true }
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // A signal may come just before the wait begins, so that no wait is long.
    while Signals.caught == nil, systemPoll(&file, 1, 250) <= 0 {}
    return Signals.caught == nil
  }

  /// Carries out a line.
  private mutating func say(_ line: String) throws {
    // The terminal has echoed the end of the line.
    isPrompted = false
    session.perform(.type(line))
    session.perform(.enter)
    try keep()
    // A script waits for its answers; somebody at a terminal may type something else meanwhile.
    if !isInteractive { try finishAwaited() }
    // The log keeps the last messages only, so that they are printed line by line.
    try tell()
    if isInteractive { try output.flush() }
  }

  /// Finishes what is awaited, unless somebody types meanwhile, or a signal comes.
  private mutating func finishAwaited() throws {
    while session.awaits != nil {
      // What is announced is printed before it is worked on.
      try tell()
      try output.flush()
      if isInteractive, let thinker = Thinker(session) {
        while !thinker.isDone(within: 0.02) { if isTyped || Signals.caught != nil { return } }
        _ = thinker.finish(&session)
      } else {
        session.finishAwaited()
      }
      try keep()
    }
    try tell()
    if isInteractive { try output.flush() }
  }

  /// Whether somebody has typed a line.
  private var isTyped: Bool {
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return systemPoll(&file, 1, 0) > 0
  }

  /// Keeps what has been done before it is told.
  private mutating func keep() throws {
    try keeping.note(&session)
  }

  /// Prints what is new.
  private mutating func tell() throws {
    let log = session.log
    guard log.count > printed || isInteractive else { return }
    // A terminal has echoed already what was typed.
    let new =
      isInteractive
      ? log.answers(since: printed) : Array(log.messages.suffix(log.count - printed))
    for message in new { try output.write(message + "\n") }
    if showsRoom, log.count > printed, !session.isOver, session.awaits == nil {
      try output.write(PlainScreen.text(session))
    }
    printed = log.count
    if isInteractive, !isPrompted, !session.isOver, session.awaits == nil {
      try output.write("> ")
      isPrompted = true
    }
  }

  /// Bytes in lines.
  private struct Lines {
    private var bytes: [UInt8] = []

    /// The most bytes of a line that are kept: more than a line has that the text screen takes, so that
    /// it refuses what is longer.
    private static let longest = 4 * TextLog.mostScalars + 4

    /// The lines that a piece completes.
    mutating func take(_ piece: [UInt8]) -> [String] {
      var lines: [String] = []
      for (number, part) in piece.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if number > 0 {
          lines.append(text)
          bytes = []
        }
        // What stands behind the last newline is not complete, and may end within a character.
        bytes += part.prefix(max(0, Self.longest - bytes.count))
      }
      return lines
    }

    private var text: String {
      String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// A last line without a newline.
    var rest: String? { bytes.isEmpty ? nil : text }
  }
}

/// A screen line by line, for terminals that nothing is drawn on.
enum PlainScreen {
  /// The widest room that is printed.
  private static let mostSquares = 40

  static func text(_ session: Session) -> String {
    // What stands in the panel besides its rows and pictures was told.
    if let panel = session.panel { return panel.plain.map { $0 + "\n" }.joined() }
    let screen = session.screen
    var lines: [String] = []
    if screen.kind != .farewell {
      let view = session.room
      lines += grid(view, around: view.player)
    }
    let counters =
      (screen.counters.map(\.text) + [screen.noteLine]).filter { !$0.isEmpty }
      .joined(separator: "; ")
    if !counters.isEmpty { lines.append(counters) }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension PlainScreen {
  /// A room in letters, or the part around a square.
  static func grid(_ view: RoomView, around square: Square) -> [String] {
    func part(_ place: Int, _ all: Int) -> Range<Int> {
      let count = min(all, mostSquares)
      let first = min(max(0, place - count / 2), all - count)
      return first..<first + count
    }
    return part(square.row, view.size.rows).map { row in
      part(square.column, view.size.columns).map { column in
        let symbols = view[Square(row: row, column: column)].symbols(.letters)
        return symbols.symbol + symbols.mark
      }.joined()
    }
  }
}

extension Panel {
  /// The pictures and the rows, line by line; an arrow points to the row of the cursor.
  fileprivate var plain: [String] {
    // Only the rows near the cursor of a very long list.
    let current = rows.firstIndex { $0.isCurrent } ?? 0
    let first = max(0, min(current - 10, rows.count - 21))
    let pictures = rooms.flatMap { picture -> [String] in
      (picture.name.isEmpty ? [] : [picture.name])
        + PlainScreen.grid(picture.room, around: picture.cursor ?? picture.room.player)
    }
    return pictures
      + rows.dropFirst(first).prefix(21).map { row in
        (row.isCurrent ? "> " : "  ") + row.text + (row.detail.isEmpty ? "" : "  " + row.detail)
      }
  }
}
