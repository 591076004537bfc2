import Foundation
import Testing
import ZombiesTestSupport

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

  /// Suspends the program until it receives `SIGCONT`; false if it is over.
  func suspend() -> Bool {
    send(SIGSTOP)
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WSTOPPED | WNOWAIT) == 0 else {
      return false
    }
    return Int(information.si_code) == Int(CLD_STOPPED)
  }

  /// Sends a signal if a condition is met. The program is suspended while the condition is checked,
  /// so that it is still met when the signal comes.
  ///
  /// - Returns: Whether the signal was sent. If not, the program continues, or is over.
  func send(_ signal: Int32, if holds: () -> Bool) -> Bool {
    guard suspend() else { return false }
    let isSent = holds()
    if isSent { send(signal) }
    send(SIGCONT)
    return isSent
  }
}

extension CommandLineRun {
  /// Starts the program, and sends a signal while a condition is met that is only met in the middle
  /// of a run.
  ///
  /// - Returns: Nil if the run was over before the signal came, which can happen on a busy machine.
  func interrupted(by signal: Int32, once isReady: () -> Bool) throws -> Finished? {
    let run = try start()
    expect(run.wait { isReady() || run.isOver })
    let isSent = run.send(signal, if: isReady)
    let finished = run.wait()
    // A run that has just played everything renames its files, and the signal comes too late.
    if finished.ending == .exit(0) { return nil }
    expect(isSent && finished.ending == .signal(signal), "\(finished)")
    expectEqual(finished.output, "", "\(finished)")
    return finished
  }
}

/// A run that was interrupted by a signal while it played, and the files that it left.
struct InterruptedRun {
  let folder: TemporaryFolder
  let finished: Finished

  /// The standard error of the run.
  var errors: String { finished.errors }

  /// The printed command that resumes the run.
  var command: String? { Self.command(in: finished) }

  /// The command that resumes the run, found in the output of a run.
  static func command(in finished: Finished) -> String? {
    let lines = finished.errors.split(separator: "\n")
    let place = lines.firstIndex { $0.hasSuffix("To resume, run:") }
    return place.flatMap { lines.dropFirst($0 + 1).first }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// Runs a line, each time in a new folder, until the signal comes in the middle of a run.
  init(
    by signal: Int32, once isReady: (TemporaryFolder) -> Bool,
    run: (TemporaryFolder) throws -> CommandLineRun
  ) throws {
    for _ in 0..<40 {
      let folder = try TemporaryFolder()
      if let finished = try run(folder).interrupted(by: signal, once: { isReady(folder) }) {
        (self.folder, self.finished) = (folder, finished)
        return
      }
    }
    throw SystemError(call: "interrupt", code: ETIMEDOUT)
  }

  /// A batch that takes a second.
  static let batch = BatchOfRounds(
    levels: [], options: ["--policy", "edge,random"], count: 16_000)

  /// Interrupts a batch that would write to `new.*`, where old files exist.
  init(
    of batch: BatchOfRounds, by signal: Int32, _ more: [String] = [],
    variables: [String: String] = [:]
  ) throws {
    let kinds = ["csv", "tally", "squares", "rounds"]
    let words =
      batch.words + ["--format", "csv", "--rounds-csv", "new.rounds"] + batch.files("new")
      + ["--checkpoint", "a checkpoint"]
    try self.init(
      by: signal, once: { Self.hasRounds("new.rounds.part", in: $0) },
      run: { folder in
        for kind in kinds { try folder.write("old\n", to: "new.\(kind)") }
        var run = try CommandLineRun(words + more, in: folder)
        run.environment = variables
        return run
      })
    for kind in kinds {
      expectEqual(folder.read("new.\(kind)"), "old\n", "\(kind): \(finished)")
    }
    expectEqual(
      folder.names,
      [
        "a checkpoint", "new.csv", "new.rounds", "new.rounds.part", "new.rounds.part.checkpoint",
        "new.squares", "new.tally",
      ], "\(finished)")
  }

  /// Whether more rounds were written than there were before.
  static func hasRounds(_ file: String, beyond former: Int = 0, in folder: TemporaryFolder) -> Bool
  {
    var status = stat()
    return stat(folder.file(file), &status) == 0 && Int(status.st_size) > former + 5000
  }
}

extension String {
  /// Whether a checkpoint of a sweep has a finished combination. The last one may be unfinished.
  var hasFinishedCombination: Bool { ranges(of: "\nzombies-tally ").count > 1 }
}
