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

  /// Where the player goes, and what is said there in addition to the words of the place.
  private typealias Target = (place: Place, sentence: String?)

  // MARK: The beginning

  /// Begins at a link, or else where the player was, or else where the setup says. The first steps come before.
  mutating func begin(_ setup: Setup) {
    var (link, opened): (Address?, Action.Page?) = (nil, nil)
    var (problem, asksForSteps): (String?, Bool) = (nil, false)
    do throws(Refusal) {
      var address = try Address(setup.link)
      if case .firstSteps(let after) = address { (address, asksForSteps) = (after, true) }
      if case .page(let page) = address {
        opened = page
      } else if !setup.link.isEmpty {
        link = address
      }
    } catch {
      problem = error.description
    }
    let here = continuesRounds ? setup.kept.here : nil
    var (target, isNew) = (firstTarget(setup), true)
    if let there = here.map({ $0.beneath ?? $0.place }), exists(there) {
      (target, isNew) = ((there, nil), false)
    }
    if let link, here == nil || !isAddress(link, of: target.place) {
      let former = target.place
      target = prepare(link)
      isNew = isNew || target.place != former
    }
    if setup.showsFirstSteps || asksForSteps || here?.place.isLesson == true && link == nil {
      let lesson = attempts.last { $0.lesson != nil }?.place
      beneath = target.place
      (target.place, isNew) = (lesson ?? .lesson(0), lesson == nil)
    }
    if isNew {
      enter(target.place)
    } else {
      place = target.place
      bringUp(place)
      goOn()
      if isInRoom, !attempt.isOver { thought = thought ?? here?.thought }
    }
    if let row = here?.menuRow, page == nil, link == nil, !asksForSteps {
      (page, menuRow) = (.menu, min(row, Self.menuRows.count - 1))
    }
    tellThere(target.sentence)
    if let opened, page == nil { open(opened) }
    if let problem { report([problem]) }
  }

  /// Whether a link is to a place where the player was.
  private mutating func isAddress(_ link: Address, of destination: Place) -> Bool {
    place = destination
    bringUp(destination)
    return (try? Address(address)) == link
  }

  /// Where a session begins that continues nothing.
  private mutating func firstTarget(_ setup: Setup) -> Target {
    switch setup.mode {
    case .daily: return prepare(.daily(setup.day))
    case .worlds:
      // The message about the last win still stands.
      guard let earned = tour.earned, earned.finale != nil, !earned.showsFinale,
        attempts.contains(where: { $0.campaignPlace == earned.place })
      else { break }
      return (.level(earned.place), nil)
    case nil where setup.leadsToWorlds && setup.showsFirstSteps:
      let first = Campaign.Place(world: tour.world, level: worlds.nextLevel(of: tour.world) ?? 0)
      return (.level(first), nil)
    default: break
    }
    return (firstPlace(of: setup.mode ?? .rounds), nil)
  }

  /// The place where a mode begins.
  private func firstPlace(of mode: Mode) -> Place {
    Place.simple.first { $0.mode == mode } ?? today.map { .daily($0) } ?? .rounds
  }

  /// Whether a kept place still exists in this session.
  private func exists(_ place: Place) -> Bool {
    switch place {
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
    if isInRoom,
      attempt.place != place || attempt.isEmptyRoom || attempt.isFresh
        || place == .named && sought != nil
    {
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
    case .carousel, .world: goToWorlds(worlds.isUnlocked(tour.world) ? new : .carousel)
    case .questions: goToQuestions()
    case .board, .turn: goToBoard()
    case .workshop: goToWorkshop()
    case .trial where !isTrialLeft: if place != .workshop { goToWorkshop() }
    case .rounds, .named, .original, .daily, .level, .trial, .lesson:
      place = new
      if case .level(let level) = new { tour.goTo(level) }
      if new == .named, let sought {
        begin(.named(sought.reference, sought.rules))
      } else if bringUp(new) {
        resume()
      } else {
        beginAnew()
      }
    }
  }

  /// Begins what is played in the room of the place.
  private mutating func beginAnew() {
    switch place {
    case .daily(let day): begin(day)
    case .level: beginAttempt()
    case .lesson(let number): start(FirstSteps.attempt(number))
    case .named: enter(.rounds)
    default: begin(.round)
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

  /// Leaves the place for another one. A daily level that is finished is played again.
  mutating func go(to new: Place) {
    leavePlace()
    page = page == .text ? .text : nil
    if case .daily(let day) = new, attempts.last(where: { $0.day == day })?.isFinished == true {
      begin(day)
    } else {
      enter(new)
    }
  }

  /// Ends the first steps, or remembers that the player leaves a level of a world for another mode, and comes back
  /// to it.
  private mutating func leavePlace() {
    if isInFirstSteps { endFirstSteps() }
    if case .level(let level) = place { tour.left = attempt.isFinished ? nil : level }
  }

  // MARK: Links

  /// Prepares the place of a link, without going there.
  private mutating func prepare(_ address: Address) -> Target {
    switch address {
    case .rounds, .page: return (.rounds, nil)
    case .mode(let mode): return (firstPlace(of: mode), nil)
    case .daily(let day):
      guard let day = day ?? today, refusal(of: day) == nil else {
        return (beneath ?? place, refusal(of: day ?? today))
      }
      return (.daily(day), nil)
    case .workshop(let text): return (.workshop, lay(text))
    case .firstSteps(let after): return prepare(after)
    case .world(let world, let level, let rules): return prepare(world, level, rules)
    case .drawn(let reference, let rules):
      let rules = rules ?? .standard
      guard let level = try? reference.level(isPatient: false) else {
        sought = Sought(reference: reference, rules: rules)
        return (.named, nil)
      }
      return (prepare(Drawn(level, of: reference, rules)), nil)
    case .level(let level, let rules):
      return (prepare(Drawn(named: level, rules: rules ?? .standard, selection: nil)), nil)
    }
  }

  /// Prepares the level of a link as an attempt that counts, or as it stands if it was played.
  private mutating func prepare(_ drawn: Drawn) -> Place {
    let new = Attempt(drawn)
    sought = nil
    // The player's own round has such an address too.
    if let played = attempts.lastIndex(where: { $0.isSameLevel(new) && $0.isRound }) {
      bringUp(played)
      return attempt.place
    }
    add(new, trial: rounds.nextTrial)
    return .named
  }

  /// Plays the level of a link that was searched for.
  mutating func playSought(_ drawn: Drawn) {
    place = prepare(drawn)
    resume()
  }

  /// Plays a level that the player has named, as practice.
  mutating func practise(_ drawn: Drawn) {
    start(Attempt(drawn), trial: series.nextTrial, lives: rounds.game.lives, counts: false)
  }

  /// Goes on with the rounds beneath a named level.
  mutating func leaveNamedLevel() {
    place = .rounds
    if bringUp(place), attempt.isUnderWay { resume() } else { begin(.round) }
  }

  /// Prepares a world, and a level of it if it is open.
  private mutating func prepare(_ world: Int, _ level: Int?, _ rules: Rules?) -> Target {
    guard worlds.campaign.worlds.indices.contains(world) else {
      return (.carousel, "There is no world \(world + 1).")
    }
    tour.world = world
    guard worlds.isUnlocked(world) else { return (.carousel, nil) }
    tour.level = worlds.nextLevel(of: world) ?? 0
    guard let level else { return (.world, nil) }
    let place = Campaign.Place(world: world, level: level)
    guard worlds.campaign.contains(place) else {
      return (.world, "There is no level \(level + 1) in this world.")
    }
    guard worlds.isOpen(place) else { return (.world, Self.isLocked(level)) }
    let own = worlds.campaign[place].rules(else: rules ?? Self.newPlayersRules)
    _ = prepare(place, own, isLink: true, isAnyRule: rules == nil)
    return (.level(place), nil)
  }

  /// The rules of a player who has named none.
  static let newPlayersRules = Rules.standard.hearing(within: Rules.usualHearing)

  /// Goes to an address, or says why it cannot.
  public mutating func follow(_ address: Address) {
    isOver = false
    if case .page(let page) = address {
      open(page)
      return
    }
    if page != nil, !isTextOnly { page = nil }
    guard mayLeave() else { return }
    let former = (place, attempt.level)
    let asksForSteps = if case .firstSteps = address { true } else { false }
    if !isInFirstSteps || hasFinishedFirstSteps && !asksForSteps { leavePlace() }
    let target = prepare(address)
    if isInFirstSteps {
      beneath = target.place
      bringUp(place)
      announce(["After the first steps: \(afterFirstSteps)."])
    } else if asksForSteps {
      place = target.place
      beginFirstSteps()
    } else if !target.place.isRoom || attempt.isFresh || (target.place, attempt.level) != former {
      enter(target.place)
    }
    tellThere(target.sentence)
  }

  /// Says something about the place of a link, after the first steps if they come before.
  private mutating func tellThere(_ sentence: String?) {
    if isInFirstSteps { notice = sentence } else { announce([sentence].compactMap { $0 }) }
  }

  /// Stops what is in progress, so that the player can be led elsewhere, or says why that must wait: players of the
  /// board are in the middle of a turn.
  private mutating func mayLeave() -> Bool {
    if attempt.turn != nil && isInRoom && !attempt.isOver || turn != nil {
      announce(["This turn comes first. Finish it, or sit out."])
      return false
    }
    stopWaiting()
    (told, news) = ([], [])
    return true
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
    if isOver { comeBack() }
    guard self.whereabouts != whereabouts else { return }
    // The screen of the place already shows these sentences.
    defer { if page == nil, !isInRoom { news = [] } }
    let opened = Action.Page.allCases.first { whereabouts.behind($0.covering) != nil }
    let name = opened.flatMap { whereabouts.behind($0.covering) } ?? whereabouts
    page = nil
    // The page that led to the first steps covers them too.
    let isCovered = opened != nil && beneath.map(self.name(of:)) == name
    if name != self.name(of: place), !isCovered { goBack(toPlace: name) }
    if let opened { open(opened) }
  }

  private mutating func goBack(toPlace name: String) {
    guard mayLeave() else { return }
    if name == "first steps", let lesson = attempts.last(where: { $0.lesson != nil }) {
      beneath = place
      enter(lesson.place)
    } else if let last = beneath, self.name(of: last) == name {
      // The room of the first steps stays, so that the player can go forward to it again.
      worlds.finishFirstSteps()
      beneath = nil
      enter(last)
    } else if let new = Place(word: name) {
      leavePlace()
      let target: Target =
        switch new {
        case .level(let level): prepare(.world(level.world, level: level.level))
        case .daily(let day): prepare(.daily(day))
        default: (new, nil)
        }
      enter(target.place)
      tellThere(target.sentence)
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
    guard isOver else { return }
    isOver = false
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
