#if os(Linux)
  import CameraControl
  import Dispatch
  import Foundation
  import Synchronization

  /// Work that changes a camera's controls, and leaves them as they were found: at its end, after an error, and after a
  /// signal that would end the tool.
  enum CameraSession {
    /// - Parameter body: ends soon after its task is cancelled.
    /// - Returns: where no signal came; else the process ends by the signal, as shells expect.
    static func run(with camera: Camera, _ body: @escaping @Sendable () async throws -> Void) async throws {
      let found: CameraSettings
      do throws(CameraError) { found = try camera.currentSettings() } catch { throw Failure(error) }
      // A reader that has gone is told by the write that fails.
      signal(SIGPIPE, SIG_IGN)
      let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
      let task = Task(operation: body)
      signals.start { task.cancel() }
      let result = await task.result
      camera.stopRunning()
      let failure = restore(found, of: camera)
      signals.stop()
      if let number = signals.received { end(by: number) }
      do { try result.get() } catch let error as CameraError {
        throw Failure(error)
      } catch is Output.BrokenPipe {
        end(by: SIGPIPE)
      }
      if let failure { throw failure }
    }

    /// A camera that is gone cannot be restored, and its work has failed already.
    private static func restore(_ settings: CameraSettings, of camera: Camera) -> Failure? {
      do throws(CameraError) { try camera.restore(settings) } catch {
        guard error.reason != .unplugged else { return nil }
        let failure = Failure(.deviceFailed, "\(error); not every control is as it was found")
        Output.error("wbcal: \(failure.message)")
        return failure
      }
      return nil
    }

    private static func end(by number: Int32) -> Never {
      signal(number, SIG_DFL)
      kill(getpid(), number)
      // Not reached, but where the signal is blocked: as shells count it.
      exit(128 + number)
    }
  }

  /// Looks out for signals in place of the system, which would end the process.
  private final class SignalWatch: Sendable {
    private struct State {
      var sources: [any DispatchSourceSignal] = []
      var received: Int32?
    }

    private let numbers: [Int32]
    private let state = Mutex(State())

    init(_ numbers: [Int32]) { self.numbers = numbers }

    /// The first that came.
    var received: Int32? { state.withLock { $0.received } }

    /// - Parameter handler: is called for the first. The second ends the process at once: whoever sends it will not wait.
    func start(_ handler: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: "wbcal.signals")
      for number in numbers {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler { [weak self] in
          guard let self else { return }
          let isFirst = self.state.withLock { state in
            defer { state.received = state.received ?? number }
            return state.received == nil
          }
          if isFirst {
            for number in self.numbers { signal(number, SIG_DFL) }
            handler()
          }
        }
        source.activate()
        state.withLock { $0.sources.append(source) }
      }
    }

    func stop() {
      for source in state.withLock({ $0.sources }) { source.cancel() }
    }
  }
#endif
