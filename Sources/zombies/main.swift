import ZombiesGenerator
let a = CommandLine.arguments
let n = UInt64(a[3])!
let f = try! Family(name: a[2])
switch a[1] {
case "survey":
  let g = try! LevelSource(LevelGenerator(f, seed: 1))
  print(g.survey(0..<n))
case "enum":
  var s = 0, t = 0
  for l in Placements(f) { t += 1; if l.isSolvable { s += 1 } }
  print(s, t, f.placementCount as Any)
case "gen":
  let g = LevelGenerator(f, seed: 42)
  for i in 0..<n { let l = g[i]; print(l.code, Solver().solve(l)) }
default: break
}
