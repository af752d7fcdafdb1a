/// A caller that waits for a frame.
final class FrameWaiter: Sendable {
  let limit: Duration
  let deadline: Duration
  private let isWanted: @Sendable (CameraFrame) -> Bool
  /// The change that must be in effect.
  private let change: Int?
  var isForChange: Bool { change != nil }
  private let handler: Camera.Completion

  init(
    limit: Duration, from now: Duration, change: Int? = nil,
    isWanted: @escaping @Sendable (CameraFrame) -> Bool = { _ in true },
    handler: @escaping Camera.Completion
  ) {
    self.limit = limit
    deadline = now + limit
    self.change = change
    self.isWanted = isWanted
    self.handler = handler
  }

  func isReached(by frame: CameraFrame, change done: Int) -> Bool { change.map { $0 <= done } ?? isWanted(frame) }

  /// Ends the wait. Only the thread that took the waiter off the list calls this, once, with no lock held.
  func finish(_ result: Result<CameraFrame?, CameraError>) { handler(result) }
}
