import Diagrams
import Testing

@Suite struct MarkupTests {
  @Test func `text and attributes stay text`() {
    let hostile = "<script>&\"'\u{1}"
    #expect(
      Markup("text", ["class": hostile], hostile).description
        == "<text class=\"&lt;script&gt;&amp;&quot;'\u{FFFD}\">&lt;script&gt;&amp;&quot;'\u{FFFD}</text>")
  }

  /// Source: W3C, Extensible Markup Language 1.0, 2.2.
  @Test func `a character that XML cannot have is replaced, and every other one stays`() {
    let ends: [UInt32] = [0xd7ff, 0xe000, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x10ffff]
    for scalar in (Array(0..<0x26) + ends).compactMap(Unicode.Scalar.init) where scalar != "\"" {
      let isAllowed =
        switch scalar.value {
        case 9, 10, 13, 0x20...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
        default: false
        }
      #expect(Markup.text(String(scalar)).description == (isAllowed ? String(scalar) : "\u{fffd}"))
    }
  }

  @Test func `an element without content ends as HTML needs it`() {
    #expect(Markup("td").description == "<td></td>")
    #expect(Markup("path", ["d": "M0 0"]).description == "<path d=\"M0 0\"/>")
  }
}
