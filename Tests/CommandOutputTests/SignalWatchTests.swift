#if os(Linux)
  import Foundation
  import Testing

  @testable import CommandOutput

  /// What a watch leaves of the process's signals. No other test uses this one.
  struct SignalWatchTests {
    private static let number = SIGUSR2
    /// The number of watches that stop at once. Without the wait in `stop()`, some process in ten restores one too early,
    /// mostly the first.
    private static let repetitions = 100

    private enum Response { case ends, isIgnored, isHandled }

    /// What the next signal would do.
    private static var response: Response {
      var action = sigaction()
      sigaction(number, nil, &action)
      // SIG_DFL is a null pointer and SIG_IGN is 1 (glibc, bits/signum-generic.h).
      switch unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) {
      case 0: return .ends
      case 1: return .isIgnored
      default: return .isHandled
      }
    }

    @Test func `a watch that stops leaves signals as it found them`() throws {
      let former = signal(Self.number, SIG_IGN)
      defer { signal(Self.number, former) }
      // One that stops at once may still be beginning to watch on another thread.
      for _ in 0..<Self.repetitions {
        let watch = SignalWatch([Self.number]) {}
        watch.stop()
        try #require(Self.response == .isIgnored)
      }
      signal(Self.number, SIG_DFL)
      let other = SignalWatch([Self.number]) {}
      #expect(Self.response == .isIgnored)
      other.stop()
      #expect(Self.response == .ends)
    }
  }
#endif
