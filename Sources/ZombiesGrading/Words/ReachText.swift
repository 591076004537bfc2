import ZombiesCore

/// Describes how far a player can get and what shuts the ways out, the most important facts first,
/// always in the same words.
package struct ReachText {
  private let reach: Reach
  private let level: Level

  /// The maximum number of items of a kind to list one by one.
  private static let most = 8

  /// The maximum number of fronts of a shutter to list.
  private static let mostFronts = 4

  /// Sentences about a level that cannot be won.
  package static func sentences(_ reach: Reach, in level: Level) -> [String] {
    ReachText(reach: reach, level: level).sentences
  }

  /// What is in the way, in a short sentence without squares.
  package static func caption(_ reach: Reach, in level: Level) -> String {
    if reach.nearest == nil { return "A zombie catches you at the start." }
    return reach.waysOn(in: level).isEmpty
      ? "Blocks cut you off from the signpost." : "Zombies catch you on every path to the signpost."
  }

  private var sentences: [String] {
    guard let nearest = reach.nearest else {
      return ["You are caught before your first move by \(zombies(reach.zombiesAtStart))."]
    }
    let distance = counted(nearest.distance(to: level.signpost), "square")
    let count = reach.squares.count
    let far =
      count == 1
      ? "You cannot leave \(nearest.place), \(distance) from the signpost."
      : "You can get as far as \(nearest.place), \(distance) from the signpost, "
        + "and reach \(count) squares in all."
    return [far] + ways
  }

  /// Sentences about what shuts the ways out. Only those that would lead to the signpost are listed
  /// one by one.
  private var ways: [String] {
    let byZombies = reach.shutWays.filter { $0.shutter != .block }
    let blocked = reach.shutWays.count - byZombies.count
    let leading = reach.waysOn(in: level)
    let others = byZombies.count - leading.count
    var sentences: [String] = []
    if leading.isEmpty {
      sentences.append("Blocks alone cut you off from the signpost.")
    } else {
      sentences += shutters(of: leading)
    }
    let more = leading.isEmpty ? "" : "other "
    if others > 0 {
      sentences.append(
        others == 1
          ? "Zombies also catch you on 1 \(more)way that leads nowhere."
          : "Zombies also catch you on \(others) \(more)ways that lead nowhere.")
    }
    if blocked > 0, !leading.isEmpty {
      sentences.append("Blocks shut \(counted(blocked, "other way")) out.")
    }
    return sentences
  }

  /// The ways out in the same directions from some squares, all shut by one shutter.
  private struct Front {
    let shutter: Reach.Shutter
    let directions: [Direction]
    var squares: [Square]

    /// The number of ways.
    var count: Int { directions.count * squares.count }
  }

  /// The ways out grouped by shutter, starting with those that lead nearest to the signpost.
  private func fronts(_ ways: [Reach.ShutWay]) -> [[Front]] {
    let ways = ways.sorted {
      let (one, other) = ($0.to.distance(to: level.signpost), $1.to.distance(to: level.signpost))
      return (one, $0.from, $0.direction) < (other, $1.from, $1.direction)
    }
    var shutters: [Reach.Shutter: Int] = [:]
    var byShutter: [[Reach.ShutWay]] = []
    for way in ways {
      let place = shutters[way.shutter, default: byShutter.count]
      if place == byShutter.count {
        shutters[way.shutter] = place
        byShutter.append([])
      }
      byShutter[place].append(way)
    }
    return byShutter.map { ways in
      var directions: [Square: [Direction]] = [:]
      for way in ways { directions[way.from, default: []].append(way.direction) }
      var fronts: [Front] = []
      for way in ways {
        guard let found = directions.removeValue(forKey: way.from) else { continue }
        let sorted = found.sorted()
        if let place = fronts.firstIndex(where: { $0.directions == sorted }) {
          fronts[place].squares.append(way.from)
        } else {
          fronts.append(Front(shutter: way.shutter, directions: sorted, squares: [way.from]))
        }
      }
      return fronts
    }
  }

  /// A sentence for each shutter.
  private func shutters(of ways: [Reach.ShutWay]) -> [String] {
    let groups = fronts(ways)
    var sentences = groups.prefix(Self.most).map { fronts in
      let isEvery = groups.count == 1 && ways.count > 1
      var parts = fronts.prefix(Self.mostFronts).map { front in
        listed(front.directions.map { $0.word }, isEvery ? "and" : "or")
          + (reach.squares.count > 1 ? " from \(places(front.squares))" : "")
      }
      let rest = fronts.dropFirst(Self.mostFronts).reduce(0) { $0 + $1.count }
      if rest > 0 { parts.append("\(rest) more") }
      let what = isEvery ? "on every way out: " : "when you go "
      return subject(fronts[0].shutter, isEvery: isEvery) + " " + what + series(parts) + "."
    }
    let rest = groups.dropFirst(Self.most).joined().reduce(0) { $0 + $1.count }
    if rest > 0 { sentences.append("Zombies catch you on \(counted(rest, "more way")) out.") }
    return sentences
  }

  /// The start of a sentence: the shutter and the verb.
  private func subject(_ shutter: Reach.Shutter, isEvery: Bool) -> String {
    switch shutter {
    case .block: return "A block stops you"
    case .each(let squares):
      let zombies = zombies(squares).capitalisedASCII
      guard squares.count == 1 else { return zombies + " each catch you" }
      return zombies
        + (isEvery && reach.loneZombie == squares[0] ? " alone catches you" : " catches you")
    case .oneOf(let squares):
      return "One or another of \(zombies(squares)) catches you"
    }
  }

  private func zombies(_ squares: [Square]) -> String {
    "the \(squares.count == 1 ? "zombie" : "zombies") on \(places(squares))"
  }

  /// Squares in words, with adjacent ones grouped.
  private func places(_ squares: [Square]) -> String {
    SquareNames(squares, in: level.size, atMost: Self.most).text
  }
}
