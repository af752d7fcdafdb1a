import Foundation

/// The width of the terminal, as ArgumentParser reads it for help and usage.
enum HelpWidth {
  /// The least width, in columns. ArgumentParser indents the text of an option by 26 columns, and ends the process
  /// where no column is left.
  private static let least = 40

  /// Raises a smaller width, so that lines wrap in the terminal.
  static func raise() {
    var size = winsize()
    let ofTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
    let stated = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    guard let width = stated ?? (ofTerminal > 0 ? ofTerminal : nil), width < least else { return }
    setenv("COLUMNS", "\(least)", 1)
  }
}
