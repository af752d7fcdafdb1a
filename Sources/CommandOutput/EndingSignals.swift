import Foundation
import Synchronization
package import SystemPackage

/// The signals that end the process. The unfinished file is removed before they do.
package enum EndingSignals {
  /// The address of the unfinished file's path, or 0. A handler can read it at any moment.
  private static let unfinished = Atomic<Int>(0)

  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU]

  /// Has a file removed when a signal ends the process. One file can be watched at a time.
  package static func watch(_ file: FilePath) {
    replace(strdup(file.string))
    // A signal that is ignored, as SIGHUP under nohup, stays ignored; one that others handle stays theirs.
    for number in numbers where isDefault(number) { signal(number, handler) }
  }

  package static func unwatch() { replace(nil) }

  /// Has SIGQUIT end the process. Swift's runtime may print a backtrace in its place and go on.
  package static func endOnQuit() {
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
  }

  /// Ends the process by a signal that it would not end by itself, as shells expect.
  package static func endProcess(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    // Threads of Swift's pool block all signals, and one to the whole process is anybody's: libdispatch may read it as one to look out
    // for. This thread's own is nobody else's.
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    pthread_sigmask(SIG_UNBLOCK, &own, nil)
    raise(number)
    // Not reached. As shells count it, and without what libraries do at an orderly end, for which other threads still run.
    _exit(128 + number)
  }

  private static func replace(_ path: UnsafeMutablePointer<CChar>?) {
    let last = unfinished.exchange(Int(bitPattern: path), ordering: .sequentiallyConsistent)
    free(UnsafeMutableRawPointer(bitPattern: last))
  }

  /// Only what a handler may call: unlink, signal and raise. The signal is blocked until the handler has returned.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    if let path = UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .sequentiallyConsistent)) { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether the system's own action would follow a signal.
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
