import Testing
import ZombiesGame
import ZombiesReports
import ZombiesTestSupport

@testable import ZombiesSystem
@testable import ZombiesTerminal

/// Keys, pastes and pipes that the game misreads, and what it keeps or records wrongly ("The game
/// as it is played", section 7).
@Suite(.waits) struct PlayOptionTests {
  @Test("7.1 One table of keys: no key has two meanings, and help lists each")
  func keys() throws {
    for table in [
      KeyBinding.moves + KeyBinding.room, KeyBinding.help, KeyBinding.settings, KeyBinding.text,
    ] {
      let keys = table.flatMap(\.keys)
      expectEqual(Set(keys).count, keys.count)
    }
    var setup = Session.Setup()
    setup.settings.set(.hearingDistance(2))
    var session = try Session(setup)
    session.perform(.open(.help))
    guard case .help(let lines) = session.screen.content else {
      Issue.record("\(session.screen.kind)")
      return
    }
    func names(_ binding: KeyBinding) -> String {
      binding.keys.map(\.name).joined(separator: " ")
    }
    // One line describes the four moves, so that the page fits.
    let walking = "Walk with " + KeyBinding.moves.map(names).joined(separator: ", ") + "."
    expect(lines.contains(.text(walking)))
    // The first steps alone can be skipped.
    for binding in KeyBinding.hearing + KeyBinding.room where binding.action != .skip {
      expect(lines.contains(.entry(names(binding), binding.summary)), "\(names(binding))")
    }
  }

  @Test("7.1 The documentation lists the real keys")
  func documentedKeys() throws {
    let page = try require(Page.all.first { $0.name == "Playing.md" })
    let rows = (KeyBinding.moves + KeyBinding.hearing + KeyBinding.room).map { binding in
      "| \(binding.keys.map(\.name).joined(separator: " ")) | \(binding.summary) |"
    }
    let table = (["| keys | what they do |", "|---|---|"] + rows).joined(separator: "\n")
    expect(page.text.contains("\n\(table)\n"))
  }

  @Test("7.1 Keys as a terminal sends them, in any pieces")
  func keyboard() {
    let expected: [(String, [Keyboard.Input])] = [
      ("w", [.key(.character("w"))]), ("\u{1B}[A", [.key(.arrow(.up))]),
      ("\u{1B}OB", [.key(.arrow(.down))]), ("\u{1B}[1;2C", [.key(.arrow(.right))]),
      ("\u{1B}[5~", [.key(.pageUp)]), ("\r", [.key(.enter)]), ("\u{7F}", [.key(.backspace)]),
      ("é🧟", [.key(.character("é")), .key(.character("🧟"))]), ("\u{4}", [.end]),
      ("\u{C}", [.redraw]), ("\u{1}\u{1B}x\u{1B}[?9z", []),
      ("\u{1B}[200~up\u{1B}[A\u{1B}[201~q", [.paste("up[A"), .key(.character("q"))]),
    ]
    for (text, inputs) in expected {
      var whole = Keyboard()
      expectEqual(whole.take(text.utf8), inputs, "\(text.debugDescription)")
      var pieces = Keyboard()
      expectEqual(text.utf8.flatMap { pieces.take([$0]) }, inputs, "\(text.debugDescription)")
      expectEqual(pieces.settle(), [])
    }
    var escape = Keyboard()
    expect(escape.take([0x1B]) == [] && escape.patience == 40)
    expectEqual(escape.settle(), [.key(.escape)])
  }

  @Test("7.1 A terminal's replies are not keys, whether whole or in pieces")
  func terminalReplies() {
    for reply in [
      "\u{1B}P>|xterm(379)\u{1B}\\", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}_mmm\u{1B}\\",
      "\u{1B}^x\u{18}", "\u{1B}Xsos\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
    ] {
      var (whole, pieces) = (Keyboard(), Keyboard())
      expectEqual(
        whole.take((reply + "w").utf8), [.key(.character("w"))], "\(reply.debugDescription)")
      expectEqual((reply + "w").utf8.flatMap { pieces.take([$0]) }, [.key(.character("w"))])
    }
    // A reply without an end does not block keys for long.
    for (key, input) in [("\r", Key.enter), ("\u{1B}[A", .arrow(.up))] {
      var keyboard = Keyboard()
      expectEqual(
        keyboard.take("\u{1B}P>|xterm\(key)w".utf8), [.key(input), .key(.character("w"))])
    }
    var alt = Keyboard()
    expect(alt.take("\u{1B}P".utf8) == [] && alt.patience != nil && alt.settle() == [])
    expectEqual(alt.take("w".utf8), [.key(.character("w"))])
  }

  @Test("7.1 Half of a character waits for the other half; other bytes do not")
  func halves() {
    var keyboard = Keyboard()
    expect(keyboard.take([0xC3]) == [] && keyboard.patience == nil)
    expectEqual(keyboard.take([0xAB]), [.key(.character("ë"))])
    expectEqual(keyboard.take([0xF0, 0x61]), [.key(.character("a"))])
  }

  @Test("7.1 A long paste arrives whole, and the text screen refuses text that is too long")
  func longPaste() throws {
    let text = String(repeating: "1234567890", count: 20_000)
    var keyboard = Keyboard()
    expectEqual(keyboard.take("\u{1B}[200~\(text)\u{1B}[201~".utf8), [.paste(text)])
    var session = try Session(Session.Setup(textScreen: .open))
    for text in [text, "up" + String(repeating: " ", count: 999)] {
      session.perform(.type(text))
      session.perform(.enter)
      expectEqual(
        session.log.messages.last, "The line is too long: at most 1000 characters are allowed.")
    }
    session.perform(.type("where" + String(repeating: " ", count: 995)))
    session.perform(.enter)
    expectEqual(session.log.messages.last?.hasPrefix("You are on "), true)
  }

  @Test("1.12 Emoji are refused if the terminal cannot show them")
  func withoutEmoji() throws {
    for mode in Mode.allCases {
      var setup = Session.Setup(textScreen: .open)
      (setup.mode, setup.showsEmoji) = (mode, false)
      var session = try Session(setup)
      session.perform(.type("set symbols emoji"))
      session.perform(.enter)
      expectEqual(
        session.log.messages.last, "symbols is unchanged: this terminal cannot show emoji.",
        "\(mode)")
      session.perform(.close)
      expectEqual(session.screen.style, .letters, "\(mode)")
    }
  }

  @Test("4.6 An answer is written in full, even if it is the same as the one before")
  func repeatedAnswers() throws {
    var session = try Session(Session.Setup(textScreen: .open))
    var painter = Painter(isColoured: false, isASCII: true)
    // Until the screen is full of the same lines, so that scrolling changes nothing.
    for number in 0..<30 {
      _ = painter.paint(ScreenLayout(session.screen).canvas(rows: 24, columns: 80))
      session.perform(.type("score"))
      _ = painter.paint(ScreenLayout(session.screen).canvas(rows: 24, columns: 80))
      session.perform(.enter)
      let text = painter.paint(ScreenLayout(session.screen).canvas(rows: 24, columns: 80))
      expect(text.contains("3 lives, 0 games won, 0 lost."), "\(number)")
      expect(text.contains("> score"), "\(number)")
    }
  }

  @Test("4.5 A pipe may deliver a character in halves")
  func halvesFromPipe() throws {
    let run = try shell("(printf 'Zo\\303'; sleep 0.3; printf '\\253\\n') | zombies play")
    expect(run.output.contains("\n> Zoë\n"), "\(run)")
  }

  @Test("2.8 A file that is not progress is refused by its beginning, whatever its length")
  func longProgress() throws {
    let folder = try TemporaryFolder()
    let run = try shell("truncate -s 8G q; zombies play --progress q < /dev/null", in: folder)
    expectEqual(run.ending, .exit(65), "\(run)")
    expect(run.errors.hasPrefix("Error: q, line 1: not a progress file, "), "\(run)")
    let empty = try shell("true > p; echo skip | zombies play --progress p", in: folder)
    expectEqual(empty.ending, .exit(0), "\(empty)")
  }

  @Test("7.1 Every text that is drawn stays within the terminal")
  func layout() throws {
    var session = try Session(Session.Setup(Settings(.family(.classic), style: .emoji)))
    for action in [
      Action.hint, .proceed, .open(.help), .close, .open(.settings), .close, .open(.text),
    ] {
      session.perform(action)
      for (rows, columns) in [(12, 40), (24, 80), (60, 200), (5, 20), (1, 1)] {
        let canvas = ScreenLayout(session.screen).canvas(rows: rows, columns: columns)
        expectEqual(canvas.lines.count, rows)
        for run in canvas.lines.flatMap({ $0 }) { expect(run.column + run.width <= columns) }
      }
    }
  }

  @Test("7.2 From a pipe the seed is 0, and no file of progress is touched")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let plain = try shell("echo quit | XDG_DATA_HOME=$PWD HOME=$PWD zombies play", in: folder)
    expect(plain.output.hasPrefix("A new round: classic@0#0.\n"))
    expect(folder.names.isEmpty)
    let seeded = try shell("echo quit | zombies play --seed 0", in: folder)
    expectSame(seeded.output, plain.output, "--seed 0")
  }

  @Test("7.2 --progress names the file of progress")
  func progress() throws {
    let folder = try TemporaryFolder()
    let first = try shell("echo skip | zombies play --progress p", in: folder)
    expect(first.output.hasPrefix("First steps, room 1 of 4: See.\n"))
    let second = try shell("zombies play --progress p < /dev/null", in: folder)
    expect(second.output.hasPrefix("You continue where you were.\nYou are on row 5"))
  }

  @Test("7.3 Rounds that count are written in the columns of the rounds CSV, and can be replayed")
  func record() throws {
    let folder = try TemporaryFolder()
    let words = "up left undo up new left left up up next up left"
    let run = try shell(
      "echo '\(words)' | tr ' ' '\\n' | zombies play --seed 1 --players Ann --record r.csv",
      in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = try shell("cat r.csv", in: folder).lines
    expectEqual(rows.first.map { $0 + "\n" }, RecordCSV.header)
    expect(rows.count > 2)
    for row in rows.dropFirst() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      expectEqual(cells[2], "Ann")
      let drawn = try shell(
        "zombies generate --seed 1 --first \(cells[0]) --count 1 --format code", in: folder)
      expectEqual(drawn.output, cells[3] + "\n")
      let replay = try shell("zombies replay \(cells[3]) --moves \(cells[6])", in: folder)
      expect(replay.output.contains("\(cells[4]):"), "\(row): \(replay)")
    }
  }

  @Test("7.3 A counted round is in the file before it is announced, whatever ends the game")
  func recordAfterSignal() throws {
    let run = try shell(
      "mkfifo f; (zombies play SP --record r.csv < f > out & echo $! > pid); exec 3> f; "
        + "echo left >&3; until grep -q won out; do sleep 0.02; done; "
        + "kill -KILL $(cat pid); cut -d, -f 1-7 r.csv; exec 3>&-", in: try TemporaryFolder())
    expect(run.output.hasSuffix("path\n0,0,player,SP,won,1,L\n"), "\(run)")
    let help = try require(CommandHelp.text(of: "--players", in: "play"))
    expect(help.contains("(default: player)"))
  }

  @Test("7.3 Each row contains the rules of its round")
  func recordOfOtherRules() throws {
    let folder = try TemporaryFolder()
    _ = try shell(
      "printf 'left\nset speed 2\nnext\nleft\nset speed 1\nnext\nleft\n' "
        + "| zombies play SP --record r.csv", in: folder)
    let rows = try shell("cut -d, -f 1,13- r.csv", in: folder).lines.dropFirst()
    expect(rows.elementsEqual(["0,1,longest,1,0", "1,1,longest,2,0", "2,1,longest,1,0"]))
  }

  @Test("1.11 --daily is the level of a day, today's in UTC if none is named")
  func daily() throws {
    let today = try shell("date -u +%Y%m%d; zombies play --daily < /dev/null; date -u +%Y%m%d")
    let lines = today.lines
    expect(
      [lines.first, lines.last].contains { day in
        lines[1].hasSuffix(": 6x6z1b5+lit@\(day ?? "")#0. 3 lives.")
      }, "\(today)")
    for date in ["2026-11-22", "20261122"] {
      let run = try shell("zombies play --daily \(date) < /dev/null")
      let level = "The daily level of 2026-11-22: 6x6z1b5+lit@20261122#0. 3 lives.\n"
      expect(run.output.hasPrefix(level), "\(run)")
    }
    for words in [
      "--daily=x", "--daily 2026-13-01", "--daily --seed 3", "--daily S1P", "--daily --lit",
    ] {
      let run = try shell("zombies play \(words) < /dev/null")
      expect(run.ending == .exit(64) && run.output.isEmpty, "\(run)")
    }
  }

  @Test("4.5 A game can be a script: the same on every run, with an answer after each line")
  func script() throws {
    let line = "printf 'up\\nhint\\nleft\\nnext\\nup' | zombies play --text --seed 9"
    let (one, other) = (try shell(line), try shell(line))
    expectSame(one.output, other.output, line)
    expect(one.output.hasSuffix(" counted.\n"), "\(one)")
    // The first answer is written before the second line is sent.
    let slow = try shell(
      "mkfifo f; zombies play < f > out & exec 3> f; echo up >&3; "
        + "until grep -q 'Move 1' out; do sleep 0.02; done; "
        + "grep -c 'Move 1' out; echo quit >&3; exec 3>&-; wait", in: try TemporaryFolder())
    expectEqual(slow.output, "1\n", "\(slow)")
  }

  @Test(
    "7.1 Bad input is answered with a helpful error",
    arguments: [
      ("zombies play S4/Q", 65, "Error: argument 1, column 4: "),
      ("zombies play --input none.txt", 66, "Error: cannot open 'none.txt'"),
      ("zombies play <&-", 74, "Error: cannot read standard input"),
      ("zombies play --family 3x3z9 </dev/null", 65, "Error: cannot draw a level: "),
      ("zombies play S1P --zombies 3 </dev/null", 64, "Error: --zombies cannot be combined with"),
    ])
  func badInput(line: String, status: Int, message: String) throws {
    let run = try shell(line)
    expectEqual(run.ending, .exit(Int32(status)), "\(run)")
    expect(run.errors.hasPrefix(message), "\(run)")
  }

  @Test("7.1 A level that is over before the first move, a large room, lines of any length")
  func extremes() throws {
    let over = try shell("printf 'next\\nnext\\nnext\\n' | zombies play SZP")
    expect(over.output.contains("You lost!\n"), "\(over)")
    let size = isLong ? "1024x1024" : "256x256"
    let large = try shell(
      "printf 'up\\nhint\\nlook\\n' | zombies play --size \(size) --zombies 9 --blocks 999")
    expect(large.ending == .exit(0) && large.output.contains("Hint: "), "\(large)")
    // All answers are printed, even if one line has more answers than the log holds.
    let many = try shell(
      "yes 'up 15 down 15' | head -n 100 | zombies play --size 40x40 --zombies 0")
    expect(many.output.split(separator: "\n").count { $0.hasPrefix("Move ") } > 1000, "\(many)")
    let long = try shell("yes up | head -c 100000 | tr -d '\\n' | zombies play")
    expect(long.ending == .exit(0) && long.output.contains("The line is too long: "), "\(long)")
  }
}
