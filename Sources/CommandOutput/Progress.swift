import Foundation
import SystemPackage

/// The progress of a task of several steps: one line on standard error that is written again and again where it is a
/// terminal, and nothing where it is not.
package struct Progress {
  private let count: Int?
  private let noun: String
  private let isShown: Bool

  /// Creates the progress of a task. Nothing is shown of a task of one step.
  ///
  /// - Parameters:
  ///   - count: The number of steps, or `nil` where nobody knows it before the end.
  ///   - noun: The name of a step, such as "frame".
  package init(count: Int?, of noun: String) {
    self.count = count
    self.noun = noun
    isShown = count != 1 && isatty(FileDescriptor.standardError.rawValue) == 1
  }

  package func advance(to done: Int) {
    write("\rwbcal: \(noun) \(done)" + (count.map { " of \($0)" } ?? ""))
  }

  /// Clears the line, at the end and before anything else is printed, which may go to the same terminal.
  package func clear() {
    write("\r\u{1b}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    // Nobody is told where the terminal has gone.
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}
