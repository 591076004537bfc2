import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

// The card of a level: its room with the squares where players were caught, and what happened.
extension PlaysPage {
  /// Appends the card of a level.
  mutating func card(_ row: WorldsRow, _ html: inout Markup) {
    let isMostLeft = isMostLeft(row)
    html += #"<li class="card\#(attribute: isMostLeft ? " most" : "")""#
    html += #" id="\#(attribute: Self.id(of: row))"><h3>\#(Self.label(row))</h3>\#n"#
    if isMostLeft {
      html += #"<p class="leave">→ Most players leave here: \#(grouped(mostLeft)) of "#
      html += "\(grouped(row.plays?.players ?? 0))</p>\n"
    }
    let picture = CaughtDrawing(row)
    if drawnBytes + picture.svg.bytes.count <= mostDrawnBytes {
      drawnBytes += picture.svg.bytes.count
      html += picture.svg
    } else {
      html += "<p>The room is not drawn, because the page would be too large.</p>"
    }
    html += "\n<dl>"
    for (name, text) in facts(row) {
      html += "<div><dt>\(name)</dt><dd>\(text)</dd></div>\n"
    }
    html += #"</dl>\#n<p class="code">\#(Self.code(of: row))</p></li>\#n"#
  }

  /// What happened on a level, and what was known before.
  private func facts(_ row: WorldsRow) -> [(name: String, text: String)] {
    var facts: [(String, String)] = []
    if let plays = Self.played(row) {
      facts = results(plays, par: row.report.par)
    } else {
      facts.append(("Rounds", "none"))
    }
    let report = row.report
    let par =
      switch report.verdict {
      case .unsolvable: "unsolvable"
      case .gaveUp: "unknown"
      case .solvable: report.par.map { Self.counted($0, "move") } ?? "unknown"
      }
    facts.append(("Par", par))
    if let grade = report.grade, let points = report.points {
      facts.append(("Grade", "\(grade.rawValue), \(Self.counted(points, "point"))"))
    }
    let rules = row.rules ?? self.rules
    if !row.level.isLit, report.verdict != .unsolvable {
      var text = WorldsTable.blindChance(row)
      if let chance = report.blindChance, chance.levels > 0 {
        text += " levels (\(Self.percent(Double(chance.wins) / Double(chance.levels))))"
      }
      facts.append(("Best blind play", text))
      if rules.hearingTellsMore { facts.append(("Luck", WorldsTable.luck(row))) }
    }
    if rules != .standard { facts.append(("Rules", RulesText.name(of: rules))) }
    return facts
  }

  private func results(_ plays: LevelPlays, par: Int?) -> [(String, String)] {
    var facts = [
      (
        "Players",
        "\(grouped(plays.players)) tried, \(grouped(plays.playersWon)) won"
          + (plays.wonShare.map { " (\(Self.percent($0.share)))" } ?? "")
      )
    ]
    let lives = (1...LevelPlays.lives).map { ($0, plays.playersWon(inLife: $0)) }
    if lives.contains(where: { $0.1 > 0 }) {
      facts.append(
        ("First win", lives.map { "life \($0): \(grouped($1))" }.joined(separator: " · ")))
    }
    if mostLeft > 0 {
      facts.append(("Left here", Self.counted(plays.playersLeft, "player")))
    }
    if let rate = plays.winRate {
      facts.append(
        ("Rounds", "\(grouped(plays.rounds)), won \(Self.percent(rate)) (\(Self.interval(rate)))"))
    }
    let lost = Outcome.allCases.filter { $0 != .won && plays[$0] > 0 }.map { outcome in
      "\(grouped(plays[outcome])) \(outcome == .outOfMoves ? "out of moves" : outcome.name)"
    }
    if !lost.isEmpty { facts.append(("Lost", lost.joined(separator: " · "))) }
    if let deadliest = plays.deadliest {
      facts.append(
        ("Most caught", "\(Self.words(deadliest.square)): \(grouped(deadliest.captures))"))
    }
    if let time = plays.medianMilliseconds { facts.append(("Round", PlaysTable.time(time))) }
    if let time = plays.medianFirstMoveMilliseconds {
      facts.append(("First move", "after \(PlaysTable.time(time))"))
    }
    if let rounds = plays.medianWinRounds {
      let time = plays.medianWinMilliseconds.map { " in \(PlaysTable.time($0))" } ?? ""
      facts.append(("Until won", Self.counted(rounds, "round") + time))
    }
    if let undone = plays.meanUndos {
      facts.append(("Undone", "\(fixed(undone, places: 2)) moves a round"))
    }
    let moves = [
      plays.medianWonMoves.map { "\(grouped($0)) if won" },
      plays.medianLostMoves.map { "\(grouped($0)) if lost" },
    ].compactMap { $0 }
    if !moves.isEmpty { facts.append(("Moves", moves.joined(separator: ", "))) }
    return facts
  }

  /// A count with its noun, with commas.
  static func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A square as players count: "row 2, column 3".
  static func words(_ square: Square) -> String {
    "row \(square.row + 1), column \(square.column + 1)"
  }
}

/// A room with shades and numbers where players were caught.
struct CaughtDrawing {
  private let level: Level
  private let name: String
  private let captures: [UInt64]

  init(_ row: WorldsRow) {
    level = row.level
    name = PlaysPage.label(row)
    captures = row.plays?.captures ?? []
  }

  /// The maximum number of rows or columns of a room with numbers. They would be too small in a larger one.
  static let mostNumbered = 10

  /// The maximum number of squares in the description.
  private static let mostDescribed = 8

  private var size: RoomSize { level.size }

  /// The squares where players were caught, from the largest number.
  private var caught: [(square: Square, count: UInt64)] {
    captures.indices.filter { captures[$0] > 0 }
      .sorted { captures[$0] == captures[$1] ? $0 < $1 : captures[$0] > captures[$1] }
      .map { (size.square(at: $0), captures[$0]) }
  }

  /// The picture with a title and a description.
  var svg: Markup {
    let hasNumbers = max(size.rows, size.columns) <= Self.mostNumbered
    let (before, behind) = (hasNumbers ? 480 : 50, 50)
    var svg = Markup()
    svg += #"<svg role="img""#
    svg += #" viewBox="\#(thousandths: -before) \#(thousandths: -before) "#
    svg += "\(thousandths: 1000 * size.columns + before + behind) "
    svg += #"\#(thousandths: 1000 * size.rows + before + behind)"><title>\#(name)</title><desc>"#
    LevelSheet.appendDescription(of: level, to: &svg)
    svg += "\(description)</desc>"
    LevelDrawing.appendFloor(size, isLit: level.isLit, to: &svg)
    appendShades(to: &svg)
    LevelDrawing(level: level, layers: LevelCard.Layers()).appendThings(to: &svg)
    if hasNumbers {
      appendNumbers(to: &svg)
      LevelDrawing.appendLineNumbers(size, to: &svg)
    }
    svg += "</svg>"
    return svg
  }

  private var description: String {
    let caught = caught
    if caught.isEmpty { return "" }
    let named = caught.prefix(Self.mostDescribed).map { square, count in
      "\(grouped(count)) on \(PlaysPage.words(square))"
    }
    let rest = caught.count - named.count
    return " Caught: " + named.joined(separator: "; ")
      + (rest > 0 ? "; fewer on \(PlaysPage.counted(rest, "more square"))." : ".")
  }

  private var things: SquareSet {
    SquareSet(
      size, level.zombies + level.blocks + level.flashlights + [level.start, level.signpost])
  }

  /// Shades the squares, all of a shade as one shape.
  private func appendShades(to svg: inout Markup) {
    guard let most = captures.max(), most > 0 else { return }
    for shade in PictureColors.shades.indices.dropFirst() {
      let places = captures.indices.filter {
        PictureColors.shade(Double(captures[$0]) / Double(most)) == shade
      }
      if places.isEmpty { continue }
      svg += #"<path class="zs zs\#(shade)" d=""#
      for place in places {
        let square = size.square(at: place)
        svg += "M\(square.column) \(square.row)h1v1h-1z"
      }
      svg += #""/>"#
    }
  }

  /// Appends the numbers: in the middle of empty squares, and at the bottom of the others.
  private func appendNumbers(to svg: inout Markup) {
    guard let most = captures.max(), most > 0 else { return }
    let things = things
    for index in captures.indices where captures[index] > 0 {
      let square = size.square(at: index)
      let isEmpty = !things.contains(square)
      let shade = PictureColors.shade(Double(captures[index]) / Double(most))
      svg += #"<text class="\#(attribute: isEmpty ? "zn zc zt\(shade)" : "zi")""#
      svg += #" x="\#(thousandths: 1000 * square.column + 500)""#
      svg += #" y="\#(thousandths: 1000 * square.row + (isEmpty ? 640 : 970))">"#
      svg += "\(Self.label(captures[index]))</text>"
    }
  }

  /// A count in at most four characters: 950, 1.2k, 35k, 2M.
  static func label(_ count: UInt64) -> String {
    if count < 1000 { return String(count) }
    if count < 9_950 { return fixed(Double(count) / 1000, places: 1) + "k" }
    if count < 999_500 { return "\((count + 500) / 1000)k" }
    return count < 999_500_000 ? "\((count + 500_000) / 1_000_000)M" : ">1G"
  }
}
