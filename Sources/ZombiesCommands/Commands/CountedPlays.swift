import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGame
import ZombiesReports

/// The rounds of `worlds --plays`, counted for the levels of a campaign, with those that do not count.
struct CountedPlays {
  private(set) var plays: CampaignPlays

  /// Rounds on a level that do not count.
  private struct Skipped {
    /// The first of these rows, "plays.csv:3".
    let first: String
    var count = 1
  }

  /// The rounds on levels that the campaign does not have, and under other rules, by the level's code.
  private var others: [(code: String, why: String, skipped: Skipped)] = []
  private var places: [String: Int] = [:]

  /// The number of rounds that ``others`` does not list one by one.
  private var moreOthers = 0

  private var policies: Skipped?
  private var wrongClocks: Skipped?
  private var repeated: [(file: String, count: Int)] = []

  /// The maximum number of levels to keep of those that are not in the campaign.
  private static let mostOthers = 1000

  /// The maximum number of sentences of a kind.
  private static let mostSentences = 10

  /// Reads the files and counts their rounds.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - campaign: The campaign.
  ///   - rules: The rules of levels that have none of their own.
  ///   - arguments: The arguments.
  ///   - progress: Receives the number of rows.
  /// - Throws: ``Failure`` with status 65 if a file is damaged or no round counts, 66 if it cannot be opened,
  ///   and 74 if a read fails.
  init(
    _ paths: [FilePath], of campaign: Campaign, _ rules: Rules, _ arguments: Arguments,
    _ progress: Progress
  ) throws(Failure) {
    plays = CampaignPlays(
      campaign.places.map { place in
        let level = campaign[place]
        return CampaignPlays.Entry(
          level.level, rules: level.rules(else: rules),
          takesAnyHearing: level.rules == nil && !arguments.has(.hearingDistance))
      })
    var rows: UInt64 = 0
    for path in paths {
      let file = try InputFile(path, for: arguments.inputs)
      do throws(PlaysError) {
        var reader = try PlaysReader { file.read() }
        plays.beginFile(ofPeople: reader.isOfPeople)
        var copies = 0
        while let play = try reader.next() {
          switch try plays.count(play) {
          case .counted:
            if play.hasWrongClock { Self.note(&wrongClocks, file, play) }
          case .otherLevel: note(play, file, "the level is not in the campaign")
          case .otherRules:
            note(
              play, file,
              "they were played under other rules, "
                + RulesText.name(of: play.rules ?? .standard))
          case .policy: Self.note(&policies, file, play)
          case .repeated: copies += 1
          }
          rows += 1
          if rows % 1024 == 0 { progress.update(rows) }
        }
        if copies > 0 { repeated.append((file.name, copies)) }
      } catch {
        throw file.failure ?? .badData("\(file.name), \(error)")
      }
      if let failure = file.failure { throw failure }
    }
    plays.finish()
    if plays.rounds == 0 {
      say(arguments)
      throw .badData(
        rows == 0
          ? "no rounds in \(listed(paths.map(\.lineText)))"
          : "none of the \(grouped(rows)) rounds counts for a level of the campaign")
    }
  }

  private static func note(_ skipped: inout Skipped?, _ file: InputFile, _ play: RecordedPlay) {
    if skipped == nil {
      skipped = Skipped(first: "\(file.name):\(play.line)")
    } else {
      skipped?.count += 1
    }
  }

  private mutating func note(_ play: RecordedPlay, _ file: InputFile, _ why: String) {
    let code = String(decoding: play.code, as: UTF8.self)
    if let place = places[code + why] {
      others[place].skipped.count += 1
    } else if others.count < Self.mostOthers {
      places[code + why] = others.count
      others.append((code, why, Skipped(first: "\(file.name):\(play.line)")))
    } else {
      moreOthers += 1
    }
  }

  /// Prints what does not count, and why.
  func say(_ arguments: Arguments) {
    func rounds(_ count: Int) -> String { "\(grouped(count)) \(count == 1 ? "round" : "rounds")" }
    func verb(_ count: Int) -> String { count == 1 ? "does" : "do" }
    for other in others.prefix(Self.mostSentences) {
      let count = other.skipped.count
      arguments.note(
        "\(other.skipped.first): \(rounds(count)) on '\(other.code.prefix(100).shown)' "
          + "\(verb(count)) not count: \(other.why)\n")
    }
    let rest = others.dropFirst(Self.mostSentences).reduce(moreOthers) { $0 + $1.skipped.count }
    if rest > 0 {
      arguments.note("\(rounds(rest)) on other levels, or under other rules, also do not count\n")
    }
    if let policies {
      arguments.note(
        "\(policies.first): \(rounds(policies.count)) of policies \(verb(policies.count)) not count, because "
          + "the file is of people\n")
    }
    for (file, count) in repeated {
      arguments.note(
        "\(file): \(rounds(count)) \(count == 1 ? "is" : "are") also in an earlier file, and "
          + "\(count == 1 ? "counts" : "count") once\n")
    }
    if let wrongClocks {
      arguments.note(
        "\(wrongClocks.first): the times of \(rounds(wrongClocks.count)) are not used: the clock ran "
          + "backwards\n")
    }
    let heard = plays.roundsByHearing.indices.filter { plays.roundsByHearing[$0] > 0 }
    if heard.count > 1 {
      let counts = heard.map { "\($0) (\(rounds(Int(plays.roundsByHearing[$0]))))" }
      arguments.note(
        "rounds at hearing distance \(listed(counts)) count together. To count only one distance, use "
          + "--hearing-distance\n")
    }
  }
}
