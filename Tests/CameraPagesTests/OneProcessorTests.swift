import CameraControl
import CameraDevices
import Dispatch
import Foundation
import RawFrames
import Synchronization
import TestSupport
import Testing

@testable import CameraPages

/// A machine with one processor: whatever is asynchronous runs on one thread, one after another.
private final class OneProcessor: TaskExecutor {
  private let queue = DispatchQueue(label: "one-processor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A clock that counts the frames for which it was asked to sleep, so that a test can wait until another has come.
private final class CountingClock: CameraClock {
  private struct State {
    var time = Duration.zero
    var frames = 0
  }

  private let state = Mutex(State())
  private let condition = NSCondition()

  var now: Duration { state.withLock(\.time) }

  func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
    event.wait()
    return true
  }

  func sleep(until moment: Duration) {
    condition.withLock {
      state.withLock { state in
        state.time = max(state.time, moment)
        state.frames += 1
      }
      condition.broadcast()
    }
  }

  /// Returns once a frame that was begun after this call was made.
  func waitForAnotherFrame() {
    condition.withLock {
      let goal = state.withLock(\.frames) + 2
      while state.withLock(\.frames) < goal { condition.wait() }
    }
  }
}

/// A number that counts up.
private final class Count: Sendable {
  private let state = Mutex(0)

  var value: Int { state.withLock(\.self) }

  func next() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}

@Suite(.hangLimit) struct OneProcessorTests {
  /// So many frames are shown before a command that did not get its turn is given up.
  private static let patience = 100

  private static func screen(_ clock: CountingClock) throws -> CameraScreen {
    var setup = SimulatedCamera.Setup()
    setup.size = FrameSize(width: 160, height: 120)
    let simulated = try SimulatedCamera(setup, clock: clock)
    var options = CameraScreen.Options()
    options.pictureInterval = .zero
    return CameraScreen(try Camera(device: simulated, profile: SimulatedCamera.profile), options: options)
  }

  @Test func `where a picture takes longer than a frame, what a page asks for is done all the same`() async throws {
    let clock = CountingClock()
    let screen = try Self.screen(clock)
    let processor = OneProcessor()
    let following = Task(executorPreference: processor) { try await screen.run() }
    let (commands, done) = AsyncStream.makeStream(of: Int.self)
    let shown = Count()
    let observer = screen.observe { _ in
      let count = shown.next()
      if count == 1 {
        // The observer starts the task, so it is queued at this frame. The test itself might get its turn later.
        Task(executorPreference: processor) {
          defer { done.finish() }
          try await screen.perform(try ScreenCommand(Array(#"{"do":"policy","policy":"hold-tint"}"#.utf8)))
          done.yield(shown.value)
        }
      }
      guard count < Self.patience else { return following.cancel() }
      clock.waitForAnotherFrame()
    }
    let count = try #require(await commands.first { _ in true })
    following.cancel()
    _ = await following.result
    screen.removeObserver(observer)
    #expect(count < Self.patience, "the command was done after \(count) frames")
  }

  @Test func `a camera whose frames come is not silent, though the screen has not looked at them yet`() async throws {
    let clock = CountingClock()
    let screen = try Self.screen(clock)
    let connection = Mutex<String?>(nil)
    let following = Task { try await screen.run() }
    let observer = screen.observe { _ in
      // More than a second of frames.
      for _ in 0..<20 { clock.waitForAnotherFrame() }
      connection.withLock { $0 = screen.currentState().camera.connection }
      following.cancel()
    }
    _ = await following.result
    screen.removeObserver(observer)
    #expect(connection.withLock(\.self) == "running")
  }

  @Test func `after a picture that took long the screen rests as long again`() async throws {
    let clock = CountingClock()
    let screen = try Self.screen(clock)
    let spans = Mutex<[(start: Duration, end: Duration)]>([])
    let trusted = #""isTrusted":true"#
    let following = Task { try await screen.run() }
    let observer = screen.observe { update in
      // Before the first frame that has all changes there are states of the start, and this frame does not wait for a
      // rest.
      guard case .state(let json) = update, String(decoding: json, as: UTF8.self).contains(trusted) else { return }
      guard spans.withLock({ $0.count < 10 }) else { return following.cancel() }
      let start = clock.now
      clock.waitForAnotherFrame()
      spans.withLock { $0.append((start, clock.now)) }
    }
    _ = await following.result
    screen.removeObserver(observer)
    let taken = spans.withLock(\.self)
    #expect(taken.count == 10)
    for (before, after) in zip(taken, taken.dropFirst()) {
      let rest = min(before.end - before.start, FrameView.longestRest)
      #expect(after.start - before.end >= rest, "\(before), then \(after)")
    }
  }

  @Test func `the rest after a picture counts from its end, also for a frame that came before`() throws {
    let samples = try RawFrame(
      format: PixelFormat("RGGB"), width: 2, height: 2, bytes: [0, 0, 0, 0], levels: SampleLevels(black: 0, white: 255))
    func isShown(at now: Int, taken: Int, of view: FrameView) -> Bool {
      var view = view
      let frame = CameraFrame(samples, timestamp: .milliseconds(taken))
      return view.take(frame, interval: .zero, now: .milliseconds(now)).isShown
    }
    var view = FrameView()
    #expect(view.take(CameraFrame(samples, timestamp: .seconds(5)), interval: .zero, now: .seconds(5)).isShown)
    view.note(shownFrom: .milliseconds(5100), to: .milliseconds(6100))
    // The first two came while the picture was made, and the last is a second late.
    for (now, taken) in [(6101, 5010), (6102, 6000), (6200, 6190), (6349, 6349)] {
      #expect(!isShown(at: now, taken: taken, of: view), "\(taken) at \(now) ms")
    }
    #expect(isShown(at: 6350, taken: 6340, of: view) && isShown(at: 6350, taken: 5350, of: view))
    #expect(isShown(at: 100, taken: 90, of: view), "the clock of a camera that was opened again")
  }
}
