// The best blind play by plain expectimax over sets of placements, for small families.

/// The best possible blind play. At each moment the player knows their own square, and which of all
/// placements agree with everything that was seen. Nothing here depends on which knowledge matters,
/// or on how it is represented: sets are sets of placements.
public final class NaiveExpectimax {
  private let levels: [NaiveLevel]
  private let rules: NaiveRules
  /// The neighbours of each square, in one list per square.
  private let neighbours: [[Int]]
  /// The contents of each square, and the result of a step onto it, placement by placement.
  private var signs: [Int] = []
  private var news: [Int] = []
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

  /// Placements in which a step has the same result.
  private struct Group {
    var news: Int
    var possible: [Int]
  }

  // The contents of a square, which are the digits of a view in the dark.
  private static let (floor, block, zombie, flashlight, outside, signCount) = (0, 1, 2, 3, 4, 5)

  // The result of a step: one of these, or `dark` plus the view.
  private static let (won, caught, litUp, dark) = (0, 1, 2, 3)

  /// Prepares the search for a dark family.
  public init(_ family: NaiveFamily, _ rules: NaiveRules) {
    var levels: [NaiveLevel] = []
    family.forEachPlacement { levels.append($0) }
    self.levels = levels
    self.rules = rules
    let empty = NaiveRoom(
      NaiveLevel(
        rows: family.rows, columns: family.columns, start: family.start, signpost: family.signpost))
    neighbours = (0..<empty.level.squareCount).map { Array(empty.neighbours[4 * $0..<4 * $0 + 4]) }
    for level in levels {
      let first = signs.count
      signs += Self.signs(of: level)
      let room = NaiveRoom(level)
      for square in neighbours.indices {
        if square == level.signpost {
          news.append(Self.won)
        } else if room.isCaught(player: square, zombies: level.zombies, rules: rules) {
          news.append(Self.caught)
        } else if room.seesFlashlight[square] {
          news.append(Self.litUp)
        } else {
          // The view from there in the dark: the contents of the square and its neighbours.
          var seen = signs[first + square]
          for next in neighbours[square] {
            seen = seen * Self.signCount + (next < 0 ? Self.outside : signs[first + next])
          }
          news.append(Self.dark + seen)
        }
      }
    }
  }

  private static func signs(of level: NaiveLevel) -> [Int] {
    var signs = [Int](repeating: floor, count: level.squareCount)
    for square in level.zombies { signs[square] = zombie }
    for square in level.blocks { signs[square] = block }
    for square in level.flashlights { signs[square] = flashlight }
    return signs
  }

  /// The number of placements that the best play wins.
  public func wins() -> Int {
    guard let first = levels.first else { return 0 }
    // The placement rule makes the first view the same in all placements: nothing.
    return value(Knowledge(player: first.start, possible: Array(levels.indices)))
  }

  /// The placements that agree with a level on some squares, by their numbers.
  public func placements(agreeingWith level: NaiveLevel, on squares: Set<Int>) -> [Int] {
    let (wanted, squares) = (Self.signs(of: level), Array(squares))
    var agreeing: [Int] = []
    for index in levels.indices {
      let first = index * wanted.count
      if squares.allSatisfy({ signs[first + $0] == wanted[$0] }) { agreeing.append(index) }
    }
    return agreeing
  }

  /// Whether a placement is solvable from its start.
  public func isSolvable(_ index: Int) -> Bool {
    if let known = solvable[index] { return known }
    let isSolvable = naiveSolve(levels[index], rules).solvable
    solvable[index] = isSolvable
    return isSolvable
  }

  /// The number of the given placements that the best play wins from a square, in the dark.
  public func wins(from player: Int, possible: [Int]) -> Int {
    value(Knowledge(player: player, possible: possible))
  }

  /// The number of the given placements that it wins after a first step onto a neighbouring square.
  public func wins(afterStepTo target: Int, possible: [Int]) -> Int {
    wins(of: possible, stepTo: target)
  }

  private func value(_ knowledge: Knowledge) -> Int {
    if let value = values[knowledge] { return value }
    // Squares that can be reached without learning anything are as good as the player's own.
    var reached = [knowledge.player]
    var place = 0
    var best = 0
    // A block next to the player is visible, and is the same in all possible placements.
    let some = knowledge.possible[0] * neighbours.count
    while place < reached.count {
      let player = reached[place]
      place += 1
      for target in neighbours[player] where target >= 0 {
        if signs[some + target] == Self.block || reached.contains(target) { continue }
        let groups = groups(of: knowledge.possible, stepTo: target)
        if groups.count == 1, groups[0].news >= Self.dark {
          reached.append(target)
          continue
        }
        best = max(best, wins(of: groups, target))
      }
    }
    values[knowledge] = best
    return best
  }

  /// Groups placements by the result of a step.
  private func groups(of possible: [Int], stepTo target: Int) -> [Group] {
    var groups: [Group] = []
    var places: [Int: Int] = [:]
    for level in possible {
      let news = news[level * neighbours.count + target]
      if let place = places[news] {
        groups[place].possible.append(level)
      } else {
        places[news] = groups.count
        groups.append(Group(news: news, possible: [level]))
      }
    }
    return groups
  }

  private func wins(of possible: [Int], stepTo target: Int) -> Int {
    wins(of: groups(of: possible, stepTo: target), target)
  }

  private func wins(of groups: [Group], _ target: Int) -> Int {
    var sum = 0
    for group in groups {
      switch group.news {
      case Self.won: sum += group.possible.count
      case Self.caught: break
      case Self.litUp: sum += group.possible.count { isLitWon($0, target) }
      default: sum += value(Knowledge(player: target, possible: group.possible))
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
