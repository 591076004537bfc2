import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// A level as rows of letters, edited by writing letters: a simple version of the workshop.
private struct NaiveBench: Equatable {
  var rows: [[Character]]
  var lit: Bool

  init(_ level: NaiveLevel) {
    rows = level.picture.split(separator: "\n").filter { !$0.hasPrefix(";") }.map { Array($0) }
    lit = level.lit
  }

  func place(of letter: Character) -> (row: Int, column: Int)? {
    for (row, letters) in rows.enumerated() {
      if let column = letters.firstIndex(of: letter) { return (row, column) }
    }
    return nil
  }

  /// The bench with a letter on a square; nil if that is refused.
  func putting(_ letter: Character, row: Int, column: Int) -> NaiveBench? {
    guard rows.indices.contains(row), rows[0].indices.contains(column) else { return nil }
    let former = rows[row][column]
    if former == letter || former == "S" || former == "P" { return nil }
    var next = self
    if letter == "S" || letter == "P", let old = place(of: letter) {
      next.rows[old.row][old.column] = "."
    }
    next.rows[row][column] = letter
    return next
  }

  /// The bench with other sides; nil if that is refused.
  func resized(_ count: Int, _ columns: Int) -> NaiveBench? {
    guard (1...1024).contains(count), (1...1024).contains(columns), count * columns > 1,
      var start = place(of: "P"), var signpost = place(of: "S")
    else { return nil }
    let isInCorner = start == (rows.count - 1, rows[0].count - 1)
    start = (min(start.row, count - 1), min(start.column, columns - 1))
    if isInCorner { start = (count - 1, columns - 1) }
    signpost = (min(signpost.row, count - 1), min(signpost.column, columns - 1))
    if start == signpost || count == rows.count && columns == rows[0].count { return nil }
    var next = self
    next.rows = (0..<count).map { row in
      (0..<columns).map { column in
        let isOld = row < rows.count && column < rows[0].count
        let letter = isOld ? rows[row][column] : "."
        return letter == "S" || letter == "P" ? "." : letter
      }
    }
    next.rows[start.row][start.column] = "P"
    next.rows[signpost.row][signpost.column] = "S"
    return next
  }

  /// The bench in another light, or without its things; nil if it is the same.
  func changed(lit: Bool, clear: Bool = false) -> NaiveBench? {
    var next = self
    next.lit = lit
    if clear { next.rows = rows.map { $0.map { "SP".contains($0) ? $0 : "." } } }
    return next == self ? nil : next
  }
}

/// Edits of the workshop that a bench of letters does otherwise, and two changes that are right alone and wrong
/// together. What is told stands in Examples.
@Suite struct EditTests {
  /// A random line, often an impossible one, and the bench after it; nil twice if a bench does not know the edit.
  private static func edit(
    _ random: inout NaiveRandom, _ bench: NaiveBench
  ) -> (line: String, expected: NaiveBench??) {
    let (rows, columns) = (bench.rows.count, bench.rows[0].count)
    let (row, column) = (random.below(rows + 1), random.below(columns + 1))
    switch random.below(12) {
    case 0..<6:
      let (name, letter): (String, Character) = random.one(of: [
        ("zombie", "Z"), ("block", "#"), ("flashlight", "F"), ("start", "P"), ("signpost", "S"),
        ("floor", "."),
      ])
      let next = bench.putting(letter, row: row, column: column)
      return ("\(name) \(row + 1) \(column + 1)", .some(next))
    case 6, 7:
      let (rows, columns) = (rows + random.below(3) - 1, columns + random.below(3) - 1)
      return ("size \(rows) \(columns)", .some(bench.resized(rows, columns)))
    case 8: return ("lit", .some(bench.changed(lit: true)))
    case 9: return ("dark", .some(bench.changed(lit: false)))
    case 10: return ("clear", .some(bench.changed(lit: bench.lit, clear: true)))
    default:
      return (
        random.one(of: [
          "rule speed \(1 + random.below(3))", "rule distance 0", "rule chase vertical",
          "name Two to \"One\"", "name", "world To Be", "paste S4/5/Z1#2/5/4P+lit", "paste 1S2/P3",
          "paste S4", "larger", "smaller",
        ]), nil
      )
    }
  }

  /// The level and what is said of it.
  private static func draft(_ session: Session) -> [String] {
    [session.address] + (session.panel.map { [$0.title] + $0.lines } ?? [])
  }

  private static func typed(_ lines: String..., in session: Session) -> Session {
    var session = session
    for line in lines { session.say(line) }
    return session
  }

  private static func workshop(_ code: String) throws -> Session {
    var setup = Session.Setup()
    setup.link = "workshop/\(code)"
    return try Session(setup)
  }

  /// Types an edit that must do what the bench does, or be refused with a sentence and change nothing.
  private static func complaint(
    _ session: inout Session, _ line: String, _ expected: NaiveBench??
  ) throws -> String? {
    let before = session
    let answer = session.say(line).dropFirst().joined(separator: "\n")
    let (level, rules) = try require(session.played())
    if draft(session) == draft(before) {
      let isKept = KeptSession().joined(with: session) == KeptSession().joined(with: before)
      if isKept, case .some(.some) = expected { return "refused: \(answer)" }
      return answer.last == "." ? nil : "not answered: \(answer)"
    }
    if let expected, expected != NaiveBench(level) { return "the level is \(level.code)" }
    // A name says nothing of the level.
    if session.address == before.address { return nil }
    let par = naiveSolve(level, rules).par
    let known = par.map { "It can be won: par \($0), " } ?? "It cannot be won."
    return answer.contains(known) ? nil : "\(known) is not in \(answer)"
  }

  /// What is wrong after a change: it is undone and redone, and the level is tried, saved, opened and linked.
  private static func complaint(_ before: Session, _ session: Session) throws -> String? {
    let undone = typed("undo", in: session)
    if draft(undone) != draft(before) { return "undone: \(draft(undone))" }
    if draft(typed("redo", in: undone)) != draft(session) { return "redone" }
    let back = typed("play", "workshop", in: session)
    if draft(back) != draft(session) || back.workshopCursor != session.workshopCursor {
      return "back: \(draft(back))"
    }
    let kept = typed("keep", "paste S/P", in: session)
    let list = KeptLevels().joined(with: kept)
    if try list.levels.count != 1 || list.levels != KeptLevels(text: list.text).levels {
      return "saved: \(list.text)"
    }
    if draft(typed("take 1", in: kept)) != draft(session) { return "taken" }
    var setup = Session.Setup()
    setup.link = session.address
    let linked = try Session(setup).address
    return linked == session.address ? nil : "linked: \(linked)"
  }

  @Test(
    "6.1, 6.2, 6.3, 6.4 Random edits make the level of a naive bench or are refused; they are undone, redone, tried, saved, opened and linked"
  )
  func edits() throws {
    let failure = try firstFailure(of: 0..<cases(3, long: 60)) { seed -> String? in
      var random = NaiveRandom(seed: UInt64(seed))
      var session = try Self.workshop("S3/4/2Z1/3P")
      for step in 0..<60 {
        let before = session
        let bench = NaiveBench(try require(session.played()).level)
        let (line, expected) = Self.edit(&random, bench)
        var complaint = try Self.complaint(&session, line, expected)
        if complaint == nil, Self.draft(before) != Self.draft(session) {
          complaint = try Self.complaint(before, session)
        }
        if let complaint {
          return "seed \(seed), \(step), \(before.address), \(line): \(complaint)"
        }
      }
      return nil
    }
    expectNil(failure)
    // A smaller room keeps what is inside, and start and signpost replace what they land on.
    for code in ["S3/1Z2/#1F1/1P2", "1S2/1F2/1#2/1P1Z", "P2Z/2#1/2F1/3S", "Z1#1/F2S/2P1/Z#F1"] {
      let bench = NaiveBench(try require(NaiveLevel(code: code)))
      for (rows, columns) in (1...5).flatMap({ rows in (1...5).map { (rows, $0) } }) {
        var session = try Self.workshop(code)
        let expected = NaiveBench??.some(bench.resized(rows, columns))
        try expectNil(Self.complaint(&session, "size \(rows) \(columns)", expected), code)
      }
    }
  }
}
