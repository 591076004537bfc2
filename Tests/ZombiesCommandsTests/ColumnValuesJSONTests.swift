import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Every member of the JSON that no schema describes: `questions --format jsonl` under other rules, and
/// manifests. Only this suite notices a wrong rule, square or path of a question, and a wrong setting, input or
/// range of a manifest.
@Suite(.waits) struct ColumnValuesJSONTests {
  private typealias Object = [String: Any]

  private static func objects(_ text: String) throws -> [Object] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Object)
    }
  }

  /// A JSON value as text, with the members of objects in order.
  private static func text(_ value: Any?) -> String {
    switch value {
    case nil, is NSNull: "null"
    case let list as [Any]: "[\(list.map { text($0) }.joined(separator: ","))]"
    case let object as Object:
      "{\(object.sorted { $0.key < $1.key }.map { "\($0.key):\(text($0.value))" }.joined(separator: ","))}"
    case let value?: "\(value)"
    }
  }

  // MARK: Questions

  private static let words = ["up", "down", "left", "right"]

  /// The words for the way from one square to another.
  private static func way(from here: Int, to there: Int, _ columns: Int, counts: Bool = false)
    -> String
  {
    let rows = there / columns - here / columns
    let across = there % columns - here % columns
    var parts: [(Int, String)] = []
    if rows != 0 { parts.append((abs(rows), rows < 0 ? "up" : "down")) }
    if across != 0 { parts.append((abs(across), across < 0 ? "left" : "right")) }
    if parts.isEmpty { return "it stays" }
    return !counts && parts.count == 1 && parts[0].0 == 1
      ? parts[0].1 : parts.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
  }

  /// Whether a path of squares wins.
  private static func wins(_ path: [Int], _ level: NaiveLevel, _ rules: NaiveRules) -> Bool {
    var round = NaiveRound(level, rules)
    guard path.first == level.start else { return false }
    for square in path.dropFirst() {
      let move = (0..<4).first { round.room.neighbours[4 * round.player + $0] == square }
      guard let move, round.outcome == nil, round.isLegal(move) else { return false }
      round.move(move)
    }
    return round.outcome == .won
  }

  @Test(arguments: [
    NaiveRules(chase: .horizontal, speed: 2, hearingDistance: 3),
    NaiveRules(catchingDistance: 0, chase: .vertical),
  ])
  func questions(rules: NaiveRules) throws {
    let run = try shell(
      "zombies questions --format jsonl --seed 6 --count 2 -q \(options(of: rules))")
    #expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let rows = try Self.objects(run.output)
    #expect(rows.count == 14)
    var kinds: [String: [UInt64]] = [:]
    for row in rows {
      let name = try #require(row["kind"] as? String)
      let number = try #require((row["number"] as? NSNumber)?.uint64Value)
      let kind = try #require(Question.Kind.generated.first { $0.name == name })
      let question = try #require(
        Question(kind, seed: 6, number: number, rules: try Rules(rules)))
      kinds[name, default: []].append(number)
      let isOpen = ["par", "solution"].contains(name)
      var heard = rules
      if name == "safe-squares", rules.hearingDistance < 2 { heard.hearingDistance = 2 }
      let levels = try question.rooms.map { try #require(NaiveLevel(code: $0.code)) }
      let walk = try #require(row["walk"])
      let expected: Object = [
        "kind": name, "chapter": kind.title, "seed": 6, "number": number,
        "form": isOpen ? "open" : "closed",
        "judged_by": ["par": "text", "solution": "shortest-solution"][name] ?? "choice",
        "prompt": question.prompt, "spoken": question.spoken, "rooms": levels.map(\.code),
        "family": question.family?.name as Any? ?? NSNull(),
        "rules": cells(of: heard).compactMapValues { $0 }, "walk": walk,
        "marked": question.marked.map { [$0.row, $0.column] } as Any? ?? NSNull(),
        "answers": row["answers"] ?? "", "all_valid_listed": row["all_valid_listed"] ?? "",
      ]
      #expect(Self.text(row) == Self.text(expected), "\(name)")
      let isFamily = name == "policies" || name == "safe-squares"
      #expect((question.family == nil) == !isFamily && (walk is Object) == (name == "safe-squares"))
      if name == "safe-squares" { try expectWalk(walk, levels[0], heard) }
      try expectAnswers(row, name, levels, heard)
    }
    #expect(
      kinds.count == 7 && kinds.values.allSatisfy { $0.count == 2 && $0[0] < $0[1] }, "\(kinds)")
  }

  /// Squares next to earlier ones, and all that is seen and heard from them, in reading order.
  private func expectWalk(_ walk: Any, _ level: NaiveLevel, _ rules: NaiveRules) throws {
    let squares = try #require((walk as? Object)?["squares"] as? [[Int]])
    let walked = squares.map { $0[0] * level.columns + $0[1] }
    let room = NaiveRoom(level)
    #expect(walked.first == level.start && walked.count > 1)
    for (place, square) in walked.enumerated().dropFirst() {
      #expect(walked[..<place].contains { room.distance($0, square) == 1 })
    }
    func place(_ square: Int) -> [Int] { [square / level.columns, square % level.columns] }
    let things =
      level.zombies.map { ($0, "zombie") } + level.blocks.map { ($0, "block") }
      + level.flashlights.map { ($0, "flashlight") }
    let seen: [Object] = things.sorted { $0.0 < $1.0 }.filter { thing in
      walked.contains { room.distance($0, thing.0) < 2 }
    }.map { ["square": place($0.0), "thing": $0.1] }
    let heard: [Object] = Set(walked).sorted().map { square in
      let count = level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
      return ["square": place(square), "zombies": count]
    }
    let expected: Object = ["squares": squares, "seen": seen, "heard": heard]
    #expect(Self.text(walk) == Self.text(expected))
  }

  /// Valid answers have a reason, and a path that proves it.
  private func expectAnswers(
    _ row: Object, _ kind: String, _ levels: [NaiveLevel], _ rules: NaiveRules
  ) throws {
    let answers = try #require(row["answers"] as? [Object])
    #expect(answers.contains { $0["valid"] as? Bool == false }, "\(kind)")
    let valid = answers.filter { $0["valid"] as? Bool == true }
    var isComplete = true
    if kind == "solution" {
      let count = naiveSolve(levels[0], rules).shortestSolutions ?? 0
      isComplete = count <= 100
      #expect(valid.count == min(100, Int(count)))
    }
    #expect(row["all_valid_listed"] as? Bool == isComplete)
    for answer in answers {
      let members = ["text", "valid", "reason", "room", "path"]
      #expect(Set(answer.keys) == Set(members), "\(answer)")
      let text = try #require(answer["text"] as? String)
      guard answer["valid"] as? Bool == true else {
        #expect(Self.text(["reason", "room", "path"].map { answer[$0] ?? "" }) == "[null,null,[]]")
        continue
      }
      #expect((answer["reason"] as? String)?.hasPrefix("Right: ") == true, "\(answer)")
      guard kind != "policies" else {
        #expect(Self.text([answer["room"]!, answer["path"]!]) == "[null,[]]")
        continue
      }
      let place = try #require(answer["room"] as? Int)
      #expect(
        place
          == (kind == "rooms" ? ["Room A", "Room B", "Room C", "Room D"].firstIndex(of: text) : 0))
      let level = levels[place]
      let path = try #require(answer["path"] as? [[Int]]).map { $0[0] * level.columns + $0[1] }
      let what: Comment = "\(kind) \(answer)"
      switch kind {
      case "first-moves":
        let move = try #require(Self.words.firstIndex(of: text))
        #expect(Self.wins(path, level, rules), what)
        #expect(path[1] == NaiveRoom(level).neighbours[4 * level.start + move], what)
      case "rooms", "par", "solution":
        #expect(
          Self.wins(path, level, rules) && path.count - 1 == naiveSolve(level, rules).par, what)
        if kind == "solution" {
          let moves = zip(path, path.dropFirst()).map { here, there in
            Self.way(from: here, to: there, level.columns).prefix(1).uppercased()
          }
          #expect(moves.joined() == text, what)
        }
      case "next-step":
        let marked = (row["marked"] as? [Int]).map { $0[0] * level.columns + $0[1] }
        #expect((marked == nil) == (level.zombies.count == 1), what)
        let zombie = marked ?? level.zombies[0]
        let prompt = (row["prompt"] as? [String])?.first ?? ""
        let move = try #require(Self.words.firstIndex { prompt.hasPrefix("You move \($0).") })
        let room = NaiveRoom(level)
        let turns = room.chaseTurns(
          zombies: level.zombies, player: room.neighbours[4 * level.start + move], rules: rules)
        let target = turns[try #require(level.zombies.firstIndex(of: zombie))]
        #expect(path.first == zombie && path.last == target, what)
        #expect(zip(path, path.dropFirst()).allSatisfy { room.distance($0, $1) == 1 }, what)
        #expect(text == Self.way(from: zombie, to: target, level.columns), what)
      default:
        let squares = ((row["walk"] as? Object)?["squares"] as? [[Int]]) ?? []
        let here = squares.last.map { $0[0] * level.columns + $0[1] } ?? -1
        #expect(
          path.count == 1 && text == Self.way(from: here, to: path[0], level.columns, counts: true),
          what)
      }
    }
  }

  // MARK: Manifests

  private static let rules =
    #"{"catching-distance":0,"chase":"vertical","hearing-distance":3,"zombie-speed":2}"#
  /// Command lines with the settings, inputs, trials and outputs that their manifests name. `HASH` stands for
  /// the hash of the codes of the levels.
  private static let manifests:
    [(line: String, settings: String, inputs: [String], trials: String)] = [
      (
        "simulate --family 3x4z1+lit --levels any --games 5 --first 3 --seed 9 --max-moves 8 --policy edge,random -o t",
        #"{"unit":"games","family":"3x4z1+lit","levels":"any","level-seed":9,"level-rules":RULES,"size":"3x4","#
          + #""policies":["edge","random"],"rules":RULES,"max-moves":8,"seed":9,"squares":null}"#,
        [], "3-7"
      ),
      (
        "simulate l.txt --input b.txt --rounds 7 --policy beeline -o t --squares-csv s",
        #"{"unit":"rounds","given":{"count":3,"sha256":"HASH"},"size":"3x4","policies":["beeline"],"#
          + #""rules":RULES,"max-moves":48,"seed":0,"squares":"counted"}"#,
        ["l.txt", "b.txt"], "0-6"
      ),
      (
        "compare edge beeline --family 3x4z1b1+lit --rounds 40 --first 2 --all-trials --seed 4 -o t",
        #"{"unit":"rounds","family":"3x4z1b1+lit","levels":"solvable","level-seed":4,"level-rules":RULES,"#
          + #""size":"3x4","policies":["edge","beeline"],"rules":RULES,"max-moves":48,"seed":4,"#
          + #""squares":null}"#, [], "2-41"
      ),
      (
        "generate --family 3x4z1b1 --levels any --seed 8 --first 2 -n 3 -o t",
        #"{"family":"3x4z1b1","levels":"any","seed":8,"first":2,"count":3,"rules":RULES}"#, [], ""
      ),
      (
        "census --search --family 3x4z1b1+lit --climbs 3 --steps 7 --top 5 --seed 6 -o t",
        #"{"family":"3x4z1b1+lit","climbs":3,"steps":7,"top":5,"seed":6,"rules":RULES}"#, [], ""
      ),
      (
        "census --family 3x4z1b1+lit --max-states 900 --top 4 -o t --levels-csv l",
        #"{"family":"3x4z1b1+lit","max-states":900,"top":4,"rules":RULES}"#, [], "0-29"
      ),
      (
        "model 3x4z1 --levels any --view all -o t",
        #"{"family":"3x4z1","levels":"any","view":"all","rules":RULES}"#, [], ""
      ),
      ("solve l.txt b.txt -o t --certificate c", #"{"rules":RULES}"#, ["l.txt", "b.txt"], ""),
    ]

  @Test(arguments: manifests)
  func manifest(line: String, settings: String, inputs: [String], trials: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: A\nS2Z/4/3P\nS3/1#2/Z2P\n", to: "l.txt")
    try folder.write("S3/1Z2/3P\n", to: "b.txt")
    let words =
      "zombies \(line) --manifest m --catching-distance 0 --chase vertical --zombie-speed 2 --hearing-distance 3 -q"
    let run = try shell(words, in: folder)
    let isComparison = line.hasPrefix("compare")
    // The comparison decides nothing.
    #expect(run.ending == .exit(isComparison ? 2 : 0) && run.output + run.errors == "", "\(run)")
    let manifest = try ManifestTests.Manifest(folder.read("m"))
    func file(_ path: String) throws -> Object {
      let sum = try shell("sha256sum < \(path) | cut -c1-64", in: folder).lines[0]
      return ["path": path, "bytes": folder.contents[path]?.count ?? -1, "sha256": sum]
    }
    let names = line.matches(of: /(?:(-o)|--([a-z]+)-csv|--(certificate)) (\S+)/).map { match in
      (String(match.2 ?? match.3 ?? ""), String(match.4))
    }
    let schemas =
      [
        "simulate": nil, "compare": nil, "generate": nil, "hardest": nil, "census": nil,
        "model": nil, "solve": nil, "squares": "squares", "levels": "census-levels",
        "certificates": nil,
      ] as [String: String?]
    var expected: Object = [
      "program": "zombies", "version": manifest.object["version"] ?? "",
      "command": manifest.command,
      "inputs": try inputs.map(file),
      "settings": try JSONSerialization.jsonObject(
        with: Data(
          settings.replacing("RULES", with: Self.rules).replacing(
            "HASH", with: (manifest.settings["given"] ?? "").suffix(64)
          ).utf8)),
    ]
    if !trials.isEmpty {
      let ends = trials.split(separator: "-").compactMap { Int($0) }
      // Comparisons have no parts.
      for name in isComparison ? ["trials"] : ["trials", "whole"] {
        expected[name] = [["first": ends[0], "last": ends[1]]]
      }
    }
    let main = manifest.outputs.first?["name"] as? String ?? ""
    expected["outputs"] = try names.map { name, path in
      var output = try file(path)
      output["name"] = name.isEmpty ? main : name == "certificate" ? "certificates" : name
      if let schema = schemas[name] ?? nil { output["schema"] = schema }
      return output
    }
    #expect(Self.text(manifest.object) == Self.text(expected), "\(line)")
  }
}
