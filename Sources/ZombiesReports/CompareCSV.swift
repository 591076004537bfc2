import ZombiesPolicies
import ZombiesSimulator

/// A look at a comparison of two policies.
public struct CompareLook: Hashable, Sendable {
  /// How they have fared so far.
  public let pairs: PairCounts
  /// The logarithms of the ratios of likelihoods, for each; nil where nothing is tested, the
  /// difference being exact.
  public let ratios: [Double]?
  /// What is decided; nil while nothing is.
  public let decision: SequentialTest.Decision?

  /// A look.
  public init(_ pairs: PairCounts, _ test: SequentialTest) {
    self.pairs = pairs
    let ratios = test.ratios(pairs)
    self.ratios = [ratios.first, ratios.second]
    decision = test.decision(pairs)
  }

  /// A look at policies whose win rates are exact (``/ZombiesSimulator/Rate``): what they do not know
  /// after each level was played once, they will not know later.
  ///
  /// - Parameters:
  ///   - pairs: How the policies fared.
  ///   - isWhole: Whether each level was played, equally often.
  ///   - test: What difference matters.
  public init(exactly pairs: PairCounts, isWhole: Bool, _ test: SequentialTest) {
    self.pairs = pairs
    ratios = nil
    let more = Double(pairs.firstOnly) - Double(pairs.secondOnly)
    let needed = test.difference * Double(pairs.total)
    decision = !isWhole ? nil : more >= needed ? .first : -more >= needed ? .second : .neither
  }

  /// The difference of the win rates, the first policy's minus the second's.
  public var difference: Double {
    (Double(pairs.firstOnly) - Double(pairs.secondOnly)) / Double(max(1, pairs.total))
  }
}

/// A comparison of two policies as CSV, a row a look.
public enum CompareCSV {
  /// The columns.
  public static let schema = TableSchema(
    "compare", "two policies on the same levels, a row a look (compare --format csv)",
    key: ["trials"],
    [
      Column("first_policy", .word(Policy.builtIn.map(\.name)), "the first policy"),
      Column("second_policy", .word(Policy.builtIn.map(\.name)), "the second policy"),
      Column("trials", .integer(from: 0), "trials so far"),
      Column("both", .integer(from: 0), "trials that both won"),
      Column("first_only", .integer(from: 0), "trials that only the first won"),
      Column("second_only", .integer(from: 0), "trials that only the second won"),
      Column("neither", .integer(from: 0), "trials that neither won"),
      Column("difference", .signed, "win rate of the first minus that of the second"),
      Column("llr_first", .signed, "log-likelihood ratio for the first; empty where exact").orEmpty,
      Column("llr_second", .signed, "log-likelihood ratio for the second; empty where exact")
        .orEmpty,
      Column("llr_lower", .signed, "where a ratio speaks against a difference").orEmpty,
      Column("llr_upper", .signed, "where a ratio decides for a difference").orEmpty,
      Column("decision", .word(SequentialTest.Decision.allCases.map(\.rawValue)), "who is better")
        .orEmpty,
      Column("difference_that_matters", .number(isShare: true), "the difference tested for"),
      Column(
        "alpha", .number(isShare: true), "most likely error: equals told apart; 0 where exact"),
      Column(
        "beta", .number(isShare: true), "most likely error: a difference missed; 0 where exact"),
      Column("unit", .word(["rounds", "games"]), "what a trial is"),
    ] + Column.settings)

  private typealias Column = TableSchema.Column

  /// The header row.
  public static let header = schema.header

  /// One look's row.
  public static func row(
    _ look: CompareLook, _ test: SequentialTest, _ result: BatchResult
  ) -> String {
    let (pairs, experiment) = (look.pairs, result.experiment)
    var fields = experiment.policies.map(\.name)
    fields += [pairs.total, pairs.both, pairs.firstOnly, pairs.secondOnly, pairs.neither].map(
      String.init)
    fields.append(signedDecimals(look.difference))
    fields +=
      look.ratios.map { ($0 + [test.lower, test.upper]).map(signedDecimals) }
      ?? [String](repeating: "", count: 4)
    fields.append(look.decision?.rawValue ?? "")
    let errors = look.ratios == nil ? [0, 0] : [test.alpha, test.beta]
    fields += ([test.difference] + errors).map { nineDecimals($0) }
    fields.append(experiment.unit.rawValue)
    return csvRow(fields + settingFields(experiment, first: result.first))
  }
}

/// A comparison of two policies for people.
public enum CompareTable {
  /// What is compared, and how.
  public static func title(_ result: BatchResult, _ test: SequentialTest) -> String {
    let experiment = result.experiment
    let names = experiment.policies.map(\.name).joined(separator: " against ")
    if experiment.policies.allSatisfy(experiment.isExact) {
      return """
        \(names) · \(SimulateTable.levels(experiment.levels)) · seed \(experiment.seed)
        each plays a level in one way, and once: the difference is exact
        a difference of \(short(test.difference)) matters

        """
    }
    return """
      \(names) · \(SimulateTable.levels(experiment.levels)) · seed \(experiment.seed)
      a difference of \(short(test.difference)) matters; alpha \(short(test.alpha)), beta \
      \(short(test.beta))
      a ratio decides for a policy from \(signed(test.upper)) on, and against it from \
      \(signed(test.lower)) down

      """
  }

  /// The looks: those at which the trials have grown by half since the one above, and the last.
  public static func text(_ looks: [CompareLook], _ result: BatchResult) -> String {
    let names = result.experiment.policies.map(\.name)
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
    return SimulateTable.aligned(rows)
  }

  /// What came of it, in a line.
  public static func verdict(_ look: CompareLook, _ result: BatchResult) -> String {
    let (names, unit) = (result.experiment.policies, result.experiment.unit)
    let trials = "after \(grouped(look.pairs.total)) \(unit)"
    switch look.decision {
    case .first: return "\(names[0]) wins more often: decided \(trials)\n"
    case .second: return "\(names[1]) wins more often: decided \(trials)\n"
    case .neither: return "no difference that matters: decided \(trials)\n"
    case nil: return "not decided \(trials)\n"
    }
  }

  /// A number with as many decimals as it needs, up to nine.
  static func short(_ value: Double) -> String {
    var text = Substring(nineDecimals(value))
    while text.last == "0" { text.removeLast() }
    return String(text.last == "." ? text.dropLast() : text)
  }
}

/// A number with two decimals, and a minus where it is below zero, for people.
package func signed(_ value: Double) -> String {
  let text = fixed(abs(value), places: 2)
  return value < 0 && text != "0.00" ? "−" + text : text
}
