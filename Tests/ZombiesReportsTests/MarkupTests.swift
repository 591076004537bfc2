import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesTestSupport

@testable import ZombiesReports  // The charts.

/// Markup that is not well-formed, or that a text can change.
@Suite struct MarkupTests {
  /// Literal text is markup. Interpolated values are escaped, unless they are markup already.
  @Test func textIsEscaped() {
    let text = "a < b & \"c\" > d → é\u{1}\n\t."
    expectEqual(("\(text)" as Markup).string, "a &lt; b &amp; \"c\" &gt; d → é\u{FFFD}\n&#9;.")
    expectEqual(
      ("\(attribute: "a < b & \"c\"\n")" as Markup).string, "a &lt; b &amp; &quot;c&quot;&#10;")
    for (text, escaped) in [
      ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "\""), ("\u{1}", "\u{FFFD}"),
      ("\u{7F}", "\u{FFFD}"),
      ("\u{1F}a", "\u{FFFD}a"),
    ] { expectEqual(("\(text)" as Markup).string, escaped) }
    let steering = "plain, and 🧟‍♂️ \u{85}\u{FFFE}\u{202E}\u{200F}"
    expectEqual(
      ("\(steering)" as Markup).string, "plain, and 🧟‍♂️ \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
    let bold: Markup = "<b>\("&")</b>"
    var markup: Markup =
      #"<p class="\#(attribute: "\"")">\#(bold)\#("<b>")\#(7)\#(0.5)\#(1.06, -2)"#
    markup += "</p>"
    expectEqual(markup.string, #"<p class="&quot;"><b>&amp;</b>&lt;b&gt;70.51.1,-2</p>"#)
    // What charts are given as text is text.
    let tag = "</title><script>\"&'"
    let bar = BarChart.Bar(name: tag, text: tag, value: 1)
    let chart = BarChart(bars: [bar], axis: tag)
    var all = chart.svg(id: tag, title: tag, description: tag).string
    all += DataTable(caption: tag, header: [tag], rows: [[tag, tag]]).folded(tag).string
    all += DataText.folded(tag, tag, summary: tag).string
    expect(!all.contains("<script") && !all.contains("\"&'"))
    var prose = Markup()
    prose.prose("`a<b` & `c")
    expectEqual(prose.string, "<code>a&lt;b</code> &amp; c")

    // What the tests call malformed.
    expectNil(malformed("<a b=\"&lt;\" c-d=\"\"><e/>1 &amp; 2 &gt;</a>\n"))
    for text in [
      "<a>", "<a></b>", "<a><1%</a>", "<a>&</a>", "<a>&x;</a>", "<a b=1></a>", "<a b=\"<\"></a>",
      "<a b=\"1\"c=\"2\"/>", "<a", "<a>\u{1}</a>", "</a>", "<a>\u{202E}</a>",
    ] { expect(malformed(text) != nil, "\(text)") }
  }

  @Test func numbersAndShades() {
    for (count, text) in [
      (0, "0"), (1, "0.001"), (1500, "1.5"), (-50, "-0.05"), (1000, "1"), (10_010, "10.01"),
      (-2000, "-2"), (123_456, "123.456"),
    ] {
      expectEqual(("\(thousandths: count)" as Markup).string, text)
    }
    for count in -3000...3000 {
      let markup: Markup = "\(thousandths: count)"
      expectEqual(Double(markup.string), Double(count) / 1000)
    }
    for (value, text) in [
      (0.0, "0"), (1.0005, "1.001"), (-0.25, "-0.25"), (.nan, "0"), (1e300, "0"), (1e12, "0"),
      (-1e12, "0"), (999_999_999_999, "999999999999"),
    ] { expectEqual(("\(value)" as Markup).string, text) }
    // Only the share 0 has no shade, and a larger share is never lighter: six steps, each with its end.
    for step in 0...600 {
      expectEqual(PictureColors.shade(Double(step) / 600), (step + 99) / 100, "\(step)")
    }
    expect(PictureColors.shade(1e-9) == 1 && PictureColors.shade(7) == 6)
  }
}
