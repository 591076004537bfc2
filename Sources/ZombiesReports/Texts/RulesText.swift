import ZombiesCore

/// Descriptions of rules, for people.
public enum RulesText {
  /// The differences from the default rules, such as "catching distance 0, chase vertical", or "the
  /// default rules".
  public static func name(of rules: Rules) -> String {
    let differences = settings(of: rules, against: [.standard])
    return differences.isEmpty ? "the default rules" : differences
  }

  /// The text after a verdict: empty under the default rules, otherwise "; rules: catching distance
  /// 0, chase vertical".
  ///
  /// - Parameters:
  ///   - rules: The rules in force.
  ///   - others: Other rules for the same level. A setting in which they differ is always named, even
  ///     if it has its default value.
  public static func suffix(of rules: Rules, among others: [Rules] = []) -> String {
    let named = settings(of: rules, against: [.standard] + others)
    return named.isEmpty ? "" : "; rules: \(named)"
  }

  /// All settings: "catching distance 1, chase longest, zombie speed 1".
  package static func allSettings(of rules: Rules) -> String { text(parts(of: rules)) }

  /// The settings that differ from at least one of some other rules.
  static func settings(of rules: Rules, against others: [Rules]) -> String {
    let (parts, others) = (parts(of: rules), others.map { Self.parts(of: $0) })
    return text(
      parts.indices.filter { place in others.contains { $0[place] != parts[place] } }
        .map { parts[$0] })
  }

  private static func parts(of rules: Rules) -> [String] {
    Rules.Variant.allCases.map { "\($0.name) \(rules.value(of: $0))" }
  }

  private static func text(_ parts: [String]) -> String { parts.joined(separator: ", ") }
}
