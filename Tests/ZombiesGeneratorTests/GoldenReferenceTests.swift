import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Seed references and their levels, which must never change (the article "Text forms"): only here
/// are the codes themselves fixed.
///
/// The codes were recorded when the program and the second implementation in SecondDrawing.swift
/// agreed on them. A failure here is a bug in the program: never change a code.
@Suite struct GoldenReferenceTests {
  private static let levels: [(reference: String, code: String)] = [
    ("classic@0#0", "S4/5/3ZZ/5/4P"),
    ("classic@42#7", "S4/4Z/Z4/5/4P"),
    ("classic+any@42#7", "S4/4Z/Z4/5/4P"),
    ("classic@18446744073709551615#18446744073709551615", "S2Z1/5/4Z/5/4P"),
    ("block@1#1000003", "S4/1#2Z/5/5/4P"),
    ("flashlight@2#3", "S4/5/5/1Z3/1F2P"),
    ("6x6z1b5+lit@42#7", "S5/3#2/1#Z1#1/3#2/1#4/5P+lit"),
    ("6x6z1b5+lit+any@42#7", "S5/3#2/1#Z1#1/3#2/1#4/5P+lit"),
    ("3x7z2b1f1@9#10", "S3ZF1/5#1/Z5P"),
    ("1x12z1f2+any@5#6", "S1F2F2Z2P"),
    ("8x8z2b8@0#18446744073709551615", "S7/7Z/5#2/1#6/2#1#3/1#5Z/1#6/3##2P"),
    (
      "8x8z20b20f18+any@3#4",
      "S1Z##FF#/1#FZ#ZFZ/FZZ#FF#Z/#FZ#ZZF#/#Z##FZZF/#F#FFZ##/##FF#ZF1/ZFZZZZ1P"
    ),
    ("9x9z3b10f2+lit@7#8", "S1Z2#3/2#1#2#1/6#2/2F6/3Z3#1/1#1#2#2/1#Z6/9/5F2P+lit"),
    (
      "20x20z10b50f3@42#0",
      "S2#2###1Z9/6Z6#6/20/4#2#12/5#13#/2F5#5#2Z2/7##2#8/9Z1#Z4##1/2#9#4#2/1#2F11#1#1"
        + "/5#2#2##Z6/13##5/6#9#3/13#3Z2/1#3F#13/1Z11#6/1#1#9#3#1#/9#2##6/12ZZ#5/#8##1###4P"
    ),
    (
      "30x70z5b40@18446744073709551615#1",
      "S10#5#12#19#19/7#30#16#14/22#47/31Z38/70/25#20#23/20Z25#23/13#2#53/5#38#12#12"
        + "/57Z12/40#29/70/52#17/58#11/19#24#25/22#47/64#5/70/6##30#31/42#27/52#13#3/12#56#"
        + "/70/3#16#37#11/2Z67/6#3#16#42/70/10#59/30Z30#8/29#39P"
    ),
    ("2x2@0#0", "S1/1P"),
    // The sixth draw is the first solvable one.
    ("classic@3#6", "S4/4Z/Z4/5/4P"),
    ("classic+any@3#6", "S4/5/1Z3/3Z1/4P"),
    // The first word is rejected.
    ("4x8z7b7+any@1#2", "S1ZZ#3/1Z#1#Z#1/Z##1Z3/#2Z3P"),
  ]

  @Test func referencesNameTheSameLevelsForEver() throws {
    let failure = try firstFailure(of: Self.levels) { text, expected in
      let reference = try SeedReference(text)
      let levels = LevelGenerator(
        reference.family, seed: reference.seed, selection: reference.selection)
      let code = try levels.level(at: reference.index).code
      return code == expected ? nil : "    (\"\(text)\", \"\(code)\"),"
    }
    expectNil(failure)
  }

  @Test func theSecondImplementationNamesThemToo() throws {
    let failure = try firstFailure(of: Self.levels) { text, expected in
      let reference = try SeedReference(text)
      let drawing = SecondDrawing(family: NaiveFamily(reference.family), seed: reference.seed)
      let level =
        reference.selection == .any
        ? drawing.placement(reference.index, attempt: 0)
        : try drawing.solvable(reference.index) { try Level($0).isSolvable }.level
      return level.code == expected ? nil : "\(text): \(level)"
    }
    expectNil(failure)
  }

  @Test func differentReferencesNameDifferentSequences() throws {
    // Eight placements of 171 each: two sequences agree by chance with 171⁻⁸.
    var sequences: Set<[String]> = []
    for seed: UInt64 in [0, 1, 42, 1 << 63, .max] {
      for first: UInt64 in [0, 8, 1 << 63, .max - 7] {
        let source = try LevelSource(LevelGenerator(.classic, seed: seed, selection: .any))
        sequences.insert(try (0..<UInt64(8)).map { try source.level(at: first + $0).code })
      }
    }
    expectEqual(sequences.count, 20)
  }
}
