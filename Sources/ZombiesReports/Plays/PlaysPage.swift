import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSimulator

/// A self-contained HTML page about what happened when people played the levels of a campaign.
///
/// The same rounds give the same bytes.
public struct PlaysPage: Sendable {
  /// The levels of the campaign.
  let all: [WorldsRow]
  let rules: Rules
  let findings: MeasureFindings
  private let title: String
  let command: String
  let version: String

  /// The largest number of players who left a level.
  let mostLeft: Int

  /// The number of bytes of the rooms that are drawn so far.
  var drawnBytes = 0

  /// The maximum number of levels on a page, and the maximum length of all drawings of rooms.
  var mostLevels = 1000
  var mostDrawnBytes = 1_500_000

  /// The number of levels at the top of the page for each reason.
  private static let mostNamed = 3

  /// The number of rounds below which a level is not among those won least and those that take longest.
  static let fewestRounds = 10

  /// The maximum lengths of a name and of a code.
  private static let (mostOfName, mostOfCode) = (120, 400)

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - rows: The levels of all worlds, with their rounds.
  ///   - rules: The rules of levels that have none of their own.
  ///   - findings: How well each measure orders the levels.
  ///   - title: The title.
  ///   - command: The command that made the page.
  ///   - version: The version of the program.
  public init(
    _ rows: [WorldsRow], rules: Rules, findings: MeasureFindings, title: String, command: String,
    version: String
  ) {
    all = rows
    self.rules = rules
    self.findings = findings
    self.title = title
    self.command = command
    self.version = version
    mostLeft = rows.compactMap { $0.plays?.playersLeft }.max() ?? 0
  }

  /// The levels on the page.
  var rows: [WorldsRow] { Array(all.prefix(mostLevels)) }

  /// The page as UTF-8.
  public var html: [UInt8] {
    var page = self
    return page.made()
  }

  private mutating func made() -> [UInt8] {
    let worlds = rows.chunked
    var html = HTMLPage.head(
      title: "\(title) · Zombies", description: summary,
      style: Chart.style + LevelDrawing.style + LevelSheet.style + Self.style)
    LevelSheet.appendSigns(to: &html)
    html += "<header><h1>\(title)</h1>\n<p>\(summary)</p>\n"
    standingOut(&html)
    html += #"<nav aria-label="On this page"><ul>"#
    html += ##"<li><a href="#overview">All levels</a></li>"##
    for world in worlds {
      html +=
        ##"<li><a href="#world-\##(world[0].world)">\##(Self.name(ofWorld: world[0]))</a></li>"##
    }
    html += ##"<li><a href="#grade">Is the grade right?</a></li>"##
    html += ##"<li><a href="#numbers">The numbers</a></li></ul></nav></header>\##n<main>\##n"##
    overview(worlds, &html)
    for world in worlds {
      html += #"<section id="world-\#(world[0].world)"><h2>\#(Self.name(ofWorld: world[0]))</h2>"#
      html +=
        "\n<p>\(Self.sentence(ofWorld: world)) Numbers and shades on squares say in how many "
      html += "rounds the player was caught there. Times and moves are medians.</p>\n"
      html += #"<ul class="cards">\#n"#
      for row in world { card(row, &html) }
      html += "</ul></section>\n"
    }
    grade(&html)
    numbers(&html)
    html += "</main>\n"
    html += HTMLPage.tail
    return html.bytes
  }

  private static let style = """
    h2{margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}\
    p,li{max-width:46rem}main li.card{max-width:none}\
    .top{display:grid;gap:1rem;margin:1rem 0;align-items:start;\
    grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}\
    .top section{background:var(--card);border:1px solid var(--line);border-radius:.6rem;\
    padding:.75rem;break-inside:avoid}\
    .top h2{margin:0 0 .5rem;padding:0;border:0;font-size:1.1rem}\
    .top ol,.top ul{margin:0;padding-left:1.4rem;overflow-wrap:anywhere}.top li+li{margin-top:.4rem}\
    .line{display:inline-block}.top p{margin:.5rem 0 0;font-size:.9rem;color:var(--soft)}\
    .top .leaving,.card.most{border:3px solid var(--danger)}.top .leaving h2,.leave{color:var(--danger)}\
    .card .leave{font-weight:700;margin:0 0 .5rem}\
    svg .leave{fill:var(--danger);font-weight:700}\
    rect.leaving{fill:none;stroke:var(--danger);stroke-width:2}\
    .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));margin:1rem 0}\
    .card{scroll-margin-top:1rem}.card:target{outline:3px solid var(--start);outline-offset:2px}\
    .card svg{max-height:19rem}.zc{font-size:.42px}\
    .card dl{margin:.5rem 0 0;font-size:.9rem;line-height:1.4;font-variant-numeric:tabular-nums}\
    .card dl div{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:0 .5rem}\
    .card dt{color:var(--soft)}.card dd{margin:0}\
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}\
    nav a{display:inline-block;padding:.3rem 0;overflow-wrap:anywhere}\
    @media print{nav{display:none}details:not([open]){display:none}\
    .card svg{max-height:60mm}.card dl{font-size:8pt}}
    """

  // MARK: In words

  private var summary: String {
    let unplayed = all.count - findings.levels
    let worlds = Set(all.map(\.world)).count
    return "\(Self.counted(findings.players, "player")) played "
      + "\(Self.counted(findings.rounds, "round")) on \(Self.counted(findings.levels, "level")) of "
      + "\(Self.counted(worlds, "world"))."
      + (unplayed > 0
        ? " \(Self.counted(unplayed, "level")) \(unplayed == 1 ? "was" : "were") not played." : "")
      + (rows.count < all.count
        ? " This page shows the first \(Self.counted(rows.count, "level")) of "
          + "\(grouped(all.count))." : "")
  }

  /// A percentage with one decimal, as in the table.
  static func percent(_ share: Double) -> String { fixed(100 * share, places: 1) + "%" }
  static func percent(_ rate: LevelPlays.Rate) -> String { percent(rate.share) }

  /// The interval of a share: "12.3–34.1%".
  static func interval(_ rate: LevelPlays.Rate) -> String {
    fixed(100 * rate.interval.low, places: 1) + "–" + percent(rate.interval.high)
  }

  private static func shortened(_ text: String, to most: Int) -> String {
    text.count > most ? text.prefix(most - 1) + "…" : text
  }

  /// The code of a level, shortened if it is very long.
  static func code(of row: WorldsRow) -> String { shortened(row.level.code, to: mostOfCode) }

  /// The number and name of a level: "2.5 The Wall" is level 5 of world 2.
  static func label(_ row: WorldsRow) -> String {
    "\(row.world).\(row.number) "
      + shortened(row.name ?? row.reference ?? row.level.code, to: mostOfName)
  }

  private static func name(ofWorld row: WorldsRow) -> String {
    "World \(row.world): \(shortened(row.worldName, to: mostOfName))"
  }

  private static func sentence(ofWorld rows: [WorldsRow]) -> String {
    let played = rows.compactMap(played)
    let rounds = played.reduce(0) { $0 + $1.rounds }
    let won = played.reduce(0) { $0 + $1[.won] }
    guard rounds > 0 else { return "No rounds on its \(counted(rows.count, "level"))." }
    return "\(counted(rounds, "round")) on \(counted(played.count, "level")): "
      + "\(percent(Double(won) / Double(rounds))) were won."
  }

  /// The identifier of a level's card.
  static func id(of row: WorldsRow) -> String { "level-\(row.world)-\(row.number)" }

  /// The rounds on a level; nil if there are none.
  static func played(_ row: WorldsRow) -> LevelPlays? {
    row.plays.flatMap { $0.rounds > 0 ? $0 : nil }
  }

  func isMostLeft(_ row: WorldsRow) -> Bool { mostLeft > 0 && row.plays?.playersLeft == mostLeft }

  // MARK: What stands out

  /// Appends the levels that players leave, those won least, and those that take longest.
  private func standingOut(_ html: inout Markup) {
    let played = rows.compactMap { row in Self.played(row).map { (row: row, plays: $0) } }
    html += #"<div class="top">\#n"#
    let left = played.filter { $0.plays.playersLeft > 0 }
      .stablySorted { $0.plays.playersLeft > $1.plays.playersLeft }
    list(
      left.map { row, plays in
        (row, "\(grouped(plays.playersLeft)) of \(Self.counted(plays.players, "player"))")
      }, "→ Where players leave", style: "leaving",
      notes: ["They did not win the level, and then played no other."], &html)
    // A level with one round would be won in 0% or 100%.
    var ranked = played.filter { $0.plays.rounds >= Self.fewestRounds }
    if ranked.isEmpty { ranked = played }
    let note =
      ranked.count < played.count
      ? ["Levels with fewer than \(Self.fewestRounds) rounds are not ranked."] : []
    let least = ranked.compactMap { row, plays in plays.winRate.map { (row, $0) } }
      .stablySorted { $0.1.share < $1.1.share }
    list(
      least.map { row, rate in
        (
          row,
          "\(Self.percent(rate)) of \(Self.counted(rate.total, "round")) (\(Self.interval(rate)))"
        )
      }, "Won least", notes: note, &html)
    let longest = ranked.compactMap { row, plays in plays.medianMilliseconds.map { (row, $0) } }
      .stablySorted { $0.1 > $1.1 }
    list(
      longest.map { ($0, PlaysTable.time($1)) }, "Take longest",
      notes: ["Median time of a round."] + note, &html)
    html += "</div>\n"
  }

  private func list(
    _ levels: [(WorldsRow, String)], _ heading: String, style: String = "", notes: [String],
    _ html: inout Markup
  ) {
    if levels.isEmpty { return }
    html += #"<section class="\#(attribute: style)"><h2>\#(heading)</h2><ol>\#n"#
    for (row, text) in levels.prefix(Self.mostNamed) {
      html += ##"<li><a href="#\##(attribute: Self.id(of: row))">\##(Self.label(row))</a>: "##
      html += #"<span class="line">\#(text)</span></li>\#n"#
    }
    html += "</ol>"
    if !notes.isEmpty { html += "<p>\(notes.joined(separator: " "))</p>" }
    html += "</section>\n"
  }

  // MARK: All levels

  private func overview(_ worlds: [[WorldsRow]], _ html: inout Markup) {
    html += #"<section id="overview"><h2>All levels</h2>\#n<p>Left: the players who tried each "#
    html += "level, of whom the solid part won it. Where the bars become shorter, players stop. "
    html += "Right: the share of the rounds that were won, with its 95% interval."
    if mostLeft > 0 { html += " The frame and the arrow mark where most players leave." }
    html += "</p>\n"
    let mostPlayers = rows.compactMap { $0.plays?.players }.max() ?? 0
    html += #"<div class="charts">\#n"#
    for world in worlds {
      let name = Self.name(ofWorld: world[0])
      let chart = FunnelChart(
        rows: world.map { row in
          FunnelChart.Row(
            name: Self.label(row), plays: Self.played(row), isMostLeft: isMostLeft(row))
        }, mostPlayers: mostPlayers)
      html += "<figure><h3>\(name)</h3>"
      html += chart.svg(
        id: "funnel-\(world[0].world)", title: "Players and rounds won, \(name)",
        description: Self.sentence(ofWorld: world) + " The table below has the numbers.")
      html += "</figure>\n"
    }
    html += "</div>\n"
    html += table.folded("The numbers of all levels")
    html += "</section>\n"
  }

  private var table: DataTable {
    let hasTimes = rows.contains { $0.plays?.medianMilliseconds != nil }
    return DataTable(
      caption: "Players and rounds of each level",
      header: [
        "level", "par", "grade", "players", "won", "left", "rounds", "rounds won", "95% interval",
      ]
        + (hasTimes ? ["time", "first move", "undone"] : []) + ["most caught on"],
      rows: rows.map { row in
        let plays = Self.played(row)
        var cells = [
          Self.label(row), row.report.par.map { grouped($0) } ?? "",
          row.report.grade?.rawValue ?? "", grouped(plays?.players ?? 0),
          grouped(plays?.playersWon ?? 0), grouped(plays?.playersLeft ?? 0),
          grouped(plays?.rounds ?? 0), plays?.winRate.map { Self.percent($0) } ?? "",
          plays?.winRate.map(Self.interval) ?? "",
        ]
        if hasTimes {
          cells += [
            plays?.medianMilliseconds.map(PlaysTable.time) ?? "",
            plays?.medianFirstMoveMilliseconds.map(PlaysTable.time) ?? "",
            plays?.meanUndos.map { fixed($0, places: 2) } ?? "",
          ]
        }
        let deadliest = plays?.deadliest.map {
          "\(Self.words($0.square)) (\(grouped($0.captures)))"
        }
        return cells + [deadliest ?? ""]
      })
  }
}

extension [WorldsRow] {
  /// The levels of each world.
  fileprivate var chunked: [[WorldsRow]] {
    reduce(into: []) { worlds, row in
      if worlds.last?.last?.world == row.world {
        worlds[worlds.count - 1].append(row)
      } else {
        worlds.append([row])
      }
    }
  }
}

extension Array {
  /// The elements in order, with equal ones in their present order.
  fileprivate func stablySorted(_ precedes: (Element, Element) -> Bool) -> [Element] {
    indices.sorted { precedes(self[$0], self[$1]) || (!precedes(self[$1], self[$0]) && $0 < $1) }
      .map { self[$0] }
  }
}
