/// A uniform draw below a bound, or several such draws from one word.
///
/// For a random word `w` and a bound `n`, the draw is the high word of `w · n`. If the low word is
/// less than 2⁶⁴ mod `n`, `w` is rejected and the next word is tried. All values are exactly
/// equally likely (Lemire, "Fast random integer generation in an interval", 2019).
///
/// Several draws below n₁, n₂, … are the digits of one draw below their product, most significant
/// digit first. Each digit is the high word of a multiplication, and the low word remains for the
/// next digit (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).
@frozen @usableFromInline
package struct BoundedDraw: Sendable {
  /// The bound, or the product of several bounds.
  @usableFromInline package let bound: UInt64

  /// 2⁶⁴ mod `bound`: the number of words that are rejected.
  @usableFromInline package let threshold: UInt64

  /// Prepares draws below a bound of at least 1.
  @inlinable
  package init(below bound: UInt64) {
    assert(bound > 0, "something to draw from")
    self.bound = bound
    threshold = (0 &- bound) % bound
  }

  /// Whether a word is accepted.
  @inlinable @inline(__always)
  package func accepts(_ word: UInt64) -> Bool { word &* bound >= threshold }

  /// Draws words from the stream until one is accepted.
  @inlinable
  package func word(from stream: inout RandomStream) -> UInt64 {
    while true {
      let word = stream.next()
      if accepts(word) { return word }
    }
  }

  /// Removes the next digit, below `bound`, from a word accepted for the product.
  @inlinable @inline(__always)
  package static func digit(below bound: UInt64, of word: inout UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: bound)
    word = product.low
    return product.high
  }
}
