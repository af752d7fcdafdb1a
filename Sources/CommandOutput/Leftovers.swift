import Foundation
import Synchronization
package import SystemPackage

/// Unfinished files of runs that could not remove them, because SIGKILL or a crash ended them.
package enum Leftovers {
  /// Returns the name of this run's unfinished file beside `place`.
  package static func name(of place: FilePath) -> FilePath {
    sibling(of: place, named: "\(baseName(place)).\(ProcessInfo.processInfo.processIdentifier).\(suffix)")
  }

  /// Removes the unfinished files beside `place` whose runs had ended when this one first wrote to the folder.
  package static func sweep(beside place: FilePath) {
    let prefix = baseName(place) + "."
    for name in names(in: place.removingLastComponent()) where name.hasPrefix(prefix) {
      let digits = name.dropFirst(prefix.count).dropLast(suffix.count + 1)
      guard let process = pid_t(digits), process > 0 else { continue }
      // One of this run's own number is of a run before it: a container gives the same number each time.
      let isOver = process == ProcessInfo.processInfo.processIdentifier || kill(process, 0) != 0 && errno == ESRCH
      guard isOver else { continue }
      remove(sibling(of: place, named: name))
    }
  }

  /// The names of unfinished files in folders. A folder is read once, since a run may write thousands of files to a folder of thousands.
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

  /// Removes a file unless a run holds it, which may be of another machine or container with process numbers of its own.
  private static func remove(_ file: FilePath) {
    let file = (path: file, options: FileDescriptor.OpenOptions([.noFollow, .nonBlocking]))
    guard let descriptor = try? FileDescriptor.open(file.path, .writeOnly, options: file.options) else { return }
    if flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 { unlink(file.path.string) }
    try? descriptor.close()
  }

  private static func sibling(of place: FilePath, named name: String) -> FilePath {
    place.removingLastComponent().appending(name)
  }

  private static func baseName(_ place: FilePath) -> String { place.lastComponent?.string ?? "" }

  private static let suffix = "unfinished"
}
