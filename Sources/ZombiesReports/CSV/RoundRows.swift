import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Writes the rows of ``RoundsCSV`` directly into a buffer, for batches of millions of rounds on small
/// generated levels. The plain form, ``RoundsCSV/append(_:to:)``, writes all other rows.
///
/// A row is assembled from pieces. Each piece is made once and copied 16 or 32 bytes at a time. The next
/// piece overwrites the excess bytes.
package final class RoundRows: RoundWriter {
  private let perTrial: Int

  /// The rows so far, and the capacity of the buffer in bytes.
  private var rows: UnsafeMutablePointer<UInt8>
  private var count = 0
  // Same: it grows as soon as a row does not fit.
  private var capacity = 1 << 16

  /// The maximum length of a row in bytes.
  private let longestRow: Int

  /// The number of the current trial.
  private let digits = TrialDigits()

  /// ",ROUND,POLICY," for each policy and round.
  private let names: UnsafeMutableBufferPointer<Text>

  /// "OUTCOME," by the raw value of the outcome, and "MOVES," by the number of moves.
  private let outcomes: UnsafeMutablePointer<Piece>
  private let numbers: UnsafeMutablePointer<Piece>

  /// The codes of the levels, made with the first trials.
  private var codes: LevelCodes?

  /// The minimum number of bytes after any text that is copied or written.
  private static var slack: Int { RoundsOfPolicy.slack }

  /// Creates a writer of the rounds of a batch.
  package init(_ batch: Batch) {
    perTrial = batch.unit.roundsPerTrial
    let rounds = 0..<perTrial
    let texts = batch.policies.flatMap { policy in
      rounds.map { Text(",\($0),\(policy.name),") }
    }
    names = .allocate(capacity: texts.count)
    _ = names.initialize(from: texts)
    outcomes = .allocate(capacity: Outcome.allCases.count)
    for outcome in Outcome.allCases {
      (outcomes + Int(outcome.rawValue)).initialize(to: Piece(outcome.name + ","))
    }
    let mostMoves = RoundsOfPolicy.mostMoves
    numbers = .allocate(capacity: mostMoves + 1)
    for number in 0...mostMoves { (numbers + number).initialize(to: Piece("\(number),")) }
    longestRow =
      TrialDigits.most + (names.map(\.length).max() ?? 0) + LevelCodes.longest + 2 * Piece.longest
      + mostMoves + 1 + Self.slack
    rows = .allocate(capacity: capacity + Self.slack)
  }

  deinit {
    rows.deallocate()
    for name in names { name.bytes.deallocate() }
    names.deallocate()
    outcomes.deallocate()
    numbers.deallocate()
  }

  package func take() -> [UInt8] {
    defer { count = 0 }
    return Array(UnsafeBufferPointer(start: rows, count: count))
  }

  package func write(_ record: RoundRecord) {
    var bytes: [UInt8] = []
    RoundsCSV.append(record, to: &bytes)
    reserve(bytes.count)
    (rows + count).update(from: bytes, count: bytes.count)
    count += bytes.count
  }

  package func write(_ played: PlayedTrials) {
    let codes =
      codes
      ?? LevelCodes(
        played.levels.frame, placements: played.placementCount, rounds: perTrial)
    self.codes = codes
    digits.set(played.trials.lowerBound)
    played.levels.withThings { levels in
      for index in 0..<played.trials.count {
        reserve(names.count * longestRow)
        codes.begin()
        var end = rows + count
        for policy in 0..<played.rounds.count {
          write(played.rounds[policy], index, policy, levels, played.offset, codes, to: &end)
        }
        count = end - rows
        digits.advance()
      }
    }
  }

  /// Appends the rows of a trial and a policy.
  @inline(__always)
  private func write(
    _ rounds: RoundsOfPolicy, _ index: Int, _ policy: Int, _ levels: LevelBatch.Things,
    _ offset: Int, _ codes: LevelCodes, to end: inout UnsafeMutablePointer<UInt8>
  ) {
    for round in 0..<perTrial {
      let place = index &* perTrial &+ round
      let ending = rounds.endings[place]
      digits.append(to: &end)
      names[policy &* perTrial &+ round].append(to: &end)
      codes.append(levels, offset &+ place, round, to: &end)
      outcomes[ending.code].append(to: &end)
      numbers[ending.moves].append(to: &end)
      if let path = rounds.path(place) {
        Text(bytes: path, length: ending.moves).append(to: &end)
      }
      end.pointee = UInt8(ascii: "\n")
      end += 1
      // A trial ends with its first won round.
      if ending.isWin { break }
    }
  }

  @inline(__always)
  private func reserve(_ bytes: Int) {
    if count &+ bytes > capacity { grow(bytes) }
  }

  private func grow(_ bytes: Int) {
    capacity = 2 * (count + bytes)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    grown.update(from: rows, count: count)
    rows.deallocate()
    rows = grown
  }
}

/// Bytes followed by 32 more readable bytes.
private struct Text {
  let bytes: UnsafePointer<UInt8>
  let length: Int

  init(bytes: UnsafePointer<UInt8>, length: Int) {
    self.bytes = bytes
    self.length = length
  }

  /// Allocates the bytes of a text. The caller deallocates them.
  init(_ text: String) {
    let capacity = text.utf8.count + RoundsOfPolicy.slack
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
    bytes.update(from: Array(text.utf8), count: text.utf8.count)
    self.init(bytes: UnsafePointer(bytes), length: text.utf8.count)
  }

  @inline(__always)
  func append(to end: inout UnsafeMutablePointer<UInt8>) {
    // Most texts have at most 32 bytes, and branches on their exact length would be mispredicted.
    copy(from: 0, to: end)
    var done = 32
    while done < length {
      copy(from: done, to: end)
      done &+= 32
    }
    end += length
  }

  @inline(__always)
  private func copy(from done: Int, to end: UnsafeMutablePointer<UInt8>) {
    let (source, target) = (UnsafeRawPointer(bytes + done), UnsafeMutableRawPointer(end + done))
    let early = source.loadUnaligned(as: SIMD16<UInt8>.self)
    let late = source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    target.storeBytes(of: early, as: SIMD16<UInt8>.self)
    target.storeBytes(of: late, toByteOffset: 16, as: SIMD16<UInt8>.self)
  }
}

/// A text of at most 15 bytes.
private struct Piece {
  /// The text, with its first byte lowest, and its length in the last byte.
  ///
  /// These are two words instead of a vector. To extract the length from a vector, the compiler reads it
  /// back from where the text was just written, which takes as long as everything else.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static let longest = 15

  init(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  @inline(__always)
  private var length: Int { Int(high &>> 56) }

  mutating func append(_ byte: UInt8) {
    let bits = UInt64(byte) << UInt64(length % 8 * 8)
    if length < 8 { low |= bits } else { high |= bits }
    high += 1 << 56
  }

  @inline(__always)
  func append(to end: inout UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(end)
    target.storeBytes(of: low.littleEndian, as: UInt64.self)
    target.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
    end += length
  }
}

/// A number in decimal digits that can be incremented.
///
/// The last two digits come from a table, because reading bytes together that were just written one by
/// one stalls.
private final class TrialDigits {
  /// The maximum number of digits.
  static let most = 20

  /// The digits of the hundreds, right-aligned and followed by more readable bytes; none if the number is
  /// less than 100.
  private let digits: UnsafeMutablePointer<UInt8>
  private var first = most

  /// The last two digits: the text of each number below 100, without and with leading zeros.
  private let plain: UnsafeMutablePointer<Piece>
  private let padded: UnsafeMutablePointer<Piece>
  private var last = 0

  init() {
    digits = .allocate(capacity: Self.most + RoundsOfPolicy.slack)
    digits.initialize(repeating: UInt8(ascii: "0"), count: Self.most + RoundsOfPolicy.slack)
    plain = .allocate(capacity: 100)
    padded = .allocate(capacity: 100)
    for number in 0..<100 {
      (plain + number).initialize(to: Piece("\(number)"))
      (padded + number).initialize(to: Piece(number < 10 ? "0\(number)" : "\(number)"))
    }
  }

  deinit {
    digits.deallocate()
    plain.deallocate()
    padded.deallocate()
  }

  func set(_ number: UInt64) {
    last = Int(number % 100)
    var rest = number / 100
    first = Self.most
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  @inline(__always)
  func advance() {
    last &+= 1
    if last == 100 { carry() }
  }

  private func carry() {
    last = 0
    var place = Self.most - 1
    while place >= first, digits[place] == UInt8(ascii: "9") {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    if place < first {
      first = place
      digits[place] = UInt8(ascii: "0")
    }
    digits[place] += 1
  }

  @inline(__always)
  func append(to end: inout UnsafeMutablePointer<UInt8>) {
    if first == Self.most { return plain[last].append(to: &end) }
    Text(bytes: digits + first, length: Self.most - first).append(to: &end)
    padded[last].append(to: &end)
  }
}

/// The codes of a family's levels (the article "Text forms"), each followed by a comma.
private final class LevelCodes {
  private let size: RoomSize
  private let isLit: Bool

  /// The maximum length of a code in a room of 64 squares, with its slashes, the light and the comma.
  static let longest = 2 * SmallRoom.limit + 5

  /// The codes of numbered placements and their lengths, 0 for codes not made yet.
  private let numbered: UnsafeMutablePointer<UInt8>
  private let lengths: UnsafeMutablePointer<UInt8>

  /// The codes of the current trial's levels, inside the rows; nil for codes not written yet.
  private let current: UnsafeMutablePointer<Text?>
  private let rounds: Int

  /// The text of a row of the room with only zombies, by the kind of row and the columns of the zombies;
  /// nil if there are more than eight columns.
  private let pieces: UnsafeMutablePointer<Piece>?

  private enum Kind: Int, CaseIterable {
    case first, middle, last
  }

  private let stride = longest + RoundsOfPolicy.slack

  /// Creates the codes of levels that share a frame.
  ///
  /// - Parameters:
  ///   - placements: The number of numbered placements.
  ///   - rounds: The maximum number of rounds in a trial.
  init(_ frame: SmallLevel, placements: Int, rounds: Int) {
    (size, isLit) = (frame.room.size, frame.isLit)
    self.rounds = rounds
    func zeros(_ count: Int) -> UnsafeMutablePointer<UInt8> {
      let zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      zeros.initialize(repeating: 0, count: count)
      return zeros
    }
    numbered = zeros(placements * stride)
    lengths = zeros(placements)
    current = .allocate(capacity: rounds)
    current.initialize(repeating: nil, count: rounds)
    guard size.columns <= 8, size.rows > 1 else {
      pieces = nil
      return
    }
    let pieces = UnsafeMutablePointer<Piece>.allocate(capacity: Kind.allCases.count << 8)
    for kind in Kind.allCases {
      for zombies in 0..<256 {
        let row = kind == .first ? 0 : kind == .middle ? 1 : size.rows - 1
        var piece = Piece("")
        if zombies >> size.columns == 0 {
          Self.forEachByte(ofRow: row, UInt64(zombies), 0, 0, in: size) { piece.append($0) }
        }
        (pieces + (kind.rawValue << 8 | zombies)).initialize(to: piece)
      }
    }
    self.pieces = pieces
  }

  deinit {
    for bytes in [numbered, lengths] { bytes.deallocate() }
    current.deallocate()
    pieces?.deallocate()
  }

  /// Begins a trial. Its rows stay at the same address until it ends.
  @inline(__always)
  func begin() {
    for round in 0..<rounds { current[round] = nil }
  }

  /// Appends the code of a level of the current trial.
  @inline(__always)
  func append(
    _ levels: LevelBatch.Things, _ level: Int, _ round: Int,
    to end: inout UnsafeMutablePointer<UInt8>
  ) {
    if let numbers = levels.numbers {
      let number = Int(numbers[level])
      let code = numbered + number &* stride
      if lengths[number] == 0 { lengths[number] = UInt8(write(levels, level, to: code)) }
      Text(bytes: code, length: Int(lengths[number])).append(to: &end)
    } else if let text = current[round] {
      text.append(to: &end)
    } else {
      let length = write(levels, level, to: end)
      current[round] = Text(bytes: UnsafePointer(end), length: length)
      end += length
    }
  }

  /// Writes the code of a level and returns its length.
  @inline(never)
  private func write(
    _ levels: LevelBatch.Things, _ level: Int, to code: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (zombies, blocks) = (levels.zombies[level], levels.blocks[level])
    var flashlights = levels.flashlights[level]
    let shift = UInt64(size.columns)
    let mask: UInt64 = size.columns == 64 ? .max : 1 << shift - 1
    var end = code
    if blocks | flashlights == 0, let pieces {
      // Only zombies: a piece for each row.
      pieces[Int(zombies & mask)].append(to: &end)
      for _ in 2..<size.rows {
        zombies >>= shift
        pieces[Kind.middle.rawValue << 8 | Int(zombies & mask)].append(to: &end)
      }
      zombies >>= shift
      pieces[Kind.last.rawValue << 8 | Int(zombies & mask)].append(to: &end)
      return finish(code, end)
    }
    for row in 0..<size.rows {
      let others = (blocks | flashlights) & mask
      if let pieces, others == 0 {
        let kind: Kind = row == 0 ? .first : row == size.rows - 1 ? .last : .middle
        pieces[kind.rawValue << 8 | Int(zombies & mask)].append(to: &end)
      } else {
        Self.forEachByte(
          ofRow: row, zombies & mask, blocks & mask, flashlights & mask, in: size
        ) { byte in
          end.pointee = byte
          end += 1
        }
      }
      (zombies, blocks, flashlights) = (
        zombies >> shift, blocks >> shift, flashlights >> shift
      )
    }
    return finish(code, end)
  }

  private func finish(
    _ code: UnsafeMutablePointer<UInt8>, _ end: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var end = end
    if isLit {
      for byte in "+lit".utf8 {
        end.pointee = byte
        end += 1
      }
    }
    end.pointee = UInt8(ascii: ",")
    return end + 1 - code
  }

  /// Passes each byte of a row's text to a closure, with a slash after it unless the row is the last.
  ///
  /// - Parameters:
  ///   - zombies, blocks, flashlights: The columns of the things, one bit per column.
  private static func forEachByte(
    ofRow row: Int, _ zombies: UInt64, _ blocks: UInt64, _ flashlights: UInt64, in size: RoomSize,
    _ body: (UInt8) -> Void
  ) {
    var run = 0
    func endRun() {
      if run >= 10 { body(UInt8(ascii: "0") + UInt8(run / 10)) }
      if run > 0 { body(UInt8(ascii: "0") + UInt8(run % 10)) }
      run = 0
    }
    for column in 0..<size.columns {
      let thing: Thing? =
        if row == 0, column == 0 {
          .signpost
        } else if row == size.rows - 1, column == size.columns - 1 {
          .start
        } else if zombies >> UInt64(column) & 1 != 0 {
          .zombie
        } else if blocks >> UInt64(column) & 1 != 0 {
          .block
        } else if flashlights >> UInt64(column) & 1 != 0 {
          .flashlight
        } else {
          nil
        }
      if let thing {
        endRun()
        body(thing.letter)
      } else {
        run += 1
      }
    }
    endRun()
    if row < size.rows - 1 { body(UInt8(ascii: "/")) }
  }
}
