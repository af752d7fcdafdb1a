import Foundation
import Reports
import SystemPackage

/// Files that the tool makes: whole, or not at all.
enum OutputFile {
  /// Whether the name of an output asks for a DNG.
  static func isNegative(_ path: String) -> Bool { path.lowercased().hasSuffix(".dng") }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try checkName(path, of: bytes)
    try write(path) { _ = try $0.writeAll(bytes) }
  }

  static func write(_ page: ReportPage, to path: String) throws { try write(Array(page.html.utf8), to: path) }

  /// Refuses the name of another kind of picture or page, which programs would take the file for.
  private static func checkName(_ path: String, of bytes: [UInt8]) throws {
    let suffix = FilePath(path).extension?.lowercased() ?? ""
    let kinds: [(start: [UInt8], suffixes: [String])] = [
      ([0x89, 0x50, 0x4e, 0x47], ["png"]), (Array("<svg ".utf8), ["svg"]),
      (Array("<!DOCTYPE html>".utf8), ["html", "htm"]),
    ]
    guard let kind = kinds.first(where: { bytes.starts(with: $0.start) }), !kind.suffixes.contains(suffix),
      pictures.contains(suffix)
    else { return }
    throw Failure(.usage, "\(path): what is written is of kind .\(kind.suffixes[0]); name it so")
  }

  private static let pictures: Set = [
    "png", "svg", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "pdf", "html", "htm",
  ]

  /// Writes beside `path` and takes its name when all is written.
  ///
  /// A file that was there is replaced. Where `path` is a link, the file that it names is written and the link stays.
  /// Anything else, such as a device, is refused, and so are `-` and the file that is standard output.
  static func write(_ path: String, _ body: (FileDescriptor) throws -> Void) throws {
    let file = try UnfinishedFile(path)
    defer { file.discard() }
    try file.write(body)
    try file.finish()
  }
}

/// A file that is written beside its place until it is whole. A signal that ends the process removes it.
final class UnfinishedFile {
  /// The path as it was given, for messages.
  private let path: String
  /// The path with its last links followed.
  private let place: FilePath
  private let unfinished: FilePath
  private let descriptor: FileDescriptor
  private var isOpen = true

  init(_ path: String) throws {
    self.path = path
    place = try Self.place(path)
    Leftovers.sweep(beside: place)
    unfinished = Leftovers.name(of: place)
    // Beyond the size that a process may write, write() then fails as on a full disk, and no signal ends the process.
    signal(SIGXFSZ, SIG_IGN)
    EndingSignals.watch(unfinished)
    do {
      descriptor = try FileDescriptor.open(
        unfinished, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .init(rawValue: 0o666))
      // Tells other runs that this one is not a leftover, for as long as it is open.
      flock(descriptor.rawValue, LOCK_EX | LOCK_NB)
    } catch {
      EndingSignals.unwatch()
      throw Self.failure(path, error)
    }
  }

  func write(_ body: (FileDescriptor) throws -> Void) throws {
    do { try body(descriptor) } catch let error as Errno { throw Self.failure(path, error) }
  }

  /// Gives the file its name.
  func finish() throws {
    guard isOpen else { return }
    isOpen = false
    defer { EndingSignals.unwatch() }
    do {
      try descriptor.close()
      guard rename(unfinished.string, place.string) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(unfinished.string)
      throw Self.failure(path, error)
    }
  }

  /// Removes what is not finished.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    try? descriptor.close()
    unlink(unfinished.string)
    EndingSignals.unwatch()
  }

  // MARK: - The place

  /// Returns the path that is to be written, or throws where that would lose something.
  private static func place(_ path: String) throws -> FilePath {
    guard path != "-" else {
      throw Failure(.usage, "'-' is standard output, which has the report; name a file, or ./- for one of that name")
    }
    guard !InputFile.isRead(path) else {
      throw Failure(.usage, "\(path) is a file that was read; writing it would lose it, so give another name")
    }
    let place = try followingLinks(path)
    guard let status = try? Stat(place) else { return place }
    guard status.type == .regular else {
      throw failure(path, status.type == .directory ? "Is a directory" : "Not a regular file")
    }
    for (descriptor, name) in [(FileDescriptor.standardOutput, "output"), (.standardError, "errors")] {
      guard let own = try? Stat(descriptor) else { continue }
      guard own.deviceID != status.deviceID || own.inode != status.inode else {
        throw Failure(.usage, "\(path) is where standard \(name) goes; give another name")
      }
    }
    return place
  }

  private static func followingLinks(_ path: String) throws -> FilePath {
    var place = FilePath(path)
    for _ in 0..<mostLinks {
      guard let status = try? Stat(place, followTargetSymlink: false), status.type == .symbolicLink else {
        return place
      }
      // The system's links to open files name nothing that could be replaced.
      guard !isOfSystem(place), let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.string)
      else { throw failure(path, "Not a regular file") }
      place = place.removingLastComponent().pushing(FilePath(target))
    }
    throw failure(path, Errno.tooManySymbolicLinkLevels)
  }

  private static func isOfSystem(_ place: FilePath) -> Bool {
    URL(fileURLWithPath: place.removingLastComponent().string).resolvingSymlinksInPath().path.hasPrefix("/proc/")
  }

  /// The number of links that Linux follows.
  private static let mostLinks = 40

  private static func failure(_ path: String, _ error: Any) -> Failure {
    Failure(.outputFailed, "\(path) could not be written: \(error)")
  }
}
