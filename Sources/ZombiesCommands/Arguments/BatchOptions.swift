import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSystem

// The settings of a batch, as several commands read them.

extension Arguments {
  /// The unit of a trial, and the range of trials to play.
  func trials() throws(Failure) -> (unit: Batch.Unit, trials: Range<UInt64>) {
    let unit: Batch.Unit = takes(.games) && has(.games) ? .games : .rounds
    if unit == .games, has(.rounds) { throw badUsage("--rounds and --games cannot be combined") }
    let count: UInt64 = try number(unit == .games ? .games : .rounds)
    let most = Batch.largestTrial(unit)
    let first: UInt64 = try number(.first)
    guard first <= most, count - 1 <= most - first else {
      throw badUsage(
        "--first: the last trial would have a number above \(most), the largest one allowed")
    }
    return (unit, first..<first + count)
  }

  /// The maximum number of moves of a round; nil if no limit is given.
  func maxMoves() throws(Failure) -> Int? { try optionalNumber(.maxMoves) }

  /// The given levels, or generated ones of a family if none are given, with their rules.
  ///
  /// - Parameters:
  ///   - others: The number of operands before the levels.
  func batchLevels(
    _ rules: Rules, seed: UInt64, maxStates: Int?, behind others: Int = 0
  ) throws(Failure) -> (levels: Batch.Levels, rules: Rules) {
    if let given = try givenLevels([rules], behind: others) {
      return (.list(given.levels), given.rules.first ?? rules)
    }
    return (.generated(try generator(rules, seed: seed, maxStates: maxStates)), rules)
  }

  /// The given levels, and their rules; nil if none are given.
  ///
  /// - Parameters:
  ///   - rules: The rules of the options.
  ///   - others: The number of operands before the levels.
  func givenLevels(
    _ rules: [Rules], behind others: Int = 0
  ) throws(Failure) -> (levels: LevelList, rules: [Rules])? {
    guard operands.count > others || has(.input) else { return nil }
    if let option = first(of: Option.familyOptions + [.levels]) {
      throw badUsage(
        "\(option.name) is for generated levels and cannot be combined with given levels")
    }
    var input = try LevelInput(self, behind: others)
    var levels = LevelList()
    var shared = SharedRules(self, rules)
    while let entry = try input.next() {
      try shared.add(entry)
      levels.append(entry.level)
    }
    return (levels, shared.rules)
  }

  /// The generator of the chosen family's levels.
  func generator(_ rules: Rules, seed: UInt64, maxStates: Int?) throws(Failure) -> LevelGenerator {
    let generator = LevelGenerator(
      try family(), seed: seed, rules: rules, selection: try choice(.levels),
      stateLimit: maxStates)
    do throws(GenerationError) { try generator.checkPlacements() } catch {
      throw badUsage("\(generator.family): \(error)")
    }
    return generator
  }

  /// The policies that `--policy` names.
  ///
  /// `all` includes `optimal` only if its plan takes just a moment to make, and `cautious` only if its
  /// rounds take just a moment (``Policy/quickCautiousSquares``). A named policy plays in any case.
  func policies(for levels: Batch.Levels, _ rules: Rules) throws(Failure) -> [Policy] {
    if let named = try policies() { return named }
    let slow = levels.slowPolicies(under: rules)
    if has(.policies) {
      let whose = if case .generated(let generator) = levels { "\(generator.family): " } else { "" }
      if slow.contains(.optimal) {
        note(
          "\(whose)all omits optimal, because its plan would take too long or cannot be made; "
            + "name optimal to try\n")
      }
      if slow.contains(.cautious) {
        note(
          "\(whose)all omits cautious, because its rounds may take long in a room of more than "
            + "\(Policy.quickCautiousSquares) squares; name cautious to try\n")
      }
    }
    return Policy.builtIn.filter { !slow.contains($0) }
  }

  /// The policies that `--policy` names; nil for all.
  func policies() throws(Failure) -> [Policy]? {
    let names = try words(.policies) ?? []
    if names == ["all"] { return nil }
    var policies: [Policy] = []
    for name in names {
      guard let policy = Policy(builtIn: name) else {
        throw badValue(.policies, "'\(name)' cannot be combined with other names")
      }
      guard !policies.contains(policy) else {
        throw badValue(.policies, "\(policy) is named twice")
      }
      policies.append(policy)
    }
    return policies
  }

  /// The checkpoint; nil if `--checkpoint` is not given.
  func checkpoint() throws(Failure) -> CheckpointFile? {
    guard let path = path(.checkpoint) else {
      if let option = first(of: [.checkpointEvery, .resume]) {
        throw badUsage("\(option.name) needs --checkpoint FILE")
      }
      return nil
    }
    return try CheckpointFile(
      path, resuming: has(.resume), interval: Double(try number(.checkpointEvery) as UInt64),
      in: command.name)
  }
}

extension Batch {
  /// The failure for an error: with the status of players if a program failed.
  func failure(_ error: SimulationError) -> Failure {
    if case .program(let reason) = error { return Failure(status: .player, message: reason) }
    return .badData(message(of: error))
  }

  /// The message for an error, with the origin of the levels.
  func message(of error: SimulationError) -> String {
    var message = "\(error)"
    if case .program = error { return message }
    if case .generated(let generator) = levels {
      message = "\(generator.family)@\(generator.seed): " + message
    }
    switch error {
    case .generation(.gaveUp), .policy(.gaveUp): return message + " (--max-states)"
    case .noLevels, .tooManyTrials, .generation, .policy, .program: return message
    }
  }
}

extension Batch.Levels {
  /// The policies that `all` omits for these levels, because they take more than a moment.
  func slowPolicies(under rules: Rules) -> [Policy] {
    let sizes: [RoomSize] =
      switch self {
      case .generated(let generator): [generator.family.size]
      case .list(let levels): (0..<levels.count).map { levels[$0].size }
      }
    let isQuick = sizes.allSatisfy { $0.squareCount <= Policy.quickCautiousSquares }
    return (areSoonPlanned(under: rules) ? [] : [.optimal]) + (isQuick ? [] : [.cautious])
  }

  /// Whether the plans of `optimal` for these levels take only a moment to make.
  func areSoonPlanned(under rules: Rules) -> Bool {
    switch self {
    case .generated(let generator): return BlindPlan.isSmall(for: generator.family, rules: rules)
    case .list(let levels):
      // Nil if a level belongs to no family, or if there are too many families.
      guard let families = levels.families(atMost: 8) else { return false }
      return families.allSatisfy { BlindPlan.isSmall(for: $0, rules: rules) }
    }
  }
}
