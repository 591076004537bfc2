import ZombiesCore
import ZombiesGenerator

// Lists and ranges of settings, as `zombies sweep` takes them.

extension Arguments {
  /// The items of a list.
  private func items(_ option: String) throws(Failure) -> [String]? {
    try text(option)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Several of some words.
  func choices<Value: RawRepresentable & CaseIterable>(
    _ option: String, _ type: Value.Type
  ) throws(Failure) -> [Value]? where Value.RawValue == String {
    guard let items = try items(option) else { return nil }
    let words = Value.allCases.map(\.rawValue)
    var values: [Value] = []
    for item in items {
      guard let value = Value(rawValue: item) else {
        throw badValue(
          option,
          "'\(item)' is not one of \(words.joined(separator: ", "))"
            + didYouMean(item, among: words))
      }
      values.append(value)
    }
    return values
  }

  /// Numbers, and ranges of numbers such as 1..4.
  func numbers(_ option: String, _ range: ClosedRange<UInt64>) throws(Failure) -> [Int]? {
    guard let items = try items(option) else { return nil }
    var numbers: [Int] = []
    for item in items {
      guard let span = Self.span(item), range.contains(span.lowerBound),
        range.contains(span.upperBound)
      else {
        throw badValue(
          option,
          "'\(item)' is neither a whole number from \(range.lowerBound) to \(range.upperBound) "
            + "nor a range of such, as 1..4")
      }
      numbers += span.map { Int($0) }
    }
    return numbers
  }

  /// A number, or a range of numbers.
  private static func span(_ item: some StringProtocol) -> ClosedRange<UInt64>? {
    if let number = decimal(item) { return number...number }
    let ends = item.split(separator: ".", omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty, let first = decimal(ends[0]),
      let last = decimal(ends[2]), first <= last
    else { return nil }
    return first...last
  }

  /// Sizes: ROWSxCOLUMNS, or the side of a square room, or a range of sides.
  private func sizes() throws(Failure) -> [(rows: Int, columns: Int)]? {
    guard let items = try items("--size") else { return nil }
    let sides: ClosedRange<UInt64> = 1...1024
    var sizes: [(rows: Int, columns: Int)] = []
    for item in items {
      let parts = item.split(separator: "x", omittingEmptySubsequences: false)
      let numbers = parts.map { decimal($0) }
      if parts.count == 2, let rows = numbers[0], let columns = numbers[1], sides.contains(rows),
        sides.contains(columns)
      {
        sizes.append((Int(rows), Int(columns)))
      } else if let span = Self.span(item), sides.contains(span.lowerBound),
        sides.contains(span.upperBound)
      {
        sizes += span.map { (Int($0), Int($0)) }
      } else {
        throw badValue(
          "--size",
          "'\(item)' is neither ROWSxCOLUMNS nor a side, nor a range of sides as 5..8, of 1 to 1024"
        )
      }
    }
    return sizes
  }

  /// The families of a grid, each once: `classic` where none is named, with single settings changed.
  func familyGrid() throws(Failure) -> [Family] {
    var named: [Family] = []
    for name in try items("--family") ?? ["classic"] {
      do throws(NameError) { named.append(try Family(name)) } catch {
        throw badValue(
          "--family",
          "'\(name)', character \(error.offset + 1): \(error)"
            + didYouMean(name, among: Family.presets.map(\.name)))
      }
    }
    let sizes = try sizes()
    if sizes != nil {
      for option in ["--rows", "--columns"] where has(option) {
        throw badUsage("\(option) is given twice: --size says it too")
      }
    }
    let sides: ClosedRange<UInt64> = 1...1024
    let (rows, columns) = (try numbers("--rows", sides), try numbers("--columns", sides))
    let counts = 0...UInt64(Family.counts.upperBound)
    let things = [
      try numbers("--zombies", counts), try numbers("--blocks", counts),
      try numbers("--flashlights", counts),
    ]
    let lengths = [sizes?.count, rows?.count, columns?.count] + things.map { $0?.count }
    try checkCount(lengths.map { $0 ?? 1 } + [named.count])
    var families: [Family] = []
    for family in named {
      let size = (family.size.rows, family.size.columns)
      for side in sizes
        ?? (rows ?? [size.0]).flatMap({ row in (columns ?? [size.1]).map { (row, $0) } })
      {
        guard let size = try? RoomSize(rows: side.0, columns: side.1) else {
          throw badUsage("a room has at least two squares, not \(side.0)x\(side.1)")
        }
        for zombies in things[0] ?? [family.zombies] {
          for blocks in things[1] ?? [family.blocks] {
            for flashlights in things[2] ?? [family.flashlights] {
              guard
                let family = try? Family(
                  size: size, zombies: zombies, blocks: blocks, flashlights: flashlights,
                  isLit: family.isLit || has("--lit"))
              else { throw badUsage("no such family") }
              families.append(family)
            }
          }
        }
      }
    }
    return families
  }

  /// All combinations, families first.
  func grid(
    _ families: [Family], _ selections: [LevelSelection]
  ) throws(Failure) -> [(Family, Rules, LevelSelection)] {
    let distances = try numbers("--catching-distance", 0...1) ?? [1]
    let chases = try choices("--chase", Rules.ChaseAxis.self) ?? [.longest]
    let speeds = try numbers("--zombie-speed", 1...16) ?? [1]
    try checkCount(
      [families.count, distances.count, chases.count, speeds.count, selections.count])
    struct Setting: Hashable {
      let family: Family
      let rules: Rules
      let selection: LevelSelection
    }
    var seen: Set<Setting> = []
    var grid: [(Family, Rules, LevelSelection)] = []
    for family in families {
      for distance in distances {
        for chase in chases {
          for speed in speeds {
            guard
              let rules = try? Rules(catchingDistance: distance, chase: chase, zombieSpeed: speed)
            else { throw badUsage("no such rules") }
            for selection in selections {
              let setting = Setting(family: family, rules: rules, selection: selection)
              guard seen.insert(setting).inserted else {
                throw badUsage(
                  "the same setting is named twice: \(family), catching distance \(distance), "
                    + "chase \(chase.rawValue), zombie speed \(speed), \(selection.rawValue) levels"
                )
              }
              grid.append((family, rules, selection))
            }
          }
        }
      }
    }
    return grid
  }

  private static let mostSettings = 100_000

  private func checkCount(_ lengths: [Int]) throws(Failure) {
    let product = lengths.reduce(1) { product, length in
      let (next, overflow) = product.multipliedReportingOverflow(by: length)
      return overflow ? Int.max : next
    }
    guard product <= Self.mostSettings else {
      throw badUsage("more than \(Self.mostSettings) settings")
    }
  }
}
