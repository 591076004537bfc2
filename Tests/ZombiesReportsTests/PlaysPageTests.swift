import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

@testable import ZombiesReports

/// A page about the rounds of a campaign whose numbers, order or markup are wrong.
@Suite struct PlaysPageTests {
  /// A level with rounds: for each of its players in order, the paths of the rounds, won or caught.
  private struct Played {
    var code: String
    var name: String?
    var rounds: [(player: String, path: String)] = []
  }

  private static let win = "UUUULLLL"
  private static let loss = "ULRDUDLLL"

  /// The zombies of the first three are on other squares, none of them on the way of ``win``.
  private static let levels = [
    Played(
      code: "S4/5/5/1Z3/Z3P", name: "<b>\"R&D\"</b>",
      rounds: [("Ada", win), ("Ben", loss), ("Ben", win), ("Cem", loss), ("Cem", loss)]),
    Played(
      code: "S4/5/5/Z4/4P", name: String(repeating: "W", count: 400),
      rounds: [("Ada", win), ("Ben", win)]),
    Played(code: "S4/5/2Z2/5/4P", rounds: [("Ada", win)]),
    Played(code: "S5/6/6/6/6/5P+lit", name: "not played"),
    Played(code: "S20/" + String(repeating: "21/", count: 18) + "20P", name: "wide"),
  ]

  private static func rows(_ levels: [Played] = levels, areTimed: Bool = true) throws
    -> (rows: [WorldsRow], plays: CampaignPlays)
  {
    let entries = try levels.map {
      CampaignPlays.Entry(try Level($0.code), rules: .standard, takesAnyHearing: true)
    }
    var plays = CampaignPlays(entries)
    plays.beginFile(ofPeople: areTimed)
    var line = 1
    for played in levels {
      for round in played.rounds {
        line += 1
        let fate = try plays.count(
          RecordedPlay(
            line: line, player: round.player, code: Array(played.code.utf8)[...],
            outcome: round.path == win ? .won : .caught,
            path: round.path.compactMap { letter in
              Direction.allCases.first { $0.letter == letter.asciiValue }
            },
            milliseconds: areTimed ? UInt64(line) * 1000 : nil,
            firstMoveMilliseconds: areTimed ? 1500 : nil, hasWrongClock: false,
            undos: areTimed ? 1 : nil, hints: areTimed ? 0 : nil, life: areTimed ? 1 : nil,
            rules: nil, identity: nil))
        guard case .counted = fate else {
          Issue.record("line \(line) does not count: \(fate)")
          continue
        }
      }
    }
    plays.finish()
    let grader = Grader()
    let rows = levels.indices.map { place in
      WorldsRow(
        world: place < 3 ? 1 : 2, worldName: place < 3 ? "One & <two>" : "Three", lock: .all,
        number: place < 3 ? place + 1 : place - 2, name: levels[place].name, line: nil,
        level: entries[place].level,
        report: grader.report(entries[place].level, [.grade, .solution]),
        stars: nil, plays: plays.levels[place])
    }
    return (rows, plays)
  }

  private static func page(_ levels: [Played] = levels, areTimed: Bool = true) throws -> PlaysPage {
    let (rows, plays) = try rows(levels, areTimed: areTimed)
    return PlaysPage(
      rows, rules: .standard,
      findings: MeasureFindings(rows, players: plays.players, stayers: plays.stayers, samples: 20),
      title: "<i>\"Title\"</i>", command: "zombies worlds --plays 'a<b'", version: "1")
  }

  /// The page of all levels, as several tests read it.
  private static let standard = Result { text(try page()) }

  private static func text(_ page: PlaysPage) -> String {
    String(decoding: page.html, as: UTF8.self)
  }

  /// The values of an attribute, in order.
  private static func values(of name: String, in text: String) -> [String] {
    text.ranges(of: " \(name)=\"").map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
  }

  /// The part of the page about a level.
  private static func card(_ id: String, of text: String) throws -> Substring {
    let start = try #require(text.firstRange(of: "id=\"\(id)\""))
    let rest = text[start.upperBound...]
    return rest[..<(try #require(rest.firstRange(of: "</li>"))).lowerBound]
  }

  @Test func isWellFormedAndComplete() throws {
    let text = try Self.standard.get()
    #expect(malformed(text) == nil)
    #expect(text == Self.text(try Self.page()))
    let ids = Self.values(of: "id", in: text)
    #expect(Set(ids).count == ids.count)
    for target in Self.values(of: "href", in: text) where target.hasPrefix("#") {
      #expect(ids.contains(String(target.dropFirst())), "\(target)")
    }
    let described = text.ranges(of: "<desc").count
    #expect(described == text.ranges(of: "role=\"img\"").count && described >= 7)
    // Text is never markup.
    for forbidden in ["<script", "<i>", "<two>", "a<b", "R&D"] {
      #expect(!text.contains(forbidden))
    }
    #expect(text.contains("<h1>&lt;i&gt;\"Title\"&lt;/i&gt;</h1>"))
    #expect(text.contains("zombies worlds --plays 'a&lt;b'</pre>"))
    let card = try Self.card("level-1-2", of: text)
    #expect(card.contains("<h3>1.2 " + String(repeating: "W", count: 119) + "…</h3>"))
  }

  @Test func numbersAgreeWithTheTable() throws {
    let (rows, plays) = try Self.rows()
    let text = try Self.standard.get()
    #expect(
      text.contains(
        "<p>3 players played 8 rounds on 3 levels of 2 worlds. 2 levels were not played."))
    let table = PlaysTable.text(Array(rows[..<3]), .standard, mostLeft: 1)
    let lines = table.split(separator: "\n").dropFirst(2)
    for (row, line) in zip(rows, lines) {
      let played = try #require(row.plays)
      let card = try Self.card("level-1-\(row.number)", of: text)
      let share = fixed(100 * Double(played[.won]) / Double(played.rounds), places: 1) + "%"
      let time = PlaysTable.time(try #require(played.medianMilliseconds))
      for number in [share, time] { #expect(line.contains(number) && card.contains(number)) }
      #expect(
        card.contains("<dd>\(played.players) tried, \(played.playersWon) won ("), "\(row.number)")
      #expect(card.contains("<dd>\(played.rounds), won \(share) ("))
      #expect(card.contains("<dd>after 1.5 s</dd>") && card.contains("<dd>1.00 moves a round</dd>"))
    }
    // Cem did not win the first level, and then played no other.
    #expect(plays.levels.map(\.playersLeft) == [1, 0, 0, 0, 0])
    let card = try Self.card("level-1-1", of: text)
    #expect(card.contains("→ Most players leave here: 1 of 3</p>"))
    #expect(text.ranges(of: "class=\"leave\"").count == 1)
    #expect(text.contains("<section class=\"leaving\"><h2>→ Where players leave</h2>"))
    #expect(ChartTests.texts(of: text).contains("→ 1 left"))
    // The square in the picture, in the list, and in the table.
    #expect(card.contains("<dd>row 5, column 2: 3</dd>"))
    #expect(ChartTests.texts(of: String(card)).contains("3"))
    #expect(text.contains("</th><td>5</td><td>2</td><td>3</td></tr>"))
  }

  @Test func theChartHasTheCountsAndShares() throws {
    let (rows, _) = try Self.rows()
    let chart = FunnelChart(
      rows: rows.map {
        FunnelChart.Row(name: PlaysPage.label($0), plays: PlaysPage.played($0), isMostLeft: false)
      },
      mostPlayers: 3)
    let svg = chart.svg(id: "a", title: "t", description: "d").string
    #expect(malformed("<all>" + svg + "</all>") == nil)
    // The first bar of each class is that of the legend.
    let won = ChartTests.values(of: "width", inShapes: "won", of: svg).dropFirst()
    let lost = ChartTests.values(of: "width", inShapes: "lost", of: svg).dropFirst()
    let whole = try #require(won.first) + (try #require(lost.first))
    // Of three players, two, two and one won.
    for (width, count) in zip(won, [2.0, 2, 1]) { #expect(abs(width - whole * count / 3) < 0.01) }
    #expect(won.count == 3 && lost.count == 1)
    let texts = ChartTests.texts(of: svg)
    for text in ["40.0%", "100.0%", "1 left", "not played", "3", "2", "1"] {
      #expect(texts.contains(text), "\(text)")
    }
    // 182 is 0% and 292 is 100%.
    let interval = try #require(rows[0].plays?.winRate?.interval)
    let low = (1820 + 1100 * interval.low).rounded() / 10
    #expect(interval.low > 0 && svg.contains("M\(low),"), "\(low)")
    #expect(FunnelChart.fitted("A long name", 44) == "A l…")
    #expect(FunnelChart.fitted("short", 60) == "short")
  }

  @Test func theWorstIsFirst() throws {
    let text = try Self.standard.get()
    let top = text[..<(try #require(text.firstRange(of: "<nav"))).lowerBound]
    func links(_ heading: String) throws -> [String] {
      let start = try #require(top.firstRange(of: "<h2>\(heading)</h2>")).upperBound
      let end = try #require(top[start...].firstRange(of: "</section>")).lowerBound
      return Self.values(of: "href", in: String(top[start..<end]))
    }
    #expect(try links("→ Where players leave") == ["#level-1-1"])
    // Equal shares are in the order of the levels.
    #expect(try links("Won least") == ["#level-1-1", "#level-1-2", "#level-1-3"])
    // The rounds of the third level are the last lines, with the longest times.
    #expect(try links("Take longest") == ["#level-1-3", "#level-1-2", "#level-1-1"])
  }

  /// Levels with a few rounds are ranked only if no level has more.
  @Test func fewRoundsAreNotRanked() throws {
    var levels = Self.levels
    levels[1].rounds = (0..<PlaysPage.fewestRounds).map { ("player \($0)", Self.win) }
    let text = Self.text(try Self.page(levels))
    #expect(text.ranges(of: "Levels with fewer than 10 rounds are not ranked.").count == 2)
    let start = try #require(text.firstRange(of: "<h2>Won least</h2>")).upperBound
    #expect(text[start...].hasPrefix("<ol>\n<li><a href=\"#level-1-2\">"))
  }

  @Test func roundsOfPoliciesHaveNoTimes() throws {
    let text = Self.text(try Self.page(areTimed: false))
    #expect(malformed(text) == nil)
    for part in ["Take longest", "Where players leave", "First move", "Left here", "First win"] {
      #expect(!text.contains(part), "\(part)")
    }
    let single = Self.text(try Self.page([Self.levels[0]]))
    #expect(malformed(single) == nil && single.contains("on 1 level of 1 world."))
    #expect(!single.contains("correlations-win_rate-t"))
  }

  @Test func theLengthIsLimited() throws {
    var page = try Self.page()
    page.mostLevels = 2
    page.mostDrawnBytes = CaughtDrawing(page.all[0]).svg.bytes.count
    let text = Self.text(page)
    #expect(malformed(text) == nil)
    #expect(text.contains("This page shows the first 2 levels of 5."))
    #expect(text.contains("id=\"level-1-2\"") && !text.contains("id=\"level-1-3\""))
    #expect(text.ranges(of: "The room is not drawn").count == 1)
    // The CSV has all levels.
    #expect(text.contains("S4/5/2Z2/5/4P,"))
  }

  @Test(arguments: [
    (UInt64(1), "1"), (999, "999"), (1000, "1.0k"), (9949, "9.9k"), (9950, "10k"),
    (999_499, "999k"), (999_500, "1M"), (999_499_999, "999M"), (.max, ">1G"),
  ])
  func countsFitIntoASquare(count: UInt64, label: String) {
    #expect(CaughtDrawing.label(count) == label && label.count <= 4)
  }
}
