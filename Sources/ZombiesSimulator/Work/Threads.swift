// Only this file creates threads. They are POSIX threads, so there are exactly as many as
// requested, each with a stack of a known size.

import ZombiesPlatform

/// Runs a closure once per thread, and waits for all threads.
///
/// - Parameters:
///   - count: The number of threads, at least 1. There are fewer if the system does not provide
///     that many or has no memory for them; the work must not depend on the number.
///   - bytesEach: The approximate memory of a thread in bytes, without its stack.
///   - watch: Called on the calling thread in the meantime; must return when the work ends. If it
///     is nil, or if the system provides no other thread, the calling thread also does work.
///   - body: Called with the number of the thread, from 0.
package func withThreads(
  _ count: Int, bytesEach: Int = 1 << 20, watch: (() -> Void)? = nil,
  _ body: @escaping @Sendable (Int) -> Void
) {
  let count = affordableThreads(max(1, count), bytesEach: bytesEach)
  var threads: [pthread_t] = []
  for number in (watch == nil ? 1 : 0)..<count {
    guard let thread = create(isDetached: false, { body(number) }) else { break }
    threads.append(thread)
  }
  if watch == nil || threads.isEmpty { body(0) }
  watch?()
  for thread in threads { pthread_join(thread, nil) }
}

/// Starts a thread that nobody waits for. It ends with its closure, or with the program.
///
/// - Returns: Whether the system provided the thread.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  create(isDetached: true, body) != nil
}

/// Creates a thread that runs a closure; nil if the system provides none.
private func create(isDetached: Bool, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, threadStackSize)
  if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
  #if canImport(Darwin)
    let thread = UnsafeMutablePointer<pthread_t?>.allocate(capacity: 1)
  #else
    let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
  #endif
  defer { thread.deallocate() }
  let start = Unmanaged.passRetained(Start(body))
  let status = pthread_create(
    thread, &attributes,
    { argument in
      let pointer: UnsafeMutableRawPointer? = argument
      if let pointer { Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }, start.toOpaque())
  if status == 0 { return thread.pointee }
  start.release()
  return nil
}

/// The number of processors of the machine, at least 1.
package var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The number of processors that this process may use, at least 1: those of its affinity, or fewer if a control
/// group limits its time on them. A fraction of a processor counts as a whole one.
package var usableCoreCount: Int {
  usableCores(of: coreCount) { path in
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// The number of a machine's processors that this process may use, by the files in which Linux says so.
///
/// - Parameter contents: Returns the contents of a file; nil if it cannot be read.
func usableCores(of count: Int, _ contents: (String) -> String?) -> Int {
  func lines(_ path: String) -> [Substring] { (contents(path) ?? "").split(separator: "\n") }
  var least = count
  for line in lines("/proc/self/status") where line.hasPrefix("Cpus_allowed:") {
    // Same: the colon and the tab before the numbers are no digits.
    least = min(
      least, line.dropFirst(13).reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount })
  }
  for line in lines("/proc/self/cgroup") {
    // A line is "0::PATH" in version 2, and as in "4:cpu,cpuacct:PATH" in version 1.
    let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3 else { continue }
    let isSecond = fields[1].isEmpty
    guard isSecond || fields[1].split(separator: ",").contains("cpu") else { continue }
    let files = isSecond ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
    // The limits of the groups around it apply too. A container may see only the last of these folders.
    var path = fields[2].split(separator: "/")
    while true {
      let folder = ([isSecond ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu"] + path).joined(
        separator: "/")
      let times = files.flatMap {
        (contents(folder + "/" + $0) ?? "").split(whereSeparator: \.isWhitespace)
      }
      // Without a limit, the time is "max" in version 2, and -1 in version 1.
      if times.count == 2, let time = Int(times[0]), let period = Int(times[1]), time > 0,
        period > 0
      {
        least = min(least, (time - 1) / period + 1)
      }
      if path.popLast() == nil { break }
    }
  }
  return max(1, least)
}

/// The size of a thread's stack in bytes.
let threadStackSize = 1 << 20
