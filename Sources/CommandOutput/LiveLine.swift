import Foundation
import SystemPackage

/// A line of standard output that is overwritten on a terminal. Elsewhere each update is a new line.
package struct LiveLine {
  private let isTerminal = isatty(FileDescriptor.standardOutput.rawValue) == 1
  private var isOpen = false

  package init() {}

  /// Shows a line.
  ///
  /// - Parameter parts: The parts of the line, the most important ones first. A terminal shows those that fit.
  package mutating func show(_ parts: [String]) throws {
    guard isTerminal else { return try Output.line(parts.joined(separator: Self.separator)) }
    // A line that wraps cannot be overwritten.
    try Output.write(Array("\r\u{1b}[K\(Self.fitted(parts, columns: Self.width - 1))".utf8))
    isOpen = true
  }

  /// Returns the first parts that fit. Parts are left out whole, because a cut number would be another number. Only the
  /// first part may be cut.
  package static func fitted(_ parts: [String], columns: Int) -> String {
    var line = String(parts.first?.prefix(columns) ?? "")
    for part in parts.dropFirst() {
      guard line.count + separator.count + part.count <= columns else { break }
      line += separator + part
    }
    return line
  }

  private static let separator = "  "

  /// Ends the line, so that the last update stays.
  package mutating func end() {
    if isOpen { try? Output.write(Array("\n".utf8)) }
    isOpen = false
  }

  /// The columns of a terminal that does not tell how many it has: those of a VT100.
  private static let usualWidth = 80

  private static var width: Int {
    var size = winsize()
    guard ioctl(FileDescriptor.standardOutput.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else {
      return usualWidth
    }
    return Int(size.ws_col)
  }
}
