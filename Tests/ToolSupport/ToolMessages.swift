/// The messages of the tool itself that tests of several modules meet.
/// They are pinned here, and the others in `MessagesTests`.
package enum ToolMessages {
  package static let fullDisk = "standard output: No space left on device"

  package static let blackAssumedOfCamera = "black level assumed to be 0; give a --profile that has one for this format"

  package static func notWritten(_ path: String, _ reason: String) -> String {
    "\(path) could not be written: \(reason)"
  }

  /// Returns the message about a file that another command reads.
  ///
  /// - Parameter kind: What the file is, and what it is not.
  package static func otherKind(_ path: String, _ kind: String, _ command: String) -> String {
    "\(path): this is \(kind)'wbcal \(command) \(path) --output camera.icc' makes a profile of it"
  }
}
