import RawFrames
import TestSupport
import Testing

/// Texts of strangers' files in messages.
@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("a\u{1b}[31mb", "a\\x1b[31mb"), ("\u{7f}\u{0}", "\\x7f\\x00"), ("a\u{7f}", "a\\x7f"), ("\u{9b}31m", "\\x9b31m"),
    ("a\r\nb", "a\\x0d\\x0ab"),
    ("é \u{22bf}uv \u{a0}", "é \u{22bf}uv \u{a0}"), ("", ""),
  ])
  func `nothing in a printable text steers a terminal, and the rest stays`(text: String, printable: String) {
    #expect(text.printable() == printable)
  }

  @Test func `line breaks and tabs of a text of several lines stay`() {
    #expect("a\tb\nc\r".printable(keepsLines: true) == "a\tb\nc\\x0d")
  }
}
