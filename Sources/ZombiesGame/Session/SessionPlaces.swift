import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// How a session begins, and how the player gets from place to place: by a link, by going back, or by an action.

extension Session {
  /// The level of a link that takes a while to draw.
  struct Sought: Equatable {
    let reference: SeedReference
    let rules: Rules
  }

  // MARK: The beginning

  /// Begins at a link, or else where the player was, or else where the setup says. The first steps come before.
  mutating func begin(_ setup: Setup, continuing kept: KeptSession) {
    let refusal = setup.bench.flatMap { lay($0) }
    let here = continuesRounds ? kept.here : nil
    var (destination, isNew, sentence) = firstPlace(setup)
    if let there = here.map({ $0.beneath ?? $0.place }), exists(there) {
      (destination, isNew, sentence) = (there, false, nil)
    }
    if let link = setup.link, !link.isPage, here == nil || !isAddress(link, of: destination) {
      let target = prepare(link)
      isNew = isNew || target.isNew || target.place != destination
      (destination, sentence) = (target.place, target.sentence)
    }
    let isLesson = here?.place.isLesson == true || kept.here == nil && kept.isInFirstSteps
    if setup.showsFirstSteps || isLesson && (setup.link?.isPage ?? true) {
      beneath = destination
      let lesson = isLesson ? attempts.last { $0.lesson != nil }?.place : nil
      isNew = lesson == nil
      destination = lesson ?? .lesson(0)
    } else {
      removeLessons()
    }
    if isNew {
      enter(destination)
    } else {
      place = destination
      bringUp(destination)
      goOn()
      if isInRoom, !attempt.isOver { thought = thought ?? here?.thought }
    }
    if let row = here?.menuRow, page == nil, setup.link == nil || setup.link?.isPage == true {
      (page, menuRow) = (.menu, min(row, Self.menuRows.count - 1))
    }
    if isInFirstSteps { notice = sentence } else { announce([sentence].compactMap { $0 }) }
    announce([refusal].compactMap { $0 })
    if case .page(let page) = setup.link, self.page == nil { open(page) }
  }

  /// Whether a link is to a place where the player was.
  private mutating func isAddress(_ link: Address, of destination: Place) -> Bool {
    place = destination
    bringUp(destination)
    return (try? Address(address)) == link
  }

  /// The place where a session that continues nothing begins, and why it is not the one that was asked for.
  private func firstPlace(_ setup: Setup) -> (Place, isNew: Bool, sentence: String?) {
    switch setup.mode {
    case .worlds:
      // The message about the last win still stands.
      if let earned, earned.finale != nil, !earned.showsFinale,
        attempts.contains(where: { $0.campaignPlace == earned.place })
      {
        return (.level(earned.place), false, nil)
      }
      return (.carousel, true, nil)
    case .daily:
      let day = setup.day ?? today
      guard let day, refusal(of: day) == nil else { return (.rounds, true, refusal(of: day)) }
      return (.daily(day), true, nil)
    case .rounds where setup.leadsToWorlds && setup.showsFirstSteps:
      let first = Campaign.Place(world: tour.world, level: worlds.nextLevel(of: tour.world) ?? 0)
      return (.level(first), true, nil)
    default: return (firstPlace(of: setup.mode), true, nil)
    }
  }

  /// The place where a mode begins.
  private func firstPlace(of mode: Mode) -> Place {
    switch mode {
    case .daily: today.map { .daily($0) } ?? .rounds
    case .original: .original
    case .rounds: .rounds
    case .worlds: .carousel
    case .questions: .questions
    case .board: .board
    case .workshop: .workshop
    }
  }

  /// Whether a kept place still exists in this session.
  private func exists(_ place: Place) -> Bool {
    switch place {
    case .lesson: attempts.contains { $0.place == place }
    case .level(let level): worlds.campaign.contains(level)
    case .daily(let day): refusal(of: day) == nil
    case .world: worlds.isUnlocked(tour.world)
    default: true
    }
  }

  /// Says that the player is where the last session ended.
  private mutating func goOn() {
    if place == .questions, quizRun == nil { beginQuiz() }
    // A level that was not found yet is looked for again.
    if isInRoom, attempt.place != place || attempt.isEmptyRoom || place == .named && sought != nil {
      enter(place)
      return
    }
    // The room comes after a message that covers it.
    let isOver = isInRoom && attempt.isOver && !attempt.looks
    let beginning = "You continue where you were."
    let caption = isInRoom && !isOver ? [beginning] + Teller(self).beginningCaption : nil
    tell([beginning] + (isOver ? Teller(self).ending : about), short: caption)
  }

  // MARK: Places

  /// Makes the last level that was played in a room the current one.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  mutating func bringUp(_ place: Place) -> Bool {
    guard let last = attempts.lastIndex(where: { $0.place == place && !$0.isEmptyRoom }) else {
      return false
    }
    bringUp(last)
    return true
  }

  /// Makes a level that was played the current one.
  mutating func bringUp(_ index: Int) {
    attempts.append(attempts.remove(at: index))
    if attempt.number == 0, !attempt.isFresh {
      roundsBegun += 1
      attempt.number = roundsBegun
      noteAgain()
    }
  }

  /// Goes to a place, and continues what is in progress there.
  mutating func enter(_ new: Place) {
    thought = nil
    switch new {
    case .rounds, .original:
      place = new
      if bringUp(new) { resume() } else { begin(.round) }
    case .named:
      place = new
      if let sought {
        begin(.named(sought.reference, sought.rules))
      } else if bringUp(new) {
        resume()
      } else {
        enter(.rounds)
      }
    case .daily(let day): enter(day)
    case .level(let level):
      (tour.world, tour.level) = (level.world, level.level)
      if case .level(level) = attempt.place, attempt.isFinished || attempt.isFresh {
        // A link has prepared it.
        place = new
        resume()
      } else {
        beginAttempt()
      }
    case .lesson(let number):
      place = new
      if bringUp(new) { resume() } else { start(FirstSteps.attempt(number)) }
    case .carousel, .world: goToWorlds(worlds.isUnlocked(tour.world) ? new : .carousel)
    case .questions: goToQuestions()
    case .board, .turn: goToBoard()
    case .trial where isTrialLeft && bringUp(new):
      place = new
      tellRoom()
    case .workshop, .trial: goToWorkshop()
    }
  }

  /// Goes on in the level that was brought up.
  mutating func resume() {
    if attempt.isFresh {
      tellBeginning()
    } else if attempt.isOver, !attempt.looks {
      tell(Teller(self).ending)
    } else {
      tellRoom(isBack: true)
    }
  }

  /// The place where the player comes to in a mode, where what is in progress there continues.
  func place(of mode: Mode) -> Place {
    if mode == .worlds, let left = tour.left { return .level(left) }
    return firstPlace(of: mode)
  }

  /// Leaves the place for another one.
  mutating func go(to new: Place) {
    (told, news) = ([], [])
    lastMove = nil
    if isInFirstSteps { endFirstSteps() }
    leaveLevelForLater()
    page = page == .text ? .text : nil
    enter(new)
  }

  /// Remembers that the player leaves a level of a world for another mode, and comes back to it.
  mutating func leaveLevelForLater() {
    if case .level(let level) = place { tour.left = attempt.isFinished ? nil : level }
  }

  // MARK: Links

  /// The target of a link: its place, what is said there, and whether it begins anew.
  private typealias Target = (place: Place, sentence: String?, isNew: Bool)

  /// Prepares the place of a link, without going there.
  private mutating func prepare(_ address: Address) -> Target {
    switch address {
    case .rounds, .page: return (.rounds, nil, false)
    case .mode(.worlds): return (.carousel, nil, false)
    case .mode(let mode): return (firstPlace(of: mode), nil, false)
    case .daily(let day):
      let day = day ?? today
      guard let day, refusal(of: day) == nil else { return (place, refusal(of: day), false) }
      return (.daily(day), nil, false)
    case .workshop(let text): return (.workshop, lay(text), true)
    case .world(let world, let level, let rules): return prepare(world, level, rules)
    case .drawn(let reference, let rules):
      let rules = rules ?? .standard
      guard let level = try? reference.level(isPatient: false) else {
        sought = Sought(reference: reference, rules: rules)
        return (.named, nil, true)
      }
      return prepare(Drawn(level, of: reference, rules))
    case .level(let level, let rules):
      return prepare(Drawn(named: level, rules: rules ?? .standard, selection: nil))
    }
  }

  /// Prepares the level of a link as an attempt that counts, or as it stands if it was played.
  private mutating func prepare(_ drawn: Drawn) -> Target {
    let new = Attempt(drawn)
    sought = nil
    // The player's own round has such an address too.
    if let played = attempts.lastIndex(where: { $0.isSameLevel(new) && $0.isRound }) {
      bringUp(played)
      return (attempt.place, nil, false)
    }
    add(new, trial: rounds.nextTrial)
    return (.named, nil, true)
  }

  /// Plays the level of a link that was searched for.
  mutating func playSought(_ drawn: Drawn) {
    place = prepare(drawn).place
    resume()
  }

  /// Plays a level that the player has named, as practice.
  mutating func practise(_ drawn: Drawn) {
    start(Attempt(drawn), trial: nextTrial, lives: rounds.game.lives, counts: false)
  }

  /// Goes on with the rounds beneath a named level.
  mutating func leaveNamedLevel() {
    place = .rounds
    if bringUp(place), attempt.isUnderWay { resume() } else { begin(.round) }
  }

  /// Prepares a world, and a level of it if it is open.
  private mutating func prepare(_ world: Int, _ level: Int?, _ rules: Rules?) -> Target {
    guard worlds.campaign.worlds.indices.contains(world) else {
      return (.carousel, "There is no world \(world + 1).", false)
    }
    tour.world = world
    guard worlds.isUnlocked(world) else { return (.carousel, nil, false) }
    tour.level = worlds.nextLevel(of: world) ?? 0
    guard let level else { return (.world, nil, false) }
    let place = Campaign.Place(world: world, level: level)
    guard worlds.campaign.contains(place) else {
      return (.world, "There is no level \(level + 1) in this world.", false)
    }
    guard worlds.isOpen(place) else { return (.world, Self.isLocked(level), false) }
    let own = worlds.campaign[place].rules(else: rules ?? Self.newPlayersRules)
    return (.level(place), nil, prepare(place, own, isLink: true, isAnyRule: rules == nil))
  }

  /// The rules of a player who has named none.
  static let newPlayersRules = Rules.standard.hearing(within: Settings.usualHearing)

  /// Goes to an address, or says why it cannot.
  public mutating func follow(_ address: Address) {
    hasLeft = false
    if case .page(let page) = address {
      open(page)
      return
    }
    if page != nil, !isTextOnly { page = nil }
    if let why = turnInTheWay {
      announce([why])
      return
    }
    stopWaiting()
    (told, news) = ([], [])
    leaveLevelForLater()
    let current = (place, attempt.level)
    let target = prepare(address)
    if isInFirstSteps, !hasFinishedFirstSteps {
      beneath = target.place
      bringUp(place)
      notice = target.sentence
      announce(["After the first steps: \(afterFirstSteps)."])
      return
    }
    if isInFirstSteps { endFirstSteps() }
    if !target.place.isRoom || target.isNew || (target.place, attempt.level) != current {
      enter(target.place)
    }
    if let sentence = target.sentence { announce([sentence]) }
  }

  /// The reason why a link cannot be followed now: players of the board are in the middle of a turn.
  private var turnInTheWay: String? {
    attempt.turn != nil && isInRoom && !attempt.isOver || turn != nil
      ? "This turn comes first. Finish it, or sit out." : nil
  }

  // MARK: Going back

  /// The name of the place, or of the page and the place that it covers, for the history of a browser: each
  /// has one entry, whose address may change.
  public var whereabouts: String {
    if let page, !isTextOnly, !isOver { return page.covering + name(of: place) }
    return name(of: place)
  }

  /// The rooms of the first steps share an entry.
  private func name(of place: Place) -> String { place.isLesson ? "first steps" : place.word }

  /// Goes back, or forward again, to a place or page where the player was.
  ///
  /// - Parameter whereabouts: Its name, from ``whereabouts``. An unknown name changes nothing.
  public mutating func goBack(to whereabouts: String) {
    guard !isTextOnly else { return }
    if hasLeft { comeBack() }
    guard self.whereabouts != whereabouts else { return }
    // The screen of the place already shows these sentences.
    defer { if page == nil, !isInRoom { news = [] } }
    page = nil
    for page in Action.Page.allCases {
      guard let covered = whereabouts.behind(page.covering) else { continue }
      // The page that led to the first steps covers them too.
      if covered != name(of: place), beneath.map(name(of:)) != covered {
        goBack(toPlace: covered)
      }
      open(page)
      return
    }
    if whereabouts != name(of: place) { goBack(toPlace: whereabouts) }
  }

  private mutating func goBack(toPlace name: String) {
    if turnInTheWay != nil {
      announce([turnInTheWay ?? ""])
      return
    }
    stopWaiting()
    (told, news) = ([], [])
    if name == "first steps" {
      guard let lesson = attempts.last(where: { $0.lesson != nil }) else { return }
      beneath = place
      enter(lesson.place)
      return
    }
    if let last = beneath, self.name(of: last) == name {
      // The room of the first steps stays, so that the player can go forward to it again.
      worlds.finishFirstSteps()
      beneath = nil
      enter(last)
      return
    }
    guard let new = Place(word: name) else { return }
    if isInFirstSteps { endFirstSteps() }
    leaveLevelForLater()
    switch new {
    case .level(let level):
      guard worlds.campaign.contains(level), worlds.isOpen(level) else { return }
      let rules = worlds.campaign[level].rules(else: worldRules)
      _ = prepare(level, rules, isLink: true, isAnyRule: true)
      enter(new)
    case .daily(let day) where refusal(of: day) != nil: return
    case .trial where place == .workshop && !isTrialLeft: return
    default: enter(new)
    }
  }

  /// Whether the level in the workshop was just tried, and has not been changed since.
  private var isTrialLeft: Bool {
    let draft = bench.draft
    return attempts.last { $0.isTrial }.map {
      $0.level == draft.level && $0.rules.withoutHearing == draft.rules.withoutHearing
    } ?? false
  }

  /// Goes on after the player has left the game.
  public mutating func comeBack() {
    guard hasLeft else { return }
    hasLeft = false
    (told, news) = ([], [])
    goOn()
  }

  /// Stops a computation or the solution, because the player wants something else.
  mutating func stopWaiting() {
    guard isInRoom else { return }
    if let thought, !thought.isLevel { self.thought = nil }
    if attempt.solution != nil { carryOut(.stop) }
  }
}

extension Attempt {
  /// A level that a link or the player has named.
  fileprivate init(_ drawn: Session.Drawn) {
    // Under other rules than the default, other levels can be won.
    let selection = drawn.rules.withoutHearing == .standard ? drawn.selection : nil
    self.init(drawn.named, rules: drawn.rules, at: .named, selection: selection)
  }
}

extension Session.Drawn {
  /// The level of a reference.
  init(_ level: Level, of reference: SeedReference, _ rules: Rules) {
    let named = NamedLevel(level, name: reference.description)
    self.init(named: named, rules: rules, selection: reference.selection)
  }
}

extension Address {
  /// Whether the link is to a page that covers any place.
  var isPage: Bool { if case .page = self { true } else { false } }
}

extension Place {
  /// Whether the place is a room of the first steps.
  var isLesson: Bool { if case .lesson = self { true } else { false } }
}

extension Campaign {
  /// Whether there is a level at a position.
  func contains(_ place: Place) -> Bool {
    worlds.indices.contains(place.world) && worlds[place.world].levels.indices.contains(place.level)
  }
}
