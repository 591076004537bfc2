import ZombiesCore
import ZombiesSimulator
import ZombiesSolver
import ZombiesText

/// Certificates as text. A certificate is the proof of a verdict, which any program can check.
///
/// A file contains one certificate after another. A line is a key and its values:
///
///     zombies-certificate 1
///     level S1/1P                 the level's code
///     rules 1 longest 1           catching distance, chase, zombie speed
///     verdict solvable
///     par 2                       these three lines only for a solvable level
///     solution UL
///     shortest-solutions 2
///     distance 0                  the states that take 0 moves to reach
///     dark: 1,1                   the player's squares (row,column), in the dark
///     distance 1
///     dark: 0,1 1,0
///     sha256 …                    the hash of all earlier lines of this certificate
///
/// In a lit room, a line is `lit ZOMBIES: PLAYERS`: the squares of the zombies, and the possible squares of
/// the player with them, as in `lit 0,2 3,1: 3,3 3,4`, or `lit: 3,3` without zombies. In the dark, the
/// zombies are on their squares in the level. Squares are in reading order. The lines of a distance are in
/// order too: first the dark line, then the others by the zombies' first square, their second, and so on.
/// So equal certificates give equal texts.
///
/// The certificate of a solvable level has the distances below par. That of an unsolvable level has all
/// distances, or none if the player is caught on the start. If the solver gave up on a level, the
/// certificate contains `verdict gave-up` and no distances.
///
/// **To check a certificate**: Distance 0 must contain only the start, lit or dark as a round begins. No
/// state may occur twice, and each state except the start must be reached by a move from the previous
/// distance. Make every move from every state (<doc:/ZombiesCore/TheRules>, section 2), except from those
/// at distance par − 1. The move must end the round without winning, or lead to a state whose distance is
/// at most one larger. Then the states are exactly the reachable ones. So in an unsolvable level no state
/// wins, and in a solvable level only states at distance par − 1 can.
/// ``/ZombiesSolver/Certificate/validate(watch:)`` is a program that checks certificates.
public enum CertificateFile {
  /// The first line of a certificate.
  public static let magic = "zombies-certificate 1"

  /// The text of a certificate.
  public static func text(_ certificate: Certificate) -> String {
    var text = ""
    write(certificate) { text += $0 }
    return text
  }

  /// Writes a certificate piece by piece.
  ///
  /// - Complexity: O(bytes) time. The memory is that of the longest line.
  public static func write(
    _ certificate: Certificate, to output: (String) throws -> Void
  ) rethrows {
    var hash = SHA256()
    func put(_ line: String) throws {
      let line = line + "\n"
      hash.update(Array(line.utf8))
      try output(line)
    }
    for line in head(of: certificate) { try put(line) }
    let states = certificate.states
    for distance in 0..<states.layerCount {
      try put("distance \(distance)")
      var line = ""
      var last: StateLayers.State?
      for number in states.layer(distance) {
        let state = states[number]
        if let last, (last.isLit, last.zombies) == (state.isLit, state.zombies) {
          line += " " + text(state.player)
        } else {
          if last != nil { try put(line) }
          line = group(of: state) + ": " + text(state.player)
        }
        last = state
      }
      try put(line)
    }
    try output(Seal.closing(hash.hex) + "\n")
  }

  private static func head(of certificate: Certificate) -> [String] {
    let lines = [
      magic, "level \(certificate.level.code)",
      "rules \(certificate.rules.line)",
      "verdict \(certificate.solved.verdict)",
    ]
    guard case .solvable(let solution) = certificate.claim else { return lines }
    return lines + [
      "par \(solution.par)", "solution \(solution.moves.letters)",
      "shortest-solutions \(solution.shortestCount)",
    ]
  }

  /// The beginning of a line, which is common to its states.
  private static func group(of state: StateLayers.State) -> String {
    state.isLit ? (["lit"] + state.zombies.map(text)).joined(separator: " ") : "dark"
  }

  private static func text(_ square: Square) -> String { "\(square.row),\(square.column)" }
}
