#if os(Linux)
  import CameraControl
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The pixels of the rig's UVC camera follow what is set, through the kernel's own driver.
  @Suite(.inGuest) struct CameraControlsInGuest {
    private static let waiting = Duration.seconds(20)

    /// Opens the camera with these controls, runs `body`, and sees that nothing is left open or mapped.
    private func with(
      _ controls: Set<RigCamera.Controls> = Set(RigCamera.Controls.allCases),
      _ body: (RigCamera, CameraControl.Camera) async throws -> Void
    ) async throws {
      try await RigCamera.with(controls) { rig in
        let path = try rig.path
        try rig.perform(.light(red: 0.1, green: 0.2, blue: 0.14))
        do {
          var options = CameraOptions()
          options.format = try PixelFormat("RG16")
          options.size = FrameSize(width: 320, height: 240)
          options.levels = try SampleLevels(black: 65535.0 / 16, white: 65535)
          let camera = try CameraControl.Camera(
            path: FilePath(path), profile: CameraUnderTest.profile(4), options: options)
          try camera.startRunning()
          try camera.lockForConfiguration()
          try await body(rig, camera)
          camera.stopRunning()
        }
        let limit = ContinuousClock.now.advanced(by: .seconds(10))
        while try OpenResources(of: path) != .none, ContinuousClock.now < limit {
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try OpenResources(of: path) == .none)
      }
    }

    /// Green in the middle of the next frame that can be trusted, black taken off.
    private func green(_ camera: CameraControl.Camera) async throws -> Double {
      let frame = try await camera.nextFrame(within: Self.waiting).frame
      let total = TileMoments(of: frame, in: Region(centerOf: frame), side: frame.width, by: .fastest).total
      return (total.greenOnRedRow.mean + total.greenOnBlueRow.mean) / 2 - frame.levels.black.greenOnRedRow
    }

    @Test func `pixels follow duration and gain, and what the driver has is read back`() async throws {
      try await with { rig, camera in
        try await camera.setExposureModeCustom(duration: .milliseconds(10), iso: 100)
        #expect(camera.exposureMode == .custom)
        let before = try await green(camera)
        for (duration, iso, factor) in [(20, Float(100), 2.0), (10, 200, 2.0), (5, 400, 2.0), (5, 100, 0.5)] {
          try await camera.setExposureModeCustom(duration: .milliseconds(duration), iso: iso)
          let after = try await green(camera)
          #expect(Tolerance.exposedPixels.allows(abs(after / before / factor - 1)), "\(duration) ms, ISO \(iso)")
          #expect(camera.exposureDuration == .milliseconds(duration))
          #expect(try rig.perform(.tellState).exposure == 10 * duration)
        }
        let range = try #require(camera.exposureDurationRange)
        #expect(throws: CameraError.self) {
          try camera.setExposureModeCustom(
            duration: range.upperBound * 2, iso: CameraControl.Camera.currentISO, completionHandler: nil)
        }
      }
    }

    @Test func `the device's own exposure is followed, and exposing once ends in a lock`() async throws {
      try await with { rig, camera in
        try rig.perform(.level(0.2))
        try camera.setExposureMode(.autoExpose)
        _ = try await camera.nextFrame(within: Self.waiting) { _ in camera.exposureMode == .locked }
        let exposure = try rig.perform(.tellState).exposure
        let locked = try await green(camera)
        // It stays as it is, whatever the light.
        try rig.perform(.level(0.4))
        let brighter = try await green(camera)
        #expect(Tolerance.exposedPixels.allows(abs(brighter / locked / 2 - 1)))
        #expect(try rig.perform(.tellState).exposure == exposure)
      }
    }

    @Test func `focusing once ends in a lock where the scene is sharp`() async throws {
      try await with { rig, camera in
        try rig.perform(.texture(0.3))
        try rig.perform(.distance(400))
        try camera.setFocusMode(.autoFocus)
        #expect(camera.isAdjustingFocus)
        _ = try await camera.nextFrame(within: Self.waiting) { _ in camera.focusMode == .locked }
        let focus = try rig.perform(.tellState).focus
        #expect(Tolerance.restingLens.allows(Double(abs(focus - 400))), "\(focus)")
        // It stays there.
        try rig.perform(.distance(800))
        _ = try await camera.nextFrame(within: Self.waiting)
        #expect(try rig.perform(.tellState).focus == focus)
        try await camera.setFocusModeLocked(lensPosition: 0)
        #expect(try rig.perform(.tellState).focus == 1023)
        #expect(camera.lensPosition == 0)
      }
    }

    @Test func `while automatic balance moves, no frame is trusted with gains that it has not`() async throws {
      try await with { _, camera in
        try await camera.setWhiteBalanceModeLocked(
          with: CameraControl.Camera.WhiteBalanceGains(redGain: 1, greenGain: 1, blueGain: 3))
        let native = try await response(camera.nextFrame(within: Self.waiting))
        let frames = camera.frames
        try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
        var (trusted, moved) = (0, false)
        for await frame in frames {
          if frame.isTrusted {
            let found = response(frame)
            let error = abs(found.blue / found.green / (native.blue / native.green) - 1)
            #expect(Tolerance.exposedPixels.allows(error), "sequence \(frame.sequence): \(error)")
            trusted += 1
            moved = moved || frame.appliedGains.blue < 2.5
          }
          // The balance has moved, and more than ten trusted frames have been checked.
          if moved, trusted > 10 { break }
        }
        #expect(moved && trusted > 10, "\(trusted) frames")
      }
    }

    /// The device's own response in the middle half.
    private func response(_ frame: CameraFrame) -> LinearRGB {
      let raw = frame.frame
      let total = TileMoments(of: raw, in: Region(centerOf: raw), side: raw.width, by: .fastest).total
      func mean(_ channel: BayerChannel) -> Double { total[channel].mean - raw.levels.black[channel] }
      return frame.nativeResponse(LinearRGB(red: mean(.red), green: mean(.greenOnRedRow), blue: mean(.blue)))
    }

    @Test func `the units of balance are measured`() async throws {
      try await with { _, camera in
        let calibration = try await camera.calibratedBalance(steps: 5)
        for value in [80.0, 256, 512, 900] {
          #expect(
            Tolerance.measuredBalance.allows(abs(calibration.red.gain(at: value) / (value / 256) - 1)), "\(value)")
          #expect(
            Tolerance.measuredBalance.allows(abs(calibration.blue.gain(at: value) / (value / 256) - 1)), "\(value)")
        }
      }
    }

    @Test func `a light is locked by its temperature and tint, or by the nearest that can be`() async throws {
      try await with { _, camera in
        let daylight = CameraControl.Camera.WhiteBalanceTemperatureAndTintValues.daylight
        let done = try await camera.setWhiteBalanceModeLocked(with: daylight)
        #expect(!done.gains.isClamped)
        let set = try camera.temperatureAndTintValues(for: camera.deviceWhiteBalanceGains)
        #expect(Tolerance.temperatureOfGains.allows(Double(abs(set.temperature / daylight.temperature - 1))))
        #expect(Tolerance.tintOfGains.allows(Double(abs(set.tint - daylight.tint))))
        let candle = CameraControl.Camera.WhiteBalanceTemperatureAndTintValues(temperature: 1200, tint: 0)
        await #expect(throws: CameraError.self) { try await camera.setWhiteBalanceModeLocked(with: candle) }
        let fitted = try await camera.setWhiteBalanceModeLocked(with: candle, policy: .nearestLight)
        #expect(fitted.gains.isClamped)
        #expect(try #require(fitted.gains.temperatureShift) > 0)
      }
    }

    @Test(arguments: [[RigCamera.Controls.temperature], []])
    func `without balance controls the rest is software's, and the card is as neutral`(
      controls: [RigCamera.Controls]
    ) async throws {
      try await with(Set(controls)) { _, camera in
        #expect(camera.balanceMethod == (controls.isEmpty ? .software : .temperatureControl))
        try camera.setWhiteBalanceMode(.autoWhiteBalance)
        _ = try await camera.nextFrame(within: Self.waiting) { _ in camera.whiteBalanceMode == .locked }
        let frame = try await camera.nextFrame(within: Self.waiting)
        let cast = try #require(frame.cardCast)
        #expect(Tolerance.neutralAfterLock.allows(cast), "\(camera.whiteBalanceOutcome.map { "\($0)" } ?? "")")
      }
    }

    @Test(arguments: RigCamera.Refusal.allCases)
    func `a control that is refused is an error, and the next setting succeeds`(refusal: RigCamera.Refusal) async throws
    {
      try await with { rig, camera in
        let gains = CameraControl.Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
        try rig.perform(.refuseControl(refusal))
        do {
          try await camera.setWhiteBalanceModeLocked(with: gains)
          Issue.record("refused, and no error")
        } catch {
          let text = "\(error)"
          #expect(text.contains("'Red Balance'") || text.contains("VIDIOC_S_EXT_CTRLS"), "\(text)")
        }
        try await camera.setWhiteBalanceModeLocked(with: gains)
        let state = try rig.perform(.tellState)
        #expect((state.redBalance, state.blueBalance) == (512, 384))
      }
    }

    /// The events of the stream while gains are being set.
    @Test(arguments: [
      RigCamera.Command.errorFrames(5), .shortFrames(5), .hang, .haltEndpoint, .unplug,
    ])
    func `gains that are set in trouble are in effect, or an error, within their limit`(
      trouble: RigCamera.Command
    ) async throws {
      try await with { rig, camera in
        _ = try await camera.nextFrame(within: Self.waiting)
        try rig.perform(trouble)
        let start = ContinuousClock.now
        do throws(CameraError) {
          try await camera.setWhiteBalanceModeLocked(
            with: CameraControl.Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5))
          #expect([.errorFrames(5), .shortFrames(5)].contains(trouble))
        } catch {
          #expect([.hang, .haltEndpoint, .unplug].contains(trouble), "\(error)")
        }
        // The camera's limit of 5 s, and time for what the kernel itself waits for.
        #expect(start.duration(to: .now) < .seconds(12))
        #expect(camera.isConnected == (trouble != .unplug))
        if trouble == .unplug {
          try rig.perform(.plug)
        } else {
          try rig.perform(.resume)
        }
      }
    }
  }
#endif
