import Synchronization
import ZombiesPlatform

// A player may leave processes behind that are in no group of its own, such as a daemon. On Linux, the
// system gives them to this process when their parents end. So they can be found and killed.

/// Processes that players left behind.
enum StrayProcesses {
  #if canImport(Glibc)
    /// The children that this process had before it started the first player: those of a shell that became
    /// this process.
    private static let earlier = Mutex<Set<pid_t>>([])
  #endif

  /// Asks the system to give this process the descendants whose parents end. Called before the first player
  /// starts.
  static func adopt() {
    // If the system dropped the statuses of children, nobody could wait for them.
    signal(SIGCHLD, SIG_DFL)
    #if canImport(Glibc)
      earlier.withLock { $0 = Set(children()) }
      // The headers that Swift imports declare this function with a variable number of arguments.
      typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      let setChildSubreaper: Int32 = 36
      guard let address = dlsym(nil, "prctl") else { return }
      _ = unsafeBitCast(address, to: Function.self)(setChildSubreaper, 1, 0, 0, 0)
    #endif
  }

  /// Kills all children of this process for which `isKnown` is false, and their children; not those that it
  /// had before the first player.
  static func kill(except isKnown: (pid_t) -> Bool) {
    #if canImport(Glibc)
      // A process that is killed gives its children to this process.
      for _ in 0..<100 {
        let earlier = earlier.withLock { $0 }
        let strays = children().filter { !isKnown($0) && !earlier.contains($0) }
        if strays.isEmpty { return }
        for pid in strays {
          _ = ZombiesPlatform.kill(pid, SIGKILL)
          var status: Int32 = 0
          while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        }
      }
    #endif
  }

  #if canImport(Glibc)
    /// The children of this process.
    private static func children() -> [pid_t] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      let own = getpid()
      var children: [pid_t] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let pid = pid_t(name), parent(of: pid) == own { children.append(pid) }
      }
      return children
    }

    /// The parent of a process; nil if there is no such process.
    private static func parent(of pid: pid_t) -> pid_t? {
      let file = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let text = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
        let count = read(file, buffer.baseAddress, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
      }
      // The name is in brackets, and may contain anything. The state and the parent follow it.
      guard let bracket = text.lastIndex(of: ")") else { return nil }
      let fields = text[text.index(after: bracket)...].split(separator: " ")
      return fields.count > 1 ? pid_t(fields[1]) : nil
    }
  #endif
}
