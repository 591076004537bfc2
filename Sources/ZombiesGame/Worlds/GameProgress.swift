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

  /// A world that has been open, with its name and levels at that time, by which a later version of the
  /// campaign finds it.
  struct OpenedWorld: Hashable {
    /// The bytes of its name, because `==` treats some different bytes of texts as equal.
    let name: [UInt8]
    /// The codes of its levels, in order.
    let levels: [String]
  }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps = false

  /// The stars of the levels that have been open, by code.
  private(set) var levels: [String: Stars] = [:]

  /// The worlds that have been open, with the coins paid for them; 0 if a rule unlocked them.
  private(set) var worlds: [OpenedWorld: UInt64] = [:]

  /// Creates empty progress.
  public init() {}

  // MARK: Queries

  /// The stars of a level.
  public func stars(of code: String) -> Stars { levels[code] ?? [] }

  /// Whether a level has been won.
  public func hasCompleted(_ code: String) -> Bool { stars(of: code).contains(.win) }

  /// The number of stars in all levels.
  public var starCount: UInt64 { levels.values.reduce(0) { $0 + UInt64($1.count) } }

  /// The number of coins paid for all worlds, at most the largest integer.
  var coinsPaid: UInt64 { worlds.values.reduce(0, clampedSum) }

  // MARK: Adding

  /// Records that a level is open, and adds stars to it.
  mutating func add(_ stars: Stars, to code: String) {
    levels[code, default: []].formUnion(stars)
  }

  /// Records that a world is open, and the price paid for it.
  mutating func open(_ world: OpenedWorld, price: UInt64) {
    worlds[world] = max(worlds[world] ?? 0, price)
  }

  /// Adds everything in another player's or program's progress.
  public mutating func join(_ other: GameProgress) {
    hasFinishedFirstSteps = hasFinishedFirstSteps || other.hasFinishedFirstSteps
    for (code, stars) in other.levels { add(stars, to: code) }
    for (world, price) in other.worlds { open(world, price: price) }
  }
}

/// A sum, or the largest integer if the sum overflows.
func clampedSum(_ one: UInt64, _ other: UInt64) -> UInt64 {
  let (sum, overflows) = one.addingReportingOverflow(other)
  return overflows ? .max : sum
}

// MARK: Text

// The text form of progress:
//
//     zombies-progress 3
//     first-steps done
//     level S4/5/Z4/1Z3/4P open win first par
//     world 0 S4/5/Z4/1Z3/4P,S1ZZ1/5/5/5/4P First Night
//     end 0123456789abcdef
//
// A level line has `open` and the stars: `win`, `first` and `par`. A world line has the coins paid for
// it, its levels when it was open, and its name. Levels are sorted by code, then worlds by their
// levels' codes and their names. The last line has a hash of everything above it, so that a changed
// text is refused.
//
// Behind the code of a level with rules of its own stand those that change how a round goes, as in
// `S4/5/Z4/1Z3/4P?zombie-speed=2`.

extension GameProgress {
  private static let form = KeptText(
    name: "zombies-progress", what: "a progress file", version: 3)
  private static let firstSteps = "first-steps done"
  private static let words: [(word: String, stars: Stars)] = [
    ("win", .win), ("first", .firstLife), ("par", .par),
  ]

  /// The progress in the text form.
  public var text: String { Self.form.text(lines) }

  private var lines: [String] {
    let levels = levels.sorted { $0.key.precedes($1.key) }.map { code, stars in
      "level \(code) open"
        + Self.words.filter { stars.contains($0.stars) }.map { " " + $0.word }.joined()
    }
    let worlds = worlds.map { world, price in
      (
        key: world.levels.joined(separator: ",") + " "
          + String(decoding: world.name, as: UTF8.self),
        price: price
      )
    }
    return (hasFinishedFirstSteps ? [Self.firstSteps] : []) + levels
      + worlds.sorted { $0.key.precedes($1.key) }.map { "world \($0.price) \($0.key)" }
  }

  /// Reads progress. An empty text is empty progress.
  ///
  /// - Throws: ``ProgressError`` if the text was not written by ``text``.
  public init(text: String) throws(ProgressError) {
    if text.isEmpty { return }
    let lines = try Self.form.lines(of: text)
    for line in lines { read(line) }
    // A correct hash shows that the text is undamaged, but not that this program wrote it.
    let own = self.lines
    if own == lines { return }
    let same = zip(own, lines).prefix { $0 == $1 }.count
    throw Self.form.damaged(same + 2)
  }

  /// Reads a line between the first and the last, if it is one that this program writes.
  private mutating func read(_ line: String) {
    if line == Self.firstSteps { hasFinishedFirstSteps = true }
    let words = line.parts(4)
    if words[0] == "level", words.count >= 3, Self.isKey(words[1]) {
      let known = line.utf8.split(separator: 0x20).dropFirst(3).map { String(Substring($0)) }
      let stars = Stars(Self.words.filter { known.contains($0.word) }.map { $0.stars })
      if stars.isEmpty || stars.contains(.win) { add(stars, to: words[1]) }
    }
    if words[0] == "world", words.count == 4, let price = UInt64(canonicalDigits: words[1].utf8) {
      let levels = words[2].split(separator: ",").map { String($0) }
      let (name, isKnown) = (words[3], !levels.isEmpty && levels.allSatisfy(Self.isKey))
      guard isKnown, !name.isEmpty, name.steeringCharacter == nil else { return }
      open(OpenedWorld(name: Array(name.utf8), levels: levels), price: price)
    }
  }

  /// Whether a text is the code of a level, followed by the rules that change how a round goes.
  private static func isKey(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1).map { Substring($0) }
    guard let code = parts.first, let level = try? Level(code: String(code)) else { return false }
    let rules = parts.count > 1 ? (try? NamedRules(inLink: parts[1]))?.rules : .standard
    return rules.map { level.key(under: $0) == text } ?? false
  }
}

extension String {
  /// Whether the text precedes another, byte by byte.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
