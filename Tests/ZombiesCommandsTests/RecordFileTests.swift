import Foundation
import Testing
import ZombiesCore
import ZombiesReports
import ZombiesTestSupport

@testable import ZombiesGame
@testable import ZombiesSystem
@testable import ZombiesTerminal

/// `zombies play --record`: rounds that are lost, and files that are changed although they are not
/// records ("The game as it is played", 7.3).
@Suite(.waits) struct RecordFileTests {
  /// The commands that win rounds on `SP`.
  private static func winning(_ rounds: Int) -> String {
    String(repeating: "left\nnext\n", count: rounds)
  }

  private static let header = RecordCSV.header

  private static func row(_ trial: UInt64, _ player: String = "Ann") -> String {
    "\(trial),0,\(player),SP,won,1,L,0.100,0.100,0,0,1,1,longest,1,0\n"
  }

  /// Adds a row as a game does.
  private static func add(_ player: String = "Ann", to file: RecordFile) throws {
    try file.add { last in
      let trial = last.map { $0 + 1 } ?? 0
      return (row(trial, player), trial)
    }
  }

  // MARK: Existing files

  @Test("7.3 Rounds are added to the file, and trials continue to count")
  func added() throws {
    let folder = try TemporaryFolder()
    for name in ["Ann", "Ben"] {
      let run = try zombies(
        "play", "SP", "--players", name, "--record", "r", input: Self.winning(2), in: folder)
      expect(run.ending == .exit(0) && run.errors.isEmpty, "\(run)")
    }
    let rows = try shell("cut -d, -f 1-7,10- r", in: folder).lines
    expect(
      rows.dropFirst().elementsEqual([
        "0,0,Ann,SP,won,1,L,0,0,1,1,longest,1,0", "1,0,Ann,SP,won,1,L,0,0,1,1,longest,1,0",
        "2,0,Ben,SP,won,1,L,0,0,1,1,longest,1,0", "3,0,Ben,SP,won,1,L,0,0,1,1,longest,1,0",
      ]), "\(rows)")
    expectEqual(folder.names, ["r"])
    // Lives, hints, and the player's name.
    let codes = "S4/5/5/2Z2/4P"
    let lost = "left\nleft\nnext\nhint\nleft\nleft\nnext\nleft\nleft\nnext\n"
    _ = try zombies("play", codes, "--record", "lives", input: lost, in: folder)
    let lives = try shell("cut -d, -f 1,5,10-12 lives", in: folder).lines.dropFirst()
    expect(
      lives.elementsEqual(["0,caught,0,0,1", "1,caught,0,1,2", "2,caught,0,0,3"]), "\(lives)")
  }

  @Test("7.3 A file with another header is refused before the game begins, and not changed")
  func refused() throws {
    let folder = try TemporaryFolder()
    let files: [(text: String, message: String)] = [
      (RoundsCSV.header, "line 1: found the header of 'simulate --rounds-csv'"),
      (
        RoundsCSV.header + "0,0,Ann,SP,won,1,L\n",
        "line 1: found the header of 'simulate --rounds-csv'"
      ),
      ("hello\n", "line 1: not a record of rounds, expected 'trial,round,"),
      (Self.header.replacing("\n", with: "\r\n"), "line 1: not a record of rounds"),
      (Self.header.replacing("life", with: "live") + Self.row(0), "line 1: not a record"),
      (Self.header + Self.row(0) + "some note\n" + Self.row(1), "line 3: expected a row that"),
      ("\u{0}\u{0}\u{0}", "line 1: not a record of rounds"),
    ]
    for (text, message) in files {
      try folder.write(text, to: "r")
      let run = try zombies("play", "SP", "--record", "r", input: "left\n", in: folder)
      expect(run.ending == .exit(65) && run.output.isEmpty, "\(run)")
      expect(run.errors.hasPrefix("Error: r, \(message)"), "\(run)")
      expectEqual(folder.contents, ["r": Array(text.utf8)])
    }
    for path in [".", "missing/r"] {
      let run = try zombies("play", "SP", "--record", path, input: "left\n", in: folder)
      expect(run.ending == .exit(73) && run.output.isEmpty, "\(run)")
    }
    expectEqual(folder.names, ["r"])
  }

  @Test("7.3 Only a row or header that a power cut left incomplete is removed")
  func torn() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.file("r"))
    for length in 0..<Self.header.utf8.count {
      try folder.write(String(Self.header.prefix(length)), to: "r")
      try Self.add(to: try RecordFile(path))
      expectEqual(folder.read("r"), Self.header + Self.row(0), "\(length) bytes of the header")
    }
    let former = Self.header + Self.row(0) + Self.row(7, "\"A, B\"")
    let last = Self.row(8)
    for length in 0..<last.utf8.count {
      try folder.write(former + last.prefix(length), to: "r")
      let file = try RecordFile(path)
      // A row that lacks only its newline is complete: editors leave files like that.
      let isWhole = length == last.utf8.count - 1
      expectEqual((file.mended == nil), (length == 0), "\(length) bytes of a row")
      try Self.add(to: file)
      let expected = former + (isWhole ? last + Self.row(9) : Self.row(8))
      expectEqual(folder.read("r"), expected, "\(length) bytes of a row")
    }
    // An invalid row that only lacks its newline is not removed.
    let damaged = former + "x" + last.dropLast()
    try folder.write(damaged, to: "r")
    #expect(throws: Failure.self) { try RecordFile(path) }
    expectEqual(folder.read("r"), damaged)
    try folder.write(former + "\u{0}\u{0}", to: "r")
    let run = try zombies("play", "SP", "--record", "r", input: "left\n", in: folder)
    expectEqual(run.errors, "'r', line 4: removed an incomplete row\n", "\(run)")
    expectEqual(folder.read("r")?.hasPrefix(former + "8,0,player,SP,won,1,L,"), true)
  }

  // MARK: Several programs, and changes to the file

  @Test("7.3 If two programs add rounds at once, each row is complete and has its own trial")
  func twoAtOnce() throws {
    let folder = try TemporaryFolder()
    let count = isLong ? 400 : 25
    let runs = try ["Ann", "Ben"].map { name in
      var run = try CommandLineRun(
        ["play", "SP", "--players", name, "--record", "r"], in: folder)
      run.input = .text(Self.winning(count))
      return try run.start()
    }
    for run in runs.map({ $0.wait() }) { expectEqual(run.ending, .exit(0), "\(run)") }
    let rows = try require(folder.read("r")).split(separator: "\n").dropFirst()
    let cells = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    expect(cells.allSatisfy { $0.count == 16 })
    expectEqual(cells.compactMap { UInt64($0[0]) }, (0..<UInt64(2 * count)).map { $0 })
    for name in ["Ann", "Ben"] { expectEqual(cells.count { $0[2] == name }, count) }
  }

  @Test("7.3 A file that is replaced, cut or removed during a game gets the next rounds")
  func changedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let file = try RecordFile(FilePath(folder.file("r")))
    try Self.add(to: file)
    unlink(folder.file("r"))
    try Self.add(to: file)
    expectEqual(folder.read("r"), Self.header + Self.row(0))
    try folder.write(Self.header + Self.row(5) + "6,0,Be", to: "other")
    rename(folder.file("other"), folder.file("r"))
    try Self.add(to: file)
    expectEqual(folder.read("r"), Self.header + Self.row(5) + Self.row(6))
    truncate(folder.file("r"), 0)
    try Self.add(to: file)
    expectEqual(folder.read("r"), Self.header + Self.row(0))
    // A foreign file in its place is not changed.
    try folder.write("mine", to: "r")
    #expect(throws: Failure.self) { try Self.add(to: file) }
    expectEqual(folder.read("r"), "mine")
    try folder.write(Self.header, to: "r")
    try Self.add(to: file)
    expectEqual(folder.read("r"), Self.header + Self.row(0))
  }

  @Test("7.3 A game killed at any moment loses no announced round, and leaves complete rows")
  func killed() throws {
    let folder = try TemporaryFolder()
    func start() throws -> Running {
      var run = try CommandLineRun(["play", "SP", "--record", "r"], in: folder)
      // Byte by byte, so that each answer is written before the next line is read.
      run.input = .drops(Array(Self.winning(12).utf8))
      return try run.start()
    }
    let whole = try ContinuousClock().measure { _ = try start().wait() }
    let seed = UInt64.random(in: 0 ..< .max)
    var random = NaiveRandom(seed: seed)
    var partly = 0
    var rows = 12
    var kill = 0
    let kills = isLong ? 200 : 12
    // If no kill came in the middle of the game, a run is killed after its first win.
    while kill < kills || partly == 0 && kill < kills + 40 {
      defer { kill += 1 }
      let what: Comment = "kill \(kill), moments of seed \(seed)"
      let run = try start()
      if kill < kills {
        usleep(UInt32(random.below(max(1, Int(whole / .microseconds(1))))))
      } else {
        #expect(run.wait { run.output.contains("You won!") || run.isOver }, what)
      }
      run.send(SIGKILL)
      let finished = run.wait()
      let told = finished.output.split(separator: "\n").count { $0 == "You won!" }
      let text = try require(folder.read("r"))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first.map { $0 + "\n" } == Self.header && lines.last == "", what)
      let added = lines.count - 2 - rows
      expect(added == told || added == told + 1, "\(what): \(added) rows, \(told) told")
      for (trial, line) in lines.dropFirst().dropLast().enumerated() {
        #expect(line.hasPrefix("\(trial),0,player,SP,won,1,L,") && line.hasSuffix(",1,0"), what)
      }
      rows += added
      if told > 0, finished.ending == .signal(SIGKILL) { partly += 1 }
    }
    expect(partly > 0, "no kill came in the middle, moments of seed \(seed)")
  }

  // MARK: Times

  @Test("7.3 A round's time runs while its room is shown, and the first move is timed")
  func stopwatch() {
    var watch = Stopwatch()
    func round(_ number: Int, _ moves: Int) -> Session.CurrentRound {
      Session.CurrentRound(number: number, moves: moves)
    }
    watch.note(round(1, 0), at: 1000)
    watch.note(round(1, 0), at: 1200)
    watch.note(round(1, 2), at: 1500)
    // The clock stops while the player is elsewhere, and then in another room.
    watch.note(nil, at: 1600)
    watch.note(round(2, 0), at: 9000)
    watch.note(round(2, 1), at: 9250)
    let other = watch.take(2)
    expect(other?.all == 250 && other?.firstMove == 250)
    watch.note(round(1, 2), at: 9300)
    watch.note(round(1, 3), at: 9301)
    let time = watch.take(1)
    expect(time?.all == 601 && time?.firstMove == 500)
    expectNil(watch.take(1))
    // A room of an earlier session was not shown from the beginning, and a clock that goes back measures nothing.
    watch.note(round(4, 1), at: 9300)
    watch.note(round(4, 2), at: 9399)
    expectNil(watch.take(4))
    watch.note(round(3, 0), at: 9400)
    watch.note(round(3, 0), at: 100)
    let still = watch.take(3)
    expect(still?.all == 0 && still?.firstMove == nil)
  }

  @Test("7.3 A row that the game writes is the one that the schema describes")
  func rows() throws {
    for (rules, name) in [
      (Rules.standard, "Ann"), (try Rules(chase: .vertical, zombieSpeed: 3), "a, \"b\" c"),
      (try Rules(hearingDistance: 2), "=SUM(A1)"), (.standard, "\u{FF0B}1"), (.standard, "'@x"),
      (.standard, "\u{1F9DF}\u{200D}"),
    ] {
      let levels = [try Level(code: "S1P"), try Level(code: "S/1/P+lit")]
        .map { NamedLevel($0, name: "level") }
      var session = try Session(Session.Setup(Settings(.levels(levels), rules: rules)))
      var (watch, number) = (Stopwatch(), 0 as UInt64)
      for (index, moves) in [[Direction.left, .left], [.up, .up]].enumerated() {
        for move in moves {
          number += 1
          watch.note(session.currentRound, at: 997 * number)
          if move == .up { session.perform(.hint) }
          session.perform(.move(move))
        }
        watch.note(session.currentRound, at: 3000 + number)
        let last = try require(session.lastCounted)
        let time = index == 0 ? watch.take(last.number) : nil
        let round = PlayedRound(
          trial: number, player: name, level: last.level.level.code, outcome: last.outcome,
          path: last.path, milliseconds: time?.all, firstMoveMilliseconds: time?.firstMove,
          undos: last.undos, hints: last.hints, life: last.life, rules: last.rules)
        let row = RecordRow(last, player: name, time: time).text(trial: number)
        expect(row == RecordCSV.row(round) && RecordRow.isWhole(row.utf8.dropLast()))
        expect(row.contains(index == 0 ? ",2.005,0.997,0,0,1," : ",,,0,2,1,"), "\(row)")
        session.perform(.dismiss)
      }
    }
    expectEqual(RecordRow.header, RecordCSV.header)
    for part in ["", "0,0,Ann", #"0,0,"Ann,SP,won,1,L,,,0,0,1,1,longest,1,0"#] {
      expect(!RecordRow.isWhole(part.utf8))
    }
  }

  @Test("7.3 On standard output the record never varies; in a file, times are measured")
  func times() throws {
    let line = "printf 'left\\nnext\\n' | zombies play SP --record - -o t; cat t"
    let one = try shell(line, in: try TemporaryFolder())
    expect(one.output.contains("\n0,0,player,SP,won,1,L,,,0,0,1,1,longest,1,0\n"), "\(one)")
    let folder = try TemporaryFolder()
    _ = try shell(
      "mkfifo f; (zombies play SP --record r < f > out &); exec 3> f; "
        + "until grep -q round out; do sleep 0.01; done; sleep 0.05; echo left >&3; exec 3>&-; "
        + "until grep -q counted out; do sleep 0.01; done", in: folder)
    let lines = folder.read("r")?.split(separator: "\n")
    let cells = try require(lines?.last).split(separator: ",")
    let (seconds, first) = (try require(Double(cells[7])), try require(Double(cells[8])))
    expect(seconds >= 0.03 && seconds < 60 && first == seconds, "\(cells)")
  }
}
