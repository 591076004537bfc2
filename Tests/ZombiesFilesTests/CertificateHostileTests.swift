import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Texts that are accepted as certificates although they are malformed, too large or false, and
/// errors that name the wrong line.
@Suite struct CertificateHostileTests {
  /// The line that the error for a text names, or nil if the text is read.
  private static func line(of bytes: [UInt8]) -> Int? {
    do throws(CertificateError) {
      _ = try CertificateReader.certificates(of: bytes)
      return nil
    } catch {
      return error.line
    }
  }

  /// Checks that the solvable example is refused with each replacement of a line (counted from 1),
  /// and that the error names that line or another given one.
  private static func check(
    _ line: Int, _ others: [String], named: Int? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for other in others {
      let text = replacing(line, of: CertificateFileTests.solvable, by: [other])
      #expect(Self.line(of: sealed(text)) == named ?? line, "'\(other)'", sourceLocation: location)
    }
  }

  private static let numbers = [
    "", "-1", "+5", "05", "5 ", " 5", "5.0", "5e0", "0x5", "x", "٥", "18446744073709551616",
    "99999999999999999999999999999999999999",
  ]

  private static func all(_ key: String, _ values: [String]) -> [String] {
    values.map { "\(key) \($0)" }
  }

  @Test func heads() {
    Self.check(
      1, ["", "zombies-certificate 2", "zombies-tally 1", " zombies-certificate 1", "level SP"])
    Self.check(
      2,
      Self.all(
        "level",
        ["", "S", "classic@42#7", "S2/3/F2/Z1P ", "S2/3/F2/Z1p", "S2/3/F02/Z1P", "SP\u{301}"])
        + ["level", "SP", "Level SP"])
    Self.check(
      3,
      Self.all("rules", ["", "1", "1 longest", "2 longest 1", "1 shortest 1", "1 longest 17"])
        // A certificate does not name a hearing distance.
        + ["rules 1 longest 1 2"])
    Self.check(4, Self.all("verdict", ["", "Solvable", "solvable ", "gave up", "solved"]))
    Self.check(5, Self.all("par", Self.numbers) + ["solution UUULL", "PAR 5"])
    Self.check(6, Self.all("solution", ["", "uuull", "UUULX", "UUULL ", "UUUL\u{301}L"]))
    // A solution of another length than par.
    Self.check(6, Self.all("solution", ["UUUL", "UUULLL"]))
    Self.check(5, Self.all("par", ["4", "6", "0", "18446744073709551615"]), named: 6)
    Self.check(7, Self.all("shortest-solutions", Self.numbers) + ["solutions 4"])
    // Another verdict, followed by the lines of this one.
    Self.check(4, ["verdict unsolvable", "verdict gave-up"], named: 5)
  }

  @Test func states() {
    Self.check(
      8, Self.all("distance", ["1", "00", "", "0 ", "x"]) + ["dark: 3,2", "distances 0", ""])
    Self.check(10, ["distance 2", "distance 0"])
    Self.check(
      9,
      [
        "dark:", "dark: ", "dark:3,2", "dark:  3,2", "dark: 3,2 ", "dark: 3", "dark: 3,",
        "dark: ,2",
        "dark: 3,2,1", "dark: 4,2", "dark: 3,3", "dark: 03,2", "dark: +3,2", "dark: -1,2",
        "dark: 3,18446744073709551616", "dark: 3,2 3,2", "dark: 3,2 3,1", "dark: 3;2", "dark:\t3,2",
      ])
    Self.check(9, ["Dark: 3,2", "dark 3,2", "dark 3,0: 3,2", "distance 1", "light: 3,2"])
    Self.check(
      14,
      [
        "lit: 2,1", "lit : 2,1", "lit  3,0: 2,1", "lit 3,0 3,1: 2,1", "lit 3,3: 2,1", "lit 3,0:2,1",
        "lit 3,0:", "lit 3,0: ", "lit 3,0 2,1", "lit x: 2,1", "lit 3,0 : 2,1", "dark: 2,1",
      ])
    // The lines of one distance have a fixed order.
    Self.check(17, ["lit 3,1: 1,1"], named: 18)
    Self.check(17, ["lit 3,2: 1,1"], named: 18)
    Self.check(18, ["lit 2,0: 2,2", "lit 1,0: 2,2", "dark: 2,2"])
    // A level without light has no lit states.
    let text =
      "zombies-certificate 1\nlevel SPZ\nrules 0 longest 1\nverdict unsolvable\ndistance 0\n"
    expectEqual(Self.line(of: sealed(text + "lit 0,2: 0,1\n")), 6)
    expectEqual(Self.line(of: sealed(text + "lit: 0,1\n")), 6)
    expectNil(Self.line(of: sealed(text + "dark: 0,1\n")))
  }

  @Test func endings() {
    let bytes = sealed(CertificateFileTests.solvable)
    expectNil(Self.line(of: bytes))
    expectNil(Self.line(of: bytes + bytes))
    expectNil(Self.line(of: []))
    // If it is cut off anywhere, it is incomplete.
    for length in 1..<bytes.count {
      let lines = bytes[..<length].count { $0 == UInt8(ascii: "\n") } + 1
      expectEqual(Self.line(of: Array(bytes[..<length])), lines, "\(length) bytes")
    }
    expectEqual(Self.line(of: bytes + [UInt8(ascii: "\n")]), 25)
    expectEqual(Self.line(of: [UInt8(ascii: "\n")] + bytes), 1)
    expectEqual(Self.line(of: bytes + Array("; more\n".utf8)), 25)
    // One byte of the checksum, or of the text above it.
    var damaged = bytes
    damaged[bytes.count - 5] ^= 1
    expectEqual(Self.line(of: damaged), 24)
    damaged = bytes
    damaged[CertificateFileTests.solvable.utf8.count - 2] ^= 1
    expectEqual(Self.line(of: damaged), 24)
    expectEqual(Self.line(of: Array(CertificateFileTests.solvable.utf8)), 24)
    // Carriage returns are not allowed.
    let returns = CertificateFileTests.solvable.split(separator: "\n").map { $0 + "\r\n" }.joined()
    expectEqual(Self.line(of: sealed(returns)), 1)
  }

  @Test func sizes() {
    // A line without an end.
    var pieces = 0
    var reader = CertificateReader {
      pieces += 1
      return [UInt8](repeating: UInt8(ascii: "z"), count: 1 << 20)
    }
    #expect(throws: CertificateError.self) { try reader.next() }
    expect(pieces <= CertificateReader.longestLine >> 20 + 1)
    // More states than can be read, each of a thousand zombies: no states are made of the line.
    let zombies = (2..<1024).map { "0,\($0)" }.joined(separator: " ")
    let players = (0..<102_400).map { "\($0 / 1024),\($0 % 1024)" }
    let rows = ["SP" + String(repeating: "Z", count: 1022)] + Array(repeating: "1024", count: 99)
    let level = rows.joined(separator: "/") + "+lit"
    let head = "zombies-certificate 1\nlevel \(level)\nrules 0 longest 1\nverdict unsolvable\n"
    let text = head + "distance 0\nlit \(zombies): \(players.joined(separator: " "))\n"
    let bytesOfAState = 80 + 12 * 1022
    expect(players.count > (1 << 30) / bytesOfAState)
    expectEqual(Self.line(of: sealed(text)), 6)
  }

  /// A claim that cannot be true is read and written like any other, and the checker refuses it.
  @Test func aSolutionThatIsNotCounted() throws {
    let bytes = sealed(
      replacing(7, of: CertificateFileTests.solvable, by: ["shortest-solutions 0"]))
    let certificate = try require(CertificateReader.certificates(of: bytes).first)
    expectEqual(CertificateFile.text(certificate), String(decoding: bytes, as: UTF8.self))
    #expect(throws: Certificate.Flaw.self) { try certificate.validate() }
  }

  /// Lines dropped, repeated, swapped or joined from other certificates, and changed bytes, all
  /// with a valid checksum. A certificate that is still accepted is true, and has the only text of
  /// its content.
  @Test func changedTextsAreRefusedOrTrue() throws {
    let seed: UInt64 = 0xBAD7E27
    var random = NaiveRandom(seed: seed)
    var (read, accepted, count) = (0, 0, 0)
    for place in 0..<cases(exactly: 40, long: 600) {
      let rules = NaiveRules.variant(place)
      let (first, second) = try (text(&random, rules), text(&random, rules))
      for _ in 0..<40 {
        let changed = change(first, second, &random)
        if changed == first { continue }
        let bytes = sealed(changed)
        count += 1
        guard let certificate = try? CertificateReader.certificates(of: bytes).first else {
          continue
        }
        read += 1
        expectEqual(
          CertificateFile.text(certificate), String(decoding: bytes, as: UTF8.self), "\(changed)")
        guard (try? certificate.validate()) != nil else { continue }
        accepted += 1
        expect(isTrue(certificate), "seed \(seed): \(changed)")
      }
    }
    // Most are refused, some of them only by the checker.
    expect(read > 50 && read < count, "\(read) of \(count)")
    expect(accepted < read / 4, "\(accepted) of \(read)")
  }

  /// A random certificate's lines, without the checksum.
  private func text(_ random: inout NaiveRandom, _ rules: NaiveRules) throws -> String {
    let level = random.level(maxRows: 3, maxColumns: 4, maxThings: 3)
    let solver = Solver(rules: try Rules(rules))
    return unsealed(CertificateFile.text(solver.certify(try Level(level.code)).certificate))
  }

  private func change(
    _ text: String, _ other: String, _ random: inout NaiveRandom
  ) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    let others = other.split(separator: "\n").map(String.init)
    let (here, there) = (random.below(lines.count), random.below(lines.count))
    switch random.below(9) {
    case 0: lines.remove(at: here)
    case 1: lines.insert(lines[here], at: there)
    case 2: lines.swapAt(here, there)
    case 3: lines[here] = others[min(here, others.count - 1)]
    case 4: lines = lines.dropLast(random.below(lines.count))
    case 5, 6, 7:
      // A square, a number or a letter, changed to one of its kind.
      var letters = Array(lines[here].utf8)
      let place = random.below(letters.count)
      let digits = "0123456789".utf8
      if digits.contains(letters[place]) { letters[place] = random.one(of: Array(digits)) }
      if "UDLR".utf8.contains(letters[place]) {
        letters[place] = random.one(of: Array("UDLR".utf8))
      }
      lines[here] = String(decoding: letters, as: UTF8.self)
    default:
      // A word, dropped or repeated.
      var words = lines[here].split(separator: " ").map(String.init)
      let place = random.below(words.count)
      if random.below(2) == 0 {
        words.remove(at: place)
      } else {
        words.insert(words[place], at: place)
      }
      lines[here] = words.joined(separator: " ")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func isTrue(_ certificate: Certificate) -> Bool {
    guard let level = NaiveLevel(certificate.level),
      let rules = try? NaiveRules(certificate.rules)
    else { return false }
    let answer = naiveSolve(level, rules)
    let solution = certificate.solved.solution
    return answer.solvable == (certificate.solved.verdict == .solvable)
      && answer.solution == solution?.moves.letters
      && answer.shortestSolutions == solution?.shortestCount
  }
}
