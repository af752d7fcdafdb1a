// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import RawFrames
  import Synchronization
  import TestSupport
  import Testing

  /// How many frames a change takes, measured before a wall with a sensor's driver.
  @Suite(.virtualTime, .hangLimit) struct PipelineDelayTests {
    private static func camera(_ configure: (inout SensorDriver.State) -> Void = { _ in }) throws -> CameraUnderTest {
      try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...5000, value: 156)
          $0.controls[.analogueGain] = .init(range: 0...232, value: 40)
          $0.gain = { 256 / Double(256 - $0) }
          configure(&$0)
        })
    }

    @Test(arguments: [0, 1, 2, 3, 6])
    func `the delay of a device is found, and the device is then as it was`(delay: Int) async throws {
      let test = try Self.camera { $0.pipeline = delay }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try await test.camera.measuredPipelineDelay()
      // A pipeline of 0 has a change in the frame behind the one that is being taken.
      #expect(found.exposure == delay + 1 && found.gain == delay + 1 && found.longest == delay + 1)
      #expect(test.driver.value(.analogueGain) == 40 && test.driver.value(.exposureAbsolute) == 156)
      #expect(try await test.camera.nextFrame().isTrusted)
    }

    @Test func `the delay of a camera without colours is found`() async throws {
      let test = try Self.camera { ($0.pipeline, $0.fourCC) = (2, FourCC("Y16")) }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      #expect(try await test.camera.measuredPipelineDelay().longest == 3)
    }

    @Test func `a surface that is too bright or too dark at first is exposed`() async throws {
      for exposure in [4, 5000] as [Int64] {
        let test = try Self.camera {
          $0.pipeline = 3
          $0.controls[.exposureAbsolute]?.value = exposure
        }
        try test.camera.startRunning()
        #expect(try await test.camera.measuredPipelineDelay().longest == 4)
        #expect(test.driver.value(.exposureAbsolute) == exposure)
        test.camera.stopRunning()
      }
    }

    @Test func `a surface that needs the longest exposure is stepped down`() async throws {
      let test = try Self.camera {
        $0.pipeline = 2
        $0.controls[.exposureAbsolute] = .init(range: 1...156, value: 156)
      }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try await test.camera.measuredPipelineDelay()
      #expect(found.exposure == 3 && found.gain == 3)
    }

    @Test func `a device without a gain has the delay of its exposure`() async throws {
      let test = try Self.camera {
        $0.pipeline = 1
        $0.controls[.analogueGain] = nil
      }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try await test.camera.measuredPipelineDelay()
      #expect(found.exposure == 2 && found.gain == nil)
    }

    @Test(arguments: [2, 6, 12] as [UInt32])
    func `a step at which frames were lost is made again`(lost: UInt32) async throws {
      for request in 1...40 {
        let test = try Self.camera {
          $0.pipeline = 2
          $0.lostBehind = { $0 == request ? lost : 0 }
        }
        try test.camera.startRunning()
        let found = try await test.camera.measuredPipelineDelay()
        #expect(found.exposure == 3 && found.gain == 3, "frames were lost behind request \(request)")
        test.camera.stopRunning()
      }
    }

    @Test func `a light that changes during the steps is told`() async throws {
      // The gain rises at first, to find a brighter one, and with each step. The light is a fifth brighter from the
      // first step on.
      let seen = Mutex((isRaised: false, rises: 0))
      let test = try Self.camera {
        $0.pipeline = 2
        $0.controls[.analogueGain]?.value = 0
        $0.gain = { code in
          let rises = seen.withLock { seen in
            if code > 0, !seen.isRaised { seen.rises += 1 }
            seen.isRaised = code > 0
            return seen.rises
          }
          return (rises > 1 ? 1.2 : 1) * 256 / Double(256 - code)
        }
      }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let error = await #expect(throws: CameraError.self) { try await test.camera.measuredPipelineDelay() }
      guard case .pipelineDelay(.unsteady)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `what cannot be measured is told`() async throws {
      func fault(_ test: CameraUnderTest) async throws -> PipelineDelayFault? {
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        let error = await #expect(throws: CameraError.self) { try await test.camera.measuredPipelineDelay() }
        guard case .pipelineDelay(let fault) = error?.reason else { return nil }
        return fault
      }
      #expect(try await fault(Self.camera { $0.pipeline = 12 }) == .noChange(frames: 8))
      let losing = try Self.camera { $0.lostBehind = { _ in 12 } }
      guard case .framesLost(let count)? = try await fault(losing) else {
        Issue.record("frames that are lost at each step are counted")
        return
      }
      #expect(count > 12)
      #expect(try await fault(Self.camera { $0.controls[.exposureAbsolute] = nil }) == .noControl)
      guard case .exposure(let share)? = try await fault(Self.camera { $0.wall = (0, 0, 0) }) else {
        Issue.record("a surface without light has steps")
        return
      }
      #expect(share < 0.05)
      let idle = try Self.camera()
      let error = await #expect(throws: CameraError.self) { try await idle.camera.measuredPipelineDelay() }
      #expect(error?.reason == .notRunning)
    }
  }
#endif
