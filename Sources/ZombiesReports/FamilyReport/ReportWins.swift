import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

// The win rates of the policies.
extension FamilyReport {
  /// The win rate of a policy.
  struct Wins {
    let policy: Policy

    /// The index of its colour.
    let place: Int

    /// The rate of the rounds played.
    let rate: Rate

    /// The exact win probability, from an analysis or because the rate is exact; nil if unknown.
    let exact: Double?

    /// The exact probability if known, otherwise the rate.
    var share: Double { exact ?? rate.value ?? 0 }
  }

  /// The win rates of the policies, in the order of the batch.
  var winsByPolicy: [Wins] {
    batch.settings.policies.enumerated().map { place, policy in
      let rate = batch.roundRate(at: place)
      let analysed = analysis?.policies.first {
        $0.policy == policy && $0.levels == selection
      }?.won?.approximate
      return Wins(
        policy: policy, place: Self.color(of: policy), rate: rate,
        exact: analysed ?? (rate.isExact ? rate.value : nil))
    }
  }

  /// The index of a policy's colour.
  static func color(of policy: Policy) -> Int {
    Policy.builtIn.firstIndex(of: policy) ?? PictureColors.policies.count - 1
  }

  /// The best of the policies that see no more than a player; nil if there are none, or if nothing
  /// was played. There are several only if they are exactly equal.
  var bestBlind: (policies: [Policy], share: Double, isExact: Bool)? {
    let wins = winsByPolicy.filter { $0.policy != .clairvoyant }
    guard let best = wins.max(by: { $0.share < $1.share }), rounds > 0 else { return nil }
    if wins.allSatisfy({ $0.exact != nil }) {
      return (wins.filter { $0.share == best.share }.map(\.policy), best.share, true)
    }
    return ([best.policy], best.share, best.exact != nil)
  }

  /// The section.
  var wins: Section? {
    let wins = winsByPolicy
    if wins.isEmpty { return nil }
    let bars = wins.map { wins in
      let (low, high) = (wins.rate.interval?.low ?? 0, wins.rate.interval?.high ?? 0)
      let isSampled = !wins.rate.isExact
      let text =
        wins.exact.map { "\(ShareText.percent($0)) exactly" }
        ?? wins.rate.interval.map(ShareText.interval) ?? "nothing played"
      return BarChart.Bar(
        name: wins.policy.name, text: text, value: wins.rate.value.map { 100 * $0 },
        interval: isSampled ? Interval(low: 100 * low, high: 100 * high) : nil,
        exact: isSampled ? wins.exact.map { 100 * $0 } : nil, color: wins.place)
    }
    let chart = BarChart(bars: bars, axis: "rounds won")
    var html = Markup()
    for sentence in [sentenceOfBest, sentenceOfCheck] { paragraph(sentence, &html) }
    html += #"<div class="beside"><figure>"#
    html += chart.svg(
      id: "wins", title: "How often each policy wins",
      description: bars.map { "\($0.name) \($0.text)" }.joined(separator: ", ") + ".")
    caption(captionOfWins, &html)
    html += "</figure>\n"
    html += winsTable(wins).html
    html += "</div>\n"
    return Section(id: "wins", title: "How often each policy wins", content: html)
  }

  /// Appends the text below a chart.
  func caption(_ text: String, _ html: inout Markup) {
    html += "<figcaption>\(text)</figcaption>"
  }

  private var captionOfWins: String {
    let wins = winsByPolicy
    let played = "the share won of \(grouped(rounds)) rounds played"
    let isSampled = wins.contains { !$0.rate.isExact }
    let hasExact = wins.contains { $0.exact != nil && !$0.rate.isExact }
    return "Bars: \(played)."
      + (isSampled ? " Whiskers: the 95% Wilson interval." : "")
      + (hasExact ? " Diamonds: the exact probability, computed from all placements." : "")
  }

  private func winsTable(_ wins: [Wins]) -> DataTable {
    let hasExact = wins.contains { $0.exact != nil }
    return DataTable(
      caption: "How the rounds ended",
      header: ["policy"] + (hasExact ? ["exact"] : [])
        + ["won", "95% interval", "caught", "stuck", "out of moves"],
      rows: wins.enumerated().map { place, wins in
        var row: [String] = [wins.policy.name]
        if hasExact { row.append(wins.exact.map(ShareText.percent) ?? "") }
        row.append(wins.rate.value.map(ShareText.percent) ?? "")
        let interval = wins.rate.interval.map(ShareText.interval) ?? ""
        row.append(wins.rate.isExact ? "exact" : interval)
        let rounds = batch.tallies[place].rounds
        let losses: [Outcome] = [.caught, .stuck, .outOfMoves]
        return row + losses.map { grouped(rounds[$0]) }
      })
  }

  /// The policy that wins most, if known.
  private var sentenceOfBest: String {
    let wins = winsByPolicy
    let blind = wins.filter { $0.policy != .clairvoyant }
    var text = ""
    if blind.count > 1, let best = bestBlind,
      let first = blind.first(where: { $0.policy == best.policies[0] })
    {
      let share = ShareText.percent(best.share)
      let names = best.policies.map { "`\($0)`" }
      // Only intervals that do not overlap show which policy is better.
      let near = blind.filter {
        $0.policy != first.policy && $0.exact == nil
          && ($0.rate.interval?.high ?? 0) >= (first.rate.interval?.low ?? 0)
      }
      if best.share == 0 {
        text = "No policy that sees only what a player sees wins a round. "
      } else if best.isExact, blind.allSatisfy({ $0.exact != nil }) {
        text =
          names.count > 1
          ? "\(listed(names)) win equally often (\(share) of the rounds). No other policy here "
            + "that sees only what a player sees wins more. "
          : "\(names[0]) wins most (\(share) of the rounds) among the policies that see only what "
            + "a player sees. "
      } else if near.isEmpty {
        text =
          "\(names[0]) wins most (\(share) of the rounds played) among the policies that see only "
          + "what a player sees. "
      } else {
        text =
          "\(names[0]) won most (\(share) of the rounds) among the policies that see only "
          + "what a player sees, but its 95% interval overlaps that of "
          + "\(listed(near.map { "`\($0.policy)`" })). Use `zombies compare` to find out which "
          + "wins more often. "
      }
    }
    if let all = wins.first(where: { $0.policy == .clairvoyant }) {
      let share = ShareText.percent(all.share)
      text +=
        all.share == 1
        ? "`clairvoyant`, which sees everything, wins every round."
        : "`clairvoyant`, which sees everything, wins \(share). No policy can win more."
    }
    return text
  }

  /// Whether the batch agrees with the exact values.
  private var sentenceOfCheck: String {
    guard let analysis else { return missingAnalysis }
    let wins = winsByPolicy.filter { $0.exact != nil && !$0.rate.isExact }
    let inside = wins.filter { wins in
      guard let exact = wins.exact, let interval = wins.rate.interval else { return false }
      // The exact values of random are rounded.
      return interval.low - 1e-9 <= exact && exact <= interval.high + 1e-9
    }
    guard !wins.isEmpty else { return "" }
    return "Exact values are computed from all \(grouped(analysis.placements)) placements"
      + (selection == .solvable
        ? ", counting only the \(grouped(analysis.solvable)) solvable ones" : "")
      + ". The 95% intervals from the \(grouped(rounds)) rounds played contain the exact value "
      + "for \(inside.count) of \(wins.count) policies."
  }
}
