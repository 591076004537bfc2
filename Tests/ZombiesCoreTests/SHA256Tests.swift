import Testing
import ZombiesCore
import ZombiesTestSupport

/// SHA-256, only here against the examples of NIST and against a second implementation, which
/// follows FIPS 180-4 word by word and computes the constants from the primes.
@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4 ("SHA-256 Test Data", csrc.nist.gov). Their messages have 0, 24,
  /// 448 and 896 bits.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func examples(message: String, hash: String) {
    expectEqual(SHA256.hex(of: message.utf8), hash)
    expectEqual(naiveSHA256(Array(message.utf8)), hash)
  }

  @Test func aMillionTimesA() {
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    // In pieces that do not fill blocks.
    var hash = SHA256()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { hash.update(piece) }
    expect(hash.hex == expected && hash.count == 1_000_000)
  }

  /// Around 55, 56 and 64 bytes, the padding needs one block more.
  @Test func allLengthsAreThoseOfTheSecondImplementation() {
    var random = NaiveRandom(seed: 256)
    let failure = firstFailure(of: 0...cases(exactly: 130, long: 300)) { length -> String? in
      let message = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return SHA256.hex(of: message) == naiveSHA256(message) ? nil : "\(length): \(message)"
    }
    expectNil(failure)
  }

  @Test func updatesMayBeCutAnywhere() {
    let seed: UInt64 = 180_4
    var random = NaiveRandom(seed: seed)
    let failure = firstFailure(of: 0..<cases(exactly: 50, long: 200)) { number -> String? in
      let message = (0..<random.below(700)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let whole = SHA256.hex(of: message)
      var (hash, begin, cuts) = (SHA256(), 0, [Int]())
      while begin < message.count {
        // Often empty, often whole blocks.
        let length = [0, 1, 63, 64, 65, 128, random.below(200)][random.below(7)]
        let end = min(message.count, begin + length)
        hash.update(Array(message[begin..<end]))
        // Reading the hash along the way changes nothing.
        if random.below(8) == 0, hash.hex != SHA256.hex(of: message[..<end]) {
          return "seed \(seed), \(number): at \(end)"
        }
        (begin, cuts) = (end, cuts + [end])
      }
      return hash.hex == whole && hash.count == UInt64(message.count)
        ? nil : "seed \(seed), \(number): \(message.count) bytes cut at \(cuts)"
    }
    expectNil(failure)
  }

  @Test func aSliceIsTakenFromItsOwnBegin() {
    let bytes = Array("zabcz".utf8)
    expectEqual(SHA256.hex(of: bytes[1..<4]), SHA256.hex(of: "abc".utf8))
  }
}

/// SHA-256 as in FIPS 180-4, section by section.
private func naiveSHA256(_ message: [UInt8]) -> String {
  // 5.1.1: a 1 bit, zeros up to 448 bits modulo 512, and the length in 64 bits.
  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  for byte in 0..<8 { padded.append(UInt8((8 * message.count) >> (56 - 8 * byte) & 0xff)) }

  // 4.2.2 and 5.3.3: the first 32 bits of the fractional parts of roots of the first primes.
  let (constants, roots) = (NaiveConstants.cubeRoots, NaiveConstants.squareRoots)
  var hash = roots
  func rotr(_ x: UInt32, _ n: UInt32) -> UInt32 { (x >> n) | (x << (32 - n)) }

  // 6.2.2.
  for block in stride(from: 0, to: padded.count, by: 64) {
    var w: [UInt32] = []
    for t in 0..<16 {
      w.append((0..<4).reduce(0) { $0 << 8 | UInt32(padded[block + 4 * t + $1]) })
    }
    for t in 16..<64 {
      let sigma0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3)
      let sigma1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10)
      w.append(sigma1 &+ w[t - 7] &+ sigma0 &+ w[t - 16])
    }
    var v = hash
    for t in 0..<64 {
      let sum1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let t1 = v[7] &+ sum1 &+ choice &+ constants[t] &+ w[t]
      let sum0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [t1 &+ sum0 &+ majority, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
    }
    for i in 0..<8 { hash[i] = hash[i] &+ v[i] }
  }
  let digits: [UInt32] = hash.flatMap { (word: UInt32) -> [UInt32] in
    (0..<8).map { (place: UInt32) -> UInt32 in word >> (28 - 4 * place) & 15 }
  }
  return digits.map { String($0, radix: 16) }.joined()
}

/// Roots in integers: ⌊∛(p · 2⁹⁶)⌋ is ⌊∛p · 2³²⌋, and its last 32 bits are the fraction.
private enum NaiveConstants {
  static let primes = Array(
    (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }.prefix(64))
  static let cubeRoots = primes.map { prime in
    fraction { $0 * $0 * $0 <= UInt128(prime) << 96 }
  }
  static let squareRoots = primes.prefix(8).map { prime in
    fraction { $0 * $0 <= UInt128(prime) << 64 }
  }

  /// The last 32 bits of the largest number below 2³⁶ that is small enough.
  private static func fraction(_ isSmall: (UInt128) -> Bool) -> UInt32 {
    var root: UInt128 = 0
    for bit in (0..<36).reversed() where isSmall(root + (1 << bit)) { root += 1 << bit }
    return UInt32(truncatingIfNeeded: root)
  }
}
