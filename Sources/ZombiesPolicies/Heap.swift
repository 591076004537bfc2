/// A binary heap: values with priorities, of which the one with the highest priority comes first.
struct Heap<Priority: Comparable, Value> {
  private var entries: [(priority: Priority, value: Value)] = []

  /// The value with the highest priority.
  var first: Value? { entries.first?.value }

  mutating func insert(_ value: Value, _ priority: Priority) {
    var place = entries.count
    entries.append((priority, value))
    while place > 0, entries[(place - 1) / 2].priority < priority {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes the value with the highest priority, and returns both; nil if the heap is empty.
  @discardableResult
  mutating func removeFirst() -> (priority: Priority, value: Value)? {
    guard let last = entries.indices.last else { return nil }
    entries.swapAt(0, last)
    let first = entries.removeLast()
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < last else { return first }
      if child + 1 < last, entries[child].priority < entries[child + 1].priority { child += 1 }
      guard entries[place].priority < entries[child].priority else { return first }
      entries.swapAt(place, child)
      place = child
    }
  }
}
