import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// What is told: in full, and in short for players who see the picture, without coordinates.
struct Told {
  var long: [String] = []
  var short: [String] = []

  init() {}

  /// Sentences with shorter ones; nil for the same ones.
  init(_ long: [String], short: [String]? = nil) { (self.long, self.short) = (long, short ?? long) }

  static func += (one: inout Told, other: Told) {
    one.long += other.long
    one.short += other.short
  }
}

/// Describes a session in sentences: the same event always in the same words, the most important
/// first.
struct Teller {
  let session: Session
  let attempt: Attempt

  /// The most things of one kind that are listed one by one, nearest first.
  private static let mostThings = 8

  init(_ session: Session) {
    self.session = session
    attempt = session.attempt
  }

  var round: Round { attempt.round }
  var size: RoomSize { attempt.level.size }
  var isEmoji: Bool { session.settings.style == .emoji }

  // MARK: Moves

  /// The effect of a move.
  func move(_ events: [Round.Event]) -> Told {
    var told = Told()
    for event in events {
      switch event {
      case .stepped(let direction, let square):
        told.long.append("Move \(attempt.path.count): \(direction.word), to \(square.place).")
      case .chased(let moves): told += chase(moves)
      case .lit:
        let near = attempt.level.flashlights.filter { $0.distance(to: round.player) <= 1 }
        let places = listed(near.map { $0.seen(from: round.player) })
        told.long.append("A flashlight (\(places)) lights the room. The zombies wake up.")
        told.short.append("A flashlight lights the room. The zombies wake up.")
        told.long += everything
      case .ended: break
      }
    }
    if round.outcome == nil, !round.isLit, let beside { told.long.append(beside) }
    if let heard { told += Told([heard]) }
    return told
  }

  /// The chase after a move.
  private func chase(_ moves: [ChaseMove]) -> Told {
    if moves.isEmpty { return Told(["There are no zombies."], short: []) }
    let steps = moves.filter { !$0.path.isEmpty }
    guard !steps.isEmpty else {
      return Told([
        moves.count == 1 ? "The zombie cannot come closer." : "No zombie can come closer."
      ])
    }
    let nearest = steps.sorted {
      let (one, other) = ($0.to.distance(to: round.player), $1.to.distance(to: round.player))
      return (one, $0.from) < (other, $1.from)
    }
    let parts = few(nearest) { $0.to.seen(from: round.player) }
    let one = "\(moves.count == 1 ? "The" : "A") zombie comes closer"
    let who = steps.count == 1 ? one : "\(steps.count) zombies come closer"
    return Told(["\(who): \(parts)."], short: ["\(who)."])
  }

  /// The nearest of some things in words, and the number of the others.
  ///
  /// - Parameter noun: The noun for the others; nil for "more" alone.
  private func few<Thing>(
    _ things: [Thing], more noun: String? = nil, _ words: (Thing) -> String
  ) -> String {
    let rest = things.count - Self.mostThings
    let others = noun.map { counted(rest, $0) } ?? "\(rest) more"
    return
      (things.prefix(Self.mostThings).map(words) + (rest > 0 ? ["\(others), further away"] : []))
      .joined(separator: "; ")
  }

  /// Some of the squares, nearest to the player first.
  private func nearestFirst(_ squares: [Square], _ isMeant: (Square) -> Bool) -> [Square] {
    squares.filter(isMeant).sorted {
      ($0.distance(to: round.player), $0) < ($1.distance(to: round.player), $1)
    }
  }

  var view: RoomView { RoomView(session) }

  /// The event of a move that stops a counted walk, in a few words; nil if there is none.
  ///
  /// - Parameter before: The attempt before the move.
  func event(since before: Attempt) -> String? {
    if round.isLit != before.round.isLit { return "the room is lit now" }
    if session.settingsInForce.tells, attempt.lostSince != nil, before.lostSince == nil {
      return "this round can no longer be won"
    }
    let count = Sight(round).heard
    if let count, count != Sight(before.round).heard {
      return "you hear \(count == 0 ? "no zombies" : counted(count, "zombie")) now"
    }
    // In the light, a zombie at this distance may catch the player at the next move.
    let reach = round.rules.catchingDistance + round.rules.zombieSpeed + 1
    func near(_ round: Round) -> [Int] {
      round.zombies.squares.map { $0.distance(to: round.player) }.filter { $0 <= reach }
    }
    let distances = near(round)
    guard round.isLit, distances.count > near(before.round).count, let distance = distances.min()
    else { return nil }
    return "a zombie is \(counted(distance, "square")) away"
  }

  /// The things in sight next to the player in the dark, with their directions; nil if there are none.
  private var beside: String? {
    var parts: [String] = []
    for direction in Direction.allCases {
      guard let square = size.exit(from: round.player, direction),
        let thing = Sight(round).thing(at: square)
      else { continue }
      let name = thing == .start ? "you" : thing.nounWithArticle
      parts.append("\(name) \(direction.word)")
    }
    return parts.isEmpty ? nil : "Next to you: \(listed(parts))."
  }

  /// The warning that the round can no longer be won; nil if it still can, or if that is unknown.
  var lost: String? {
    guard session.settingsInForce.tells, let since = attempt.lostSince else { return nil }
    if since == 0 {
      return round.isLit && !Round(attempt.level, rules: attempt.rules).isLit
        ? "This level cannot be won. It could not be won in the dark either."
        : "This level cannot be won."
    }
    let lost = "This round can no longer be won"
    return attempt.winnableUntil == since - 1
      ? "\(lost): move \(since), \(attempt.path[since - 1].word), lost it."
      : "\(lost); known since move \(since)."
  }

  // MARK: Hearing

  /// The number of zombies that the player hears now; nil if nothing can be heard.
  var heard: String? {
    guard round.outcome == nil, !attempt.isEmptyRoom, let count = Sight(round).heard else {
      return nil
    }
    return "You hear \(zombies(count))."
  }

  /// "1 zombie within 2 steps".
  private func zombies(_ count: Int) -> String {
    let distance = counted(attempt.rules.hearingDistance, "step")
    return "\(count == 0 ? "no zombies" : counted(count, "zombie")) within \(distance)"
  }

  /// The numbers heard on other squares, nearest first; nil if there are none or they are not shown.
  private var heardBefore: String? {
    let squares = nearestFirst(Array(attempt.knowledge.heard.keys)) {
      $0 != round.player && view[$0].heard != nil
    }
    guard !squares.isEmpty else { return nil }
    let parts = few(squares, more: "more number") {
      "\(attempt.knowledge.heard[$0] ?? 0) on \($0.place)"
    }
    return "Heard before: \(parts)."
  }

  /// The squares that a number counts, after the player has asked about it.
  var listening: Told {
    guard let square = attempt.listened, let count = attempt.knowledge.heard[square] else {
      return Told(["The squares are no longer marked."])
    }
    let sentence =
      square == round.player
      ? "You hear \(zombies(count))." : "On \(square.place) you heard \(zombies(count))."
    let unseen = nearestFirst(attempt.squares(countedAround: square)) { view[$0].light == .dark }
    let distance = counted(attempt.rules.hearingDistance, "step")
    let dark =
      unseen.isEmpty
      ? "No square within \(distance) is dark."
      : "Dark squares within \(distance): \(few(unseen) { $0.seen(from: round.player) })."
    let all =
      count == 0 ? "No zombie is" : "\(counted(count, "zombie")) \(count == 1 ? "is" : "are")"
    return Told([sentence, dark], short: ["\(all) on the marked squares."])
  }

  // MARK: Looking

  /// The squares of the player and the signpost.
  var place: String {
    "You are on \(round.player.place); the signpost is "
      + "\(attempt.level.signpost.seen(from: round.player))."
  }

  /// The seen and remembered parts of the room in words.
  var room: [String] {
    var sentences = [
      "You are on \(round.player.place) of \(size.rows) by \(size.columns); it is "
        + "\(round.isLit ? "lit" : "dark").",
      "The signpost is \(attempt.level.signpost.seen(from: round.player)).",
    ]
    if round.outcome == nil {
      let ways = Direction.allCases.filter { round.target($0) != nil }.map { $0.word }
      sentences.append("You can go \(listed(ways)).")
    }
    sentences += everything
    if let heard { sentences.append(heard) }
    if let heardBefore { sentences.append(heardBefore) }
    if let lost { sentences.append(lost) }
    return sentences
  }

  /// The things that are in sight or remembered; empty if none is remembered.
  var remembered: [String] {
    session.settingsInForce.remembers && attempt.knowledge.isWider(than: round) ? everything : []
  }

  /// The things that are in sight or remembered.
  var everything: [String] { Thing.several.flatMap { things($0) } }

  /// The things of one kind that are in sight or remembered, nearest first.
  private func things(_ thing: Thing) -> [String] {
    let view = view
    let all = nearestFirst(view.squares(of: thing)) { _ in true }
    guard !all.isEmpty else { return [] }
    let parts = few(all) { square in
      square.seen(from: round.player)
        + (view[square].isRemembered && !attempt.isRevealed ? " (remembered)" : "")
    }
    return ["\(counted(all.count, thing.noun)): \(parts)."]
  }

  // MARK: Undo

  /// The sentences after an undone move, or after a restart.
  ///
  /// - Parameter counts: Whether the round counted until then.
  func takenBack(all: Bool, counts: Bool) -> Told {
    let beginning = all ? "The same level again." : "Move undone."
    let end = all ? " This round is practice." : " The rest of the round is practice."
    var told = [beginning + (counts ? end : ""), place]
    if round.isLit {
      told += things(.zombie)
    } else if all {
      told += remembered
    } else if attempt.takenBack > 0 {
      told.append("Undone in the dark: \(counted(attempt.takenBack, "move")).")
    }
    let heard = heard.map { [$0] } ?? []
    let short = all ? told[0] : counts ? "Undone: the rest is practice." : beginning
    return Told(told + heard, short: [short] + heard)
  }
}
