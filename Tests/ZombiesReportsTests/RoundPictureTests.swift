import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports

/// Pictures and animations of rounds that differ from plain rounds.
@Suite struct RoundPictureTests {
  private static let seeds = 0..<UInt64(cases(exactly: 16, long: 200))

  /// A round of random legal moves, up to a limit.
  private static func played(
    _ random: inout NaiveRandom, asPlayerSees: Bool, most: Int
  ) throws -> (pictures: RoundPictures, rounds: [Round]) {
    let rules = try Rules(random.rules())
    let level = try Level(random.level(maxRows: 6, maxColumns: 6, maxThings: 7))
    var round = Round(level, rules: rules)
    var pictures = RoundPictures(round, title: "a round", asPlayerSees: asPlayerSees)
    var rounds = [round]
    while round.outcome == nil, rounds.count <= most {
      let moves = Array(round.legalMoves)
      let events = try round.move(moves[random.below(moves.count)])
      pictures.add(events, round)
      rounds.append(round)
    }
    return (pictures, rounds)
  }

  @Test(arguments: seeds)
  func theStripShowsEachState(seed: UInt64) throws {
    var random = NaiveRandom(seed: seed)
    let (pictures, rounds) = try Self.played(&random, asPlayerSees: seed % 2 == 1, most: 9)
    let svg = pictures.strip(across: 4)
    let frames = svg.split(separator: "<g role=\"img\"").dropFirst()
    #expect(frames.count == rounds.count, "seed \(seed)")
    for (frame, round) in zip(frames, rounds) {
      let text = String(frame)
      func squares(_ sign: String) -> [Square] { LevelPictureTests.squares(of: sign, in: text) }
      #expect(squares("zP") == [round.player] && squares("zZ") == round.zombies.squares)
      #expect(squares("zS") == [round.level.signpost] && squares("zB") == round.level.blocks)
      #expect(text.contains("class=\"zL\"") == round.isLit)
      // The dark squares, one by one.
      let sight = Sight(round)
      let hidden = text.split(separator: "class=\"zU\" d=\"").dropFirst().first.map { path in
        path.prefix { $0 != "\"" }.split(separator: "M").map { String($0) }
      }
      let expected = (0..<round.level.size.squareCount).map(round.level.size.square).filter {
        seed % 2 == 1 && !round.isLit && !sight.sees($0) && $0 != round.level.signpost
      }
      #expect(
        hidden ?? [] == expected.map { "\($0.column) \($0.row)h1v1h-1z" }, "seed \(seed)")
    }
    let problem = malformed(svg)
    #expect(problem == nil)
  }

  /// Each square on which the player heard zombies keeps its number, in the player's view only.
  @Test(arguments: seeds.prefix(isLong ? 200 : 8), [0, 1, 3, 16])
  func heardNumbersStay(seed: UInt64, hearing: Int) throws {
    var random = NaiveRandom(seed: seed)
    let rules = try Rules(catchingDistance: 0, hearingDistance: hearing)
    let level = try Level(random.level(maxRows: 6, maxColumns: 6, maxThings: 7))
    var round = Round(level, rules: rules)
    let isOfPlayer = seed % 3 > 0
    var pictures = RoundPictures(round, title: "a round", asPlayerSees: isOfPlayer)
    var expected: [[String]] = []
    var (numbers, places): ([String], [Square]) = ([], [])
    func hear() {
      if isOfPlayer, let heard = Sight(round).heard, !places.contains(round.player) {
        let (row, column) = (round.player.row, round.player.column)
        places.append(round.player)
        numbers.append("x=\"\(column).95\" y=\"\(row).31\">\(heard)<")
      }
      expected.append(numbers)
    }
    hear()
    while round.outcome == nil, round.moves < 9 {
      let moves = Array(round.legalMoves)
      let events = try round.move(moves[random.below(moves.count)])
      pictures.add(events, round)
      hear()
    }
    func shown(_ svg: Substring) -> [String] {
      svg.matches(of: #/<text class="zi zie" ([^<]*<)/#).map { match in
        let text = String(match.1).replacing("x=\".95", with: "x=\"0.95")
        return text.replacing("y=\".31", with: "y=\"0.31")
      }
    }
    let strip = pictures.strip(across: 4)
    let frames = strip.split(separator: "<g role=\"img\"").dropFirst()
    #expect(frames.map { shown($0) } == expected, "seed \(seed)")
    let animation = pictures.animation()
    #expect(shown(animation[...]) == numbers, "seed \(seed)")
    for svg in [strip, animation] {
      let problem = malformed(svg)
      #expect(problem == nil)
      #expect(svg.contains("The number on a square is how many zombies") == !numbers.isEmpty)
      #expect(svg.contains("you hear ") == !numbers.isEmpty)
    }
  }

  /// The animation passes each square of the round, and ends where the round ends.
  @Test(arguments: seeds)
  func theAnimationGoesTheWay(seed: UInt64) throws {
    var random = NaiveRandom(seed: seed)
    let (pictures, rounds) = try Self.played(&random, asPlayerSees: seed % 2 == 1, most: 12)
    let svg = pictures.animation()
    func stations(_ name: String) throws -> [(time: Double, square: [Int])] {
      let rule = try #require(svg.firstRange(of: "@keyframes \(name){"))
      let body = svg[rule.upperBound...].prefix { $0 != "\n" }
      let end = body.firstRange(of: "}}")?.lowerBound ?? body.endIndex
      return try body[..<end].matches(
        of: #/([\d.]+)%\{transform:translate\((-?\d+)px,(-?\d+)px\)/#
      ).map { match in
        (try #require(Double(match.1)), [Int(match.2) ?? -1, Int(match.3) ?? -1])
      }
    }
    func way(_ stations: [(time: Double, square: [Int])]) -> [[Int]] {
      stations.reduce(into: []) { if $0.last != $1.square { $0.append($1.square) } }
    }
    func form(_ square: Square) -> [Int] { [square.column, square.row] }
    let player = try stations("player")
    #expect(way(player) == rounds.map { form($0.player) })
    for (zombie, start) in rounds[0].level.zombies.enumerated() {
      let steps = try stations("z\(zombie)")
      #expect(steps.first?.square == form(start))
      #expect(steps.map(\.time) == steps.map(\.time).sorted())
      for (one, next) in zip(way(steps), way(steps).dropFirst()) {
        #expect(abs(one[0] - next[0]) + abs(one[1] - next[1]) == 1, "seed \(seed)")
      }
    }
    let ends = try rounds[0].level.zombies.indices.map { try stations("z\($0)").last?.square }
    let expected = try #require(rounds.last).zombies.squares.map(form)
    #expect(Set(ends) == Set(expected) && ends.count == expected.count, "seed \(seed)")
    #expect(player.map(\.time) == player.map(\.time).sorted() && player.last?.time == 100)
    for word in ["<script", "http:", "onload"] {
      #expect(!svg.replacing("http://www.w3.org/2000/svg", with: "").contains(word))
    }
    let problem = malformed(svg)
    #expect(problem == nil)
  }

  @Test func whatHappenedStandsBelow() throws {
    var round = Round(try Level("S2/1Z1/2P"))
    var pictures = RoundPictures(round, title: "x")
    pictures.add(try round.move(.up), round)
    #expect(
      pictures.description
        == "start: dark. move 1: U to row 2, column 3; caught: the zombie at (2,2) is one step away"
    )
    pictures.ending = "the round goes on"
    #expect(pictures.strip().contains("the round goes on"))
    #expect(pictures.animation().contains("the round goes on"))
  }
}
