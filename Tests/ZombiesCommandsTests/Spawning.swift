import Foundation

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
  let call: String
  var code = errno

  var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// The executable under test.
enum Executable {
  struct NotFound: Error {
    let folders: [String]
  }

  /// The folders that may contain it: that of PROGRAM, if it is set, otherwise that of the build
  /// products, which also contains the tests.
  private static let folders: [String] = {
    if let program = ProcessInfo.processInfo.environment["PROGRAM"], !program.isEmpty {
      return [URL(fileURLWithPath: program).deletingLastPathComponent().path]
    }
    // Absolute, because most runs have their own working directory.
    var places = [URL(fileURLWithPath: CommandLine.arguments[0]).path]
    #if canImport(Darwin)
      // On Darwin the tests are a bundle, which another program runs.
      places += Bundle.allBundles.map(\.bundlePath)
    #endif
    return places.map { ($0 as NSString).deletingLastPathComponent }
  }()

  /// The folder of the executable, "" if it was not built.
  static let folder =
    folders.first { FileManager.default.isExecutableFile(atPath: $0 + "/zombies") } ?? ""

  /// The path of the executable.
  static var path: String {
    get throws {
      guard !folder.isEmpty else { throw NotFound(folders: folders) }
      return folder + "/zombies"
    }
  }
}

/// The actions of a child between fork and exec.
struct SpawnActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  private func check(_ code: Int32, _ call: String) throws {
    if code != 0 { throw SystemError(call: call, code: code) }
  }

  mutating func duplicate(_ old: Int32, _ new: Int32) throws {
    try check(posix_spawn_file_actions_adddup2(&actions, old, new), "dup2")
  }

  mutating func close(_ descriptor: Int32) throws {
    try check(posix_spawn_file_actions_addclose(&actions, descriptor), "close")
  }

  mutating func open(_ path: String, _ flags: Int32, _ descriptor: Int32) throws {
    try check(posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0), "open")
  }

  /// Starts a program in a process group of its own, with all signals as a shell leaves them.
  mutating func spawn(
    _ program: String, _ words: [[UInt8]], _ variables: [String]
  ) throws -> pid_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    try check(posix_spawnattr_setsigmask(&attributes, &signals), "sigmask")
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
    #if !canImport(Darwin)
      sigaddset(&signals, SIGXFSZ)
    #endif
    try check(posix_spawnattr_setsigdefault(&attributes, &signals), "sigdefault")
    try check(posix_spawnattr_setpgroup(&attributes, 0), "pgroup")
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)), "flags")
    var arguments = words.map { word in Self.copy(word) } + [nil]
    var environment = variables.map { Self.copy(Array($0.utf8)) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    try check(
      posix_spawn(&process, program, &actions, &attributes, &arguments, &environment), "spawn")
    return process
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      strdup($0.baseAddress!)
    }
  }
}
