import ZombiesCore

extension Campaign {
  /// The built-in campaign (<doc:TheBuiltInCampaign>).
  public static let standard: Campaign = {
    do throws(LevelError) { return try Campaign(text: standardText) } catch {
      preconditionFailure("the built-in campaign must be valid: \(error)")
    }
  }()

  private static let standardText = """
    ; world: First Night
    ; level: Keep Right
    S4/5/5/1Z3/Z3P
    ; level: Keep Left
    S1Z1Z/5/5/5/4P
    ; level: The Corner Is Taken
    S3Z/4Z/5/5/4P
    ; level: Both Corners
    S3Z/5/5/5/Z3P
    ; level: Two at Once
    S2Z1/4Z/5/5/4P
    ; level: Listen First
    S2Z1/5/5/5/1Z2P
    ; level: Two Numbers
    S4/5/2Z2/5/Z3P
    ; level: One on Each Wall
    S2Z1/5/5/Z4/4P
    ; level: A Second Opinion
    S1Z2/5/5/Z4/4P
    ; level: The Staircase
    S3Z/5/1Z3/5/4P

    ; world: The Barricades
    ; level: The First Barricade
    S4/2#2/5/1Z3/4P
    ; level: Opposite Corners
    S3Z/5/5/5/#3P
    ; level: The Left Is Shut
    S4/5/#1Z2/5/4P
    ; level: The Back Way
    S4/2Z2/1#3/5/4P
    ; level: Over the Barricade
    S4/2Z2/5/5/1#2P
    ; level: The Top Is Shut
    S2#1/5/2Z2/5/4P
    ; level: Back to Back
    S4/3Z1/1#Z2/5/4P
    ; level: One Guess
    S1Z2/5/3#1/Z4/4P
    ; level: The Bolted Door
    S4/2Z2/2Z2/1#3/4P
    ; level: The Only Way
    S4/5/3Z1/1#3/4P

    ; world: Torchlight
    ; level: First Light
    S2F1/5/5/5/Z3P
    ; level: Under the Lamp
    S4/2F2/5/5/Z3P
    ; level: Light on the Wall
    S1F1Z/5/5/5/4P
    ; level: The Watchman
    S4/5/5/ZF3/4P
    ; level: The Glow
    S3Z/3F1/5/5/4P
    ; level: A Light Sleeper
    S4/4F/5/5/1Z2P
    ; level: Too Bright
    S2F1/5/5/1Z3/4P
    ; level: The Hearth
    S3Z/5/2F2/5/4P
    ; level: The Dark Side
    S1Z2/5/2F2/5/4P
    ; level: Across the Room
    S2Z1/5/1F3/5/4P

    ; world: Lights On
    ; unlock: stars 25
    ; level: A Step Back
    S4/3Z1/3#1/2#2/4P+lit
    ; level: Along the Wall
    S1Z2/2#2/5/1#3/4P+lit
    ; level: Hesitate
    S4/3#1/5/3#1/1Z2P+lit
    ; level: Round the Corner
    S4/1Z1#1/2#2/5/4P+lit
    ; level: The Alcove
    S2Z2/6/#5/6/1##3/5P+lit
    ; level: The Sidestep
    S5/1Z2#1/2#3/5#/6/5P+lit
    ; level: The Hook
    S1#3/1#4/3#2/3#2/2Z#2/5P+lit
    ; level: Wait for It
    S5/4#1/6/Z1#2#/6/5P+lit
    ; level: The Squeeze
    S5/1#1Z2/#4#/2#1#1/6/5P+lit
    ; level: Twice Round
    S1Z#2/2#3/1#2#1/4#1/6/5P+lit

    ; world: In Pairs
    ; unlock: coins 30
    ; level: The Left Wing
    S5/5Z/4Z1/4#1/1#4/3#1P+lit
    ; level: Draw Them Down
    S5/3##1/6/4Z1/Z3#1/5P+lit
    ; level: The Step Down
    S5/3Z2/3##1/1#4/2Z#2/5P+lit
    ; level: Up and Down Again
    S5/6/2Z3/6/1#Z##1/5P+lit
    ; level: The Doorway
    S5/2#Z2/6/1Z#1#1/1#4/5P+lit
    ; level: Straight Across
    S3Z1/6/1#Z##1/6/3#2/5P+lit
    ; level: Once Round the Block
    S5/4Z1/3##1/5Z/1#2#1/5P+lit
    ; level: The Dance
    S5/2Z1Z1/1#2#1/6/3#2/5P+lit
    ; level: The Loop
    S5/4#1/Z#4/1#4/3#2/1Z3P+lit
    ; level: Grand Tour
    S3Z1/4#1/6/3#2/2##2/Z4P+lit

    ; world: Great Halls
    ; unlock: stars 45
    ; level: The Detour
    S6/1##1Z2/#6/2#4/7/2#4/6P+lit
    ; level: Lamp by the Door
    S7/5#2/3##3/8/8/Z#Z3F#/4##2/2Z#3P
    ; level: The Serpent
    S7/8/Z7/2#5/2#5/1#6/1#1#4/4#2P+lit
    ; level: The Far Lamp
    S2#3/7/1Z2Z2/1#1##2/2#4/F6/6P
    ; level: The Lure
    S4#2/5#2/#5#1/5#2/1#6/8/8/2Z4P+lit
    ; level: There and Back
    S3F2/5#1/2#1#2/3#3/3#3/ZZ5/6P
    ; level: Zigzag
    S7/6#1/1Z6/2#5/1#2#3/8/3Z2#1/7P+lit
    ; level: No Second Chance
    S6/7/6Z/4##1/5#1/Z#5/6P+lit
    ; level: The Long Lap
    S2#1Z1/5#1/7/7/1#2#2/1Z5/6P+lit
    ; level: Until Dawn
    S5/3Z2/3##1/2#3/Z#4/5P+lit
    """
}
