internal import Foundation
package import SystemPackage

/// The lines of a file, one at a time.
package final class ManifestFile {
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var isEnded = false
  private let name: String

  /// The largest line, in bytes.
  private static let longest = 1 << 16
  /// The number of bytes without a line break after which a file is not read as lines.
  private static let endless = 1 << 26

  /// Opens a manifest.
  ///
  /// - Parameter path: A file, or - for standard input.
  /// - Throws: ``UnreadableLines``.
  package convenience init(_ path: String) throws {
    do {
      self.init(path == "-" ? .standardInput : try .open(path, .readOnly), name: path == "-" ? "standard input" : path)
    } catch { throw UnreadableLines(name: path, reason: "\(error)") }
  }

  /// Creates a manifest from an open file.
  ///
  /// - Parameter name: The name of the file in messages.
  package init(_ descriptor: FileDescriptor, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
  }

  /// Whether a line, or the end, can be read without waiting.
  package var isReady: Bool {
    if isEnded || buffer[start...].contains(UInt8(ascii: "\n")) { return true }
    var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    // If the state of a file cannot be requested, reading it gives the error.
    return poll(&request, 1, 0) != 0
  }

  /// Returns the next line that is not empty, as a job, or `nil` after the last.
  package func next() throws -> ManifestJob? {
    while let line = try nextLine() {
      guard line.count <= Self.longest else {
        return .fault("the line is longer than \(Self.longest) bytes", id: nil)
      }
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return ManifestJob(line) }
    }
    return nil
  }

  private func nextLine() throws -> [UInt8]? {
    var (searched, left) = (start, Self.endless)
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isEnded {
        defer { start = buffer.count }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      // A line that is too long keeps enough bytes to be recognized as too long.
      if buffer.count - start > 2 * Self.longest { buffer.removeSubrange(start + Self.longest + 1..<buffer.count) }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      var block = [UInt8](repeating: 0, count: 1 << 16)
      do {
        let count = try block.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        isEnded = count == 0
        left -= count
        guard left > 0 else {
          throw UnreadableLines(
            name: name, reason: "\(Self.endless) bytes without an end of line; it must have a JSON object a line")
        }
        buffer += block[..<count]
      } catch let error as Errno { throw UnreadableLines(name: name, reason: "\(error)") }
    }
  }
}
