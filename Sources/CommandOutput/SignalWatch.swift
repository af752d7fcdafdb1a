import Dispatch
import Foundation
import Synchronization

/// A watch for signals that would otherwise end the process.
package struct SignalWatch {
  private let sources: [any DispatchSourceSignal]
  /// What the signals did before.
  private let former: [(number: Int32, action: sigaction)]
  private let first = FirstSignal()
  /// The sources that have not ended yet.
  private let running = DispatchGroup()

  package init(_ numbers: [Int32], handler: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "wbcal.signals")
    let (first, running) = (first, running)
    former = numbers.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return (number, action)
    }
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard first.set(number) else { return }
        // The next signal ends the process at once, because its sender will not wait.
        for number in numbers { signal(number, SIG_DFL) }
        handler()
      }
      running.enter()
      source.setCancelHandler { running.leave() }
      source.activate()
      return source
    }
  }

  /// The first signal that came.
  package var received: Int32? { first.number.withLock(\.self) }

  /// Ends the watch, and restores what the signals did before. It must not be called by the handler.
  package func stop() {
    for source in sources { source.cancel() }
    // A source starts on another thread, where it replaces the ignored action of its signal by its own handler. A
    // source that was just made could do this after the signals were restored, so all sources must end first.
    running.wait()
    for (number, var action) in former { sigaction(number, &action, nil) }
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
