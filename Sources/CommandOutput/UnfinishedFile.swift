import Foundation
import Reports
package import SystemPackage

/// A file that is written beside its place until it is whole. A signal that ends the process removes it.
package final class UnfinishedFile {
  /// The path as it was given, for messages.
  private let path: String
  /// The path with its last links followed.
  private let place: FilePath
  private let unfinished: FilePath
  private let descriptor: FileDescriptor
  private var isOpen = true

  package init(_ path: String) throws {
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
      // Who may read a file that is replaced may read what takes its place, and nobody else.
      if let replaced = try? Stat(place) { fchmod(descriptor.rawValue, replaced.permissions.rawValue) }
      // Tells other runs that this one is not a leftover, for as long as it is open.
      flock(descriptor.rawValue, LOCK_EX | LOCK_NB)
    } catch {
      EndingSignals.unwatch()
      throw Self.failure(path, error)
    }
  }

  package func write(_ body: (FileDescriptor) throws -> Void) throws {
    do { try body(descriptor) } catch let error as Errno { throw Self.failure(path, error) }
  }

  /// Gives the file its name.
  package func finish() throws {
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
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    try? descriptor.close()
    unlink(unfinished.string)
    EndingSignals.unwatch()
  }

  // MARK: - The place

  /// Refuses a place where no file could be made, before any work is done for it.
  static func check(_ path: String) throws {
    let folder = try place(path).removingLastComponent()
    guard access(folder.isEmpty ? "." : folder.string, W_OK | X_OK) == 0 else {
      throw failure(path, Errno(rawValue: errno))
    }
  }

  /// Returns the path that is to be written, or throws where that would lose something.
  private static func place(_ path: String) throws -> FilePath {
    guard path != "-" else {
      throw Failure(.usage, "'-' is standard output, which has the report; name a file, or ./- for one of that name")
    }
    guard !InputFile.isRead(path) else {
      throw Failure(.usage, "\(path) is a file that was read; writing it would lose it, so give another name")
    }
    guard !path.hasSuffix("/") else { throw failure(path, "Is a directory") }
    let place = try followingLinks(path)
    guard let status = try? Stat(place) else { return place }
    guard status.type == .regular else {
      throw failure(path, status.type == .directory ? "Is a directory" : "Not a regular file")
    }
    for (descriptor, name) in [
      (FileDescriptor.standardOutput, "where standard output goes"), (.standardError, "where standard errors go"),
      (.standardInput, "the file of standard input, which would be lost"),
    ] {
      guard let own = try? Stat(descriptor) else { continue }
      guard own.deviceID != status.deviceID || own.inode != status.inode else {
        throw Failure(.usage, "\(path) is \(name); give another name")
      }
    }
    return place
  }

  /// Returns whether two paths are of one file, which need not be there yet.
  static func isOneFile(_ first: String, _ second: String) -> Bool {
    let places = [first, second].compactMap { path -> (folder: Stat, name: String)? in
      guard let place = try? followingLinks(path), let name = place.lastComponent?.string else { return nil }
      let folder = place.removingLastComponent()
      return (try? Stat(folder.isEmpty ? "." : folder)).map { ($0, name) }
    }
    guard places.count == 2, places[0].name == places[1].name else { return first == second }
    return places[0].folder.deviceID == places[1].folder.deviceID && places[0].folder.inode == places[1].folder.inode
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
