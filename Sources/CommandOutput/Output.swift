import FrameSources
import RawFrames
import Synchronization
import SystemPackage

/// The output of the tool. Results go to standard output, everything else to standard error.
package enum Output {
  package static func line(_ text: String) throws {
    try write(Array("\(text.printable(keepsLines: true))\n".utf8))
  }

  /// Prints one JSON object on a line.
  package static func line(_ report: some Encodable) throws {
    try write(json(report))
  }

  /// Prints a report, as one JSON object on a line or as text for people.
  package static func report(_ report: some Encodable, text: @autoclosure () -> String, json: Bool) throws {
    if json { try line(report) } else { try line(text()) }
  }

  /// Returns one JSON object and a line break.
  package static func json(_ report: some Encodable) -> [UInt8] { JSONLine.bytes(of: report) + [UInt8(ascii: "\n")] }

  /// Writes to standard output.
  ///
  /// - Throws: ``Failure`` where standard output takes no more, so that a full disk is not reported as success.
  package static func write(_ bytes: some Sequence<UInt8>) throws {
    hasWritten.withLock { $0 = true }
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
      if error as? Errno == .brokenPipe { throw BrokenPipe() }
      throw Failure(.outputFailed, "standard output: \(error)")
    }
  }

  private static let hasWritten = Mutex(false)

  /// Prints a command's failure as a JSON object in place of its result.
  ///
  /// It prints nothing if the command has printed output before, because that output has the errors. It also prints
  /// nothing if neither the input nor its data is at fault. A refusal is printed, for commands that print no result
  /// of their own when they refuse.
  package static func fault(_ failure: Failure) {
    guard [.refused, .badData, .noInput].contains(failure.status), !hasWritten.withLock(\.self) else { return }
    // If this fails too, the exit status still shows that there is no result.
    try? line(["error": failure.message])
  }

  /// The error that the reader of standard output has gone.
  ///
  /// By default, SIGPIPE has already ended the process. Where SIGPIPE is ignored, the process ends itself by it.
  package struct BrokenPipe: Error {}

  package static func error(_ text: String) {
    // If standard error fails as well, there is nowhere else to report it.
    _ = try? FileDescriptor.standardError.writeAll("\(text.printable(keepsLines: true))\n".utf8)
  }
}
