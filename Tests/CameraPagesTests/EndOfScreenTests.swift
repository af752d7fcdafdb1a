// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import CameraControl
import CameraDevices
import Dispatch
import TestSupport
import Testing

@testable import CameraPages

/// Runs the steps of a task on a queue of its own, so that a test can wait until the task has come to where it waits.
private final class Steps: TaskExecutor {
  private let queue = DispatchQueue(label: "steps")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits for the steps that the task can make by now.
  func settle() { queue.sync {} }
}

/// A command of a page comes at the same time as the meter's work or the end of the screen.
@Suite(.serialized, .hangLimit) struct EndOfScreenTests {
  /// A screen that runs by these steps, on a camera that balances white by itself.
  private static func running(
    by steps: Steps, _ set: (inout CameraScreen.Options) -> Void = { _ in }
  ) async throws -> (test: ScreenUnderTest, following: Task<Void, any Error>) {
    let test = try ScreenUnderTest(set)
    try test.simulated.set(.autoWhiteBalance, to: 1)
    let following = Task(executorPreference: steps) { try await test.screen.run() }
    try await test.state { $0["frame"] != nil && $0["camera"]?["connection"]?.text == "running" }
    return (test, following)
  }

  /// Ends a screen, and waits until it has stopped its camera.
  private static func cancel(_ following: Task<Void, any Error>, of test: ScreenUnderTest) async {
    let frames = test.screen.camera.frames
    following.cancel()
    for await _ in frames {}
  }

  @Test func `the camera is not restored before a command that is still performed has ended`() async throws {
    let (steps, stepsOfCommand, release) = (Steps(), Steps(), DispatchSemaphore(value: 0))
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (test, following) = try await Self.running(by: steps) {
      $0.profileFile = { _ in
        begin.yield()
        release.wait()
        return [1]
      }
    }
    try await test.send(#"{"do":"lock","lock":0}"#)
    try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
    #expect(try test.simulated.value(of: .autoWhiteBalance) == 0)
    let command = Task(executorPreference: stepsOfCommand) {
      defer { begin.finish() }
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
    }
    for await _ in begun { break }
    await Self.cancel(following, of: test)
    // The screen has stopped the camera. It would have restored it after the meter's last steps.
    steps.settle()
    test.screen.meter.queue.sync {}
    steps.settle()
    #expect(try test.simulated.value(of: .autoWhiteBalance) == 0)
    release.signal()
    _ = await following.result
    try await command.value
    withExtendedLifetime((steps, stepsOfCommand)) {}
    #expect(try test.simulated.value(of: .autoWhiteBalance) == 1)
  }

  @Test(arguments: [#"{"do":"gain-limit","limit":1.2}"#, #"{"do":"policy","policy":"refuse"}"#])
  func `how gains are fitted changes between two steps of the meter, as gains themselves do`(text: String) async throws
  {
    let (steps, stepsOfCommand, release) = (Steps(), Steps(), DispatchSemaphore(value: 0))
    let (test, following) = try await Self.running(by: steps)
    try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
    let before = try test.simulated.value(of: .redBalance)
    test.screen.meter.queue.async {
      release.wait()
      // What the meter sets in a step that began before the command.
      _ = try? test.simulated.set(.redBalance, to: before + 1)
    }
    let command = Task(executorPreference: stepsOfCommand) { try await test.send(text) }
    stepsOfCommand.settle()
    #expect(try test.simulated.value(of: .redBalance) == before)
    release.signal()
    try await command.value
    #expect(try test.simulated.value(of: .redBalance) <= before)
    await Self.cancel(following, of: test)
    _ = await following.result
    withExtendedLifetime((steps, stepsOfCommand)) {}
  }

  @Test func `what the meter still sets at the end comes before the camera is restored`() async throws {
    let (steps, release) = (Steps(), DispatchSemaphore(value: 0))
    let (test, following) = try await Self.running(by: steps)
    test.screen.meter.queue.async {
      release.wait()
      _ = try? test.simulated.set(.autoWhiteBalance, to: 0)
    }
    await Self.cancel(following, of: test)
    // The screen has stopped the camera, and waits for the meter.
    steps.settle()
    release.signal()
    _ = await following.result
    test.screen.meter.queue.sync {}
    withExtendedLifetime(steps) {}
    #expect(try test.simulated.value(of: .autoWhiteBalance) == 1)
  }

  @Test func `a profile that waits for its turn at the end is not used`() async throws {
    let test = try ScreenUnderTest { $0.profileFile = { _ in [1] } }
    try await test.run { test in
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
    }
    let camera = test.screen.camera
    #expect(throws: ScreenError.hasEnded) { try test.screen.useProfile() }
    #expect(test.screen.camera === camera && !camera.isRunning)
  }
}
