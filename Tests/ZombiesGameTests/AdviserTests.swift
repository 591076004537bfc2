import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

// The memory of the adviser is an engine's table: no answer shows it.
@testable import ZombiesGame

/// What the adviser remembers, and what an attempt does (1.7, 1.14, 1.16).
@Suite struct AdviserTests {
  @Test("1.7 The chance of a hint is that under the rules in force, also after they have changed")
  func chancesAfterAChange() throws {
    let rules = try [Rules(), Rules(catchingDistance: 0), Rules(chase: .vertical, zombieSpeed: 4)]
    for family in ["3x4z1b1", "4x4z1f1"] {
      func session(_ rules: Rules, _ trial: UInt64) throws -> Session {
        var setup = Session.Setup(Settings(.family(try Family(family)), rules: rules), seed: 1)
        setup.firstTrial = trial
        return try Session(setup)
      }
      var hints: Set<[String]> = []
      for first in rules {
        for other in rules {
          var (changed, fresh) = (try session(first, 0), try session(other, 1))
          changed.say("hint")
          for line in [
            "up", "undo", "set distance \(other.catchingDistance)", "set chase \(other.chase)",
            "set speed \(other.zombieSpeed)", "new",
          ] { changed.say(line) }
          expect(changed.address == fresh.address, "\(changed.address), \(fresh.address)")
          let expected = fresh.say("hint").suffix(1)
          expectEqual(changed.say("hint").suffix(1), expected, "\(first), \(other)")
          hints.insert(Array(expected))
        }
      }
      expect(hints.count > 1)
    }
  }

  @Test("1.16 A plan that took long is kept, whatever other plans are made after it")
  func announcedPlan() throws {
    let adviser = Adviser()
    let topics = try ["3x4z1b1", "4x4z1f1", "3x3z1"].map { family in
      let session = try Session(Session.Setup(Settings(.family(try Family(family))), seed: 1))
      return try require(adviser.topic(of: session.attempt))
    }
    adviser.prepare(topics[0])
    adviser.announced = topics[0]
    for topic in topics.dropFirst() {
      adviser.prepare(topic)
      expect(adviser.remembers(topics[0]) && adviser.remembers(topic))
    }
  }

  @Test("1.16 The cursor on a large level of a world does not wait for its par")
  func factsOfLargeLevels() throws {
    let codes = try [("16x16z6b40+lit", 1), ("32x32z10b200+lit", 0)].map { family, index in
      try LevelGenerator(Family(family), seed: 3).level(at: index).code
    }
    let campaign = try Campaign(text: "; world: Large\n" + codes.joined(separator: "\n"))
    var session = try Session(Session.Setup(campaign))
    session.perform(.choose)
    expectEqual(session.panel?.notes, ["Par 30."])
    session.perform(.next)
    expectEqual(session.panel?.notes, ["Par not known yet."])
  }

  /// Of three placements, the same one is soon drawn again, and the player cannot know.
  @Test("1.14 A level that is drawn again by chance is a new one, and the memory has a limit")
  func memory() throws {
    func seen(_ session: Session) -> Int {
      (0..<9).count { session.room[session.room.size.square(at: $0)].light != .dark }
    }
    for distance in [0, 1] {
      let rules = try Rules(catchingDistance: distance)
      let settings = Settings(.family(try Family("3x3z1")), rules: rules, selection: .any)
      var session = try Session(Session.Setup(settings, seed: 1))
      let first = seen(session)
      var met: Set<NaiveLevel> = []
      var again = 0
      for _ in 0..<12 {
        expectEqual(seen(session), first)
        if !met.insert(try require(session.played()).level).inserted { again += 1 }
        for direction in [Direction.up, .up, .left, .left] where session.message == nil {
          session.perform(.move(direction))
        }
        session.perform(.dismiss)
      }
      expect(again > 5)
    }
    func level(_ number: Int) throws -> Action {
      .play(NamedLevel(try Level("S4/5/3ZZ/5/4P"), name: "level \(number)"))
    }
    for (others, isKnown) in [(31, true), (33, false)] {
      var session = try Session(Session.Setup(seed: 4))
      for other in 0...others {
        session.perform(try level(other))
        session.perform(.move(.up))
        session.perform(.undo)
      }
      session.perform(try level(0))
      expectEqual(session.room[Square(row: 2, column: 4)].light != .dark, isKnown)
    }
  }

  /// A player who avoids being caught continues in lost positions.
  @Test(
    "1.9 The tell speaks as soon as nothing can be won, of the move that lost it, also in the light that a move lit"
  )
  func tell() throws {
    var random = NaiveRandom(seed: 9)
    var told: [Bool: Int] = [:]
    for (name, step) in [("4x4z1b2+lit", 40), ("4x4z1f1", 5)] {
      for level in sampled(Array(Placements(try Family(name))), every: step) {
        var round = NaiveRound(try require(NaiveLevel(level)))
        let isSolvable = naiveSolve(round.level).solvable
        var session = try session([level.code])
        var (lostAt, words) = (level.isLit && !isSolvable ? 0 : nil, [String]())
        while round.outcome == nil, round.moves < 12 {
          let safe = round.legalMoves().filter { move in
            var next = round
            next.move(move)
            return next.outcome != .caught
          }
          let move = random.one(of: safe.isEmpty ? round.legalMoves() : safe)
          session.perform(.move(Direction.allCases[move]))
          round.move(move)
          words.append(["up", "down", "left", "right"][move])
          guard round.lit, round.outcome == nil else { continue }
          if !naiveSolve(round.position).solvable, lostAt == nil {
            lostAt = level.isLit || isSolvable ? round.moves : 0
          }
          let sign = lostAt.map {
            $0 == 0
              ? "This level cannot be won."
                + (level.isLit ? "" : " It could not be won in the dark either.")
              : "This round can no longer be won: move \($0), \(words[$0 - 1]), lost it."
          }
          let notes = session.screen.notes.filter { $0.contains("won") }
          expectEqual(
            notes, sign.map { [$0] } ?? [], "\(level.code) \(words)")
          if sign != nil { told[level.isLit, default: 0] += 1 }
        }
      }
    }
    expect(told[true, default: 0] > 4 && told[false, default: 0] > 4, "\(told)")
  }
}
