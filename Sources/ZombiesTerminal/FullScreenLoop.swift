import ZombiesCore
import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// A game on the full screen of a terminal. It reads keys and draws pictures.
package struct FullScreenLoop {
  package private(set) var game: RunningSession
  private var keyboard = Keyboard()
  private var painter: Painter

  /// Whether the terminal is gone.
  private var isGone = false

  /// The time when bytes were read last, in seconds.
  private var lastRead = 0.0

  /// The letter that was typed last, which shows the alphabet of the keyboard.
  private var letter: Character?

  /// The inputs that have been read but not handled yet.
  private var pending: [Keyboard.Input] = []

  /// A sentence beside the screen until the next key: why a key did nothing, or a question.
  private var aside: String?

  /// The number of rows that the help page is scrolled down.
  private var helpTop = 0

  private var session: Session { game.session }

  /// The milliseconds that a picture of a chase is shown.
  private static let frame = 70
  /// The maximum milliseconds that all pictures of a chase are shown.
  private static let longestChase = 700

  /// The milliseconds that the last picture of a round is shown before the message covers it.
  private static let lastPicture = 400

  /// The milliseconds between moves when a solution is shown.
  private static let showing = 450

  /// The milliseconds without a key before the workshop explores a level for longer.
  private static let patience = 300

  /// The seconds that a computation may take before the screen announces it.
  private static let unnoticed = 0.05

  /// The milliseconds between looks at the keys while a computation runs.
  private static let glance = 40

  package init(_ game: RunningSession, painter: Painter) {
    self.game = game
    self.painter = painter
  }

  /// Plays until the player leaves, a signal arrives, or the terminal is gone.
  package mutating func run() throws {
    defer { game.stopThinking() }
    try game.keep()
    try drawInTime()
    while !session.isOver, Signals.caught == nil, !isGone {
      if prepare() { draw() }
      try step()
    }
  }

  /// Waits until the terminal is the game's.
  ///
  /// - Returns: Whether everything must be drawn again.
  @discardableResult
  private mutating func prepare() -> Bool {
    if !TerminalMode.isOurs() { isGone = true }
    guard TerminalMode.takeStale() else { return false }
    painter.forget()
    return true
  }

  /// Tries a last time to save the data that is not saved.
  ///
  /// - Throws: ``Failure`` if some data cannot be saved.
  package mutating func finish() throws { try game.finish() }

  /// Waits for an input or the end of a computation, and handles it.
  private mutating func step() throws {
    switch session.awaits {
    case .thought, .player:
      // The current picture announces the computation.
      if try !think(), !pending.isEmpty || hasKeys(within: Self.glance) { try handlePending() }
    case .answer:
      // The screen shows the results so far. Compute more unless the player continues.
      if pending.isEmpty, game.isThinking || !hasKeys(within: Self.patience) {
        if try think() || !hasKeys(within: Self.glance) { return }
      }
      try handlePending()
    case .move:
      if pending.isEmpty, !hasKeys(within: Self.showing) {
        try perform(.proceed)
        // At the end of the solution, a message appears.
        if session.screenKind == .message { dropTypedAhead() }
        animate()
        draw()
        return
      }
      try handlePending()
    case nil:
      if pending.isEmpty {
        // Wait for a short time only, because a signal may arrive just before the wait begins.
        guard hasKeys(within: 250) else { return }
      }
      try handlePending()
    }
  }

  /// Handles the inputs that have been read. Drops keys that were typed before a message appeared.
  private mutating func handlePending() throws {
    while !pending.isEmpty, !session.isOver {
      let input = pending.removeFirst()
      let wasMessage = session.screenKind == .message
      let isDone = try handle(input)
      if session.screenKind == .message, !wasMessage {
        dropTypedAhead()
        animate()
        break
      }
      if isDone, pending.isEmpty { animate() }
      if takesTime { break }
    }
    try drawInTime()
  }

  /// Draws the screen, after the computation that the session awaits if it is short enough not to be announced.
  private mutating func drawInTime() throws {
    if takesTime, try think(for: Self.unnoticed) { return }
    draw()
  }

  /// Whether the session awaits a computation that may take a while.
  private var takesTime: Bool { session.awaits == .thought || session.awaits == .player }

  /// Lets a thread finish the computation that the session awaits.
  ///
  /// - Returns: Whether the result is available and shown.
  private mutating func think(for seconds: Double = 0) throws -> Bool {
    guard try game.think(for: seconds) else { return false }
    draw()
    return true
  }

  /// Handles an input; returns false if its action is greyed or it has no meaning.
  private mutating func handle(_ input: Keyboard.Input) throws -> Bool {
    switch input {
    case .redraw: painter.forget()
    case .end:
      let isEmpty = session.page != .text || session.log.commandLine.isEmpty
      if isEmpty, session.awaits != .player { try leave() }
    case .paste(let text):
      // Pasted letters are not keys. In the workshop, they are a level.
      return try perform(session.isTyping ? .type(text) : .edit(.paste(text)))
    case .key(let key):
      let shown = aside
      aside = nil
      let action = session.action(of: key, after: letter)
      if case .character(let character) = key, character.isLetter, !session.isTyping {
        letter = character
      }
      guard let action else { return false }
      // Do not play if the terminal is too small to show the screen.
      let size = TerminalMode.size
      let isSeen =
        size.rows >= ScreenLayout.smallest.rows && size.columns >= ScreenLayout.smallest.columns
      guard isSeen || action == .leave || action == .close else { return false }
      if case .scroll(let older) = action, session.screenKind == .help {
        scrollHelp(key, older: older)
        return false
      }
      if action == .leave, let question = session.leavingQuestion, shown != question {
        aside = question
        return false
      }
      aside = session.refusal(of: action).flatMap { session.shows($0) ? nil : $0 }
      return try perform(action)
    }
    return false
  }

  /// Scrolls the help page by a row or, with a page key, by almost a page.
  private mutating func scrollHelp(_ key: Key, older: Bool) {
    let size = TerminalMode.size
    let layout = ScreenLayout(session.screen)
    let step = key == .pageUp || key == .pageDown ? size.rows / 2 : 1
    let last = layout.lastHelpTop(rows: size.rows, columns: size.columns)
    helpTop = min(max(0, min(helpTop, last) + (older ? -step : step)), last)
  }

  private mutating func leave() throws {
    if session.page != nil { try perform(.close) }
    try perform(.leave)
  }

  @discardableResult
  private mutating func perform(_ action: Action) throws -> Bool {
    if action == .open(.help) { helpTop = 0 }
    return try game.perform(action, today: Day.today)
  }

  /// Shows the chase of the last move step by step. A key skips the rest.
  private mutating func animate() {
    guard session.page == nil, session.isInRoom else { return }
    let chase = session.chaseFrames
    var frames = chase.map { (room: $0, time: min(Self.frame, Self.longestChase / chase.count)) }
    if frames.contains(where: { $0.time < 5 }) { frames = [] }
    // The move that ended the round is seen before the message covers the room.
    if session.screenKind == .message { frames.append((session.room, Self.lastPicture)) }
    for frame in frames {
      draw(grid: frame.room)
      if read(within: frame.time) || Signals.caught != nil || isGone { break }
    }
    // Keys typed during the chase were typed before the message appeared.
    if session.screenKind == .message { dropTypedAhead() }
  }

  private mutating func dropTypedAhead() {
    pending = []
    keyboard.drop()
    tcflush(0, TCIFLUSH)
  }

  /// Draws the session, or an earlier picture of the room.
  private mutating func draw(grid: RoomView? = nil) {
    prepare()
    guard !isGone else { return }
    let size = TerminalMode.size
    var layout = ScreenLayout(session.screen, grid: grid)
    layout.aside = aside
    layout.helpTop = helpTop
    let canvas = layout.canvas(rows: size.rows, columns: size.columns)
    let text = painter.paint(canvas)
    if !text.isEmpty, !TerminalMode.write(text.utf8) { isGone = true }
  }

  /// Reads inputs for some milliseconds; returns false if there are none. Silence ends an incomplete input.
  private mutating func hasKeys(within milliseconds: Int) -> Bool {
    // Once for the bytes that begin an input, and once for those that complete it.
    for _ in 0..<2 {
      if read(within: min(milliseconds, keyboard.patience ?? milliseconds)) { return true }
      guard let patience = keyboard.patience else { return false }
      if Terminal.now - lastRead >= Double(patience) / 1000 {
        pending = keyboard.settle()
        return !pending.isEmpty
      }
    }
    return false
  }

  /// Reads inputs for some milliseconds; returns false if there are none.
  private mutating func read(within milliseconds: Int) -> Bool {
    var file = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    let count = systemPoll(&file, 1, Int32(milliseconds))
    guard count > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = bytes.withUnsafeMutableBytes { systemRead(0, $0.baseAddress, $0.count) }
    if length == 0 {
      isGone = Int32(file.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
      return isGone
    }
    if length < 0 {
      if errno != EINTR && errno != EAGAIN { isGone = true }
      return isGone
    }
    lastRead = Terminal.now
    pending += keyboard.take(bytes[..<length])
    return !pending.isEmpty
  }
}
