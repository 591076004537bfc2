import Foundation
import ZombiesPage
import ZombiesTestSupport

// A game as a person has it, in either of its two forms: lines, the words that answer, and the texts that are kept.

/// How a game starts.
struct Opening {
  /// The text after # in the address of the page.
  var link = ""
  /// The options and levels of the program.
  var options: [String] = []
  /// The text of a campaign.
  var campaign: String?

  static func link(_ link: String) -> Opening { Opening(link: link) }
  static func options(_ options: String...) -> Opening { Opening(options: options) }
}

/// The answer to a line, or to a start.
struct Answer: Equatable {
  var words = ""
  /// On the page, the address, where the player is, and the counters.
  var place = ""
}

/// A game that can be left at any time, and started again with what it kept.
protocol PlayedGame {
  /// The kept texts, by part: progress, levels, settings, days, session, and on the page plays.
  var kept: [String: String] { get set }

  /// A game of a new visitor, or of one who has finished the first steps.
  init(isNew: Bool) throws

  /// The start of a second tab, or of the program again, at the place where the game was left.
  var sameOpening: Opening { get }

  /// Starts the game with what is kept, and types lines. A line that begins with @ is an event of the page.
  ///
  /// - Returns: The answer to the start, and those to the lines.
  mutating func play(_ lines: [String], from opening: Opening) throws -> [Answer]
}

extension PlayedGame {
  /// The progress of a visitor who has finished the first steps.
  static var experienced: String {
    "zombies-progress 3\nfirst-steps done\nend 37b09ca559c4ca79\n"
  }

  /// The words in the line of the progress about a level: "open", "win", "first" and "par"; nil without such a line.
  func stars(of key: String) -> String? {
    (kept["progress"] ?? "").split(separator: "\n").first { $0.hasPrefix("level \(key) ") }
      .map { String($0.dropFirst("level \(key) ".count)) }
  }

  /// The kept texts without seeds and checksums.
  var compared: [String: String] {
    kept.mapValues { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("seed ") && !$0.hasPrefix("end ") }
        .joined(separator: "\n")
    }.filter { $0.value.contains("\n") }
  }
}

/// The page: events go in, and the browser stores what it is asked to keep.
struct PageGame: PlayedGame {
  var kept: [String: String] = [:]
  private(set) var address = ""
  private var page = PageSession()
  private static let parts = ["progress", "levels", "settings", "days", "session", "plays"]

  init(isNew: Bool) {
    if !isNew { kept["progress"] = Self.experienced }
  }

  var sameOpening: Opening { .link(address) }

  mutating func play(_ lines: [String], from opening: Opening) -> [Answer] {
    [open(opening)] + lines.map { say($0) }
  }

  /// Starts the page again.
  @discardableResult mutating func open(_ opening: Opening) -> Answer {
    page = PageSession()
    var events = ["seed 7", "today 2026-11-22"]
    events += Self.parts.map { "\($0) \(kept[$0] ?? "")" }
    if let campaign = opening.campaign { events.append("worlds \(campaign)") }
    for event in events + ["link \(opening.link)"] { _ = page.handle(event) }
    return send("begin")
  }

  /// Loads the page again, at the address that it shows.
  @discardableResult mutating func reload(campaign: String? = nil) -> Answer {
    open(Opening(link: address, campaign: campaign))
  }

  /// Types a line.
  @discardableResult mutating func say(_ line: String) -> Answer {
    send(line.hasPrefix("@") ? String(line.dropFirst()) : "say \(line)")
  }

  /// Sends an event, lets the page finish its work, and stores what it keeps.
  @discardableResult mutating func send(_ event: String) -> Answer {
    var (events, words, place) = ([event], [String](), "")
    for _ in 0..<1000 where !events.isEmpty {
      let data = Data(page.handle(events.removeFirst()).utf8)
      let answer = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
      words += answer["said"] as? [String] ?? []
      address = answer["address"] as? String ?? ""
      let counters = answer["counters"] as? [[String: Any]] ?? []
      place =
        ([address, answer["where"] as? String ?? "", answer["title"] as? String ?? ""]
        + counters.map { $0["spoken"] as? String ?? "" }).joined(separator: ", ")
      let keep = answer["keep"] as? [String: String] ?? [:]
      kept.merge(keep) { $1 }
      events = keep.keys.sorted().map { "kept \($0)" }
      if events.isEmpty, !(answer["awaits"] as? String ?? "").isEmpty { events = ["go on"] }
    }
    // A plan that was found before is not waited for again.
    let waits = ["Computing ", "Press x to stop", "Looking for "]
    let lines = words.joined(separator: "\n").split(separator: "\n").filter { line in
      !waits.contains { line.hasPrefix($0) }
    }
    return Answer(words: lines.joined(separator: "\n"), place: place)
  }
}

/// The program: one run for each start, with typed lines from a pipe.
struct ProgramGame: PlayedGame {
  var kept: [String: String] = [:]
  private let folder: TemporaryFolder
  private static let names = [
    "progress": "file", "levels": "file.workshop", "settings": "file.settings",
    "days": "file.days", "session": "file.session",
  ]

  init(isNew: Bool) throws {
    folder = try TemporaryFolder()
    if !isNew { kept["progress"] = Self.experienced }
  }

  var sameOpening: Opening { Opening() }

  mutating func play(_ lines: [String], from opening: Opening) throws -> [Answer] {
    for (part, name) in Self.names {
      try? FileManager.default.removeItem(atPath: folder.file(name))
      if let text = kept[part] { try folder.write(text, to: name) }
    }
    var words = ["play", "--text", "--progress", "file"] + opening.options
    if let campaign = opening.campaign {
      try folder.write(campaign, to: "campaign")
      words += ["--worlds", "campaign"]
    }
    let run = try zombies(words, input: lines.joined(separator: "\n") + "\n", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    kept = Self.names.compactMapValues { folder.read($0) }
    let answers = run.output.components(separatedBy: "\n\n> ").enumerated().map { number, text in
      let lines = text.split(separator: "\n").dropFirst(number == 0 ? 0 : 1)
      return Answer(words: lines.joined(separator: "\n"))
    }
    // Behind the last line comes what the program says when it ends.
    return Array(answers.prefix(lines.count + 1))
  }
}
