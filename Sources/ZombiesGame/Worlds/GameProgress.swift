import ZombiesCore

/// A player's progress in levels, by level code (<doc:WorldsAndProgress>, 2.8).
///
/// A level whose rules change how a round goes has these rules behind its code, as in a link.
///
/// Progress only grows. ``join(_:)`` merges it with other progress, with the same result in any
/// order and any number of times, so two programs that play at once lose nothing.
public struct GameProgress: Hashable, Sendable {
  /// The stars of a level, which are never lost.
  public struct Stars: OptionSet, Hashable, Sendable {
    /// The flags as bits.
    public let rawValue: UInt8

    /// Creates a set of stars from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The star for winning.
    public static let win = Stars(rawValue: 1)
    /// The star for winning in the first life of an attempt.
    public static let firstLife = Stars(rawValue: 2)
    /// The star for winning in par.
    public static let par = Stars(rawValue: 4)

    /// All three stars, in display order.
    public static let each: [Stars] = [.win, .firstLife, .par]

    /// The number of stars.
    public var count: Int { rawValue.nonzeroBitCount }
  }

  /// The progress in a level.
  struct Record: Hashable {
    let code: String
    /// Whether the level has been open.
    var isOpen = false
    var stars: Stars = []
  }

  /// A world that has been open, with its name and levels at that time, by which a later version of the
  /// campaign finds it.
  struct OpenedWorld: Hashable {
    let name: String
    /// The codes of its levels, in order.
    let codes: [String]
    /// The coins paid for it; 0 if a rule unlocked it.
    var price: UInt64 = 0
  }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps = false

  /// The levels that have been open.
  var records = Sorted<Record>()

  /// The worlds that have been open.
  var opened = Sorted<OpenedWorld>()

  /// Creates empty progress.
  public init() {}

  // MARK: Queries

  /// The stars of a level.
  public func stars(of code: String) -> Stars { records[code]?.stars ?? [] }

  /// Whether a level has been won.
  public func hasCompleted(_ code: String) -> Bool { stars(of: code).contains(.win) }

  /// The number of stars in all levels.
  public var starCount: UInt64 { records.values.reduce(0) { $0 + UInt64($1.stars.count) } }

  /// The number of coins paid for all worlds, at most the largest integer.
  var coinsPaid: UInt64 { opened.values.reduce(0) { clampedSum($0, $1.price) } }

  // MARK: Adding

  /// Adds stars to a level.
  mutating func add(_ stars: Stars, to code: String) {
    records.join(Record(code: code, isOpen: true, stars: stars))
  }

  /// Records that levels are open.
  mutating func open(_ codes: [String]) {
    records.join(codes.map { Record(code: $0, isOpen: true) })
  }

  /// Records that a world is open, and the price paid for it.
  mutating func open(_ name: String, _ codes: [String], price: UInt64 = 0) {
    opened.join(OpenedWorld(name: name, codes: codes, price: price))
  }

  /// Adds everything in another player's or program's progress.
  public mutating func join(_ other: GameProgress) {
    hasFinishedFirstSteps = hasFinishedFirstSteps || other.hasFinishedFirstSteps
    records.join(other.records.values)
    opened.join(other.opened.values)
  }
}

/// A sum, or the largest integer if the sum overflows.
func clampedSum(_ one: UInt64, _ other: UInt64) -> UInt64 {
  let (sum, overflows) = one.addingReportingOverflow(other)
  return overflows ? .max : sum
}

// MARK: Sorted lists

/// An entry with a unique key. Two entries with the same key can be united.
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

/// A list sorted by key, with one entry per key.
struct Sorted<Entry: Keyed & Hashable & Sendable>: Hashable, Sendable {
  private(set) var values: [Entry] = []

  /// The entry for a key.
  subscript(key: String) -> Entry? {
    let place = place(of: key)
    return isKey(key, at: place) ? values[place] : nil
  }

  /// Whether an entry has a key, compared byte by byte like the order. `==` would treat some different
  /// bytes as equal, such as an é and an e with an accent.
  private func isKey(_ key: String, at place: Int) -> Bool {
    values.indices.contains(place) && values[place].key.utf8.elementsEqual(key.utf8)
  }

  /// The first index whose key does not precede the given one.
  private func place(of key: String) -> Int {
    values.placeInOrder { $0.key.precedes(key) }
  }

  /// Adds an entry, or unites it with the one that has its key.
  mutating func join(_ entry: Entry) {
    let place = place(of: entry.key)
    if isKey(entry.key, at: place) {
      values[place].join(entry)
    } else {
      values.insert(entry, at: place)
    }
  }

  /// Adds many entries.
  mutating func join(_ entries: [Entry]) {
    // Inserting a few entries is fast. Many are merged, to avoid time that is quadratic in their
    // number.
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
  /// Whether the text precedes another, byte by byte.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
