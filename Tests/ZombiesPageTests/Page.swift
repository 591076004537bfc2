import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

// The session and the stored texts of the page are compared with those of other pages.
@testable import ZombiesPage

/// A page in use, with its last answer.
struct Page {
  private(set) var session = PageSession()
  private(set) var answer = ""

  /// A page that begins with some events, after the first steps.
  init(_ events: [String] = [], link: String = "rounds", isNew: Bool = false) {
    send("seed 7")
    send("today 2026-11-22")
    send("progress " + (isNew ? "" : Page.experienced))
    send("levels ")
    send("settings ")
    send("days ")
    send("session ")
    send("plays ")
    for event in events { send(event) }
    send("link \(link)")
    send("begin")
  }

  /// The progress of a player who has finished the first steps.
  static let experienced: String = {
    var progress = GameProgress()
    progress.hasFinishedFirstSteps = true
    return progress.text
  }()

  mutating func send(_ event: String) { answer = session.handle(event) }

  var isHandled: Bool { answer.contains("\"handled\":true") }

  /// A string member of the answer, still escaped.
  func text(_ name: String) -> String? {
    guard let start = answer.firstRange(of: "\"\(name)\":\"") else { return nil }
    return String(answer[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The text that the page must save under a key, still escaped.
  func keeps(_ place: String) -> String? {
    guard let start = answer.firstRange(of: "\"keep\":{") else { return nil }
    let rest = answer[start.upperBound...].prefix { $0 != "}" }
    guard let text = rest.firstRange(of: "\"\(place)\":\"") else { return nil }
    return String(rest[text.upperBound...].prefix { $0 != "\"" })
  }

}
