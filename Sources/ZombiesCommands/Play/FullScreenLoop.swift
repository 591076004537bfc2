import ZombiesCore
import ZombiesGame
import ZombiesPlatform

/// A game that has the whole terminal: keys in, pictures out.
struct FullScreenLoop {
  private(set) var session: Session
  private var keeping: Keeping
  private var keyboard = Keyboard()
  private var painter: Painter

  /// Whether the terminal is gone.
  private var isGone = false

  /// What has been read and not yet been done.
  private var pending: [Keyboard.Input] = []

  /// The thread that finishes what the session awaits, or has awaited.
  private var thinker: Thinker?

  /// The milliseconds of a picture of a chase, and of all of them together at most.
  private static let frame = 70
  private static let longestChase = 700

  /// The milliseconds between two moves of a solution that is shown.
  private static let showing = 450

  /// The milliseconds without a key before the workshop explores a level for longer.
  private static let patience = 300

  /// The seconds that something may take before it is announced on the screen.
  private static let unnoticed = 0.05

  /// The milliseconds after which Escape is a key by itself.
  private static let escape = 40

  init(_ session: Session, _ keeping: Keeping, painter: Painter) {
    self.session = session
    self.keeping = keeping
    self.painter = painter
  }

  /// Plays until the player leaves, a signal comes, or the terminal is gone.
  mutating func run() throws {
    try keep()
    draw()
    while !session.isOver, Signals.caught == nil, !isGone {
      TerminalMode.suspendIfAsked()
      if TerminalMode.takeStale() {
        painter.forget()
        draw()
      }
      try step()
    }
  }

  /// Tries a last time to save what is not saved.
  ///
  /// - Throws: ``Failure`` if something is not.
  mutating func finish() throws { try keeping.finish(&session) }

  /// Waits for something to happen, and does it.
  private mutating func step() throws {
    // What nobody waits for any more is left to itself.
    if let thinker, !thinker.isThinking(for: session) { self.thinker = nil }
    switch session.awaits {
    case .thought, .player:
      // Announced by the picture that is on the screen now.
      if try !think(), !pending.isEmpty || hasKeys(within: Self.escape) { try handlePending() }
    case .answer:
      // What is known is on the screen; more comes unless somebody goes on.
      if pending.isEmpty, thinker != nil || !hasKeys(within: Self.patience) {
        if try think() || !hasKeys(within: Self.escape) { return }
      }
      try handlePending()
    case .move:
      if pending.isEmpty, !hasKeys(within: Self.showing) {
        try perform(.proceed)
        animate()
        draw()
        return
      }
      try handlePending()
    case nil:
      if pending.isEmpty {
        // A signal may come just before the wait begins, so that no wait is long.
        guard hasKeys(within: 250) else { return }
      }
      try handlePending()
    }
  }

  /// Does what has been read; what was typed ahead of a message is dropped.
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
    // What takes but a moment is not announced.
    if takesTime, try think(for: Self.unnoticed) { return }
    draw()
  }

  /// Whether the session awaits something that may take a while.
  private var takesTime: Bool { session.awaits == .thought || session.awaits == .player }

  /// Lets a thread finish what the session awaits.
  ///
  /// - Returns: Whether it is done, and shown.
  private mutating func think(for seconds: Double = 0) throws -> Bool {
    if thinker?.isThinking(for: session) != true {
      thinker = Thinker(session)
      // Without a thread, nothing else can be done meanwhile.
      if thinker == nil { session.finishAwaited() }
    }
    if let thinker {
      guard thinker.isDone(within: seconds) else { return false }
      self.thinker = nil
      guard thinker.finish(&session) else { return false }
    }
    try keep()
    draw()
    return true
  }

  /// Does what somebody wants; false if it is greyed or means nothing.
  private mutating func handle(_ input: Keyboard.Input) throws -> Bool {
    switch input {
    case .redraw: painter.forget()
    case .end:
      let isEmpty = session.page != .text || session.log.commandLine.isEmpty
      if isEmpty, session.awaits != .player { try leave() }
    case .paste(let text):
      // Pasted letters are no keys; in the workshop, they are a level.
      return try perform(session.isTyping ? .type(text) : .edit(.paste(text)))
    case .key(let key):
      guard let action = session.action(of: key) else { return false }
      // What cannot be seen is not played.
      let size = TerminalMode.size
      let isSeen =
        size.rows >= ScreenLayout.smallest.rows && size.columns >= ScreenLayout.smallest.columns
      if isSeen || action == .leave || action == .close { return try perform(action) }
    }
    return false
  }

  private mutating func leave() throws {
    if session.page != nil { try perform(.close) }
    try perform(.leave)
  }

  @discardableResult
  private mutating func perform(_ action: Action) throws -> Bool {
    let isDone = session.perform(action)
    try keep()
    return isDone
  }

  /// Keeps what has been done before it is shown.
  private mutating func keep() throws {
    try keeping.note(&session)
  }

  /// Shows the chase of the last move, step by step; a key skips the rest.
  private mutating func animate() {
    let frames = session.chaseFrames
    guard !frames.isEmpty, session.page == nil, session.isInRoom else { return }
    let time = min(Self.frame, Self.longestChase / frames.count)
    guard time >= 5 else { return }
    for frame in frames {
      draw(grid: frame)
      if read(within: time) || Signals.caught != nil || isGone { break }
    }
    // What was typed while the zombies chased was typed ahead of the message.
    if session.screenKind == .message { dropTypedAhead() }
  }

  private mutating func dropTypedAhead() {
    pending = []
    keyboard.drop()
    tcflush(0, TCIFLUSH)
  }

  /// Draws the session, or a moment before.
  private mutating func draw(grid: RoomView? = nil) {
    let size = TerminalMode.size
    // The picture of a chase shows the room, although a message may stand already.
    let screen = grid == nil ? session.screen : session.roomScreen
    let canvas = ScreenLayout(screen, grid: grid).canvas(rows: size.rows, columns: size.columns)
    let text = painter.paint(canvas)
    if !text.isEmpty, !TerminalMode.write(text.utf8) { isGone = true }
  }

  /// Reads what comes within some milliseconds; a key that may be the beginning of another one is itself
  /// if nothing follows it at once. False if nothing comes.
  private mutating func hasKeys(within milliseconds: Int) -> Bool {
    guard !read(within: keyboard.isWaiting ? min(Self.escape, milliseconds) : milliseconds) else {
      return true
    }
    if !keyboard.isWaiting { return false }
    if pending.isEmpty, !read(within: Self.escape) { pending = keyboard.settle() }
    return !pending.isEmpty
  }

  /// Reads what comes within some milliseconds; false if nothing does.
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
    pending += keyboard.take(bytes[..<length])
    return !pending.isEmpty
  }
}
