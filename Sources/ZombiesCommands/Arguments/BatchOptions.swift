import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

// The settings of a batch, as several commands read them.

extension Arguments {
  /// What a trial is, and which trials there are.
  ///
  /// - Parameter count: How many, where that is not said.
  func trials(unless count: UInt64) throws(Failure) -> (unit: Batch.Unit, trials: Range<UInt64>) {
    let unit: Batch.Unit = has("--games") ? .games : .rounds
    if unit == .games, has("--rounds") {
      throw badUsage("give either --rounds or --games")
    }
    let most = Batch.largestTrial(unit)
    let count =
      try self.count(unit == .games ? "--games" : "--rounds", 1...UInt64(Int64.max)) ?? count
    let first = try self.count("--first", 0...most) ?? 0
    guard count - 1 <= most - first else {
      throw badUsage(
        "--first: the last trial would be beyond \(most), whose level is the last one")
    }
    return (unit, first..<first + count)
  }

  /// The most moves of a round; nil where it is not said.
  func maxMoves() throws(Failure) -> Int? {
    try count("--max-moves", 1...UInt64(Int32.max)).map { Int($0) }
  }

  /// A family's levels, or those that are given.
  ///
  /// - Parameter others: How many operands stand before the levels and are none.
  func batchLevels(
    _ rules: Rules, seed: UInt64, maxStates: Int?, behind others: Int = 0
  ) throws(Failure) -> Batch.Levels {
    if operands.count <= others, !has("--input") {
      return .generated(try generator(rules, seed: seed, maxStates: maxStates))
    }
    let options = Option.family.map(\.name) + ["--levels"]
    if let option = options.first(where: has) {
      throw badUsage("\(option) goes with generated levels, and levels are given")
    }
    var input = try LevelInput(self, behind: others)
    var levels = LevelList()
    while let entry = try input.next() { levels.append(entry.level) }
    return .list(levels)
  }

  /// The levels of a family.
  func generator(_ rules: Rules, seed: UInt64, maxStates: Int?) throws(Failure) -> LevelGenerator {
    let generator = LevelGenerator(
      try family(), seed: seed, rules: rules,
      selection: try choice("--levels", LevelSelection.self) ?? .solvable, stateLimit: maxStates)
    do throws(GenerationError) { try generator.checkPlacements() } catch {
      throw badUsage("\(generator.family): \(error)")
    }
    return generator
  }

  /// The policies that `--policy` names, all unless said.
  ///
  /// `optimal` is one of all where its plan is made in a moment; where it is named, it is planned in
  /// any case.
  func policies(for levels: Batch.Levels, _ rules: Rules) throws(Failure) -> [Policy] {
    let named = try policies()
    if let named { return named }
    if levels.areSoonPlanned(under: rules) { return Policy.builtIn }
    if has("--policy") {
      let whose = if case .generated(let generator) = levels { "\(generator.family): " } else { "" }
      Terminal.say(
        "\(whose)all but optimal, whose plan would take long or is none; name it to try\n")
    }
    return Policy.withoutPlan
  }

  /// The policies that `--policy` names; nil for all.
  func policies() throws(Failure) -> [Policy]? {
    guard let text = try text("--policy"), text != "all" else { return nil }
    if text.split(separator: ",").contains("all") {
      throw badValue("--policy", "'all' stands alone")
    }
    var policies: [Policy] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let policy = Policy(builtIn: String(name)) else {
        throw badValue("--policy", Self.noPolicy(String(name), orAll: true))
      }
      guard !policies.contains(policy) else {
        throw badValue("--policy", "\(policy) is named twice")
      }
      policies.append(policy)
    }
    return policies
  }

  /// The one policy that `--policy` names.
  func policy() throws(Failure) -> Policy? {
    guard let name = try text("--policy") else { return nil }
    guard let policy = Policy(builtIn: name) else {
      throw badValue("--policy", Self.noPolicy(name, orAll: false))
    }
    return policy
  }

  /// What is said of a word that names no policy.
  static func noPolicy(_ name: String, orAll: Bool) -> String {
    let known = Policy.builtIn.map(\.name)
    return "'\(name)' is not one of \(known.joined(separator: ", "))" + (orAll ? ", or all" : "")
      + didYouMean(name, among: known)
  }

  /// A decimal fraction above 0 and below a limit of at most 1.
  func fraction(_ option: String, below limit: Double = 1) throws(Failure) -> Double? {
    guard let text = try text(option) else { return nil }
    guard let value = decimalFraction(text), value < limit else {
      throw badValue(
        option,
        "'\(text)' is not a decimal fraction above 0 and below \(limit == 1 ? "1" : "\(limit)"), "
          + "such as 0.01, with at most nine decimals")
    }
    return value
  }

  /// The checkpoint; nil where none is asked for.
  func checkpoint() throws(Failure) -> CheckpointFile? {
    let interval = try number("--checkpoint-every", 0...86_400)
    guard let path = path("--checkpoint") else {
      for option in ["--checkpoint-every", "--resume"] where has(option) {
        throw badUsage("\(option) goes with --checkpoint FILE")
      }
      return nil
    }
    return try CheckpointFile(
      path, resuming: has("--resume"), interval: Double(interval ?? 60), in: command)
  }
}

extension Batch {
  /// What went wrong, with where the levels come from.
  func message(of error: SimulationError) -> String {
    var message = "\(error)"
    if case .generated(let generator) = levels {
      message = "\(generator.family)@\(generator.seed): " + message
    }
    switch error {
    case .generation(.gaveUp), .policy(.gaveUp): return message + " (--max-states)"
    case .generation, .policy: return message
    }
  }
}

extension Batch.Levels {
  /// Whether the plans of `optimal` for these levels are made in a moment.
  func areSoonPlanned(under rules: Rules) -> Bool {
    switch self {
    case .generated(let generator): return BlindPlan.isSmall(for: generator.family, rules: rules)
    case .list(let levels):
      // Nil where some level is of no family, or there are many.
      guard let families = levels.families(atMost: 8) else { return false }
      return families.allSatisfy { BlindPlan.isSmall(for: $0, rules: rules) }
    }
  }
}
