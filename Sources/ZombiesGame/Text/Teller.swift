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
  private var size: RoomSize { attempt.level.size }
  private var isEmoji: Bool { session.settings.style == .emoji }

  // MARK: Beginnings and ends

  /// The sentences at the beginning of a round.
  var beginning: [String] {
    var sentences = introduction
    if isUnfair { sentences.append("This may be any level of the family, even an unfair one.") }
    if let rules { sentences.append(rules) }
    // The first steps need no coordinates.
    sentences.append(
      attempt.lesson != nil
        ? "The signpost is \(attempt.level.signpost.seen(from: round.player))."
        : "\(size.rows) by \(size.columns), \(round.isLit ? "lit" : "dark"). \(place)")
    if round.isLit || attempt.isRevealed {
      sentences += everything
    } else {
      if attempt.selection != nil && attempt.level.thingCount > 0 || attempt.hasHearing {
        sentences.append("It contains \(listed(contents)).")
      }
      sentences += remembered
      if let heard { sentences.append(heard) }
    }
    if attempt.isPractice, attempt.ending?.counted != true { sentences.append(practice) }
    return sentences
  }

  /// The sentences that introduce the level.
  private var introduction: [String] {
    let name = attempt.named.name
    switch attempt.place {
    case .lesson(let number):
      let lesson = FirstSteps.lessons[number]
      return ["First steps, room \(number + 1) of \(FirstSteps.count): \(lesson.name)."]
        + lesson.text
    case .daily(let day): return session.dailyBeginning(day, name)
    case .level: return ["\(name). \(counted(attempt.lives, "life", "lives"))."]
    case .turn(let id):
      let player = session.seats.player(id)?.name ?? ""
      return ["\(player), it is your turn: level \(session.seats.levelsPlayed + 1)."]
    case .trial: return ["You are trying a level from the workshop: \(name)."]
    default: return ["A new round: \(name)."]
    }
  }

  /// The purpose of the level, for the notes of the screen.
  var purpose: String? {
    switch attempt.place {
    case .lesson(let number):
      "first steps \(number + 1) of \(FirstSteps.count): \(FirstSteps.lessons[number].name)"
    case .daily(let day): "the daily level of \(day)"
    case .original: "the original game"
    // The code reveals where everything is.
    case .level: round.isLit || attempt.isOver && attempt.isFinished ? attempt.level.code : nil
    case .turn: title
    case .trial: "a level from the workshop"
    default: nil
    }
  }

  /// The contents of the room, which the name of its family reveals too: "1 zombie", "2 blocks".
  private var contents: [String] {
    let level = attempt.level
    let things = Thing.several.map { ($0, level.squares(of: $0).count) }
    let parts = things.filter { $0.1 > 0 }.map { counted($0.1, $0.0.noun) }
    return parts.isEmpty ? ["no zombies"] : parts
  }

  /// The contents of a dark room with hearing, which are always in sight: "2 zombies, 1 block".
  var holdings: String? { attempt.hasHearing ? darkContents : nil }

  /// The contents of a dark room; nil in the light.
  var darkContents: String? {
    round.isLit || attempt.isEmptyRoom ? nil : contents.joined(separator: ", ")
  }

  /// Whether the level was drawn from all of a family, and may have no solution.
  var isUnfair: Bool { attempt.selection == .any }

  /// The rules that differ from the default; nil if none does.
  var rules: String? { Self.words(for: attempt.rules) }

  /// The rules that differ from the default; nil if none does.
  static func words(for rules: Rules) -> String? {
    let standard = Rules.standard
    let changed = Rules.Variant.allCases.filter { rules.value(of: $0) != standard.value(of: $0) }
    let parts = changed.compactMap { variant -> String? in
      switch variant {
      case .catchingDistance: "catch only on your own square"
      case .chase: "try \(rules.chase.rawValue) steps first"
      case .zombieSpeed: "take \(counted(rules.zombieSpeed, "step")) per chase"
      // Each number that is told names the distance.
      case .hearingDistance: nil
      }
    }
    return parts.isEmpty ? nil : "Rules: zombies \(listed(parts))."
  }

  /// The headline of the message, such as "You won!".
  func headline(_ message: Game.Message) -> String {
    if attempt.isShown { return "That was the solution." }
    switch message {
    case .tryAgain: return isEmoji ? "Try again!🤞" : "Try again!"
    case .lost: return isEmoji ? "You lost!☠️" : "You lost!"
    case .won: return isEmoji ? "You won! 🥳" : "You won!"
    }
  }

  /// The reason why the round is over.
  var reason: String {
    switch round.outcome {
    case .won:
      let moves = counted(attempt.path.count, "move")
      return attempt.isShown
        ? "The solution reaches the signpost in \(moves)."
        : "You reached the signpost in \(moves)."
    case .caught:
      if catchers.contains(round.player) { return "A zombie is on your square." }
      let (names, sides) = (
        listed(catchers.map { $0.place }), listed(catchers.map { $0.beside(round.player) })
      )
      return catchers.count == 1
        ? "The zombie on \(names) is next to you: \(sides)."
        : "The zombies on \(names) are next to you: \(sides)."
    case .stuck: return "You are stuck: no legal move is left."
    case .outOfMoves, nil:
      return "You are out of moves: the move limit is \(attempt.path.count)."
    }
  }

  /// The zombies that have caught the player.
  private var catchers: [Square] {
    round.zombies.squares.filter { round.rules.catches(round.player, zombie: $0, in: size) }
  }

  /// The sentences at the end of a round.
  var ending: [String] {
    guard session.thought == nil, let ending = attempt.ending else { return [] }
    if let earned = session.tour.earned, earned.showsFinale, let finale = earned.finale {
      return WorldTeller(session).finale(finale)
    }
    var sentences = [headline(ending.message), reason]
    if let lesson = attempt.lesson {
      let isLast = lesson + 1 == FirstSteps.count
      sentences.append(
        round.outcome != .won
          ? "Next: the same room again."
          : isLast
            ? "Next: \(session.afterFirstSteps)."
            : "Next: room \(lesson + 2) of \(FirstSteps.count).")
    } else {
      if !ending.counted { sentences.append(practice) }
      switch attempt.place {
      case .rounds, .named, .original:
        sentences.append(score)
        let isNew = ending.counted && ending.message != .tryAgain && attempt.place != .named
        let isAgain = attempt.place == .named && !attempt.isFinished
        sentences.append(
          isNew
            ? "Next: a new game."
            : isAgain || session.isSameNext(attempt)
              ? "Next: the same level again." : "Next: a new level.")
      case .level(let place):
        let teller = WorldTeller(session)
        if ending.counted { sentences += teller.earned(attempt) }
        if !attempt.isFinished {
          sentences.append("\(counted(attempt.livesShown, "life", "lives")).")
        }
        sentences.append(teller.next(attempt, at: place).sentence)
      case .daily: sentences += session.dailyEnding
      case .turn: sentences.append("Next: the board.")
      default: sentences.append("Next: the workshop.")
      }
    }
    return sentences
  }

  /// Where "next" leads from the end of a round, in a few words: "for a new level".
  var goal: String {
    let start = "Next: "
    guard let next = ending.last, next.hasPrefix(start) else { return "to continue" }
    return "for \(next.dropFirst(start.count).dropLast().split(separator: ",")[0])"
  }

  /// The sentence that marks practice.
  var practice: String { "Practice: not counted." }

  /// The lives, the wins and the losses.
  var score: String {
    let isRound = session.isInRoom && attempt.isRound
    return score(of: session.game, lives: isRound ? attempt.livesShown : nil)
  }

  /// The lives, the wins and the losses of a game.
  func score(of game: Game, lives: Int? = nil) -> String {
    let left = counted(lives ?? game.lives, "life", "lives")
    return "\(left), \(counted(game.wins, "game")) won, \(game.losses) lost."
  }

  /// The score of the game, the world or the board that the level belongs to.
  var standing: [String] {
    switch attempt.place {
    case .level:
      return ["\(counted(attempt.lives, "life", "lives"))."] + WorldTeller(session).state
    case .daily: return session.dailyEnding.prefix(1) + []
    case .turn: return BoardTeller(session).about
    case .trial: return []
    default: return [score]
    }
  }

  /// The sentences when the player leaves.
  var farewell: [String] {
    var sentences: [String] = []
    if session.isInRoom, attempt.counts, round.outcome == nil, !attempt.path.isEmpty {
      let continues = session.continuesRounds || attempt.place != .rounds && attempt.turn == nil
      let isKept = session.isKept && continues
      sentences.append(
        isKept
          ? "This round is kept: you can continue it next time."
          : "The current round is not counted."
      )
    }
    sentences += session.standings
    if session.countedRounds > 0 {
      sentences.append("\(counted(session.countedRounds, "round")) counted.")
    }
    return sentences
  }

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

  private var view: RoomView { RoomView(session) }

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
  private var remembered: [String] {
    session.settingsInForce.remembers && attempt.knowledge.isWider(than: round) ? everything : []
  }

  /// The things that are in sight or remembered.
  private var everything: [String] { Thing.several.flatMap { things($0) } }

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

  // MARK: Words for players who see the picture, without coordinates

  /// The name of the level for a title. It is never a code.
  var title: String {
    if attempt.isEmptyRoom { return "No level" }
    if attempt.lesson != nil { return attempt.lesson == 0 ? "Zombies" : "First steps" }
    switch attempt.place {
    case .level(let place):
      let world = session.worlds.campaign.worlds[place.world]
      return world.levels[place.level].name ?? "\(world.name), level \(place.level + 1)"
    case .turn(let id): return session.seats.player(id).map { "\($0.name)'s turn" } ?? ""
    case .trial: return "Your level"
    case .daily(let day): return day == session.today ? "Today's level" : "The level of \(day)"
    case .original: return "The original game"
    default:
      if attempt.selection != nil { return "Rounds" }
      return attempt.named.name == attempt.level.code
        || (try? SeedReference(attempt.named.name)) != nil
        || (try? PlacementReference(attempt.named.name[...])) != nil
        ? "A level" : attempt.named.name
    }
  }

  /// The state of the round in a few words: what a dark room contains, the moves, and what is unusual.
  var status: [String] {
    let holds = session.place == .original || attempt.lesson != nil ? holdings : darkContents
    var parts = [holds, counted(attempt.path.count, "move")].compactMap { $0 }
    // Par of a larger room takes longer to find than a screen may take.
    if attempt.campaignPlace != nil, attempt.level.size.squareCount <= SmallRoom.limit,
      let par = session.adviser.facts(of: attempt.level, attempt.rules).par
    {
      parts[parts.count - 1] += ", par \(par)"
    }
    if attempt.isEmptyRoom { parts = [] }
    if let lesson = attempt.lesson {
      // Players who have come for something else read that it waits.
      let isAskedFor: Bool
      if case .level = session.beneath {
        isAskedFor = false
      } else {
        isAskedFor = !session.hasFinishedFirstSteps
      }
      parts.insert(
        "room \(lesson + 1) of \(FirstSteps.count)"
          + (isAskedFor ? ", then \(session.afterFirstSteps)" : ""), at: 0)
    }
    if let day = attempt.day { parts.insert("\(day)", at: 0) }
    if attempt.isPractice, !attempt.isOver { parts.append("practice") }
    if isUnfair, session.place != .original { parts.append("may be unfair") }
    if attempt.takenBack > 0 { parts.append("\(attempt.takenBack) undone") }
    if attempt.costlyHints > 0, attempt.counts {
      parts.append(
        counted(attempt.costlyHints, "hint") + (attempt.campaignPlace == nil ? "" : ", so 1 star"))
    }
    if lost != nil, !isJustLost { parts.append("cannot be won any more") }
    return parts
  }

  /// Whether the last move has lost the round.
  var isJustLost: Bool { attempt.lostSince == attempt.path.count }

  /// The caption at the beginning of a round.
  var beginningCaption: [String] {
    if let number = attempt.lesson { return [FirstSteps.lessons[number].caption] }
    if attempt.isEmptyRoom { return [] }
    if let heard { return [heard] }
    if round.isLit, attempt.level.zombiesMayMove {
      let isOne = attempt.level.squares(of: .zombie).count == 1
      return ["Walk to the signpost. \(isOne ? "The zombie follows" : "The zombies follow") you."]
    }
    return ["Walk to the signpost."]
  }

  /// The caption at the end of a round.
  var endingCaption: [String] {
    let headline = attempt.ending.map { self.headline($0.message) } ?? ""
    guard round.outcome == .caught else { return [headline, reason] }
    let zombies = catchers.count
    return [headline, zombies == 1 ? "A zombie caught you." : "\(zombies) zombies caught you."]
  }
}
