import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

// The memory of the adviser is an engine's table: no answer shows it.
@testable import ZombiesGame

/// What the adviser remembers, and what an attempt does (1.7, 1.14, 1.16).
@Suite struct AdviserTests {
  @Test("1.7 The chance of a hint is that under the rules in force, also after they have changed")
  func chancesAfterAChange() throws {
    let rules = try [Rules(), Rules(catchingDistance: 0), Rules(chase: .vertical, zombieSpeed: 4)]
    for family in ["3x4z1b1", "4x4z1f1"] {
      let attempts = try rules.map { rules in
        let settings = Settings(.family(try Family(family)), rules: rules)
        return try Session(Session.Setup(settings, seed: 1)).attempt
      }
      // Without an earlier hint, nothing is remembered of the earlier rules.
      let expected = attempts.map { "\(Adviser().hint(for: $0))" }
      expect(expected.allSatisfy { $0.contains("levels: ") } && Set(expected).count > 1)
      for (first, attempt) in attempts.enumerated() {
        for (second, other) in attempts.enumerated() {
          let adviser = Adviser()
          _ = adviser.hint(for: attempt)
          expectEqual("\(adviser.hint(for: other))", expected[second], "\(first), \(second)")
        }
      }
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
    let codes = try ["16x16z6b40+lit@3#1", "32x32z10b200+lit@3#0"].map { reference in
      try require(SeedReference(reference).level(isPatient: true)).code
    }
    let campaign = try Campaign(text: "; world: Large\n" + codes.joined(separator: "\n"))
    var session = try Session(Session.Setup(campaign))
    session.perform(.choose)
    expectEqual(session.panel?.notes, ["Par 30."])
    session.perform(.next)
    expectEqual(session.panel?.notes, ["Par not known yet."])
    // Only 5,000 states, in some milliseconds; the level has over a million.
    let large = try Level(codes[1])
    expectEqual(session.adviser.facts(of: large, .standard).verdict, .gaveUp)
  }

  /// Of three placements, the same one is soon drawn again, and the player cannot know.
  @Test("1.14 A level that is drawn again by chance is a new one, and the memory has a limit")
  func memory() throws {
    for distance in [0, 1] {
      let rules = try Rules(catchingDistance: distance)
      let settings = Settings(.family(try Family("3x3z1")), rules: rules, selection: .any)
      var session = try Session(Session.Setup(settings, seed: 1))
      var met: Set<String> = []
      var again = 0
      for _ in 0..<12 {
        expectEqual(session.attempt.seen.count, 3)
        if !met.insert(session.attempt.level.code).inserted { again += 1 }
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
      expectEqual(session.attempt.seen.contains(Square(row: 2, column: 4)), isKnown)
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
        let naive = try require(NaiveLevel(code: level.code))
        let isSolvable = naiveSolve(naive).solvable
        var session = try session(level.code)
        var lostAt = level.isLit && !isSolvable ? 0 : nil
        while session.message == nil, session.attempt.path.count < 12 {
          let round = session.attempt.round
          let legal = Array(round.legalMoves)
          let safe = legal.filter { direction in
            var round = round
            return (try? round.move(direction)) != nil && round.outcome != .caught
          }
          session.perform(.move(random.one(of: safe.isEmpty ? legal : safe)))
          guard session.attempt.round.isLit, let position = session.attempt.position else {
            continue
          }
          let number = session.attempt.path.count
          let isLost = try !naiveSolve(require(NaiveLevel(code: position.code))).solvable
          if isLost, lostAt == nil { lostAt = round.isLit || isSolvable ? number : 0 }
          let sign = lostAt.map {
            $0 == 0
              ? "This level cannot be won."
                + (level.isLit ? "" : " It could not be won in the dark either.")
              : "This round can no longer be won: move \($0), \(session.attempt.path[$0 - 1].word), lost it."
          }
          let notes = session.screen.notes.filter { $0.contains("won") }
          expectEqual(
            notes, sign.map { [$0] } ?? [], "\(level.code) \(session.attempt.path.letters)")
          if sign != nil { told[level.isLit, default: 0] += 1 }
        }
      }
    }
    expect(told[true, default: 0] > 4 && told[false, default: 0] > 4, "\(told)")
  }
}
