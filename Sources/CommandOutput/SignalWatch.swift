import Dispatch
import Foundation
import Synchronization
import SystemPackage

/// A watch for signals that would otherwise end the process. There is one at a time.
///
/// A signal's handler writes its number to a pipe, which a queue reads. Dispatch installs its own signal sources on
/// another thread. Until then a signal would be lost or would end the process.
package struct SignalWatch {
  private let source: any DispatchSourceRead
  /// The actions of the signals before the watch.
  private let former: [(number: Int32, action: sigaction)]
  private let first = FirstSignal()
  /// The source, until it has ended.
  private let running = DispatchGroup()

  /// The ends of the pipe. They stay open, because a handler may be writing while a watch stops.
  private static let pipe = Result {
    let ends = try FileDescriptor.pipe()
    for end in [ends.readEnd, ends.writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
    }
    return ends
  }

  /// The end that handlers write to, which a handler can read at any moment.
  private static let writer = Atomic<Int32>(-1)

  /// The handler, which calls only what a handler may call.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    let reason = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writer.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = reason
  }

  /// Starts a watch.
  ///
  /// - Parameters:
  ///   - numbers: The signals.
  ///   - handler: A closure that the first signal runs.
  /// - Throws: `Errno` where the process may open no more files.
  package init(_ numbers: [Int32], handler: @escaping @Sendable () -> Void) throws {
    let ends = try Self.pipe.get()
    Self.writer.store(ends.writeEnd.rawValue, ordering: .sequentiallyConsistent)
    let (first, running) = (first, running)
    source = DispatchSource.makeReadSource(
      fileDescriptor: ends.readEnd.rawValue, queue: DispatchQueue(label: "wbcal.signals"))
    source.setEventHandler {
      var number = UInt8(0)
      guard read(ends.readEnd.rawValue, &number, 1) == 1, first.set(Int32(number)) else { return }
      // The next signal ends the process at once, because its sender will not wait.
      for number in numbers { EndingSignals.end(by: number) }
      handler()
    }
    running.enter()
    source.setCancelHandler { running.leave() }
    former = numbers.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      signal(number, Self.handler)
      return (number, action)
    }
    // A signal that came meanwhile is in the pipe. Read earlier, it would change actions that are being set.
    source.activate()
  }

  /// The first signal that came.
  package var received: Int32? { first.number.withLock(\.self) }

  /// Ends the watch, and restores what the signals did before. It must not be called by the handler.
  package func stop() {
    for (number, var action) in former { sigaction(number, &action, nil) }
    source.cancel()
    running.wait()
  }
}

private final class FirstSignal: Sendable {
  let number = Mutex<Int32?>(nil)

  /// Notes a signal, and returns whether it is the first.
  func set(_ number: Int32) -> Bool {
    self.number.withLock { first in
      defer { first = first ?? number }
      return first == nil
    }
  }
}
