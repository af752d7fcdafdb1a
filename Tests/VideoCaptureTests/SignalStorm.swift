#if os(Linux)
  import Foundation
  import Synchronization

  private let delivered = Atomic<Int>(0)

  /// A signal to the calling thread, every few milliseconds, that interrupts whatever call it waits in.
  final class SignalStorm: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)

    init() {
      delivered.store(0, ordering: .relaxed)
      // Without SA_RESTART, so that the kernel does not make an interrupted call again by itself.
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in delivered.add(1, ordering: .relaxed) }
      sigaction(SIGUSR1, &action, nil)
      // The threads that tests run on block every signal.
      Self.change(SIG_UNBLOCK)
      let target = pthread_self()
      Thread.detachNewThread { [self] in
        while !isOver.load(ordering: .relaxed) {
          pthread_kill(target, SIGUSR1)
          usleep(2000)
        }
        ended.signal()
      }
    }

    /// The signals that arrived.
    var count: Int { delivered.load(ordering: .relaxed) }

    /// To be called by the thread that began it.
    func stop() {
      isOver.store(true, ordering: .relaxed)
      ended.wait()
      Self.change(SIG_BLOCK)
      signal(SIGUSR1, SIG_IGN)
    }

    private static func change(_ how: Int32) {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(how, &signals, nil)
    }
  }
#endif
