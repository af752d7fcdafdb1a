import FrameSources
import Synchronization
import SystemPackage

/// Results go to standard output, everything else to standard error.
package enum Output {
  package static func line(_ text: String) throws {
    try write(Array("\(text)\n".utf8))
  }

  /// One JSON object on a line.
  package static func line(_ report: some Encodable) throws {
    try write(json(report))
  }

  /// Returns one JSON object and a line's end.
  package static func json(_ report: some Encodable) -> [UInt8] { JSONLine.bytes(of: report) + [UInt8(ascii: "\n")] }

  /// - Throws: ``Failure`` where standard output takes no more, so that a full disk is not a success.
  package static func write(_ bytes: some Sequence<UInt8>) throws {
    hasWritten.withLock { $0 = true }
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
      if error as? Errno == .brokenPipe { throw BrokenPipe() }
      throw Failure(.outputFailed, "standard output: \(error)")
    }
  }

  private static let hasWritten = Mutex(false)

  /// Prints the failure of a command that was to print JSON, as an object in place of its result.
  ///
  /// Nothing is printed where the command has printed something, which tells its errors itself, and where neither the
  /// input nor its data is at fault.
  package static func fault(_ failure: Failure) {
    guard [.badData, .noInput].contains(failure.status), !hasWritten.withLock(\.self) else { return }
    // The status says already that there is no result.
    try? line(["error": failure.message])
  }

  /// The reader of standard output has gone. Where SIGPIPE is as it was, it has ended the process before; where it is ignored,
  /// the process ends by it all the same.
  package struct BrokenPipe: Error {}

  package static func error(_ text: String) {
    // Where standard error takes nothing either, there is nobody left to tell.
    _ = try? FileDescriptor.standardError.writeAll("\(text)\n".utf8)
  }
}
