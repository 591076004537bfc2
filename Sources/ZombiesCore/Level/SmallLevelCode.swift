// The fast reader of codes, for reading a million of them. The plain one is in LevelCode.swift.

extension SmallLevel {
  /// Reads the canonical code of a level of at most 64 squares; nil for anything else. Then
  /// ``Level/init(code:at:)`` gives the level or the error.
  ///
  /// - Parameter known: A room to reuse if the level has the same shape.
  package init?(code: UnsafeBufferPointer<UInt8>, like known: SmallRoom? = nil) {
    var (start, signpost) = (-1, -1)
    var (zombies, blocks, flashlights) = (Bitboard(), Bitboard(), Bitboard())
    var (rows, columns, column) = (0, 0, 0)
    // The square's index; all rows are as wide as the first.
    var (square, isLit) = (0, false)
    var index = 0
    func endRow() -> Bool {
      if rows == 0 { columns = column }
      let isWhole = column == columns && column > 0
      (rows, column) = (rows + 1, 0)
      return isWhole
    }
    while index < code.count, !isLit {
      let byte = code[index]
      index += 1
      if let digit = byte.decimalDigit {
        var run = digit
        guard run > 0 else { return nil }
        while index < code.count, run <= SmallRoom.limit, let digit = code[index].decimalDigit {
          run = run * 10 + digit
          index += 1
        }
        guard run <= SmallRoom.limit - square else { return nil }
        square += run
        column += run
        continue
      }
      switch byte {
      case UInt8(ascii: "/"):
        guard endRow() else { return nil }
        continue
      case UInt8(ascii: "+"):
        guard code[index...].elementsEqual("lit".utf8) else { return nil }
        isLit = true
        continue
      default: break
      }
      guard square < SmallRoom.limit, let thing = Thing(letter: byte) else { return nil }
      switch thing {
      case .zombie: zombies.insert(square)
      case .block: blocks.insert(square)
      case .flashlight: flashlights.insert(square)
      case .start:
        guard start < 0 else { return nil }
        start = square
      case .signpost:
        guard signpost < 0 else { return nil }
        signpost = square
      }
      square += 1
      column += 1
    }
    guard endRow(), start >= 0, signpost >= 0 else { return nil }
    let room: SmallRoom
    if let known, known.rows == rows, known.columns == columns {
      room = known
    } else {
      guard let size = try? RoomSize(rows: rows, columns: columns), let made = SmallRoom(size)
      else {
        return nil
      }
      room = made
    }
    self.init(
      room: room, start: start, signpost: signpost, zombies: zombies, blocks: blocks,
      flashlights: flashlights, isLit: isLit)
  }
}
