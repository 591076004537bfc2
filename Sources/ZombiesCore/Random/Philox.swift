/// Philox4x64-10, a counter-based random function: the same counter and key give the same four
/// words, on any machine and in any order.
///
/// Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
public enum Philox {
  /// Four words: a counter, or an output.
  public typealias Block = (UInt64, UInt64, UInt64, UInt64)

  /// The output for a counter and a key.
  @inlinable @inline(__always)
  public static func block(counter: Block, key: (UInt64, UInt64)) -> Block {
    var (c0, c1, c2, c3) = counter
    var (k0, k1) = key
    for _ in 0..<10 {
      let low = c0.multipliedFullWidth(by: 0xD2E7_470E_E14C_6C93)
      let high = c2.multipliedFullWidth(by: 0xCA5A_8263_9512_1157)
      (c0, c1, c2, c3) = (high.high ^ c1 ^ k0, high.low, low.high ^ c3 ^ k1, low.low)
      k0 &+= 0x9E37_79B9_7F4A_7C15
      k1 &+= 0xBB67_AE85_84CA_A73B
    }
    return (c0, c1, c2, c3)
  }
}
