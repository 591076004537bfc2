// The functions of zombies.h, which describes them. Each checks what it gets, and returns a code.

import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesPlatform
import ZombiesSimulator

@_cdecl("zombies_abi_version")
public func abiVersion() -> Int32 {
  Pools.prepare()
  return 1
}

@_cdecl("zombies_last_error")
public func lastError(
  _ text: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ length: UnsafeMutableRawPointer?
) -> Int32 {
  // The reason for a failure of this function would replace the one that is asked for.
  guard isAligned(length, 8) else { return Failure.Code.badPointer.rawValue }
  let reason = Array(LastError.reason.utf8)
  length?.storeBytes(of: reason.count, as: Int.self)
  guard let text, capacity > 0 else { return Failure.Code.tooSmall.rawValue }
  return copy(reason, to: text, capacity) ? 0 : Failure.Code.tooSmall.rawValue
}

@_cdecl("zombies_new")
public func newPool(
  _ settings: UnsafePointer<UInt8>?, _ length: Int, _ pool: UnsafeMutableRawPointer?
) -> Int32 {
  Pools.prepare()
  return code { () throws(Failure) in
    let pool = try checked(pool, 8, "pool")
    let text = try text(settings, length, "settings")
    let settings = try Settings(text)
    Calls.limit(seconds: settings.maxSeconds)
    let made = try settings.pool()
    pool.storeBytes(of: Pools.add(made, seconds: settings.maxSeconds), as: UInt64.self)
  }
}

@_cdecl("zombies_stop_if")
public func stopIf(_ question: (@convention(c) () -> Int32)?) -> Int32 {
  Calls.setQuestion(question)
  return 0
}

@_cdecl("zombies_free")
public func freePool(_ pool: UInt64) -> Int32 {
  code { () throws(Failure) in try Pools.remove(pool) }
}

@_cdecl("zombies_shape")
public func shape(
  _ pool: UInt64, _ rows: UnsafeMutableRawPointer?, _ columns: UnsafeMutableRawPointer?,
  _ slots: UnsafeMutableRawPointer?, _ maxMoves: UnsafeMutableRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let numbers = [pool.size.rows, pool.size.columns, pool.slotCount, pool.moveLimit]
    let pointers = [rows, columns, slots, maxMoves]
    for pointer in pointers where !isAligned(pointer, 4) { throw misaligned("a pointer", 4) }
    for (pointer, number) in zip(pointers, numbers) {
      pointer?.storeBytes(of: UInt32(number), as: UInt32.self)
    }
  }
}

@_cdecl("zombies_reset")
public func reset(
  _ pool: UInt64, _ seed: UnsafeRawPointer?, _ output: UnsafeRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let output = try memory(output, of: pool)
    guard isAligned(seed, 8) else { throw misaligned("seed", 8) }
    let seed = seed?.load(as: UInt64.self)
    try inPool { () throws(PoolError) in try pool.reset(seed: seed, into: output) }
  }
}

@_cdecl("zombies_begin")
public func begin(
  _ pool: UInt64, _ first: UInt32, _ count: UInt32, _ wanted: UnsafePointer<UInt8>?,
  _ output: UnsafeRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slots = try slots(first, count, of: pool)
    let output = try memory(output, of: pool)
    try inPool { () throws(PoolError) in
      try pool.beginNext(slots, where: { wanted?[$0] != 0 }, into: output)
    }
  }
}

@_cdecl("zombies_step")
public func step(
  _ pool: UInt64, _ first: UInt32, _ count: UInt32, _ moves: UnsafePointer<UInt8>?,
  _ output: UnsafeRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slots = try slots(first, count, of: pool)
    let output = try memory(output, of: pool)
    guard let moves else { throw Failure(.badPointer, "moves: a null pointer") }
    try inPool { () throws(PoolError) in try pool.step(slots, moves: moves, into: output) }
  }
}

@_cdecl("zombies_play")
public func play(
  _ pool: UInt64, _ slot: UInt32, _ level: UnsafePointer<UInt8>?, _ length: Int,
  _ output: UnsafeRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slot = try slots(slot, 1, of: pool).lowerBound
    let output = try memory(output, of: pool)
    let text = try text(level, length, "level")
    let level: Level
    do throws(LevelError) { level = try Level(anyForm: text) } catch {
      throw Failure(.badLevel, "\(error)")
    }
    try inPool { () throws(PoolError) in try pool.play(level, in: slot, into: output) }
  }
}

@_cdecl("zombies_level")
public func level(
  _ pool: UInt64, _ slot: UInt32, _ code: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ length: UnsafeMutableRawPointer?
) -> Int32 {
  ZombiesC.code(using: pool) { pool throws(Failure) in
    let slot = try slots(slot, 1, of: pool).lowerBound
    try write(pool.level(of: slot).code, to: code, capacity, length)
  }
}

@_cdecl("zombies_round")
public func round(
  _ pool: UInt64, _ slot: UInt32, _ round: UnsafeMutableRawPointer?,
  _ moves: UnsafeMutableRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slot = try slots(slot, 1, of: pool).lowerBound
    guard isAligned(round, 8) else { throw misaligned("round", 8) }
    guard isAligned(moves, 4) else { throw misaligned("moves", 4) }
    round?.storeBytes(of: pool.roundNumber(of: slot), as: UInt64.self)
    moves?.storeBytes(of: UInt32(pool.moves(of: slot)), as: UInt32.self)
  }
}

@_cdecl("zombies_state_size")
public func stateSize(_ pool: UInt64, _ size: UnsafeMutableRawPointer?) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    try checked(size, 8, "size").storeBytes(of: pool.stateSize, as: Int.self)
  }
}

@_cdecl("zombies_get_state")
public func getState(
  _ pool: UInt64, _ first: UInt32, _ count: UInt32, _ states: UnsafeMutableRawPointer?,
  _ capacity: Int
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slots = try slots(first, count, of: pool)
    let states = try checked(states, 1, "states")
    guard capacity >= slots.count * pool.stateSize else {
      throw Failure(.tooSmall, "the states need \(slots.count * pool.stateSize) bytes")
    }
    for (place, slot) in slots.enumerated() {
      pool.copyState(of: slot, to: states + place * pool.stateSize)
    }
  }
}

@_cdecl("zombies_set_state")
public func setState(
  _ pool: UInt64, _ first: UInt32, _ count: UInt32, _ states: UnsafeRawPointer?, _ size: Int,
  _ output: UnsafeRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slots = try slots(first, count, of: pool)
    let output = try memory(output, of: pool)
    guard let states else { throw Failure(.badPointer, "states: a null pointer") }
    guard size == slots.count * pool.stateSize else {
      throw Failure(
        .badState, "expected \(slots.count * pool.stateSize) bytes of states, found \(size)")
    }
    try inPool { () throws(PoolError) in
      for (place, slot) in slots.enumerated() {
        try pool.setState(of: slot, to: states + place * pool.stateSize, into: output)
      }
    }
  }
}

@_cdecl("zombies_optimum")
public func optimum(
  _ pool: UInt64, _ text: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ length: UnsafeMutableRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let optimum = try Optimum(of: pool)
    try write(optimum.json, to: text, capacity, length)
  }
}

@_cdecl("zombies_oracle")
public func oracle(
  _ pool: UInt64, _ slot: UInt32, _ text: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ length: UnsafeMutableRawPointer?
) -> Int32 {
  code(using: pool) { pool throws(Failure) in
    let slot = try slots(slot, 1, of: pool).lowerBound
    let best: BestMoves
    do throws(BestMovesError) { best = try BestMoves(of: pool, slot: slot) } catch {
      throw Failure(error)
    }
    try write(best.json, to: text, capacity, length)
  }
}

// MARK: Checks

/// Whether a pointer is null or a multiple of a number of bytes.
private func isAligned(_ pointer: UnsafeRawPointer?, _ bytes: Int) -> Bool {
  Int(bitPattern: pointer) % bytes == 0
}

private func misaligned(_ name: String, _ bytes: Int) -> Failure {
  Failure(.badPointer, "\(name): an address that is not a multiple of \(bytes)")
}

private func checked(
  _ pointer: UnsafeMutableRawPointer?, _ bytes: Int, _ name: String
) throws(Failure) -> UnsafeMutableRawPointer {
  guard let pointer else { throw Failure(.badPointer, "\(name): a null pointer") }
  guard isAligned(pointer, bytes) else { throw misaligned(name, bytes) }
  return pointer
}

/// The text of a number of bytes, in which anything but UTF-8 is replaced.
private func text(
  _ bytes: UnsafePointer<UInt8>?, _ length: Int, _ name: String
) throws(Failure) -> String {
  guard let bytes, length >= 0 else {
    throw Failure(.badPointer, "\(name): a null pointer, or a length below 0")
  }
  return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
}

/// Copies as many bytes as fit, and a NUL after them; returns whether all fit.
private func copy(
  _ bytes: [UInt8], to target: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Bool {
  let count = min(bytes.count, capacity - 1)
  for place in 0..<count { target[place] = bytes[place] }
  target[count] = 0
  return count == bytes.count
}

/// Writes a text with a NUL after it, and its length.
private func write(
  _ text: String, to target: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ length: UnsafeMutableRawPointer?
) throws(Failure) {
  guard isAligned(length, 8) else { throw misaligned("length", 8) }
  let bytes = Array(text.utf8)
  length?.storeBytes(of: bytes.count, as: Int.self)
  guard let target, capacity > 0, copy(bytes, to: target, capacity) else {
    throw Failure(.tooSmall, "the text needs \(bytes.count + 1) bytes")
  }
}

private func slots(
  _ first: UInt32, _ count: UInt32, of pool: RoundPool
) throws(Failure) -> Range<Int> {
  let (first, count) = (Int(first), Int(count))
  guard first + count <= pool.slotCount else {
    throw Failure(
      .badSlot, "slots \(first) to \(first + count - 1) of a pool of \(pool.slotCount) slots")
  }
  return first..<first + count
}

private func inPool(_ body: () throws(PoolError) -> Void) throws(Failure) {
  do throws(PoolError) { try body() } catch { throw Failure(error) }
}

/// The memory for results: that of a `zombies_output`, and the pool's own for null pointers.
private func memory(
  _ output: UnsafeRawPointer?, of pool: RoundPool
) throws(Failure) -> PoolOutput {
  var memory = pool.own
  guard let output else { return memory }
  guard isAligned(output, 8) else { throw misaligned("output", 8) }
  let size = 12 * MemoryLayout<Int>.size
  let found = output.load(as: Int.self)
  guard found == size else {
    throw Failure(.badPointer, "output: expected the size \(size), found \(found)")
  }
  func pointer<Item>(_ place: Int, _: Item.Type) throws(Failure) -> UnsafeMutablePointer<Item>? {
    let address = output.load(fromByteOffset: 8 * place, as: UnsafeMutableRawPointer?.self)
    guard isAligned(address, MemoryLayout<Item>.alignment) else {
      throw misaligned("pointer \(place) of output", MemoryLayout<Item>.alignment)
    }
    return address?.assumingMemoryBound(to: Item.self)
  }
  memory.squares = try pointer(1, UInt8.self) ?? memory.squares
  memory.lit = try pointer(2, UInt8.self) ?? memory.lit
  memory.heard = try pointer(3, UInt16.self) ?? memory.heard
  memory.rewards = try pointer(4, Float.self) ?? memory.rewards
  memory.terminated = try pointer(5, UInt8.self) ?? memory.terminated
  memory.truncated = try pointer(6, UInt8.self) ?? memory.truncated
  memory.masks = try pointer(7, UInt8.self) ?? memory.masks
  memory.outcomes = try pointer(8, UInt8.self) ?? memory.outcomes
  let last = (
    try pointer(9, UInt8.self), try pointer(10, UInt8.self), try pointer(11, UInt16.self)
  )
  if last.0 != nil || last.1 != nil || last.2 != nil {
    // What is not wanted is written to the pool's own memory, which the next observation replaces.
    memory.last = (
      last.0 ?? pool.own.squares, last.1 ?? pool.own.lit, last.2 ?? pool.own.heard
    )
  }
  return memory
}
