import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator

/// The settings of a pool in their text form: NAME=VALUE, separated by spaces or line ends.
struct Settings {
  private var family: Family?
  private var seed: UInt64 = 0
  private var slots = 1
  private var selection = LevelSelection.solvable
  private var part: String?
  private var shares = "train=0.8,test=0.2"
  private var rules = Rules.standard
  private var settings = RoundPool.Settings()

  /// The maximum number of seconds of a call; nil for no limit.
  private(set) var maxSeconds: Double?

  /// Reads the text.
  ///
  /// - Throws: ``Failure`` with the first setting that is not understood.
  init(_ text: String) throws(Failure) {
    var names: Set<Substring> = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\r\n" }) {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else {
        throw Failure(.badSetting, "expected NAME=VALUE, found '\(word)'")
      }
      guard names.insert(halves[0]).inserted else {
        throw Failure(.badSetting, "the setting '\(halves[0])' is given twice")
      }
      try set(halves[0], to: halves[1])
    }
  }

  private mutating func set(_ name: Substring, to value: Substring) throws(Failure) {
    switch name {
    case "family":
      do throws(NameError) { family = try Family(value) } catch {
        throw Failure(.badSetting, "family: \(error)")
      }
    case "seed": seed = try number(value, of: name)
    case "slots": slots = Int(clamping: try number(value, of: name))
    case "levels": selection = try choice(value, of: name)
    case "split": part = String(value)
    case "shares": shares = String(value)
    case "max-moves": settings.maxMoves = Int(clamping: try number(value, of: name))
    case "max-seconds":
      guard let seconds = Double(value), seconds.isFinite, seconds > 0 else {
        throw Failure(.badSetting, "max-seconds: expected seconds above 0, found '\(value)'")
      }
      maxSeconds = seconds
    case "autoreset": settings.autoreset = try choice(value, of: name)
    case "illegal-moves": settings.illegalMoves = try choice(value, of: name)
    default:
      guard let variant = Rules.Variant.allCases.first(where: { $0.option == name }) else {
        throw Failure(.badSetting, "no setting has the name '\(name)'")
      }
      guard let changed = rules.changing(variant, to: value) else {
        throw Failure(.badSetting, "\(name): no such value: '\(value)'")
      }
      rules = changed
    }
  }

  private func number(_ text: Substring, of name: Substring) throws(Failure) -> UInt64 {
    guard let number = UInt64(canonicalDigits: text.utf8) else {
      throw Failure(.badSetting, "\(name): expected a number, found '\(text)'")
    }
    return number
  }

  private func choice<Choice: CaseIterable & NamedChoice>(
    _ text: Substring, of name: Substring
  ) throws(Failure) -> Choice {
    guard let choice = Choice.allCases.first(where: { $0.name == text }) else {
      let names = Choice.allCases.map(\.name).joined(separator: ", ")
      throw Failure(.badSetting, "\(name): expected one of \(names), found '\(text)'")
    }
    return choice
  }

  /// Makes the pool.
  func pool() throws(Failure) -> RoundPool {
    guard let family else { throw Failure(.badSetting, "the setting 'family' is missing") }
    var settings = settings
    let split: LevelSplit
    do throws(LevelSplitError) { split = try LevelSplit(shares) } catch {
      throw Failure(.badSetting, "shares: \(error)")
    }
    if let part {
      guard let number = split.parts.firstIndex(where: { $0.name == part }) else {
        let names = split.parts.map(\.name).joined(separator: ", ")
        throw Failure(.badSetting, "split: expected one of \(names), found '\(part)'")
      }
      settings.accepts = { split.part(of: $0) == number }
    }
    do throws(PoolError) {
      let generator = LevelGenerator(family, seed: seed, rules: rules, selection: selection)
      return try RoundPool(generator, slots: slots, settings: settings)
    } catch {
      throw Failure(error)
    }
  }
}

/// A setting with a few named values.
private protocol NamedChoice {
  /// The value's name in a text.
  var name: String { get }
}

extension LevelSelection: NamedChoice {
  fileprivate var name: String { rawValue }
}

extension RoundPool.Autoreset: NamedChoice {
  fileprivate var name: String {
    switch self {
    case .nextStep: "next-step"
    case .sameStep: "same-step"
    case .disabled: "disabled"
    }
  }
}

extension RoundPool.IllegalMoves: NamedChoice {
  fileprivate var name: String {
    switch self {
    case .refused: "refused"
    case .ignored: "ignored"
    }
  }
}
