import ZombiesCore
import ZombiesPolicies
import ZombiesText

/// A division of all levels into named parts, such as `train=0.8,test=0.2`.
///
/// The part of a level depends only on the level and the shares. All images of a level are in the same
/// part: mirror images, rotations, and each of them with start and signpost exchanged, whatever the
/// rules. So parts that were made at different times from different files never overlap
/// (<doc:HowLevelsAreDivided>).
///
///     let split = try LevelSplit("train=0.8,test=0.2")
///     let part = split.part(of: try Level("S4/5/Z4/Z4/4P"))   // 0
///     print(split.parts[part].name)                           // train
public struct LevelSplit: Hashable, Sendable {
  /// One part.
  public struct Part: Hashable, Sendable {
    /// The name, of letters, digits, `.`, `_` and `-`.
    public let name: String

    /// The share of all levels, in billionths.
    public let billionths: Int
  }

  /// The permitted numbers of parts.
  public static let partCounts = 1...100

  /// The parts, in the order in which they were named.
  public let parts: [Part]

  /// The first number behind each part.
  private let ends: [UInt128]

  private static let whole = 1_000_000_000

  /// Reads parts in the form `NAME=SHARE,NAME=SHARE,…`.
  ///
  /// A share is a decimal number above 0 with at most nine decimals. The sum of the shares is exactly 1.
  /// A name has letters and digits of ASCII, `.`, `_` and `-`, and does not begin with `.` or `-`.
  ///
  /// - Throws: ``LevelSplitError``.
  /// - Complexity: O(length).
  public init(_ text: some StringProtocol) throws(LevelSplitError) {
    let fields = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard Self.partCounts.contains(fields.count) else { throw .partCount(fields.count) }
    var parts: [Part] = []
    for field in fields {
      let part = try Self.part(Array(field))
      if parts.contains(where: { $0.name == part.name }) { throw .repeatedName(part.name) }
      parts.append(part)
    }
    let sum = parts.reduce(0) { $0 + $1.billionths }
    guard sum == Self.whole else { throw .sum(billionths: sum) }
    self.parts = parts
    var before = 0
    ends = parts.map { part in
      before += part.billionths
      return (UInt128(before) << 64) / UInt128(Self.whole)
    }
    assert(ends.last == 1 << 64, "every number is in a part")
  }

  private static func part(_ field: [UInt8]) throws(LevelSplitError) -> Part {
    let text = String(decoding: field, as: UTF8.self)
    guard let equals = field.firstIndex(of: UInt8(ascii: "=")) else { throw .noShare(text) }
    let (name, share) = (field[..<equals], field[(equals + 1)...])
    let nameText = String(decoding: name, as: UTF8.self)
    guard name.allSatisfy(\.isNameCharacter), let first = name.first,
      first.isLetterOrDigit || first == UInt8(ascii: "_")
    else { throw .badName(nameText) }
    guard let billionths = billionths(share), (1...whole).contains(billionths) else {
      throw .badShare(name: nameText, share: String(decoding: share, as: UTF8.self))
    }
    return Part(name: nameText, billionths: billionths)
  }

  /// A number below 10 with at most nine decimals, in billionths.
  private static func billionths(_ text: ArraySlice<UInt8>) -> Int? {
    let halves = text.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard halves[0].count == 1, halves.count == 1 || (1...9).contains(halves[1].count) else {
      return nil
    }
    let digits = halves.joined()
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 10 - digits.count)
    return UInt64(decimalDigits: digits + zeros).map { Int($0) }
  }

  /// The index in ``parts`` of the part of a level.
  ///
  /// - Complexity: Like ``number(of:)``.
  public func part(of level: Level) -> Int {
    let number = UInt128(Self.number(of: level))
    // Same: only one of 2⁶⁴ numbers is an end.
    return ends.firstIndex { number < $0 } ?? 0
  }

  /// The number by which a level is divided: the first 64 bits of the SHA-256 of the code that comes
  /// first among those of all its images. All numbers from 0 to 2⁶⁴ − 1 are equally likely.
  ///
  /// - Complexity: O(length of the code), with a few operations on words for each image, in rooms of at
  ///   most 64 squares. Otherwise O(rows + things · log things) for each of 16 images.
  public static func number(of level: Level) -> UInt64 {
    var hash = SHA256()
    hash.update(firstCode(of: level))
    return hash.hexDigits.prefix(16).reduce(0) { number, digit in
      let value = digit.decimalDigit ?? Int(digit) - Int(UInt8(ascii: "a")) + 10
      return number << 4 | UInt64(value)
    }
  }

  /// The code that comes first among the codes of the sixteen images of a level.
  private static func firstCode(of level: Level) -> [UInt8] {
    func code(_ maps: RoomMaps, of level: Level) -> [UInt8] {
      var code: [UInt8] = []
      code.reserveCapacity(level.size.squareCount + level.size.rows + 4)
      maps.withExchange.firstImage(of: level).level.appendCode(to: &code)
      return code
    }
    if level.size.rows == level.size.columns { return code(.all, of: level) }
    // The codes of rooms of different sides can only be compared as codes.
    let first = code(.axes, of: level)
    let second = code(.axes, of: RoomMaps.image(of: level, by: 4))
    return first.lexicographicallyPrecedes(second) ? first : second
  }
}

/// The reason why a text describes no ``LevelSplit``.
public enum LevelSplitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Too many parts.
  case partCount(Int)
  /// A part without a share.
  case noShare(String)
  /// A name with other characters than those permitted, or none.
  case badName(String)
  /// A share that is no number above 0 and up to 1, or has more than nine decimals.
  case badShare(name: String, share: String)
  /// Two parts with the same name.
  case repeatedName(String)
  /// The shares do not add up to 1; their sum in billionths.
  case sum(billionths: Int)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .partCount(let count):
      "the number of parts must be between 1 and \(LevelSplit.partCounts.upperBound), "
        + "and this is \(count)"
    case .noShare(let text): "expected NAME=SHARE, such as train=0.8, found '\(text)'"
    case .badName(let name):
      "expected a name of letters, digits, '.', '_' and '-' that does not begin with '.' or '-', "
        + "found '\(name)'"
    case .badShare(let name, let share):
      "the share of '\(name)' must be a number above 0 and at most 1 with at most 9 decimals, "
        + "found '\(share)'"
    case .repeatedName(let name): "two parts have the name '\(name)'"
    case .sum(let billionths):
      "the shares must add up to 1, and their sum is \(decimal(billionths))"
    }
  }

  /// A number of billionths as a decimal number without zeros at its end.
  private func decimal(_ billionths: Int) -> String {
    let (units, rest) = billionths.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0 { return String(units) }
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(units).\(digits)"
  }
}
