/// The axis that a chasing zombie tries first ("The rules", section 3, "chase axis").
public enum NaiveChase: String, CaseIterable, Hashable, Sendable {
  /// The longer axis first, the vertical one if both are equal.
  case longest
  /// The vertical step first whenever the rows differ.
  case vertical
  /// The horizontal step first whenever the columns differ.
  case horizontal
}

/// The rules of a round (the table of variants in "The rules", section 3).
public struct NaiveRules: Hashable, Sendable {
  /// The distance at which a zombie catches the player, 1 or 0.
  public var catchingDistance: Int
  /// The axis that a zombie tries first.
  public var chase: NaiveChase
  /// The steps that a zombie makes in one chase, 1 to 16.
  public var speed: Int
  /// The distance within which the player hears zombies in the dark, 0 (nothing is heard) to 16.
  public var hearingDistance: Int

  /// Makes rules. Omitted ones have their defaults.
  public init(
    catchingDistance: Int = 1, chase: NaiveChase = .longest, speed: Int = 1,
    hearingDistance: Int = 0
  ) {
    self.catchingDistance = catchingDistance
    self.chase = chase
    self.speed = speed
    self.hearingDistance = hearingDistance
  }

  /// The default rules.
  public static let standard = NaiveRules()

  /// Every catching distance with every chase axis with the speeds 1, 2 and 3, the default first.
  /// Nothing is heard in any of them.
  public static let variants: [NaiveRules] = {
    var variants: [NaiveRules] = []
    for catchingDistance in [1, 0] {
      for chase in NaiveChase.allCases {
        for speed in 1...3 {
          variants.append(
            NaiveRules(catchingDistance: catchingDistance, chase: chase, speed: speed))
        }
      }
    }
    return variants
  }()

  /// The variants in turn.
  public static func variant(_ turn: Int) -> NaiveRules { variants[turn % variants.count] }
}
