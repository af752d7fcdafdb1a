import Foundation
import Synchronization
package import SystemPackage

/// The signals that end the process. Before they do, the unfinished files are removed.
package enum EndingSignals {
  /// The unfinished files.
  static let files = Mutex<[FilePath]>([])

  /// The address of their paths, as ``removeFiles(_:)`` takes them, or 0. A handler can read it at any moment.
  private static let paths = Atomic<Int>(0)

  /// Whether a signal is ending the process.
  private static let isEnding = Atomic<Bool>(false)

  private static let numbers = watched + [SIGPIPE]

  /// The signals that end the process from outside. Work that changes a camera restores it before they do.
  static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM]

  /// Adds a file to those that are removed when a signal ends the process.
  package static func watch(_ file: FilePath) {
    change { $0.append(file) }
    // A signal that is ignored, such as SIGHUP under nohup, stays ignored. One with another handler keeps it.
    for number in numbers where isDefault(number) { signal(number, handler) }
  }

  /// Keeps a file from now on.
  static func unwatch(_ file: FilePath) { change { files in files.removeAll { $0 == file } } }

  /// Lets a signal end the process at once. The unfinished files are removed first.
  static func end(by number: Int32) { signal(number, handler) }

  /// Makes SIGQUIT end the process. Otherwise Swift's runtime may print a backtrace and continue.
  package static func endOnQuit() {
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
  }

  /// Makes a write beyond the process's limit for file sizes fail as on a full disk. The signal would end the process
  /// without a word.
  package static func ignoreLimitOfFileSizes() { signal(SIGXFSZ, SIG_IGN) }

  /// Ends the process by a signal, as shells expect.
  package static func endProcess(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    // A signal to the whole process could go to any thread: those of Swift's pool block all signals, and libdispatch
    // may handle it as a watched one. So the signal is sent to this thread.
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    pthread_sigmask(SIG_UNBLOCK, &own, nil)
    raise(number)
    // This should not be reached. The exit code is the one that shells use. Libraries do not clean up, because other
    // threads still run.
    _exit(128 + number)
  }

  /// Changes the files, and frees the previous paths unless a signal handler on another thread may be reading them.
  ///
  /// A handler sets `isEnding` before it reads the paths. All these operations are sequentially consistent. So a
  /// handler whose `isEnding` is not yet visible here reads the new paths.
  private static func change(_ change: (inout [FilePath]) -> Void) {
    files.withLock { files in
      change(&files)
      let new = list(of: files)
      let before = paths.exchange(Int(bitPattern: new), ordering: .sequentiallyConsistent)
      if !isEnding.load(ordering: .sequentiallyConsistent) { free(UnsafeMutablePointer<CChar>(bitPattern: before)) }
    }
  }

  /// Returns the paths one after the other, each ended by a null and the last by two. The caller frees the memory.
  static func list(of files: [FilePath]) -> UnsafeMutablePointer<CChar>? {
    let texts = files.map { $0.string.utf8CString }
    let list = calloc(texts.map(\.count).reduce(1, +), 1)?.assumingMemoryBound(to: CChar.self)
    guard var place = list else { return nil }
    for text in texts {
      place.update(from: Array(text), count: text.count)
      place += text.count
    }
    return list
  }

  /// Removes the files of a list. A handler may call this.
  static func removeFiles(_ list: UnsafePointer<CChar>) {
    var path = list
    while path.pointee != 0 {
      unlink(path)
      path += strlen(path) + 1
    }
  }

  /// The handler, which calls only what a handler may call: unlink, strlen, signal and raise.
  ///
  /// The signal is blocked until the handler has returned.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    isEnding.store(true, ordering: .sequentiallyConsistent)
    if let list = UnsafePointer<CChar>(bitPattern: paths.load(ordering: .sequentiallyConsistent)) { removeFiles(list) }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Returns whether a signal has the system's default action.
  private static func isDefault(_ number: Int32) -> Bool { disposition(of: number) == 0 }

  package static func isIgnored(_ number: Int32) -> Bool { disposition(of: number) == 1 }

  /// Returns the handler of a signal as a number: SIG_DFL is 0 and SIG_IGN is 1. Source: signal.h of glibc and Darwin.
  private static func disposition(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if os(Linux)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #endif
  }
}
