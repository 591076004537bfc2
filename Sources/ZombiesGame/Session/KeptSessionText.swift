import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The text form of a session:
//
//     zombies-session 1
//     seed 42
//     here rounds
//     rounds 3 0 1 8
//     original 3 2 5 0
//     worlds 0123456789abcdef 0 3
//     attempt rounds 7 solvable 1 longest 1 2 S4/5/Z1#2/5/4P+lit 3UUL classic@42#7
//     board settingUp 0 highest 0 0 0
//     workshop 4 4 0
//     draft S4/5/5/5/4P
//     end 0123456789abcdef
//
// The steps of each attempt are taken again when the text is read, so that a text that was changed by hand is refused
// and not played.

extension KeptSession: Kept, KeptInLines {
  static let form = KeptText(
    name: "zombies-session", what: "a file of a game in progress", version: 1)

  mutating func pass(_ lines: inout KeptLines) {
    lines.line("seed", &seed)
    lines.line("here", &here)
    lines.line("rounds", &rounds)
    lines.line("original", &original)
    lines.line("worlds", &worlds)
    lines.lines("attempt", &attempts)
    for (number, attempt) in attempts.enumerated() {
      lines.check(!attempts[..<number].contains { $0.isRecord(of: attempt) })
    }
    if lines.line("sought", if: sought != nil) {
      var (reference, rules) = (sought?.reference, sought?.rules)
      lines.pass(&reference, { $0?.description ?? "" }, { try? SeedReference($0) })
      lines.pass(&rules)
      sought = reference.map { Session.Sought(reference: $0, rules: rules ?? .standard) }
    }
    lines.line("questions", &questions)
    lines.line("board", &board)
    lines.line("workshop", &bench)
    if lines.line("last", if: last != nil) {
      lines.line("attempt", &last)
      lines.check(last?.isOver == true)
    }
  }
}

extension KeptSession.Here: KeptPart {
  /// "rounds", "lesson/1 over rounds", "original hint" or "carousel menu 2".
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&place)
    if lines.word("over", if: beneath != nil) { lines.pass(&beneath) }
    if lines.word("hint", if: thought == .hint) { thought = .hint }
    if lines.word("solution", if: thought == .solution) { thought = .solution }
    if lines.word("menu", if: menuRow != nil) { lines.pass(&menuRow) }
    lines.check(place.isLesson == (beneath != nil) && beneath?.isLesson != true)
  }
}

extension Session.Series: KeptPart {
  /// The lives, wins and losses, and the number of the next round.
  mutating func pass(_ lines: inout KeptLines) {
    var (lives, wins, losses) = (game.lives, game.wins, game.losses)
    lines.pass(&lives)
    lines.pass(&wins)
    lines.pass(&losses)
    game = Game(lives: lives, wins: wins, losses: losses) ?? game
    lines.pass(&nextTrial)
  }
}

extension KeptSession.Worlds: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&campaign)
    lines.pass(&tour.world)
    lines.pass(&tour.level)
    if lines.hasMore(if: tour.left != nil) { lines.pass(&tour.left) }
    lines.line("earned", &tour.earned)
  }
}

extension Campaign.Place: KeptPart {
  init() { self.init(world: 0, level: 0) }

  mutating func pass(_ lines: inout KeptLines) {
    var place = Place.level(self)
    lines.pass(&place)
    if case .level(let level) = place { self = level }
  }
}

extension Tour.Earned: KeptPart {
  /// The level, the worlds that it unlocked, and what was the last to earn: "level/0/3 1 completed shown".
  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&place)
    lines.pass(all: &opened)
    if lines.word("completed", if: finale == .completed) { finale = .completed }
    if lines.word("stars", if: finale == .allStars) { finale = .allStars }
    showsFinale = lines.word("shown", if: showsFinale)
  }
}

extension KeptSession.Bench: KeptPart {
  mutating func pass(_ lines: inout KeptLines) {
    var (row, column, draft) = (cursor.row, cursor.column, Workshop.Draft?(self.draft))
    lines.pass(&row)
    lines.pass(&column)
    lines.pass(&nextIndex)
    lines.line("draft", &draft)
    lines.lines("past", &past)
    lines.lines("future", &future)
    (cursor, self.draft) = (Square(row: row, column: column), draft ?? self.draft)
    lines.check(self.draft.level.size.contains(cursor))
  }
}

extension Workshop.Draft: KeptPart {
  init() { self.init(level: Level()) }

  mutating func pass(_ lines: inout KeptLines) {
    lines.pass(&level)
    if lines.hasMore(if: rules != .standard) { lines.pass(&rules) }
    if lines.line("named", if: name != nil) {
      var text = name ?? ""
      lines.pass(&text, isRest: true)
      name = text
    }
    if lines.line("in", if: world != Workshop.worldName) { lines.pass(&world, isRest: true) }
    lines.check((name.map(Campaign.isName) ?? true) && Campaign.isName(world))
  }
}
