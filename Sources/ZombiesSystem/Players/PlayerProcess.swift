import Synchronization
import ZombiesPlatform
import ZombiesSimulator

/// The process of a player that another program is: `/bin/sh -c COMMAND` in a process group of its own.
///
/// Every wait has a deadline. What the process writes to standard error is always read, because a process
/// whose standard error is full waits for ever.
final class PlayerProcess: @unchecked Sendable {
  // One thread uses it at a time.

  /// The seconds after which a wait checks whether the process has ended.
  private static let pause = 0.1

  /// The maximum length of a line in bytes.
  static let longestLine = 1 << 20

  /// The identity of the next round that it begins.
  var nextID: UInt64 = 1

  private let timeout: Double

  /// The end of the current wait.
  private var deadline = 0.0

  private let log: PlayerLog?
  private let stop: PlayerProgram.Stop?
  private var pid: pid_t = 0
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var errors: Int32 = -1

  /// The end of what the process has written to standard error.
  private var said: [UInt8] = []

  /// The maximum number of its bytes.
  private static let mostSaid = 4096

  /// The bytes that were read and not yet taken.
  private var read: [UInt8] = []
  private var taken = 0

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - command: The command for the shell.
  ///   - timeout: The longest wait in seconds.
  ///   - log: Receives what the process writes to standard error; nil to drop it.
  ///   - stop: Ends all waits; nil if nothing does.
  init(
    _ command: String, timeout: Double, log: PlayerLog?, stop: PlayerProgram.Stop? = nil
  ) throws(OutsideError) {
    self.timeout = timeout
    self.log = log
    self.stop = stop
    // Another process that starts at the same moment would keep the pipes open.
    let reason = Self.starting.withLock { adoptsStrays in
      if !adoptsStrays { StrayProcesses.adopt() }
      adoptsStrays = true
      return start(command)
    }
    if let reason { throw OutsideError("it cannot be started: \(reason)") }
  }

  private static let starting = Mutex(false)

  /// Kills what ended players have left behind.
  private static func killStrays() {
    starting.withLock { _ in StrayProcesses.kill { Signals.has(group: $0) } }
  }

  /// The command without a shell that waits for it, if it is a simple one. What happens to the program, such
  /// as a signal, is then seen at once.
  private static func alone(_ command: String) -> String {
    let isSimple = command.unicodeScalars.allSatisfy {
      !";&|<>(){}$`\n#!".unicodeScalars.contains($0)
    }
    let first = command.prefix { $0 != " " }
    // A word of the shell is no program.
    let words =
      "if for while until case exec cd . command eval builtin time source export set unset trap wait "
      + "umask ulimit exit return test [ [[ read alias local readonly function select coproc let "
      + "declare typeset shopt :"
    guard isSimple, !first.isEmpty, !first.contains("="),
      !words.split(separator: " ").contains(first)
    else {
      return command
    }
    return "exec " + command
  }

  /// Starts the process; returns the reason if that fails.
  private func start(_ command: String) -> String? {
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let reason = String(cString: strerror(errno))
        for end in pipes.joined() { close(end) }
        return reason
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append(ends)
    }
    let theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
    defer { for end in theirs { close(end) } }
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in theirs.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, changed) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&changed)
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&changed, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &changed)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ["/bin/sh", "-c", Self.alone(command)].map { (word: String) in strdup(word) }
    defer { for word in words { free(word) } }
    let code = Signals.whole {
      let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, words + [nil], environ)
      if code == 0 { Signals.add(group: pid) }
      return code
    }
    guard code == 0 else {
      pid = 0
      closeAll()
      return String(cString: strerror(code))
    }
    return nil
  }

  deinit { kill() }

  // MARK: Talking

  /// Lets the current wait begin again, because the process has made progress.
  func extendWait() { deadline = Terminal.now + timeout }

  /// Writes bytes, and then reads lines until `take` returns true.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - expectsLines: Whether to wait for an answer.
  ///   - take: Receives each line, without its end. Returns whether it was the last one that is expected.
  /// - Throws: ``OutsideError``, or what `take` throws.
  func talk(
    _ bytes: UnsafeRawBufferPointer, expectsLines: Bool = true,
    until take: (UnsafeBufferPointer<UInt8>) throws -> Bool
  ) throws {
    // Most blocks fit into the pipe.
    var written = bytes.isEmpty ? 0 : write(bytes)
    extendWait()
    var isFirst = true
    while true {
      if written == bytes.count {
        if try !expectsLines || takeLines(take) { return }
        // A fast player answers sooner than this thread would fall asleep and wake up.
        if isFirst {
          isFirst = false
          if readSoon() { continue }
        }
      }
      // Before all is written, whole lines may have been read that are taken later.
      let most = written == bytes.count ? Self.longestLine : 16 * Self.longestLine
      if read.count - taken > most {
        throw OutsideError("it wrote a line of more than \(most) bytes")
      }
      var polled = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      // Same: nothing more is written, so it only takes time to ask whether it could be.
      if written < bytes.count {
        polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
      }
      let left = deadline - Terminal.now
      guard left > 0 else { throw silence }
      if stop?.isOn == true { throw OutsideError("nobody waits for it any more") }
      let ready = poll(&polled, nfds_t(polled.count), Int32(min(left, Self.pause) * 1000 + 1))
      if ready < 0, errno != EINTR { throw Self.closed }
      guard ready > 0 else {
        // A process that has ended may have a child that keeps the pipe open.
        if let status = status(within: 0) { throw trouble(status) }
        continue
      }
      if polled[1].revents != 0 { drainErrors() }
      if polled.count > 2, polled[2].revents != 0 {
        let count = write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        if count > 0 { extendWait() }
        written += count
      }
      if polled[0].revents != 0, !readMore() { throw reasonOfEnd() }
    }
  }

  /// Takes the whole lines that have been read; returns whether the last one that is expected was among them.
  private func takeLines(
    _ take: (UnsafeBufferPointer<UInt8>) throws -> Bool
  ) throws -> Bool {
    try read.withUnsafeBufferPointer { read in
      while let end = lineEnd(in: read) {
        let line = UnsafeBufferPointer(rebasing: read[taken..<end])
        taken = end + 1
        if try take(line) { return true }
      }
      return false
    }
  }

  /// The place of the next line end in what has been read.
  private func lineEnd(in read: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = read.baseAddress, taken < read.count else { return nil }
    let found = memchr(base + taken, 0x0A, read.count - taken)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }

  /// A line that has been read although nobody asked for it, shortened.
  func unaskedLine() -> String? {
    read.withUnsafeBufferPointer { read in
      lineEnd(in: read).map { String(decoding: read[taken..<$0].prefix(200), as: UTF8.self) }
    }
  }

  /// Writes as much as fits; returns the number of bytes. If nobody reads any more, drops them all: what the
  /// process has written before says more than that.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let count = ZombiesPlatform.write(input, bytes.baseAddress, bytes.count)
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : bytes.count
  }

  /// Reads what is there; returns false at the end of file.
  private func readMore() -> Bool {
    if taken == read.count {
      read.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken > 1 << 16 {
      read.removeSubrange(..<taken)
      taken = 0
    }
    let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = ZombiesPlatform.read(output, buffer.baseAddress, buffer.count)
      if count > 0 { read.append(contentsOf: buffer[..<count]) }
      return count
    }
    return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
  }

  /// Reads what arrives within some microseconds; returns whether anything has.
  private func readSoon() -> Bool {
    let (count, end) = (read.count - taken, Terminal.now + Self.soon)
    while Terminal.now < end {
      // An end of file is noticed by the next wait.
      guard readMore() else { return false }
      if read.count - taken > count { return true }
      sched_yield()
    }
    return false
  }
  private static let soon = 100e-6

  /// Reads what is on standard error.
  private func drainErrors() {
    let isOpen = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = ZombiesPlatform.read(errors, buffer.baseAddress, buffer.count)
      // Same: no byte says nothing.
      if count > 0 {
        log?.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        said += buffer[max(0, count - Self.mostSaid)..<count]
        said.removeFirst(max(0, said.count - Self.mostSaid))
      }
      return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }
    if !isOpen, errors >= 0 {
      close(errors)
      errors = -1
    }
  }

  // MARK: Ending

  /// The reason why nothing arrives in time.
  private var silence: OutsideError {
    let seconds = timeout == timeout.rounded() ? "\(Int(timeout))" : "\(timeout)"
    return OutsideError("it did not answer within \(seconds) s (--player-timeout)")
  }

  private static let closed = OutsideError("it closed its standard output or input")

  /// The reason why standard output or input has ended: the process has died, or has only closed it.
  private func reasonOfEnd() -> OutsideError {
    // A process that dies closes its files a moment before its status is known.
    status(within: min(0.5, timeout)).map(trouble) ?? Self.closed
  }

  /// The signal in a status; nil if there is none. The shell reports that of its child as 128 + signal.
  private static func signal(of status: Int32) -> Int32? {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    return signal != 0 ? signal : code > 128 ? code - 128 : nil
  }

  private func trouble(_ status: Int32) -> OutsideError {
    let end =
      Self.signal(of: status).map {
        "was killed by signal \($0) (\(String(cString: strsignal($0))))"
      } ?? "ended with status \(status >> 8 & 0xFF)"
    let words = lastWords
    return OutsideError(
      "it \(end)" + (words.isEmpty ? "" : ". The end of its standard error: \(words)"))
  }

  /// The last lines that the process has written to standard error, as one line; empty for none.
  private var lastWords: String {
    let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { line in String(line.drop { $0 == " " || $0 == "\t" }.prefix(120)) }
    return lines.filter { !$0.isEmpty }.suffix(5).joined(separator: " | ")
  }

  /// The status that the process ended with; nil if it has not ended within some seconds.
  private func status(within seconds: Double) -> Int32? {
    guard pid != 0 else { return nil }
    let deadline = Terminal.now + seconds
    var (status, pause): (Int32, UInt32) = (0, 100)
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid {
        // The group may have other processes left.
        _ = ZombiesPlatform.kill(-pid, SIGKILL)
        Signals.remove(group: pid)
        // Same: the number belongs to no process, and the system gives it to others first.
        pid = 0
        Self.killStrays()
        // What the process has written may still be in the pipe.
        drainErrors()
        return status
      }
      if ended < 0, errno != EINTR { return nil }
      if Terminal.now >= deadline || stop?.isOn == true { return nil }
      drainErrors()
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  /// Closes the process's standard input, and waits until it has ended.
  ///
  /// - Throws: ``OutsideError`` if it is killed by a signal, or does not end in time; it is killed then.
  func end() throws(OutsideError) {
    guard pid != 0 else { return }
    close(input)
    input = -1
    defer { kill() }
    guard let status = status(within: timeout) else { throw silence }
    if Self.signal(of: status) != nil { throw trouble(status) }
  }

  /// Kills the process and its group, and waits for it.
  func kill() {
    if pid != 0 {
      _ = ZombiesPlatform.kill(-pid, SIGKILL)
      // It may have left its group.
      _ = ZombiesPlatform.kill(pid, SIGKILL)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      Signals.remove(group: pid)
      pid = 0
      Self.killStrays()
    }
    closeAll()
  }

  private func closeAll() {
    for end in [input, output, errors] where end >= 0 { close(end) }
    (input, output, errors) = (-1, -1, -1)
  }
}

extension OutsideError: CustomStringConvertible {
  package var description: String { reason }
}

/// The file for what players write to standard error.
package final class PlayerLog: @unchecked Sendable {
  // A write of a part is one call of the system, which appends.
  private let file: Int32

  package init(_ path: FilePath) throws(Failure) {
    file = open(path.cString, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    if file < 0 { throw .system(.cannotCreate, "--player-log: '\(path.text)'", errno) }
  }

  deinit { close(file) }

  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let count = ZombiesPlatform.write(file, rest.baseAddress, rest.count)
      // Same: some bytes are written, or there is an error.
      if count <= 0 { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
