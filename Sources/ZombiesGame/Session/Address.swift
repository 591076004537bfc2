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
  /// A world, and a level of it if one is named, both from 0, with the rules if the link names any.
  case world(Int, level: Int?, Rules? = nil)
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
      let (place, rules) = try Self.parted(rest)
      let numbers = place.split(separator: "/", omittingEmptySubsequences: false)
        .map { Int($0).map { $0 - 1 } ?? -1 }
      guard numbers.count <= 2, numbers.allSatisfy({ $0 >= 0 }) else {
        throw Problem(
          description:
            "The link has no valid level: 'worlds/\(shownText(rest, atMost: 40))' is not a world and a level such as worlds/2/3."
        )
      }
      self = .world(numbers[0], level: numbers.count > 1 ? numbers[1] : nil, rules)
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
      let (name, rules) = try Self.parted(text)
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

  /// The text before a question mark, and the rules behind it.
  static func parted(_ text: String) throws(Problem) -> (String, Rules?) {
    let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1)
      .map { String(Substring($0)) }
    return (parts.first ?? "", parts.count > 1 ? try rules(parts[1]) : nil)
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
  public var address: String {
    switch place {
    case .lesson: return ""
    case .rounds, .named, .original:
      if case .named(let level, let rules) = thought {
        return level.description + rules.inLink(isLit: level.family.isLit)
      }
      return attempt.named.name + attempt.rules.inLink(isLit: attempt.level.isLit)
    case .level(let place):
      let isOwn = worlds.campaign[place].rules != nil
      return "worlds/\(place.world + 1)/\(place.level + 1)"
        + (isOwn ? "" : attempt.rules.inLink(isLit: attempt.level.isLit, ofWorld: true))
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
