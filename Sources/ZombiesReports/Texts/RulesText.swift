import ZombiesCore

/// Rules in words, for people.
public enum RulesText {
  /// The differences from the default rules, such as "catching distance 0, chase vertical"; or "the
  /// default rules".
  public static func name(of rules: Rules) -> String {
    differences(of: rules) ?? "the default rules"
  }

  /// What follows a verdict: nothing under the default rules, otherwise "; rules: catching distance
  /// 0, chase vertical".
  public static func suffix(of rules: Rules) -> String {
    differences(of: rules).map { "; rules: \($0)" } ?? ""
  }

  private static func differences(of rules: Rules) -> String? {
    let standard = Rules.standard
    var parts: [String] = []
    if rules.catchingDistance != standard.catchingDistance {
      parts.append("catching distance \(rules.catchingDistance)")
    }
    if rules.chase != standard.chase { parts.append("chase \(rules.chase.rawValue)") }
    if rules.zombieSpeed != standard.zombieSpeed {
      parts.append("zombie speed \(rules.zombieSpeed)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
