import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The beginning and the end of a round in sentences, with the score.

extension Teller {
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
  var contents: [String] {
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
  var catchers: [Square] {
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
}
