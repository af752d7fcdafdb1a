/// The reason why reading a file or pipe failed.
package struct UnreadableLines: Error, Hashable, CustomStringConvertible {
  /// The file, or "standard input".
  package let name: String
  package let reason: String
  /// Whether the file was read, and its contents are no lines.
  package let isBadData: Bool

  package init(name: String, reason: String, isBadData: Bool = false) {
    (self.name, self.reason, self.isBadData) = (name, reason, isBadData)
  }

  package var description: String { "\(name): \(reason)" }
}
