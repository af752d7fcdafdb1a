// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import DeviceProfiles
  import TestSupport
  import Testing
  import WhiteBalance

  /// Several settings at once are made all, or none.
  @Suite(.virtualTime) struct ChangeTests {
    typealias Camera = CameraControl.Camera
    typealias LinearGains = WhiteBalance.WhiteBalanceGains

    let device = SimulationInVirtualTime()

    private static let watched: [ControlID] = [.autoWhiteBalance, .redBalance, .blueBalance, .exposureAbsolute, .gain]

    private func values() throws -> [Int64] { try Self.watched.map { try device.simulated.value(of: $0) } }

    private func control(_ id: ControlID) throws -> CaptureControl { try #require(try device.control(id)) }

    private var change: CameraChange {
      var change = CameraChange()
      (change.balance, change.iso) = (.gains(.init(red: 2, green: 1, blue: 1.5)), 200)
      return change
    }

    /// The values are read after the mode was set, and that fails.
    @Test func `a mode that cannot be set leaves the device in the mode that the camera has`() throws {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      try camera.lockForConfiguration()
      let (balance, exposure) = (ControlID.autoWhiteBalance, ControlID.autoExposure)
      let found = (try device.simulated.value(of: balance), try device.simulated.value(of: exposure))
      device.fail(.blueBalance, count: 1)
      #expect(throws: CameraError.self) { try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance) }
      #expect(try camera.whiteBalanceMode == .locked && device.simulated.value(of: balance) == found.0)
      #expect(camera.intrusion == nil)
      device.fail(.gain, count: 1)
      #expect(throws: CameraError.self) { try camera.setExposureMode(.continuousAutoExposure) }
      #expect(try !camera.exposureMode.isAutomatic && device.simulated.value(of: exposure) == found.1)
      // And the other way.
      try camera.setExposureMode(.continuousAutoExposure)
      let automatic = try device.simulated.value(of: exposure)
      device.fail(.gain, count: 1)
      #expect(throws: CameraError.self) { try camera.setExposureMode(.locked) }
      #expect(try camera.exposureMode.isAutomatic && device.simulated.value(of: exposure) == automatic)
    }

    /// A control that has no gain of 2 after balances were set fails the second part of the change.
    private func failure(wayBack isOpen: Bool) throws -> CameraError {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      device.failSetting(.gain, count: 1)
      // Set for the change, and once for the way back.
      if !isOpen { device.failSetting(.redBalance, count: 1, after: 1) }
      return try #require(throws: CameraError.self) { try camera.make(change) }
    }

    @Test func `a light is asked for as its gains by the profile, and gains by their ratios`() throws {
      let profile = SimulatedCamera.profile
      let camera = try Camera(device: device, profile: profile)
      let light = TemperatureAndTint(temperature: 4000, tint: 5)
      let gains = try profile.characterization.gains(for: light)
      let threefold = LinearGains(red: 3 * gains.red, green: 3 * gains.green, blue: 3 * gains.blue)
      for balance: CameraChange.Balance in [.light(light), .gains(threefold)] {
        var change = CameraChange()
        change.balance = balance
        let outcomes = try camera.make(change).outcomes
        guard case .whiteBalance(let outcome, method: .balanceControls)? = outcomes.first else {
          Issue.record("\(outcomes)")
          return
        }
        let errors = [outcome.asked.red / gains.normalized.red - 1, outcome.asked.blue / gains.normalized.blue - 1]
        #expect(errors.allSatisfy { Tolerance.gainInFloat.allows(abs($0)) }, "\(outcome.asked)")
      }
    }

    @Test func `gains that no control applies, and a light without gains, are refused before anything is set`() throws {
      let before = try values()
      var change = CameraChange()
      let light = TemperatureAndTint(temperature: 500, tint: 0)
      (change.automatic, change.balance) = ([.exposure], .light(light))
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      let conversion = #expect(throws: WhiteBalanceError.self) {
        try SimulatedCamera.profile.characterization.gains(for: light)
      }
      #expect(throws: CameraError(device: device.name, reason: .conversion(try #require(conversion)))) {
        try camera.make(change)
      }
      var options = CameraOptions()
      options.balanceMethod = .software
      let bare = try Camera(device: device, profile: SimulatedCamera.profile, options: options)
      change.balance = .gains(.init(red: 2, green: 1, blue: 1.5))
      let noControl = CameraDeviceFault.refused("the camera has no control that applies gains")
      #expect(throws: CameraError(device: device.name, reason: .device(noControl))) { try bare.make(change) }
      #expect(try values() == before)
    }

    @Test func `a lens that is not there and gains out of range are refused before anything is set`() throws {
      device.takeLensAway()
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      // The device would fail first.
      device.failSetting(.autoExposure, count: 100)
      var change = CameraChange()
      (change.automatic, change.lensPosition) = ([.exposure], 0.5)
      #expect(throws: CameraError(device: device.name, reason: .notSupported(.lensPosition))) {
        try camera.make(change)
      }
      (change.lensPosition, change.balance) = (nil, .gains(.init(red: 100, green: 1, blue: 1)))
      let error = #expect(throws: CameraError.self) { try camera.make(change) }
      guard case .gainsOutOfRange? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `what a change has set before it failed is set back`() throws {
      let before = try values()
      let error = try failure(wayBack: true)
      #expect(error.reason == .device(.failed("0x00980913 does not answer")))
      #expect(try values() == before)
    }

    @Test func `a change that cannot be taken back says so`() throws {
      let before = try values()
      let error = try failure(wayBack: false)
      guard case .notRestored(.device(.failed), .device(.failed(let reason))) = error.reason else {
        Issue.record("\(error)")
        return
      }
      #expect(reason == "0x0098090e does not answer")
      #expect(try values() != before)
    }

    @Test func `a value that fails leaves the device's automatic mode on, as the camera says`() throws {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      try camera.lockForConfiguration()
      defer { camera.unlockForConfiguration() }
      try camera.setExposureMode(.continuousAutoExposure)
      try camera.setFocusMode(.continuousAutoFocus)
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      let modes: [ControlID] = [.autoExposure, .continuousAutoFocus, .autoWhiteBalance]
      let on = try modes.map { try device.simulated.value(of: $0) }
      for control: ControlID in [.exposureAbsolute, .focusAbsolute, .blueBalance] {
        device.failSetting(control, count: 1)
      }
      #expect(throws: CameraError.self) {
        try camera.setExposureModeCustom(duration: .milliseconds(5), iso: nil, completionHandler: nil)
      }
      #expect(throws: CameraError.self) { try camera.setFocusModeLocked(lensPosition: 0.3, completionHandler: nil) }
      #expect(throws: CameraError.self) {
        try camera.setWhiteBalanceModeLocked(
          with: .init(redGain: 2, greenGain: 1, blueGain: 1.5), completionHandler: nil)
      }
      #expect(try modes.map { try device.simulated.value(of: $0) } == on)
      #expect(camera.exposureMode == .continuousAutoExposure && camera.focusMode == .continuousAutoFocus)
      #expect(camera.whiteBalanceMode == .continuousAutoWhiteBalance)
    }

    @Test func `controls that are set in turn are set all, or none`() throws {
      let before = try values()
      let asked: [(control: CaptureControl, value: Int64)] = try [
        (control(.redBalance), 300), (control(.autoWhiteBalance), 1), (control(.gain), 20),
      ]
      device.failSetting(.gain, count: 1)
      let error = try #require(throws: CameraDeviceError.self) { try device.setInTurn(asked) }
      #expect(error.fault == .failed("0x00980913 does not answer"))
      #expect(try values() == before)
      device.failSetting(.gain, count: 1)
      // Switched on, and back.
      device.failSetting(.autoWhiteBalance, count: 1, after: 1)
      let stuck = try #require(throws: CameraDeviceError.self) { try device.setInTurn(asked) }
      guard case .notRestored(.failed, .failed("0x0098090c does not answer")) = stuck.fault else {
        Issue.record("\(stuck)")
        return
      }
      #expect(try device.simulated.value(of: .autoWhiteBalance) == 1)
    }
  }
#endif
