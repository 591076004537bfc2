import Testing
import ZombiesTestBridge
import ZombiesTestSupport

/// Files that are accepted although they are damaged or cannot be true, errors that name the wrong line, and traps.
@Suite struct DamageTests {
  /// The table of files and their changes: each file is read and has one text, and each change is refused or
  /// read as the table says.
  @Test func changesOfLines() throws {
    for file in try FileCase.all.get() {
      let bytes = sealed(file.lines)
      expectEqual(answer(file.kind, bytes), .read(writtenAgain: bytes), file.name)
      for change in file.changes {
        let bytes = sealed(file.lines(replacing: change.line, by: change.replacement))
        let answer = answer(file.kind, bytes)
        let what = "\(file.name), \(change.line) \(change.replacement): \(answer)"
        expect(answer.line == change.named, what)
        if case .refused(_, let problem) = answer, let expected = change.problem {
          expectEqual(problem, expected, what)
        }
        if change.named == nil { expect(answer == .read(writtenAgain: bytes), what) }
      }
    }
  }

  /// Each line missing, there twice, exchanged with the next, with more at its end or before it, or no UTF-8, with a
  /// valid checksum: a reader refuses the file with the line before or a later one, or the file has the only text of
  /// what was read. Counts are compared with others when their last line was read.
  @Test func everyDamageOfALineIsRefusedOrMeansSomethingElse() throws {
    let ends = [" ", "\r", "\u{0}", "\t", "\u{a0}", "\u{301}", "x", "\n", "\nnote 5", "\nsha256 0"]
    let bad: [[UInt8]] = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]
    for file in try FileCase.all.get() {
      var (refused, all) = (0, 0)
      func check(_ bytes: [UInt8], _ line: Int, _ what: String) {
        let answer = answer(file.kind, bytes)
        all += 1
        if case .refused(let named, _) = answer {
          refused += 1
          expect(named >= line - 1, "\(file.name), \(line) \(what): error for \(named)")
        } else {
          expect(answer == .read(writtenAgain: bytes), "\(file.name), \(line) \(what)")
        }
      }
      for (place, text) in file.lines.enumerated() {
        let line = place + 1
        func change(_ what: String, _ change: (inout [String]) -> Void) {
          var lines = file.lines
          change(&lines)
          if lines != file.lines { check(sealed(lines), line, what) }
        }
        change("missing") { $0.remove(at: place) }
        change("twice") { $0.insert(text, at: place) }
        if line < file.lines.count { change("behind the next") { $0.swapAt(place, line) } }
        for (number, end) in ends.enumerated() where isLong || (number + line) % 3 == 0 {
          change("and '\(end)'") { $0[place] += end }
          change("after '\(end)'") { $0[place] = end + $0[place] }
        }
        let before = Array(file.lines[..<place].map { $0 + "\n" }.joined().utf8)
        let rest = Array(file.lines[line...].map { $0 + "\n" }.joined().utf8)
        for bytes in isLong ? bad : [bad[line % 4]] where !file.lines.contains("sha256 *") {
          check(sealed(before + Array(text.utf8) + bytes + [10] + rest), line, "no UTF-8")
        }
      }
      expect(refused * 5 > all * 4, "\(file.name): only \(refused) of \(all) refused")
    }
  }

  /// Each byte changed, missing or there twice, and each beginning and end of a file: the checksum notices all in the
  /// same way, so the short form takes one change of each byte, and the rest for every ninth byte.
  @Test func everyDamageOfAByteIsRefused() throws {
    for file in try FileCase.all.get() where isLong || file.lines.count > 15 {
      let bytes = sealed(file.lines)
      func check(_ damaged: [UInt8], _ what: String) {
        // A file may have no certificate.
        if damaged.isEmpty, file.kind == "certificate" { return }
        expect(answer(file.kind, damaged).line != nil, "\(file.name): \(what)")
      }
      for (place, byte) in bytes.enumerated() {
        let others: [UInt8] = [byte ^ 1, byte ^ 0x20, byte &+ 1, 0, 0xff, 10, 13, 32, 48]
        for other in isLong ? others : [others[place % 9]] where other != byte {
          var damaged = bytes
          damaged[place] = other
          check(damaged, "byte \(place) as \(other)")
        }
        guard isLong || place % 9 == 1 else { continue }
        let (before, after) = (bytes[..<place], bytes[(place + 1)...])
        check(Array(before), "up to \(place)")
        check(Array(after), "from \(place)")
        check(Array(before + after), "without \(place)")
        check(Array(before + [byte, byte] + after), "\(place) twice")
      }
      check(bytes + [0], "one more")
      check(bytes + [10], "an empty line")
      if file.kind != "certificate" { check(bytes + bytes, "twice") }
      let end = file.lines.count + 1
      let (missing, wrong) = (
        Answer.refused(
          line: end,
          problem: "damaged or incomplete: expected the checksum 'sha256 …' in the last line"),
        Answer.refused(
          line: end, problem: "damaged: the checksum does not match the lines above it")
      )
      var damaged = bytes
      damaged[bytes.count - 5] ^= 1
      expectEqual(answer(file.kind, damaged), wrong, file.name)
      damaged = bytes
      damaged[bytes.count - 74] ^= 1
      // The lines of a certificate are read before its checksum.
      let found = answer(file.kind, damaged)
      expect(
        found == wrong || file.kind == "certificate" && found.line == end - 1,
        "\(file.name): \(found)")
      if file.kind == "certificate" {
        // A certificate may be followed by others, so it is read line by line.
        let problem = "damaged or incomplete: the last line has no newline"
        let cut = answer(file.kind, bytes.dropLast())
        expectEqual(cut, .refused(line: end, problem: problem), file.name)
        let rest = answer(file.kind, Array(bytes.dropLast(72)))
        expectEqual(
          rest,
          .refused(
            line: end,
            problem:
              "damaged or incomplete: expected the rest of the certificate, up to its checksum"
          ), file.name)
      } else {
        expectEqual(answer(file.kind, bytes.dropLast()), missing, file.name)
        let rest = answer(file.kind, Array(bytes.dropLast(72)))
        expectEqual(rest.line, file.lines.count, file.name)
      }
    }
  }

  /// Noise, and words and lines of any file in any order.
  @Test func nothingTraps() throws {
    var random = NaiveRandom(seed: 99)
    let files = try FileCase.all.get()
    let words = [
      "0", "1", "2", "01", "-1", "18446744073709551615", "18446744073709551616", "2147483648",
      "4294967296", "9223372036854775807", "9223372036854775808", "edge", "won", "-", "", "é",
      "0-0", "99-0", "5-9", "0-99,0-99", "18446744073709551615-18446744073709551615",
      "18446744073709551614-18446744073709551614", "0-18446744073709551614",
    ]
    let alphabets = [Array(0...255), Array(" \n0123456789-,x".utf8)] as [[UInt8]]
    for number in 0..<cases(200, long: 30_000) {
      let file = random.one(of: files)
      let noise = (0..<random.below(80)).map { _ in random.one(of: alphabets[number % 2]) }
      let magic = Array("\(file.lines[0])\n".utf8)
      for bytes in [noise, sealed(noise), sealed(magic + noise)] where !bytes.isEmpty {
        expect(answer(file.kind, bytes).line != nil, "\(number)")
      }
      var lines = file.lines
      for _ in 0..<(1 + random.below(3)) {
        let (place, other) = (
          random.below(lines.count), random.one(of: random.one(of: files).lines)
        )
        switch random.below(4) {
        case 0: lines[place] = other
        case 1: lines.insert(other, at: place)
        default:
          var parts = lines[place].split(separator: " ").map(String.init)
          parts[random.below(parts.count)] = random.one(of: words)
          lines[place] = parts.joined(separator: " ")
        }
      }
      let bytes = sealed(lines)
      let answer = answer(file.kind, bytes)
      expect(answer.line != nil || answer == .read(writtenAgain: bytes), "\(number): \(lines)")
    }
  }

  /// A lost game has three lost rounds, and a won one at most two: both sides of each limit, for small numbers.
  @Test func roundsOfGames() throws {
    let lines = try FileCase.lines(of: "tally: games of given levels without squares").dropLast(3)
    for won in 0...3 {
      for lost in 0...3 where won + lost > 0 {
        for others in 0...18 {
          var game = lines + ["whole 0-9", "played 0-\(won + lost - 1)"]
          if won > 0 { game.append("rounds edge won 3 \(won)") }
          if others > 0 { game.append("rounds edge caught 2 \(others)") }
          game.append("games edge \(won) \(lost)")
          let isRead = answer("tally", sealed(Array(game))).line == nil
          let isPossible = (3 * lost...3 * lost + 2 * won).contains(others)
          expectEqual(isRead, isPossible, "\(won), \(lost), \(others)")
        }
      }
    }
  }
}
