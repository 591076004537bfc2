import ZombiesCore
import ZombiesGenerator

/// The target of a link: the text after `#` in the address of a page.
///
///     rounds
///     classic@42#7              the level of a seed reference
///     classic#57                the level of a placement reference
///     S4/5/Z1#2/2F2/4P          the level of a code
///     daily                     today's daily level
///     daily/2026-11-22          the daily level of another day
///     worlds, questions, scoreboard
///     worlds/2, worlds/2/3      the second world, and its third level
///     menu, help, options, text pages that cover the current place
///     workshop                  the workshop
///     workshop/S4/5/5/5/4P      the workshop with a level
///     original                  the original game
///     classic@42#7?hearing-distance=2&zombie-speed=2
///                               a level under other rules than the default
public enum Address: Hashable, Sendable {
  /// The rounds of the game.
  case rounds
  /// The level of a seed reference, and the levels after it, with the rules if the link names any.
  case drawn(SeedReference, Rules? = nil)
  /// A level, by its code or its placement reference, with the rules if the link names any.
  case level(NamedLevel, Rules? = nil)
  /// The daily level of a day; nil for today.
  case daily(Day?)
  /// Another mode.
  case mode(Mode)
  /// The workshop, with a level in any text form.
  case workshop(String)
  /// A world, and a level of it if one is named, both from 0.
  case world(Int, level: Int?)
  /// A page that covers the current place.
  case page(Action.Page)

  /// The reason why a text is not an address, in a sentence.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  /// The names of the modes.
  private static let modes: [(name: String, mode: Mode)] = [
    ("worlds", .worlds), ("questions", .questions), ("scoreboard", .board),
    ("workshop", .workshop), ("original", .original),
  ]

  /// Reads the text after `#`. A browser may have escaped bytes in it, as in `%2F`.
  ///
  /// - Throws: ``Problem`` if the text is not an address.
  public init(_ link: String) throws(Problem) {
    guard let text = Self.unescaped(link) else {
      throw Problem(description: "The link is not UTF-8 text.")
    }
    if text.isEmpty || text == "rounds" {
      self = .rounds
    } else if text == "daily" {
      self = .daily(nil)
    } else if let row = Self.modes.first(where: { $0.name == text }) {
      self = .mode(row.mode)
    } else if let page = Action.Page.allCases.first(where: { $0.address == text }) {
      self = .page(page)
    } else if let rest = text.behind("worlds/") {
      let numbers = rest.split(separator: "/", omittingEmptySubsequences: false)
        .map { Int($0).map { $0 - 1 } ?? -1 }
      guard numbers.count <= 2, numbers.allSatisfy({ $0 >= 0 }) else {
        throw Problem(
          description:
            "The link has no valid level: 'worlds/\(shownText(rest, atMost: 40))' is not a world and a level such as worlds/2/3."
        )
      }
      self = .world(numbers[0], level: numbers.count > 1 ? numbers[1] : nil)
    } else if let rest = text.behind("daily/") {
      guard let day = Day(rest) else {
        throw Problem(
          description:
            "The link has no valid day: '\(shownText(rest, atMost: 40))' is not a date such as 2026-11-22."
        )
      }
      self = .daily(day)
    } else if let rest = text.behind(Workshop.linkPrefix) {
      self = .workshop(rest)
    } else {
      let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1)
        .map { String(Substring($0)) }
      let rules = parts.count > 1 ? try Self.rules(parts[1]) : nil
      let name = parts.first ?? ""
      if name.utf8.contains(UInt8(ascii: "@")) {
        do throws(NameError) { self = .drawn(try SeedReference(name), rules) } catch {
          throw Problem(description: "The link has no valid level: \(error).")
        }
      } else {
        do throws(LevelError) {
          self = .level(NamedLevel(try Level(codeOrPlacement: name[...]), name: name), rules)
        } catch {
          throw Problem(description: "The link has no valid level: \(error).")
        }
      }
    }
  }

  /// Reads rules such as "hearing-distance=2&zombie-speed=2". The others have their defaults.
  private static func rules(_ text: String) throws(Problem) -> Rules {
    do throws(LevelError) { return try NamedRules(inLink: text[...]).rules } catch {
      throw Problem(description: "The link has no valid rule: \(error.problem).")
    }
  }

  /// The text with escaped bytes such as `%2F` decoded; nil if the result is not UTF-8.
  private static func unescaped(_ text: String) -> String? {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
      {
        plain.append(high << 4 | low)
        place += 3
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// The name of a mode.
  fileprivate static func name(of mode: Mode) -> String {
    modes.first { $0.mode == mode }?.name ?? "rounds"
  }
}

extension Rules {
  /// The end of a link to a level: the rules that are not the default. In a lit room there is nothing to
  /// hear.
  func inLink(isLit: Bool) -> String {
    let rules = isLit ? withoutHearing : self
    return rules == .standard ? "" : "?" + NamedRules(changesOf: rules).inLink
  }
}

extension String {
  /// The text after a prefix; nil if the text does not begin with it.
  fileprivate func behind(_ beginning: String) -> String? {
    utf8.starts(with: beginning.utf8)
      ? String(Substring(utf8.dropFirst(beginning.utf8.count))) : nil
  }
}

extension Session.Setup {
  /// Makes the session begin at an address. The address overrides only the settings that it names.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - today: Today's date in UTC; nil if it is unknown.
  public mutating func begin(at address: Address, today: Day?) {
    switch address {
    case .rounds: break
    case .drawn(let reference, let rules):
      mode = .rounds
      settings.rules = rules ?? .standard
      if settings.rules.withoutHearing != .standard,
        let level = try? reference.level(isPatient: true)
      {
        // Other rules would draw other levels.
        settings.supply = .levels([NamedLevel(level, name: reference.description)])
        break
      }
      (settings.supply, settings.selection) = (.family(reference.family), reference.selection)
      (seed, firstTrial) = (reference.seed, reference.index)
    case .level(let level, let rules):
      mode = .rounds
      settings.rules = rules ?? settings.rules.withoutHearing
      settings.supply = .levels([level])
    case .daily(let day):
      (self.day, self.today, mode) = (day, today, .daily)
    case .mode(let mode): self.mode = mode
    case .workshop(let text):
      mode = .workshop
      bench = text
    case .world: mode = .worlds
    case .page: break
    }
  }
}

extension Action.Page {
  /// The address of the page.
  fileprivate var address: String { self == .settings ? "options" : rawValue }

  /// The beginning of the name of the page over a place.
  fileprivate var covering: String { "\(rawValue) over " }
}

extension Session {
  /// The address of the current place, which a link can lead back to.
  public var address: String {
    switch place {
    case .room:
      if attempt.lesson != nil { return "" }
      switch attempt.purpose {
      case .trial: return bench.workshop.link
      case .world(let place): return "worlds/\(place.world + 1)/\(place.level + 1)"
      case .turn: return Address.name(of: .board)
      case .daily(let day): return "daily/\(day)"
      case .round:
        if case .thinking(_, .named(let level, let rules)) = stage {
          return level.description + rules.inLink(isLit: level.family.isLit)
        }
        return attempt.named.name + attempt.rules.inLink(isLit: attempt.level.isLit)
      }
    case .workshop: return bench.workshop.link
    case .world: return "worlds/\(tour.world + 1)"
    case .carousel, .questions, .board: return Address.name(of: mode)
    }
  }

  /// The address of the screen: of the page that covers the place, or of the place.
  public var screenAddress: String {
    guard let page, !isTextOnly, !isOver else { return address }
    return page.address
  }

  /// The name of the place, or of the page and the place that it covers, for the history of a browser: each
  /// has one entry, whose address may change.
  public var whereabouts: String {
    if let page, !isTextOnly, !isOver { return page.covering + coveredPlace }
    return coveredPlace
  }

  private var coveredPlace: String { name(of: place, stage) }

  private func name(of place: Place, _ stage: Stage) -> String {
    guard place == .room else { return place.rawValue }
    if stage.attempt.lesson != nil { return "first steps" }
    return switch stage.attempt.purpose {
    case .round: mode == .original ? "original" : "rounds"
    case .daily(let day): "daily/\(day)"
    case .world: "level"
    case .turn: "turn"
    case .trial: "trial"
    }
  }

  /// Goes back, or forward again, to a place or page where the player was.
  ///
  /// - Parameter whereabouts: Its name, from ``whereabouts``. An unknown name changes nothing.
  public mutating func goBack(to whereabouts: String) {
    guard !isOver, !isTextOnly, self.whereabouts != whereabouts else { return }
    // The screen of the place already shows these sentences.
    defer { if page == nil, self.place != .room { news = [] } }
    page = nil
    for page in Action.Page.allCases {
      guard let covered = whereabouts.behind(page.covering) else { continue }
      // The page that led to the first steps covers them too.
      if covered != coveredPlace, !firstStepsInterrupt(covered) { goBack(toPlace: covered) }
      perform(.open(page))
      return
    }
    if whereabouts != coveredPlace { goBack(toPlace: whereabouts) }
  }

  /// Whether the player is in the first steps, and will be at a place after them.
  private func firstStepsInterrupt(_ place: String) -> Bool {
    guard attempt.lesson != nil, let interlude else { return false }
    return name(of: interlude.place, interlude.stage) == place
  }

  private mutating func goBack(toPlace place: String) {
    stopWaiting()
    if place == "first steps" {
      if let stage = leftFirstSteps { resumeFirstSteps(stage) }
      return
    }
    if firstStepsInterrupt(place) {
      leftFirstSteps = stage
      finishFirstSteps()
      return
    }
    let cursor = (world: tour.worldOfLevel, level: tour.level)
    let isInLevel = self.place == .room && attempt.place != nil
    switch place {
    case "original": visitOrTell(.original)
    case "rounds": if mode != .rounds { visitOrTell(.rounds) }
    case "questions": if mode != .questions { visitOrTell(.questions) }
    case "board", "turn": if mode != .board { visitOrTell(.board) }
    case "workshop", "trial":
      if mode != .workshop {
        visitOrTell(.workshop)
      } else if self.place == .room {
        goToWorkshop()
      } else if place == "trial", isTrialLeft {
        self.place = .room
        tellRoom()
      }
    case "carousel", "world", "level":
      if mode != .worlds { visitOrTell(.worlds) }
      guard mode == .worlds, coveredPlace != place else { return }
      if isInLevel {
        // Forward continues the attempt.
        let (left, isPlaying) = (stage, tour.isPlayingLevel)
        leaveLevel()
        if isPlaying { (tour.parked, tour.isPlayingLevel) = (left, true) }
      }
      if place == "level", continueLevel() { return }
      if place == "carousel" { goToCarousel() } else if self.place == .carousel { perform(.choose) }
      if place == "world", tour.world == cursor.world { tour.level = cursor.level }
      if place == "level", self.place == .world { perform(.choose) }
    default:
      if let day = place.behind("daily/").flatMap({ Day($0) }) { follow(.daily(day), today: nil) }
    }
  }

  /// Whether the level in the workshop was just tried, and has not been changed since.
  private var isTrialLeft: Bool {
    let draft = bench.workshop.draft
    return attempt.isTrial && attempt.level == draft.level
      && attempt.rules.withoutHearing == draft.rules.withoutHearing
  }

  /// Goes to an address, or says why it cannot.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - today: Today's date in UTC; nil if it is unknown.
  public mutating func follow(_ address: Address, today: Day?) {
    guard !isOver else { return }
    if page != nil, !isTextOnly { page = nil }
    stopWaiting()
    defer { linkRules = nil }
    if case .page = address {
      // It covers the first steps, too.
    } else if address != .rounds, case .playing(let attempt) = stage, attempt.lesson != nil {
      // A player who follows a link does not need the first steps.
      let log = log
      let isAgain = interlude != nil
      endFirstSteps()
      if !isAgain { take(up: mode, isNew: true) }
      self.log = log
    }
    switch address {
    case .rounds:
      if mode != .rounds { visitOrTell(.rounds) } else if aside != nil { resumeAside() }
    case .mode(let mode): if mode != self.mode { visitOrTell(mode) }
    case .page(let page): perform(.open(page))
    case .world(let world, let level): follow(toWorld: world, level: level)
    case .drawn(let reference, let rules):
      linkRules = rules ?? settings.rules.withoutHearing
      guard reach(.rounds) else { return }
      if isInRound {
        begin(.named(reference, linkRules ?? .standard))
      } else {
        perform(typed: "level \(reference)")
      }
    case .level(let level, let rules):
      linkRules = rules ?? settings.rules.withoutHearing
      guard reach(.rounds) else { return }
      if isInRound {
        play(level, linkRules ?? .standard)
      } else {
        carryOut(.action(.play(level)))
      }
    case .daily(let day):
      if let today { learn(today: today) }
      let asked = day ?? self.today
      if asked == nil || asked != attempt.day || mode != .daily || place != .room {
        carryOut(asked.map { .day($0) } ?? .visit(.daily))
      }
    case .workshop(let text):
      let former = bench
      let refusal = lay(text)
      guard reach(.workshop) else {
        bench = former
        return
      }
      if let refusal { announce([refusal]) } else { tell(benchWords) }
    }
  }

  /// Goes to a world and to a level of it, if they are open.
  private mutating func follow(toWorld world: Int, level: Int?) {
    if mode != .worlds { visitOrTell(.worlds) }
    guard mode == .worlds else { return }
    if place == .room, attempt.place != nil { leaveLevel() }
    goToCarousel()
    guard perform(.point(world)) else {
      announce(["There is no world \(world + 1)."])
      return
    }
    guard perform(.choose), let level else { return }
    guard perform(.point(level)), perform(.choose) else {
      announce(["Level \(level + 1) is not open."])
      return
    }
  }

  /// Whether the level of a link would interrupt a round that counts.
  private var isInRound: Bool {
    if case .playing(let attempt) = stage {
      attempt.standing == .counts && !attempt.path.isEmpty
    } else {
      false
    }
  }

  /// Continues the round that a link has interrupted.
  mutating func resumeAside() {
    guard let aside else { return }
    stage = aside
    self.aside = nil
    tellRoom()
  }

  /// Switches to a mode without a message, because the address leads further.
  ///
  /// - Returns: Whether the player may leave the current place. If not, a message says why.
  private mutating func reach(_ mode: Mode) -> Bool {
    let log = log
    if mode != self.mode || mode == .workshop && place != .workshop { visitOrTell(mode) }
    guard mode == self.mode, mode != .workshop || place == .workshop else { return false }
    (told, news) = ([], [])
    self.log = log
    return true
  }

  private mutating func visitOrTell(_ mode: Mode) {
    // A link does not interrupt a level of a world or a turn.
    if perform(.visit(mode)) { return }
    perform(typed: Address.name(of: mode))
  }

  /// Runs a line as the text screen does, wherever the player is.
  public mutating func perform(typed line: String) {
    guard !isOver else { return }
    stopWaiting()
    log.type(line)
    enter()
    // Players who do not read the log see the messages that the panel does not show.
    guard page == nil, news.isEmpty, let panel else { return }
    news = told.filter { !panel.notes.contains($0) && !panel.lines.contains($0) }
  }

  /// Stops a computation or the solution, because the player wants something else.
  private mutating func stopWaiting() {
    guard place == .room else { return }
    switch stage {
    case .thinking(let before, let thought) where !thought.isLevel: stage = before
    case .showing: carryOut(.stop)
    default: break
    }
  }

  /// The room in words: everything that the player has seen, and nothing else.
  public var roomInWords: [String] { Teller(self).room }

  /// Whether the workshop is looking for a level.
  public var isLookingForLevel: Bool { place == .workshop && bench.wanted != nil }

  /// The workshop.
  public var workshop: Workshop { bench.workshop }

  /// The square of the cursor in the workshop.
  public var workshopCursor: Square { bench.cursor }
}
