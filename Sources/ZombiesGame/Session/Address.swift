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
///     first-steps/classic@42#7  the first steps, and what comes after them
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
  /// A world, and a level of it if one is named, both from 0, with the rules if the link names any.
  case world(Int, level: Int?, Rules? = nil)
  /// A page that covers the current place.
  case page(Action.Page)
  /// The first steps, before the place of another address.
  indirect case firstSteps(Address)

  /// The addresses that are a name.
  private static let names: [(name: String, address: Address)] =
    [
      ("", .rounds), ("rounds", .rounds), ("daily", .daily(nil)), ("worlds", .mode(.worlds)),
      ("questions", .mode(.questions)), ("scoreboard", .mode(.board)),
      ("workshop", .mode(.workshop)), ("original", .mode(.original)),
    ] + Action.Page.allCases.map { ($0.address, .page($0)) }

  /// Reads the text after `#`. A browser may have escaped bytes in it, as in `%2F`.
  ///
  /// - Throws: ``Refusal`` if the text is not an address.
  public init(_ link: String) throws(Refusal) {
    guard let text = Self.unescaped(link) else {
      throw Refusal("The link is not UTF-8 text.")
    }
    if let rest = text.behind("first-steps/") {
      self = .firstSteps(try Self(plain: rest))
    } else {
      try self.init(plain: text)
    }
  }

  private init(plain text: String) throws(Refusal) {
    if let row = Self.names.first(where: { $0.name == text }) {
      self = row.address
    } else if let rest = text.behind("worlds/") {
      let (place, rules) = try Self.parted(rest)
      let numbers = place.split(separator: "/", omittingEmptySubsequences: false)
        .map { Int($0).map { $0 - 1 } ?? -1 }
      guard numbers.count <= 2, numbers.allSatisfy({ $0 >= 0 }) else {
        throw Refusal(
          of: "level",
          "'worlds/\(shownText(rest, atMost: 40))' is not a world and a level such as worlds/2/3")
      }
      self = .world(numbers[0], level: numbers.count > 1 ? numbers[1] : nil, rules)
    } else if let rest = text.behind("daily/") {
      guard let day = Day(rest) else {
        throw Refusal(
          of: "day", "'\(shownText(rest, atMost: 40))' is not a date such as 2026-11-22")
      }
      self = .daily(day)
    } else if let rest = text.behind(Workshop.linkPrefix) {
      self = .workshop(rest)
    } else {
      let (name, rules) = try Self.parted(text)
      if name.utf8.contains(UInt8(ascii: "@")) {
        do throws(NameError) { self = .drawn(try SeedReference(name), rules) } catch {
          throw Refusal(of: "level", "\(error)")
        }
      } else {
        do throws(LevelError) {
          self = .level(NamedLevel(try Level(codeOrPlacement: name[...]), name: name), rules)
        } catch {
          throw Refusal(of: "level", "\(error)")
        }
      }
    }
  }

  /// The text before a question mark, and the rules behind it such as "hearing-distance=2&zombie-speed=2". The others
  /// have their defaults.
  static func parted(_ text: String) throws(Refusal) -> (String, Rules?) {
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1).map { Substring($0) }
    let name = String(parts.first ?? "")
    guard parts.count > 1 else { return (name, nil) }
    do throws(LevelError) { return (name, try NamedRules(inLink: parts[1]).rules) } catch {
      throw Refusal(of: "rule", error.problem)
    }
  }

  /// The text with escaped bytes such as `%2F` decoded; nil if the result is not UTF-8.
  private static func unescaped(_ text: String) -> String? {
    let digits = ["0123456789abcdef", "0123456789ABCDEF"].map { Array($0.utf8) }
    func digit(_ byte: UInt8) -> Int? {
      digits[0].firstIndex(of: byte) ?? digits[1].firstIndex(of: byte)
    }
    var plain: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let code = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap(digit) : []
      plain.append(code.count == 2 ? UInt8(code[0] << 4 | code[1]) : byte)
      if code.count == 2 { rest = rest.dropFirst(2) }
    }
    return String(validating: plain, as: UTF8.self)
  }

  /// The name of a mode.
  fileprivate static func name(of mode: Mode) -> String {
    names.first { $0.address == .mode(mode) }?.name ?? "rounds"
  }
}

extension Refusal {
  fileprivate init(of what: String, _ why: String) {
    self.init("The link has no valid \(what): \(why).")
  }
}

extension Rules {
  /// The end of a link to a level: the rules that are not the default. In a lit room there is nothing to
  /// hear. A level of a world has another default, so its hearing distance is always named.
  func inLink(isLit: Bool, ofWorld: Bool = false) -> String {
    let rules = isLit ? withoutHearing : self
    let named: [Variant] = ofWorld && !isLit ? [.hearingDistance] : []
    return rules == .standard && named.isEmpty
      ? "" : "?" + NamedRules(changesOf: rules, naming: named).inLink
  }
}

extension String {
  /// The text after a prefix; nil if the text does not begin with it.
  func behind(_ beginning: String) -> String? {
    utf8.starts(with: beginning.utf8)
      ? String(Substring(utf8.dropFirst(beginning.utf8.count))) : nil
  }
}

extension Action.Page {
  /// The address of the page.
  fileprivate var address: String { self == .settings ? "options" : rawValue }

  /// The beginning of the name of the page over a place.
  var covering: String { "\(rawValue) over " }
}

extension Session {
  /// The address of the current place, which a link can lead back to.
  public var address: String { address(of: place) }

  private func address(of place: Place) -> String {
    let attempt = attempts.last { $0.place == place && !$0.isEmptyRoom }
    switch place {
    case .lesson: return "first-steps/" + address(of: beneath ?? .rounds)
    case .rounds, .named, .original:
      var wanted = place == .named ? sought.map { ($0.reference, $0.rules) } : nil
      if place == self.place, case .named(let level, let rules) = thought {
        wanted = (level, rules)
      }
      if let (level, rules) = wanted {
        return level.description + rules.inLink(isLit: level.family.isLit)
      }
      guard let attempt else { return place == .original ? "original" : "rounds" }
      return attempt.named.name + attempt.rules.inLink(isLit: attempt.level.isLit)
    case .level(let place):
      let level = worlds.campaign[place]
      let rules = attempt?.rules ?? (worldRules == Self.newPlayersRules ? nil : worldRules)
      return "worlds/\(place.world + 1)/\(place.level + 1)"
        + (level.rules == nil ? rules?.inLink(isLit: level.level.isLit, ofWorld: true) ?? "" : "")
    case .daily(let day): return "daily/\(day)"
    case .trial, .workshop: return bench.link
    case .world: return "worlds/\(tour.world + 1)"
    case .turn, .carousel, .questions, .board: return Address.name(of: mode)
    }
  }

  /// The address of the screen: of the page that covers the place, or of the place.
  public var screenAddress: String {
    guard let page, !isTextOnly, !isOver else { return address }
    return page.address
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

  /// The room in words: everything that the player has seen, and nothing else.
  public var roomInWords: [String] { Teller(self).room }

  /// Whether the workshop is looking for a level.
  public var isLookingForLevel: Bool { place == .workshop && bench.wanted != nil }

  /// The workshop.
  public var workshop: Workshop { bench }

  /// The square of the cursor in the workshop.
  public var workshopCursor: Square { bench.cursor }
}
