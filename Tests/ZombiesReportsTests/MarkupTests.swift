import Testing

@testable import ZombiesReports

@Suite struct MarkupTests {
  @Test func textIsEscaped() {
    var markup = Markup()
    markup.text("a < b & \"c\" > d → é\u{1}\n\t.")
    #expect(markup.string == "a &lt; b &amp; \"c\" &gt; d → é\u{FFFD}\n&#9;.")
    markup = Markup()
    markup.attribute("a < b & \"c\"\n")
    #expect(markup.string == "a &lt; b &amp; &quot;c&quot;&#10;")
    markup = Markup()
    markup.text("plain, and 🧟‍♂️ \u{85}\u{FFFE}")
    #expect(markup.string == "plain, and 🧟‍♂️ \u{FFFD}\u{FFFD}")
  }

  @Test func thousandths() {
    for (count, text) in [
      (0, "0"), (1, "0.001"), (1500, "1.5"), (-50, "-0.05"), (1000, "1"), (10_010, "10.01"),
      (-2000, "-2"), (123_456, "123.456"),
    ] {
      var markup = Markup()
      markup.thousandths(count)
      #expect(markup.string == text)
    }
    for count in -3000...3000 {
      var markup = Markup()
      markup.thousandths(count)
      #expect(Double(markup.string) == Double(count) / 1000)
    }
  }

  @Test func decimals() {
    for (value, text) in [
      (0.0, "0"), (1.0005, "1.001"), (-0.25, "-0.25"), (.nan, "0"), (1e300, "0"),
    ] {
      var markup = Markup()
      markup.decimal(value)
      #expect(markup.string == text)
    }
  }

  /// No share but nothing has no shade, and more is never lighter.
  @Test func shades() {
    #expect(PictureColors.shade(0) == 0 && PictureColors.shade(1e-9) == 1)
    #expect(PictureColors.shade(1) == PictureColors.shades.count - 1)
    let shades = (0...1000).map { PictureColors.shade(Double($0) / 1000) }
    #expect(shades == shades.sorted())
  }
}
