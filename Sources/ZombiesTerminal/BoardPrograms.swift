import Synchronization
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSystem

/// The programs that play turns at the board of a game, as `--policy NAME='COMMAND'` brings them.
///
/// A program learns the family and the rules when it starts. If those of a turn are different, because the
/// player has changed the settings, the program is started again.
package final class BoardPrograms: Sendable {
  /// A turn of a program.
  struct Turn: Equatable, Sendable {
    fileprivate let turn: Session.Turn
    /// The family that the levels are drawn from; nil if they are given.
    fileprivate let family: Family?
  }

  /// What a program has made of a turn.
  enum Answer: Sendable {
    case moves([Direction])
    /// It has failed, and was forgiven.
    case nothing
    case failure(Failure)
  }

  /// A program that can play: its name on the board, and its command.
  package typealias Named = (name: String, command: String)

  private let named: [Named]

  /// The settings of all programs, without the family and the rules of a turn.
  private let settings: PlayerProgram.Settings

  private struct State: ~Copyable {
    /// The programs that are running.
    var programs: [String: PlayerProgram] = [:]
    /// The failures of programs that have ended.
    var forgiven: [String: UInt64] = [:]
  }

  private let state = Mutex(State())

  /// Ends all waits for programs.
  private let stop = PlayerProgram.Stop()

  /// Starts programs, so that one that cannot play fails before the game begins.
  ///
  /// - Throws: ``Failure`` with status 76.
  package init(
    _ named: [Named], for session: Session, _ settings: PlayerProgram.Settings
  ) throws(Failure) {
    self.named = named
    self.settings = settings
    var family: Family?
    if case .family(let drawn) = session.settings.supply { family = drawn }
    for (name, _) in named {
      do throws(OutsideError) {
        _ = try program(name, family, session.settings.rules)
      } catch {
        throw Failure(status: .player, message: error.reason)
      }
    }
  }

  // MARK: Turns

  /// The turn that a session awaits, if its player is a program; else nil.
  func turn(of session: Session) -> Turn? {
    guard !named.isEmpty, let turn = session.turn, named.contains(where: { $0.name == turn.player })
    else { return nil }
    // The settings may have changed since the level was drawn.
    guard case .family(let family) = session.settings.supply, Family(of: turn.level) == family
    else {
      return Turn(turn: turn, family: nil)
    }
    return Turn(turn: turn, family: family)
  }

  /// Lets a program play a turn, however long it takes.
  func play(_ turn: Turn) -> Answer {
    let name = turn.turn.player
    do throws(OutsideError) {
      let program = try program(name, turn.family, turn.turn.rules)
      let failures = program.forgiven
      var rounds = [
        OutsideRound(
          LevelForm(turn.turn.level), try program.policy(),
          RoundKey(seed: turn.turn.seed, trial: turn.turn.trial), rules: turn.turn.rules,
          moveLimit: turn.turn.moveLimit)
      ]
      try program.makePlayer().play(&rounds)
      return program.forgiven == failures ? .moves(rounds[0].path) : .nothing
    } catch {
      guard settings.forgives, !stop.isOn else {
        return .failure(Failure(status: .player, message: error.reason))
      }
      state.withLock { $0.forgiven[name, default: 0] += 1 }
      return .nothing
    }
  }

  /// The program with a name, which is running and knows the family and the rules.
  private func program(
    _ name: String, _ family: Family?, _ rules: Rules
  ) throws(OutsideError) -> PlayerProgram {
    if let former = state.withLock({ $0.programs[name] }) {
      if former.settings.family == family, former.settings.rules == rules { return former }
      state.withLock { $0.programs[name] = nil }
      try end(former)
    }
    var settings = settings
    (settings.family, settings.rules, settings.stop) = (family, rules, stop)
    let command = named.first { $0.name == name }?.command ?? ""
    let program = try PlayerProgram(name, command: command, settings)
    state.withLock { $0.programs[name] = program }
    return program
  }

  // MARK: Ending

  private func end(_ program: PlayerProgram) throws(OutsideError) {
    defer { state.withLock { $0.forgiven[program.name, default: 0] += program.forgiven } }
    try program.end()
  }

  /// Ends all waits for programs while `body` waits for the thread of a turn that nobody awaits any more. The
  /// program of that turn is killed.
  func interrupt(_ body: () -> Void) {
    stop.set(true)
    body()
    stop.set(false)
  }

  /// Ends all programs.
  ///
  /// - Parameter note: Receives the name of each, and how often it failed.
  /// - Throws: ``Failure`` if one does not end in time.
  package func end(_ note: (String, UInt64) -> Void) throws(Failure) {
    for (name, _) in named {
      if let program = state.withLock({ $0.programs.removeValue(forKey: name) }) {
        do throws(OutsideError) { try end(program) } catch {
          throw Failure(status: .player, message: error.reason)
        }
      }
      note(name, state.withLock { $0.forgiven[name] ?? 0 })
    }
  }
}

extension Session {
  /// Finishes the awaited work. The turn of a program is played by the program.
  ///
  /// - Throws: ``Failure`` with status 76 if the program fails.
  mutating func finishAwaited(with programs: BoardPrograms) throws(Failure) {
    if let turn = programs.turn(of: self) {
      try take(programs.play(turn))
    } else {
      finishAwaited()
    }
  }

  /// Takes the answer of a program whose turn the session awaits.
  mutating func take(_ answer: BoardPrograms.Answer) throws(Failure) {
    switch answer {
    case .moves(let moves): perform(.plays(moves))
    case .nothing: perform(.sitOut)
    case .failure(let failure): throw failure
    }
  }
}
