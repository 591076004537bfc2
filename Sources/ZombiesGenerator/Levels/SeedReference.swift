/// A level named by the seed that it is made from: "classic@42#7" (<doc:/ZombiesCore/TextForms>).
///
/// A reference always uses the default rules, and always means the same level.
public struct SeedReference: Hashable, Sendable, CustomStringConvertible {
  /// The family from which the level is drawn.
  public var family: Family

  /// Whether the index counts all draws or only solvable levels.
  public var selection: LevelSelection

  /// The seed.
  public var seed: UInt64

  /// The index in the sequence, from 0.
  public var index: UInt64

  /// Creates a reference.
  public init(
    _ family: Family, selection: LevelSelection = .solvable, seed: UInt64, index: UInt64
  ) {
    self.family = family
    self.selection = selection
    self.seed = seed
    self.index = index
  }

  /// Reads a reference.
  ///
  /// - Throws: ``NameError`` with the position and what was expected.
  public init(_ text: some StringProtocol) throws(NameError) {
    var parser = NameParser(text)
    family = try parser.family()
    selection = parser.take("+any") ? .any : .solvable
    try parser.expect("@", "and a seed after the family")
    seed = try parser.number("the seed")
    try parser.expect("#", "and an index after the seed")
    index = try parser.number("the index")
    try parser.end("the end of the seed reference")
  }

  /// The canonical text.
  public var description: String {
    "\(prefix)\(index)"
  }

  /// The text up to the index.
  package var prefix: String { "\(family)\(selection == .any ? "+any" : "")@\(seed)#" }
}
