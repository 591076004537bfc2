import Foundation
import Testing
import ZombiesReports
import ZombiesTestBridge
import ZombiesTestSupport

/// JSON that Foundation reads as other values.
@Suite struct JSONTests {
  /// JSON as Foundation reads it. The order of members is lost.
  private static func parsed(_ text: String) throws -> NSObject {
    let object = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: [.fragmentsAllowed])
    return try require(object as? NSObject)
  }

  /// The same value, made of Foundation's types.
  private static func object(_ json: JSON) -> NSObject {
    switch json {
    case .string(let string): NSString(string: string)
    case .number(let number): NSNumber(value: number)
    case .bool(let bool): NSNumber(value: bool)
    case .null: NSNull()
    case .array(let values): NSArray(array: values.map(object))
    case .object(let members):
      NSDictionary(
        objects: members.map { object($0.value) },
        forKeys: members.map { NSString(string: $0.name) })
    }
  }

  private static let strings = [
    "", "plain", "with \"quotes\"", "back\\slash", "C:\\n", "a/b", "tab\tnewline\nreturn\r",
    "\u{0}", "\u{1}\u{1f}\u{7f}\u{80}\u{9f}", "\u{8}\u{c}", "é", "e\u{301}", "🧟‍♀️🔦 and 👨‍👩‍👧‍👦",
    "\u{2028}\u{2029}", "\u{10ffff}", "\r\n", "\"", "\\", "\\\"", "\\u0041", "{}", "[1, 2]", "null",
  ]

  @Test func valuesAreGivenBack() throws {
    for string in Self.strings {
      // Scalar by scalar, because equal strings can have different scalars. Names are not escaped twice.
      let read = try require(Self.parsed(JSON.string(string).text) as? String)
      let object = JSON.object([(name: string, value: .number(1))]).text
      let members = try require(Self.parsed(object) as? [String: Int])
      for found in [read, members.first?.key ?? "none"] {
        expectEqual(Array(found.unicodeScalars), Array(string.unicodeScalars))
      }
    }
    for number in [0, 9, 10, 1 << 53, (1 << 53) + 1, .max - 1, .max] as [UInt64] {
      expectEqual(JSON.number(number).text, "\(number)\n")
      let read = try require(Self.parsed(JSON.number(number).text) as? NSNumber)
      expectEqual(read.uint64Value, number)
    }
    let seed: UInt64 = 8259
    var random = NaiveRandom(seed: seed)
    func value(_ depth: Int) -> JSON {
      switch random.below(depth > 3 ? 4 : 6) {
      case 0: return .string(random.one(of: Self.strings))
      case 1: return .number(random.number())
      case 2: return .bool(random.below(2) == 0)
      case 3: return .null
      case 4: return .array((0..<random.below(4)).map { _ in value(depth + 1) })
      default:
        // Names are unique, because one of two equal members would be lost.
        return .object(
          (0..<random.below(4)).map {
            (name: "\($0)\(random.one(of: Self.strings))", value: value(depth + 1))
          })
      }
    }
    for number in 0..<cases(60, long: 3000) {
      let json = value(0)
      let read = try Self.parsed(json.text)
      expect(read.isEqual(Self.object(json)), "seed \(seed), \(number): \(json.text)")
    }
    // Each line is one line: the text has no control character but the newlines between lines.
    let text = JSON.string((0..<0xa0).map { String(UnicodeScalar(UInt8($0))) }.joined()).text
    expect(text.hasSuffix("\"\n"))
    expect(text.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
    expectEqual(JSON.string("\u{1b}[31m\u{7f}").text, "\"\\u001b[31m\\u007f\"\n")
    let laidOut = JSON.object([
      ("name", .string("a")), ("none", .array([])), ("nothing", .object([])),
      ("some", .array([.number(1), .bool(false), .bool(true), .null, .string("x, y")])),
      ("more", .array([.object([("b", .number(2))]), .array([.number(3)])])),
    ])
    try expectHandMade("JSON", laidOut.text)
  }
}
