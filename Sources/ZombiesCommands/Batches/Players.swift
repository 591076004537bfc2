import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSystem
import ZombiesText

/// Who plays a batch: built-in policies, and programs outside.
package struct Players {
  /// All of them, in the order in which they were named.
  private(set) var policies: [Policy] = []

  /// The programs, in the same order.
  private var programs: [PlayerProgram] = []

  /// The programs by policy.
  private(set) var outside: [Policy: any OutsidePolicy] = [:]

  private mutating func add(_ policy: Policy, _ arguments: Arguments) throws(Failure) {
    guard !policies.contains(policy) else {
      throw arguments.badUsage("\(policy) is named twice")
    }
    policies.append(policy)
  }

  /// Adds a player by a word: the name of a policy, or NAME=COMMAND, which is started.
  private mutating func add(
    _ word: String, _ settings: PlayerProgram.Settings, _ arguments: Arguments
  ) throws(Failure) {
    guard let (policy, command) = try Self.program(word, arguments) else {
      guard let policy = Policy(builtIn: word) else {
        throw arguments.badUsage("--policy: '\(word)' cannot be combined with other names")
      }
      return try add(policy, arguments)
    }
    try add(policy, arguments)
    do throws(OutsideError) {
      let program = try PlayerProgram(policy.name, command: command, settings)
      programs.append(program)
      policies[policies.count - 1] = try program.policy()
      outside[policies[policies.count - 1]] = program
    } catch {
      throw Failure(status: .player, message: error.reason)
    }
  }

  /// The reason why a program could not play a level.
  var failure: String? { programs.lazy.compactMap(\.failure).first }

  /// Ends the programs without waiting for them.
  func kill() { for program in programs { program.kill() } }

  /// The policy and the command of NAME=COMMAND; nil for a word without '='.
  ///
  /// - Throws: ``Failure`` with status 64 if the command is empty, or the name cannot be used.
  package static func program(
    _ word: String, _ arguments: Arguments
  ) throws(Failure) -> (policy: Policy, command: String)? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    let (name, command) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
    guard !command.isEmpty else { throw arguments.badUsage("'\(word)': expected NAME='COMMAND'") }
    guard !Policy.takes(name) else {
      throw arguments.badUsage("'\(name)' is the name of a policy of this program")
    }
    do throws(PolicyNameError) { return (try Policy(named: name), command) } catch {
      throw arguments.badUsage("'\(name)': \(error)")
    }
  }

  /// The settings that the options name.
  package static func settings(
    of family: Family?, _ rules: Rules, _ arguments: Arguments
  ) throws(Failure) -> PlayerProgram.Settings {
    PlayerProgram.Settings(
      family: family, rules: rules, timeout: Double(try arguments.number(.playerTimeout) as UInt64),
      forgives: arguments.has(.playerForgive),
      log: try arguments.path(.playerLog).map { path throws(Failure) in try PlayerLog(path) })
  }

  /// Says how often a program failed, if it did.
  package static func note(_ failures: UInt64, of name: String, _ arguments: Arguments) {
    if failures == 0 { return }
    arguments.note(
      "\(name) failed \(counted(Int(clamping: failures), "time")), and was forgiven\n")
  }

  /// Ends all programs, and says how often they failed.
  ///
  /// - Throws: ``Failure`` if one does not end in time.
  func end(_ arguments: Arguments) throws(Failure) {
    for program in programs {
      do throws(OutsideError) { try program.end() } catch {
        throw Failure(status: .player, message: error.reason)
      }
      Self.note(program.forgiven, of: program.name, arguments)
    }
  }
}

extension Players {
  /// Starts the players that words name.
  init(
    _ words: [String], for levels: Batch.Levels, _ rules: Rules, _ arguments: Arguments
  ) throws(Failure) {
    try self.init(words, of: levels.family, rules, arguments)
  }

  /// Starts the players that words name, for a family, or for given levels.
  init(
    _ words: [String], of family: Family?, _ rules: Rules, _ arguments: Arguments
  ) throws(Failure) {
    let settings = try Self.settings(of: family, rules, arguments)
    for word in words { try add(word, settings, arguments) }
  }

  /// The moves of the first player, which is a program, in one round.
  func path(
    in level: Level, _ key: RoundKey, _ rules: Rules, limit: Int?
  ) throws(Failure) -> [Direction] {
    guard let policy = policies.first else { return [] }
    do throws(OutsideError) {
      return try play(policy, level, key, rules, limit: limit)?.path ?? []
    } catch {
      throw Failure(status: .player, message: error.reason)
    }
  }

  /// Plays a level by a program; returns nil for a policy that is none.
  func play(
    _ policy: Policy, _ level: Level, _ key: RoundKey, _ rules: Rules, limit: Int?
  ) throws(OutsideError) -> OutsideRound? {
    guard let program = programs.first(where: { $0.name == policy.name }) else { return nil }
    return try program.play(
      OutsideRound(
        LevelForm(level), policy, key, rules: rules,
        moveLimit: limit ?? level.size.defaultMoveLimit))
  }

  /// Starts the players that `--policy` names.
  init(for levels: Batch.Levels, _ rules: Rules, _ arguments: Arguments) throws(Failure) {
    let texts = try arguments.texts(.policiesAndPrograms)
    if texts.contains(where: { $0.contains("=") }) {
      let words = texts.flatMap { $0.contains("=") ? [$0] : arguments.items($0) }
      try self.init(words, for: levels, rules, arguments)
    } else {
      self.init()
      policies = try arguments.policies(for: levels, rules)
    }
  }
}

/// The programs that `--policy` names in a command with several combinations of settings. They are started
/// again for each, because the first lines that a program gets name the family and the rules.
struct ProgramGrid {
  /// The words of the form NAME=COMMAND.
  private let words: [String]

  /// The policies that the programs play.
  let policies: [Policy]

  /// The programs by policy, before they are started.
  let outside: [Policy: any OutsidePolicy]

  /// A program that is not started.
  private struct Named: OutsidePolicy {
    let command: String
    var fingerprint: String { SHA256.hex(of: command.utf8) }
    func makePlayer() throws(OutsideError) -> any OutsidePlayer {
      throw OutsideError("'\(command)' is not started")
    }
  }

  /// Starts the programs for a first combination, to learn what they say about themselves, and ends them.
  init(
    _ levels: Batch.Levels, _ rules: Rules, _ arguments: Arguments
  ) throws(Failure) {
    words = try arguments.texts(.policiesAndPrograms).filter { $0.contains("=") }
    guard !words.isEmpty else {
      (policies, outside) = ([], [:])
      return
    }
    let players = try Players(words, of: levels.family, rules, arguments)
    defer { players.kill() }
    policies = players.policies
    outside = players.outside.mapValues { Named(command: ($0 as? PlayerProgram)?.command ?? "") }
  }

  /// Starts the programs for a combination.
  func start(
    _ levels: Batch.Levels, _ rules: Rules, _ arguments: Arguments
  ) throws(Failure) -> Players {
    try Players(words, of: levels.family, rules, arguments)
  }
}

extension Batch.Levels {
  /// The family of generated levels.
  fileprivate var family: Family? {
    if case .generated(let generator) = self { generator.family } else { nil }
  }
}
