/// The reason why reading a file or pipe failed.
package struct UnreadableLines: Error, Hashable, CustomStringConvertible {
  /// The file, or "standard input".
  package let name: String
  package let reason: String

  package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

  package var description: String { "\(name): \(reason)" }
}
