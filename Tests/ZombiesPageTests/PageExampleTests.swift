import Foundation
import Testing
import ZombiesGame
import ZombiesPage
import ZombiesTestSupport

/// The examples of the page, as texts by rule number: the events that the script sends, and below each what the page
/// answers, in short. `ZOMBIES_RECORD=1` writes the answers again; read the diff against the rules.
@Suite struct PageExampleTests {
  @Test("The examples of the page by rule number", arguments: ExampleFile.names())
  func example(name: String) throws {
    var player = PagePlayer()
    try ExampleFile(name).check { player.play($0) }
  }
}

/// Sends the lines of an example to a page, and stores its texts as a browser does.
private struct PagePlayer {
  private var page = PageSession()
  private var answer: [String: Any] = [:]
  /// The texts that the browser has stored.
  private var stored: [String: String] = [:]

  /// Begins a page, for a player who has finished the first steps unless the line says `new`. Its words are events with
  /// `_` for blanks and `\n` for the end of a line; `link` is where it begins.
  private mutating func begin(_ line: String) -> [String] {
    page = PageSession()
    let words = line.split(separator: " ").map { word in
      String(word).replacing("_", with: " ").replacing("\\n", with: "\n")
    }
    var events = ["seed 7", "today 2026-11-22"]
    let finished = "zombies-progress 3\nfirst-steps done\nend 37b09ca559c4ca79\n"
    for part in ["progress", "levels", "settings", "days", "session", "plays"] {
      let isFinished = part == "progress" && !words.contains("new")
      events.append("\(part) \(stored[part] ?? (isFinished ? finished : ""))")
    }
    events += words.filter { $0 != "new" && !$0.hasPrefix("link ") }
    events.append(words.first { $0.hasPrefix("link ") } ?? "link rounds")
    for event in events { _ = page.handle(event) }
    return send("begin")
  }

  private mutating func send(_ event: String) -> [String] {
    let data = Data(page.handle(event).utf8)
    answer = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    func texts(_ name: String) -> [String] { answer[name] as? [String] ?? [] }
    let places = ["kind", "address", "where"].map { answer[$0] as? String ?? "-" }
    var lines = [
      places.joined(separator: ", ") + (answer["handled"] as? Bool == true ? "" : ", not handled")
    ]
    if let awaits = answer["awaits"] as? String, !awaits.isEmpty {
      lines.append("awaits: " + awaits)
    }
    lines += texts("said").map { "said: " + $0 }
    for warning in answer["warnings"] as? [Any] ?? [] {
      lines.append("warning: " + Self.json(warning))
    }
    if let file = answer["file"] { lines.append("file: " + Self.json(file)) }
    let kept = (answer["keep"] as? [String: String] ?? [:]).keys.sorted()
    return lines + (kept.isEmpty ? [] : ["keep: " + kept.joined(separator: ", ")])
  }

  /// A value as JSON, without the squares of its rooms, which `room` shows.
  private static func json(_ value: Any) -> String {
    if let text = value as? String { return text }
    var value = value
    if var members = value as? [String: Any] {
      for (name, member) in members where (member as? [String: Any])?["cells"] != nil {
        members[name] = "a room"
      }
      value = members
    }
    let options: JSONSerialization.WritingOptions = [
      .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]
    let data = (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// What the page answers to a line: an event of the script, or one of the words below.
  mutating func play(_ line: String) -> [String] {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "page":
      stored = [:]
      return begin(rest)
    // The same browser shows the page again.
    case "reload": return begin(rest)
    // The browser stores what the page wants to be kept.
    case "store":
      var keep = answer["keep"] as? [String: String] ?? [:]
      if !rest.isEmpty { keep = keep.filter { $0.key == rest } }
      stored.merge(keep) { $1 }
      return keep.keys.sorted().flatMap { send("kept \($0)").filter { $0.hasPrefix("keep:") } }
    case "stored": return [stored[rest] ?? "nothing"]
    // A member of the answer, by its path.
    case "show":
      let value = rest.split(separator: ".").reduce(answer as Any?) { value, name in
        if let list = value as? [Any], let number = Int(name), list.indices.contains(number) {
          return list[number]
        }
        return (value as? [String: Any])?[String(name)]
      }
      let rows = value as? [Any] ?? [value ?? "nothing"]
      return rows.map { Self.json($0) }
    // The room: the class of each square, shortened, and the number heard there.
    case "room":
      let content = answer["content"] as? [String: Any]
      let room = content?["room"] as? [String: Any]
      return (room?["cells"] as? [[[String: Any]]] ?? []).map { row in
        row.map { "\($0["class"] ?? "")\($0["heard"].map { " \($0)" } ?? "")" }.joined(
          separator: " | ")
      }
    default: return send(line.replacing("\\n", with: "\n"))
    }
  }
}
