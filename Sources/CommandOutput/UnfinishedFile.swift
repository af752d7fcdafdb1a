import Foundation
import Reports
package import SystemPackage

/// A file that is written next to its final place until it is complete. A signal that ends the process removes it.
package final class UnfinishedFile {
  /// The path as it was given, for messages.
  private let path: String
  /// The path with its links resolved.
  private let place: FilePath
  private let unfinished: FilePath
  private let descriptor: FileDescriptor
  private var isOpen = true

  package init(_ path: String) throws {
    self.path = path
    place = try Self.place(path)
    Leftovers.sweep(beside: place)
    do { (unfinished, descriptor) = try Self.created(beside: place) } catch { throw Self.failure(path, error) }
    // The new file gets the permissions of the one that it replaces.
    if let replaced = try? Stat(place) { fchmod(descriptor.rawValue, replaced.permissions.rawValue) }
  }

  /// Creates and locks a file. The lock shows other runs that the file is not a leftover.
  private static func created(beside place: FilePath) throws -> (FilePath, FileDescriptor) {
    while true {
      let file = Leftovers.newName(beside: place)
      EndingSignals.watch(file)
      var isOwn = false
      defer { if !isOwn { EndingSignals.unwatch(file) } }
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .init(rawValue: 0o666))
      isOwn = tryLock(descriptor, of: file)
      if isOwn { return (file, descriptor) }
      try descriptor.close()
    }
  }

  /// Locks a new file for as long as it is open, which shows other runs that it is not a leftover.
  ///
  /// - Returns: Whether the file is this run's. A run that swept the folder just before may hold it,
  ///   or have removed it.
  static func tryLock(_ descriptor: FileDescriptor, of file: FilePath) -> Bool {
    let isHeldElsewhere = flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    return !isHeldElsewhere && access(file.string, F_OK) == 0
  }

  package func write(_ body: (FileDescriptor) throws -> Void) throws {
    do { try body(descriptor) } catch let error as Errno { throw Self.failure(path, error) }
  }

  /// Gives the file its name.
  ///
  /// - Parameter replaces: Whether a file that has the name meanwhile is replaced. If not, it is kept, and this throws.
  package func finish(replaces: Bool = true) throws {
    guard isOpen else { return }
    isOpen = false
    defer { EndingSignals.unwatch(unfinished) }
    do {
      // A second descriptor holds the lock until the file has its name. Closing the first one tells whether all was
      // written.
      let held = try descriptor.duplicate()
      defer { try? held.close() }
      try descriptor.close()
      if replaces {
        guard rename(unfinished.string, place.string) == 0 else { throw Errno(rawValue: errno) }
      } else {
        try giveNewName()
      }
    } catch let failure as Failure {
      unlink(unfinished.string)
      throw failure
    } catch {
      unlink(unfinished.string)
      throw Self.failure(path, error)
    }
  }

  /// Gives the file its name where no file has it.
  private func giveNewName() throws {
    // `link` fails where a file has the name already, and `rename` would replace that file.
    if link(unfinished.string, place.string) == 0 {
      unlink(unfinished.string)
      return
    }
    let reason = Errno(rawValue: errno)
    guard reason != .fileExists, (try? Stat(place)) == nil else { throw Self.isThere(path) }
    // Some file systems, such as those of memory cards, have no hard links. There the file is renamed.
    guard [.notPermitted, .notSupported, .noFunction].contains(reason) else { throw reason }
    guard rename(unfinished.string, place.string) == 0 else { throw Errno(rawValue: errno) }
  }

  /// The failure of a file that must not be replaced, because it may hold a person's work.
  static func isThere(_ path: String) -> Failure {
    Failure(.usage, "\(path) is there already and may hold your own work; give another name, or remove it first")
  }

  /// Removes the unfinished file.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    try? descriptor.close()
    unlink(unfinished.string)
    EndingSignals.unwatch(unfinished)
  }

  // MARK: - The place

  /// Throws for a place where no file could be made, before any work is done.
  static func check(_ path: String) throws {
    let last = try place(path).removingLastComponent()
    let folder = last.isEmpty ? "." : last
    if let status = try? Stat(folder), status.type != .directory { throw failure(path, Errno.notDirectory) }
    guard access(folder.string, W_OK | X_OK) == 0 else {
      let reason = Errno(rawValue: errno)
      guard reason == .permissionDenied else { throw failure(path, reason) }
      throw failure(path, "its folder, \(folder), may not be written to; allow that, or give another folder")
    }
  }

  /// Returns the path to write, or throws where writing would destroy something else.
  private static func place(_ path: String) throws -> FilePath {
    guard path != "-" else {
      throw Failure(.usage, "'-' is standard output, which has the report; name a file, or ./- for one of that name")
    }
    guard !InputFile.isRead(path) else {
      throw Failure(.usage, "\(path) is a file that was read; writing it would lose it, so give another name")
    }
    guard !path.isEmpty else { throw Failure(.usage, "the name of a file to write is empty; give it one") }
    guard !path.hasSuffix("/") else { throw failure(path, "Is a directory") }
    let place = try followingLinks(path)
    guard let status = try? Stat(place) else { return place }
    guard status.type == .regular else {
      throw failure(path, status.type == .directory ? "Is a directory" : Self.noFile)
    }
    // A new file takes the place of the old one, which the system allows for a write-protected file too.
    guard status.permissions.rawValue & Self.writable != 0, access(place.string, W_OK) == 0 else {
      throw failure(path, "it is there and write-protected; give another name, or allow writing")
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

  /// Returns whether two paths are those of the same file, which need not exist yet.
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
      // The system's links to open files cannot be replaced.
      guard !isOfSystem(place), let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.string)
      else { throw failure(path, noFile) }
      place = place.removingLastComponent().pushing(FilePath(target))
    }
    throw failure(path, Errno.tooManySymbolicLinkLevels)
  }

  private static func isOfSystem(_ place: FilePath) -> Bool {
    URL(fileURLWithPath: place.removingLastComponent().string).resolvingSymlinksInPath().path.hasPrefix("/proc/")
  }

  private static let noFile = "it is a device, a pipe or a socket; give the name of a file"

  /// The number of links that Linux follows.
  private static let mostLinks = 40

  /// The permissions of anybody to write a file.
  private static let writable: CInterop.Mode = 0o222

  private static func failure(_ path: String, _ error: Any) -> Failure {
    Failure(.outputFailed, "\(path) could not be written: \(error)")
  }
}
