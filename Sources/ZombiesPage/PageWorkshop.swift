import ZombiesCore
import ZombiesGame
import ZombiesGrading

// The workshop on a page. Players touch squares to put things on them. All other tools send a command, as
// if it were typed.

extension PageSession {
  /// A tool of the workshop.
  struct Tool {
    let label: String
    let event: String
    var symbol = ""
    /// The thing whose picture the tool shows; nil for none.
    var thing: Thing?
    var isPressed: Bool?
    var isEnabled = true
  }

  mutating func take(brush name: String) -> Bool {
    guard
      name == "nothing" || name == "floor" || Thing.allCases.contains(where: { $0.noun == name })
    else { return false }
    brush = name
    return true
  }

  /// Applies the brush to a square. If the thing of the brush is already there, removes it. If nothing
  /// can change, only moves the cursor.
  mutating func touch(_ text: String, in session: inout Session) -> Bool {
    guard session.screenKind == .workshop, let square = text.square,
      session.workshop.draft.level.size.contains(square)
    else { return false }
    let thing = Thing.allCases.first { $0.noun == brush }
    let isPut =
      brush != "nothing"
      && (session.perform(.edit(.put(thing, square)))
        || thing != nil && session.perform(.edit(.put(nil, square))))
    guard isPut else { return session.perform(.aim(square)) }
    whisper(square, of: session)
    return true
  }

  /// Tells a screen reader what has been put on a square.
  mutating func whisper(_ square: Square, of session: Session) {
    let thing = session.workshop.draft.level.thing(on: square)
    whispers = ["\(thing?.noun ?? "floor"), row \(square.row + 1), column \(square.column + 1)."]
  }

  /// The tools, in groups with a name.
  func tools(of session: Session) -> [(name: String, tools: [Tool])] {
    let level = session.workshop.draft.level
    let style = session.settings.style
    let isDrawn = style == .emoji && session.settings.drawsPictures
    let brushes: [(name: String, thing: Thing?)] =
      Workshop.things.map { ($0.noun, $0) } + [("floor", nil), ("nothing", nil)]
    let brushTools = brushes.map { name, thing in
      Tool(
        label: name, event: "brush \(name)",
        symbol: thing.map { isDrawn ? "" : style.symbol($0) } ?? "",
        thing: isDrawn ? thing : nil, isPressed: brush == name)
    }
    func size(_ label: String, _ rows: Int, _ columns: Int) -> Tool {
      let (rows, columns) = (level.size.rows + rows, level.size.columns + columns)
      return Tool(
        label: label, event: "say size \(rows) \(columns)",
        isEnabled: session.allows(.edit(.resize(rows: rows, columns: columns))))
    }
    let rules = session.workshop.draft.rules
    let ruleTools = Rules.Variant.allCases.map { variant in
      let kind = Setting.Kind(variant)
      let next = Settings(rules: rules).changed(kind, forward: true)
      return Tool(
        label: "\(kind.name): \(rules.value(of: variant))",
        event: "say rule \(kind.name) \(next.value)")
    }
    return [
      ("Touch a square to place", brushTools),
      (
        "The room",
        [
          size("row +", 1, 0), size("row −", -1, 0), size("column +", 0, 1),
          size("column −", 0, -1),
          Tool(
            label: level.isLit ? "make it dark" : "light it",
            event: level.isLit ? "say dark" : "say lit"),
        ]
      ),
      ("The rules", ruleTools),
    ]
  }

  /// The fields of the workshop: a label, an example, and the command before the typed text.
  static let fields: [(label: String, example: String, word: String)] = [
    ("Generate a level: family, and grade if you like", "6x6z2b3f1 hard", "generate"),
    ("Paste a code, a seed reference or a picture", "classic@42#7", "paste"),
    ("Name of the level", "Two in a Row", "name"),
  ]

  /// Writes the members that belong to the workshop but not to its panel.
  func writeWorkshop(of session: Session, to json: inout JSONText) {
    let workshop = session.workshop
    json.objects("groups", tools(of: session)) { json, group in
      json.member("name", group.name)
      json.objects("tools", group.tools) { json, tool in
        json.member("label", tool.label)
        json.member("event", tool.event)
        json.member("symbol", tool.symbol)
        if let thing = tool.thing { json.member("thing", thing.noun) }
        json.member("enabled", tool.isEnabled)
        if let isPressed = tool.isPressed { json.member("pressed", isPressed) }
      }
    }
    json.objects("fields", Self.fields) { json, field in
      json.member("label", field.label)
      json.member("example", field.example)
      json.member("word", field.word)
    }
    json.objects("kept", Array(workshop.kept.enumerated())) { json, level in
      json.member("text", level.element.title)
      json.member("take", "say take \(level.offset + 1)")
      json.member("remove", "say remove \(level.offset + 1)")
    }
    json.member("way", workshop.solutionPath)
  }
}
