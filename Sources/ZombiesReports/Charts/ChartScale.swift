/// An axis from one round number to another, with ticks at round numbers between them.
///
/// Steps are 1, 2 or 5 times a power of ten. Ticks are quotients of integers, so they are the same on
/// every machine.
struct ChartScale: Equatable {
  /// The ticks, in ascending order; the first and the last one are the ends of the axis.
  let ticks: [Double]

  /// The number of decimals in the labels of the ticks.
  let places: Int

  /// The ends.
  var low: Double { ticks.first ?? 0 }
  var high: Double { ticks.last ?? 1 }

  /// Creates an axis that covers some values.
  ///
  /// - Parameters:
  ///   - low: The smallest value.
  ///   - high: The largest value. If it is not above `low`, the axis is one step long.
  ///   - most: The maximum number of steps, at least 1, or 2 if the values are on both sides of zero.
  ///   - isWhole: Whether steps are whole numbers.
  init(from low: Double = 0, to high: Double, most: Int = 5, isWhole: Bool = false) {
    let low = low.isFinite ? max(-1e12, min(1e12, low)) : 0
    let high = high.isFinite ? max(-1e12, min(1e12, high)) : 0
    // Zero is always a tick, so there are at least two steps if it is between the ends.
    let most = Double(max(low < 0 && high > 0 ? 2 : 1, most))
    // The step is mantissa · 10^exponent; it grows until the steps are few enough.
    var (mantissa, exponent) = (1.0, isWhole ? 0 : -6)
    while true {
      let first = Self.steps(low, mantissa, exponent).rounded(.down)
      let last = max(first + 1, Self.steps(high, mantissa, exponent).rounded(.up))
      if last - first <= most || exponent > 12 {
        places = max(0, -exponent)
        ticks = (Int(first)...Int(last)).map { Self.value(Double($0) * mantissa, exponent) }
        return
      }
      switch mantissa {
      case 1: mantissa = 2
      case 2: mantissa = 5
      default: (mantissa, exponent) = (1, exponent + 1)
      }
    }
  }

  /// Creates an axis for shares in percent, from 0 to a round number of at most 100.
  init(percentTo high: Double, most: Int = 5) {
    let scale = ChartScale(to: min(100, high), most: most)
    self = scale.high > 100 ? ChartScale(to: 100, most: most) : scale
  }

  /// The position of a value along the axis, from 0 to 1. Values beyond an end are at the end.
  func share(_ value: Double) -> Double {
    high > low ? max(0, min(1, (value - low) / (high - low))) : 0
  }

  /// The label of a tick.
  func label(_ tick: Double) -> String {
    let text = fixed(abs(tick), places: places)
    return tick < 0 ? "−" + text : text
  }

  /// A value as a number of steps. Numbers that are almost whole are rounded.
  private static func steps(_ value: Double, _ mantissa: Double, _ exponent: Int) -> Double {
    let steps =
      (exponent < 0 ? value * power(-exponent) : value / power(exponent)) / mantissa
    let whole = steps.rounded()
    return abs(steps - whole) < 1e-9 * max(1, abs(whole)) ? whole : steps
  }

  private static func value(_ count: Double, _ exponent: Int) -> Double {
    exponent < 0 ? count / power(-exponent) : count * power(exponent)
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<max(0, exponent)).reduce(1.0) { power, _ in power * 10 }
  }
}
