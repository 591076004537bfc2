import ZombiesCore
import ZombiesSolver

/// Where a level is drawn and decided, in the form that its room allows.
enum DrawingDesk {
  case small(SmallDesk)
  case wide(WideDesk)

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int?) {
    let family = plan.family
    let limit = stateLimit ?? Solver.defaultStateLimit(for: family)
    if let frame = family.frame {
      self = .small(SmallDesk(plan, frame, rules: rules, stateLimit: limit))
    } else {
      self = .wide(WideDesk(plan, rules: rules, stateLimit: limit))
    }
  }

  func draw(_ index: UInt64, attempt: Int) {
    switch self {
    case .small(let desk): desk.drawer.draw(index, attempt: UInt64(attempt), into: &desk.drawn)
    case .wide(let desk): desk.drawer.draw(index, attempt: UInt64(attempt), into: &desk.drawn)
    }
  }

  /// Decides the level that was drawn last.
  func decide() -> Finding {
    switch self {
    case .small(let desk): desk.search.decide(desk.drawn)
    case .wide(let desk): desk.solver.decide(desk.drawn, by: desk.flood)
    }
  }

  /// The level that was drawn last.
  var level: Level {
    switch self {
    case .small(let desk): Level(desk.drawn)
    case .wide(let desk): Level(desk.drawn)
    }
  }

  var stateLimit: Int {
    switch self {
    case .small(let desk): desk.stateLimit
    case .wide(let desk): desk.stateLimit
    }
  }
}

/// A room of at most 64 squares.
final class SmallDesk {
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
final class WideDesk {
  let drawer: WideDrawer
  let flood: WideFlood
  let solver: Solver
  let stateLimit: Int
  var drawn: WideLevel

  init(_ plan: PlacementPlan, rules: Rules, stateLimit: Int) {
    let family = plan.family
    drawer = WideDrawer(plan)
    self.stateLimit = stateLimit
    flood = WideFlood(family.size)
    solver = Solver(rules: rules, stateLimit: stateLimit)
    drawn = WideLevel(
      size: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
      isLit: family.isLit)
  }
}
