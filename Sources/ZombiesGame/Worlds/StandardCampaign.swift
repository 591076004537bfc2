import ZombiesCore

extension Campaign {
  /// The campaign that is built in.
  public static let standard: Campaign = {
    do throws(LevelError) { return try Campaign(text: standardText) } catch {
      preconditionFailure("the built-in campaign is one: \(error)")
    }
  }()

  private static let standardText = """
    ; world: First Night
    S4/5/1Z3/2Z2/4P
    S4/5/Z4/1Z3/4P
    S1ZZ1/5/5/5/4P
    """
}
