import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Certificates whose text differs from that of a plain second writer, or changes when it is read
/// again, and false ones that are taken for true.
@Suite struct CertificateFileTests {
  /// The certificates of the table of files are those that the solver makes.
  @Test func textsAreThoseOfTheSolver() throws {
    for file in try FileCase.all.get() where file.kind == "certificate" {
      let rules = try require(Rules(line: String(file.lines[2].dropFirst("rules ".count))))
      let level = try Level(String(file.lines[1].dropFirst("level ".count)))
      let solver = Solver(rules: rules, stateLimit: file.lines.last == "verdict gave-up" ? 2 : 99)
      let certificate = solver.certify(level).certificate
      let bytes = sealed(file.lines)
      expectEqual(Array(CertificateFile.text(certificate).utf8), bytes, file.name)
      try expectEqual(CertificateReader.certificates(of: bytes), [certificate], file.name)
    }
  }

  @Test("The same bytes as a plain writer's, and the same certificates when read again")
  func randomLevels() throws {
    let seed: UInt64 = 0x7E27
    var random = NaiveRandom(seed: seed)
    var (certificates, lines, texts): ([Certificate], [Int], String) = ([], [1], "")
    for place in 0..<cases(50, long: 2000) {
      let level = random.level(maxRows: 4, maxColumns: 5, maxThings: 5)
      let rules = NaiveRules.variant(place)
      let certificate = Solver(rules: try Rules(rules)).certify(try Level(level)).certificate
      let text = CertificateFile.text(certificate)
      expectEqual(text, naiveCertificate(level, rules), "seed \(seed): \(level) \(rules)")
      // No verdict depends on hearing, and a certificate does not name it.
      var heard = rules
      heard.hearingDistance = 1 + place % 16
      let other = Solver(rules: try Rules(heard)).certify(try Level(level)).certificate
      expectEqual(CertificateFile.text(other), text)
      certificates.append(certificate)
      texts += text
      lines.append(lines[place] + text.count { $0 == "\n" })
    }
    // All in one file, in pieces of any length.
    for length in [1, 4096, 1 << 24] {
      let read = try CertificateReader.certificates(of: Array(texts.utf8), pieces: length)
      expectEqual(read, certificates, "pieces of \(length)")
    }
    var rest: [[UInt8]] = [Array(texts.utf8)]
    var reader = CertificateReader { rest.popLast() }
    for (line, certificate) in zip(lines, certificates) {
      let entry = try require(reader.next())
      expect(entry.line == line && entry.code == certificate.level.code)
    }
    try expect(reader.next() == nil && reader.next() == nil)
  }

  @Test func sizes() {
    // A line without an end.
    var pieces = 0
    var reader = CertificateReader {
      pieces += 1
      return [UInt8](repeating: UInt8(ascii: "z"), count: 1 << 20)
    }
    do throws(CertificateError) {
      _ = try reader.next()
      expect(false, "read")
    } catch { expectEqual(error.description, "line 1: the line has more than 33554432 bytes") }
    expect(pieces <= CertificateReader.longestLine >> 20 + 1)
    // More states than can be read, each of a thousand zombies: no states are made of the line.
    let zombies = (2..<1024).map { "0,\($0)" }.joined(separator: " ")
    let players = (0..<102_400).map { "\($0 / 1024),\($0 % 1024)" }
    let rows = ["SP" + String(repeating: "Z", count: 1022)] + Array(repeating: "1024", count: 99)
    let level = rows.joined(separator: "/") + "+lit"
    let bytesOfAState = 80 + 12 * 1022
    expect(players.count > (1 << 30) / bytesOfAState)
    let lines = [
      "zombies-certificate 1", "level \(level)", "rules 0 longest 1", "verdict unsolvable",
      "distance 0", "lit \(zombies): \(players.joined(separator: " "))",
    ]
    expectEqual(answer("certificate", sealed(lines)).line, 6)
  }

  /// Lines dropped, repeated, swapped or joined from other certificates, and changed letters, all
  /// with a valid checksum. A certificate that is still accepted is true.
  @Test func changedTextsAreRefusedOrTrue() throws {
    let seed: UInt64 = 0xBAD7E27
    var random = NaiveRandom(seed: seed)
    var (read, accepted, count) = (0, 0, 0)
    for place in 0..<cases(40, long: 600) {
      let rules = NaiveRules.variant(place)
      let (first, second) = try (lines(&random, rules), lines(&random, rules))
      for _ in 0..<40 {
        let changed = change(first, second, &random)
        if changed == first { continue }
        count += 1
        let bytes = sealed(changed)
        guard let certificate = try? CertificateReader.certificates(of: bytes).first else {
          continue
        }
        read += 1
        expectEqual(Array(CertificateFile.text(certificate).utf8), bytes, "\(changed)")
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
  private func lines(_ random: inout NaiveRandom, _ rules: NaiveRules) throws -> [String] {
    let level = random.level(maxRows: 3, maxColumns: 4, maxThings: 3)
    let certificate = Solver(rules: try Rules(rules)).certify(try Level(level)).certificate
    return CertificateFile.text(certificate).split(separator: "\n").dropLast().map(String.init)
  }

  private func change(
    _ lines: [String], _ others: [String], _ random: inout NaiveRandom
  ) -> [String] {
    var lines = lines
    let (here, there) = (random.below(lines.count), random.below(lines.count))
    switch random.below(9) {
    case 0: lines.remove(at: here)
    case 1: lines.insert(lines[here], at: there)
    case 2: lines.swapAt(here, there)
    case 3: lines[here] = others[min(here, others.count - 1)]
    case 4: lines = lines.dropLast(random.below(lines.count))
    case 5, 6, 7:
      // A digit or a move, changed to another.
      var letters = Array(lines[here])
      let place = random.below(letters.count)
      for kind in ["0123456789", "UDLR"] where kind.contains(letters[place]) {
        letters[place] = random.one(of: Array(kind))
      }
      lines[here] = String(letters)
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
    return lines
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

/// The certificate of a level, written from the naive reference and the documentation of
/// `CertificateFile` alone.
private func naiveCertificate(_ level: NaiveLevel, _ rules: NaiveRules) -> String {
  func square(_ index: Int) -> String { "\(index / level.columns),\(index % level.columns)" }
  let answer = naiveSolve(level, rules)
  var lines = [
    "zombies-certificate 1", "level \(level.code)",
    "rules \(rules.catchingDistance) \(rules.chase.rawValue) \(rules.speed)",
    "verdict \(answer.solvable ? "solvable" : "unsolvable")",
  ]
  if let par = answer.par, let solution = answer.solution, let count = answer.shortestSolutions {
    lines += ["par \(par)", "solution \(solution)", "shortest-solutions \(count)"]
  }
  func write(_ rounds: [NaiveRound], distance: Int) {
    lines.append("distance \(distance)")
    // Players by zombies, in the dark and in the light.
    var players: [[Int]: [Int]] = [:]
    for round in rounds {
      players[round.lit ? [1] + round.zombies : [0], default: []] += [round.player]
    }
    for (zombies, players) in players.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let words = [zombies[0] == 1 ? "lit" : "dark"] + zombies.dropFirst().map(square)
      let squares = players.sorted().map(square).joined(separator: " ")
      lines.append("\(words.joined(separator: " ")): \(squares)")
    }
  }
  var space = NaiveStateSpace(level, rules)
  if space.outcomeAtStart == .stuck { write([NaiveRound(level, rules)], distance: 0) }
  var (distance, layer) = (0, 0..<space.rounds.count)
  while !layer.isEmpty, distance < answer.par ?? .max {
    write(layer.map { space.rounds[$0] }, distance: distance)
    for state in layer { for move in 0..<4 { _ = space.successor(of: state, by: move) } }
    (distance, layer) = (distance + 1, layer.upperBound..<space.rounds.count)
  }
  return String(decoding: sealed(lines), as: UTF8.self)
}
