import Testing
import ZombiesCore
import ZombiesTestSupport

/// Levels as values: their parts are checked on creation, and converting between their forms loses nothing.
@Suite struct LevelTests {
  private func problem(
    _ places: [(Int, Int)], zombies: Int = 1, blocks: Int = 1
  ) throws -> String? {
    let squares = places.map { Square(row: $0.0, column: $0.1) }
    let size = try RoomSize(rows: 3, columns: 4)
    do throws(LevelError) {
      _ = try Level(
        size: size, start: squares[0], signpost: squares[1],
        zombies: Array(squares[2..<2 + zombies]),
        blocks: Array(squares[(2 + zombies)..<(2 + zombies + blocks)]),
        flashlights: Array(squares[(2 + zombies + blocks)...]))
      return nil
    } catch {
      return error.position == nil ? error.problem : "a position, but no text"
    }
  }

  @Test func everyThingIsInTheRoomOnASquareOfItsOwn() throws {
    let places = [(2, 3), (0, 0), (1, 1), (1, 2), (2, 0)]
    try expectNil(problem(places))
    let outside = [(3, 0), (0, 4), (-1, 0), (0, -1), (1, .max)]
    for first in 0..<5 {
      for second in 0..<5 {
        var all = places
        if second != first {
          all[second] = all[first]
          try expectEqual(
            problem(all),
            "two things on row \(all[first].0), column \(all[first].1); a square can have only one")
        }
        all = places
        all[first] = outside[second]
        try expectEqual(
          problem(all),
          "row \(outside[second].0), column \(outside[second].1) is outside the 3x4 room")
      }
    }
    try expectEqual(
      problem([(2, 3), (0, 0), (1, 1), (1, 1)], zombies: 2, blocks: 0)?.hasPrefix("two things"),
      true)
  }

  /// Small, wide and batched forms of random levels are the same level, with the same squares that matter.
  @Test func allFormsAreTheSameLevel() throws {
    let seed: UInt64 = 0x1E7E1
    var random = NaiveRandom(seed: seed)
    let failure = try firstFailure(of: 0..<cases(220, long: 4000)) { number in
      let naive = random.level(maxRows: 9, maxColumns: 9, maxThings: 8)
      let level = try Level(naive.code)
      let complaint = "seed \(seed): \(naive.code)"
      let (room, rules) = (NaiveRoom(naive), try Rules(random.rules()))
      let naiveRules = try NaiveRules(rules)
      let mayMove = !naive.zombies.isEmpty && (naive.lit || !naive.flashlights.isEmpty)
      let squares = Array(0..<naive.squareCount)
      let danger = squares.filter {
        room.isCaught(player: $0, zombies: naive.zombies, rules: naiveRules)
      }
      // Wide: also made part by part.
      let wide = WideLevel(level)
      var built = WideLevel(
        size: level.size, start: level.start, signpost: level.signpost, isLit: level.isLit)
      for (square, thing) in level.things {
        switch thing {
        case .start, .signpost: break
        case .zombie: built.zombies.insert(square)
        case .block: built.blocks.insert(square)
        case .flashlight: built.flashlights.insert(square)
        }
      }
      let safe = squares.filter {
        $0 == naive.signpost || !danger.contains($0) && !room.isBlock[$0]
      }
      guard Level(wide) == level, built == wide, wide.zombiesMayMove == mayMove,
        level.zombiesMayMove == mayMove, wide.safe(rules).map(level.size.index) == safe
      else { return complaint + ", wide" }
      // A zombie catches from the squares of its danger.
      let catches = squares.filter { player in
        level.zombies.contains {
          rules.catches(level.size.square(at: player), zombie: $0, in: level.size)
        }
      }
      guard catches == danger else { return complaint + ", catches" }
      guard let form = SmallLevel(level) else { return naive.squareCount > 64 ? nil : complaint }
      var frame = form
      (frame.zombies, frame.blocks, frame.flashlights) = (Bitboard(), Bitboard(), Bitboard())
      guard naive.squareCount <= 64, Level(form) == level, SmallLevel(level, like: frame) == form,
        form.isValid, form.zombiesMayMove == mayMove,
        Array(form.open) == squares.filter({ !room.isBlock[$0] }),
        Array(form.flashlightSight) == squares.filter({ room.seesFlashlight[$0] }),
        Array(form.danger(rules)) == danger
      else { return complaint + ", small" }
      for (square, other) in zip(squares, rules.hearingAreas(in: form.room)) where number % 9 == 0 {
        let heard = squares.filter { room.distance($0, square) <= rules.hearingDistance }
        guard Array(other) == heard else { return complaint + ", heard at \(square)" }
      }
      return batchComplaint(form, frame, mayMove).map { complaint + $0 }
    }
    expectNil(failure)
    // Invalid ones: the signpost on the start, a thing outside, two things on a square.
    let level = try require(SmallLevel(Level("S1Z/#F1/2P")))
    var others = [level, level, level, level]
    others[0].signpost = others[0].start
    others[1].start = 9
    others[2].zombies = Bitboard(square: 10)
    others[3].blocks = level.flashlights
    expectEqual(others.map(\.isValid), [false, false, false, false])
  }

  /// What is wrong with the second of three levels in a batch, the others of which have no things.
  private func batchComplaint(_ form: SmallLevel, _ frame: SmallLevel, _ mayMove: Bool) -> String? {
    var batch = LevelBatch(frame: frame, count: 3)
    guard batch.count == 3, batch[2] == frame, !batch.zombiesMayMove, batch.isWhole else {
      return ", an empty batch"
    }
    (batch.zombies[1], batch.blocks[1]) = (form.zombies.word, form.blocks.word)
    batch.flashlights[1] = form.flashlights.word
    var copied = LevelBatch(frame: frame, count: 2)
    copied.copy(batch, at: 1, to: 0)
    copied.copy(batch, at: 0, to: 1)
    var seen: [UInt64] = []
    batch.withThings { seen = [$0.zombies[1], $0.blocks[1], $0.flashlights[1]] }
    guard batch[1] == form, batch[0] == frame, batch.zombiesMayMove == mayMove,
      [copied[0], copied[1]] == [form, frame],
      seen == [form.zombies.word, form.blocks.word, form.flashlights.word]
    else { return ", in a batch" }
    batch.use(first: 1)
    return batch.count == 1 && !batch.zombiesMayMove ? nil : ", in a shorter batch"
  }

  @Test func batchesMayBeEmptyNumberedOrBroken() throws {
    let frame = try require(SmallLevel(Level("S1P+lit")))
    expectEqual(LevelBatch(frame: frame, count: -1).count, 0)
    var batch = LevelBatch(frame: frame, count: 2)
    var numbers: [UInt16?] = []
    batch.withThings { numbers.append($0.numbers?[1]) }
    batch.numbers = [4, 5]
    batch.withThings { numbers.append($0.numbers?[1]) }
    expectEqual(numbers, [nil, 5])
    for column in [\LevelBatch.zombies, \.blocks, \.flashlights] {
      var broken = batch
      broken[keyPath: column].removeLast()
      expect(!broken.isWhole)
    }
    expect(BatchPar.unsolvable == -1 && BatchPar.gaveUp == -2)
  }

  @Test func thingsAreListedReplacedAndRemoved() throws {
    let level = try Level("S1Z#/Z1#F/F2P")
    expectEqual(level.thingCount, 6)
    let letters = level.things.map { String(UnicodeScalar($0.thing.letter)) }
    expectEqual(letters.joined(), "SZ#Z#FFP")
    expectEqual(level.things.map(\.square).sorted(), level.things.map(\.square))
    for light in ["", "+lit"] {
      let level = try Level("S1Z1/1#2/F2P" + light)
      let changed: [(Level, String)] = [
        (level.removing { $1 == .zombie }, "S3/1#2/F2P"),
        (level.removing { square, _ in square.row == 1 }, "S1Z1/4/F2P"),
        (level.removing { $1 == .flashlight }, "S1Z1/1#2/3P"),
      ]
      for (changed, code) in changed { expectEqual(changed.code, code + light) }
      for isLit in [true, false] {
        let code = "S1Z1/1#2/F2P" + (isLit ? "+lit" : "")
        expectEqual(level.removing(isLit: isLit) { _, _ in false }.code, code)
      }
    }
  }

  @Test func thingsHaveLettersAndNames() {
    expectEqual((UInt8(0)...255).compactMap { Thing(letter: $0) }.count, 5)
    let names = Thing.allCases.map {
      "\($0.name) \($0.nounWithArticle) \(Thing(letter: $0.letter) == $0)"
    }
    expectEqual(
      names.joined(separator: ", "),
      "signpost (S) the signpost true, start (P) the start true, zombie (Z) a zombie true, "
        + "block (#) a block true, flashlight (F) a flashlight true")
    expectEqual(Thing.several, [.zombie, .block, .flashlight])
  }
}
