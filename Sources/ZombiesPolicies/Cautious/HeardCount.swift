// How likely `cautious` finds a zombie next to a square: the sets of zombies that agree with what
// was heard are counted, as programs that play Minesweeper do. Everything is computed in whole
// numbers.

import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// When the risks of `cautious` are approximated.
package struct RiskLimits: Equatable, Sendable {
  /// The maximum number of states that the exact risks of one decision may visit, about 30 ms in a
  /// release build. A state counts once for each 64 numbers that were heard, or part of them.
  package var work = 1 << 20

  /// The maximum number of states that the approximated risk of one square may visit.
  package var approximateWork = 1 << 11

  /// Whether to approximate even where all possible placements can be counted, for tests.
  package var alwaysApproximates = false

  /// Creates the usual limits.
  package init() {}

  /// The maximum number of visited squares that an approximation takes into account: fewer if each
  /// has more squares around it.
  static func mostHeard(_ hearingDistance: Int) -> Int { max(4, min(16, 64 / hearingDistance)) }

  /// How far from a square an approximation of its risk takes into account what was heard.
  static func reach(_ hearingDistance: Int) -> Int { 2 * hearingDistance + 1 }
}

/// The sets of hidden zombies that agree with numbers that were heard.
///
/// Hiding places within the hearing distance of the same visited squares are alike. They form a
/// *group*, and only the number of zombies in each group matters: *j* zombies in a group of *n*
/// places are C(*n*, *j*) sets. The groups are taken one after another, those near the first
/// visited square first. A state is, for each visited square, the number of zombies that are still
/// missing around it, and the number of all that are left. Each state has its number of sets;
/// states that become equal are merged, so what was heard far away does not multiply the work. At
/// the end, the zombies that are left are anywhere on the hiding places of no group.
///
/// A count is exact if the number of sets of zombies on all hiding places is below 2⁶⁴: then every
/// number met is. Otherwise numbers are rounded, and the zombies outside are weighted by the
/// approximate ratio of C(*m*, *left*) for one zombie more, with the *m* hiding places rounded to
/// six binary digits. So a risk does not change with each square seen far away.
struct HeardCount {
  private struct Group {
    let signature: Signature
    var size: Int
  }

  private let heard: [ExploredRoom.Heard]
  private let distance: Int
  private var groups: [Group] = []
  private let zombies: Int

  /// The place of each number in a state: a word, and the lowest bit.
  private var fields: [(word: Int, shift: UInt64)] = []

  /// A state with the highest bit of each number set, which no number uses. The last word is the
  /// number of zombies left.
  private var guards: [UInt64] = []

  /// For each number of zombies left, the number or weight of the sets outside all groups.
  private var outside: [Count] = []

  /// The number of all sets.
  private(set) var total = Count(0)

  /// Counts all sets; nil if it takes too much work.
  ///
  /// - Parameters:
  ///   - distance: The hearing distance.
  ///   - signatures: For each hiding place near a visited square, these squares.
  ///   - zombies: The number of hidden zombies.
  ///   - hidingPlaces: The number of all hiding places.
  ///   - isExact: Whether all sets are counted; otherwise numbers may be rounded.
  ///   - work: The number of states that may be visited; less the visited ones afterwards.
  init?(
    heard: [ExploredRoom.Heard], distance: Int, signatures: [Signature], zombies: Int,
    hidingPlaces: Int, isExact: Bool, work: inout Int
  ) {
    (self.heard, self.distance, self.zombies) = (heard, distance, zombies)
    for signature in signatures.sorted() {
      if groups.last?.signature != signature { groups.append(Group(signature: signature, size: 0)) }
      groups[groups.count - 1].size += 1
    }
    var shift = 64
    for place in heard {
      let width = Int.bitWidth - place.zombies.leadingZeroBitCount + 1
      if shift + width > 64 {
        guards.append(0)
        shift = 0
      }
      fields.append((guards.count - 1, UInt64(shift)))
      shift += width
      guards[guards.count - 1] |= 1 << UInt64(shift - 1)
    }
    guards.append(1 << 63)
    // Not more zombies are in the groups than were heard in all.
    let most = min(zombies, heard.reduce(0) { $0 + $1.zombies })
    if isExact {
      let places = hidingPlaces - signatures.count
      outside = (0...most).map { Count(binomial(places, zombies - $0) ?? 0) }
    } else {
      outside = [Count.one]
      for used in 0..<most {
        outside.append(
          outside[used].scaled(
            by: zombies - used, over: max(1, Self.rounded(hidingPlaces) - zombies + used + 1)))
      }
    }
    guard let total = ways(without: [], &work) else { return nil }
    self.total = total
  }

  /// A number of hiding places, rounded down to six binary digits.
  static func rounded(_ hidingPlaces: Int) -> Int {
    let shift = max(0, Int.bitWidth - hidingPlaces.leadingZeroBitCount - 6)
    return (hidingPlaces >> shift) << shift
  }

  /// The number of sets with a zombie on one of some hiding places; nil if it is out of reach.
  func risk(without squares: [Square], _ work: inout Int) -> UInt64? {
    guard let ways = ways(without: squares, &work), total.isWhole, ways.isWhole else { return nil }
    return ways.isZero ? ExploredRoom.certain : total.mantissa - ways.mantissa
  }

  /// The share of the sets with a zombie on one of some hiding places, in units of 2⁻²⁰; nil if it
  /// is out of reach.
  func share(without squares: [Square], _ work: inout Int) -> UInt64? {
    guard let ways = ways(without: squares, &work) else { return nil }
    return ways.isZero ? ExploredRoom.certain : Count.shares - ways.share(of: total)
  }

  /// The number of sets without a zombie on some hiding places; nil if it takes too much work.
  private func ways(without squares: [Square], _ work: inout Int) -> Count? {
    var groups = groups
    for square in squares {
      var signature = Signature()
      for (number, place) in heard.enumerated()
      where place.square.distance(to: square) <= distance { signature.insert(number) }
      for place in groups.indices where groups[place].signature == signature {
        groups[place].size -= 1
      }
    }
    // The places of all later groups around each visited square.
    var capacity = [Int](repeating: 0, count: heard.count)
    for group in groups {
      group.signature.forEachNumber { capacity[$0] += group.size }
    }
    let width = guards.count
    let nothing = [UInt64](repeating: 0, count: width)
    var first = nothing
    for (number, place) in heard.enumerated() {
      guard capacity[number] >= place.zombies else { return Count(0) }
      first[fields[number].word] |= UInt64(place.zombies) << fields[number].shift
    }
    first[width - 1] = UInt64(zombies)
    // What may be missing before a group, and later after it, with the guards.
    var bound = guards
    for word in 0..<width { bound[word] |= first[word] }
    let cost = max(1, (heard.count + 63) / 64)
    var (states, next) = (States(width: width), States(width: width))
    states.add(first, Count(1))
    var (key, unit) = (nothing, nothing)
    for group in groups {
      next.removeAll()
      // Subtracting a unit takes one zombie away from all numbers of the group.
      unit = nothing
      unit[width - 1] = 1
      group.signature.forEachNumber { number in
        let (word, shift) = fields[number]
        unit[word] |= 1 << shift
        let before = min(capacity[number], heard[number].zombies)
        capacity[number] -= group.size
        let lost = before - min(capacity[number], heard[number].zombies)
        bound[word] -= UInt64(lost) << shift
      }
      for place in states.counts.indices {
        for word in 0..<width { key[word] = states.keys[place * width + word] }
        // The binomial coefficient C(size, chosen).
        var (chosen, ways) = (0, Count(1))
        while true {
          if fits(key, in: bound) {
            work -= cost
            if work < 0 { return nil }
            next.add(key, states.counts[place] * ways)
          }
          // Same: there are no ways to choose more than all.
          guard chosen < group.size, subtract(unit, from: &key) else { break }
          ways = ways.scaled(by: group.size - chosen, over: chosen + 1)
          chosen += 1
        }
      }
      swap(&states, &next)
    }
    var sum = Count(0)
    for (place, count) in states.counts.enumerated() {
      sum = sum + count * outside[zombies - Int(states.keys[(place + 1) * width - 1])]
    }
    return sum
  }

  /// Whether no number of a state is above its bound. A number that is clears its guard.
  private func fits(_ key: [UInt64], in bound: [UInt64]) -> Bool {
    guards.indices.allSatisfy { (bound[$0] &- key[$0]) & guards[$0] == guards[$0] }
  }

  /// Takes one zombie away from all numbers of a group; returns false if one of them is 0.
  private func subtract(_ unit: [UInt64], from key: inout [UInt64]) -> Bool {
    for word in guards.indices
    where ((key[word] | guards[word]) &- unit[word]) & guards[word] != guards[word] {
      return false
    }
    for word in guards.indices { key[word] -= unit[word] }
    return true
  }
}

/// A set of visited squares, by their numbers. Those with earlier squares come first.
struct Signature: Comparable {
  private var first: UInt64 = 0
  /// The bits from number 64 on, as far as there are any.
  private var rest: [UInt64] = []

  var isEmpty: Bool { first == 0 && rest.isEmpty }

  func forEachNumber(_ body: (Int) -> Void) {
    for place in 0...rest.count {
      var word = place == 0 ? first : rest[place - 1]
      while word != 0 {
        let number = 64 * place + word.leadingZeroBitCount
        body(number)
        word &= ~Self.bit(number)
      }
    }
  }

  mutating func insert(_ number: Int) {
    if number < 64 {
      first |= Self.bit(number)
    } else {
      while rest.count < number / 64 { rest.append(0) }
      rest[number / 64 - 1] |= Self.bit(number)
    }
  }

  private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(63 - number % 64) }

  static func < (one: Signature, other: Signature) -> Bool {
    one.first == other.first
      ? other.rest.lexicographicallyPrecedes(one.rest) : one.first > other.first
  }
}

/// States with their counts, in the order in which they were added.
private struct States {
  /// The words of a state.
  let width: Int
  private(set) var keys: [UInt64] = []
  private(set) var counts: [Count] = []
  private var numbers = NumberTable(slotCount: 32)

  init(width: Int) { self.width = width }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    numbers.removeAll()
  }

  /// Adds a state, or adds its count if it is known.
  mutating func add(_ key: [UInt64], _ count: Count) {
    let hash = Self.hash(key, 0..<width)
    if let known = number(of: key, hash) {
      counts[known] = counts[known] + count
      return
    }
    keys.append(contentsOf: key)
    counts.append(count)
    let (keys, width, new) = (keys, width, counts.count - 1)
    numbers.insert(new) {
      $0 == new ? hash : Self.hash(keys, $0 * width..<($0 + 1) * width)
    }
  }

  private func number(of key: [UInt64], _ hash: UInt64) -> Int? {
    numbers.number(hash: hash) { number in
      (0..<width).allSatisfy { keys[number * width + $0] == key[$0] }
    }
  }

  private static func hash(_ words: [UInt64], _ range: Range<Int>) -> UInt64 {
    // Same: a state with any hash is found again.
    range.reduce(0) { ($0 ^ words[$1]) &* 0x9E37_79B9_7F4A_7C15 ^ $0 &>> 29 } &>> 32
  }
}

/// A number of sets: mantissa · 2^exponent. Whole numbers below 2⁶⁴ are exact; others are rounded
/// down to at least 31 binary digits.
struct Count: Equatable {
  private(set) var mantissa: UInt64
  private var exponent = 0

  init(_ number: UInt64) { mantissa = number }

  private init(_ mantissa: UInt64, _ exponent: Int) {
    (self.mantissa, self.exponent) = (mantissa, exponent)
  }

  /// The number one, as a start for ratios: with fractions.
  static var one: Count { Count(1 << 60, -60) }

  var isZero: Bool { mantissa == 0 }
  var isWhole: Bool { exponent == 0 || mantissa == 0 }

  /// The same number with at most 32 binary digits.
  private var short: Count {
    let shift = max(0, 32 - mantissa.leadingZeroBitCount)
    return Count(mantissa >> UInt64(shift), exponent + shift)
  }

  static func * (one: Count, other: Count) -> Count {
    let (product, overflow) = one.mantissa.multipliedReportingOverflow(by: other.mantissa)
    if !overflow { return Count(product, one.exponent + other.exponent) }
    let (one, other) = (one.short, other.short)
    return Count(one.mantissa * other.mantissa, one.exponent + other.exponent)
  }

  static func + (one: Count, other: Count) -> Count {
    if one.isZero { return other }
    if other.isZero { return one }
    var (high, low) = one.exponent >= other.exponent ? (one, other) : (other, one)
    // Lower the larger exponent while the mantissa has room for it.
    let down = min(high.exponent - low.exponent, high.mantissa.leadingZeroBitCount)
    high = Count(high.mantissa << UInt64(down), high.exponent - down)
    low = Count(low.mantissa >> UInt64(min(64, high.exponent - low.exponent)), high.exponent)
    let (sum, overflow) = high.mantissa.addingReportingOverflow(low.mantissa)
    return overflow
      ? Count(high.mantissa / 2 + low.mantissa / 2, high.exponent + 1) : Count(sum, high.exponent)
  }

  /// The number times a factor below 2²¹, divided by a number below 2²¹. Exact if the result is a
  /// whole number below 2⁶⁴.
  func scaled(by factor: Int, over divisor: Int) -> Count {
    let (factor, divisor) = (UInt64(factor), UInt64(divisor))
    let (whole, rest) = mantissa.quotientAndRemainder(dividingBy: divisor)
    let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
    let (sum, carries) = product.addingReportingOverflow(rest * factor / divisor)
    if exponent == 0, !overflow, !carries { return Count(sum, 0) }
    // A mantissa of 42 digits keeps at least 21 after the division, and the product fits.
    let shift = 22 - mantissa.leadingZeroBitCount
    let long = shift >= 0 ? mantissa >> UInt64(shift) : mantissa << UInt64(-shift)
    let scaled = long * factor
    let up = scaled.leadingZeroBitCount
    return Count((scaled << UInt64(up)) / divisor, exponent + shift - up)
  }

  /// The units of a share.
  static let shares: UInt64 = 1 << 20

  /// The share of this number in a larger one, in units of 2⁻²⁰, rounded to the nearest.
  func share(of whole: Count) -> UInt64 {
    let whole = whole.short
    guard !isZero, !whole.isZero else { return 0 }
    let up = mantissa.leadingZeroBitCount
    let quotient = (mantissa << UInt64(up)) / whole.mantissa
    // The share is the quotient times 2^−down, in units.
    let down = whole.exponent - (exponent - up) - 20
    if down <= 0 { return Self.shares }
    if down > 63 { return 0 }
    return min(Self.shares, (quotient >> UInt64(down - 1) + 1) >> 1)
  }
}
