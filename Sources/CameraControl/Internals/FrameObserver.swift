internal import Dispatch

/// An event in the life of a camera. Its meters do not learn of it from frames.
enum LifeEvent {
  case started, unplugged
}

/// An observer of a camera's frames.
struct FrameObserver: Sendable {
  /// The queue on which the observer sets the camera; `nil` where it does not set it.
  let queue: DispatchQueue?
  let receive: @Sendable (FrameEvent) -> Void
}

/// The events that an observer of a camera receives, on the capture thread.
enum FrameEvent: Sendable {
  /// A frame came. `lastChange` is the number of the last change before it (``Camera/lastChange``).
  case frame(CameraFrame, lastChange: Int)
  /// No frame of use came for a moment.
  case silence
  /// The camera stopped. No event follows.
  case end
}
