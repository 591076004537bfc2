import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator

/// A self-contained HTML page about a family.
///
/// The same results give the same bytes: the page contains no date, time or number of threads.
public struct FamilyReport: Sendable {
  /// The counts of levels by par and grade, and where they come from.
  public enum Levels: Sendable {
    /// Every placement.
    case census(CensusResult)
    /// A sample of placements, solvable or not.
    case sample(LevelSample)
  }

  /// The method that found the hardest levels.
  public enum Hardest: Sendable {
    /// All levels were compared: none is harder.
    case ofAll
    /// A sample and a search were compared: there may be harder levels.
    case found(sample: UInt64, climbs: UInt64, steps: UInt64)
  }

  /// A level on the page.
  public struct Shown: Sendable {
    /// The level.
    public var level: Level
    /// The name of the level, such as its rank.
    public var name: String
    /// The verdict, par, number of shortest solutions and grade.
    public var kind: LevelKind

    /// Creates a level on the page.
    public init(level: Level, name: String, kind: LevelKind) {
      (self.level, self.name, self.kind) = (level, name, kind)
    }
  }

  /// The title; nil to use the family's name.
  public var title: String?

  /// The family.
  let family: Family

  /// The levels of the family that are played.
  let selection: LevelSelection

  /// The rounds played, with the squares visited if they were counted.
  public let batch: BatchResult

  /// The exact values; nil if they were not computed.
  public var analysis: FamilyAnalysis?

  /// The reason why there are no exact values, as a sentence.
  public var missingAnalysis = ""

  /// What hearing is worth in the family; nil if it was not computed.
  public var hearing: HearingWorth?

  /// The levels by par and grade.
  public var levels: Levels

  /// The hardest levels.
  public var shown: [Shown] = []

  /// The method that found the hardest levels in ``shown``.
  public var hardest = Hardest.ofAll

  /// The maximum number of states of a graded level.
  public var stateLimit = StateGraph.defaultStateLimit

  /// The command that made the report.
  public var command = ""

  /// The version of the program.
  public var version = ""

  /// Creates a report.
  ///
  /// - Precondition: The levels of the batch are those of a family.
  public init(_ batch: BatchResult, levels: Levels) {
    guard case .generated(let family, let selection, _, _) = batch.settings.levels else {
      preconditionFailure("the batch has levels of a family")
    }
    (self.family, self.selection) = (family, selection)
    self.batch = batch
    self.levels = levels
  }

  /// The page as UTF-8.
  public var html: [UInt8] {
    let sections: [Section] = [
      wins, hearingWorth, moves, squares, levelCounts, hardLevels, settings,
    ].compactMap { $0 }
    let title = title ?? name
    var html = HTMLPage.head(
      title: "\(title) · Zombies", description: summary,
      style: Chart.style + Shapes.style + LevelSheet.style + Self.style)
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

  /// A part of the page with its own heading.
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

  /// Appends a paragraph, unless its text is empty.
  func paragraph(_ text: String, _ html: inout Markup) {
    if text.isEmpty { return }
    html += "<p>"
    html.prose(text)
    html += "</p>\n"
  }
}
