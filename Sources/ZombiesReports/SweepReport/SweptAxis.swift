import ZombiesCore
import ZombiesGenerator

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

  /// The values: numbers in ascending order, others in order of appearance.
  let values: [Value]

  /// The index of each setting's value.
  private let places: [SweptRows.Setting: Int]

  /// Whether the values are numbers.
  var isNumeric: Bool { values.allSatisfy { $0.number != nil } }

  private init(
    _ name: String, _ settings: [SweptRows.Setting], _ value: (SweptRows.Setting) -> Value
  ) {
    var values: [Value] = []
    for setting in settings where !values.contains(value(setting)) { values.append(value(setting)) }
    if values.allSatisfy({ $0.number != nil }) {
      values.sort { ($0.number ?? 0) < ($1.number ?? 0) }
    }
    self.name = name
    self.values = values
    places = Dictionary(
      settings.map { setting in (setting, values.firstIndex(of: value(setting)) ?? 0) }
    ) { first, _ in first }
  }

  /// The index of a setting's value in ``values``.
  func place(of setting: SweptRows.Setting) -> Int { places[setting] ?? 0 }

  /// A value with the name of its setting: "2 zombies", "side 6", "chase vertical", "lit".
  func words(_ place: Int) -> String {
    guard values.indices.contains(place) else { return "" }
    let value = values[place]
    guard let number = value.number else {
      let isRule = Rules.Variant.allCases.contains { $0.name == name }
      return isRule ? "\(name) \(value.label)" : value.label
    }
    switch name {
    case "zombies", "blocks", "flashlights":
      return number == 1 ? "1 \(name.dropLast())" : "\(value.label) \(name)"
    default: return "\(name) \(value.label)"
    }
  }

  /// All axes that vary: numeric ones first, then those with the most values.
  static func all(of settings: [SweptRows.Setting]) -> [SweptAxis] {
    let rules = Rules.Variant.allCases.enumerated().map { place, variant in
      SweptAxis(variant.name, settings) { number($0.rules[place]) }
    }
    let axes =
      familyAxes(settings) + rules + [
        SweptAxis("levels", settings) { Value(label: "\($0.levels) levels") }
      ]
    let varied = axes.enumerated().filter { $0.element.values.count > 1 }
    return varied.sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.isNumeric != b.isNumeric { return a.isNumeric }
      return a.values.count == b.values.count
        ? left.offset < right.offset : a.values.count > b.values.count
    }.map(\.element)
  }

  /// The axes of some families: single settings if every combination occurs, otherwise whole sizes
  /// and single settings, otherwise the names of the families.
  private static func familyAxes(_ settings: [SweptRows.Setting]) -> [SweptAxis] {
    var families: [String: Family] = [:]
    for setting in settings {
      if families[setting.family] == nil { families[setting.family] = try? Family(setting.family) }
    }
    let names = Set(settings.map(\.family))
    guard names.count == families.count else {
      return [SweptAxis("family", settings) { Value(label: $0.family) }]
    }
    func axis(_ name: String, _ value: (Family) -> Value) -> SweptAxis {
      SweptAxis(name, settings) { families[$0.family].map(value) ?? Value(label: "") }
    }
    let areSquare = families.values.allSatisfy { $0.size.rows == $0.size.columns }
    let sides =
      areSquare
      ? [axis("side") { number($0.size.rows) }]
      : [axis("rows") { number($0.size.rows) }, axis("columns") { number($0.size.columns) }]
    let size = [axis("size") { Value(label: "\($0.size.rows) × \($0.size.columns)") }]
    let things = [
      axis("zombies") { number($0.zombies) }, axis("blocks") { number($0.blocks) },
      axis("flashlights") { number($0.flashlights) },
      axis("light") { Value(label: $0.isLit ? "lit" : "dark") },
    ]
    for axes in [sides + things, size + things] {
      let product = axes.reduce(1) { $0 * $1.values.count }
      if product == names.count { return axes }
    }
    return [SweptAxis("family", settings) { Value(label: $0.family) }]
  }

  private static func number(_ number: Int) -> Value {
    Value(label: grouped(number), number: number)
  }

  /// A value from a text that may be a number.
  private static func number(_ text: String) -> Value {
    Int(text).map { number($0) } ?? Value(label: text)
  }
}
