// The best blind play by plain expectimax over sets of placements, for small families.

/// Plays blind as well as anyone can: at each moment the player knows their own square, and which of
/// all placements agree with everything that was seen. Nothing here depends on which knowledge
/// matters, or how it is represented; sets are sets of placements.
public final class NaiveExpectimax {
  private let levels: [NaiveLevel]
  private let rooms: [NaiveRoom]
  private let rules: NaiveRules
  private var values: [Knowledge: Int] = [:]
  private var lit: [Lit: Bool] = [:]
  private var solvable: [Int: Bool] = [:]

  private struct Knowledge: Hashable {
    var player: Int
    var possible: [Int]
  }

  private struct Lit: Hashable {
    var player: Int
    var level: Int
  }

  /// Prepares for a dark family.
  public init(_ family: NaiveFamily, _ rules: NaiveRules) {
    var levels: [NaiveLevel] = []
    family.forEachPlacement { levels.append($0) }
    self.levels = levels
    rooms = levels.map { NaiveRoom($0) }
    self.rules = rules
  }

  /// The number of placements that the best play wins.
  public func wins() -> Int {
    guard let first = levels.first else { return 0 }
    // By the placement rule the first look is the same in all: nothing.
    return value(Knowledge(player: first.start, possible: Array(levels.indices)))
  }

  /// The placements that agree with a level on some squares, by their numbers.
  public func placements(agreeingWith level: NaiveLevel, on squares: Set<Int>) -> [Int] {
    func things(_ level: NaiveLevel) -> [Set<Int>] {
      [level.zombies, level.blocks, level.flashlights].map { squares.intersection($0) }
    }
    let wanted = things(level)
    return levels.indices.filter { things(levels[$0]) == wanted }
  }

  /// Whether a placement is solvable from its start.
  public func isSolvable(_ index: Int) -> Bool {
    if let known = solvable[index] { return known }
    let isSolvable = naiveSolve(levels[index], rules).solvable
    solvable[index] = isSolvable
    return isSolvable
  }

  /// The number of some placements that the best play wins from a square, in the dark.
  public func wins(from player: Int, possible: [Int]) -> Int {
    value(Knowledge(player: player, possible: possible))
  }

  /// The number of them that it wins after a first step on a neighbouring square.
  public func wins(afterStepTo target: Int, possible: [Int]) -> Int {
    wins(of: possible, stepTo: target)
  }

  /// What is seen from a square in the dark: what stands on it and on its neighbours.
  private func look(_ level: Int, _ player: Int) -> [Character] {
    let (room, level) = (rooms[level], levels[level])
    return Self.around(player, level).map { square in
      if square < 0 { return "|" }
      if room.isBlock[square] { return "#" }
      if level.zombies.contains(square) { return "Z" }
      return level.flashlights.contains(square) ? "F" : "."
    }
  }

  private static func around(_ square: Int, _ level: NaiveLevel) -> [Int] {
    let (row, column) = (square / level.columns, square % level.columns)
    return [
      square, row > 0 ? square - level.columns : -1,
      row < level.rows - 1 ? square + level.columns : -1, column > 0 ? square - 1 : -1,
      column < level.columns - 1 ? square + 1 : -1,
    ]
  }

  private enum News: Hashable {
    case won, caught
    case lit
    case dark([Character])
  }

  private func news(_ level: Int, stepTo square: Int) -> News {
    let (room, placed) = (rooms[level], levels[level])
    if square == placed.signpost { return .won }
    if room.isCaught(player: square, zombies: placed.zombies, rules: rules) { return .caught }
    if room.seesFlashlight[square] { return .lit }
    return .dark(look(level, square))
  }

  private func value(_ knowledge: Knowledge) -> Int {
    if let value = values[knowledge] { return value }
    // Squares that can be reached without learning anything are as good as the player's own.
    var reached = [knowledge.player]
    var place = 0
    var best = 0
    let some = levels[knowledge.possible[0]]
    while place < reached.count {
      let player = reached[place]
      place += 1
      for target in Self.around(player, some).dropFirst() where target >= 0 {
        // A block next to the player is seen, and is the same in all possible placements.
        if rooms[knowledge.possible[0]].isBlock[target] || reached.contains(target) { continue }
        let groups = groups(of: knowledge.possible, stepTo: target)
        if groups.count == 1, case .dark = groups.keys.first {
          reached.append(target)
          continue
        }
        best = max(best, wins(of: groups, target))
      }
    }
    values[knowledge] = best
    return best
  }

  /// Placements by what a step shows.
  private func groups(of possible: [Int], stepTo target: Int) -> [News: [Int]] {
    var groups: [News: [Int]] = [:]
    for level in possible { groups[news(level, stepTo: target), default: []].append(level) }
    return groups
  }

  private func wins(of possible: [Int], stepTo target: Int) -> Int {
    wins(of: groups(of: possible, stepTo: target), target)
  }

  private func wins(of groups: [News: [Int]], _ target: Int) -> Int {
    var sum = 0
    for (news, possible) in groups {
      switch news {
      case .won: sum += possible.count
      case .caught: break
      case .lit: sum += possible.count { isLitWon($0, target) }
      case .dark: sum += value(Knowledge(player: target, possible: possible))
      }
    }
    return sum
  }

  /// Whether a placement is won from the square on which the light went on.
  private func isLitWon(_ index: Int, _ player: Int) -> Bool {
    let key = Lit(player: player, level: index)
    if let isWon = lit[key] { return isWon }
    let level = levels[index]
    let state = NaiveLevel(
      rows: level.rows, columns: level.columns, start: player, signpost: level.signpost,
      zombies: level.zombies, blocks: level.blocks,
      flashlights: level.flashlights.filter { $0 != player }, lit: true)
    let isWon = naiveSolve(state, rules).solvable
    lit[key] = isWon
    return isWon
  }
}
