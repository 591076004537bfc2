import ZombiesCore
import ZombiesGenerator

/// Families in words, for people.
public enum FamilyText {
  /// A family in words: "6 × 6, lit, one zombie, five blocks".
  public static func words(_ family: Family) -> String {
    let things = [
      count(family.zombies, "zombie"), count(family.blocks, "block"),
      count(family.flashlights, "flashlight"),
    ]
    return ([size(family.size), family.isLit ? "lit" : "dark"] + things.compactMap { $0 })
      .joined(separator: ", ")
  }

  /// A size with its sides apart: "6 × 6".
  static func size(_ size: RoomSize) -> String { "\(size.rows) × \(size.columns)" }

  /// What a count is in words up to twelve, and in digits beyond.
  static func number(_ number: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve",
    ]
    return words.indices.contains(number) ? words[number] : grouped(number)
  }

  private static func count(_ count: Int, _ name: String) -> String? {
    count == 0 ? nil : "\(number(count)) \(name)\(count == 1 ? "" : "s")"
  }
}
