import SystemPackage

/// The lines of a file or pipe, in constant memory however long they are.
struct LineReader {
  enum Line: Hashable {
    case text(String)
    /// Longer than ``LineReader/longest``; its bytes are passed over.
    case tooLong
  }

  /// In bytes. No conversion needs more, and a stream without line ends must not fill the memory.
  static let longest = 4096

  private let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var isAtEnd = false

  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// The next line without its end, or `nil` behind the last.
  mutating func next() throws -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if unread.isEmpty { try fill() }
      if unread.isEmpty {
        return line.isEmpty && !isTooLong ? nil : finished(line, isTooLong)
      }
      let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
      let piece = buffer[unread.lowerBound..<(end ?? unread.upperBound)]
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      isTooLong = isTooLong || line.count + piece.count > Self.longest
      if !isTooLong { line.append(contentsOf: piece) }
      if end != nil { return finished(line, isTooLong) }
    }
  }

  private func finished(_ line: [UInt8], _ isTooLong: Bool) -> Line {
    isTooLong ? .tooLong : .text(String(decoding: line, as: UTF8.self))
  }

  private mutating func fill() throws {
    guard !isAtEnd else { return }
    let descriptor = descriptor
    let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
    isAtEnd = count == 0
    unread = 0..<count
  }
}
