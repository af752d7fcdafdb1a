/// The reason why a file or pipe could not be read on.
package struct UnreadableLines: Error, Hashable, CustomStringConvertible {
  /// The file, or "standard input".
  package let name: String
  package let reason: String

  package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

  package var description: String { "\(name): \(reason)" }
}
