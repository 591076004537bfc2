import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator

/// A setting that a sweep varies, with its values.
struct SweptAxis {
  /// A value.
  struct Value: Hashable {
    /// The value as the page shows it.
    var label: String
    /// The position on an axis; nil if the value is not a number.
    var number: Int?
  }

  /// The name of the setting, such as "zombies".
  let name: String

  /// The value of each combination.
  let values: [Value]

  /// The distinct values: numbers in ascending order, others in order of appearance.
  let distinct: [Value]

  /// Whether the values are numbers.
  var isNumeric: Bool { values.allSatisfy { $0.number != nil } }

  private init(_ name: String, _ values: [Value]) {
    self.name = name
    self.values = values
    var distinct: [Value] = []
    for value in values where !distinct.contains(value) { distinct.append(value) }
    if values.allSatisfy({ $0.number != nil }) {
      distinct.sort { ($0.number ?? 0) < ($1.number ?? 0) }
    }
    self.distinct = distinct
  }

  /// The value of a combination with the name of its setting: "2 zombies", "side 6", "chase vertical", "lit".
  func words(_ combination: Int) -> String {
    let value = values[combination]
    switch name {
    case "zombies", "blocks", "flashlights":
      return value.number == 1 ? "1 \(name.dropLast())" : "\(value.label) \(name)"
    case "family", "light", "levels": return value.label
    default: return "\(name) \(value.label)"
    }
  }

  /// All axes that vary: numeric ones first, then those with the most values.
  static func all(of settings: [BatchSettings]) -> [SweptAxis] {
    let rules = Rules.Variant.allCases.map { variant in
      let texts = settings.map { $0.rules.value(of: variant) }
      return SweptAxis(
        variant.name, texts.map { text in Int(text).map(number) ?? Value(label: text) })
    }
    let levels = SweptAxis(
      "levels", settings.map { Value(label: "\($0.levels.selectionName) levels") })
    let axes = familyAxes(settings.compactMap(\.levels.family)) + rules + [levels]
    let varied = axes.enumerated().filter { $0.element.distinct.count > 1 }
    return varied.sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.isNumeric != b.isNumeric { return a.isNumeric }
      return a.distinct.count == b.distinct.count
        ? left.offset < right.offset : a.distinct.count > b.distinct.count
    }.map(\.element)
  }

  /// The axes of the families of all combinations: single settings if every combination of them occurs,
  /// otherwise the names of the families.
  private static func familyAxes(_ families: [Family]) -> [SweptAxis] {
    func axis(_ name: String, _ value: (Family) -> Value) -> SweptAxis {
      SweptAxis(name, families.map(value))
    }
    let areSquare = families.allSatisfy { $0.size.rows == $0.size.columns }
    let sides =
      areSquare
      ? [axis("side") { number($0.size.rows) }]
      : [axis("rows") { number($0.size.rows) }, axis("columns") { number($0.size.columns) }]
    let axes =
      sides + [
        axis("zombies") { number($0.zombies) }, axis("blocks") { number($0.blocks) },
        axis("flashlights") { number($0.flashlights) },
        axis("light") { Value(label: $0.isLit ? "lit" : "dark") },
      ]
    let isGrid = axes.reduce(1) { $0 * $1.distinct.count } == Set(families).count
    return isGrid ? axes : [axis("family") { Value(label: $0.name) }]
  }

  private static func number(_ number: Int) -> Value {
    Value(label: grouped(number), number: number)
  }
}
