import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesTestSupport

@testable import ZombiesReports

/// Markup that is not well-formed, or that a text can change.
@Suite struct MarkupTests {
  @Test func textIsEscaped() {
    let text = "a < b & \"c\" > d → é\u{1}\n\t."
    expectEqual(("\(text)" as Markup).string, "a &lt; b &amp; \"c\" &gt; d → é\u{FFFD}\n&#9;.")
    expectEqual(
      ("\(attribute: "a < b & \"c\"\n")" as Markup).string, "a &lt; b &amp; &quot;c&quot;&#10;")
    let steering = "plain, and 🧟‍♂️ \u{85}\u{FFFE}\u{202E}\u{200F}"
    expectEqual(
      ("\(steering)" as Markup).string, "plain, and 🧟‍♂️ \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  /// Literal text is markup. Interpolated values are escaped, unless they are markup already.
  @Test func literalsAreMarkup() {
    let bold: Markup = "<b>\("&")</b>"
    var markup: Markup =
      #"<p class="\#(attribute: "\"")">\#(bold)\#("<b>")\#(7)\#(0.5)\#(1.06, -2)"#
    markup += "</p>"
    expectEqual(markup.string, #"<p class="&quot;"><b>&amp;</b>&lt;b&gt;70.51.1,-2</p>"#)
  }

  /// Every picture of every level, with names that try to be markup.
  @Test(arguments: [
    "S8/9/9/9/9/9/9/9/8P", "S4/5/Z1#2/2F2/4P", "S3Z/3Z#/3#1/4#/2#2/4P+lit", "S13/14/14/13P",
    "S4/1ZZ2/5/3Z1/3FP", "S3/4/4/1Z1P",
  ])
  func picturesAreWellFormed(code: String) throws {
    let level = try Level(code)
    let name = "<b a=\"1\">&amp;'\u{1}]]>\u{202E}"
    for wishes: LevelCardMaker.Wishes in [[], [.solution, .solutions, .lost, .why]] {
      let maker = LevelCardMaker(wishes)
      for format: LevelSheet.Format in [.svg, .html] {
        var sheet = LevelSheet(title: name, format: format)
        sheet.add(maker.card(of: level, name: name))
        var bytes: [UInt8] = []
        sheet.write { bytes += $0 }
        expectNil(malformed(String(decoding: bytes, as: UTF8.self)), "\(code)")
      }
    }
  }

  @Test func whatIsMalformed() {
    expectNil(malformed("<a b=\"&lt;\" c-d=\"\"><e/>1 &amp; 2 &gt;</a>\n"))
    for text in [
      "<a>", "<a></b>", "<a><1%</a>", "<a>&</a>", "<a>&x;</a>", "<a b=1></a>", "<a b=\"<\"></a>",
      "<a b=\"1\"c=\"2\"/>", "<a", "<a>\u{1}</a>", "</a>", "<a>\u{202E}</a>",
    ] { expect(malformed(text) != nil, "\(text)") }
  }

  @Test func thousandths() {
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
  }

  @Test func decimals() {
    for (value, text) in [
      (0.0, "0"), (1.0005, "1.001"), (-0.25, "-0.25"), (.nan, "0"), (1e300, "0"),
    ] {
      expectEqual(("\(value)" as Markup).string, text)
    }
  }

  /// Only the share 0 has no shade, and a larger share is never lighter.
  @Test func shades() {
    expect(PictureColors.shade(0) == 0 && PictureColors.shade(1e-9) == 1)
    expectEqual(PictureColors.shade(1), PictureColors.shades.count - 1)
    let shades = (0...1000).map { PictureColors.shade(Double($0) / 1000) }
    expectEqual(shades, shades.sorted())
  }
}
