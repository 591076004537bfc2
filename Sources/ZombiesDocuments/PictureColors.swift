/// The colours of all pictures, for light and for dark screens. Paper uses those of a light screen.
///
/// Nothing depends on colour alone: things have shapes, policies have dashes, markers and names, and shades
/// have numbers. `Tests/Outside/test_pictures.py` computes the contrast of each colour with its background, and how
/// distinct the colours are for people who do not see red, green, blue or any colour.
package enum PictureColors {
  /// A colour.
  package struct Color {
    /// The name of its CSS property, without the dashes.
    package let name: String
    package let light: String
    package let dark: String

    package init(_ name: String, _ light: String, _ dark: String) {
      (self.name, self.light, self.dark) = (name, light, dark)
    }
  }

  /// All colours.
  package static let all: [Color] = [
    // The background, text, less important text, lines, and cards.
    Color("back", "#f6f3ea", "#121318"),
    Color("ink", "#1c1d22", "#eeece6"),
    Color("soft", "#55565f", "#b0b1ba"),
    Color("line", "#b9b4a4", "#454857"),
    Color("card", "#fffdf7", "#1d1f27"),
    // The floors of lit and of dark rooms.
    Color("lit", "#fff3cf", "#4a3f1c"),
    Color("dim", "#dde1ea", "#2b2f3d"),
    // The lines between squares.
    Color("grid", "#7d7a70", "#8f909a"),
    // Things.
    Color("start", "#3469ba", "#80b3fe"),
    Color("signpost", "#9a0a18", "#e28983"),
    Color("zombie", "#166443", "#c4faa7"),
    Color("block", "#3f3f3f", "#bebdbd"),
    Color("flashlight", "#8e7023", "#fad228"),
    Color("thing", "#ffffff", "#101116"),
    // The path of the player, and lost squares and shut ways.
    Color("way", "#741573", "#bf7ab9"),
    Color("danger", "#ac2b43", "#ef7d89"),
  ]

  /// The lines and bars of the policies, in the order of ``/ZombiesPolicies/Policy/builtIn``. Each policy
  /// looks different, in lightness too.
  package static let policies: [Color] = [
    Color("p0", "#273303", "#f4f778"),
    Color("p1", "#6a0c77", "#f8b8fd"),
    Color("p2", "#23665a", "#6dcab4"),
    Color("p3", "#7f7203", "#af9b2f"),
    Color("p4", "#8679d9", "#9563cf"),
    Color("p5", "#170702", "#7c9173"),
  ]

  /// The shades from the lowest to the highest share, and the colour of text on each.
  package static let shades: [(fill: Color, text: Color)] = [
    (Color("s0", "#fffdf7", "#1d1f27"), Color("t0", "#1c1d22", "#eeece6")),
    (Color("s1", "#dfe8f3", "#26344d"), Color("t1", "#1c1d22", "#eeece6")),
    (Color("s2", "#bcd1ea", "#2d4a75"), Color("t2", "#1c1d22", "#eeece6")),
    (Color("s3", "#93b5dc", "#36629f"), Color("t3", "#1c1d22", "#f7f6f3")),
    (Color("s4", "#3f74b5", "#78a3de"), Color("t4", "#ffffff", "#101116")),
    (Color("s5", "#1f5192", "#a6c6f2"), Color("t5", "#ffffff", "#101116")),
    (Color("s6", "#0a2f63", "#dbe8fb"), Color("t6", "#ffffff", "#101116")),
  ]

  /// The properties as CSS: for a light screen and paper, and for a dark screen.
  package static let css: String = {
    let colors = all + policies + shades.flatMap { [$0.fill, $0.text] }
    func properties(_ value: (Color) -> String) -> String {
      colors.map { "--\($0.name):\(value($0))" }.joined(separator: ";")
    }
    return ":root{color-scheme:light dark;\(properties(\.light))}"
      + "@media screen and (prefers-color-scheme:dark){:root{\(properties(\.dark))}}"
      + "@media print{:root{color-scheme:light}}"
  }()

  /// The index of the shade of a share in ``shades``: 0 only for a share of 0.
  package static func shade(_ share: Double) -> Int {
    guard share > 0 else { return 0 }
    return max(1, min(shades.count - 1, Int((share * Double(shades.count - 1)).rounded(.up))))
  }
}
