internal import Dispatch

/// A thread that calls callers' closures one after another, so that they run outside of the camera's locks.
final class SerialCalls: Sendable {
  private let queue = DispatchQueue(label: "CameraControl.handlers")

  func call(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
