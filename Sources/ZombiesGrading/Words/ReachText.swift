import ZombiesCore

/// Tells how far a player comes and what shuts the ways on: the same thing always in the same words, the
/// most important first.
package struct ReachText {
  private let reach: Reach
  private let level: Level

  /// The most things of a kind that are told one by one.
  private static let most = 8

  /// The most fronts of a shutter that are told.
  private static let mostFronts = 4

  /// What is known of a level that cannot be won, in sentences.
  package static func sentences(_ reach: Reach, in level: Level) -> [String] {
    ReachText(reach: reach, level: level).sentences
  }

  private var sentences: [String] {
    guard let nearest = reach.nearest else {
      return ["Before your first move you are caught by \(zombies(reach.zombiesAtStart))."]
    }
    let distance = counted(nearest.distance(to: level.signpost), "square")
    let count = reach.squares.count
    let far =
      count == 1
      ? "You cannot leave \(nearest.place), \(distance) from the signpost."
      : "You come as far as \(nearest.place), \(distance) from the signpost, "
        + "and reach \(count) squares in all."
    return [far] + ways
  }

  /// Who shuts the ways. Only those that would lead on are told one by one.
  private var ways: [String] {
    let byZombies = reach.shutWays.filter { $0.shutter != .block }
    let blocked = reach.shutWays.count - byZombies.count
    let leading = reach.waysOn(in: level)
    let others = byZombies.count - leading.count
    var sentences: [String] = []
    if leading.isEmpty {
      sentences.append("Blocks alone shut you off from the signpost.")
    } else {
      sentences += shutters(of: leading)
    }
    let more = leading.isEmpty ? "" : "other "
    if others > 0 {
      sentences.append(
        others == 1
          ? "Another way that is shut by zombies leads nowhere."
          : "\(others) \(more)ways that are shut by zombies lead nowhere.")
    }
    if blocked > 0, !leading.isEmpty {
      sentences.append("Blocks shut \(counted(blocked, "other way")).")
    }
    return sentences
  }

  /// The ways that one shutter shuts in the same directions, from some squares.
  private struct Front {
    let shutter: Reach.Shutter
    let directions: [Direction]
    var squares: [Square]

    /// The number of ways.
    var count: Int { directions.count * squares.count }
  }

  /// The ways by what shuts them, those that lead nearest to the signpost first.
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
      let count = fronts.reduce(0) { $0 + $1.count }
      var parts = fronts.prefix(Self.mostFronts).map { front in
        listed(front.directions.map { $0.word })
          + (reach.squares.count > 1 ? " from \(places(front.squares))" : "")
      }
      let rest = fronts.dropFirst(Self.mostFronts).reduce(0) { $0 + $1.count }
      if rest > 0 { parts.append("\(rest) more") }
      let what = isEvery ? "every way on: " : count == 1 ? "the way " : "the ways "
      return subject(fronts[0].shutter, isEvery: isEvery) + " " + what + series(parts) + "."
    }
    let rest = groups.dropFirst(Self.most).joined().reduce(0) { $0 + $1.count }
    if rest > 0 { sentences.append("Zombies shut \(counted(rest, "more way")).") }
    return sentences
  }

  /// Who shuts ways, with the verb.
  private func subject(_ shutter: Reach.Shutter, isEvery: Bool) -> String {
    switch shutter {
    case .block: return "A block shuts"
    case .each(let squares):
      let zombies = zombies(squares).capitalisedASCII
      guard squares.count == 1 else { return zombies + " each shut" }
      return zombies + (isEvery && reach.loneZombie == squares[0] ? " alone shuts" : " shuts")
    case .oneOf(let squares):
      return "Sometimes one and sometimes another of \(zombies(squares)) shuts"
    }
  }

  private func zombies(_ squares: [Square]) -> String {
    "the \(squares.count == 1 ? "zombie" : "zombies") on \(places(squares))"
  }

  /// Squares in words, those side by side together.
  private func places(_ squares: [Square]) -> String {
    SquareNames(squares, in: level.size, atMost: Self.most).text
  }
}
