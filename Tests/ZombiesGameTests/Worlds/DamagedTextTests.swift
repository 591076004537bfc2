import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Texts of questions and campaigns that trap, are refused without a place, or change when written and read again.
@Suite struct DamagedTextTests {
  private static let parts = [
    "chapter: ", "question: ", "room: ", "+ ", "- ", "= ", "; ", "chapter:", "qestion: ",
    "; world: ",
    "; level: ", "; unlock: ", "; rules: ", "zombie-speed 2", "coins 2", "S4/5/Z1#2/2F2/4P",
    "S1/1P+lit",
    "classic@1#2", "4x4z2@", "99999x9z9@0#0", "3x3z1+any@7#1", "a", "É", "e\u{301}", "\n", "\n\n",
    " ",
    "\t", "\r", "\u{0}", "\u{1B}[2J", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{301}", "🧟‍♂️",
    "18446744073709551616", ":", "@#",
  ]

  private static let quiz = """
    chapter: 1
    question: What?
    + 0
    - 1
    - É

    question: And?
    room: S1/1P
    - 0
    + 1

    chapter: 2
    question: How?
    = a
    = b
    """

  private static let campaign = """
    ; world: A
    ; level: One
    S1/1P
    S1P

    ; world: B
    ; unlock: stars 3
    ; rules: zombie-speed 2
    S1P+lit
    S..
    ..P
    """

  /// A text with some of its scalars changed, removed, doubled or inserted.
  private static func damaged(_ text: String, _ random: inout NaiveRandom) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<random.below(3) where !scalars.isEmpty {
      let place = random.below(scalars.count)
      let other = Array(random.one(of: parts).unicodeScalars)
      switch random.below(4) {
      case 0: scalars.remove(at: place)
      case 1: scalars.insert(contentsOf: other, at: place)
      case 2: scalars[place] = other[0]
      default: scalars.insert(contentsOf: scalars[place...].prefix(20), at: place)
      }
    }
    var damaged = String.UnicodeScalarView()
    damaged.append(contentsOf: scalars)
    return String(damaged)
  }

  @Test("2.1, 3.6 Random and damaged texts are read, or refused with a place")
  func damagedTexts() {
    var random = NaiveRandom(seed: 36)
    var (read, refused) = (0, 0)
    let failure = firstFailure(of: 0..<cases(400, long: 20_000)) { number -> String? in
      let isQuiz = number % 2 == 0
      var text = Self.damaged(isQuiz ? Self.quiz : Self.campaign, &random)
      if random.below(9) == 0 { text = (0..<9).map { _ in random.one(of: Self.parts) }.joined() }
      do throws(LevelError) {
        if isQuiz {
          let quiz = try Quiz(text: text)
          if (try? Quiz(text: quiz.written)) != quiz { return "not read again: \(text)" }
        } else {
          let campaign = try Campaign(text: text)
          if (try? Campaign(text: campaign.text)) != campaign { return "not read again: \(text)" }
        }
        read += 1
      } catch {
        refused += 1
        // Only line feeds end a line.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let place = error.position, (1...lines.count).contains(place.line), place.column > 0,
          place.column <= String(Substring(lines[place.line - 1])).unicodeScalars.count + 1
        else { return "\(error): \(text.debugDescription)" }
      }
      return nil
    }
    expectNil(failure)
    expect(read > 40 && refused > 40, "\(read) read, \(refused) refused")
  }

  @Test("2.1 What cannot be made into a campaign")
  func refused() throws {
    func expectCampaign(_ text: String, error: String?) {
      do throws(LevelError) {
        _ = try Campaign(text: text)
        expectNil(error)
      } catch let found { expectEqual("\(found)", error) }
    }
    let ruled = "; world: A\nlevel,zombie_speed\nS1P,2\n"
    expectCampaign(ruled + "S2P,2\n", error: nil)
    expectCampaign(
      ruled + "S2P,1\n",
      error: "line 4, column 1: world 'A' has a level without rules below one with rules")
    let all = "; world: A\n" + String(repeating: "S1P\n\n", count: Campaign.mostLevels)
    expectCampaign(all, error: nil)
    expectCampaign(
      all + "S1P\n", error: "line 200002, column 1: more than 100000 levels in a campaign")
  }
}
