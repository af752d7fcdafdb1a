import Foundation
import SystemPackage

/// One line of standard output that is written again and again where that is a terminal; where it is not, a line each
/// time.
struct LiveLine {
  private let isTerminal = isatty(FileDescriptor.standardOutput.rawValue) == 1
  private var isOpen = false

  mutating func show(_ text: String) throws {
    guard isTerminal else { return try Output.line(text) }
    // Cut to the terminal: a line that wraps cannot be written over.
    try Output.write(Array("\r\u{1b}[K\(text.prefix(Self.width - 1))".utf8))
    isOpen = true
  }

  /// Leaves the last line as it is.
  mutating func end() {
    if isOpen { try? Output.write(Array("\n".utf8)) }
    isOpen = false
  }

  private static var width: Int {
    var size = winsize()
    guard ioctl(FileDescriptor.standardOutput.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
      return 80
    }
    return Int(size.ws_col)
  }
}
