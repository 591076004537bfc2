import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSolver

/// `zombies check`: whether certificates prove what they claim.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "check the proofs that 'zombies solve --certificate' writes",
    operands: .files,
    details: """
      Makes every move from every state of a certificate by the plain rules, without any search, and
      so proves all that the certificate claims: for a solvable level par, the solution and the
      number of shortest solutions; for an unsolvable one that no state can be reached from which a
      move wins. FILE is - for standard input.

      A certificate names the rules that it was made under, and proves nothing under others. Rules
      that are not the default ones are named in each line. Without rule options, certificates of
      any rules are checked. With one or more of them, a certificate has to be of exactly these
      rules, where options that are not given have their defaults: --catching-distance 1 asks for
      the default rules. A certificate of other rules counts as a proof that does not hold.

      The exit status is 0 if every claim is proved; 1 if a proof does not hold or is of other rules
      than those asked for; 2 if all proofs hold, but the solver had given up on a level; 65 if a
      file is damaged or is no certificate. CertificateFile.swift describes the format. A
      certificate is held in memory and takes up to 32 bytes for each state and 12 for each zombie
      that moves.
      """,
    options: [Option.ruleOptions, [.output, .quiet]],
    example: (
      "zombies solve SP S#/#P --certificate - -o /dev/null | zombies check -",
      """
      standard input:1: proved: solvable, par 1, 1 shortest solution, 1 state: SP
      standard input:11: proved: unsolvable, 1 state: S#/#P
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw arguments.badUsage(
        "no file: give the certificates that 'zombies solve --certificate' wrote, or - for standard input"
      )
    }
    let rules = arguments.first(of: Option.ruleOptions) != nil ? try arguments.rules() : nil
    let output = try arguments.output()
    defer { output.discard() }
    let progress = Progress(
      total: nil, unit: "states", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    var status = ExitStatus.done
    var done: UInt64 = 0
    do {
      for operand in arguments.operands {
        let file = try InputFile(FilePath(bytes: operand.bytes))
        try check(file, rules, &status, &done, output, progress)
      }
    } catch let failure as Failure {
      progress.finish()
      // The findings on certificates before the bad one are kept.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try output.finish()
    return status
  }

  /// Checks the certificates of a file.
  ///
  /// - Parameter rules: The rules that the certificates have to be of; nil for any.
  private static func check(
    _ file: InputFile, _ rules: Rules?, _ status: inout ExitStatus, _ done: inout UInt64,
    _ output: OutputFile,
    _ progress: Progress
  ) throws {
    var reader = CertificateReader { file.read() }
    var isEmpty = true
    var known: SmallLevel?
    while let entry = try next(&reader, of: file) {
      isEmpty = false
      let begun = done
      let decision = decision(entry.certificate, rules, &known, &status) { count in
        progress.update(begun + UInt64(count))
      }
      done += UInt64(entry.certificate.states.count)
      try progress.makeWay(for: output) {
        try output.write { bytes in
          bytes += file.name.utf8
          bytes += ":\(entry.line): ".utf8
          bytes += decision.utf8
          bytes += ": ".utf8
          bytes += entry.code.utf8
          bytes.append(UInt8(ascii: "\n"))
        }
      }
    }
    if isEmpty {
      throw Failure.badData(
        "\(file.name): no certificate in it, expected '\(CertificateFile.magic)'")
    }
  }

  private static func next(
    _ reader: inout CertificateReader, of file: InputFile
  ) throws(Failure) -> CertificateReader.Entry? {
    let entry: CertificateReader.Entry?
    do throws(CertificateError) { entry = try reader.next() } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    return entry
  }

  /// The finding on a certificate, in a phrase.
  ///
  /// - Parameter known: The level that was checked before.
  private static func decision(
    _ certificate: Certificate, _ rules: Rules?, _ known: inout SmallLevel?,
    _ status: inout ExitStatus, _ watch: (Int) -> Void
  ) -> String {
    let named = RulesText.suffix(of: certificate.rules)
    if let rules, rules != certificate.rules {
      status = .no
      return "not proved under \(RulesText.name(of: rules)): the certificate was made under "
        + RulesText.name(of: certificate.rules)
    }
    if certificate.claim == .gaveUp {
      if status == .done { status = .unknown }
      return "gave up, nothing is proved" + named
    }
    do throws(CertificateChecker.Flaw) {
      try CertificateChecker.check(certificate, like: &known, watch: watch)
      return "proved: \(SolveText.verdict(certificate.solved))\(named)"
    } catch {
      status = .no
      return "not proved: \(error)\(named)"
    }
  }
}
