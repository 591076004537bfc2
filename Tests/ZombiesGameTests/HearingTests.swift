import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Numbers of heard zombies that are wrong, missing or forgotten, and rules that a link loses
/// (1.13, 1.14).
@Suite struct HearingTests {
  /// A session on a level, with a hearing distance.
  private func hearing(
    _ code: String, within distance: Int = 2, change: (inout Session.Setup) -> Void = { _ in }
  ) throws -> Session {
    try session(code) {
      $0.settings.set(.hearingDistance(distance))
      change(&$0)
    }
  }

  /// The numbers on the board, row by row; -1 for none.
  private func numbers(_ session: Session) -> [[Int]] {
    (0..<session.room.size.rows).map { row in
      (0..<session.room.size.columns).map { column in
        session.room[Square(row: row, column: column)].heard ?? -1
      }
    }
  }

  @Test("1.13 The number is told at the start, after each move and when looking around")
  func told() throws {
    var session = try hearing("S3/4/Z3/3P")
    expectEqual(session.told.last, "You hear no zombies within 2 steps.")
    try session.play("L")
    expectEqual(
      session.told,
      [
        "Move 1: left, to row 4, column 3.", "You hear no zombies within 2 steps.",
      ])
    try session.play("L")
    expectEqual(session.told.last, "You hear 1 zombie within 2 steps.")
    expectEqual(session.say("where").last?.hasSuffix("You hear 1 zombie within 2 steps."), true)
    expectEqual(
      session.roomInWords.suffix(2),
      [
        "You hear 1 zombie within 2 steps.",
        "Heard before: 0 on row 4, column 3; 0 on row 4, column 4.",
      ])
    try expectEqual(
      hearing("S3/4/Z3/3P", within: 1).told.last, "You hear no zombies within 1 step.")
    try expectEqual(
      hearing("SZ2/ZZ2/4/3P", within: 4).told.last, "You hear 1 zombie within 4 steps.")
    for silent in [try hearing("S3/4/Z3/3P", within: 0), try hearing("S4/5/Z1#2/5/4P+lit")] {
      expect(!silent.told.joined().contains("hear"), "\(silent.told)")
      expect(!silent.roomInWords.joined().contains("hear"))
      expectEqual(silent.screen.notes, [])
    }
  }

  /// Two zombies within two steps of the start shut both first moves, wherever they are. One alone may
  /// leave a path, so the player cannot know that this level has none.
  @Test("1.9 In the dark the tell speaks when what was heard proves it, and not before")
  func theTell() throws {
    let lost = "This level cannot be won."
    try expect(hearing("S4/5/4Z/3Z1/4P").told.contains(lost))
    try expect(!hearing("S4/5/4Z/3Z1/4P", within: 0).told.contains(lost))
    try expect(!hearing("S4/5/5/3Z1/Z3P").told.contains(lost))
    var session = try hearing("S4/5/4Z/3Z1/4P")
    session.askForHint()
    expectEqual(session.lastHint, .lost(.sight))
    try expect(
      !hearing("S4/5/4Z/3Z1/4P", change: { $0.settings.tells = false }).told.contains(lost))
  }

  @Test("1.13 The light ends hearing, and the fatal step tells no number")
  func ends() throws {
    var lit = try hearing("S4/5/5/1F3/Z3P")
    expectEqual(lit.told.last, "You hear no zombies within 2 steps.")
    try lit.play("UL")
    expectEqual(lit.attempt.round.isLit, false)
    try lit.play("L")
    expect(lit.attempt.round.isLit && !lit.told.joined().contains("hear"))
    expect(numbers(lit).joined().allSatisfy { $0 == -1 })
    // The numbers are true again in the dark.
    lit.perform(.undo)
    expectEqual(numbers(lit)[3], [-1, -1, -1, 0, 0])
    var caught = try hearing("S3/4/Z3/3P")
    try caught.play("LLL")
    expect(caught.attempt.round.outcome == .caught && !caught.told.joined().contains("You hear"))
    expectEqual(caught.attempt.knowledge.caught, [Square(row: 3, column: 0)])
    expectNil(caught.attempt.knowledge.heard(on: Square(row: 3, column: 0)))
  }

  @Test("1.13 What the room holds is always in sight while it is dark")
  func holdings() throws {
    let cases = [
      ("S3/1#2/Z3/3P", "1 zombie, 1 block"),
      ("S4/5/Z1#2/F1#2/4P", "1 zombie, 2 blocks, 1 flashlight"),
      ("S3/4/4/3P", "no zombies"),
    ]
    for (code, note) in cases {
      var session = try hearing(code)
      expectEqual(session.screen.notes.first, note, "\(code)")
      try session.play("U")
      expectEqual(session.screen.notes.first, note, "\(code)")
    }
  }

  @Test("1.13 The number stands on every square where it was heard")
  func onSquares() throws {
    var session = try hearing("S3/4/Z3/3P")
    try session.play("LL")
    expectEqual(
      numbers(session), [[-1, -1, -1, -1], [-1, -1, -1, -1], [-1, -1, -1, -1], [-1, 1, 0, 0]])
    expectEqual(session.picture, ["S???", "????", "?.,,", ".P00"])
    session.perform(.set(.style(.emoji)))
    let cell = session.room[session.room.player]
    expect(cell.symbols(.emoji).mark == "1" && cell.symbols(.letters).mark == " ")
    expectEqual(session.room[Square(row: 3, column: 2)].symbols(.emoji).symbol, " 0")
  }

  @Test("1.13 A number above 9 is a plus sign on the board, and told in full")
  func manyZombies() throws {
    let session = try hearing("S3/ZZZZ/ZZZZ/ZZ2/4/3P", within: 7)
    expectEqual(session.told.last, "You hear 10 zombies within 7 steps.")
    expectEqual(session.room[session.room.player].symbols(.emoji).mark, "+")
  }

  @Test("1.14 Numbers survive undo, restart, further lives and the same level again")
  func remembered() throws {
    var session = try hearing("S3/4/Z3/3P")
    let all = [0, 1, 2, 3].map { [Square(row: 3, column: $0)] }
    try session.play("LL")
    session.perform(.undo)
    session.perform(.undo)
    expectEqual(numbers(session)[3], [-1, 1, 0, 0])
    session.perform(.restart)
    expectEqual(numbers(session)[3], [-1, 1, 0, 0])
    try session.play("LLL")
    session.perform(.dismiss)
    expect(session.attempt.path.isEmpty && numbers(session)[3] == [-1, 1, 0, 0])
    expectEqual(session.attempt.knowledge.heard.map { [$0.square] }, Array(all[1...]))
    expectEqual(session.attempt.knowledge.heard.map { $0.count }, [1, 0, 0])
    expectEqual(session.attempt.knowledge.caught, all[0])
    // With another hearing distance the numbers differ, and the rest is still known.
    session.perform(.set(.hearingDistance(3)))
    try session.play("LLL")
    session.perform(.dismiss)
    expectEqual(numbers(session)[3], [-1, -1, -1, 0])
    expect(session.attempt.seen.contains(Square(row: 3, column: 0)))
    expectEqual(session.attempt.knowledge.caught, all[0])
  }

  @Test("1.14 With forget, the board hides the numbers, and hints still know")
  func forgotten() throws {
    var session = try hearing("S3/4/Z3/3P") { $0.settings.remembers = false }
    try session.play("LL")
    expectEqual(numbers(session)[3], [-1, 1, -1, -1])
    expectEqual(session.attempt.knowledge.heard.count, 3)
    expect(!session.roomInWords.joined().contains("Heard before"))
  }

  @Test("1.13 On demand the squares that a number counts are marked until the next move")
  func listening() throws {
    var session = try hearing("S3/4/Z3/3P")
    func counted(_ session: Session) -> [String] {
      (0..<4).map { row in
        (0..<4).map { session.room[Square(row: row, column: $0)].isCounted ? "x" : "." }.joined()
      }
    }
    try session.play("L")
    session.perform(.listen(nil))
    expectEqual(counted(session), ["....", "..x.", ".xxx", "xxxx"])
    expectEqual(
      session.told,
      [
        "You hear no zombies within 2 steps.",
        "Dark squares within 2 steps: 2 up; 1 up and 1 left; 2 left.",
      ])
    session.perform(.hint)
    expectEqual(counted(session)[3], "xxxx")
    session.perform(.listen(Square(row: 3, column: 3)))
    expectEqual(counted(session), ["....", "...x", "..xx", ".xxx"])
    session.perform(.listen(Square(row: 3, column: 3)))
    expectEqual(counted(session), ["....", "....", "....", "...."])
    session.perform(.listen(nil))
    try session.play("L")
    expectEqual(counted(session), ["....", "....", "....", "...."])
    expectEqual(session.say("listen 4 4").last?.hasPrefix("On row 4, column 4 you heard no"), true)
    expectEqual(session.say("listen 1 1").last, "You have not listened on that square.")
    expectEqual(session.say("listen 9999999999 1").last, "You have not listened on that square.")
    expect(!session.allows(.listen(Square(row: 9, column: 9))))
    var silent = try hearing("S3/4/Z3/3P", within: 0)
    expectEqual(silent.say("ears").last, "Nothing can be heard under these rules.")
    var lit = try hearing("S3/4/Z3/3P+lit")
    expectEqual(lit.say("listen").last, "Nothing can be heard in the light.")
    expect(!silent.keys.contains { $0.action == .listen(nil) })
  }

  @Test("1.12 The room Hear is won by reasoning from the numbers alone, and not without them")
  func reasoning() throws {
    let number = try require(FirstSteps.lessons.firstIndex { $0.hears })
    for hears in [true, false] {
      var attempt = FirstSteps.attempt(number)
      let (level, size) = (attempt.level, attempt.level.size)
      expect(level.zombies.count == 1 && attempt.rules.hearingDistance == 2)
      let all = (0..<size.squareCount).map { size.square(at: $0) }
      // Steps only where no possible zombie would catch, and goes back to try every such square.
      var isWon = false
      var visited: Set<Square> = [level.start]
      var isNew = true
      while isNew, !isWon {
        isNew = false
        let known = attempt.knowledge
        let possible = all.filter { zombie in
          (known.seen.contains(zombie) ? level.zombies.contains(zombie) : true)
            && zombie != level.signpost
            && (!hears
              || known.heard.allSatisfy { ($0.square.distance(to: zombie) <= 2) == ($0.count == 1) })
        }
        search: for from in visited.sorted() {
          for direction in Direction.allCases {
            guard let next = size.exit(from: from, direction), !visited.contains(next),
              !level.blocks.contains(next) || !known.seen.contains(next)
            else { continue }
            if next == level.signpost {
              isWon = true
              break search
            }
            guard possible.allSatisfy({ $0.distance(to: next) > 1 }) else { continue }
            var there = Knowledge(attempt.named, rules: attempt.rules)
            let placed = try Level(
              size: size, start: next, signpost: level.signpost, zombies: level.zombies,
              blocks: level.blocks, flashlights: [], isLit: false)
            let round = Round(placed, rules: attempt.rules)
            expectNil(round.outcome, "the reasoning is wrong at \(next)")
            there.look(round)
            attempt.recall(there)
            visited.insert(next)
            isNew = true
            break search
          }
        }
      }
      expectEqual(isWon, hears)
    }
  }

  @Test("1.13 The original game has its own settings, rounds, wins and losses")
  func originalGame() throws {
    var setup = Session.Setup(seed: 3)
    setup.settings.set(.hearingDistance(2))
    var session = try Session(setup)
    expectEqual(session.game, Game())
    session.perform(.visit(.original))
    expect(session.screen.heading == "classic+any@3#0" && session.address == "classic+any@3#0")
    expect(session.attempt.rules == .standard && session.attempt.selection == .any)
    expectEqual(session.screen.notes.first, "the original game")
    while session.game.losses == 0 {
      // Down and right lead nowhere at the start, so some way is fatal sooner or later.
      if session.screenKind == .message {
        session.perform(.dismiss)
      } else {
        let zombie = try require(session.attempt.level.zombies.first)
        let player = session.attempt.round.player
        let direction = try require(
          Direction.allCases.first { direction in
            session.allows(.move(direction))
              && player.stepped(direction).distance(to: zombie) < player.distance(to: zombie)
          })
        session.perform(.move(direction))
      }
      // A move forgets what is out of sight.
      let cells = (0..<25).map { session.room[session.room.size.square(at: $0)] }
      expect(cells.allSatisfy { !$0.isRemembered && $0.heard == nil })
    }
    expect(session.game.losses == 1 && session.counter("losses") == "L 1")
    session.perform(.dismiss)
    session.perform(.set(.hearingDistance(3)))
    expectEqual(session.settings.rules.hearingDistance, 2)
    expectEqual(session.told, ["hearing is unchanged: the original game has fixed settings."])
    let original = session.attempt.named
    session.perform(.visit(.rounds))
    expect(session.screen.heading == "classic@3#0" && session.counter("losses") == "L 0")
    expectEqual(session.attempt.rules.hearingDistance, 2)
    session.perform(.visit(.original))
    expect(session.attempt.named == original && session.counter("losses") == "L 1")
    session.perform(.visit(.rounds))
    session.perform(.leave)
    expect(session.told.contains("The original game: 3 lives, 0 games won, 1 lost."))
  }

  @Test("1.12 The hearing distance and the original game's counters are kept between runs")
  func kept() throws {
    var setup = Session.Setup(seed: 3)
    setup.settings.set(.hearingDistance(2))
    var session = try Session(setup)
    expectEqual(KeptSettings().joined(with: session), KeptSettings())
    for setting in [Setting.hearingDistance(3), .remembers(false), .family(.block)] {
      session.perform(.set(setting))
    }
    session.perform(.set(.hearingDistance(4)))
    session.count(original: try kept("original 2 won 5 lost\n"))
    let text = KeptSettings().joined(with: session).text
    expect(
      text.hasPrefix(
        "zombies-settings 3\nset family block\nset memory forget\nset hearing 4\noriginal 2 won 5 lost\nend "
      ))
    let known = try KeptSettings(text: text)
    expect(known.text == text && known.joined(with: session) == known)
    for hears in [true, false] {
      var next = setup
      next.begin(with: known, except: hears ? [] : [.hearingDistance])
      expectEqual(next.settings.rules.hearingDistance, (hears ? 4 : 2))
      expect(!next.settings.remembers && next.settings.supply == .family(.block))
      var session = try Session(next)
      session.perform(.visit(.original))
      expect(session.game.wins == 2 && session.game.losses == 5 && session.game.lives == 3)
      // Two programs keep the higher numbers.
      try kept("original 4 won 1 lost\n").teach(&session)
      expect(session.game.wins == 4 && session.game.losses == 5)
    }
    // A file without a hearing distance leaves the front end's own.
    var old = setup
    old.begin(with: try kept("set tell off\n"))
    expect(old.settings.rules.hearingDistance == 2 && !old.settings.tells)
    try expectEqual(KeptSettings(text: ""), KeptSettings())
    for bad in [
      "x", "zombies-settings", "zombies-settings 0\n", "zombies-settings 3\n", text + "\n",
      String(text.dropLast()), "zombies-settings 3\nset hearing 99\nend 0\n",
    ] {
      #expect(throws: ProgressError.self, "\(bad)") { try KeptSettings(text: bad) }
    }
    let newer = #expect(throws: ProgressError.self) {
      try KeptSettings(text: "zombies-settings 4\n")
    }
    expectEqual(newer?.isNewer, true)
    for number in 1...2 {
      let older = #expect(throws: ProgressError.self) {
        try KeptSettings(text: "zombies-settings \(number)\nset memory forget\n")
      }
      expectEqual(
        older?.problem,
        "this is format \(number) of a file of settings; this version reads format 3")
    }
  }

  /// Kept settings with some lines.
  private func kept(_ lines: String) throws -> KeptSettings {
    let text = "zombies-settings 3\n" + lines
    return try KeptSettings(text: text + "end \(checksum(text.utf8))\n")
  }

  @Test("1.13 A link carries the rules of its level, and hears nothing if it names none")
  func links() throws {
    let reference = try SeedReference("classic@42#7")
    try expectEqual(Address("classic@42#7"), .drawn(reference, nil))
    let rules = try Rules(zombieSpeed: 2, hearingDistance: 3)
    // A placement reference names a single level, as a code does.
    let placement = NamedLevel(try PlacementReference("classic#57").level, name: "classic#57")
    try expectEqual(Address("classic%2357"), .level(placement, nil))
    let text = "classic@42#7?zombie-speed=2&hearing-distance=3"
    try expectEqual(Address(text), .drawn(reference, rules))
    for bad in ["?", "?x=1", "?zombie-speed", "?zombie-speed=0", "?hearing-distance=17", "?a=b=c"]
    where bad != "?" {
      #expect(throws: Address.Problem.self, "\(bad)") { try Address("classic@42#7" + bad) }
    }
    var setup = Session.Setup(seed: 3)
    setup.settings.set(.hearingDistance(2))
    for (link, distance) in [
      ("classic@42#7", 0), ("S3/4/Z3/3P", 0), ("classic#57", 0), (text, 3),
      ("S3/4/Z3/3P?hearing-distance=4", 4),
    ] {
      var begun = setup
      begun.begin(at: try Address(link), today: nil)
      let first = try Session(begun)
      expectEqual(first.attempt.rules.hearingDistance, distance, "\(link)")
      expectEqual(first.address, link)
      var followed = try Session(setup)
      expectEqual(followed.address, "classic@3#0?hearing-distance=2")
      followed.follow(try Address(link), today: nil)
      expectEqual(followed.attempt.rules.hearingDistance, distance, "\(link)")
      expectEqual(followed.address, link)
      followed.perform(.newRound)
      expectEqual(followed.attempt.rules.hearingDistance, 2)
    }
    var lit = setup
    lit.settings.supply = .family(Session.dailyFamily)
    try expectEqual(Session(lit).address, "6x6z1b5+lit@3#0")
    try expectEqual(Address("original"), .mode(.original))
  }
}
