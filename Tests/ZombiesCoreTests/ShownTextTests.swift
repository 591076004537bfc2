import Testing
import ZombiesTestSupport

@testable import ZombiesCore

/// Which characters can be shown, against the properties of all of Unicode.
@Suite struct ShownTextTests {
  /// The standard library reads the same properties from the Unicode Character Database.
  @Test func theSameCharactersAreBlankOrInvisibleAsInTheStandardLibrary() {
    // In the shorter form, all of the first planes' blocks in which some are, and every 61st other
    // one.
    let blocks: [ClosedRange<UInt32>] = [
      0...0x33FF, 0xD700...0xFFFF, 0x1BC00...0x1D200, 0xE0000...0xE1010,
    ]
    for number in UInt32(0)...0x10FFFF
    where isLong || number % 61 == 0 || blocks.contains(where: { $0.contains(number) }) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let properties = scalar.properties
      if scalar.isWhiteSpace != properties.isWhitespace { Issue.record("white space: \(number)") }
      let isInvisible =
        properties.generalCategory == .control || properties.isWhitespace
        || properties.isDefaultIgnorableCodePoint
      if scalar.isInvisible != isInvisible { Issue.record("invisible: \(number)") }
    }
  }
}
