import Foundation
import Testing
import ZombiesCore
import ZombiesGrading
import ZombiesTestSupport

// Each value is that of the session inside.
@testable import ZombiesGame
@testable import ZombiesPage

/// Every field of the state that the script reads, after any events in every place. Only this suite finds a
/// member with another member's value: each value is compared with the session's own, each event with the
/// action that it stands for on a second session, and each number of a control with the action behind it.
@Suite struct PageStateTests {
  private typealias State = [String: Any]

  /// Each string, number and flag by its path, such as "counters.0.name". An empty list has a line of its own.
  private static func flat(_ value: Any, _ path: String = "", into all: inout [String: String]) {
    switch value {
    case let members as State:
      for (key, value) in members { flat(value, path + "." + key, into: &all) }
    case let values as [Any]:
      if values.isEmpty { all[path] = "none" }
      for (number, value) in values.enumerated() { flat(value, path + ".\(number)", into: &all) }
    case let text as String: all[path] = "'\(text)'"
    case let flag as Bool: all[path] = flag ? "1" : "0"
    case let number as NSNumber: all[path] = "\(number.intValue)"
    default: all[path] = "\(value)"
    }
  }

  private struct Driven {
    var page: Page
    var twin: Session
    var random: UInt64
    var isMove = false
    var isHandled = true
    var kinds: Set<String> = []

    init(_ page: Page, seed: UInt64) throws {
      self.page = page
      twin = try require(page.session.session)
      random = seed
    }

    mutating func below(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(max(count, 1)))
    }

    static func name(_ key: Key) -> String {
      switch key {
      case .character(let character): character.uppercased()
      case .arrow(let direction): "Arrow" + direction.word.capitalized
      case .enter: "Enter"
      case .escape: "Escape"
      case .backspace: "Backspace"
      case .pageUp: "PageUp"
      case .pageDown: "PageDown"
      }
    }

    /// An event, with what it means performed on the second session.
    mutating func event() -> String {
      let screen = twin.screen
      isMove = true
      switch below(12) {
      case 0...3 where !screen.arrows.isEmpty:
        let number = below(4)
        isHandled = twin.perform(.move([.up, .left, .down, .right][number]))
        return "arrow \(number)"
      case 4...6:
        let controls = Self.controls(twin)
        guard !controls.isEmpty else { return nothing() }
        let number = below(controls.count)
        isHandled = controls[number].isEnabled && twin.perform(controls[number].action)
        return "control \(number)"
      case 7...8:
        let keys = twin.keys.flatMap(\.keys)
        let key = keys[below(keys.count)]
        guard let action = twin.action(of: key) else { return nothing() }
        isHandled = action != .leave && twin.perform(action)
        return "key \(Self.name(key))"
      case 9:
        isMove = false
        let row = below(5)
        isHandled = twin.touch(row: row)
        return "row \(row)"
      case 10:
        guard twin.awaits != nil else { return nothing() }
        if twin.awaits == .player { return nothing() }
        isHandled = twin.perform(.proceed)
        return "go on"
      default:
        isMove = false
        let lines = [
          "up", "left 2", "hint", "undo", "keep", "name \"A\\B\"", "set symbols letters",
          "set pictures off",
          "set sound on", "add Ann", "add Ben", "start", "turn", "share", "zombie 2 2",
          "set symbols emoji",
        ]
        guard twin.awaits != .player else { return nothing() }
        let line = lines[below(lines.count)]
        twin.perform(typed: line)
        isHandled = true
        return "say \(line)"
      }
    }

    /// An event that changes nothing.
    private mutating func nothing() -> String {
      (isMove, isHandled) = (false, false)
      return "arrow 9"
    }

    static func controls(_ session: Session) -> [Screen.Control] {
      session.screen.controls.filter { control in
        if case .put = control.action { return false }
        let steps: [Action] = [.previous, .next]
        return control.action != .leave
          && (!steps.contains(control.action) || session.screenKind == .worlds)
      }
    }

    /// Sends an event, and returns what is wrong.
    mutating func step() -> String? {
      let before = twin
      let event = event()
      page.send(event)
      kinds.insert(twin.screenKind.rawValue)
      guard let session = page.session.session else { return "no session" }
      // The page takes what is exported or recorded.
      _ = (twin.takeWantedFile(), twin.takeWantedPlays())
      twin.plays = session.plays
      let place = "\(event) on \(before.screenKind)"
      if session != twin { return "\(place): another session, now \(session.screenKind)" }
      guard let json = try? JSONSerialization.jsonObject(with: Data(page.answer.utf8)) else {
        return "\(place): no JSON"
      }
      var (state, wanted): ([String: String], [String: String]) = ([:], [:])
      PageStateTests.flat(json, into: &state)
      PageStateTests.flat(expected(before), into: &wanted)
      let ignored =
        [".phrases", ".groups", ".fields", ".walks"] + (kind == .help ? [".content.lines"] : [])
        + (before.page == nil ? [] : [".litNow"])
      let path = Set(state.keys).union(wanted.keys).filter { path in
        state[path] != wanted[path] && !path.hasSuffix(".place")
          && !ignored.contains { path.hasPrefix($0) }
      }.min()
      if let path {
        return "\(place): \(path): \(state[path] ?? "-"), expected \(wanted[path] ?? "-")"
      }
      return walks(before, state).map { "\(place): \($0)" }
    }

    private var kind: Screen.Kind { twin.screenKind }

    // MARK: What is expected

    private func control(_ control: Screen.Control, _ event: String) -> State {
      var label = control.label
      if control.action == .open(.text) { label = "text" }
      if control.action == .share, kind == .round { label = "share the last round" }
      var members: State = [
        "label": label, "event": event, "keys": control.keys.map(\.name),
        "enabled": control.isEnabled,
      ]
      if control.action == .share, control.isEnabled {
        members["copy"] = twin.shared.joined(separator: "\n")
      }
      if case .move(let direction) = control.action {
        let symbols: [Direction: String] = [.up: "↑", .down: "↓", .left: "←", .right: "→"]
        members["symbol"] = symbols[direction]
      }
      return members
    }

    private func expected(_ before: Session) -> State {
      let (screen, session, settings) = (twin.screen, twin, twin.settings)
      let sentences = page.session.sentences
      let controls = Self.controls(session)
      let isEmoji = settings.style == .emoji
      let answers = session.log.messages.suffix(session.log.count - before.log.count)
      var all: State = [
        "kind": kind.rawValue, "heading": screen.heading, "title": screen.title,
        "caption": (sentences.isEmpty ? screen.caption : sentences).joined(separator: " "),
        "status": screen.status, "sound": settings.hasSound, "vibration": settings.hasVibration,
        "style": isEmoji ? settings.drawsPictures ? "pictures" : "emoji" : "letters",
        "notes": screen.notes, "told": sentences + screen.told,
        "counters": screen.counters.map {
          [
            "name": $0.name, "text": $0.text, "count": $0.count,
            "spoken": "\($0.name): \($0.count)",
          ] as State
        },
        "arrows": screen.arrows.enumerated().map { control($0.element, "arrow \($0.offset)") },
        "controls": controls.enumerated().map { control($0.element, "control \($0.offset)") },
        "slots": slots(controls, screen), "content": content(screen), "handled": isHandled,
        "typing": session.isTyping, "awaits": awaits, "address": session.screenAddress,
        "where": session.whereabouts, "warnings": [String](), "keep": kept, "extras": extras,
        "said": page.session.whispers + sentences + answers.filter { !$0.hasPrefix("\n> ") },
      ]
      if session.page == nil, session.isInRoom {
        let isLit = isMove && isHandled && session.lastMove != nil && session.attempt.round.isLit
        all["litNow"] = isLit && !before.attempt.round.isLit
        all["hinted"] = session.freshHint?.move?.word
        if case .best(_, _, let step?)? = session.freshHint { all["goal"] = [place(step.square)] }
      }
      if kind == .workshop {
        all["kept"] = session.workshop.kept.enumerated().map { number, level -> [String: String] in
          [
            "text": (level.name.map { "\($0): " } ?? "") + level.code,
            "take": "say take \(number + 1)", "remove": "say remove \(number + 1)",
          ]
        }
        all["way"] = session.workshop.solutionPath.map(place)
      }
      return all
    }

    private func place(_ square: Square) -> [Int] { [square.row, square.column] }

    private var awaits: String {
      switch twin.awaits {
      case nil: ""
      case .move: "move"
      case .thought: "plan"
      case .player: "player"
      case .answer: twin.bench.wanted == nil ? "answer" : "plan"
      }
    }

    /// The texts to save: those that differ from what was read, which is only the progress.
    private var kept: State {
      guard let progress = try? GameProgress(text: Page.experienced) else { return [:] }
      let texts = [
        ("progress", progress.text, progress.joined(with: twin).text),
        ("levels", KeptLevels().text, KeptLevels().joined(with: twin).text),
        ("settings", KeptSettings().text, KeptSettings().joined(with: twin).text),
        ("days", KeptDays().text, KeptDays().joined(with: twin).text),
        ("session", KeptSession().text, KeptSession().joined(with: twin).text),
        ("plays", KeptPlays().text, KeptPlays().joined(with: twin).text),
      ].filter { $0.1 != $0.2 }
      return State(uniqueKeysWithValues: texts.map { ($0.0, $0.2) })
    }

    private var extras: [State] {
      var extras: [(String, String)] = []
      if kind == .workshop, !twin.workshop.kept.isEmpty {
        extras.append(("export saved levels", "take kept"))
      }
      if kind == .settings || kind == .worlds {
        extras += [("export progress", "take progress"), ("import progress", "bring")]
        if twin.countedRounds > 0 {
          extras.append(("export played rounds", "take plays"))
          extras.append(("export and remove played rounds", "take plays,"))
        }
      }
      return extras.map { ["label": $0.0, "event": $0.1] }
    }

    private func slots(_ controls: [Screen.Control], _ screen: Screen) -> [State] {
      let shows = twin.awaits == .move
      let round: [(String, [Action])] = [
        ("hint", [shows ? .dismiss : .hint]), ("undo", [.undo]),
        ("next", [.stop, .skip, .newRound] + (shows ? [] : [.dismiss])),
      ]
      let bench: [(String, [Action])] = [
        ("undo", [.undo]), ("redo", [.edit(.redo)]), ("next", [.choose]), ("keep", [.edit(.keep)]),
      ]
      let rows = kind == .workshop ? bench : screen.arrows.isEmpty ? [] : round
      return rows.map { icon, actions in
        let there = controls.indices.filter { actions.contains(controls[$0].action) }
        var slot: State = [
          "icon": icon, "label": twin.keys.last { actions.contains($0.action) }?.label ?? "",
        ]
        slot["control"] = there.first { controls[$0].isEnabled } ?? there.first
        return slot
      }
    }

    private func content(_ screen: Screen) -> State {
      switch screen.content {
      case .room(let view):
        guard let box = screen.message else {
          let spoken = twin.roomInWords.joined(separator: " ")
          return ["form": "room", "room": room(view).merging(["spoken": spoken]) { $1 }]
        }
        var all: State = [
          "form": "message", "headline": box.headline, "reasons": box.reasons, "share": box.share,
          "result": box.result.rawValue, "room": room(twin.room),
        ]
        all["stars"] = box.stars.map(signs)
        return all
      case .help: return ["form": "help"]
      case .text(let log): return ["form": "text", "messages": log.messages, "count": log.count]
      case .panel(let panel): return self.panel(panel)
      }
    }

    private func signs(_ won: GameProgress.Stars) -> String {
      [.win, .firstLife, .par].map { won.contains($0) ? "★" : "☆" }.joined()
    }

    private func panel(_ panel: Panel) -> State {
      var all: State = [
        "form": "panel", "title": panel.title, "whiteOnBlack": panel.isWhiteOnBlack,
        "lines": panel.lines, "notes": kind == .menu || kind == .settings ? [] : panel.notes,
        "pictures": panel.rooms.map { picture in
          room(picture.room).merging(["name": picture.name, "spoken": picture.spoken]) { $1 }
        },
      ]
      all["rows"] = rows(panel.rows, "row")
      if kind == .settings {
        all["field"] = [
          "label": "Your name in the file of played rounds", "text": twin.settings.playerName,
          "event": "say set name",
        ]
      }
      if kind == .worlds { all["cards"] = rows(panel.cards, "card") }
      if let given = panel.field {
        all["field"] = ["label": given.label, "text": given.text, "event": "line"]
      }
      return all
    }

    private func rows(_ rows: [Panel.Row], _ word: String) -> [State] {
      let (campaign, world) = (twin.worlds.campaign, twin.tour.world)
      return rows.enumerated().map { number, row in
        var members: State = [
          "text": row.text, "detail": row.detail, "event": "\(word) \(number)",
          "current": row.isCurrent, "enabled": row.isEnabled, "summary": row.summary,
          "spoken": row.summary.isEmpty ? row.spoken : "\(row.spoken): \(row.summary)",
        ]
        guard [.worlds, .world].contains(kind) else {
          members["picture"] = row.room.map(room)
          return members
        }
        let place = Campaign.Place(world: world, level: number)
        let won = twin.worlds.stars(of: place)
        (members["stars"], members["enabled"]) = (signs(won), twin.worlds.isOpen(place))
        members["picture"] =
          won.contains(.win) ? room(RoomView(picture: campaign[place].level)) : nil
        return members
      }
    }

    private func room(_ view: RoomView) -> State {
      let isEmoji = twin.settings.style == .emoji
      let things: [Thing: String] = [
        .start: "player", .signpost: "signpost", .zombie: "zombie", .block: "block",
        .flashlight: "flashlight",
      ]
      let cells = (0..<view.size.rows).map { row in
        (0..<view.size.columns).map { column -> State in
          let cell = view[Square(row: row, column: column)]
          var bare = cell
          (bare.sign, bare.heard, bare.isCounted) = (nil, nil, false)
          let (symbol, mark) = bare.symbols(twin.settings.style)
          let words: [String?] = [
            cell.light == .dark ? "dark" : cell.light == .seen ? "seen" : "remembered",
            cell.thing.flatMap { things[$0] }, cell.catches ? "catches" : nil,
            cell.isCounted ? "counted" : nil,
            cell.sign.map { $0 == .cursor ? "cursor" : $0 == .way ? "way" : "lost" },
          ]
          var members: State = [
            "symbol": isEmoji && cell.thing == nil ? "" : symbol,
            "class": words.compactMap { $0 }.joined(separator: " "),
          ]
          members["mark"] = mark == " " ? nil : mark
          members["heard"] = cell.heard.map { $0 > 9 ? "+" : "\($0)" }
          return members
        }
      }
      return [
        "rows": view.size.rows, "columns": view.size.columns, "firstRow": 0, "firstColumn": 0,
        "cells": cells,
      ]
    }

    /// Who walked: the player, and in the light those zombies that are elsewhere now.
    private func walks(_ before: Session, _ state: [String: String]) -> String? {
      guard twin.page == nil, twin.isInRoom else {
        return state.keys.contains { $0.hasPrefix(".walks") && $0 != ".walks" }
          ? "walks without a room" : nil
      }
      var walks: [[String]] = []
      while let row = state[".walks.\(walks.count).0.0"] {
        let number = walks.count
        var last = 0
        while state[".walks.\(number).\(last + 1).0"] != nil { last += 1 }
        func square(_ step: Int) -> String {
          "\(state[".walks.\(number).\(step).0"] ?? "") \(state[".walks.\(number).\(step).1"] ?? "")"
        }
        _ = row
        walks.append([square(0), square(last)])
      }
      let (was, now) = (before.attempt.round, twin.attempt.round)
      let hasMoved = isMove && isHandled && twin.lastMove != nil
      // Closing a page shows the last move again.
      if before.page != nil { return nil }
      guard hasMoved else { return walks.isEmpty ? nil : "walks \(walks)" }
      func name(_ square: Square) -> String { "\(square.row) \(square.column)" }
      if walks.first != [name(was.player), name(now.player)] { return "the player walks \(walks)" }
      var zombies = Set(was.zombies.squares.map(name))
      for walk in walks.dropFirst() where zombies.remove(walk[0]) == nil {
        return "no zombie \(walk)"
      }
      for walk in walks.dropFirst() { zombies.insert(walk[1]) }
      return zombies == Set(now.zombies.squares.map(name)) ? nil : "zombies \(walks)"
    }
  }

  @Test(
    "7.1 Each member of the state is the session's own, and each event the action it stands for"
  )
  func everyField() throws {
    var kinds: Set<String> = []
    let starts: [(events: [String], link: String, then: [String])] = [
      ([], "rounds", []), ([], "original", []), ([], "daily", []), ([], "worlds", []),
      ([], "worlds/1/1", []), ([], "scoreboard", []),
      ([], "scoreboard", ["say add Ann", "say start"]),
      ([], "workshop/S3/2Z1/1#1P", ["say keep"]), ([], "S1F1/4/2ZP?hearing-distance=3", []),
      ([], "Z2P/1#2/3S+lit", []), ([], "menu", []), ([], "options", []), ([], "help", []),
      ([], "text", []),
      (["level 1SP", "level S1/Z1/1P"], "", []), (["set symbols letters"], "S2/Z1P", []),
    ]
    for (number, start) in starts.enumerated() {
      var page = Page(start.events, link: start.link)
      for event in start.then { page.send(event) }
      var driven = try Driven(page, seed: UInt64(number))
      for _ in 0..<24 {
        if let problem = driven.step() {
          Issue.record("\(start.link): \(problem)")
          break
        }
      }
      kinds.formUnion(driven.kinds)
    }
    expect(kinds.count > 11, "\(kinds)")
  }
}
