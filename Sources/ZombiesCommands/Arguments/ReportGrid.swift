import ZombiesCore
import ZombiesGenerator

/// A combination of settings that has a page of its own in `zombies report`.
struct ReportCombination {
  /// The family; nil for given levels.
  let family: Family?
  let rules: Rules
  let selection: LevelSelection
  /// The name that stands for `%s` in the name of the page.
  let name: String
  /// The options that a report on this combination alone would have, where they differ from the given ones.
  let changes: [(option: Option, value: String?)]
}

extension Arguments {
  /// The combinations of a report. Their names are distinct, and known before any level is read.
  func reportGrid() throws(Failure) -> [ReportCombination] {
    let families: [Family?] =
      operands.isEmpty && !has(.input) ? try familyGrid().map { $0 } : [nil]
    let rules = try ruleGrid()
    let selections = try choices(.levels, as: LevelSelection.self) ?? []
    let grid = try grid(families.map { $0 ?? .classic }, rules, selections)
    // Rules are named if they differ from one page to another.
    let variants = Rules.Variant.allCases.filter { variant in
      rules.contains { $0.value(of: variant) != rules[0].value(of: variant) }
    }
    return grid.map { combination in
      let (family, rules, selection) = combination
      let isGiven = families[0] == nil
      var name = isGiven ? "levels" : family.name
      for variant in variants {
        name += "-\(variant.name(joinedBy: "-"))-\(rules.value(of: variant))"
      }
      if selections.count > 1 { name += "-\(selection.rawValue)" }
      var changes: [(option: Option, value: String?)] = []
      if grid.count > 1 {
        if families.count > 1 {
          changes = Option.familyOptions.map {
            ($0, $0.name == Option.family.name ? family.name : nil)
          }
        }
        changes += variants.map { (.rule($0), rules.value(of: $0)) }
        if selections.count > 1 { changes.append((.levels, selection.rawValue)) }
      }
      return ReportCombination(
        family: isGiven ? nil : family, rules: rules, selection: selection, name: name,
        changes: changes)
    }
  }

  /// The pattern of the names of several pages.
  func reportPattern() throws(Failure) -> OutputPattern {
    guard let path = path(.output), let pattern = OutputPattern(path, .name) else {
      throw badUsage(
        "several reports need --output with %s in place of a report's name, as in -o 'report-%s.html'"
      )
    }
    return pattern
  }
}
