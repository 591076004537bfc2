import ZombiesCore
import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// A game by typed commands. It reads lines as they arrive and prints the answers.
///
/// From a pipe, the commands are a script and the answers a transcript. On a terminal without cursor
/// movement (`--plain`), the room is printed after each line.
package struct TextLoop {
  private var game: RunningSession
  private var session: Session { game.session }
  private let output: OutputFile
  /// Whether the screen is printed too, line by line.
  private let showsRoom: Bool
  /// Whether the input is typed at a terminal, which echoes it.
  private let isInteractive: Bool
  private var printed = 0
  /// The rows of the last list that was printed with the screen.
  private var rows: [String] = []
  /// Whether the prompt is on the line of the terminal's cursor.
  private var isPrompted = false

  package init(
    _ game: RunningSession, output: OutputFile, showsRoom: Bool, isInteractive: Bool
  ) {
    self.game = game
    self.output = output
    self.showsRoom = showsRoom
    self.isInteractive = isInteractive
  }

  /// Plays until the input ends or the player leaves.
  package mutating func run() throws {
    defer { game.stopThinking() }
    let input = try InputFile(FilePath("-"))
    var lines = Lines()
    try game.keep()
    try tell()
    try output.flush()
    // A counted round must be recorded, however the game ends.
    if game.isRecorded { Signals.hold() }
    try finishAwaited()
    reading: while hasInput(), let piece = input.read() {
      for line in lines.take(piece) {
        try say(line)
        // After a signal, the rest of the lines would meet a turn that has not ended.
        if session.isOver || session.awaits == .player && Signals.caught != nil { break reading }
      }
      // The sender of the commands may now be waiting for the answers.
      try output.flush()
      try finishAwaited()
    }
    if let failure = input.failure { throw failure }
    if Signals.caught != nil { return }
    if !session.isOver, let line = lines.rest { try say(line) }
    if !session.isOver {
      // The terminal does not echo the end of the input.
      if isPrompted { try output.write("\n") }
      game.session.perform(.type("quit"))
      game.session.perform(.enter)
    }
    try tell()
  }

  /// Tries a last time to save the data that is not saved.
  ///
  /// - Throws: ``Failure`` if some data cannot be saved.
  package mutating func finish() throws { try game.finish() }

  /// Waits for input or its end; returns false if a signal arrives first.
  private func hasInput() -> Bool {
    guard game.isRecorded else { return true }
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // Wait for short times only, because a signal may arrive just before a wait begins.
    while Signals.caught == nil, systemPoll(&file, 1, 250) <= 0 {}
    return Signals.caught == nil
  }

  /// Performs the commands of a line.
  private mutating func say(_ line: String) throws {
    // The terminal has echoed the end of the line.
    isPrompted = false
    game.session.perform(.type(line))
    // A script has the date of its beginning.
    _ = try game.perform(.enter, today: isInteractive ? Day.today : nil)
    // A script waits for its answers, but a player at a terminal may type another command meanwhile.
    if !isInteractive { try finishAwaited() }
    // Print the messages after each line, because the log keeps only the last ones.
    try tell()
    if isInteractive { try output.flush() }
  }

  /// Finishes the computation that the session awaits, unless the player types or a signal arrives meanwhile.
  private mutating func finishAwaited() throws {
    while session.awaits != nil {
      // Print the announcement of the computation before it begins.
      try tell()
      try output.flush()
      // A signal must be noticed while a program plays.
      while try !game.think(for: 0.02, onThread: isInteractive) {
        if isInteractive && isTyped || Signals.caught != nil { return }
      }
    }
    try tell()
    if isInteractive { try output.flush() }
  }

  /// Whether there is new input, such as a typed line.
  private var isTyped: Bool {
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return systemPoll(&file, 1, 0) > 0
  }

  /// Prints the new messages.
  private mutating func tell() throws {
    let log = session.log
    guard log.count > printed || isInteractive else { return }
    // A terminal has already echoed the typed commands.
    let new =
      isInteractive
      ? log.answers(since: printed) : Array(log.messages.suffix(log.count - printed))
    for message in new { try write(message) }
    if showsRoom, log.count > printed, !session.isOver, session.awaits == nil { try writeScreen() }
    printed = log.count
    if isInteractive, !isPrompted, !session.isOver, session.awaits == nil {
      try output.write("> ")
      isPrompted = true
    }
  }

  /// Prints a message. A terminal would break its lines within words.
  private func write(_ message: String) throws {
    let columns = isInteractive ? Terminal.columns(of: 1) : nil
    for line in columns.map({ message.wrapped(columns: $0) }) ?? [message] {
      try output.write(line + "\n")
    }
  }

  /// Prints the screen of the place. The rows of a list are printed again only after a change.
  private mutating func writeScreen() throws {
    guard let panel = session.panel else {
      rows = []
      let view = session.room
      for line in view.plainLines(around: view.player) { try output.write(line + "\n") }
      let screen = session.roomScreen
      let facts = (screen.counters.map(\.text) + [screen.noteLine]).filter { !$0.isEmpty }
      if !facts.isEmpty { try write(facts.joined(separator: "; ")) }
      return
    }
    for line in panel.plainPictures { try output.write(line + "\n") }
    guard panel.plainRows != rows else { return }
    rows = panel.plainRows
    for row in rows { try output.write(row + "\n") }
  }

  /// Splits bytes into lines.
  private struct Lines {
    private var bytes: [UInt8] = []

    /// The maximum number of bytes kept of a line. It is more than the text screen accepts, so the text
    /// screen refuses a longer line.
    private static let longest = 4 * TextLog.mostScalars + 4

    /// The lines that a piece completes.
    mutating func take(_ piece: [UInt8]) -> [String] {
      var lines = (bytes + piece).split(separator: 0x0A, omittingEmptySubsequences: false)
      // The bytes after the last newline are an incomplete line and may end within a character.
      bytes = Array(lines.removeLast().prefix(Self.longest))
      return lines.map { Self.text($0) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      let line = bytes.prefix(longest)
      return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }

    /// The last line, if it has no newline; else nil.
    var rest: String? { bytes.isEmpty ? nil : Self.text(bytes[...]) }
  }
}

extension RoomView {
  /// The maximum number of squares printed in a row or column of a room.
  private static let mostSquares = 40

  /// The room in letters, or the part of a large room around a square.
  fileprivate func plainLines(around square: Square) -> [String] {
    func part(_ middle: Int, _ all: Int) -> Range<Int> {
      let count = min(all, Self.mostSquares)
      let first = min(max(0, middle - count / 2), all - count)
      return first..<first + count
    }
    return part(square.row, size.rows).map { row in
      part(square.column, size.columns).map { column in
        let (symbol, mark) = self[Square(row: row, column: column)].symbols(.letters)
        return symbol + mark
      }.joined()
    }
  }
}

extension Panel {
  /// The pictures, line by line. The messages of a panel are printed before.
  fileprivate var plainPictures: [String] {
    rooms.flatMap { picture -> [String] in
      (picture.name.isEmpty ? [] : [picture.name])
        + picture.room.plainLines(around: picture.cursor ?? picture.room.player)
    }
  }

  /// The rows, line by line. An arrow points to the row of the cursor.
  fileprivate var plainRows: [String] {
    // Print only the rows near the cursor of a very long list.
    let current = rows.firstIndex { $0.isCurrent } ?? 0
    let first = max(0, min(current - 10, rows.count - 21))
    return rows.dropFirst(first).prefix(21).map { row in
      (row.isCurrent ? "> " : "  ") + row.text + (row.detail.isEmpty ? "" : "  " + row.detail)
    }
  }
}
