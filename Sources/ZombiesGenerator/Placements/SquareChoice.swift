/// The number of ways to choose `chosen` of `count` elements; nil if it is 2⁶⁴ or more.
///
/// - Complexity: O(chosen).
package func binomial(_ count: Int, _ chosen: Int) -> UInt64? {
  guard chosen >= 0, chosen <= count else { return 0 }
  var ways: UInt128 = 1
  // In this order, each quotient is itself a binomial coefficient, so it is a whole number. The
  // quotients never decrease.
  // Same: of the two, the smaller one is the same in any order.
  for taken in 0..<min(chosen, count - chosen) {
    ways = ways * UInt128(count - taken) / UInt128(taken + 1)
    guard ways <= UInt128(UInt64.max) else { return nil }
  }
  return UInt64(ways)
}

/// A choice of `k` of the given squares. Choices have a lexicographic order, and numbers from 0 in
/// this order.
package struct SquareChoice: Sendable {
  /// The indices of the squares to choose from, in ascending order.
  package private(set) var squares: [Int]

  /// The places of the chosen squares in ``squares``, in ascending order.
  private var places: [Int]

  /// The choice with a given number, which must exist; 0 always does if there are enough squares.
  ///
  /// - Complexity: O(n), and O(k) for the first.
  package init(_ count: Int, of squares: [Int], number: UInt64 = 0) {
    self.squares = squares
    places = Array(0..<count)
    guard number > 0 else { return }
    places = []
    var rest = number
    forEachPlace(choosing: count) { place, ways in
      if rest < ways {
        places.append(place)
        return true
      }
      rest -= ways
      return false
    }
  }

  /// The choice of some of the squares, both in the same order.
  init(_ chosen: [Int], of squares: [Int]) {
    self.squares = squares
    places = []
    for (place, square) in squares.enumerated()
    where places.count < chosen.count && chosen[places.count] == square {
      places.append(place)
    }
  }

  /// The chosen squares.
  package var chosen: [Int] { places.map { squares[$0] } }

  /// The chosen squares of a room of at most 64, as a word.
  package var word: UInt64 { places.reduce(0) { $0 | 1 &<< UInt64(squares[$1]) } }

  /// The squares that are not chosen. O(n).
  var rest: [Int] {
    var taken = 0
    return squares.indices.compactMap { place in
      if taken < places.count, places[taken] == place {
        taken += 1
        return nil
      }
      return squares[place]
    }
  }

  /// The number of choices of as many squares, if it is less than 2⁶⁴.
  var total: UInt64 { binomial(squares.count, places.count) ?? .max }

  /// The number of this choice, if there are fewer than 2⁶⁴.
  ///
  /// - Complexity: O(n).
  var number: UInt64 {
    var (number, taken): (UInt64, Int) = (0, 0)
    forEachPlace(choosing: places.count) { place, ways in
      if place == places[taken] {
        taken += 1
        return true
      }
      number += ways
      return false
    }
    return number
  }

  /// Goes through the places until as many as wanted are taken.
  ///
  /// - Parameter takes: Whether to take the next place, given how many of the choices that are left
  ///   contain it. They come before those without it.
  private func forEachPlace(choosing count: Int, takes: (_ place: Int, _ ways: UInt64) -> Bool) {
    var (wanted, ways) = (count, binomial(squares.count, count) ?? .max)
    for place in squares.indices {
      if wanted == 0 { break }
      // C(m − 1, k − 1) is C(m, k) · k / m.
      let withPlace = UInt64(UInt128(ways) * UInt128(wanted) / UInt128(squares.count - place))
      if takes(place, withPlace) {
        ways = withPlace
        wanted -= 1
      } else {
        ways -= withPlace
      }
    }
  }

  /// Moves to the next choice; after the last one, back to the first, returning false.
  package mutating func advance() -> Bool {
    let free = squares.count - places.count
    for index in places.indices.reversed() where places[index] < free + index {
      places[index] += 1
      for later in places.indices.dropFirst(index + 1) { places[later] = places[later - 1] + 1 }
      return true
    }
    for index in places.indices { places[index] = index }
    return false
  }

  /// Chooses from other squares, on the same places.
  mutating func use(_ squares: [Int]) { self.squares = squares }
}
