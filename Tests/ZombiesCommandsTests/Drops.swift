import Foundation

/// A pipe into which a thread puts bytes one by one, in such a way that each read gets one.
struct Drops {
  /// The end that is read.
  let descriptor: Int32

  /// O_DIRECT, which the C library shows to few: each write is a packet then, and a read gets no more
  /// than one.
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
      // The reader may leave early, which is no signal for the tests.
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
