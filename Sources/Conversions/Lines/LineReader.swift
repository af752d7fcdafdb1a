import Foundation
import FrameSources
package import SystemPackage

/// A reader of the lines of a file or pipe in constant memory. It returns many lines at a time where they are
/// available.
package struct LineReader {
  package enum Line {
    case text(ArraySlice<UInt8>)
    /// The line is longer than ``LineReader/longest``.
    case tooLong
  }

  /// A block of whole lines. The last line of the input may lack its line break.
  package struct Block: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// Whether the first line is the remainder of one that is longer than ``LineReader/longest``.
    package let beginsInside: Bool
  }

  /// The longest line in bytes. No conversion needs more, and a stream without line breaks must not fill the memory.
  package static let longest = 4096

  /// The usual size of a block in bytes: 256 KiB. ``Converter`` divides it among up to eight threads, because less than
  /// 32 KiB is not worth the start of a thread.
  package static let usualBlockSize = 1 << 18

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private let descriptor: FileDescriptor
  private let name: String
  private let blockSize: Int

  /// Creates a reader of an open file or pipe.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - blockSize: The largest number of bytes in a block.
  /// - Precondition: A block holds more than the longest line.
  package init(_ descriptor: FileDescriptor, name: String = "standard input", blockSize: Int = usualBlockSize) {
    precondition(blockSize > Self.longest, "a block of \(blockSize) bytes; the longest line has \(Self.longest)")
    (self.descriptor, self.name, self.blockSize) = (descriptor, name, blockSize)
  }

  /// Calls `body` with each line, without its line break.
  ///
  /// - Throws: ``UnreadableLines``, and the errors of `body`.
  package func forEachLine(_ body: (Line) throws -> Void) throws {
    try forEachBlock { try $0.forEachLine(body) }
  }

  /// Calls `body` with the lines that can be read without waiting,
  /// at most one block at a time, before it waits for more.
  package func forEachBlock(_ body: (Block) throws -> Void) throws {
    var block = [UInt8](repeating: 0, count: blockSize)
    // The start of an incomplete line.
    var beginning = 0
    var isInside = false
    var isAtStart = true
    var isAtEnd = false
    while !isAtEnd {
      var filled = beginning
      repeat {
        let count = try read(into: &block, from: filled)
        isAtEnd = count == 0
        filled += count
      } while !isAtEnd && filled < blockSize && descriptor.isReadable
      // Windows programs put a byte order mark before UTF-8.
      let start = isAtStart && block[..<filled].starts(with: Self.byteOrderMark) ? 3 : 0
      // A pipe may give the mark in pieces.
      isAtStart = isAtStart && filled < 3 && Self.byteOrderMark.starts(with: block[..<filled])
      let end = isAtEnd ? filled : (block[..<filled].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      if end > start || (isAtEnd && isInside) {
        try body(Block(bytes: block[start..<max(end, start)], beginsInside: isInside))
        isInside = false
      }
      // The rest is the beginning of a line. It is dropped if the line is already too long.
      let rest = end > start ? end : start
      isInside = isInside || filled - rest > Self.longest
      beginning = isInside ? 0 : filled - rest
      if beginning > 0 && rest > 0 { block.replaceSubrange(..<beginning, with: Array(block[rest..<filled])) }
    }
  }

  private func read(into block: inout [UInt8], from start: Int) throws -> Int {
    do {
      return try block.withUnsafeMutableBytes {
        try descriptor.readWaiting(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
    } catch { throw UnreadableLines(name: name, reason: "\(error)") }
  }
}

extension LineReader.Block {
  /// Calls `body` with each line, without its line break.
  package func forEachLine(_ body: (LineReader.Line) throws -> Void) throws {
    var start = bytes.startIndex
    var isInside = beginsInside
    while start < bytes.endIndex || isInside {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      try body(isInside || end - start > LineReader.longest ? .tooLong : .text(bytes[start..<end]))
      start = min(end + 1, bytes.endIndex)
      isInside = false
    }
  }

  /// Returns the same lines in order, in at most `count` blocks of similar size.
  package func split(into count: Int) -> [LineReader.Block] {
    var blocks: [LineReader.Block] = []
    var start = bytes.startIndex
    for part in 1...count where start < bytes.endIndex {
      let middle = max(bytes.startIndex + bytes.count * part / count, start)
      let end = bytes[middle...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
      blocks.append(LineReader.Block(bytes: bytes[start..<end], beginsInside: blocks.isEmpty && beginsInside))
      start = end
    }
    return blocks.isEmpty ? [self] : blocks
  }
}
