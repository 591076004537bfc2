import ZombiesCore

extension ChaseTable {
  private static let tables = SharedTables<ChaseTable>()

  /// The table for a room and rules, made on first use.
  package static func shared(_ room: SmallRoom, rules: Rules) -> ChaseTable {
    tables.table(of: room, rules.withoutHearing) { ChaseTable(room, rules: rules) }
  }
}

/// Tables that never change, one for each room and rules, shared by all threads.
///
/// A table may be dropped while its memory is in use through pointers, so every user must keep it
/// alive.
private final class SharedTables<Table: Sendable>: Sendable {
  /// A table with its room and rules. Rooms of the same size can have different exits.
  private struct KeptTable: Sendable {
    let room: SmallRoom
    let rules: Rules
    let table: Table
  }

  /// The maximum number of tables to keep.
  private static var most: Int { 64 }

  nonisolated(unsafe) private var entries: [KeptTable] = []

  #if !hasFeature(Embedded)
    /// The lock of `entries`. Without it, a table is made for its user alone.
    private let lock = ShortLock()
  #endif

  /// The table for a room and rules; made outside the lock if it does not exist yet.
  func table(of room: SmallRoom, _ rules: Rules, make: () -> Table) -> Table {
    if let known = withEntries({ Self.known(room, rules, in: $0) }) ?? nil { return known }
    let made = make()
    _ = withEntries { entries in
      if entries.count == Self.most { entries.removeFirst(Self.most / 2) }
      // Same: without it, each search makes its own table.
      entries.append(KeptTable(room: room, rules: rules, table: made))
    }
    return made
  }

  /// The table for a room and rules; nil if it does not exist yet. The latest tables are searched
  /// first, because they are used most.
  private static func known(_ room: SmallRoom, _ rules: Rules, in entries: [KeptTable]) -> Table? {
    for entry in entries.reversed() where entry.rules == rules && entry.room == room {
      return entry.table
    }
    return nil
  }

  private func withEntries<Result>(_ body: (inout [KeptTable]) -> Result) -> Result? {
    #if hasFeature(Embedded)
      body(&entries)
    #else
      lock.withLock { body(&entries) }
    #endif
  }
}
