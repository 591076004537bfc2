#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Tables that never change, one for each room and rules, shared by all threads.
final class SharedTables<Table: Sendable>: Sendable {
  private struct Key: Hashable {
    let size: RoomSize
    let rules: Rules
  }

  /// The most tables kept; one more, and they are made again.
  private static var most: Int { 64 }

  #if hasFeature(Embedded)
    // There are no threads.
    nonisolated(unsafe) private var tables: [Key: Table] = [:]
  #else
    private let tables = Mutex<[Key: Table]>([:])
  #endif

  /// The table of a room and rules; made outside of the lock if it is not known.
  func table(of room: SmallRoom, _ rules: Rules, make: () -> Table) -> Table {
    let key = Key(size: room.size, rules: rules)
    #if hasFeature(Embedded)
      if let known = tables[key] { return known }
      let made = make()
      if tables.count >= Self.most { tables = [:] }
      tables[key] = made
      return made
    #else
      if let known = tables.withLock({ $0[key] }) { return known }
      let made = make()
      tables.withLock { tables in
        if tables.count >= Self.most { tables = [:] }
        tables[key] = made
      }
      return made
    #endif
  }
}
