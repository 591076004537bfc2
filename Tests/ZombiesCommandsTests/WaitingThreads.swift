import Foundation
import Testing

/// Runs the tests of a suite on threads of their own, for a suite whose tests wait for processes.
///
/// A waiting test blocks its thread. Swift's own pool has only one thread for each core, so it
/// would leave a core idle.
struct WaitingThreadsTrait: SuiteTrait, TestTrait {
  var isRecursive: Bool { true }
}

// Swift 6.0 has no such traits, and runs these tests in its own pool.
#if compiler(>=6.1)
  extension WaitingThreadsTrait: TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
  }
#endif

extension Trait where Self == WaitingThreadsTrait {
  /// The tests wait for processes, so they run on threads of their own.
  static var waits: Self { Self() }
}

/// As many threads as Swift's own pool has.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let queue = OperationQueue()

  init() {
    queue.maxConcurrentOperationCount = max(2, ProcessInfo.processInfo.activeProcessorCount)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
