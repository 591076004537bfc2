import ZombiesCore
import ZombiesGenerator

/// Descriptions of families, for people.
public enum FamilyText {
  /// The description of a family: "6 × 6, lit, one zombie, five blocks".
  public static func words(_ family: Family) -> String {
    let things = family.things.map { thing, count in
      "\(number(count)) \(thing.noun)\(count == 1 ? "" : "s")"
    }
    return ([size(family.size), family.isLit ? "lit" : "dark"] + things).joined(separator: ", ")
  }

  /// A size as rows and columns: "6 × 6".
  static func size(_ size: RoomSize) -> String { "\(size.rows) × \(size.columns)" }

  /// A count in words up to twelve, in digits beyond.
  static func number(_ number: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve",
    ]
    return words.indices.contains(number) ? words[number] : grouped(number)
  }
}
