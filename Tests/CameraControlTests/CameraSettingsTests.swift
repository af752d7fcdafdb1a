#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import CameraDevices
  import DeviceProfiles
  import Metering
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import WhiteBalance

  private typealias Camera = CameraControl.Camera

  @Suite(.virtualTime) struct Focus {
    @Test func `the lens goes from near to far as its position goes from 0 to 1`() throws {
      let test = try CameraUnderTest(.webcam())
      #expect(test.camera.focusMode == .continuousAutoFocus)
      try test.camera.lockForConfiguration()
      for (position, value) in [(Float(0), Int64(1000)), (0.25, 750), (1, 0)] {
        try test.camera.setFocusModeLocked(lensPosition: position, completionHandler: nil)
        #expect(test.driver.value(.focusAbsolute) == value)
        #expect(test.camera.lensPosition == position)
      }
      #expect(test.driver.value(.continuousAutoFocus) == 0)
      #expect(test.camera.focusMode == .locked)
      #expect(
        try CameraUnderTest.reason { try test.camera.setFocusModeLocked(lensPosition: 1.5, completionHandler: nil) }
          == .outOfRange(.lensPosition, 1.5, 0...1))
      let fixed = try CameraUnderTest()
      try fixed.camera.lockForConfiguration()
      #expect(
        try CameraUnderTest.reason { try fixed.camera.setFocusMode(.autoFocus) }
          == .modeNotSupported("autoFocus focus mode"))
    }
  }

  @Suite(.virtualTime) struct SettingsOfACamera {
    @Test(arguments: [true, false]) func `are restored, whatever was set between`(automatic: Bool) throws {
      let test = try CameraUnderTest(
        .webcam(automatic: true) { state in
          state.controls[.autoWhiteBalance]?.value = automatic ? 1 : 0
          state.controls[.redBalance]?.value = 400
          if !automatic { state.controls[.autoExposure]?.value = 1 }
        })
      let camera = test.camera
      let found = test.driver.with { $0.controls.mapValues(\.value) }
      let (mode, gains) = (camera.whiteBalanceMode, camera.deviceWhiteBalanceGains)
      let settings = try camera.currentSettings()
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceModeLocked(with: .init(redGain: 3, greenGain: 1, blueGain: 2), completionHandler: nil)
      try camera.setExposureModeCustom(duration: .milliseconds(1), iso: 200, completionHandler: nil)
      try camera.setFocusModeLocked(lensPosition: 0, completionHandler: nil)
      try camera.restore(settings)
      let now = test.driver.with { $0.controls.mapValues(\.value) }
      for (control, value) in settings.values { #expect(now[control] == value, "\(control)") }
      // The camera does not set what is the device's own while it is automatic.
      if !automatic { #expect(now.filter { $0.key != .focusAbsolute } == found.filter { $0.key != .focusAbsolute }) }
      #expect(camera.whiteBalanceMode == mode)
      #expect(camera.deviceWhiteBalanceGains == gains)
      #expect(camera.focusMode == .continuousAutoFocus)
    }

    @Test func `a bias and a point of interest that were set meanwhile stay`() throws {
      let camera = try CameraUnderTest(.webcam()).camera
      let settings = try camera.currentSettings()
      try camera.lockForConfiguration()
      try camera.setExposureTargetBias(1, completionHandler: nil)
      let point = try MeteringPoint(x: 0.25, y: 0.75)
      try camera.setExposurePointOfInterest(point)
      try camera.restore(settings)
      #expect(camera.exposureTargetBias == 1)
      #expect(camera.exposurePointOfInterest == point)
      let successor = try Camera(camera, profile: .unknown)
      #expect(successor.exposureTargetBias == 1)
      #expect(successor.exposurePointOfInterest == point)
    }

    @Test func `manual values are restored when the automatic mode before them is off again`() throws {
      let test = try CameraUnderTest(
        .webcam(automatic: true) {
          $0.controls[.autoExposure]?.value = 1
          $0.controls[.continuousAutoFocus]?.value = 0
          $0.controls[.redBalance]?.value = 400
        })
      let camera = test.camera
      let found = test.driver.with { $0.controls.mapValues(\.value) }
      let settings = try camera.currentSettings()
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      try camera.setExposureMode(.continuousAutoExposure)
      try camera.setFocusMode(.continuousAutoFocus)
      // Where the device's own modes have come to.
      test.driver.with {
        for id in [ControlID.redBalance, .exposureAbsolute, .focusAbsolute] { $0.controls[id]?.value = 64 }
      }
      try camera.restore(settings)
      #expect(test.driver.with { $0.controls.mapValues(\.value) } == found)
    }

    @Test func `what fails does not keep the rest from being restored`() throws {
      let test = try CameraUnderTest(.webcam())
      let settings = try test.camera.currentSettings()
      test.driver.with {
        $0.controls[.gain]?.value = 100
        $0.controls[.blueBalance]?.value = 999
        $0.controls[.redBalance]?.failure = .ioError
      }
      let error = #expect(throws: CameraError.self) { try test.camera.restore(settings) }
      #expect(error?.description.contains("(EIO)") == true, "\(String(describing: error))")
      #expect(test.driver.value(.blueBalance) == 256)
      #expect(test.driver.value(.gain) == 16)
    }

    @Test func `options that make no sense are refused by name`() throws {
      func refused(_ change: (inout CameraOptions) -> Void) throws -> String? {
        let error = try #require(throws: CameraError.self) { try CameraUnderTest { change(&$0) } }
        guard case .option(let name, _, _) = error.reason else { return nil }
        return name
      }
      for timeout in [Duration.zero, .seconds(-1), .seconds(1e9)] {
        #expect(try refused { $0.frameTimeout = timeout } == "frame timeout in seconds")
      }
      for aperture in [-2, 0, .nan] as [Float] {
        #expect(try refused { $0.lensAperture = aperture } == "lens aperture")
      }
      let levels = try SampleLevels(black: 64, white: 1023)
      let depth = try #require(throws: CameraError.self) { try CameraUnderTest { $0.levels = levels } }
      guard case .levels = depth.reason else {
        Issue.record("\(depth)")
        return
      }
      for baseISO in [-100, 0, .nan, .infinity] as [Double] {
        #expect(try refused { $0.baseISO = baseISO } == "base ISO")
      }
      #expect(try refused { $0.pipelineDelay = -1 } == "pipeline delay")
    }

    @Test func `a duration of nothing is out of every range`() throws {
      let test = try CameraUnderTest(
        .balanced { $0.controls[.exposureAbsolute] = .init(range: 1...Int64(Int32.max), value: 156) })
      try test.camera.lockForConfiguration()
      let error = #expect(throws: CameraError.self) {
        try test.camera.setExposureModeCustom(duration: .zero, iso: Camera.currentISO, completionHandler: nil)
      }
      guard case .outOfRange(.exposureDuration, 0, _)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(test.driver.value(.exposureAbsolute) == 156)
    }

    @Test func `a camera without controls has no custom exposure, not of the moment either`() throws {
      let camera = try CameraUnderTest().camera
      try camera.lockForConfiguration()
      let error = #expect(throws: CameraError.self) {
        try camera.setExposureModeCustom(
          duration: Camera.currentExposureDuration, iso: Camera.currentISO, completionHandler: nil)
      }
      #expect(error?.reason == .notSupported(.exposureDuration))
    }

    @Test func `a driver whose lines would take longer than time can tell has no durations`() throws {
      let camera = try CameraUnderTest(
        .balanced {
          $0.controls[.exposure] = .init(range: 1...Int64.max, value: .max, type: V4L2_CTRL_TYPE_INTEGER64)
          $0.controls[.pixelRate] = .init(range: 1...Int64.max, value: 1, type: V4L2_CTRL_TYPE_INTEGER64)
          $0.controls[.horizontalBlanking] = .init(range: 0...Int64.max, value: .max, type: V4L2_CTRL_TYPE_INTEGER64)
        }
      ).camera
      #expect(camera.exposureDurationRange == nil)
      #expect(camera.exposureDuration == nil)
    }
  }
#endif
