import Foundation
import Testing
import ZombiesTestSupport

/// `--quiet`: notes that are still printed, and errors that are not.
@Suite(.waits) struct QuietTests {
  /// Lines that print a note on standard error, and the beginning of the note.
  private static let lines: [(line: String, note: String)] = [
    ("generate --count 3", "seed 0\n"), ("generate --min-par 8 --count 2", "seed 0\n"),
    ("simulate --rounds 9 --policy edge", "seed 0\n"),
    ("simulate --rounds 2 --family 6x6z2b3f1 --policy all", "6x6z2b3f1: all omits optimal"),
    (
      "simulate --rounds 9 --policy edge --checkpoint c --resume", "seed 0\n'c' has no saved state"
    ),
    ("sweep --rounds 9 --policy edge --blocks 17", "seed 0\nno levels: "),
    ("compare edge random --rounds 200", "seed 0\n"), ("analyze --check 100", "seed 0\n"),
    ("census --checkpoint c --resume", "'c' has no saved state"),
    ("census --search --climbs 1 --steps 9", "seed 0\n"), ("bench verify 5 2 1000", ""),
    ("replay classic@42#7 --policy edge", "seed 0\n"),
    ("merge rounds.csv", "trials 0-8; to prove that they are one"),
    ("simulate --rounds 9 --policy edge --shard auto", "shard 1/2, from SLURM\nseed 0\n"),
  ]

  @Test(arguments: lines)
  func notesAreLeftOut(line: String, note: String) throws {
    let folder = try TemporaryFolder()
    let rounds = "zombies simulate --rounds 9 --policy edge --rounds-csv rounds.csv -o /dev/null"
    if line.contains("rounds.csv") { try expectEqual(shell(rounds, in: folder).ending, .exit(0)) }
    // Only --shard auto reads these variables.
    let command = "export SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2; zombies \(line)"
    let loud = try shell(command, in: folder)
    expect(loud.errors.hasPrefix(note) && loud.errors != "", "\(loud)")
    expect([.exit(0), .exit(2)].contains(loud.ending), "\(loud)")
    let quiet = try shell("\(command) --quiet", in: folder)
    expectEqual(quiet.errors, "", "\(quiet)")
    expectEqual(quiet.ending, loud.ending)
    expectSame(quiet.output, loud.output, line)
  }

  @Test func errorsAreStillShown() throws {
    let run = try zombies("solve", "nonsense", "--quiet")
    expect(run.ending == .exit(66) && run.errors.hasPrefix("Error: argument 1"), "\(run)")
    let usage = try zombies("generate", "--quiet", "--sed", "1")
    expect(
      usage.ending == .exit(64) && usage.errors.contains("Did you mean '--seed'?"), "\(usage)")
  }

  /// Every command that does more than print fixed text has `--quiet`.
  @Test func commandsHaveIt() throws {
    for command in try CommandHelp.commands()
    where !["help", "schema", "completion"].contains(command) {
      let names = try CommandHelp.options(of: command).flatMap(\.names)
      expect(names.contains("--quiet"), "\(command)")
    }
  }
}
