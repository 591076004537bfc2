import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

// Only a workshop adds to a list of levels.
@testable import ZombiesGame

/// Files of progress and of the workshop's levels that are not read back, accepted although changed, or joined with
/// losses (2.8, 6.4). What is told of a refused one stands in Examples.
@Suite struct KeptFilesTests {
  private static func progress(_ random: inout NaiveRandom) -> NaiveProgress {
    var progress = NaiveProgress()
    progress.hasFinishedFirstSteps = random.below(2) == 0
    for code in CampaignDraws.codes where random.below(3) == 0 {
      let stars = ["first", "par"].filter { _ in random.below(2) == 0 }
      if random.below(2) == 0 { progress.stars[code] = Set(stars + ["win"]) }
      progress.open.insert(code)
    }
    // Usually few worlds, but sometimes more than are inserted one by one. Some names differ only in their bytes.
    for _ in 0..<(random.below(5) == 0 ? 40 : random.below(5)) {
      let codes = random.choose(1 + random.below(3), of: Array(0..<6)).prefix(2)
      progress.paid[
        NaiveProgress.Opened(
          name: random.one(of: ["First Night", "夜の町 🧟‍♀️", "é", "a  b", "win", "A"]),
          levels: codes.map { CampaignDraws.codes[$0] })] = random.one(of: [0, random.below(9)])
    }
    return progress
  }

  @Test("2.8 Progress is written as by a naive writer, read back, and joined in any order")
  func progress() throws {
    var random = NaiveRandom(seed: 28)
    let failure = try firstFailure(of: 0..<cases(60, long: 6000)) { _ -> String? in
      let (one, other) = (Self.progress(&random), Self.progress(&random))
      let (mine, theirs) = (try GameProgress(text: one.text), try GameProgress(text: other.text))
      if mine.text != one.text || mine.hasFinishedFirstSteps != one.hasFinishedFirstSteps {
        return "\(one.text)\n\(mine.text)"
      }
      if mine.starCount != UInt64(one.starCount) { return "\(mine.starCount) stars: \(one.text)" }
      for code in CampaignDraws.codes {
        let stars = one.stars[code] ?? []
        if mine.hasCompleted(code) != stars.contains("win")
          || mine.stars(of: code).count != stars.count
        {
          return "\(code): \(one.text)"
        }
      }
      for (first, second) in [(mine, theirs), (theirs, mine)] {
        var joined = first
        for _ in 0..<2 {
          joined.join(second)
          if joined.text != one.joined(other).text { return "\(one.text)\n\(other.text)" }
        }
      }
      return nil
    }
    expectNil(failure)
  }

  @Test("2.8, 6.4 Two names that differ only in their bytes are two, and no sum overflows")
  func extremes() throws {
    let lines = [
      "world 18446744073709551615 SP,S1P e\u{301}", "world 18446744073709551615 SP,S1P é",
    ]
    let text = NaiveProgress.sealed(["zombies-progress 3", "level SP open win"] + lines)
    var progress = try GameProgress(text: text)
    expect(progress.text.utf8.elementsEqual(text.utf8))
    progress.join(try GameProgress(text: text))
    expect(progress.text.utf8.elementsEqual(text.utf8))
    let campaign = try Campaign(
      text: "; world: é\nSP\n; world: B\n; unlock: coins 18446744073709551615\nS1P\n")
    expect(Worlds(campaign, progress).coins == 0 && !Worlds(campaign, progress).canBuy(1))
    try expect(GameProgress(text: "") == GameProgress() && KeptLevels(text: "") == KeptLevels())
  }

  /// Nine levels, with names, worlds and rules of all kinds.
  private static func levels(_ random: inout NaiveRandom) throws -> [Workshop.Draft] {
    try (0..<9).map { number in
      var draft = Workshop(
        try Level(number < 3 ? ["SP", "PS", "S#P"][number] : "S\(number)P"),
        rules: try random.below(2) == 0 ? .standard : Rules(random.rules())
      ).draft
      draft.name = random.one(of: [nil, "The Door", "Größer"])
      draft.world = random.one(of: [Workshop.worldName, "First Night", "夜"])
      return draft
    }
  }

  private static func list(_ levels: [Workshop.Draft]) -> KeptLevels {
    var list = KeptLevels()
    for level in levels { list.add(level) }
    return list
  }

  @Test("6.4 The list of levels is a file of levels; of two programs' changes, none is lost")
  func levels() throws {
    var random = NaiveRandom(seed: 24)
    for _ in 0..<cases(40, long: 3000) {
      let all = try Self.levels(&random)
      func some() -> KeptLevels { Self.list(all.filter { _ in random.below(2) == 0 }) }
      let (former, theirs) = (some(), some())
      try expectEqual(KeptLevels(text: former.text), former)
      // Every reader of levels reads the file, with names, worlds and rules.
      if !former.levels.isEmpty {
        let read = try Campaign(text: former.text).worlds.flatMap { world in
          world.levels.map { level in
            var draft = Workshop(level.level, rules: level.rules(else: .standard)).draft
            (draft.name, draft.world) = (level.name, world.name)
            return draft
          }
        }
        expectEqual(read, former.levels)
      }
      // A session removes some levels of its list and adds others, while another program writes its own.
      var setup = Session.Setup()
      (setup.keptLevels, setup.mode) = (former, .workshop)
      var session = try Session(setup)
      expectEqual(former.joined(with: session), former)
      var mine = former.levels
      for level in former.levels where random.below(3) == 0 {
        let place = try require(mine.firstIndex(of: level))
        mine.remove(at: place)
        try require(session.perform(.removeKept(place)))
      }
      for level in all where !former.levels.contains(level) && random.below(2) == 0 {
        mine.append(level)
        session.perform(.edit(.paste(level.code)))
        session.perform(.edit(.rules(level.rules)))
        session.perform(.edit(.world(level.world)))
        session.perform(.edit(.name(level.name)))
        try require(session.perform(.keep))
      }
      let joined = theirs.joined(with: session)
      for level in all {
        let (was, isTheirs) = (former.levels.contains(level), theirs.levels.contains(level))
        let isMine = mine.contains(level)
        expectEqual(joined.levels.contains(level), was ? isMine && isTheirs : isMine || isTheirs)
      }
      joined.teach(&session)
      expect(joined.joined(with: session) == joined && theirs.joined(with: session) == theirs)
    }
  }

  private static func isRefused(_ text: String) -> Bool {
    do throws(ProgressError) { _ = try KeptLevels(text: text) } catch {
      return (1...99).contains(error.line)
    }
    return false
  }

  @Test("2.8, 6.4 A file that is changed, cut or continued anywhere is refused with a line")
  func damaged() throws {
    // Files of progress are damaged in KeptTextTests.
    var random = NaiveRandom(seed: 5)
    let text = Self.list(try Self.levels(&random)).text
    let bytes = Array(text.utf8)
    let failure = firstFailure(of: sampled(Array(bytes.indices), every: 5)) { place in
      for value in [bytes[place] ^ 1, bytes[place] &+ 128, 10] where value != bytes[place] {
        let changed = bytes[..<place] + [value] + bytes[(place + 1)...]
        if !Self.isRefused(String(decoding: changed, as: UTF8.self)) {
          return "byte \(place): \(value)"
        }
      }
      // An empty file has nothing that could be lost.
      let cut = String(decoding: bytes[..<place], as: UTF8.self)
      return Self.isRefused(cut) == (place > 0) ? nil : "cut to \(place)"
    }
    expectNil(failure)
    expect(!Self.isRefused(text) && Self.isRefused(text + "\n") && Self.isRefused(text + text))
    // Lines of progress that are exchanged or twice, with a new hash.
    let lines = [
      "zombies-progress 3", "first-steps done", "level P1Z/S2 open", "level SP open win",
      "world 12 P1Z/S2,SP The Barricades", "world 0 S1/1P,S1P/Z2 夜の町",
    ]
    func isRead(_ lines: [String]) -> Bool {
      let text = NaiveProgress.sealed(lines)
      return (try? GameProgress(text: text))?.text == text
    }
    expect(isRead(lines) && isRead(lines.dropLast()))
    for one in lines.indices {
      expect(!isRead(Array(lines[...one] + lines[one...])), "\(one) twice")
      for other in lines.indices where one < other {
        var swapped = lines
        swapped.swapAt(one, other)
        expect(!isRead(swapped), "\(one) \(other)")
      }
    }
  }
}
