import Testing
import ZombiesTestSupport

/// No byte that the program prints or writes may change unnoticed: a few of the lines in `Golden/Hashes`, which
/// `Tests/Outside/hashes` compares with what was recorded. With a release build it runs all of them within a minute.
@Suite(.waits, .enabled(if: hasPython, "python3 is not installed")) struct OutputHashTests {
  @Test func outputsAreTheSame() throws {
    let program = try Executable.path
    let script = packageFolder.appendingPathComponent("Tests/Outside/hashes").path
    let run = try shell("'\(script)' --every \(isLong ? 1 : 20) '\(program)'")
    expectEqual(run.ending, .exit(0), run.output)
  }
}
