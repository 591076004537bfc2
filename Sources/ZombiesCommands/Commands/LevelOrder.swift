import ZombiesCore
import ZombiesGrading

/// The order in which `zombies levels` writes levels.
struct LevelOrder: Sendable {
  /// What levels are sorted by.
  enum Key: String, CaseIterable, Sendable {
    case difficulty, par, solutions, points, squares, things
  }

  /// The maximum number of levels to sort, and of things in all of them.
  static let mostLevels = 1_000_000
  static let mostThings: UInt64 = 20_000_000

  private let keys: [Key]
  private let isReversed: Bool

  init(_ keys: [Key], isReversed: Bool) { (self.keys, self.isReversed) = (keys, isReversed) }

  /// Whether the order needs the grades of levels.
  var needsGrade: Bool {
    keys.contains { key in
      switch key {
      case .difficulty, .par, .solutions, .points: true
      case .squares, .things: false
      }
    }
  }

  /// The places of levels, in order.
  func sorted(_ levels: [(report: LevelReport?, level: Level)]) -> [Int] {
    let rows = levels.map { level in keys.flatMap { values(of: $0, level.report, level.level) } }
    return levels.indices.sorted { left, right in
      for (mine, theirs) in zip(rows[left], rows[right]) where mine != theirs {
        guard let mine else { return false }
        guard let theirs else { return true }
        return isReversed ? theirs < mine : mine < theirs
      }
      return left < right
    }
  }

  /// The values of a key; levels without one come last.
  private func values(of key: Key, _ report: LevelReport?, _ level: Level) -> [UInt64?] {
    func number(_ number: Int?) -> UInt64? { number.map { UInt64($0) } }
    let solutions = report?.shortestSolutions
    switch key {
    // The more shortest solutions, the easier.
    case .difficulty:
      return [number(report?.points), number(report?.par), solutions.map { .max - $0 }]
    case .par: return [number(report?.par)]
    case .solutions: return [solutions]
    case .points: return [number(report?.points)]
    case .squares: return [number(level.size.squareCount)]
    case .things:
      return [number(level.zombies.count + level.blocks.count + level.flashlights.count)]
    }
  }
}
