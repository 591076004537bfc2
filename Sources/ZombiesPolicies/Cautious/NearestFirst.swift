/// Squares in the order of their distance from the signpost: a binary heap.
struct NearestFirst {
  private var entries: [(distance: Int, square: Int)] = []

  var first: Int? { entries.first?.square }

  mutating func insert(_ square: Int, distance: Int) {
    var place = entries.count
    entries.append((distance, square))
    while place > 0, entries[place] < entries[(place - 1) / 2] {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { return }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entries[place] else { return }
      entries.swapAt(place, child)
      place = child
    }
  }
}
