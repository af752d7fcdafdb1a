internal import Foundation
internal import SystemPackage

/// A file, or the contents of standard input, with frames or the description of a device.
public struct SourceFile: Sendable {
  /// The path, or "standard input".
  public let name: String
  /// The number of bytes.
  public let byteCount: Int
  private let contents: Contents

  private enum Contents {
    case path(FilePath)
    case bytes([UInt8])
  }

  /// The largest number of bytes that is read at once: 1 GiB, a raw frame of 500 megapixels.
  public static let largest = 1 << 30

  /// The largest number of bytes that is read from standard input at once: 1 MiB, the most that Linux gives a pipe
  /// unless an administrator allows more (pipe(7)).
  private static let chunkSize = 1 << 20

  /// Finds a file without reading it.
  ///
  /// - Parameter path: The path of a regular file.
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/missing(_:)``, ``FrameSourceFault/directory`` or
  ///   ``FrameSourceFault/notRegularFile`` where there is none.
  public init(path: String) throws(FrameSourceError) {
    let place = FilePath(path)
    let status: Stat
    do { status = try Stat(place) } catch { throw FrameSourceError(path, .missing("\(error)")) }
    switch status.type {
    case .regular: (name, byteCount, contents) = (path, Int(status.size), .path(place))
    case .directory: throw FrameSourceError(path, .directory)
    default: throw FrameSourceError(path, .notRegularFile)
    }
  }

  /// Creates a file from bytes that were read before.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the file in messages.
  public init(bytes: [UInt8], name: String) {
    (self.name, byteCount, contents) = (name, bytes.count, .bytes(bytes))
  }

  /// Reads standard input to its end.
  ///
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/tooLarge(byteCount:limit:)`` for more than ``largest``
  ///   bytes, or ``FrameSourceFault/missing(_:)`` where it cannot be read.
  package static func standardInput() throws(FrameSourceError) -> SourceFile {
    let name = "standard input"
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    do {
      while true {
        let count = try chunk.withUnsafeMutableBytes { try FileDescriptor.standardInput.readWaiting(into: $0) }
        guard count > 0 else { return SourceFile(bytes: bytes, name: name) }
        bytes += chunk[..<count]
        guard bytes.count <= largest else { break }
      }
    } catch { throw FrameSourceError(name, .missing("\(error)")) }
    throw FrameSourceError(name, .tooLarge(byteCount: bytes.count, limit: largest))
  }

  /// Returns all bytes.
  ///
  /// - Parameter limit: The largest number of bytes. A larger file is refused before a byte is read.
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/tooLarge(byteCount:limit:)``, or
  ///   ``FrameSourceFault/missing(_:)`` or ``FrameSourceFault/notRegularFile`` where the file cannot be read.
  public func bytes(limit: Int = largest) throws(FrameSourceError) -> [UInt8] {
    guard byteCount <= limit else { throw FrameSourceError(name, .tooLarge(byteCount: byteCount, limit: limit)) }
    return try opened().bytes(from: 0, count: byteCount)
  }

  /// Opens the file for reading parts of it.
  package func opened() throws(FrameSourceError) -> OpenSourceFile {
    switch contents {
    case .bytes(let bytes): OpenSourceFile(name: name, bytes: bytes)
    case .path(let path): try OpenSourceFile(name: name, path: path)
    }
  }
}

/// An open file, which is closed with the last reference to it.
package final class OpenSourceFile {
  private let name: String
  private let descriptor: FileDescriptor?
  private let bytes: [UInt8]

  init(name: String, bytes: [UInt8]) {
    (self.name, descriptor, self.bytes) = (name, nil, bytes)
  }

  /// Opens a file. Another kind of file that has taken its name since it was found, such as a pipe, is refused without
  /// a wait.
  init(name: String, path: FilePath) throws(FrameSourceError) {
    let descriptor: FileDescriptor
    do { descriptor = try FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec]) } catch {
      throw FrameSourceError(name, .missing("\(error)"))
    }
    guard (try? Stat(descriptor).type) == .regular else {
      try? descriptor.close()
      throw FrameSourceError(name, .notRegularFile)
    }
    (self.name, self.descriptor, bytes) = (name, descriptor, [])
  }

  deinit { try? descriptor?.close() }

  /// Returns `count` bytes from `offset`; fewer where the file ends before.
  package func bytes(from offset: Int, count: Int) throws(FrameSourceError) -> [UInt8] {
    guard let descriptor else { return Array(bytes.dropFirst(offset).prefix(count)) }
    do {
      return try [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
        Self.askForLargePages(memory)
        while filled < count {
          let got = try descriptor.read(
            fromAbsoluteOffset: Int64(offset + filled),
            into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[filled...])))
          guard got > 0 else { break }
          filled += got
        }
      }
    } catch { throw FrameSourceError(name, .missing("\(error)")) }
  }

  /// Asks Linux to back the memory of a large frame with pages of 2 MiB.
  ///
  /// With pages of 4 KiB, filling the memory takes several times as long as reading. A mapped file would save the copy,
  /// but the process would end if another one truncated the file.
  private static func askForLargePages(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    #if os(Linux)
      guard memory.count >= leastForLargePages, let start = memory.baseAddress else { return }
      let page = Int(getpagesize())
      let first = (Int(bitPattern: start) + page - 1) / page * page
      let end = (Int(bitPattern: start) + memory.count) / page * page
      // Systems without such pages refuse the advice, which does no harm.
      madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
    #endif
  }

  /// The least size of memory that large pages are asked for, in bytes: 4 MiB, which has a whole page of 2 MiB wherever
  /// it begins.
  private static let leastForLargePages = 4 << 20
}
