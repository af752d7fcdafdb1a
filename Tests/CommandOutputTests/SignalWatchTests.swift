#if os(Linux)
  import Dispatch
  import Foundation
  import Testing

  @testable import CommandOutput

  /// What a watch does to the process's signals. There is one at a time, and no other test of this process uses one.
  @Suite(.serialized) struct SignalWatchTests {
    private static let number = SIGUSR2
    private static let repetitions = 100

    private enum Response { case ends, isIgnored, isHandled }

    /// The address of the handler of the next signal.
    private static var handler: Int {
      var action = sigaction()
      sigaction(number, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    /// What the next signal would do.
    private static var response: Response {
      // SIG_DFL is a null pointer and SIG_IGN is 1 (glibc, bits/signum-generic.h).
      switch handler {
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

    /// The tool's next signal ends it, and may come while a file is unfinished.
    @Test func `after the first signal the next one ends the process and removes the unfinished file`() throws {
      let former = signal(Self.number, SIG_DFL)
      defer { signal(Self.number, former) }
      let isReceived = DispatchSemaphore(value: 0)
      let watch = try SignalWatch([Self.number]) { isReceived.signal() }
      defer { watch.stop() }
      let first = Self.handler
      #expect(kill(getpid(), Self.number) == 0)
      isReceived.wait()
      #expect(watch.received == Self.number)
      // The handler of unfinished files ends the process by the signal, once it has removed the file.
      #expect(Self.response == .isHandled && Self.handler != first)
    }
  }
#endif
