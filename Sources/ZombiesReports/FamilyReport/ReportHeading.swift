import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

// The top of the page: the subject of the report, and the most important numbers.
extension FamilyReport {
  /// The number of rounds that each policy played.
  var rounds: UInt64 { batch.tallies.first?.rounds.total ?? 0 }

  /// The subject of the report, as its heading.
  var name: String {
    let words = FamilyText.words(family)
    return Family.presets.contains { $0.family == family } ? "\(family): \(words)" : words
  }

  /// The subject of the report, in sentences.
  var summary: String {
    let light =
      family.isLit
      ? "The room is lit, so players see everything"
      : "The room is dark, so players see only the squares next to them"
    let zombies: String
    switch (family.zombies, family.isLit, family.flashlights > 0) {
    case (0, _, _): zombies = ". There are no zombies."
    case (_, true, _): zombies = ", and zombies chase them."
    case (_, false, true): zombies = ". Zombies stand still until a flashlight is found."
    case (_, false, false): zombies = ". Zombies stand still."
    }
    let rules = RulesText.name(of: batch.settings.rules)
    return "\(light)\(zombies) This page shows how \(policyNames) "
      + "\(batch.settings.policies.count == 1 ? "plays" : "play") "
      + "on \(selection == .solvable ? "the solvable levels" : "all levels") of \(family), "
      + "under \(rules)."
  }

  private var policyNames: String {
    let names = batch.settings.policies.map(\.name)
    return names.isEmpty ? "no policies" : listed(names)
  }

  /// The share of solvable levels; its interval if it is estimated.
  var solvable: (share: Double, interval: Interval?, text: String)? {
    switch levels {
    case .census(let census):
      let (all, good) = (census.total.placements, census.sum { $0.verdict == .solvable }.placements)
      guard all > 0 else { return nil }
      let open = census.sum { $0.verdict == .gaveUp }.placements
      return (
        Double(good) / Double(all), nil,
        open == 0
          ? "exactly \(grouped(good)) of \(grouped(all))"
          : "at least; \(grouped(open)) undecided"
      )
    case .sample(let sample):
      guard sample.total > 0 else { return nil }
      let good = sample.sum { $0.verdict == .solvable }
      let open = sample.sum { $0.verdict == .gaveUp }
      // Undecided levels may be solvable or not.
      let interval = Interval(
        low: Interval(wilson: good, of: sample.total).low,
        high: Interval(wilson: good + open, of: sample.total).high)
      return (
        Double(good) / Double(sample.total), interval,
        "\(ShareText.interval(interval)), from \(grouped(sample.total)) draws"
      )
    }
  }

  /// Appends the most important numbers.
  func facts(_ html: inout Markup) {
    var facts: [(name: String, value: String, note: String)] = []
    facts.append(("Placements", family.placementCount.map { grouped($0) } ?? "2⁶⁴ or more", ""))
    if let solvable {
      facts.append(("Solvable", ShareText.percent(solvable.share), solvable.text))
    }
    facts.append(
      (
        "Played", grouped(rounds, "round"),
        selection == .solvable ? "on solvable levels only" : "on all levels"
      ))
    if let best = bestBlind {
      facts.append(
        (
          "Best without seeing everything", best.policies.map(\.name).joined(separator: ", "),
          "wins \(ShareText.percent(best.share))\(best.isExact ? " (exact)" : "")"
        ))
    }
    html += #"<dl class="facts">"#
    for fact in facts {
      html += "<div><dt>\(fact.name)</dt><dd>\(fact.value)"
      if !fact.note.isEmpty {
        html += "<small>\(fact.note)</small>"
      }
      html += "</dd></div>\n"
    }
    html += "</dl>\n"
  }
}
