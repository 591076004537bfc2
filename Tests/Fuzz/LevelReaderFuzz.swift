// A fuzz target for the reader of levels. `Tests/Fuzz/run` builds and starts it.
import ZombiesGenerator

/// Reads any bytes as a file of levels, in pieces, and checks the levels and errors.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLevelReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if holdsLongWork(bytes) { return 0 }
  // The first byte also gives the length of the pieces.
  let step = 1 + Int(bytes.first ?? 0)
  var rest = bytes[...]
  var reader = LevelReader {
    if rest.isEmpty { return nil }
    defer { rest = rest.dropFirst(step) }
    return Array(rest.prefix(step))
  }
  do throws(LevelError) {
    while let entry = try reader.next() {
      check(entry.level)
      precondition(entry.world.map { reader.worlds.indices.contains($0) } ?? true)
      precondition(entry.name?.isEmpty != true)
    }
  } catch {
    guard let position = error.position else { fatalError("an error without a position: \(error)") }
    precondition(position.line >= 1 && position.column >= 1, "\(error)")
    precondition(!error.problem.isEmpty)
  }
  return 0
}

/// Checks that a level can be read again from its own texts.
private func check(_ level: Level) {
  do {
    let code = try Level(code: level.code)
    precondition(code == level, level.code)
    guard level.size.rows > 1 else { return }
    for style in PictureStyle.allCases {
      let picture = try Level(picture: level.picture(style))
      precondition(picture == level, level.code)
    }
  } catch {
    fatalError("\(level.code) cannot be read again: \(error)")
  }
}

/// Whether a seed reference among the lines, or in a cell of a CSV, needs a long search. That is
/// not a bug of the reader, and would only slow the fuzzer down.
private func holdsLongWork(_ bytes: [UInt8]) -> Bool {
  bytes.split { [0x0A, 0x22, 0x2C, 0x3B].contains($0) }.contains { line in
    guard line.contains(UInt8(ascii: "@")) else { return false }
    let text = String(decoding: line.filter { $0 > 0x20 }, as: UTF8.self)
    guard let reference = try? SeedReference(text) else { return false }
    let family = reference.family
    return family.size.squareCount > 64 || family.isLit || family.flashlights > 0
  }
}
