import SystemPackage

/// The lines of a file or pipe, a block at a time, in constant memory however long they are.
struct LineReader {
  enum Line {
    case text(ArraySlice<UInt8>)
    /// Longer than ``LineReader/longest``; its bytes are passed over.
    case tooLong
  }

  /// In bytes. No conversion needs more, and a stream without line ends must not fill the memory.
  static let longest = 4096

  private static let blockSize = 1 << 16

  private let descriptor: FileDescriptor

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Calls `body` with each line, without its end, and `betweenBlocks` before each wait for more.
  func forEachLine(_ body: (Line) throws -> Void, betweenBlocks: () throws -> Void) throws {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    // The start of a line whose end is in a block to come.
    var beginning: [UInt8] = []
    var isTooLong = false
    var isAtStart = true
    while true {
      try betweenBlocks()
      let count = try read(into: &block)
      if count == 0 { break }
      // Programs of Windows put a byte order mark before UTF-8.
      var start = isAtStart && block[..<count].starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      isAtStart = false
      while let end = block[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
        if beginning.isEmpty && !isTooLong && end - start <= Self.longest {
          try body(.text(block[start..<end]))
        } else {
          isTooLong = isTooLong || beginning.count + end - start > Self.longest
          try body(isTooLong ? .tooLong : .text((beginning + block[start..<end])[...]))
          (beginning, isTooLong) = ([], false)
        }
        start = end + 1
      }
      isTooLong = isTooLong || beginning.count + count - start > Self.longest
      if isTooLong { beginning = [] } else { beginning += block[start..<count] }
    }
    if isTooLong { try body(.tooLong) } else if !beginning.isEmpty { try body(.text(beginning[...])) }
  }

  private func read(into block: inout [UInt8]) throws -> Int {
    do { return try block.withUnsafeMutableBytes { try descriptor.read(into: $0) } } catch {
      throw Failure(.noInput, "standard input: \(error)")
    }
  }
}
