import Foundation
import SystemPackage

/// Files that the tool makes: whole, or not at all.
enum OutputFile {
  static func write(_ bytes: [UInt8], to path: String) throws {
    try write(path) { _ = try $0.writeAll(bytes) }
  }

  /// Writes beside `path` and takes its name when all is written. A file that was there is replaced; what is no file, such
  /// as a device, is refused.
  static func write(_ path: String, _ body: (FileDescriptor) throws -> Void) throws {
    let file = try UnfinishedFile(path)
    defer { file.discard() }
    try file.write(body)
    try file.finish()
  }
}

/// A file that is written beside its place until it is whole.
final class UnfinishedFile {
  private let path, unfinished: String
  private let descriptor: FileDescriptor
  private var isOpen = true

  init(_ path: String) throws {
    guard !InputFile.isRead(path) else {
      throw Failure(.usage, "\(path) is a file that was read; writing it would lose it, so give another name")
    }
    if let status = try? Stat(path), status.type != .regular {
      let what = status.type == .directory ? "Is a directory" : "Not a regular file"
      throw Failure(.outputFailed, "\(path) could not be written: \(what)")
    }
    self.path = path
    unfinished = "\(path).\(ProcessInfo.processInfo.processIdentifier).unfinished"
    do {
      descriptor = try FileDescriptor.open(
        FilePath(unfinished), .writeOnly, options: [.create, .exclusiveCreate], permissions: .init(rawValue: 0o666))
    } catch Errno.fileExists {
      throw Failure(
        .outputFailed,
        "\(path) could not be written: \(unfinished) is there, which a run that was broken off may have left; delete it"
      )
    } catch {
      throw Self.failure(path, error)
    }
  }

  func write(_ body: (FileDescriptor) throws -> Void) throws {
    do { try body(descriptor) } catch let error as Errno { throw Self.failure(path, error) }
  }

  /// Gives the file its name.
  func finish() throws {
    isOpen = false
    do {
      try descriptor.close()
      guard rename(unfinished, path) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(unfinished)
      throw Self.failure(path, error)
    }
  }

  /// Removes what is not finished.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    try? descriptor.close()
    unlink(unfinished)
  }

  private static func failure(_ path: String, _ error: any Error) -> Failure {
    Failure(.outputFailed, "\(path) could not be written: \(error)")
  }
}
