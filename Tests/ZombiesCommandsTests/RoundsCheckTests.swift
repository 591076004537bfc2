import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

// A check row by row, which would take many files.
@testable import ZombiesCommands

/// Why rows do not agree with a result, after others that were accepted; nil if they agree.
private func disagreement(
  _ rows: some Sequence<[UInt8]>, _ result: BatchResult, after taken: RoundsCheck? = nil
) -> String? {
  var check = taken ?? RoundsCheck()
  do throws(RowError) {
    for row in rows { try check.take(row[...]) }
    try check.endPiece()
  } catch {
    return error.description
  }
  return check.agrees(with: result) ? nil : "no longer agreeing"
}

/// Rows of rounds that are accepted although they are altered, missing, repeated or out of order.
@Suite struct RoundsCheckTests {
  /// Why rows do not agree with a result, or nil if they do.
  private static func complaint(_ rows: [String], _ result: BatchResult) -> String? {
    disagreement(rows.map { Array($0.utf8) }, result)
  }

  private static func batches() -> [(name: String, batch: Batch)] {
    let some: [Policy] = [.edge, .random, .clairvoyant]
    var list = batch([.random, .beeline], unit: .games, trials: 3..<15)
    list.levels = .list(
      LevelList(
        ["S1P", "S4/5/Z1#2/2F2/4P", "S#P", "S3/1Z2/3P"].compactMap { try? Level($0) }))
    var hard = batch([.edge], unit: .games, trials: 0..<10)
    hard.levels = .list(LevelList([try? Level("S2/3/1ZP")].compactMap { $0 }))
    return [
      ("rounds", batch([.edge], trials: 5..<17)), ("policies", batch(some, trials: 0..<10)),
      ("games", batch([.edge], unit: .games, trials: 7..<19)),
      ("games of policies", batch(some, unit: .games, trials: 100..<110)),
      ("list", list), ("a trial", batch(some, trials: 9..<10)),
      ("a game", batch([.random], unit: .games, trials: 2..<3)), ("always lost", hard),
      ("last trials", batch([.edge, .beeline], trials: .max - 10..<(.max))),
    ]
  }

  /// No rows are no trials.
  @Test func rowsOfBatchesAgree() throws {
    for (name, batch) in Self.batches() {
      let played = try PlayedBatch(batch)
      expectNil(Self.complaint(played.rows, played.result), "\(name)")
      var check = RoundsCheck()
      for row in played.rows { try check.take(ArraySlice(row.utf8)) }
      try check.endPiece()
      expect(check.trials == played.result.played && check.policies == batch.policies, "\(name)")
      for (mine, theirs) in zip(check.tallies, played.result.tallies) {
        expectEqual(mine.rounds, theirs.rounds, "\(name)")
      }
      // An end without rows changes nothing.
      try check.endPiece()
      expect(check.agrees(with: played.result))
      // The rows of one batch do not agree with the result of another.
      for (otherName, other) in Self.batches() where otherName != name {
        let result = try PlayedBatch(other).result
        expect(Self.complaint(played.rows, result) != nil, "\(name) as \(otherName)")
      }
    }
    var check = RoundsCheck()
    try check.endPiece()
    expect(check.agrees(with: BatchResult(batch([.edge], trials: 5..<5), [Tally()])))
    expect(!check.agrees(with: BatchResult(batch([.edge], trials: 5..<6), [Tally()])))
  }

  @Test func piecesMayComeInAnyOrder() throws {
    let seed: UInt64 = 61
    var random = NaiveRandom(seed: seed)
    for (name, batch) in Self.batches() where batch.trialCount > 9 {
      let whole = try PlayedBatch(batch)
      let pieces = try (0..<3).map { number in
        var part = batch
        let length = batch.trialCount / 3
        let begin = batch.trials.lowerBound + length * UInt64(number)
        part.trials = begin..<(number == 2 ? batch.trials.upperBound : begin + length)
        return try PlayedBatch(part).rows
      }
      for _ in 0..<2 {
        var check = RoundsCheck()
        for piece in pieces.shuffled(using: &random) {
          for row in piece { try check.take(ArraySlice(row.utf8)) }
          try check.endPiece()
        }
        expect(check.agrees(with: whole.result), "seed \(seed), \(name)")
      }
      // A repeated piece, a missing one, and two without an end between them.
      for piece in pieces.indices {
        var check = RoundsCheck()
        for (place, other) in (pieces + [pieces[piece]]).enumerated() where place != 3 {
          for row in other { try check.take(ArraySlice(row.utf8)) }
          try check.endPiece()
        }
        for row in pieces[piece] { try check.take(ArraySlice(row.utf8)) }
        expectNil(try? check.endPiece())
        var partial = RoundsCheck()
        for (place, other) in pieces.enumerated() where place != piece {
          for row in other { try partial.take(ArraySlice(row.utf8)) }
          try partial.endPiece()
        }
        expect(!partial.agrees(with: whole.result), "\(name) without piece \(piece)")
      }
      expect(Self.complaint(pieces[1] + pieces[0] + pieces[2], whole.result) != nil)
    }
  }

  /// Rows removed, doubled or swapped, and each field changed as a whole and in its parts.
  @Test func spoiltRowsAreSeen() throws {
    for (name, batch) in Self.batches() {
      let played = try PlayedBatch(batch)
      let last = played.rows.count - 1
      for place in sampled(Array(played.rows.indices), every: 5) {
        var (removed, doubled, swapped) = (played.rows, played.rows, played.rows)
        removed.remove(at: place)
        expect(Self.complaint(removed, played.result) != nil, "\(name): \(place) removed")
        doubled.insert(doubled[place], at: place)
        expect(Self.complaint(doubled, played.result) != nil, "\(name): \(place) doubled")
        if place > 0 {
          swapped.swapAt(place - 1, place)
          expect(Self.complaint(swapped, played.result) != nil, "\(name): \(place) swapped")
        }
      }
      // The first rows, the last ones, and some in between.
      for place in played.rows.indices
      where place < cases(1, long: 5) || place > last - cases(1, long: 4)
        || place % cases(65, long: 17) == 0
      {
        let fields = played.rows[place].split(separator: ",", omittingEmptySubsequences: false)
          .map(String.init)
        let (trial, moves) = (UInt64(fields[0]) ?? 0, fields[6].count)
        var changes: [(Int, String)] = [
          (0, "\(trial &- 1)"), (0, "\(trial + 1)"), (0, "0\(trial)"), (0, "18446744073709551615"),
          (0, "18446744073709551616"), (0, ""), (0, "-1"), (0, " \(trial)"),
          (1, "\((UInt64(fields[1]) ?? 0) + 1)"), (1, "3"), (1, "-1"), (1, "00"), (1, ""),
          (1, "18446744073709551615"), (2, ""), (2, "nobody"), (2, "Edge"), (2, "edge "), (3, ""),
          (4, ""), (4, "lost"), (4, "Won"), (5, "\(moves + 1)"), (5, ""),
          (5, "0\(moves)"), (5, "18446744073709551615"), (6, fields[6] + "U"), (6, fields[6] + "x"),
        ]
        changes += ["0", "1", "2"].filter { $0 != fields[1] }.map { (1, $0) }
        changes += Policy.builtIn.map(\.name).filter { $0 != fields[2] }.map { (2, $0) }
        changes += Outcome.allCases.map(\.name).filter { $0 != fields[4] }.map { (4, $0) }
        if moves > 0 { changes += [(6, String(fields[6].dropLast())), (5, "\(moves - 1)")] }
        var others = changes.map { field, value in
          (fields[..<field] + [value] + fields[(field + 1)...]).joined(separator: ",")
        }
        // One move less or more, consistent in both fields.
        for path in [fields[6] + "U", String(fields[6].dropLast())] where path != fields[6] {
          others.append((fields[..<5] + ["\(path.count)", path]).joined(separator: ","))
        }
        // A cell less or more.
        others += [fields.dropLast().joined(separator: ","), played.rows[place] + ","]
        let rows = played.rows.map { Array($0.utf8) }
        var taken = RoundsCheck()
        for row in rows[..<place] { try taken.take(row[...]) }
        let failure = firstFailure(of: others) { other in
          let changed = [Array(other.utf8)] + rows[(place + 1)...]
          return disagreement(changed, played.result, after: taken) == nil ? other : nil
        }
        expectNil(failure, "\(name): '\(played.rows[place])'")
      }
    }
  }

  /// Rows by trial, round, policy (edge, random, beeline) and outcome (won, caught). The last one of a line cannot
  /// follow the others. Single rounds stay single, and lost games continue.
  @Test func rowsThatCannotFollowAreRefused() throws {
    let names = [
      "e": "edge", "r": "random", "b": "beeline", "w": "won", "c": "caught",
      "MAX": "18446744073709551615", "LAST": "18446744073709551614",
    ]
    for line in """
    0 0 e w, 0 1 e w
    0 0 e c, 0 1 e w, 0 2 e w
    0 0 e c, 0 1 e c, 0 2 e c, 0 3 e w
    0 0 e c, 0 2 e w
    0 0 e c, 0 0 e c
    0 0 e w, 1 1 e w
    0 0 e w, 2 0 e w
    0 1 e w
    1 0 e w, 0 0 e w
    0 0 e w, 0 0 r w, 0 0 e w
    0 0 e w, 0 0 r w, 1 0 r w
    0 0 e w, 0 0 r w, 1 0 e w, 1 0 b w
    0 0 e w, 0 0 r w, 1 0 e w, 2 0 e w
    0 0 e w, 0 1 r w
    0 0 e c, 1 0 e c, 1 1 e w
    0 0 e c, 0 1 e w, 1 0 e c, 2 0 e w
    0 0 e c, 0 1 e c, 1 0 e w
    MAX 0 e w
    LAST 0 e w, MAX 0 e w
    """.split(separator: "\n") {
      let rows = line.split(separator: ",").map { row in
        let cells = row.split(separator: " ").map { names[String($0)] ?? String($0) }
        return Array("\(cells[0]),\(cells[1]),\(cells[2]),SP,\(cells[3]),1,L".utf8)
      }
      var check = RoundsCheck()
      for row in rows.dropLast() { try check.take(row[...]) }
      expectNil(try? check.take(rows[rows.count - 1][...]), "\(line)")
    }
    for (row, trial) in [
      ("5,0,edge,SP,won,1,L", 5), ("18446744073709551615,", .max), ("0,", 0), ("5", nil), ("", nil),
      (",", nil), ("05,", nil), ("-5,", nil), ("18446744073709551616,", nil), ("trial,round", nil),
    ] as [(String, UInt64?)] {
      expectEqual(RoundsCheck.trial(of: ArraySlice(row.utf8)), trial, "\(row)")
    }
    expectEqual(RoundsCheck.trial(of: Array("x7,y".utf8)[1...]), 7)
  }

  @Test func randomBytesNeverTrap() throws {
    var random = NaiveRandom(seed: 8)
    let rows = try PlayedBatch(batch([.edge, .random], unit: .games, trials: 0..<40)).rows
    let numbers = ["18446744073709551615", "18446744073709551614", "0", "1", "2", "3", "edge", ""]
    for _ in 0..<cases(200, long: 30_000) {
      var check = RoundsCheck()
      for _ in 0..<8 {
        let row: [UInt8]
        switch random.below(4) {
        case 0: row = (0..<random.below(30)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 1:
          row = (0..<random.below(40)).map { _ in
            random.one(of: Array(",0129edgwonSPULDR/\r\n".utf8))
          }
        case 2:
          var fields = random.one(of: rows).split(separator: ",").map(String.init)
          fields[random.below(fields.count)] = random.one(of: numbers)
          row = Array(fields.joined(separator: ",").utf8)
        default: row = Array(random.one(of: rows).utf8)
        }
        _ = RoundsCheck.trial(of: ArraySlice(row))
        try? check.take(ArraySlice(row))
        if random.below(4) == 0 { try? check.endPiece() }
      }
      try? check.endPiece()
      _ = check.agrees(with: BatchResult(batch([.edge], trials: 0..<1), [Tally()]))
    }
  }
}
