import Foundation
import Testing
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Files of progress that are not read back, accepted although changed, or joined with losses
/// (2.8).
@Suite struct ProgressTextTests {
  /// Names of worlds, some of which differ only in their bytes.
  private static let names = ["First Night", "x", "夜の町 🧟‍♀️", "é", "e\u{301}", "a  b", "win", "A"]

  private static func progress(_ random: inout NaiveRandom) -> GameProgress {
    var progress = GameProgress()
    progress.hasFinishedFirstSteps = random.below(2) == 0
    for _ in 0..<random.below(8) {
      let code = random.one(of: CampaignDraws.codes)
      progress.open([code])
      if random.below(2) == 0 {
        progress.add([.win, .init(rawValue: UInt8(random.below(4)) << 1)], to: code)
      }
    }
    // Usually few levels, but sometimes more than are inserted one by one.
    for _ in 0..<(random.below(10) == 0 ? 40 : random.below(5)) {
      let codes = random.choose(1 + random.below(3), of: Array(0..<6)).prefix(2)
        .map { CampaignDraws.codes[$0] }
      let price = random.one(of: [0, UInt64(random.below(9)), .max])
      progress.opened.join(
        GameProgress.OpenedWorld(name: random.one(of: names), codes: codes, price: price))
    }
    return progress
  }

  private static func read(_ text: String) -> Result<GameProgress, ProgressError> {
    do throws(ProgressError) { return .success(try GameProgress(text: text)) } catch {
      return .failure(error)
    }
  }

  /// The line of the error; nil if the text is read.
  private static func line(_ text: String) -> Int? {
    if case .failure(let error) = read(text) { error.line } else { nil }
  }

  private static let example = NaiveProgress.sealed([
    "zombies-progress 3", "first-steps done", "level P1Z/S2 open", "level S1/1P open win first par",
    "level S1P/Z2 open win par", "level SP open win", "world 12 P1Z/S2,SP The Barricades",
    "world 0 S1/1P,S1P/Z2 夜の町",
  ])

  @Test func theExampleIsRead() throws {
    let progress = try GameProgress(text: Self.example)
    expect(progress.hasFinishedFirstSteps)
    expectEqual(progress.stars(of: "S1/1P"), [.win, .firstLife, .par])
    expect(progress.stars(of: "S1P/Z2") == [.win, .par] && progress.stars(of: "P1Z/S2") == [])
    expect(progress.starCount == 6 && progress.coinsPaid == 12)
    expectEqual(progress.text, Self.example)
    let article = """
      zombies-progress 3
      first-steps done
      level S4/5/1Z3/2Z2/4P open win first par
      world 0 S4/5/1Z3/2Z2/4P,S4/5/Z4/1Z3/4P First Night
      """
    let sealed = NaiveProgress.sealed(article.split(separator: "\n").map(String.init))
    try expectEqual(GameProgress(text: sealed).text, sealed)
  }

  @Test func roundTrip() throws {
    var random = NaiveRandom(seed: 28)
    let failure = try firstFailure(of: 0..<cases(exactly: 30, long: 20_000)) { _ in
      let progress = Self.progress(&random)
      let read = try GameProgress(text: progress.text)
      return read == progress && read.text.utf8.elementsEqual(progress.text.utf8)
        ? nil : progress.text
    }
    expectNil(failure)
  }

  /// In the long form, all other values of each byte.
  @Test func everyChangedByteIsRefused() {
    let short = NaiveProgress.sealed([
      "zombies-progress 3", "first-steps done", "level SP open win par", "world 2 SP é",
    ])
    let bytes = Array((isLong ? Self.example : short).utf8)
    let failure = firstFailure(of: bytes.indices) { place in
      let byte = bytes[place]
      let others = isLong ? Array(UInt8.min...UInt8.max) : [byte ^ 1, byte ^ 0x20, byte &+ 128, 10]
      for value in others where value != byte {
        var changed = bytes
        changed[place] = value
        guard let line = Self.line(String(decoding: changed, as: UTF8.self)) else {
          return "byte \(place) as \(value) is read"
        }
        if line < 1 || line > 10 { return "byte \(place) as \(value): line \(line)" }
      }
      return nil
    }
    expectNil(failure)
  }

  @Test func everyBeginningIsRefused() {
    let bytes = Array(Self.example.utf8)
    for count in bytes.indices.dropFirst() {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      expect(Self.line(text) != nil, "\(count)")
    }
    expect(Self.line(Self.example + "\n") != nil)
    expect(Self.line(Self.example + Self.example) != nil)
  }

  @Test func linesThatAreSwappedMissingOrTwiceAreRefused() throws {
    let lines = Self.example.split(separator: "\n").map(String.init).dropLast()
    for one in lines.indices {
      for other in lines.indices where one < other {
        var swapped = lines
        swapped.swapAt(one, other)
        expect(Self.line(NaiveProgress.sealed(Array(swapped))) != nil, "\(one) \(other)")
      }
      let twice = Array(lines[...one]) + Array(lines[one...])
      expect(Self.line(NaiveProgress.sealed(twice)) != nil, "\(one) twice")
    }
    // Without its last line and with a new hash, it is a valid, shorter file.
    let shorter = NaiveProgress.sealed(Array(lines.dropLast()))
    try expectEqual(GameProgress(text: shorter).text, shorter)
  }

  private static let badLineTexts: [(String, Int)] = [
    ("level S1/1P", 2), ("level S1/1P win", 2), ("level S1/1P open first", 2), ("level x open", 2),
    ("level S1/1P open win win", 1), ("level S1/1P open par win", 1), ("level S1/1P open ", 1),
    ("level  S1/1P open", 1), ("level S1/1P open won", 2), ("level S01/2P open", 2), ("level", 2),
    ("level S11/1P open", 2), ("world 0 S1/1P", 2), ("world 0 S1/1P ", 2), ("world S1/1P x", 2),
    ("world 01 S1/1P x", 2), ("world -1 S1/1P x", 2), ("world 18446744073709551616 S1/1P x", 2),
    ("world 0 S1/1P, x", 1), ("world 0 ,S1/1P x", 1), ("world 0 S1/1P,,SP x", 1),
    ("world 0 , x", 2), ("world 0 S1/1P \u{1B}[2J", 2), ("world 0 S1/1P \u{2028}", 2),
    ("world 0 S1 x", 2), ("", 2), ("first-steps", 2), ("first-steps done ", 2), ("coins 3", 2),
    ("; note", 2), ("World 0 SP x", 2), ("zombies-progress 3", 2), ("level S1/1P open\r", 2),
    ("end 0123456789abcdef", 2),
  ]

  /// Bad lines in a file whose hash is right.
  @Test(arguments: badLineTexts)
  func badLines(text: String, line: Int) {
    expectEqual(Self.line(NaiveProgress.sealed(["zombies-progress 3", text])), line, "\(text)")
  }

  @Test func versions() throws {
    for number in ["1", "2"] {
      for lines in [[], ["first-steps done"], ["level SP open"]] {
        let text = NaiveProgress.sealed(["zombies-progress \(number)"] + lines)
        guard case .failure(let error) = Self.read(text) else {
          Issue.record("version \(number) is read")
          continue
        }
        expect(error.line == 1 && !error.isNewer)
        expectEqual(
          error.problem, "this is format \(number) of a progress file; this version reads format 3")
      }
    }
    expectEqual(Self.line("zombies-progress 3"), 1)
    for number in ["4", "10", "18446744073709551615"] {
      guard
        case .failure(let error) = Self.read(NaiveProgress.sealed(["zombies-progress \(number)"]))
      else {
        Issue.record("version \(number) is read")
        continue
      }
      expectEqual(error.line, 1)
      expect(
        error.problem.hasPrefix("written by a newer version of this program (format \(number))"))
    }
    for number in ["0", "03", "-1", "+3", "3.0", "", " 3", "3 ", "two", "99999999999999999999"] {
      expectEqual(Self.line(NaiveProgress.sealed(["zombies-progress \(number)"])), 1, "\(number)")
    }
  }

  @Test(arguments: [
    "\n", "zombies", "zombies-progress", "zombies-tally 1\n", "\u{FEFF}zombies-progress 3\n",
    "S1P\n", "level,seed\n", "Zombies-progress 3\nend 0\n", "\0\0\0\0", "zombies-progress 3",
    "zombies-progress 3\n", "zombies-progress 3\r\n", "zombies-progress 3\nend 0000000000000000\n",
    "🧟🧟🧟",
  ])
  func foreignFiles(text: String) {
    expect(Self.line(text) != nil)
  }

  @Test("2.8 An empty file is the progress of a new player")
  func emptyFile() throws {
    try expectEqual(GameProgress(text: ""), GameProgress())
  }

  @Test func joinedInAnyOrder() {
    var random = NaiveRandom(seed: 29)
    func joined(_ all: [GameProgress]) -> GameProgress {
      var sum = all[0]
      for other in all.dropFirst() { sum.join(other) }
      return sum
    }
    let failure = firstFailure(of: 0..<cases(exactly: 30, long: 20_000)) { _ in
      let (a, b, c) = (
        Self.progress(&random), Self.progress(&random), Self.progress(&random)
      )
      let all = joined([a, b, c])
      var texts = [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].map { joined($0).text }
      texts += [
        joined([a, joined([b, c])]).text, joined([all, a]).text, joined([all, all]).text,
      ]
      texts += [joined([c, all]).text]
      for text in texts where !text.utf8.elementsEqual(all.text.utf8) {
        return "\(a.text)\n\(b.text)\n\(c.text)\n\(all.text)\n\(text)"
      }
      guard Self.line(all.text) == nil else { return "not read: \(all.text)" }
      return nil
    }
    expectNil(failure)
  }

  /// 100,000 levels in the long form, all of which are read, joined and written.
  @Test func largeFiles() throws {
    let count = cases(exactly: 400, long: 100_000)
    let codes = (0..<count).map { number in
      // Five squares of floor or not, row by row: all different.
      let rows = (0..<18).map { number >> $0 & 1 == 0 ? "2" : "#1" }
      return "SP/" + rows.joined(separator: "/")
    }
    var progress = GameProgress()
    progress.open(codes)
    var text = ""
    let writing = Self.processorTime { text = progress.text }
    var read = GameProgress()
    let reading = try Self.processorTime { read = try GameProgress(text: text) }
    let joining = Self.processorTime { read.join(progress) }
    expect(read == progress && text.utf8.split(separator: 0x0A).count == count + 2)
    // Quadratic time would be minutes.
    for time in [writing, reading, joining] { expect(time < .seconds(3)) }
  }

  /// The processor time of this thread, which other tests and programs do not affect.
  private static func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try work()
    return now() - start
  }
}
