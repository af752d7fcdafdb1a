internal import Foundation
internal import JSONText
package import SystemPackage

/// The lines of a file, one at a time.
package final class ManifestFile {
  private let descriptor: FileDescriptor
  private let name: String
  /// Whether the file was opened here.
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  /// The beginning of the first line in the buffer that was not looked at.
  private var start = 0
  /// The place in the buffer before which that line does not end.
  private var searched = 0
  /// The number of bytes that were read since the last end of a line.
  private var unended = 0
  private var isAtStart = true
  /// The next line that is not empty, if it was read already.
  private var line: [UInt8]?
  /// The number of the line that was last taken out of the buffer, from 1. Empty lines count.
  private var number = 0
  /// Whether the first line that is not empty has been returned.
  private var hasBegun = false
  /// How reading ended.
  private var end: Result<Void, UnreadableLines>?

  /// The largest line, in bytes: 64 KiB. The longest path of Linux, of 4096 bytes, has room in it even where JSON
  /// escapes each byte in six.
  private static let longest = 1 << 16
  /// The number of bytes without a line break after which a file is not read as lines: 64 MiB, a thousand of the
  /// largest lines.
  private static let endless = 1 << 26
  /// The largest number of bytes that is read at once: 64 KiB, as much as a pipe of Linux usually holds (pipe(7)).
  private static let blockSize = 1 << 16

  /// Opens a manifest.
  ///
  /// - Parameter path: A file, or - for standard input.
  /// - Throws: ``UnreadableLines``.
  package convenience init(_ path: String) throws {
    if path == "-" {
      self.init(.standardInput, name: "standard input")
    } else {
      let file: FileDescriptor
      do { file = try .open(path, .readOnly, options: .closeOnExec) } catch {
        throw UnreadableLines(name: path, reason: "\(error)")
      }
      self.init(file, name: path, isOwned: true)
    }
  }

  /// Creates a manifest from an open file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - isOwned: Whether the file is closed with the manifest.
  package init(_ descriptor: FileDescriptor, name: String, isOwned: Bool = false) {
    (self.descriptor, self.name, self.isOwned) = (descriptor, name, isOwned)
  }

  deinit { if isOwned { try? descriptor.close() } }

  /// Whether ``next()`` returns without waiting.
  ///
  /// To decide this, it reads all available bytes, because an empty line or an incomplete line is not a job.
  package var isReady: Bool {
    while !isFound() {
      guard descriptor.isReadable else { return false }
      readBlock()
    }
    return true
  }

  /// Returns the next line that is not empty, as a job, or `nil` after the last.
  ///
  /// - Throws: ``UnreadableLines`` where the file cannot be read, or its first line does not begin as a JSON object.
  ///   Such a file is no manifest, and an error for each of its lines would help nobody.
  package func next() throws -> ManifestJob? {
    while !isFound() { readBlock() }
    guard let line else {
      try end?.get()
      return nil
    }
    self.line = nil
    guard hasBegun || line.first(where: { !" \t".utf8.contains($0) }) == UInt8(ascii: "{") else {
      let reason =
        "line \(number) does not begin with {; a manifest has a JSON object on each line, \(ManifestJob.example)"
      throw UnreadableLines(name: name, reason: reason, isBadData: true)
    }
    hasBegun = true
    guard line.count <= Self.longest else {
      return .fault("line \(number): longer than \(Self.longest) bytes", id: nil)
    }
    return ManifestJob(line, number: number)
  }

  /// Takes the next line that is not empty out of the buffer, and returns whether it is there or reading has ended.
  private func isFound() -> Bool {
    while line == nil, let lineEnd = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      var found = buffer[start..<lineEnd]
      if isAtStart { found = found.withoutByteOrderMark }
      (start, searched, unended, isAtStart) = (lineEnd + 1, lineEnd + 1, 0, false)
      number += 1
      if found.count > Self.longest || !found.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
        line = Array(found)
      }
    }
    if line == nil { searched = buffer.count }
    return line != nil || end != nil
  }

  /// Reads more of a file whose buffer has no further line.
  private func readBlock() {
    // A line that is too long keeps enough bytes to be recognized as too long.
    if buffer.count - start > 2 * Self.longest { buffer.removeSubrange(start + Self.longest + 1..<buffer.count) }
    buffer.removeSubrange(..<start)
    (start, searched) = (0, buffer.count)
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    do {
      let count = try block.withUnsafeMutableBytes { try descriptor.readWaiting(into: $0) }
      buffer += block[..<count]
      unended += count
      if count == 0 {
        // The last line may lack its line break.
        buffer.append(UInt8(ascii: "\n"))
        end = .success(())
      } else if unended >= Self.endless {
        let reason = "\(Self.endless) bytes without an end of line; it must have a JSON object a line"
        end = .failure(UnreadableLines(name: name, reason: reason, isBadData: true))
      }
    } catch { end = .failure(UnreadableLines(name: name, reason: "\(error)")) }
  }
}
