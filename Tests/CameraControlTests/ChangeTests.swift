// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import TestSupport
  import Testing
  import WhiteBalance

  /// Several settings at once are made all, or none.
  @Suite(.virtualTime) struct ChangeTests {
    typealias Camera = CameraControl.Camera

    let device = SimulationInVirtualTime.small()

    private static let watched: [ControlID] = [.autoWhiteBalance, .redBalance, .blueBalance, .exposureAbsolute, .gain]

    private func values() throws -> [Int64] { try Self.watched.map { try device.simulated.value(of: $0) } }

    private func control(_ id: ControlID) throws -> CaptureControl { try #require(try device.control(id)) }

    private var change: CameraChange {
      var change = CameraChange()
      (change.gains, change.iso) = (Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5), 200)
      return change
    }

    /// A control that has no gain of 2 after balances were set fails the second part of the change.
    private func failure(wayBack isOpen: Bool) throws -> CameraError {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      device.failSetting(.gain, count: 1)
      // Set for the change, and once for the way back.
      if !isOpen { device.failSetting(.redBalance, count: 1, after: 1) }
      return try #require(throws: CameraError.self) { try camera.make(change) }
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
      #expect("\(error)".contains("does not answer; the camera is not as it was, for 0x0098090e"))
      #expect(try values() != before)
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
