import Testing
import ZombiesTestSupport

/// Levels from standard input as an operand, `-`: another order, or other results than with
/// `--input`.
@Suite(.waits) struct OperandTests {
  @Test func standardInputHasItsPlace() throws {
    let run = try shell(
      "printf 'SP\\nS#/#P\\n' | zombies verify S#1/#1P - SP S1#/1#P")
    expectEqual(
      run.output,
      """
      argument 1: unsolvable: S#1/#1P
      standard input:2: unsolvable: S#/#P
      argument 4: unsolvable: S1#/1#P

      """, "\(run)")
    expect(run.ending == .exit(1) && run.errors == "", "\(run)")
  }

  @Test(arguments: [
    ("solve", "--format csv"), ("simulate", "--rounds 7 --policy edge,random"),
    ("compare edge random", "--rounds 100"), ("verify", ""),
  ])
  func itIsWhatInputReads(command: String, options: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\nS4/5/Z1#2/2F2/4P\n", to: "levels")
    let operand = try shell("zombies \(command) - \(options) < levels", in: folder)
    let input = try shell("zombies \(command) --input - \(options) < levels", in: folder)
    let file = try shell("zombies \(command) --input levels \(options)", in: folder)
    let guarded = try shell("zombies \(command) \(options) -- - < levels", in: folder)
    for other in [input, file, guarded] {
      // The source column of a table names the input.
      let output = other.output.replacing(",levels:", with: ",standard input:")
      expectSame(operand.output, output, other.line)
      expectEqual(operand.ending, other.ending, "\(other)")
    }
    expect([.exit(0), .exit(2)].contains(operand.ending), "\(operand)")
  }

  @Test func replayTakesOneLevel() throws {
    let run = try shell("echo SP | zombies replay - --moves L")
    expectEqual(run.ending, .exit(0), "\(run)")
    expectSame(run.output, try zombies("replay", "SP", "--moves", "L").output, "replay -")
  }
}
