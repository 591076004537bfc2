import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

// Words for players who see the picture, without coordinates.

extension Teller {
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
