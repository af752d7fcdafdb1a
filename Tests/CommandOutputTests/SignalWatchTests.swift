#if os(Linux)
  import Foundation
  import Testing

  @testable import CommandOutput

  /// What a watch leaves of the process's signals. No other test uses this one.
  struct SignalWatchTests {
    private static let number = SIGUSR2
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
      for _ in 0..<Self.repetitions {
        let watch = try SignalWatch([Self.number]) {}
        watch.stop()
        try #require(Self.response == .isIgnored)
      }
      signal(Self.number, SIG_DFL)
      let other = try SignalWatch([Self.number]) {}
      #expect(Self.response == .isHandled)
      other.stop()
      #expect(Self.response == .ends)
    }
  }
#endif
