import ZombiesCore
import ZombiesTestSupport
import ZombiesText

extension NaiveRandom {
  /// A random one of some values.
  public mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// A number, small or large.
  public mutating func number() -> UInt64 {
    one(of: [0, 1, UInt64(below(100)), next() >> UInt64(below(64)), .max])
  }

  /// A random hash.
  public mutating func hash() -> String { SHA256.hex(of: "\(next())".utf8) }
}
