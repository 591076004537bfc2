import ZombiesGame

// A second version of the worlds' rules, written from the article and not from the code: strings,
// dictionaries and loops.

/// A campaign: names, rules and codes.
struct NaiveCampaign: Hashable {
  /// The rule that opens a world.
  enum Rule: Hashable {
    case all
    case stars(Int)
    case coins(Int)
  }

  /// A world.
  struct World: Hashable {
    var name: String
    var rule = Rule.all
    var levels: [String]
  }

  var worlds: [World]

  /// The file of the campaign.
  var text: String {
    var text = ""
    for world in worlds {
      text += "; world: \(world.name)\n"
      switch world.rule {
      case .all: text += "; unlock: all\n"
      case .stars(let count): text += "; unlock: stars \(count)\n"
      case .coins(let price): text += "; unlock: coins \(price)\n"
      }
      // Alone in its block, no code can be the row of a picture.
      for level in world.levels { text += "\(level)\n\n" }
    }
    return text
  }

  /// The codes in it, each once.
  var codes: Set<String> { Set(worlds.flatMap(\.levels)) }
}

/// The progress of a player.
struct NaiveProgress: Hashable {
  var hasFinishedFirstSteps = false

  /// A world that was open, with the levels that it had then.
  struct Opened: Hashable {
    let name: String
    let levels: [String]
  }

  /// The stars of each level that has some: win, first, par.
  var stars: [String: Set<String>] = [:]
  /// The levels that could be played.
  var open: Set<String> = []
  /// The coins that were paid for each world that was open.
  var paid: [Opened: Int] = [:]

  /// All stars of the file.
  var starCount: Int { stars.values.map(\.count).reduce(0, +) }
  /// All coins that were paid for any world of any campaign.
  var paidCount: Int { paid.values.reduce(0, +) }

  /// Joins the stars and the opened worlds.
  func joined(_ other: NaiveProgress) -> NaiveProgress {
    var joined = self
    joined.hasFinishedFirstSteps = hasFinishedFirstSteps || other.hasFinishedFirstSteps
    for (code, stars) in other.stars { joined.stars[code, default: []].formUnion(stars) }
    joined.open.formUnion(other.open)
    for (world, coins) in other.paid { joined.paid[world] = max(joined.paid[world] ?? 0, coins) }
    return joined
  }

  /// The file.
  var text: String {
    var levels: [(String, String)] = []
    for code in open.union(stars.keys) {
      var words = ["level", code]
      if open.contains(code) { words.append("open") }
      for star in ["win", "first", "par"] where stars[code]?.contains(star) == true {
        words.append(star)
      }
      levels.append((code, words.joined(separator: " ")))
    }
    var worlds: [(String, String)] = []
    for (world, coins) in paid {
      let name = "\(world.levels.joined(separator: ",")) \(world.name)"
      worlds.append((name, "world \(coins) \(name)"))
    }
    levels.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    worlds.sort { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    let steps = hasFinishedFirstSteps ? ["first-steps done"] : []
    return Self.sealed(["zombies-progress 3"] + steps + levels.map(\.1) + worlds.map(\.1))
  }

  /// The lines with a last line that contains their 64-bit FNV-1a hash.
  static func sealed(_ lines: [String]) -> String {
    var text = ""
    for line in lines { text += line + "\n" }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x0000_0100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    let comment = lines[0].hasPrefix(";; ") ? ";; " : ""
    return text + comment + "end " + String(repeating: "0", count: 16 - digits.count) + digits
      + "\n"
  }
}

/// A campaign with the progress in it.
struct NaiveWorlds: Hashable {
  var campaign: NaiveCampaign
  var progress: NaiveProgress

  /// Everything that is open is recorded at once.
  init(_ campaign: NaiveCampaign, _ progress: NaiveProgress) {
    self.campaign = campaign
    self.progress = progress
    note()
  }

  /// A level is completed once it was won.
  func isCompleted(_ code: String) -> Bool { progress.stars[code]?.contains("win") == true }

  /// Whether all levels of the campaign are completed.
  var isCompleted: Bool { campaign.codes.allSatisfy(isCompleted) }

  /// The levels of a world that are not completed.
  func rest(_ number: Int) -> [Int] {
    let levels = campaign.worlds[number].levels
    return levels.indices.filter { !isCompleted(levels[$0]) }
  }

  /// The stars of the campaign's levels, each level once.
  var stars: Int {
    var count = 0
    for code in campaign.codes { count += progress.stars[code]?.count ?? 0 }
    return count
  }

  /// The world of the campaign that continues an opened world: that of the same name, if it has one of
  /// its levels; nil if there is none.
  func successor(of opened: NaiveProgress.Opened) -> Int? {
    for (number, world) in campaign.worlds.enumerated() where world.name == opened.name {
      for code in opened.levels where world.levels.contains(code) { return number }
    }
    return nil
  }

  /// The coins that were paid for worlds of this campaign.
  var spent: Int {
    var sum = 0
    for (opened, coins) in progress.paid where successor(of: opened) != nil { sum += coins }
    return sum
  }

  /// The coins that can be spent here.
  var balance: Int {
    min(stars - spent, progress.starCount - progress.paidCount)
  }

  /// Whether a world is open.
  func isOpen(_ number: Int) -> Bool {
    if number == 0 { return true }
    for opened in progress.paid.keys where successor(of: opened) == number { return true }
    switch campaign.worlds[number].rule {
    case .all: return campaign.worlds[number - 1].levels.allSatisfy(isCompleted)
    case .stars(let count): return stars >= count
    // Free worlds are open.
    case .coins(let price): return price == 0
    }
  }

  /// What a locked world still needs, in words.
  func missing(_ number: Int) -> String {
    switch campaign.worlds[number].rule {
    case .all:
      let before = campaign.worlds[number - 1]
      let count = before.levels.count { !isCompleted($0) }
      return "\(count) more level\(count == 1 ? "" : "s") of \(before.name)"
    case .stars(let needed): return "\(needed - stars) more star\(needed - stars == 1 ? "" : "s")"
    case .coins(let price):
      let costs = "it costs \(price) coin\(price == 1 ? "" : "s"), and you have"
      return costs + (balance >= price ? " \(balance)" : " only \(max(0, balance))")
    }
  }

  /// Whether each level of a world is open.
  func openLevels(_ number: Int) -> [Bool] {
    guard isOpen(number) else { return campaign.worlds[number].levels.map { _ in false } }
    var left: [String] = []
    return campaign.worlds[number].levels.map { code in
      if isCompleted(code) { return true }
      if !left.contains(code) { left.append(code) }
      return left.prefix(2).contains(code) || progress.open.contains(code)
    }
  }

  /// Records everything that is open.
  mutating func note() {
    for number in campaign.worlds.indices where isOpen(number) {
      let world = campaign.worlds[number]
      let opened = NaiveProgress.Opened(name: world.name, levels: world.levels)
      progress.paid[opened] = progress.paid[opened] ?? 0
    }
    for number in campaign.worlds.indices {
      for (code, isOpen) in zip(campaign.worlds[number].levels, openLevels(number)) where isOpen {
        progress.open.insert(code)
      }
    }
  }

  /// Adds a win that counts, and returns its stars.
  mutating func win(_ code: String, firstLife: Bool, inPar: Bool, hinted: Bool) -> Set<String> {
    var earned: Set<String> = ["win"]
    if firstLife, !hinted { earned.insert("first") }
    if inPar, !hinted { earned.insert("par") }
    progress.stars[code, default: []].formUnion(earned)
    note()
    return earned
  }

  /// Pays for a world, if it is locked, has a price, and there are enough coins.
  mutating func buy(_ number: Int) -> Bool {
    let world = campaign.worlds[number]
    guard !isOpen(number), case .coins(let price) = world.rule, balance >= price else {
      return false
    }
    progress.paid[NaiveProgress.Opened(name: world.name, levels: world.levels)] = price
    note()
    return true
  }
}
