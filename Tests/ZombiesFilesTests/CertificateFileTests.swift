import Testing
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Certificates whose text differs from that of a plain second writer, or changes when it is read
/// again.
@Suite struct CertificateFileTests {
  /// There is a path past a flashlight, which wakes the zombie if the player comes near it.
  static let solvable = """
    zombies-certificate 1
    level S2/3/F2/Z1P
    rules 1 longest 1
    verdict solvable
    par 5
    solution UUULL
    shortest-solutions 4
    distance 0
    dark: 3,2
    distance 1
    dark: 2,2
    distance 2
    dark: 1,2
    lit 3,0: 2,1
    distance 3
    dark: 0,2 1,1
    lit 2,0: 1,1
    lit 3,1: 2,2
    distance 4
    dark: 0,1
    lit 1,0: 0,1
    lit 2,1: 1,2
    lit 3,0: 1,0

    """

  /// Here there is no path past it.
  static let unsolvable = """
    zombies-certificate 1
    level S3/4/Z1F1/3P
    rules 1 longest 1
    verdict unsolvable
    distance 0
    dark: 3,3
    distance 1
    lit 2,0: 2,3 3,2
    distance 2
    lit 2,1: 1,3 3,3
    distance 3
    lit 1,1: 0,3

    """

  @Test func textsAreAsKept() throws {
    for (code, text) in [("S2/3/F2/Z1P", Self.solvable), ("S3/4/Z1F1/3P", Self.unsolvable)] {
      let certificate = Solver().certify(try Level(code)).certificate
      expectEqual(CertificateFile.text(certificate), String(decoding: sealed(text), as: UTF8.self))
    }
  }

  @Test("No reachable square, no zombies in the light, zombies that never move, and no answer")
  func specialTexts() throws {
    let rules = try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 16)
    func head(_ code: String, _ verdict: String) -> String {
      "zombies-certificate 1\nlevel \(code)\nrules 0 vertical 16\nverdict \(verdict)\n"
    }
    for (code, limit, verdict, rest) in [
      ("SP+lit", 9, "solvable", "par 1\nsolution L\nshortest-solutions 1\ndistance 0\nlit: 0,1\n"),
      ("S#P", 9, "unsolvable", "distance 0\ndark: 0,2\n"),
      ("S#PFZ", 9, "unsolvable", "distance 0\nlit 0,4: 0,2\n"),
      ("S#1P1Z", 9, "unsolvable", "distance 0\ndark: 0,3\ndistance 1\ndark: 0,2 0,4\n"),
      ("S3P", 2, "gave-up", ""),
    ] {
      let certificate =
        Solver(rules: rules, stateLimit: limit).certify(try Level(code)).certificate
      let text = String(decoding: sealed(head(code, verdict) + rest), as: UTF8.self)
      expectEqual(CertificateFile.text(certificate), text)
      try expectEqual(CertificateReader.certificates(of: Array(text.utf8)), [certificate])
    }
  }

  @Test("The same bytes as a plain writer's, and the same certificates when read again")
  func randomLevels() throws {
    let seed: UInt64 = 0x7E27
    var random = NaiveRandom(seed: seed)
    var certificates: [Certificate] = []
    var texts = ""
    for place in 0..<cases(exactly: 60, long: 2000) {
      let level = random.level(maxRows: 4, maxColumns: 5, maxThings: 5)
      let rules = NaiveRules.variant(place)
      let solver = Solver(rules: try Rules(rules))
      let certificate = solver.certify(try Level(level.code)).certificate
      let text = CertificateFile.text(certificate)
      expectEqual(text, naiveCertificate(level, rules), "seed \(seed): \(level) \(rules)")
      certificates.append(certificate)
      texts += text
    }
    // All in one file, in pieces of any length.
    for length in [1, 4096, 1 << 24] {
      let read = try CertificateReader.certificates(of: Array(texts.utf8), pieces: length)
      expectEqual(read, certificates, "pieces of \(length)")
    }
  }

  @Test func linesAreCounted() throws {
    let text = sealed(Self.solvable) + sealed(Self.unsolvable)
    var rest = [text]
    var reader = CertificateReader { rest.popLast() }
    try expectEqual(reader.next()?.line, 1)
    try expectEqual(reader.next()?.line, 25)
    try expectNil(reader.next())
    try expectNil(reader.next())
  }
}

extension CertificateReader.Entry: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    (left.certificate, left.line) == (right.certificate, right.line)
  }
}

extension CertificateReader {
  /// All certificates in some bytes, which are read in pieces.
  static func certificates(
    of bytes: [UInt8], pieces length: Int = 1 << 16
  ) throws(CertificateError) -> [Certificate] {
    var place = 0
    var reader = CertificateReader {
      guard place < bytes.count else { return nil }
      defer { place += length }
      return Array(bytes[place..<min(place + length, bytes.count)])
    }
    var certificates: [Certificate] = []
    while let entry = try reader.next() { certificates.append(entry.certificate) }
    return certificates
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
      lines.append(
        words.joined(separator: " ") + ": "
          + players.sorted().map(square).joined(separator: " "))
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
  return String(decoding: sealed(lines.map { $0 + "\n" }.joined()), as: UTF8.self)
}
