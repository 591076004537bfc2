// The random stream: each draw depends only on the seed and on what it is for.
//
// The key is (seed, purpose). A stream has an `index` (of a level or a trial) and a `variant` (the
// attempt, or the policy and round). Its words are
//
//   word 0      output[index mod 4] of counter (index div 4, 0, variant, 0)
//   word 1…     output[(k − 1) mod 4] of counter (index, (k − 1) div 4, variant, 1)
//
// Most streams need only one word, so four neighbouring indices share one block. Longer streams
// have their own blocks.

/// The purpose of random numbers; streams with different purposes are independent.
@frozen
public enum RandomPurpose: UInt64, Sendable {
  /// Placing the things of a level.
  case placement = 1
  /// Choosing the moves of a policy.
  case policy = 2
  /// Choosing the steps of a search for levels.
  case search = 3
  /// Choosing the questions of a quiz.
  case questions = 4
}

/// The random words of one index and variant, each of 64 bits.
@frozen
public struct RandomStream: Sendable {
  @usableFromInline let seed: UInt64
  @usableFromInline let purpose: RandomPurpose
  @usableFromInline let index: UInt64
  @usableFromInline let variant: UInt64
  @usableFromInline var taken: UInt64
  @usableFromInline var block: Philox.Block = (0, 0, 0, 0)

  /// Begins a stream at its word 0.
  @inlinable
  package init(seed: UInt64, purpose: RandomPurpose, index: UInt64, variant: UInt64) {
    self.seed = seed
    self.purpose = purpose
    self.index = index
    self.variant = variant
    taken = 0
  }

  /// The words 0 of the four indices 4 · `quad` + 0, 1, 2 and 3.
  @inlinable @inline(__always)
  package static func heads(
    seed: UInt64, purpose: RandomPurpose, quad: UInt64, variant: UInt64
  ) -> Philox.Block {
    Philox.block(counter: (quad, 0, variant, 0), key: (seed, purpose.rawValue))
  }

  /// The next word.
  @inlinable
  public mutating func next() -> UInt64 {
    defer { taken &+= 1 }
    if taken == 0 {
      let heads = Self.heads(seed: seed, purpose: purpose, quad: index &>> 2, variant: variant)
      return Self.word(heads, index & 3)
    }
    let place = taken &- 1
    if place & 3 == 0 {
      block = Self.tail(
        seed: seed, purpose: purpose, index: index, variant: variant, block: place &>> 2)
    }
    return Self.word(block, place & 3)
  }

  /// The words 4 · `block` + 1, 2, 3 and 4 of a stream.
  @inlinable @inline(__always)
  package static func tail(
    seed: UInt64, purpose: RandomPurpose, index: UInt64, variant: UInt64, block: UInt64
  ) -> Philox.Block {
    Philox.block(counter: (index, block, variant, 1), key: (seed, purpose.rawValue))
  }

  /// One word of a block, by its position from 0 to 3.
  @inlinable @inline(__always)
  package static func word(_ block: Philox.Block, _ place: UInt64) -> UInt64 {
    switch place {
    case 0: block.0
    case 1: block.1
    case 2: block.2
    default: block.3
    }
  }
}
