import Foundation
import Synchronization
package import SystemPackage

/// The unfinished files of runs that could not remove them, because SIGKILL or a crash ended them.
package enum Leftovers {
  /// Returns a name for an unfinished file beside `place`.
  ///
  /// It is random, because runs in different containers may have the same process number.
  static func newName(beside place: FilePath) -> FilePath {
    sibling(of: place, named: "\(baseName(place)).\(Int32.random(in: 1...Int32.max)).\(suffix)")
  }

  /// Removes the unfinished files beside `place` that were there when this run first wrote to the folder, and that no
  /// run holds now.
  package static func sweep(beside place: FilePath) {
    let prefix = baseName(place) + "."
    for name in names(in: place.removingLastComponent()) where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count).dropLast(suffix.count + 1)
      guard let number = Int32(digits), number > 0, String(number) == digits else { continue }
      remove(sibling(of: place, named: name))
    }
  }

  /// The names of unfinished files in each folder. A folder is read once, because a run may write thousands of files to
  /// it.
  private static let known = Mutex<[FilePath: [String]]>([:])

  private static func names(in folder: FilePath) -> [String] {
    known.withLock { known in
      if let names = known[folder] { return names }
      let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder.string)) ?? []
      let names = all.filter { $0.hasSuffix("." + suffix) }
      known[folder] = names
      return names
    }
  }

  /// Removes a file unless a run holds it, which may be on another machine or in another container.
  ///
  /// The file is opened for reading only, which suffices to test the lock. So a different file that has taken its place
  /// is not opened for writing.
  static func remove(_ file: FilePath) {
    let file = (path: file, options: FileDescriptor.OpenOptions([.noFollow, .nonBlocking, .closeOnExec]))
    guard let descriptor = try? FileDescriptor.open(file.path, .readOnly, options: file.options) else { return }
    let isOurKind = (try? Stat(descriptor))?.type == .regular
    if isOurKind, flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { unlink(file.path.string) }
    try? descriptor.close()
  }

  private static func sibling(of place: FilePath, named name: String) -> FilePath {
    place.removingLastComponent().appending(name)
  }

  /// Returns the beginning of the names of unfinished files. A long name is shortened to leave room for the suffix.
  private static func baseName(_ place: FilePath) -> String {
    var name = (place.lastComponent?.string ?? "")[...]
    while name.utf8.count > longestBase { name = name.dropLast() }
    return String(name)
  }

  /// The number of bytes that leaves room for a number and `suffix` within 255, the longest name in Linux's file
  /// systems.
  private static let longestBase = 220

  private static let suffix = "unfinished"
}
