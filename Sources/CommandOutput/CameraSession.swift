package import CameraControl
import Foundation
package import Metering

/// Work that changes a camera's controls and restores them at its end, after an error, and after a signal that ends the
/// tool.
package enum CameraSession {
  /// Runs the work.
  ///
  /// It returns only where no signal came. Otherwise the process ends by the signal, as shells expect.
  ///
  /// - Parameters:
  ///   - quantities: The quantities that the work may set, and that are restored.
  ///   - body: The work. It ends soon after its task is cancelled.
  package static func run(
    with camera: Camera, setting quantities: Set<MeteringQuantity> = Set(MeteringQuantity.allCases),
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let found: CameraSettings
    do throws(CameraError) { found = try camera.currentSettings(of: quantities) } catch { throw Failure(error) }
    // If the reader of the output has gone, the write fails and reports that.
    signal(SIGPIPE, SIG_IGN)
    // No control changes before signals are watched for.
    let start = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in start.stream {}
      try Task.checkCancellation()
      try await body()
    }
    // A signal that is ignored, such as SIGHUP under nohup, must not end the work.
    let numbers = EndingSignals.watched.filter { !EndingSignals.isIgnored($0) }
    let signals: SignalWatch
    do { signals = try SignalWatch(numbers, handler: task.cancel) } catch {
      task.cancel()
      throw Failure(.deviceFailed, "signals that end the tool cannot be watched for: \(error)")
    }
    start.continuation.finish()
    let result = await task.result
    camera.stopRunning()
    let failure = restore(found, of: camera)
    signals.stop()
    // Prints the failure to restore the camera. The tool itself prints errors that are thrown.
    func tell() { if let failure { Output.error("wbcal: \(failure.message)") } }
    if let number = signals.received {
      tell()
      // The work may have opened the camera again and failed to restore it. This session does not know that camera.
      if case .failure(let error as CameraError) = result, case .notRestored = error.reason, failure == nil {
        Output.error("wbcal: \(error)")
      }
      EndingSignals.endProcess(by: number)
    }
    do { try result.get() } catch {
      tell()
      throw (error as? CameraError).map(Failure.init) ?? error
    }
    if let failure { throw failure }
  }

  /// Restores the settings, and returns the failure, or `nil` where there is none. A camera that is gone cannot be
  /// restored, and its work has already failed.
  private static func restore(_ settings: CameraSettings, of camera: Camera) -> Failure? {
    do throws(CameraError) { try camera.restore(settings) } catch {
      return error.reason == .unplugged
        ? nil : Failure(.deviceFailed, "\(error); not every control is as it was found")
    }
    return nil
  }
}
