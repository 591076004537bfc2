/// The hash function SHA-256 (FIPS 180-4), which identifies files and detects damage.
package struct SHA256: Sendable {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)

  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []

  /// The number of bytes hashed so far.
  package private(set) var count: UInt64 = 0

  private static let blockSize = 64

  /// Creates the hash of no bytes.
  package init() {}

  /// The hash of some bytes in hexadecimal.
  package static func hex(of bytes: some Collection<UInt8>) -> String {
    var hash = SHA256()
    hash.update(Array(bytes))
    return hash.hex
  }

  /// Hashes more bytes.
  package mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

  /// Hashes more bytes.
  package mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { update($0) }
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var begin = 0
    if !rest.isEmpty {
      begin = min(Self.blockSize - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<begin])
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = (bytes.count - begin) / Self.blockSize * Self.blockSize
    compress(UnsafeRawBufferPointer(rebasing: bytes[begin..<begin + whole]))
    rest.append(contentsOf: bytes[(begin + whole)...])
  }

  /// The hash of all bytes so far, as 64 hexadecimal digits.
  package var hex: String { String(decoding: hexDigits, as: UTF8.self) }

  /// The digits of ``hex`` in ASCII.
  package var hexDigits: [UInt8] {
    var end = self
    let bits = count &* 8
    // One or two blocks: the remaining bytes, a one bit, zeros, and the number of bits.
    let blocks = rest.count + 9 > Self.blockSize ? 2 : 1
    end.rest.append(0x80)
    while end.rest.count < blocks * Self.blockSize - 8 { end.rest.append(0) }
    for byte in 0..<8 { end.rest.append(UInt8(truncatingIfNeeded: bits &>> UInt64(56 - 8 * byte))) }
    let tail = end.rest
    tail.withUnsafeBytes { end.compress($0) }
    return (0..<64).map { place in
      let word = end.state[place / 8] &>> UInt32(28 - place % 8 * 4)
      let digit = UInt8(truncatingIfNeeded: word & 0xF)
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }

  /// Hashes whole blocks.
  private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      Self.constants.withUnsafeBufferPointer { constants in
        for block in 0..<blocks.count / Self.blockSize {
          for place in 0..<16 {
            let word = blocks.loadUnaligned(
              fromByteOffset: block &* Self.blockSize &+ 4 &* place, as: UInt32.self)
            words[place] = UInt32(bigEndian: word)
          }
          for place in 16..<64 {
            let (early, late) = (words[place &- 15], words[place &- 2])
            let first = turn(early, 7) ^ turn(early, 18) ^ (early &>> 3)
            let second = turn(late, 17) ^ turn(late, 19) ^ (late &>> 10)
            words[place] = words[place &- 16] &+ first &+ words[place &- 7] &+ second
          }
          let before = (a, b, c, d, e, f, g, h)
          func word(_ place: Int) -> UInt32 { constants[place] &+ words[place] }
          // After eight rounds the letters are back in their order.
          var place = 0
          while place < 64 {
            mix(a, b, c, &d, e, f, g, &h, word(place))
            mix(h, a, b, &c, d, e, f, &g, word(place &+ 1))
            mix(g, h, a, &b, c, d, e, &f, word(place &+ 2))
            mix(f, g, h, &a, b, c, d, &e, word(place &+ 3))
            mix(e, f, g, &h, a, b, c, &d, word(place &+ 4))
            mix(d, e, f, &g, h, a, b, &c, word(place &+ 5))
            mix(c, d, e, &f, g, h, a, &b, word(place &+ 6))
            mix(b, c, d, &e, f, g, h, &a, word(place &+ 7))
            place &+= 8
          }
          (a, b, c, d) = (a &+ before.0, b &+ before.1, c &+ before.2, d &+ before.3)
          (e, f, g, h) = (e &+ before.4, f &+ before.5, g &+ before.6, h &+ before.7)
        }
      }
    }
    state = SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round; only two of the letters change.
  @inline(__always)
  private func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ high &+ choice &+ word
    let low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ low &+ majority
  }

  @inline(__always)
  private func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
