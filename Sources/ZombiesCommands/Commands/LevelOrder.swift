import ZombiesCore
import ZombiesGrading

/// The order in which `zombies levels` writes levels.
struct LevelOrder: Sendable {
  /// What levels are sorted by.
  enum Key: String, CaseIterable, Sendable {
    case difficulty, par, solutions, points, squares, things, name, code
  }

  /// The maximum number of levels to sort, and of things in all of them.
  static let mostLevels = 1_000_000
  static let mostThings: UInt64 = 20_000_000

  /// The value of a key; levels without one come last.
  private enum Value: Comparable {
    case number(UInt64)
    case text([UInt8])

    static func < (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.number(let left), .number(let right)): left < right
      case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private let keys: [Key]
  private let isReversed: Bool

  init(_ keys: [Key], isReversed: Bool) { (self.keys, self.isReversed) = (keys, isReversed) }

  /// Whether the order needs the grades of levels.
  var needsGrade: Bool {
    keys.contains { key in
      switch key {
      case .difficulty, .par, .solutions, .points: true
      case .squares, .things, .name, .code: false
      }
    }
  }

  /// The places of levels, in order.
  func sorted(_ levels: [(report: LevelReport?, name: String?, level: Level)]) -> [Int] {
    let rows = levels.map { level in
      keys.flatMap { values(of: $0, level.report, level.name, level.level) }
    }
    return levels.indices.sorted { left, right in
      for (mine, theirs) in zip(rows[left], rows[right]) where mine != theirs {
        guard let mine else { return false }
        guard let theirs else { return true }
        return isReversed ? theirs < mine : mine < theirs
      }
      return left < right
    }
  }

  private func values(
    of key: Key, _ report: LevelReport?, _ name: String?, _ level: Level
  ) -> [Value?] {
    func number(_ number: Int?) -> Value? { number.map { .number(UInt64($0)) } }
    let solutions = report?.shortestSolutions
    switch key {
    // The more shortest solutions, the easier.
    case .difficulty:
      return [number(report?.points), number(report?.par), solutions.map { .number(.max - $0) }]
    case .par: return [number(report?.par)]
    case .solutions: return [solutions.map { .number($0) }]
    case .points: return [number(report?.points)]
    case .squares: return [number(level.size.squareCount)]
    case .things:
      return [number(level.zombies.count + level.blocks.count + level.flashlights.count)]
    case .name: return [name.map { .text(Array($0.utf8)) }]
    case .code: return [.text(Array(level.code.utf8))]
    }
  }
}
