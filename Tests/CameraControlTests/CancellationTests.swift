// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import Synchronization
  import TestSupport
  import Testing

  /// A task that is cancelled lets go of the camera.
  @Suite(.virtualTime, .hangLimit) struct CancellationTests {
    typealias Camera = CameraControl.Camera

    private static func camera() throws -> CameraUnderTest {
      try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...5000, value: 156)
          $0.controls[.analogueGain] = .init(range: 0...232, value: 40)
          $0.gain = { 256 / Double(256 - $0) }
        })
    }

    private static func values(_ test: CameraUnderTest) -> [ControlID: Int64] {
      test.driver.with { $0.controls.mapValues(\.value) }
    }

    @Test func `a wait ends at once when its task is cancelled, and looks at no later frame`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let count = Mutex(0)
      let wait = Task.virtual {
        try await test.camera.nextFrame(within: .seconds(20)) { _ in
          count.withLock { $0 += 1 }
          return false
        }
      }
      await test.driver.time.pass(.milliseconds(20))
      let (seen, time) = (count.withLock(\.self), test.driver.now)
      wait.cancel()
      let error = await #expect(throws: CameraError.self) { try await wait.value }
      #expect(error?.reason == .cancelled && test.driver.now == time)
      await test.driver.time.pass(.milliseconds(20))
      let later = count.withLock(\.self)
      #expect(seen > 0 && later == seen)
    }

    @Test func `a wait for a change ends at once when its task is cancelled`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      test.driver.with { $0.isHanging = true }
      let wait = Task.virtual {
        try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1))
      }
      await test.driver.time.pass(.milliseconds(20))
      let time = test.driver.now
      wait.cancel()
      let error = await #expect(throws: CameraError.self) { try await wait.value }
      #expect(error?.reason == .cancelled && test.driver.now == time)
      test.driver.with { $0.isHanging = false }
    }

    @Test func `a task that is cancelled sets nothing`() async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      let task = Task.virtual {
        try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1))
      }
      task.cancel()
      let error = await #expect(throws: CameraError.self) { try await task.value }
      #expect(error?.reason == .cancelled && test.driver.with { $0.setCount } == 0)
    }

    enum Measurement: CaseIterable {
      case balance, gain, delay

      func run(_ camera: Camera) async throws {
        switch self {
        case .balance: _ = try await camera.calibratedBalance()
        case .gain: _ = try await camera.calibratedGain()
        case .delay: _ = try await camera.measuredPipelineDelay()
        }
      }
    }

    @Test(arguments: Measurement.allCases)
    func `a measurement ends at once when its task is cancelled, and the device is then as it was`(
      measurement: Measurement
    ) async throws {
      let test = try Self.camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = Self.values(test)
      let task = Task.virtual { try await measurement.run(test.camera) }
      // In the middle of the steps.
      _ = try await test.camera.nextFrame { _ in test.driver.with { $0.setCount } > 3 }
      let time = test.driver.now
      #expect(Self.values(test) != found)
      task.cancel()
      let error = await #expect(throws: CameraError.self) { try await task.value }
      #expect(error?.reason == .cancelled && test.driver.now == time)
      #expect(Self.values(test) == found)
      #expect(try await test.camera.nextFrame().isTrusted)
    }
  }
#endif
