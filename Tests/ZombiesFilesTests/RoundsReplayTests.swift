import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels and paths of rounds that are accepted although a byte was altered, or refused for the
/// wrong reason.
@Suite struct RoundsReplayTests {
  private static func batch(
    _ family: String, _ policies: [Policy], unit: Batch.Unit = .rounds, trials: Range<UInt64>,
    selection: LevelSelection = .solvable, rules: Rules = .standard
  ) throws -> Batch {
    let generator = LevelGenerator(
      try Family(family), seed: 3, rules: rules, selection: selection)
    return Batch(
      levels: .generated(generator), policies: policies, unit: unit, trials: trials, rules: rules,
      seed: 3)
  }

  private static func complaint(of check: inout RoundsCheck, _ row: String) -> String? {
    do throws(RoundsError) {
      try check.take(Array(row.utf8)[...])
      return nil
    } catch {
      return error.description
    }
  }

  /// Batches whose every byte is altered.
  private static func batches() throws -> [(name: String, batch: Batch)] {
    let list = try ["S4/5/Z1#2/2F2/4P", "S3/1Z2/4/3P", "S2/1#1/2P"].map { try Level($0) }
    return [
      ("classic", try batch("classic", [.random, .edge], trials: 2..<8)),
      (
        "games, any",
        try batch(
          "4x4z1b1f1", [.beeline], unit: .games, trials: 0..<5, selection: .any)
      ),
      (
        "lit",
        try batch(
          "5x4z1b2+lit", [.edge, .clairvoyant], trials: 0..<4,
          rules: try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 2))
      ),
      ("large", try batch("9x8z2b6", [.edge, .random], trials: 0..<2)),
      (
        "list",
        Batch(LevelList(list), policies: [.edge, .random], trials: 1..<7, seed: 4)
      ),
      (
        "one size",
        Batch(
          LevelList(Array(list[..<1])), policies: [.random], trials: 0..<4, maxMoves: 9, seed: 4
        )
      ),
    ]
  }

  /// Every byte of every row in turn, replaced by each of some others.
  @Test func everyAlteredByteIsRefusedWhereSquaresAreCounted() throws {
    for (name, batch) in try Self.batches() {
      let countsSquares = batch.size != nil
      let played = try PlayedBatch(batch, countsSquares: countsSquares)
      let rows = played.rows.map { Array($0.utf8) }
      let settings = played.result.settings
      #expect(settings.countsSquares == countsSquares)
      #expect(disagreement(rows, played.result) == nil, "\(name)")
      var altered = 0
      var taken = RoundsCheck(settings)
      for (place, row) in rows.enumerated() {
        defer { try? taken.take(row[...]) }
        let pathBegin = (row.lastIndex(of: UInt8(ascii: ",")) ?? 0) + 1
        for index in row.indices {
          let isOfPath = index >= pathBegin
          var others = Array((isOfPath ? "UDLR1" : "012359SPZF#/+,Uwet").utf8) + [0, 0x0A, 0xFF]
          // In the short form, a few other bytes in each place, and any other move in a path.
          if !isLong {
            others = others.indices.filter { ($0 + index) % 7 == 0 || isOfPath && $0 < 4 }.map {
              others[$0]
            }
          }
          for byte in others where byte != row[index] {
            var rows = rows
            rows[place][index] = byte
            altered += 1
            guard disagreement(rows[place...], played.result, after: taken) == nil else { continue }
            let text = String(decoding: rows[place], as: UTF8.self)
            // If squares are not counted, another legal path with the same ending is not detected.
            if isOfPath, !countsSquares, Self.isLegal(text) { continue }
            Issue.record("\(name): '\(played.rows[place])' as '\(text)'")
          }
        }
      }
      #expect(altered > 200, "\(name)")
    }
  }

  /// Whether the naive reference makes the moves of a row, with the outcome of the row.
  private static func isLegal(_ row: String) -> Bool {
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    guard let level = try? Level(code: cells[3]) else { return false }
    var round = Round(level)
    for letter in cells[6].utf8 {
      guard let move = Direction(letter: letter), (try? round.move(move)) != nil else {
        return false
      }
    }
    return (round.outcome ?? .outOfMoves).name == cells[4]
  }

  @Test func whatIsWrongIsSaid() throws {
    let settings = BatchSettings(try Self.batch("classic", [.edge], trials: 0..<9))
    let played = try PlayedBatch(
      try Self.batch("classic", [.edge], trials: 0..<1)
    ).rows[0].split(separator: ",")
    let level = String(played[3])
    for (row, problem) in [
      ("0,0,edge,S4/5/5/5/4Q,won,1,U", "the level, character 11: unexpected 'Q'"),
      ("0,0,edge,,won,1,U", "the level, character 1: an empty row"),
      ("0,0,edge,S4/5/5/5/4P,caught,1,U", "the level is not number 0 of classic with the seed"),
      ("0,0,edge,S3/4/4/3P,caught,1,U", "the level is not a level of the tallies"),
      ("1,0,edge,\(level),caught,1,U", "the level is not number 1 of classic with the seed"),
      ("0,0,edge,\(level),caught,1,D", "move 1 of the path, D, is not legal"),
      ("0,0,edge,\(level),caught,1,X", "move 1 of the path is 'X', expected U, D, L or R"),
      ("0,0,edge,\(level),out-of-moves,1,U", "the outcome of the path is not out-of-moves"),
      ("0,0,edge,\(level),won,0,", "the outcome of the path is not won"),
    ] {
      var check = RoundsCheck(settings)
      let complaint = Self.complaint(of: &check, row)
      #expect(complaint?.contains(problem) == true, "\(row): \(complaint ?? "accepted")")
    }
  }

  /// Without tallies the rules are unknown, so the check requires only what holds under all rules.
  @Test(
    arguments: [
      ("S1P,won,2,LL", nil), ("S1P,caught,1,L", nil), ("S1P,out-of-moves,2,LR", nil),
      ("S#P,stuck,0,", nil), ("S1P,won,1,L", "is not won"), ("S1P,caught,2,LL", "is won"),
      ("S1P,won,3,LLR", "the round ends after 2"), ("S1P,caught,1,U", "move 1 of the path, U"),
      ("S1P,caught,2,RL", "move 1 of the path, R"), ("S#P,caught,1,L", "move 1 of the path, L"),
      ("S1P,stuck,1,L", "is not stuck"), ("S01P,won,2,LL", "the level, character 2"),
      ("S1P,caught,1,l", "is 'l', expected U, D, L or R"),
      ("S1p,won,2,LL", "the level, character 3"),
    ] as [(String, String?)])
  func rowsOnTheirOwn(row: String, problem: String?) throws {
    var check = RoundsCheck()
    let row = "7,0,edge,\(row)"
    guard let problem else {
      try check.take(Array(row.utf8)[...])
      return
    }
    let complaint = Self.complaint(of: &check, row)
    #expect(complaint?.contains(problem) == true, "\(complaint ?? "accepted")")
  }

  @Test func policiesOfARoundPlayOneLevel() throws {
    var check = RoundsCheck()
    try check.take(Array("0,0,edge,S1P,won,2,LL".utf8)[...])
    #expect(
      Self.complaint(of: &check, "0,0,random,S2P,won,3,LLL")
        == "the level differs from the one in earlier rows of the same round")
  }

  /// Other given levels, or the same in another order, after all were played.
  @Test func givenLevels() throws {
    let levels = try ["S1P", "S2P", "S3P"].map { try Level($0) }
    func batch(_ levels: [Level], _ trials: Range<UInt64>) -> Batch {
      Batch(LevelList(levels), policies: [.edge], trials: trials, seed: 1)
    }
    let whole = try PlayedBatch(batch(levels, 0..<4))
    #expect(
      disagreement(whole.rows.map { Array($0.utf8) }, whole.result) == nil)
    // Other levels with the same outcomes, whose result has the same counts.
    let others = try ["S2P", "S1P", "S3P"].map { try Level($0) }
    let other = try PlayedBatch(batch(others, 0..<6))
    let six = try PlayedBatch(batch(levels, 0..<6))
    #expect(
      disagreement(other.rows.map { Array($0.utf8) }, six.result)
        == "no longer agreeing")
    // The same position has the same level.
    var rows = six.rows.map { Array($0.utf8) }
    rows[4] = Array("4,0,edge,S1P,won,2,LL".utf8)
    #expect(
      disagreement(rows, six.result)?.contains("number 2 of the given") == true)
  }

  @Test func theLargestTrials() throws {
    for (unit, last) in [
      (Batch.Unit.rounds, UInt64.max - 1), (.games, (UInt64.max - 1) / 3),
    ] {
      let batch = try Self.batch(
        "classic", [.edge, .random], unit: unit, trials: last - 2..<last + 1)
      let played = try PlayedBatch(batch, countsSquares: true)
      #expect(
        disagreement(played.rows.map { Array($0.utf8) }, played.result) == nil)
      // A row of games cannot have a later trial.
      let row = Array("\(UInt64.max),0,edge,S4/5/5/5/4P,won,1,U".utf8)
      var check = RoundsCheck(played.result.settings)
      #expect(throws: RoundsError.self) { try check.take(row[...]) }
    }
  }
}
