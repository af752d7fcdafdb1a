internal import Dispatch

/// Calls what it is given, one after another, on a thread of its own: callers' closures run on none of our locks.
final class SerialCalls: Sendable {
  private let queue = DispatchQueue(label: "CameraControl.handlers")

  func call(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
