import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Lists of saved levels that are not read back, accepted although damaged, or joined with losses
/// (6.4).
@Suite struct KeptLevelsTests {
  private static func list() throws -> KeptLevels {
    let fast = try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 3)
    return KeptLevels([
      KeptLevel(try Level("S4/5/Z1#2/5/4P+lit"), name: "The Door"),
      KeptLevel(try Level("SP"), rules: fast), KeptLevel(try Level("PS"), rules: fast),
      KeptLevel(try Level("SP")),
      KeptLevel(
        try Level("SP"), name: "Größer", world: "First Night", rules: try Rules(zombieSpeed: 2)),
      KeptLevel(try Level("S1P"), world: "First Night"),
    ])
  }

  @Test("6.4 The list is a file of levels, and is read back with names, worlds and rules")
  func text() throws {
    let list = try Self.list()
    expect(
      list.text.split(separator: "\n").dropLast().elementsEqual([
        ";; zombies-workshop 2", "; world: Workshop", "; level: The Door", "S4/5/Z1#2/5/4P+lit",
        "; rules: catching-distance 0, chase vertical, zombie-speed 3", "SP", "PS",
        "; rules: catching-distance 1, chase longest, zombie-speed 1", "SP", "; world: First Night",
        "; rules: catching-distance 1, chase longest, zombie-speed 2", "; level: Größer", "SP",
        "; rules: catching-distance 1, chase longest, zombie-speed 1", "S1P",
      ]))
    try expectEqual(KeptLevels(text: list.text), list)
    let campaign = try Campaign(text: list.text)
    expectEqual(campaign.worlds.map(\.name), ["Workshop", "First Night"])
    expectEqual(campaign.worlds.flatMap(\.levels).map(\.level), list.levels.map(\.level))
    // Every command takes each level under its rules (2.10).
    expectEqual(
      campaign.worlds.flatMap(\.levels).map { $0.rules(else: .standard) }, list.levels.map(\.rules))
    try expectEqual(KeptLevels(text: KeptLevels().text), KeptLevels())
  }

  @Test("6.4 An empty file is an empty list; a long list is read and joined quickly")
  func emptyAndLong() throws {
    try expectEqual(KeptLevels(text: ""), KeptLevels())
    let size = try RoomSize(rows: 6, columns: 6)
    var kept: [KeptLevel] = []
    let count = cases(exactly: 400, long: 4000)
    for number in 0..<count {
      let zombies = (0..<12).filter { number >> $0 & 1 == 1 }.map {
        Square(row: $0 / 6 + 1, column: $0 % 6)
      }
      let level = try Level(
        size: size, start: size.bottomRight, signpost: size.topLeft, zombies: zombies, blocks: [],
        flashlights: [], isLit: false)
      kept.append(KeptLevel(level, world: "World \(2 * number / count)"))
    }
    let list = KeptLevels(kept)
    expectEqual(list.levels, kept)
    try expectEqual(KeptLevels(text: list.text), list)
    // One program removes levels, another adds some.
    let (fewer, more) = (KeptLevels(kept.dropFirst(5)), KeptLevels(kept.dropLast(5)))
    expectEqual(list.changing(from: list, to: fewer), fewer)
    expectEqual(more.changing(from: list, to: fewer).levels, Array(kept[5..<count - 5]))
    expectEqual(fewer.changing(from: more, to: list).levels.suffix(5), kept.suffix(5))
  }

  @Test("6.4 A list that is changed or cut anywhere is refused; a newer version is recognized")
  func damaged() throws {
    let bytes = Array(try Self.list().text.utf8)
    func read(_ bytes: [UInt8]) -> ProgressError? {
      do throws(ProgressError) {
        _ = try KeptLevels(text: String(decoding: bytes, as: UTF8.self))
        return nil
      } catch { return error }
    }
    for place in sampled(Array(bytes.indices), every: 5) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(place % 7)
      expect(read(changed) != nil, "byte \(place)")
      // An empty file contains nothing that could be lost.
      expectEqual((read(Array(bytes[..<place])) != nil), (place > 0), "cut to \(place) bytes")
    }
    expect(read(bytes + bytes) != nil)
    let newer = Array(";; zombies-workshop 3\nwhatever\n".utf8)
    expect(read(newer)?.isNewer == true && read(newer)?.line == 1)
    expectEqual(read(bytes + [0x0A])?.isNewer, false)
    let older = read(Array(";; zombies-workshop 1\n; world: Workshop\nSP\n".utf8))
    expectEqual(
      older?.problem, "this is format 1 of a file of saved levels; this version reads format 2")
    expect(older?.line == 1 && older?.isNewer == false)
  }

  @Test("6.4 Changes of two programs at once are joined; a level that either removes is gone")
  func joined() throws {
    var random = NaiveRandom(seed: 24)
    let levels = try (0..<9).map { KeptLevel(try Level("S\($0 + 1)P"), world: "\($0 % 3)") }
    for _ in 0..<cases(exactly: 60, long: 3000) {
      func some() -> KeptLevels {
        KeptLevels(levels.filter { _ in random.below(2) == 0 })
      }
      let (former, mine, theirs) = (some(), some(), some())
      let joined = theirs.changing(from: former, to: mine)
      for level in levels {
        let (was, isMine, isTheirs) = (
          former.levels.contains(level), mine.levels.contains(level), theirs.levels.contains(level)
        )
        expectEqual(joined.levels.contains(level), (was ? isMine && isTheirs : isMine || isTheirs))
      }
    }
    // Without changes of its own, a session takes the list of the other program.
    var session = try Session(Session.Setup())
    session.perform(.visit(.workshop))
    let kept = KeptLevels(levels)
    kept.teach(&session)
    expect(session.workshop.kept == kept.levels && kept.joined(with: session) == kept)
    session.perform(.removeKept(0))
    session.perform(.keep)
    let next = kept.joined(with: session)
    expect(next.levels.count == levels.count && !next.levels.contains(levels[0]))
    next.teach(&session)
    expect(session.workshop.kept == next.levels && next.joined(with: session) == next)
  }
}
