import Diagrams
import Testing

@Suite struct MarkupTests {
  @Test func `text and attributes stay text`() {
    let hostile = "<script>&\"'\u{1}"
    #expect(
      Markup("text", ["class": hostile], hostile).description
        == "<text class=\"&lt;script&gt;&amp;&quot;'\u{FFFD}\">&lt;script&gt;&amp;&quot;'\u{FFFD}</text>")
  }

  @Test func `an element without content ends as HTML needs it`() {
    #expect(Markup("td").description == "<td></td>")
    #expect(Markup("path", ["d": "M0 0"]).description == "<path d=\"M0 0\"/>")
  }

  @Test func `decimals are rounded and bounded, and nothing stops the writing`() {
    #expect(decimal(0.125, 2) == "0.13" && decimal(-0.001, 2) == "0.00" && decimal(-1.05, 1) == "-1.1")
    #expect(decimal(3, 0) == "3" && decimal(-0.4, 0) == "0" && decimal(0.05, 3) == "0.050")
    #expect(
      decimal(.nan, 1) == "0.0" && decimal(.infinity, 2) == "1000000000.00" && decimal(-1e300, 0) == "-1000000000")
  }
}
