import ZombiesTestSupport

// The drawing procedure, written a second time from its description: the comments at the top of
// PlacementPlan.swift, RandomStream.swift and BoundedDraw.swift, and the paper on Philox. It calls none
// of the code that it is compared with.

/// Philox4x64-10 (Salmon, Moraes, Dror, Shaw, SC 2011), by the paper's formulas on arrays.
func secondPhilox(counter: [UInt64], key: [UInt64]) -> [UInt64] {
  var (counter, key) = (counter, key)
  for _ in 0..<10 {
    let first = UInt128(counter[0]) * 0xD2E7_470E_E14C_6C93
    let second = UInt128(counter[2]) * 0xCA5A_8263_9512_1157
    counter = [
      UInt64(second >> 64) ^ counter[1] ^ key[0], UInt64(second & UInt128(UInt64.max)),
      UInt64(first >> 64) ^ counter[3] ^ key[1], UInt64(first & UInt128(UInt64.max)),
    ]
    key[0] &+= 0x9E37_79B9_7F4A_7C15
    key[1] &+= 0xBB67_AE85_84CA_A73B
  }
  return counter
}

/// Word number `number` of the stream of one purpose, index and variant.
func secondWord(
  seed: UInt64, purpose: UInt64, index: UInt64, variant: UInt64, number: Int
) -> UInt64 {
  if number == 0 {
    return secondPhilox(counter: [index / 4, 0, variant, 0], key: [seed, purpose])[Int(index % 4)]
  }
  let block = UInt64((number - 1) / 4)
  return secondPhilox(counter: [index, block, variant, 1], key: [seed, purpose])[(number - 1) % 4]
}

/// The placements that a family and a seed draw.
struct SecondDrawing {
  var family: NaiveFamily
  var seed: UInt64

  /// The number of the purpose `placement`.
  static let purpose: UInt64 = 1

  /// The placement that an attempt draws for an index.
  func placement(_ index: UInt64, attempt: UInt64) -> NaiveLevel {
    draw(index, attempt: attempt).level
  }

  /// The placement that an attempt draws, and the number of words that it rejected.
  func draw(_ index: UInt64, attempt: UInt64) -> (level: NaiveLevel, rejectedWords: Int) {
    let things = family.zombies + family.blocks + family.flashlights
    var squares = family.allowedSquares
    var taken: [Int] = []
    var (words, groups) = (0, 0)
    while taken.count < things {
      // A group: as many draws as keep the product of their bounds at 2⁶⁰ or less.
      var bounds: [UInt128] = []
      var product: UInt128 = 1
      while taken.count + bounds.count < things {
        let bound = UInt128(squares.count - bounds.count)
        if product * bound > UInt128(1) << 60 { break }
        bounds.append(bound)
        product *= bound
      }
      // Its word: the next one whose low half is not below 2⁶⁴ mod the product.
      var word: UInt64
      repeat {
        word = secondWord(
          seed: seed, purpose: Self.purpose, index: index, variant: attempt, number: words)
        words += 1
      } while UInt128(word) * product % (UInt128(1) << 64) < (UInt128(1) << 64) % product
      groups += 1
      // Its draws: the digits of the word, the most significant first.
      for bound in bounds {
        let digit = UInt128(word) * bound
        word = UInt64(digit & UInt128(UInt64.max))
        let place = Int(digit >> 64)
        taken.append(squares[place])
        squares[place] = squares[squares.count - 1]
        squares.removeLast()
      }
    }
    let blocksEnd = family.zombies + family.blocks
    let level = NaiveLevel(
      rows: family.rows, columns: family.columns, start: family.start, signpost: family.signpost,
      zombies: Array(taken[..<family.zombies]), blocks: Array(taken[family.zombies..<blocksEnd]),
      flashlights: Array(taken[blocksEnd...]), lit: family.lit)
    return (level, words - groups)
  }

  /// The first solvable placement of an index, and the attempts that were rejected before it.
  func solvable(
    _ index: UInt64, isSolvable: (NaiveLevel) throws -> Bool
  ) rethrows -> (level: NaiveLevel, rejected: Int) {
    var attempt: UInt64 = 0
    while true {
      let level = placement(index, attempt: attempt)
      if try isSolvable(level) { return (level, Int(attempt)) }
      attempt += 1
    }
  }
}
