import ZombiesCore
import ZombiesSolver

/// Where a level is drawn and decided, in the fastest form for its room.
enum DrawBuffer {
  case small(SmallDrawBuffer)
  case wide(WideDrawBuffer)

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int?) {
    let family = plan.family
    let limit = stateLimit ?? Solver.defaultStateLimit(for: family)
    if let frame = family.frame {
      self = .small(SmallDrawBuffer(plan, frame, rules: rules, stateLimit: limit))
    } else {
      self = .wide(WideDrawBuffer(plan, rules: rules, stateLimit: limit))
    }
  }

  func draw(_ index: UInt64, attempt: Int) {
    switch self {
    case .small(let buffer):
      buffer.drawer.draw(index, attempt: UInt64(attempt), into: &buffer.drawn)
    case .wide(let buffer): buffer.drawer.draw(index, attempt: UInt64(attempt), into: &buffer.drawn)
    }
  }

  /// Decides the level drawn last.
  func decide() -> Decision {
    switch self {
    case .small(let buffer): buffer.search.decide(buffer.drawn)
    case .wide(let buffer): buffer.solver.decide(buffer.drawn, by: buffer.flood)
    }
  }

  /// The level drawn last.
  var level: Level {
    switch self {
    case .small(let buffer): Level(buffer.drawn)
    case .wide(let buffer): Level(buffer.drawn)
    }
  }

  var stateLimit: Int {
    switch self {
    case .small(let buffer): buffer.stateLimit
    case .wide(let buffer): buffer.stateLimit
    }
  }
}

/// A room of at most 64 squares.
final class SmallDrawBuffer {
  let drawer: SmallDrawer
  let frame: SmallLevel
  let search: SmallSearch
  let stateLimit: Int
  var drawn: SmallLevel

  init(_ plan: PlacementPlan, _ frame: SmallLevel, rules: Rules, stateLimit: Int) {
    drawer = SmallDrawer(plan)
    self.frame = frame
    self.stateLimit = stateLimit
    search = SmallSearch(room: frame.room, rules: rules, stateLimit: stateLimit)
    drawn = frame
  }
}

/// A larger room.
final class WideDrawBuffer {
  let drawer: WideDrawer
  let flood: WideFlood
  let solver: Solver
  let stateLimit: Int
  var drawn: WideLevel

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int) {
    let family = plan.family
    drawer = WideDrawer(plan)
    self.stateLimit = stateLimit
    let room = WideRoom(family.size)
    flood = WideFlood(room)
    solver = Solver(rules: rules, stateLimit: stateLimit)
    drawn = WideLevel(
      room: room, start: family.size.bottomRight, signpost: family.size.topLeft,
      isLit: family.isLit)
  }
}
