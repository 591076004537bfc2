import Testing
import ZombiesSolver
import ZombiesTestSupport
@Test func scratch() {
  var random = NaiveRandom(seed: 78)
  var best = 0
  let clock = ContinuousClock()
  var n = 0
  let t = clock.measure {
  for _ in 0..<3000 {
    let wall = 3 + random.below(3)
    let vertical = random.below(2) == 0
    func sq(_ r: Int, _ c: Int) -> Int { vertical ? c * 8 + r : r * 8 + c }
    var area: [Int] = []; var play: [Int] = []
    for r in 0..<8 { for c in 0..<8 { if r < wall { area.append(sq(r,c)) }; if r > wall { play.append(sq(r,c)) } } }
    let zs = 3 + random.below(4), bs = random.below(wall * 3)
    let a = random.choose(1 + zs + bs, of: area)
    let pb = random.below(4)
    let p = random.choose(1 + pb, of: play)
    let blocks = (0..<8).map { sq(wall, $0) } + a[(1+zs)...] + p[1...]
    let l = NaiveLevel(rows: 8, columns: 8, start: p[0], signpost: a[0], zombies: Array(a[1..<(1+zs)]), blocks: Array(blocks), lit: true)
    let rules = random.rules()
    guard let level = try? Level(l.code) else { continue }
    let s = Solver(rules: Rules(rules), stateLimit: 200000).solve(level)
    n += 1
    if s.states > best { best = s.states; print(best, s.verdict, l.code, rules) }
  }}
  print(n, t)
}
