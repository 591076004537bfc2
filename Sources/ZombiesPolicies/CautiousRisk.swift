// How likely `cautious` finds a zombie next to a square: the sets of zombies that agree with what
// was heard are counted, as programs that play Minesweeper do. Everything is computed in whole
// numbers.

import ZombiesCore
import ZombiesGenerator

/// When the risks of `cautious` are approximated.
package struct RiskLimits: Equatable, Sendable {
  /// The maximum number of states that the exact risks of one decision may visit, about 30 ms in a
  /// release build.
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
  /// The maximum number of visited squares: one bit for each.
  static let mostHeard = 64

  /// The bit of a visited square in a signature. The first has the highest bit, so groups in
  /// descending order begin with those around the first.
  static func bit(_ number: Int) -> UInt64 { 1 << UInt64(63 - number) }

  private struct Group {
    let signature: UInt64
    var size: Int
  }

  private let heard: [ExploredRoom.Heard]
  private let distance: Int
  private var groups: [Group] = []
  private let zombies: Int

  /// The place of each number in a state, and the maximum number for each.
  private var fields: [Field] = []

  private struct Field {
    let lane: Int
    let shift: UInt64
    let mask: UInt64
    /// Subtracting this from a state takes away one zombie.
    let unit: SIMD4<UInt64>
  }

  /// For each number of zombies left, the number or weight of the sets outside all groups.
  private var outside: [Count] = []

  /// The number of all sets.
  private(set) var total = Count(0)

  /// Counts all sets; nil if the numbers that were heard do not fit into a state, or if it takes
  /// too much work.
  ///
  /// - Parameters:
  ///   - distance: The hearing distance.
  ///   - signatures: For each hiding place near a visited square, the bits of these squares.
  ///   - zombies: The number of hidden zombies.
  ///   - hidingPlaces: The number of all hiding places.
  ///   - isExact: Whether all sets are counted; otherwise numbers may be rounded.
  ///   - work: The number of states that may be visited; less the visited ones afterwards.
  init?(
    heard: [ExploredRoom.Heard], distance: Int, signatures: [UInt64], zombies: Int,
    hidingPlaces: Int, isExact: Bool, work: inout Int
  ) {
    (self.heard, self.distance, self.zombies) = (heard, distance, zombies)
    var last = -1
    for signature in signatures {
      // Most neighbours are alike.
      if last < 0 || groups[last].signature != signature {
        last = groups.firstIndex { $0.signature == signature } ?? groups.count
        if last == groups.count { groups.append(Group(signature: signature, size: 0)) }
      }
      groups[last].size += 1
    }
    groups.sort { $0.signature > $1.signature }
    // Three lanes hold the missing zombies, the last one the zombies left.
    var (lane, shift) = (0, 0)
    for place in heard {
      let width = Int.bitWidth - place.zombies.leadingZeroBitCount
      if shift + width > 64 { (lane, shift) = (lane + 1, 0) }
      guard lane < 3 else { return nil }
      var unit = SIMD4<UInt64>()
      unit[lane] = 1 << UInt64(shift)
      fields.append(
        Field(lane: lane, shift: UInt64(shift), mask: ~0 >> UInt64(64 - width), unit: unit))
      shift += width
    }
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
      var signature: UInt64 = 0
      for (number, place) in heard.enumerated()
      where place.square.distance(to: square) <= distance { signature |= Self.bit(number) }
      for place in groups.indices where groups[place].signature == signature {
        groups[place].size -= 1
      }
    }
    // The places of all later groups around each visited square.
    var capacity = [Int](repeating: 0, count: heard.count)
    for group in groups {
      forEachMember(of: group) { capacity[$0] += group.size }
    }
    var first = SIMD4<UInt64>()
    for (number, place) in heard.enumerated() {
      guard capacity[number] >= place.zombies else { return Count(0) }
      first[fields[number].lane] |= UInt64(place.zombies) << fields[number].shift
    }
    first[3] = UInt64(zombies)
    var (states, next) = (States(), States())
    states.add(first, Count(1))
    for group in groups {
      next.removeAll()
      // Subtracting a unit takes one zombie away from all numbers of the group.
      var unit = SIMD4<UInt64>(0, 0, 0, 1)
      forEachMember(of: group) {
        capacity[$0] -= group.size
        unit &+= fields[$0].unit
      }
      for place in states.keys.indices {
        var key = states.keys[place]
        var (least, most) = (0, min(group.size, Int(key[3])))
        forEachMember(of: group) {
          let field = fields[$0]
          let missing = Int(key[field.lane] &>> field.shift & field.mask)
          most = min(most, missing)
          least = max(least, missing - capacity[$0])
        }
        guard least <= most else { continue }
        work -= most - least + 1
        if work < 0 { return nil }
        // The binomial coefficient C(size, chosen).
        var ways = Count(1)
        for chosen in 0...most {
          if chosen >= least { next.add(key, states.counts[place] * ways) }
          key = key &- unit
          ways = ways.scaled(by: group.size - chosen, over: chosen + 1)
        }
      }
      swap(&states, &next)
    }
    var sum = Count(0)
    for (key, count) in zip(states.keys, states.counts) {
      sum = sum + count * outside[zombies - Int(key[3])]
    }
    return sum
  }

  /// Calls a closure with the number of each visited square around a group.
  private func forEachMember(of group: Group, _ body: (Int) -> Void) {
    var rest = group.signature
    while rest != 0 {
      let number = rest.leadingZeroBitCount
      body(number)
      rest &= ~Self.bit(number)
    }
  }
}

/// States with their counts: a hash table with open addressing, at most half full.
private struct States {
  private(set) var keys: [SIMD4<UInt64>] = []
  private(set) var counts: [Count] = []
  private var slots = [Int32](repeating: -1, count: 32)

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = -1 }
  }

  private func slot(of key: SIMD4<UInt64>) -> Int {
    var hash: UInt64 = 0
    for lane in 0..<4 { hash = (hash ^ key[lane]) &* 0x9E37_79B9_7F4A_7C15 ^ hash &>> 29 }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & mask }
    return slot
  }

  mutating func add(_ key: SIMD4<UInt64>, _ count: Count) {
    let slot = slot(of: key)
    if slots[slot] >= 0 {
      counts[Int(slots[slot])] = counts[Int(slots[slot])] + count
      return
    }
    slots[slot] = Int32(keys.count)
    keys.append(key)
    counts.append(count)
    guard 2 * keys.count > slots.count else { return }
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for place in keys.indices { slots[self.slot(of: keys[place])] = Int32(place) }
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
