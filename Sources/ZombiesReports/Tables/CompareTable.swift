import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// A comparison of two policies, for people.
public enum CompareTable {
  /// The policies, the levels and the settings of the test.
  public static func title(_ result: BatchResult, _ test: SequentialTest) -> String {
    let settings = result.settings
    let names = settings.policies.map(\.name).joined(separator: " against ")
    if settings.policies.allSatisfy(settings.isExact) {
      return """
        \(names) · \(SimulateTable.levels(settings.levels)) · seed \(settings.seed)
        each policy always plays a level the same way: the difference is exact
        a difference of \(short(test.difference)) matters

        """
    }
    return """
      \(names) · \(SimulateTable.levels(settings.levels)) · seed \(settings.seed)
      a difference of \(short(test.difference)) matters; alpha \(short(test.alpha)), beta \
      \(short(test.beta))
      a ratio of at least \(signed(test.upper)) decides for a policy, at most \
      \(signed(test.lower)) against it

      """
  }

  /// The looks, with a row whenever the trials have grown by half since the previous row, and for the
  /// last look.
  ///
  /// - Parameters:
  ///   - looks: All looks.
  ///   - result: The result of the batch.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(
    _ looks: [CompareLook], _ result: BatchResult, width: Int? = nil
  ) -> String {
    let names = result.settings.policies.map(\.name)
    let isTested = looks.contains { $0.ratios != nil }
    var rows = [
      ["trials"] + names.map { "only \($0)" } + ["difference"]
        + (isTested ? names.map { "ratio \($0)" } : [])
    ]
    var shown: UInt64 = 0
    for (place, look) in looks.enumerated() {
      guard look.pairs.total >= shown + shown / 2 || place == looks.count - 1 else { continue }
      shown = look.pairs.total
      let counts = [shown, look.pairs.firstOnly, look.pairs.secondOnly].map { grouped($0) }
      let ratios = look.ratios ?? []
      rows.append(counts + [signed(100 * look.difference) + "%"] + ratios.map { signed($0) })
    }
    return SimulateTable.aligned(rows, width: width)
  }

  /// The interval of the difference, in one line; empty if the difference is exact. Intervals at
  /// other looks than the last are not shown, because nobody should stop when one looks good.
  ///
  /// - Parameters:
  ///   - look: The last look.
  ///   - isPlanned: Whether the number of trials was chosen in advance, and not by the test.
  public static func interval(_ look: CompareLook, isPlanned: Bool) -> String {
    guard look.ratios != nil, let interval = look.interval else { return "" }
    let bounds = "\(signed(100 * interval.low))% to \(signed(100 * interval.high))%"
    let caution = isPlanned ? "" : " (approximate: stopped early)"
    return "95% interval of the difference: \(bounds)\(caution)\n"
  }

  /// The decision, in one line.
  public static func verdict(_ look: CompareLook, _ result: BatchResult) -> String {
    let (names, unit) = (result.settings.policies, result.settings.unit)
    let trials = "after \(grouped(look.pairs.total)) \(unit)"
    switch look.decision {
    case .first: return "\(names[0]) wins more often: decided \(trials)\n"
    case .second: return "\(names[1]) wins more often: decided \(trials)\n"
    case .neither: return "no difference that matters: decided \(trials)\n"
    case nil: return "undecided \(trials)\n"
    }
  }

  /// A number with as many decimals as it needs, up to nine.
  static func short(_ value: Double) -> String {
    var text = Substring(nineDecimals(value))
    while text.last == "0" { text.removeLast() }
    return String(text.last == "." ? text.dropLast() : text)
  }
}
