import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Writes the rows of ``RoundsCSV`` straight into a buffer, for batches of millions of rounds on
/// small generated levels. The plain form is ``RoundsCSV/append(_:to:)``, which writes all others.
///
/// A row is put together from pieces, each of which is made once and copied 16 bytes at a time; what
/// is copied too much is overwritten by the next piece.
package final class RoundRows: RoundWriter {
  private let perTrial: Int

  /// The rows so far, and the bytes for which there is memory.
  private var rows: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 1 << 16

  /// The most bytes of a row.
  private let longestRow: Int

  /// ",ROUND,POLICY," for each policy and round.
  private let names: UnsafeMutableBufferPointer<Text>

  /// "OUTCOME," by the outcome's raw value, and "MOVES," by the number.
  private let outcomes: UnsafeMutablePointer<Piece>
  private let numbers: UnsafeMutablePointer<Piece>

  /// The codes of the levels, once the first are known.
  private var codes: LevelCodes?

  /// Behind any text that is copied or written there are at least this many bytes.
  private static let slack = 16

  /// A writer of the rounds of a batch.
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
    rows = .allocate(capacity: capacity)
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
    let digits = TrialDigits(played.trials.lowerBound)
    for index in 0..<played.trials.count {
      reserve(names.count * longestRow)
      codes.begin()
      var end = rows + count
      for policy in 0..<played.rounds.count {
        write(played, index, policy, digits.text, codes, to: &end)
      }
      count = end - rows
      digits.advance()
    }
  }

  /// Appends the rows of a trial and a policy.
  @inline(__always)
  private func write(
    _ played: PlayedTrials, _ index: Int, _ policy: Int, _ digits: Text, _ codes: LevelCodes,
    to end: inout UnsafeMutablePointer<UInt8>
  ) {
    let rounds = played.rounds[policy]
    for round in 0..<perTrial {
      let place = index &* perTrial &+ round
      let ending = rounds.endings[place]
      digits.append(to: &end)
      names[policy &* perTrial &+ round].append(to: &end)
      codes.text(played, place, round).append(to: &end)
      outcomes[ending.code].append(to: &end)
      numbers[ending.moves].append(to: &end)
      if let paths = rounds.paths {
        Text(bytes: paths[place], length: ending.moves).append(to: &end)
      }
      end.pointee = UInt8(ascii: "\n")
      end += 1
      // A trial ends with its first won round.
      if ending.isWin { break }
    }
  }

  private func reserve(_ bytes: Int) {
    if count + bytes + Self.slack <= capacity { return }
    capacity = 2 * (count + bytes + Self.slack)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: rows, count: count)
    rows.deallocate()
    rows = grown
  }
}

/// Bytes with 16 more behind them that may be read.
private struct Text {
  let bytes: UnsafePointer<UInt8>
  let length: Int

  init(bytes: UnsafePointer<UInt8>, length: Int) {
    self.bytes = bytes
    self.length = length
  }

  /// Bytes that have to be deallocated.
  init(_ text: String) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.utf8.count + 16)
    bytes.initialize(repeating: 0, count: text.utf8.count + 16)
    bytes.update(from: Array(text.utf8), count: text.utf8.count)
    self.init(bytes: UnsafePointer(bytes), length: text.utf8.count)
  }

  @inline(__always)
  func append(to end: inout UnsafeMutablePointer<UInt8>) {
    var done = 0
    repeat {
      let some = UnsafeRawPointer(bytes + done).loadUnaligned(as: SIMD16<UInt8>.self)
      UnsafeMutableRawPointer(end + done).storeBytes(of: some, as: SIMD16<UInt8>.self)
      done &+= 16
    } while done < length
    end += length
  }
}

/// A text of at most 15 bytes.
private struct Piece {
  /// The text, and in the last byte its length.
  private var bytes = SIMD16<UInt8>()

  static let longest = 15

  init(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  mutating func append(_ byte: UInt8) {
    bytes[Int(bytes[15])] = byte
    bytes[15] += 1
  }

  @inline(__always)
  func append(to end: inout UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(end).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    end += Int(bytes[15])
  }
}

/// A number in decimal digits that can count on.
private final class TrialDigits {
  /// The most digits of a number.
  static let most = 20

  /// The digits, the last one last, with bytes behind them that may be read.
  private let digits: UnsafeMutablePointer<UInt8>
  private var first = most - 1

  init(_ number: UInt64) {
    digits = .allocate(capacity: Self.most + 16)
    digits.initialize(repeating: UInt8(ascii: "0"), count: Self.most + 16)
    var (rest, place) = (number, Self.most)
    repeat {
      place -= 1
      digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    first = place
  }

  deinit { digits.deallocate() }

  func advance() {
    var place = Self.most - 1
    while digits[place] == UInt8(ascii: "9"), place > 0 {
      digits[place] = UInt8(ascii: "0")
      place -= 1
    }
    digits[place] += 1
    if place < first { first = place }
  }

  @inline(__always)
  var text: Text { Text(bytes: digits + first, length: Self.most - first) }
}

/// The codes of a family's levels (the article "Text forms"), with a comma behind each.
private final class LevelCodes {
  private let size: RoomSize
  private let isLit: Bool

  /// The most bytes of a code in a room of 64 squares: with its slashes, the light and the comma.
  static let longest = 2 * SmallRoom.limit + 5

  /// The codes of numbered placements and their lengths, 0 for those that are not made yet.
  private let numbered: UnsafeMutablePointer<UInt8>
  private let lengths: UnsafeMutablePointer<UInt8>

  /// The codes of the current trial's levels, and their lengths.
  private let current: UnsafeMutablePointer<UInt8>
  private let currentLengths: UnsafeMutablePointer<UInt8>
  private let rounds: Int

  /// The text of a row of the room with zombies alone, by its kind and by their columns; nil if there
  /// are more than eight columns.
  private let pieces: UnsafeMutablePointer<Piece>?

  private enum Kind: Int, CaseIterable {
    case first, middle, last
  }

  private static let stride = longest + 16

  /// Codes of levels that share a frame.
  ///
  /// - Parameters:
  ///   - placements: How many numbers placements can have.
  ///   - rounds: The maximum number of rounds in a trial.
  init(_ frame: SmallLevel, placements: Int, rounds: Int) {
    (size, isLit) = (frame.room.size, frame.isLit)
    self.rounds = rounds
    func zeros(_ count: Int) -> UnsafeMutablePointer<UInt8> {
      let zeros = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      zeros.initialize(repeating: 0, count: count)
      return zeros
    }
    numbered = zeros(placements * Self.stride)
    lengths = zeros(placements)
    current = zeros(rounds * Self.stride)
    currentLengths = zeros(rounds)
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
    for bytes in [numbered, lengths, current, currentLengths] { bytes.deallocate() }
    pieces?.deallocate()
  }

  /// Begins a trial.
  func begin() {
    for round in 0..<rounds { currentLengths[round] = 0 }
  }

  /// The code of a level of the current trial.
  @inline(__always)
  func text(_ played: PlayedTrials, _ place: Int, _ round: Int) -> Text {
    let level = played.offset &+ place
    if !played.levels.numbers.isEmpty {
      return text(Int(played.levels.numbers[level]), played, level)
    }
    let code = current + round &* Self.stride
    if currentLengths[round] == 0 {
      currentLengths[round] = UInt8(write(played.levels, level, to: code))
    }
    return Text(bytes: code, length: Int(currentLengths[round]))
  }

  /// The code of a numbered placement.
  private func text(_ number: Int, _ played: PlayedTrials, _ level: Int) -> Text {
    let code = numbered + number &* Self.stride
    if lengths[number] == 0 { lengths[number] = UInt8(write(played.levels, level, to: code)) }
    return Text(bytes: code, length: Int(lengths[number]))
  }

  /// Writes the code of a level and returns its length.
  private func write(
    _ levels: LevelBatch, _ level: Int, to code: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var (zombies, blocks) = (levels.zombies[level], levels.blocks[level])
    var flashlights = levels.flashlights[level]
    let shift = UInt64(size.columns)
    let mask: UInt64 = size.columns == 64 ? .max : 1 << shift - 1
    var end = code
    if blocks | flashlights == 0, let pieces {
      // Nothing but zombies: a piece for each row.
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

  /// Passes on the text of a row, and the slash behind it unless it is the last.
  ///
  /// - Parameters:
  ///   - zombies, blocks, flashlights: Where things stand, a bit for each column.
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
