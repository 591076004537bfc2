import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports

/// Only these tests find an animation in which a thing moves at another moment, or in which a
/// light, a number, a caption or the darkness appears with another move. The naive rules say what
/// happens when.
@Suite struct RoundMomentsTests {
  /// The keyframes of a name; nil if there are none.
  private static func keyframes(_ name: String, of svg: String) -> [String]? {
    guard let rule = svg.firstRange(of: "@keyframes \(name){") else { return nil }
    let frames = svg[rule.upperBound...].prefix(4000).split(
      separator: "}", omittingEmptySubsequences: false)
    return frames.prefix { !$0.isEmpty }.map { String($0).replacing("%{", with: " ") }
  }

  @Test func everythingHappensAtItsMoment() throws {
    var random = NaiveRandom(seed: 77)
    var seen: Set<Character> = []
    for turn in 0..<60 {
      let rules = NaiveRules(
        catchingDistance: random.below(2), chase: NaiveChase.allCases[random.below(3)],
        hearingDistance: random.below(4))
      let level = random.level(maxRows: 4, maxColumns: 6, maxThings: 6)
      let asPlayerSees = turn % 2 == 0
      var round = Round(try Level(level), rules: try Rules(rules))
      var pictures = RoundPictures(round, title: "a round", asPlayerSees: asPlayerSees)
      // The states, and the squares of each zombie in the order of the level.
      var (states, zombies) = ([NaiveRound(level, rules)], [level.zombies])
      while let state = states.last, !state.legalMoves().isEmpty, states.count < 8 {
        let moves = state.legalMoves()
        let move = moves[random.below(moves.count)]
        var (next, last) = (state, zombies[zombies.count - 1])
        next.move(move)
        if state.lit, next.zombies != last.sorted() {
          let order = last.indices.sorted { last[$0] < last[$1] }
          let turns = state.room.chaseTurns(zombies: last, player: next.player, rules: rules)
          for (zombie, square) in zip(order, turns) { last[zombie] = square }
        }
        states.append(next)
        zombies.append(last)
        let direction = try #require(Direction(letter: Array("UDLR".utf8)[move]))
        pictures.add(try round.move(direction), round)
      }
      let (svg, count) = (pictures.animation(), states.count)

      /// A part of a move in percent, as a share of all moves and of three more at the end.
      func moment(_ move: Int, _ part: Int) -> String {
        let thousandths: Int = (100 * move + part) * 1000 / (count + 3)
        return Drawn.short(Double(thousandths) / 1000)
      }
      func at(_ square: Int, _ unit: String = "px,") -> String {
        let end = unit == " " ? "" : "px"
        return "translate(\(square % level.columns)\(unit)\(square / level.columns)\(end))"
      }
      func way(_ squares: [Int], _ begin: Int, _ end: Int) -> [String] {
        let steps = squares.indices.dropFirst().filter { squares[$0] != squares[$0 - 1] }
        var frames = ["0 transform:\(at(squares[0]))"]
        for move in steps {
          for (part, place) in [(begin, move - 1), (end, move)] {
            frames.append("\(moment(move, part)) transform:\(at(squares[place]))")
          }
        }
        return frames + ["100 transform:\(at(squares[count - 1]))"]
      }
      func appears(_ name: String, _ moment: String?) {
        let frames = moment.map { ["0 opacity:0", "\($0) opacity:1"] }
        #expect(Self.keyframes(name, of: svg) == frames, "\(level), \(name)")
        if moment != nil, let first = name.first { seen.insert(first) }
      }
      #expect(Self.keyframes("player", of: svg) == way(states.map(\.player), 0, 40), "\(level)")
      for zombie in level.zombies.indices {
        let squares = zombies.map { $0[zombie] }
        #expect(Self.keyframes("z\(zombie)", of: svg) == way(squares, 45, 90), "\(level)")
        let end = at(squares[count - 1], " ")
        #expect(svg.contains("class=\"a z\(zombie)\" transform=\"\(end)\""))
      }
      #expect(svg.contains("{animation-duration:\((count + 3) * 900)ms;"))
      let lit = states.firstIndex { $0.lit }
      appears("light", lit.flatMap { $0 > 0 ? moment($0, 95) : nil })
      appears("end", states[count - 1].outcome == .caught ? moment(count - 1, 95) : nil)
      // Numbers appear when the player arrives.
      var heard: [(square: Int, count: Int, frame: Int)] = []
      for (frame, state) in states.enumerated() {
        guard asPlayerSees, let count = state.heard else { continue }
        if heard.contains(where: { $0.square == state.player }) { continue }
        heard.append((state.player, count, frame))
      }
      for (place, number) in heard.enumerated() {
        appears("h\(place)", number.frame > 0 ? moment(number.frame, 40) : nil)
      }
      let shapes = Drawn.shapes(of: svg)
      let numbers = shapes.filter { $0.group.hasPrefix("a h") }.map { "\($0.group) \($0.text)" }
      #expect(numbers == heard.indices.map { "a h\($0) \(heard[$0].count)" }, "\(level)")
      // One caption after another, in a window that is as high as one.
      let window = try #require(shapes.first { $0.tag == "svg" && $0["x"] == "14" })
      let height = Int(window.number("height"))
      let windows = states.indices.map {
        "\(moment($0, 0)) transform:translateY(-\($0 * height)px)"
      }
      #expect(Self.keyframes("captions", of: svg) == windows)
      let captions = shapes.filter {
        $0.group == "a captions" && Int($0.number("y")) % height == 13
      }
      #expect(captions.map { $0.number("y") } == states.indices.map { Double($0 * height + 13) })
      #expect(
        captions.dropFirst().indices.allSatisfy { captions[$0].text.hasPrefix("move \($0): ") })
      // One picture of the dark squares for each dark move, side by side.
      let covers = states.indices.map {
        "\(moment($0, 0)) transform:translateX(-\($0 * level.columns)px)"
      }
      #expect(Self.keyframes("dark", of: svg) == (asPlayerSees ? covers : nil))
      for (move, state) in states.enumerated() where asPlayerSees && !state.lit {
        let hidden = (0..<level.squareCount).filter {
          $0 != level.signpost && state.room.distance($0, state.player) > 1
        }.map { "M\($0 % level.columns) \($0 / level.columns)h1v1h-1z" }
        let cover = "<path class=\"zU\" d=\"\(hidden.joined())\"/>"
        #expect(svg.contains("<g transform=\"translate(\(move * level.columns) 0)\">\(cover)</g>"))
      }
    }
    #expect(seen == ["l", "e", "h"])
  }

  /// A zombie with several steps makes them one after another in its part of the move.
  @Test func aFastZombieMakesItsStepsOneByOne() throws {
    var round = Round(
      try Level("S5/Z5/6/5P+lit"), rules: try Rules(catchingDistance: 0, zombieSpeed: 3))
    var pictures = RoundPictures(round, title: "x")
    for move in [Direction.left, .up] { pictures.add(try round.move(move), round) }
    // There are six parts: the start, two moves and the end. The steps share 45 percent of a part.
    let frames = [
      ("0", 0, 1), ("24.166", 0, 1), ("26.666", 1, 1), ("29.166", 2, 1), ("31.666", 2, 2),
      ("40.833", 2, 2), ("44.5", 3, 2), ("48.333", 4, 2), ("100", 4, 2),
    ]
    #expect(
      Self.keyframes("z0", of: pictures.animation())
        == frames.map { "\($0.0) transform:translate(\($0.1)px,\($0.2)px)" })
  }
}
