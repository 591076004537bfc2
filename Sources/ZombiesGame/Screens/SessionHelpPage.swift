import ZombiesCore

// The help page of a session, and the rules and symbols in short.

extension Session {
  /// The symbols and the marks of the room.
  var legend: [String] {
    func symbol(_ thing: Thing?) -> String { settings.style.symbol(thing) }
    return [
      "\(symbol(.start)) is you, \(symbol(.signpost)) the signpost, \(symbol(.zombie)) a zombie, "
        + "\(symbol(.block)) a block, \(symbol(.flashlight)) a flashlight and \(cell(nil, .seen)) a free "
        + "square.",
      darkness,
      "! marks a zombie that caught you, and ~ a square that a number counts. A digit is the number "
        + "of zombies that you heard there.",
    ] + (place == .workshop ? [Self.workshopSigns] : [])
  }

  /// A square in the current style, with its mark.
  private func cell(_ thing: Thing?, _ light: RoomView.Cell.Light) -> String {
    let (symbol, mark) = RoomView.Cell(thing: thing, light: light).symbols(settings.style)
    return mark == " " ? symbol : symbol + mark
  }

  /// The symbols of what the player does not see.
  private var darkness: String {
    "\(cell(nil, .dark)) is dark, \(cell(nil, .remembered)) was seen before, and ' marks "
      + "a thing seen before, such as \(cell(.block, .remembered))."
  }

  private static let workshopSigns =
    "* marks the solution, x a square from which the level can no longer be won, and < the cursor."

  /// The rules in short.
  ///
  /// - Parameter hearing: The hearing distance; 0 for none.
  static func rules(_ style: PictureStyle, hearing: Int) -> [String] {
    func symbol(_ thing: Thing) -> String { style.symbol(thing) }
    let heard =
      hearing > 0
      ? ["You also hear how many zombies are within \(counted(hearing, "step")), shown as a digit."]
      : []
    return [
      "You are \(symbol(.start)). Walk to the signpost \(symbol(.signpost)).",
      "A zombie \(symbol(.zombie)) catches you as soon as you are next to it. Diagonal squares are safe.",
      "In the dark you see your square and the four next to it, and nothing moves.",
    ] + heard + [
      "A flashlight \(symbol(.flashlight)) next to you lights the room. From then on, each zombie "
        + "comes a square closer after each of your moves. It takes the longer direction first, up or "
        + "down if both are equal, and the other one if that is blocked.",
      "Nobody can walk through blocks \(symbol(.block)). In drawn levels, nothing is next to the start or "
        + "the signpost.",
      "You have 3 lives. A new game begins when you win, or when you have lost all 3.",
    ]
  }

  /// The hearing distance of the rules in force, for the rules in short; 0 for none.
  var hearingDistance: Int {
    isInRoom && !attempt.isEmptyRoom
      ? attempt.rules.hearingDistance : settingsInForce.rules.hearingDistance
  }

  /// The help page: the rules, the symbols, the keys.
  var help: [Screen.HelpLine] {
    let hasCursor = place == .workshop
    var lines: [Screen.HelpLine] =
      hasCursor
      ? [.heading("The symbols"), .signs(Self.workshopSigns)]
      : [
        .heading("The rules"),
        .text(Self.rules(settings.style, hearing: hearingDistance).joined(separator: " ")),
        .signs(darkness),
      ]
    lines.append(.heading("Keys"))
    func names(_ binding: KeyBinding) -> String {
      binding.keys.map { $0.name }.joined(separator: " ")
    }
    // The keys for walking share a line.
    let walking = placeKeys.prefix(walkingKeys).map(names).joined(separator: ", ")
    let verb = hasCursor ? "Move the cursor with " : "Walk with "
    if !walking.isEmpty { lines.append(.text(verb + walking + ".")) }
    for binding in placeKeys.dropFirst(walkingKeys)
    where binding.action != .skip || attempt.lesson != nil {
      lines.append(.entry(names(binding), binding.summary))
    }
    return lines
  }
}
