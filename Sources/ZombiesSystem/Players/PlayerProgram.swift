import Synchronization
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesText

/// A player that another program is, as `--policy NAME='COMMAND'` brings it: one process for each thread.
package final class PlayerProgram: OutsidePolicy {
  /// The settings that all players of a run share.
  package struct Settings: Sendable {
    /// The family; nil if the levels are given.
    package var family: Family?
    package var rules: Rules
    /// The longest wait in seconds.
    var timeout: Double
    /// Whether a failure counts as a lost round.
    package var forgives: Bool
    var log: PlayerLog?
    /// Ends all waits; nil if nothing does.
    package var stop: Stop?

    package init(
      family: Family?, rules: Rules, timeout: Double, forgives: Bool, log: PlayerLog? = nil
    ) {
      (self.family, self.rules, self.timeout) = (family, rules, timeout)
      (self.forgives, self.log) = (forgives, log)
    }
  }

  /// A switch that another thread turns on to end all waits for a program.
  package final class Stop: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isOn: Bool { state.load(ordering: .relaxed) }

    package func set(_ isOn: Bool) { state.store(isOn, ordering: .relaxed) }
  }

  /// What a player says about itself.
  package struct Answer: Equatable, Sendable {
    package var name = ""
    package var batch = 1
    package var playsInOneWay = false
  }

  /// The permitted numbers of rounds at once.
  static let batches = 1...65_536

  package let name: String
  package let command: String
  package let settings: Settings

  private struct State: ~Copyable {
    /// What the first process said about itself; nil before.
    var answer: Answer?
    /// Processes that have answered and play for no thread.
    var waiting: [PlayerProcess] = []
    var forgiven: UInt64 = 0
    /// The reason why it could not play a level.
    var failure: String?
  }

  private let state = Mutex(State())

  /// What the first process said about itself.
  package var answer: Answer { state.withLock { $0.answer ?? Answer() } }

  /// The reason why it could not play a level.
  package var failure: String? { state.withLock { $0.failure } }

  /// The number of failures that were forgiven.
  package var forgiven: UInt64 { state.withLock { $0.forgiven } }

  /// Starts a first process, which says what the player is.
  ///
  /// - Throws: ``OutsideError``.
  package init(_ name: String, command: String, _ settings: Settings) throws(OutsideError) {
    self.name = name
    self.command = command
    self.settings = settings
    putBack(try process())
  }

  /// The policy. Only a batch can play it.
  package func policy() throws(OutsideError) -> Policy {
    do throws(PolicyNameError) {
      return try Policy(
        name.isEmpty ? "player" : name, summary: command, playsInOneWay: answer.playsInOneWay
      ) { _ in
        BatchOnly()
      }
    } catch {
      throw OutsideError("\(error)")
    }
  }

  private struct BatchOnly: Player {
    func choose(_ sight: Sight) throws(PolicyError) -> Direction {
      throw .cannotPlay("a program plays only in batches")
    }
  }

  package var fingerprint: String { SHA256.hex(of: command.utf8) }

  // MARK: Processes

  /// The player in errors.
  var label: String { name.isEmpty ? "player ('\(command)')" : "player \(name) ('\(command)')" }

  /// Takes a process that has answered, or starts one.
  func process() throws(OutsideError) -> PlayerProcess {
    if let process = state.withLock({ $0.waiting.popLast() }) { return process }
    let process: PlayerProcess
    do throws(OutsideError) {
      process = try PlayerProcess(
        command, timeout: settings.timeout, log: settings.log, stop: settings.stop)
    } catch {
      throw OutsideError("\(label): \(error.reason)")
    }
    let answer = try greet(process)
    let first = state.withLock { state in
      state.answer = state.answer ?? answer
      return state.answer
    }
    guard answer == first else {
      throw OutsideError("\(label): it answered differently when it was started again")
    }
    return process
  }

  /// Sends the first lines and reads the answer.
  private func greet(_ process: PlayerProcess) throws(OutsideError) -> Answer {
    var lines = "zombies 1\nfamily \(settings.family?.name ?? "none")\n"
    for variant in Rules.Variant.allCases {
      lines += "rule \(variant.option) \(settings.rules.value(of: variant))\n"
    }
    var answer = Answer()
    do {
      try Array("\(lines)go\n".utf8).withUnsafeBytes { bytes in
        try process.talk(bytes) { line in
          let text = String(decoding: line, as: UTF8.self)
          let words = text.split(separator: " ", maxSplits: 1).map(String.init)
          switch (words.first, words.count) {
          case ("name", 2): answer.name = words[1]
          case ("batch", 2):
            guard let batch = UInt64(canonicalDigits: words[1].utf8).flatMap({ Int(exactly: $0) }),
              Self.batches.contains(batch)
            else { throw Self.misunderstood(text, "'batch' and a number from 1 to 65536") }
            answer.batch = batch
          case ("once", 1): answer.playsInOneWay = true
          case ("ready", 1):
            guard !answer.name.isEmpty else {
              throw Self.misunderstood(text, "a name before 'ready'")
            }
            return true
          default:
            throw Self.misunderstood(
              text, answer.name.isEmpty ? "'name NAME'" : "'batch N', 'once' or 'ready'")
          }
          return false
        }
      }
    } catch let fault as OpenRounds.Fault {
      throw OutsideError("\(label): \(fault.reason)")
    } catch {
      throw OutsideError("\(label): before 'ready': \(error)")
    }
    return answer
  }

  static func misunderstood(_ line: String, _ expected: String) -> OpenRounds.Fault {
    OpenRounds.Fault(reason: "it wrote '\(line.prefix(200))', expected \(expected)")
  }

  /// Gives back a process that is between two rounds.
  func putBack(_ process: PlayerProcess) { state.withLock { $0.waiting.append(process) } }

  /// Counts a forgiven failure.
  func forgive() { state.withLock { $0.forgiven += 1 } }

  package func makePlayer() throws(OutsideError) -> any OutsidePlayer { BatchPlayer(self) }

  /// Plays a level to its end.
  package func play(_ round: OutsideRound) throws(OutsideError) -> OutsideRound {
    var rounds = [round]
    do throws(OutsideError) { try BatchPlayer(self, batch: 1).play(&rounds) } catch {
      state.withLock { $0.failure = $0.failure ?? error.reason }
      throw error
    }
    return rounds[0]
  }

  /// Begins a round with a waiting process and leaves it there, to end in the middle of the round.
  ///
  /// - Parameter afterBegin: Whether the block is left without its `go`.
  package func leave(inside round: OutsideRound, afterBegin: Bool) throws(OutsideError) {
    let process = try process()
    let (id, open) = (1 << 40 as UInt64, AnyRound(round.level, rules: round.start.rules))
    if open.outcome != nil || round.moveLimit == 0 { return putBack(process) }
    var lines = PlayerLines()
    lines.begin(id, round)
    lines.see(id, open.sight)
    if !afterBegin { lines.go() }
    do {
      try lines.bytes.withUnsafeBytes { try process.talk($0, expectsLines: false) { _ in true } }
    } catch {
      throw OutsideError("\(label): \(error)")
    }
    putBack(process)
  }

  /// Kills the processes that play for no thread.
  package func kill() { for process in takeWaiting() { process.kill() } }

  /// Ends all processes.
  ///
  /// - Throws: ``OutsideError`` if one does not end in time.
  package func end() throws(OutsideError) {
    var trouble: OutsideError?
    for process in takeWaiting() {
      do throws(OutsideError) { try process.end() } catch { trouble = trouble ?? error }
    }
    guard let trouble else { return }
    if settings.forgives { return forgive() }
    throw OutsideError("\(label): after the last round: \(trouble.reason)")
  }

  private func takeWaiting() -> [PlayerProcess] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
