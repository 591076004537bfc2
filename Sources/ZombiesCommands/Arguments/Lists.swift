import ZombiesCore
import ZombiesGenerator
import ZombiesReports
import ZombiesSystem

// Lists and ranges of settings: `zombies sweep` takes them for all settings, `zombies solve` for rules.

extension Arguments {
  /// The sizes: each is ROWSxCOLUMNS, the side of a square room, or a range of such sides.
  private func sizes() throws(Failure) -> [(rows: Int, columns: Int)]? {
    guard let text = try text(.size) else { return nil }
    let range = Option.sides
    var sizes: [(rows: Int, columns: Int)] = []
    for item in items(text) {
      let parts = item.split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.map { decimal($0) }
      if parts.count == 2, let rows = numbers[0], let columns = numbers[1], range.contains(rows),
        range.contains(columns)
      {
        sizes.append((Int(rows), Int(columns)))
      } else if let span = NumberSpan(item), span.isWithin(range) {
        sizes += span.numbers.map { (Int($0), Int($0)) }
      } else {
        throw badValue(
          .size,
          "'\(item)' is not ROWSxCOLUMNS, a side, or a range of sides such as 5..8, or 4..8:2 with "
            + "a step of at least 1; sides are from \(Option.Value.text(of: range))")
      }
      try checkCount([sizes.count])
    }
    return sizes
  }

  /// The families of a grid: the named families, with single settings changed.
  func familyGrid() throws(Failure) -> [Family] {
    var named: [Family] = []
    for name in items(try text(.family) ?? "") { named.append(try family(named: name)) }
    try checkSidesAreGivenOnce()
    let sizes = try sizes()
    let (rows, columns) = (try numbers(.rows), try numbers(.columns))
    let things: [[Int]?] = [
      try numbers(.zombies), try numbers(.blocks), try numbers(.flashlights),
    ]
    let lengths = [sizes?.count, rows?.count, columns?.count] + things.map { $0?.count }
    try checkCount(lengths.map { $0 ?? 1 } + [named.count])
    var families: [Family] = []
    for family in named {
      let size = (family.size.rows, family.size.columns)
      for side in sizes
        ?? (rows ?? [size.0]).flatMap({ row in (columns ?? [size.1]).map { (row, $0) } })
      {
        let size = try roomSize(side.0, side.1)
        for zombies in things[0] ?? [family.zombies] {
          for blocks in things[1] ?? [family.blocks] {
            for flashlights in things[2] ?? [family.flashlights] {
              guard
                let family = try? Family(
                  size: size, zombies: zombies, blocks: blocks, flashlights: flashlights,
                  isLit: family.isLit || has(.lit))
              else { throw badUsage("no such family") }
              families.append(family)
            }
          }
        }
      }
    }
    return families
  }

  /// All combinations of the given rules. The last option changes fastest.
  func ruleGrid() throws(Failure) -> [Rules] {
    let values = try Rules.Variant.allCases.map { variant throws(Failure) in
      let option = Option.rule(variant)
      if case .word = option.value?.kind { return try words(option) ?? [] }
      return try numbers(option)?.map { String($0) } ?? []
    }
    try checkCount(values.map(\.count))
    var grid = [Rules.standard]
    for (variant, values) in zip(Rules.Variant.allCases, values) {
      let former = grid
      grid = []
      for rules in former {
        for value in values {
          guard let changed = rules.changing(variant, to: value) else {
            throw badUsage("no such rules")
          }
          grid.append(changed)
        }
      }
    }
    try checkNothingIsTwice(grid) { RulesText.allSettings(of: $0) }
    return grid
  }

  /// All combinations of families, rules and selections. The selection changes fastest.
  func grid(
    _ families: [Family], _ rules: [Rules], _ selections: [LevelSelection]
  ) throws(Failure) -> [(Family, Rules, LevelSelection)] {
    try checkCount([families.count, rules.count, selections.count])
    try checkNothingIsTwice(families) { $0.name }
    try checkNothingIsTwice(selections) { "\($0.rawValue) levels" }
    return families.flatMap { family in
      rules.flatMap { rules in selections.map { (family, rules, $0) } }
    }
  }

  private func checkNothingIsTwice<Setting: Hashable>(
    _ settings: [Setting], name: (Setting) -> String
  ) throws(Failure) {
    var seen: Set<Setting> = []
    for setting in settings where !seen.insert(setting).inserted {
      throw badUsage("the same combination is named twice: \(name(setting))")
    }
  }

  private static let mostSettings = 100_000

  /// Checks that ranges do not contain too many numbers, before memory is allocated for them.
  func checkCount(of spans: [NumberSpan]) throws(Failure) {
    var count = 0
    for span in spans {
      let (next, overflow) = count.addingReportingOverflow(span.count)
      count = overflow ? .max : next
    }
    try checkCount([count])
  }

  private func checkCount(_ lengths: [Int]) throws(Failure) {
    let product = lengths.reduce(1) { product, length in
      let (next, overflow) = product.multipliedReportingOverflow(by: length)
      return overflow ? Int.max : next
    }
    guard product <= Self.mostSettings else {
      throw badUsage("more than \(grouped(Self.mostSettings)) combinations of settings")
    }
  }
}
