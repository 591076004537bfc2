import ZombiesCore
import ZombiesReports
import ZombiesSystem

// Levels with rules of their own, from `; rules:` lines (<doc:/ZombiesCore/TextForms>).

extension Arguments {
  /// The rules of a level: its own if it has any, otherwise those of the options.
  ///
  /// - Parameters:
  ///   - own: Its own rules, and where they are.
  ///   - options: The rules of the options; several if the options are lists.
  /// - Returns: One set of rules, or those of the options.
  /// - Throws: ``Failure`` with status 64 if an option contradicts the level's own rules.
  package func rules(
    _ own: (rules: NamedRules, line: LevelOrigin)?, else options: [Rules]
  ) throws(Failure) -> [Rules] {
    guard let own else { return options }
    let rules = own.rules.rules
    for variant in Rules.Variant.allCases where has(Option.rule(variant)) {
      let value = rules.value(of: variant)
      guard let other = options.first(where: { $0.value(of: variant) != value }) else { continue }
      throw badUsage(
        "\(Option.rule(variant).name) \(other.value(of: variant)) contradicts \(own.line), where the rules "
          + "are \(own.rules): expected \(value)")
    }
    return [rules]
  }

  /// The rules of a level of a list: its own if it has any, otherwise those of the options.
  ///
  /// - Throws: ``Failure`` with status 64 if an option contradicts the level's own rules.
  package func rules(of entry: LevelInput.Entry, else options: Rules) throws(Failure) -> Rules {
    try rules(entry.rules, else: [options]).first ?? options
  }
}

/// The rules of a batch, which are the same for all its levels.
struct SharedRules {
  private let arguments: Arguments
  private let options: [Rules]

  /// The rules of the levels so far; several if options are lists.
  private(set) var rules: [Rules]

  private var isFirst = true

  /// - Parameter options: The rules of the options; several if the options are lists.
  init(_ arguments: Arguments, _ options: [Rules]) {
    self.arguments = arguments
    self.options = options
    rules = options
  }

  /// Adds a level.
  ///
  /// - Throws: ``Failure`` with status 65 if its rules differ from those of the levels before it, and with
  ///   status 64 if an option contradicts its own rules.
  mutating func add(_ entry: LevelInput.Entry) throws(Failure) {
    let found = try arguments.rules(entry.rules, else: options)
    if isFirst { rules = found }
    isFirst = false
    guard found == rules else {
      func name(_ rules: [Rules]) -> String {
        rules.map { RulesText.name(of: $0) }.joined(separator: " and ")
      }
      throw .badData(
        "\(entry.place): the rules of this level are \(name(found)), but those of the levels before it are "
          + "\(name(rules)); \(arguments.command.name) needs levels with the same rules")
    }
  }
}
