import ZombiesSimulator
let a = CommandLine.arguments
let n = UInt64(a[3])!
let f = try! Family(name: a[2])
switch a[1] {
case "survey":
  let g = try! LevelSource(LevelGenerator(f, seed: 1))
  print(g.survey(0..<n))
case "walk", "all":
  let b = Batch(levels: .generated(LevelGenerator(f, seed: 1, selection: .any)), policies: a[1] == "all" ? Policy.allCases : [.random], trials: 0..<n, seed: 1)
  for r in try! Simulator(b, threads: a.count > 4 ? 2 : 1).run() { print(r.rounds.total, Outcome.allCases.map { r.rounds[$0] }, r.rounds.moveSum) }
case "enum":
  var s = 0, t = 0
  for l in Placements(f) { t += 1; if l.isSolvable { s += 1 } }
  print(s, t, f.placementCount as Any)
case "gen":
  let g = LevelGenerator(f, seed: 42)
  for i in 0..<n { let l = g[i]; print(l.code, Solver().solve(l)) }
default: break
}
