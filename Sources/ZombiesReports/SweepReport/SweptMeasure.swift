import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// What a sweep measures, with its values.
struct SweptMeasure {
  /// The value of a policy in a combination of settings. Shares are in percent.
  struct Value {
    var number: Double
    /// The 95% interval; nil if it is not known, or if the value is exact.
    var interval: Interval?
    /// The exact value, computed from all placements; nil if it was not computed.
    var exact: Double?
  }

  let title: String
  /// The name on axes and in the table, such as "rounds won".
  let name: String
  /// Whether the values are shares.
  let isShare: Bool
  /// The values by combination and policy; nil if nothing was played.
  let values: [[Value?]]

  /// The largest value or bound, for charts with the same scale; nil without any value.
  var most: Double? {
    all.map { max($0.number, $0.interval?.high ?? 0, $0.exact ?? 0) }.max()
  }

  /// The width of the widest interval.
  var widest: Double { all.compactMap(\.interval).map { $0.high - $0.low }.max() ?? 0 }

  /// Whether some values have an exact value beside them.
  var hasExact: Bool { all.contains { $0.exact != nil } }

  private var all: [Value] { values.flatMap { $0.compactMap { $0 } } }

  /// A number as text.
  func text(_ number: Double) -> String {
    isShare ? ShareText.percent(number / 100) : fixed(number, places: 2)
  }

  /// A value with its interval.
  func text(_ value: Value) -> String {
    guard let interval = value.interval else { return text(value.number) }
    let shares = Interval(low: interval.low / 100, high: interval.high / 100)
    return "\(text(value.number)) (\(ShareText.interval(shares)))"
  }
}

extension SweptMeasure {
  /// Whether each policy wins: rounds, or games if games were played.
  static func wins(_ sweep: SweepPage.Combinations, _ policies: [Policy]) -> SweptMeasure {
    let unit = sweep.first?.result.settings.unit ?? .rounds
    return SweptMeasure(
      title: "How often each policy wins", name: "\(unit.rawValue) won", isShare: true,
      values: values(sweep, policies) { result, place, exact in
        let rate = result.rate(at: place)
        guard let share = rate.value, let interval = rate.interval else { return nil }
        let bounds = Interval(low: 100 * interval.low, high: 100 * interval.high)
        // Every round of a batch ends, so a game is lost if all of its rounds are.
        let lost = exact?.won.flatMap { Double($0) }.map { 1 - $0 }
        let lostTrials = lost.map { unit == .games ? $0 * $0 * $0 : $0 }
        return Value(
          number: 100 * share, interval: rate.isExact ? nil : bounds,
          exact: lostTrials.map { 100 * (1 - $0) })
      })
  }

  /// The mean number of moves of a round, however it ends.
  static func moves(_ sweep: SweepPage.Combinations, _ policies: [Policy]) -> SweptMeasure {
    SweptMeasure(
      title: "How long rounds are", name: "mean moves", isShare: false,
      values: values(sweep, policies) { result, place, exact in
        result.tallies[place].rounds.meanMoves.map {
          Value(number: $0, exact: exact?.meanMoves.flatMap { Double($0) })
        }
      })
  }

  private static func values(
    _ sweep: SweepPage.Combinations, _ policies: [Policy],
    _ value: (BatchResult, Int, SimulateCSV.Exact?) -> Value?
  ) -> [[Value?]] {
    sweep.map { result, exact in
      policies.map { policy in
        result.settings.policies.firstIndex(of: policy).flatMap { value(result, $0, exact[policy]) }
      }
    }
  }
}
