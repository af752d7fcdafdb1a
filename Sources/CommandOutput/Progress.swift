import Foundation
import SystemPackage

/// The progress of a task with several steps, as a line on standard error that is overwritten on a terminal.
///
/// Where standard error is not a terminal, nothing is shown.
package struct Progress {
  private let count: Int?
  private let noun: String
  private let isShown: Bool

  /// Creates the progress of a task. For a task of one step nothing is shown.
  ///
  /// - Parameters:
  ///   - count: The number of steps, or `nil` where it is not known before the end.
  ///   - noun: The name of a step, such as "frame".
  package init(count: Int?, of noun: String) {
    self.count = count
    self.noun = noun
    isShown = count != 1 && isatty(FileDescriptor.standardError.rawValue) == 1
  }

  package func advance(to done: Int) {
    write("\rwbcal: \(noun) \(done)" + (count.map { " of \($0)" } ?? ""))
  }

  /// Clears the line. Call it at the end, and before anything else is printed that may go to the same terminal.
  package func clear() {
    write("\r\u{1b}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    // If the terminal has gone, nobody sees the progress, so the error is ignored.
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
