import Foundation

/// A pipe that a thread fills byte by byte, so that each read gets one byte.
struct Drops {
  /// The end to read from.
  let descriptor: Int32

  /// O_DIRECT, which the C library defines only for some programs. With it each write is a packet,
  /// and a read gets at most one.
  #if arch(arm64)
    private static let packets: Int32 = 0o200000
  #else
    private static let packets: Int32 = 0o40000
  #endif

  init(_ bytes: [UInt8]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(call: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if !canImport(Darwin)
      guard fcntl(ends[1], F_SETFL, O_WRONLY | Self.packets) == 0 else {
        throw SystemError(call: "fcntl")
      }
    #endif
    descriptor = ends[0]
    let writing = ends[1]
    Thread.detachNewThread {
      // The reader may close early; the tests must not get a signal then.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      for byte in bytes {
        #if canImport(Darwin)
          usleep(50)
        #endif
        if withUnsafeBytes(of: byte, { write(writing, $0.baseAddress, 1) }) != 1 { break }
      }
      close(writing)
    }
  }
}
