import Foundation

/// A run of the real executable, or of a shell line that finds `zombies` through its path.
///
/// Arguments are bytes, because a path need not be UTF-8. Each run has its own process group, so
/// that a run that takes too long is killed with everything that it started.
struct CommandLineRun {
  /// The input on descriptor 0.
  enum Input {
    case nothing, closed
    case text(String)
    case bytes([UInt8])
    case path(String)
    /// A pipe that delivers one byte per read.
    case drops([UInt8])
  }

  /// The target of descriptors 1 and 2.
  enum Output {
    case captured, closed
    case path(String)
  }

  var program: String
  var words: [[UInt8]]
  var input = Input.nothing
  var output = Output.captured
  var errors = Output.captured
  /// The working directory; nil for that of the tests, for runs that touch no file.
  var folder: TemporaryFolder?
  var environment: [String: String] = [:]
  /// Seconds after which the run is killed. The limit is only for a run that hangs, so that a busy
  /// machine does not fail the test.
  var timeout = 300.0

  /// A run of `zombies`.
  init(_ words: [String], in folder: TemporaryFolder? = nil) throws {
    try self.init(bytes: words.map { Array($0.utf8) }, in: folder)
  }

  /// A run of `zombies` with arguments that need not be UTF-8.
  init(bytes words: [[UInt8]], in folder: TemporaryFolder? = nil) throws {
    program = try Executable.path
    self.words = words
    self.folder = folder
  }

  /// A line for `sh -c`.
  init(shell line: String, in folder: TemporaryFolder? = nil) {
    program = "/bin/sh"
    words = ["-c", line].map { Array($0.utf8) }
    self.folder = folder
  }

  /// Runs to the end.
  func run() throws -> Finished { try start().wait() }

  /// Starts the run and does not wait.
  func start() throws -> Running {
    var actions = SpawnActions()
    defer { actions.destroy() }
    let outputFile = try captureFile(output, 1, &actions)
    let errorFile = try captureFile(errors, 2, &actions)
    let inputFile = try connectInput(&actions)
    defer { if inputFile >= 0 { close(inputFile) } }
    // A shell changes the folder, then replaces itself by the program. The limit is for a run that
    // outlives the tests because they were killed.
    let shell = #"cd "$0" && ulimit -t 200 && exec "$@""#
    let line = (folder.map { ["/bin/sh", "-c", shell, $0.path] } ?? []) + [program]
    let process = try actions.spawn(
      line[0], line.map { Array($0.utf8) } + words, variables)
    return Running(
      process: process, outputFile: outputFile, errorFile: errorFile,
      line: words.map { String(decoding: $0.prefix(200), as: UTF8.self) }.joined(separator: " "),
      timeout: timeout)
  }

  /// The variables of the run: a few of our own, those that a sanitizer needs, and those asked for.
  private var variables: [String] {
    var variables = [
      "HOME": "/", "SWIFT_BACKTRACE": "enable=no", "PATH": "\(Executable.folder):/usr/bin:/bin",
    ]
    let needed = ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"]
    // `ZOMBIES_MUTANT` is for Tests/Mutants.
    for name in needed + ["ZOMBIES_MUTANT"] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    variables.merge(environment) { $1 }
    return variables.map { "\($0.key)=\($0.value)" }
  }

  private func captureFile(
    _ output: Output, _ descriptor: Int32, _ actions: inout SpawnActions
  ) throws -> Int32 {
    switch output {
    case .captured:
      let file = try Self.unnamedFile()
      try actions.duplicate(file, descriptor)
      return file
    case .closed:
      try actions.close(descriptor)
    case .path(let path):
      try actions.open(path, O_WRONLY, descriptor)
    }
    return -1
  }

  private func connectInput(_ actions: inout SpawnActions) throws -> Int32 {
    switch input {
    case .nothing: try actions.open("/dev/null", O_RDONLY, 0)
    case .closed: try actions.close(0)
    case .path(let path): try actions.open(path, O_RDONLY, 0)
    case .text(let text): return try connect(Array(text.utf8), &actions)
    case .bytes(let bytes): return try connect(bytes, &actions)
    case .drops(let bytes):
      let pipe = try Drops(bytes)
      try actions.duplicate(pipe.descriptor, 0)
      return pipe.descriptor
    }
    return -1
  }

  private func connect(_ bytes: [UInt8], _ actions: inout SpawnActions) throws -> Int32 {
    let file = try Self.unnamedFile()
    guard bytes.isEmpty || pwrite(file, bytes, bytes.count, 0) == bytes.count else {
      throw SystemError(call: "pwrite")
    }
    try actions.duplicate(file, 0)
    return file
  }

  /// A file without a name, which no other run inherits.
  private static func unnamedFile() throws -> Int32 {
    var path = Array((NSTemporaryDirectory() + "/zombies-run-XXXXXX").utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw SystemError(call: "mkstemp") }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(path)
    return file
  }
}

/// A run that has started.
final class Running {
  let process: pid_t
  private let outputFile, errorFile: Int32
  private let line: String
  private let timeout: Double
  /// When the run is killed; nil until a test waits for its end.
  private var deadline: Date?
  private var isLate = false

  init(process: pid_t, outputFile: Int32, errorFile: Int32, line: String, timeout: Double) {
    (self.process, self.outputFile, self.errorFile) = (process, outputFile, errorFile)
    (self.line, self.timeout) = (line, timeout)
  }

  deinit { for file in [outputFile, errorFile] where file >= 0 { close(file) } }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for a condition; false if it was not met before the run's time was over.
  func wait(until condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(timeout)
    while !condition() {
      if Date() > end { return false }
      usleep(1000)
    }
    return true
  }

  /// The standard output so far.
  var output: String { String(decoding: Self.contents(of: outputFile), as: UTF8.self) }

  /// Waits for the end, and kills a run that takes too long.
  func wait() -> Finished {
    while true {
      if let finished { return finished }
      usleep(500)
    }
  }

  /// The finished run; nil if it is still running, or was killed just now because it takes too
  /// long.
  fileprivate var finished: Finished? {
    var status: Int32 = 0
    let deadline = self.deadline ?? Date().addingTimeInterval(timeout)
    self.deadline = deadline
    if waitpid(process, &status, isLate ? 0 : WNOHANG) == 0 {
      if Date() > deadline {
        isLate = true
        kill(-process, SIGKILL)
      }
      return nil
    }
    let signal = status & 0x7F
    let ending: Finished.Ending =
      isLate ? .timeout : signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    return Finished(
      line: line, ending: ending, outputBytes: Self.contents(of: outputFile),
      errorBytes: Self.contents(of: errorFile))
  }

  private static func contents(of file: Int32) -> [UInt8] {
    guard file >= 0 else { return [] }
    let count = Int(lseek(file, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(file, &bytes, count, 0)
    return Array(bytes.prefix(max(0, read)))
  }
}

/// A run that has ended.
struct Finished: CustomStringConvertible {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    case timeout
  }

  let line: String
  let ending: Ending
  let outputBytes: [UInt8]
  let errorBytes: [UInt8]

  var output: String { String(decoding: outputBytes, as: UTF8.self) }
  var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  /// The lines of the output, without the newlines.
  var lines: [String] { output.split(separator: "\n").map(String.init) }

  var description: String { "\(line)\n→ \(ending)\n\(output.prefix(2000))\n\(errors.prefix(2000))" }
}

extension Running {
  /// Whether the run is over; the test must still wait for it.
  var isOver: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return true
    }
    #if canImport(Darwin)
      return information.si_pid != 0
    #else
      return information._sifields._pad.0 != 0
    #endif
  }
}
