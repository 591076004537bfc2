import Testing

@testable import ZombiesCore

@Suite struct ShownTextTests {
  /// The standard library reads the same properties from the Unicode Character Database.
  @Test func theSameCharactersAreBlankOrInvisibleAsInTheStandardLibrary() {
    for number in UInt32(0)...0x10FFFF {
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
