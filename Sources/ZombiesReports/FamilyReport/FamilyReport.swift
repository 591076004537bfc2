import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator

/// Everything about a family, or about given levels, on one HTML page that needs nothing else.
///
/// The page has the same bytes for the same results: no date, no time, no number of threads.
public struct FamilyReport: Sendable {
  /// The levels by par and grade, and where the counts are from.
  public enum Levels: Sendable {
    /// Every placement.
    case census(CensusResult)
    /// Placements that were drawn, solvable or not.
    case sample(LevelSample)
    /// The levels that are given.
    case given(LevelSample)
  }

  /// Where the hardest levels are from.
  public enum Hardest: Sendable {
    /// There are no harder ones.
    case ofAll
    /// They are the hardest of a sample and of those met in a search; there may be harder ones.
    case found(sample: UInt64, climbs: UInt64, steps: UInt64)
  }

  /// A level that is shown.
  public struct Shown: Sendable {
    /// The level.
    public var level: Level
    /// How it is called: its place in a file, or its rank.
    public var name: String
    /// What is known of it.
    public var kind: LevelKind

    /// A level that is shown.
    public init(level: Level, name: String, kind: LevelKind) {
      (self.level, self.name, self.kind) = (level, name, kind)
    }
  }

  /// The title; nil for the family's name.
  public var title: String?

  /// What was played, with the squares where players stood if the rooms have one size.
  public var batch: BatchResult

  /// The exact values; nil if they were not computed.
  public var analysis: FamilyAnalysis?

  /// Why there are no exact values, as a sentence.
  public var missingAnalysis = ""

  /// The levels by par and grade.
  public var levels: Levels

  /// The hardest levels, or all that are given if they are few.
  public var shown: [Shown] = []

  /// Of what ``shown`` are the hardest.
  public var hardest = Hardest.ofAll

  /// Whether ``shown`` holds all the levels that are given, in their order.
  public var showsAll = false

  /// The maximum number of states of a level that was graded.
  public var stateLimit = StateGraph.defaultStateLimit

  /// The command that made the report.
  public var command = ""

  /// The version of the program.
  public var version = ""

  /// A report.
  public init(_ batch: BatchResult, levels: Levels) {
    self.batch = batch
    self.levels = levels
  }

  /// The page as UTF-8.
  public var html: [UInt8] {
    let sections: [Section] = [
      wins, moves, squares, levelCounts, hardLevels, settings,
    ].compactMap { $0 }
    let title = title ?? name
    var html = HTMLPage.head(
      title: "\(title) · Zombies", description: summary,
      style: Chart.style + LevelDrawing.style + LevelSheet.style + Self.style)
    html += "<header><h1>\(title)</h1>\n"
    paragraph(summary, &html)
    facts(&html)
    html += #"<nav aria-label="On this page"><ul>"#
    for section in sections {
      html += ##"<li><a href="#\##(attribute: section.id)">\##(section.title)</a></li>"##
    }
    html += "</ul></nav></header>\n<main>\n"
    for section in sections {
      html += #"<section id="\#(attribute: section.id)"><h2>\#(section.title)</h2>\#n"#
      html += section.content
      html += "</section>\n"
    }
    html += "</main>\n"
    html += HTMLPage.tail
    return html.bytes
  }

  /// A part of the page with a heading of its own.
  struct Section {
    let id: String
    let title: String
    let content: Markup
  }

  private static let style = """
    h2{margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}\
    p{max-width:46rem;margin:.5rem 0}\
    dl.facts{display:grid;gap:.75rem;margin:1rem 0;\
    grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr))}\
    dl.facts div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;\
    padding:.6rem .75rem}\
    dl.facts dt{color:var(--soft);font-size:.9rem}\
    dl.facts dd{margin:0;font-size:1.25rem;font-variant-numeric:tabular-nums;\
    overflow-wrap:anywhere}\
    dl.facts dd small{display:block;font-size:.85rem;color:var(--soft)}\
    .beside{display:grid;gap:1rem 2rem;margin:1rem 0;align-items:start;\
    grid-template-columns:minmax(0,1fr)}\
    @media(min-width:64rem){.beside{grid-template-columns:minmax(0,28rem) minmax(0,1fr)}}\
    .cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));margin:1rem 0}\
    nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}\
    nav a{display:inline-block;padding:.3rem 0}\
    @media print{nav{display:none}details:not([open]){display:none}}
    """

  /// Appends a paragraph, if there is something to say.
  func paragraph(_ text: String, _ html: inout Markup) {
    if text.isEmpty { return }
    html += "<p>"
    html.prose(text)
    html += "</p>\n"
  }
}
