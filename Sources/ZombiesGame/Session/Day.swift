import ZombiesCore

/// A calendar day, for the daily level.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year, from 1.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day from a date; nil if the day does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// 1 January 1970.
  init() { (year, month, day) = (1970, 1, 1) }

  /// Reads a date such as 2026-11-22 or 20261122; nil if the text is not a date.
  public init?(_ text: some StringProtocol) {
    var digits = Array(text.utf8)
    if digits.count == 10, digits[4] == 0x2D, digits.remove(at: 7) == 0x2D { digits.remove(at: 4) }
    guard digits.count == 8, let date = UInt64(decimalDigits: digits).map({ Int($0) }) else {
      return nil
    }
    self.init(year: date / 10_000, month: date / 100 % 100, day: date % 100)
  }

  /// Creates the day that is a number of days after 1 January 1970 (Gregorian); nil outside the years
  /// 1970 to 9999.
  public init?(daysSince1970 days: Int) {
    guard days >= 0, days < 2_932_897 else { return nil }
    var (year, rest) = (1970, days)
    while rest >= Self.days(inYear: year) {
      rest -= Self.days(inYear: year)
      year += 1
    }
    var month = 1
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }

  /// The date as a number, such as 20261122: the seed of the daily level.
  public var number: UInt64 { UInt64(year) * 10_000 + UInt64(month) * 100 + UInt64(day) }

  /// The date in the form 2026-11-22.
  public var description: String {
    let digits = String(100_000_000 + number)
    return String(digits.prefix(5).suffix(4)) + "-" + String(digits.prefix(7).suffix(2)) + "-"
      + String(digits.suffix(2))
  }

  /// Whether a day is before another.
  public static func < (one: Day, other: Day) -> Bool { one.number < other.number }

  /// The day before; nil before the first day of year 1.
  var before: Day? {
    if day > 1 { return Day(year: year, month: month, day: day - 1) }
    let (year, month) = month > 1 ? (year, month - 1) : (year - 1, 12)
    return Day(year: year, month: month, day: Self.days(in: month, of: year))
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
