/// The maps of a room to itself or, for the last four, to the transposed room ("Exact answers",
/// "Symmetry").
public enum NaiveMap: CaseIterable, Sendable {
  case identity, leftRight, upDown, halfTurn
  case transposition, antitransposition, quarterTurn, backTurn

  /// The row and column to which a square moves in a room with the given sides.
  func image(_ row: Int, _ column: Int, rows: Int, columns: Int) -> (row: Int, column: Int) {
    let (up, left) = (rows - 1 - row, columns - 1 - column)
    return switch self {
    case .identity: (row, column)
    case .leftRight: (row, left)
    case .upDown: (up, column)
    case .halfTurn: (up, left)
    case .transposition: (column, row)
    case .antitransposition: (left, up)
    case .quarterTurn: (column, up)
    case .backTurn: (left, row)
    }
  }

  /// The maps that keep rows and columns apart.
  public static let axes: [NaiveMap] = [.identity, .leftRight, .upDown, .halfTurn]

  /// Whether rows become columns.
  public var swapsSides: Bool { !Self.axes.contains(self) }
}

extension NaiveLevel {
  /// The level with every square moved, and start and signpost exchanged or not.
  public func image(_ map: NaiveMap, exchanged: Bool = false) -> NaiveLevel {
    let newColumns = map.swapsSides ? rows : columns
    func image(_ square: Int) -> Int {
      let moved = map.image(square / columns, square % columns, rows: rows, columns: columns)
      return moved.row * newColumns + moved.column
    }
    return NaiveLevel(
      rows: map.swapsSides ? columns : rows, columns: newColumns,
      start: image(exchanged ? signpost : start), signpost: image(exchanged ? start : signpost),
      zombies: zombies.map(image), blocks: blocks.map(image),
      flashlights: flashlights.map(image), lit: lit)
  }

  /// All sixteen images, some of them in the transposed room.
  public var allImages: [NaiveLevel] {
    NaiveMap.allCases.flatMap { [image($0), image($0, exchanged: true)] }
  }

  /// The images in the symmetries of the rules.
  public func images(_ rules: NaiveRules) -> [NaiveLevel] {
    let mayMove = !zombies.isEmpty && (lit || !flashlights.isEmpty)
    if mayMove, zombies.count > 1 { return [self] }
    if mayMove { return NaiveMap.axes.map { image($0) } }
    let maps = rows == columns ? NaiveMap.allCases : NaiveMap.axes
    let images = maps.map { image($0) }
    let room = NaiveRoom(self)
    let isCaught = zombies.contains {
      room.distance($0, start) <= rules.catchingDistance
        || room.distance($0, signpost) <= rules.catchingDistance
    }
    // Hearing at a distance of 1 says no more than seeing.
    if isCaught || (!lit && rules.hearingDistance > 1) { return images }
    return images + maps.map { image($0, exchanged: true) }
  }

  /// Whether the level obeys the placement rule.
  public var isPlaced: Bool {
    let family = NaiveFamily(rows: rows, columns: columns)
    let allowed = Set(family.allowedSquares)
    return start == family.start && signpost == family.signpost
      && allowed.isSuperset(of: zombies + blocks + flashlights)
  }
}

/// The number of different images of a level. Of a placement, only placements are counted.
public func naiveSymmetries(_ level: NaiveLevel, _ rules: NaiveRules) -> Int {
  Set(level.images(rules).filter { $0.isPlaced || !level.isPlaced }.map(\.code)).count
}

/// The class of a level: the codes of its images, or of those that obey the placement rule if any
/// does, in byte order.
public func naiveClass(_ level: NaiveLevel, _ rules: NaiveRules) -> [String] {
  let images = level.images(rules)
  let placed = images.filter(\.isPlaced)
  return Set((placed.isEmpty ? images : placed).map(\.code)).sorted {
    $0.utf8.lexicographicallyPrecedes($1.utf8)
  }
}
