import FrameSources
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
    do { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
      if error as? Errno == .brokenPipe { throw BrokenPipe() }
      throw Failure(.outputFailed, "standard output: \(error)")
    }
  }

  /// The reader of standard output has gone. Where SIGPIPE is as it was, it has ended the process before; where it is ignored,
  /// the process ends by it all the same.
  package struct BrokenPipe: Error {}

  package static func error(_ text: String) {
    // Where standard error takes nothing either, there is nobody left to tell.
    _ = try? FileDescriptor.standardError.writeAll("\(text)\n".utf8)
  }
}
