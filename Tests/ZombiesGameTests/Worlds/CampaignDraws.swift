import ZombiesTestBridge
import ZombiesTestSupport

/// Draws campaigns of tiny rooms and changes them.
struct CampaignDraws {
  /// Rooms that are won or lost in a few moves.
  static let codes = [
    "Z1P/2S", "P1Z/S2", "S1P/Z2", "S2/3/Z1P", "Z2P/3S+lit", "S1/1P", "SP", "S1P", "P1Z/1S1",
    "S2/1#1/2P", "2Z/3/P1S", "S2P/3Z+lit", "S1P+lit",
  ]
  static let names = ["A", "B", "The Barricades", "夜の町", "Ünterwelt", "🧟 last"]

  static func rule(_ random: inout NaiveRandom) -> NaiveCampaign.Rule {
    switch random.below(5) {
    case 0, 1: .all
    case 2: .stars(random.below(9))
    default: .coins(random.below(4))
    }
  }

  static func campaign(_ random: inout NaiveRandom) -> NaiveCampaign {
    let count = 1 + random.below(4)
    let names = random.choose(count, of: Array(names.indices)).prefix(count)
    return NaiveCampaign(
      worlds: names.map { name in
        NaiveCampaign.World(
          name: Self.names[name], rule: rule(&random),
          levels: (0...random.below(4)).map { _ in random.one(of: codes) })
      })
  }

  /// A possible next edition of the campaign.
  static func changed(_ old: NaiveCampaign, _ random: inout NaiveRandom) -> NaiveCampaign {
    var worlds = old.worlds
    let world = random.below(worlds.count)
    let level = random.below(worlds[world].levels.count)
    switch random.below(10) {
    case 0: worlds[world].levels.insert(random.one(of: codes), at: level)
    case 1: if worlds[world].levels.count > 1 { worlds[world].levels.remove(at: level) }
    case 2:
      // The level may also stay, so that there are two copies.
      worlds[random.below(worlds.count)].levels.append(worlds[world].levels[level])
      if worlds[world].levels.count > 1, random.below(3) > 0 {
        worlds[world].levels.remove(at: level)
      }
    case 3: worlds[world].levels.reverse()
    case 4: worlds.swapAt(world, random.below(worlds.count))
    case 5, 6:
      let name = random.one(of: names)
      if !worlds.contains(where: { $0.name == name }) { worlds[world].name = name }
    case 7: worlds[world].rule = rule(&random)
    case 8:
      // A world is split in two, or another one is inserted before it.
      let name = random.one(of: names)
      if !worlds.contains(where: { $0.name == name }) {
        let half = (worlds[world].levels.count + 1) / 2
        let rest = Array(worlds[world].levels[half...])
        worlds[world].levels = Array(worlds[world].levels[..<half])
        worlds.insert(
          NaiveCampaign.World(
            name: name, rule: rule(&random),
            levels: rest.isEmpty ? [random.one(of: codes)] : rest),
          at: world)
      }
    default: if worlds.count > 1 { worlds.remove(at: world) }
    }
    return NaiveCampaign(worlds: worlds)
  }
}
