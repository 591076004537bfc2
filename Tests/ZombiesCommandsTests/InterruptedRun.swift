import Foundation
import Testing

extension Running {
  /// Whether the run is over; it is still to be waited for.
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

  /// Stops the program where it is, until it is sent `SIGCONT`; false if it is over.
  func suspend() -> Bool {
    send(SIGSTOP)
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WSTOPPED | WNOWAIT) == 0 else {
      return false
    }
    return Int(information.si_code) == Int(CLD_STOPPED)
  }

  /// Sends a signal if something holds; the program stands still while that is looked at, so that it
  /// still holds when the signal comes.
  ///
  /// - Returns: Whether the signal was sent. If not, the program runs on, or is over.
  func send(_ signal: Int32, if holds: () -> Bool) -> Bool {
    guard suspend() else { return false }
    let isSent = holds()
    if isSent { send(signal) }
    send(SIGCONT)
    return isSent
  }
}

extension CommandLineRun {
  /// Starts, and sends a signal while something holds that holds only in the middle of a run.
  ///
  /// - Returns: Nil where that was over before the signal came, for a machine may have other things to
  ///   do than to run a test.
  func interrupted(by signal: Int32, once isReady: () -> Bool) throws -> Finished? {
    let run = try start()
    #expect(run.wait { isReady() || run.isOver })
    let isSent = run.send(signal, if: isReady)
    let finished = run.wait()
    // A run that has just played everything puts it in place, and the signal comes too late.
    if finished.ending == .exit(0) { return nil }
    #expect(isSent && finished.ending == .signal(signal), "\(finished)")
    #expect(finished.output == "", "\(finished)")
    return finished
  }
}

/// A run that a signal ended while it played, and what it left.
struct InterruptedRun {
  let folder: TemporaryFolder
  let finished: Finished

  /// What the run wrote on standard error.
  var errors: String { finished.errors }

  /// The command that resumes the run, as it is printed.
  var command: String? { Self.command(in: finished) }

  /// The command that resumes the run, as a run printed it.
  static func command(in finished: Finished) -> String? {
    let lines = finished.errors.split(separator: "\n")
    let place = lines.firstIndex { $0.hasSuffix("To resume, run:") }
    return place.flatMap { lines.dropFirst($0 + 1).first }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// Runs a line, each time in a folder of its own, until one is under way when the signal comes.
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

  /// Interrupts a batch that would write to `new.*`, where old files are.
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
      #expect(folder.read("new.\(kind)") == "old\n", "\(kind): \(finished)")
    }
    #expect(
      folder.names == [
        "a checkpoint", "new.csv", "new.rounds", "new.rounds.part", "new.rounds.part.checkpoint",
        "new.squares", "new.tally",
      ], "\(finished)")
  }

  /// Whether rounds were written, beyond those that were there.
  static func hasRounds(_ file: String, beyond former: Int = 0, in folder: TemporaryFolder) -> Bool
  {
    var status = stat()
    return stat(folder.file(file), &status) == 0 && Int(status.st_size) > former + 5000
  }
}
