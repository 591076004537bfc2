import ZombiesCore

/// What somebody has done in levels, by level code (<doc:WorldsAndProgress>, 2.8).
///
/// It only grows: ``join(_:)`` of two says whatever either says, in any order and any number of
/// times, so of two programs that play at once nothing is lost.
public struct GameProgress: Hashable, Sendable {
  /// The stars of a level, each kept once it is won.
  public struct Stars: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Stars of given bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// For winning.
    public static let win = Stars(rawValue: 1)
    /// For winning in the first life of an attempt.
    public static let firstLife = Stars(rawValue: 2)
    /// For winning in par.
    public static let par = Stars(rawValue: 4)

    /// All three, in the order in which they are shown.
    public static let each: [Stars] = [.win, .firstLife, .par]

    /// How many there are.
    public var count: Int { rawValue.nonzeroBitCount }
  }

  /// What is known of a level.
  struct Record: Hashable {
    let code: String
    /// Whether it could be played.
    var isOpen = false
    var stars: Stars = []
  }

  /// A world that was open, as it was then: campaigns change, and it must be found in a later one.
  struct OpenedWorld: Hashable {
    let name: String
    /// The codes of its levels, in order.
    let codes: [String]
    /// The coins that were paid for it; 0 if a rule opened it.
    var price: UInt64 = 0
  }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps = false

  /// The levels that could be played.
  var records = Sorted<Record>()

  /// The worlds that were open.
  var opened = Sorted<OpenedWorld>()

  /// Nothing has been done.
  public init() {}

  // MARK: Asking

  /// The stars of a level.
  public func stars(of code: String) -> Stars { records[code]?.stars ?? [] }

  /// Whether a level has been won.
  public func hasCompleted(_ code: String) -> Bool { stars(of: code).contains(.win) }

  /// All stars.
  public var starCount: UInt64 { records.values.reduce(0) { $0 + UInt64($1.stars.count) } }

  /// All coins that were paid, or the largest number.
  var coinsPaid: UInt64 { opened.values.reduce(0) { clampedSum($0, $1.price) } }

  // MARK: Adding

  /// Adds stars to a level.
  mutating func add(_ stars: Stars, to code: String) {
    records.join(Record(code: code, isOpen: true, stars: stars))
  }

  /// Notes that levels can be played.
  mutating func open(_ codes: [String]) {
    records.join(codes.map { Record(code: $0, isOpen: true) })
  }

  /// Notes that a world is open, and what was paid for it.
  mutating func open(_ world: Campaign.World, price: UInt64 = 0) {
    opened.join(
      OpenedWorld(name: world.name, codes: world.levels.map { $0.code }, price: price))
  }

  /// Adds whatever another says.
  public mutating func join(_ other: GameProgress) {
    hasFinishedFirstSteps = hasFinishedFirstSteps || other.hasFinishedFirstSteps
    records.join(other.records.values)
    opened.join(other.opened.values)
  }
}

/// A sum, or the largest number if it is larger still.
func clampedSum(_ one: UInt64, _ other: UInt64) -> UInt64 {
  let (sum, overflows) = one.addingReportingOverflow(other)
  return overflows ? .max : sum
}

// MARK: Sorted lists

/// Something of which there is one for a key; two with one key say together what either says.
protocol Keyed {
  var key: String { get }
  mutating func join(_ other: Self)
}

extension GameProgress.Record: Keyed {
  var key: String { code }

  mutating func join(_ other: Self) {
    isOpen = isOpen || other.isOpen
    stars.formUnion(other.stars)
  }
}

extension GameProgress.OpenedWorld: Keyed {
  var key: String { codes.joined(separator: ",") + " " + name }

  mutating func join(_ other: Self) { price = max(price, other.price) }
}

/// A list in the order of its keys, one entry a key.
struct Sorted<Entry: Keyed & Hashable & Sendable>: Hashable, Sendable {
  private(set) var values: [Entry] = []

  /// The entry of a key.
  subscript(key: String) -> Entry? {
    let place = place(of: key)
    return isKey(key, at: place) ? values[place] : nil
  }

  /// Whether an entry has a key, byte by byte: the order is of bytes, and to `==` some texts of other
  /// bytes are the same, such as an é and an e with an accent.
  private func isKey(_ key: String, at place: Int) -> Bool {
    values.indices.contains(place) && values[place].key.utf8.elementsEqual(key.utf8)
  }

  /// The first place whose key is not before another.
  private func place(of key: String) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].key.precedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds an entry, or what it says to the one that there is.
  mutating func join(_ entry: Entry) {
    let place = place(of: entry.key)
    if isKey(entry.key, at: place) {
      values[place].join(entry)
    } else {
      values.insert(entry, at: place)
    }
  }

  /// Adds many.
  mutating func join(_ entries: [Entry]) {
    // A few are inserted where they belong; many are merged, so that the time does not grow with the
    // square of their number.
    guard entries.count > 16 else {
      for entry in entries { join(entry) }
      return
    }
    var all = (values + entries).map { (key: $0.key, entry: $0) }
    all.sort { $0.key.precedes($1.key) }
    values = []
    values.reserveCapacity(all.count)
    for (key, entry) in all {
      if isKey(key, at: values.count - 1) {
        values[values.count - 1].join(entry)
      } else {
        values.append(entry)
      }
    }
  }
}

extension String {
  /// Whether the text comes first, byte by byte.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
