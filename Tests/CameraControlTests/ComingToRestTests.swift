#if os(Linux)
  @testable import CameraControl
  import CameraDevices
  import Testing
  import WhiteBalance

  /// When what a device changes by itself has come to rest.
  @Suite struct ComingToRest {
    @Test func `rest is ten frames within reach of the first`() {
      var detector = RestDetector()
      // The reach is a binary fraction, and its end belongs to it.
      let values = [8.0, 1, 1.25, 1, 0.75, 1, 1.25, 1, 0.75, 1, 1.25, 1, 1.5]
      let found = values.map { detector.isAtRest($0, within: 0.25) }
      #expect(found == values.indices.map { $0 == 11 })
    }

    @Test func `a slow way is no rest`() {
      var detector = RestDetector()
      let found = (0..<1000).map { detector.isAtRest(Double($0) * 0.1, within: 0.5) }
      #expect(!found.contains(true))
    }
  }

  /// The steps of this library's own automatic white balance.
  @Suite struct WayOfAutomaticBalance {
    private static func gains(_ gain: Double, _ isBlue: Bool) -> WhiteBalanceGains {
      WhiteBalanceGains(red: isBlue ? 1 : gain, green: 1, blue: isBlue ? gain : 1)
    }

    @Test(arguments: [false, true])
    func `a step goes half of a long way, in stops, and the whole of a short one`(isBlue: Bool) {
      var automatic = AutomaticBalance()
      let first = automatic.step(from: Self.gains(1, isBlue), to: Self.gains(4, isBlue))
      #expect(first == Self.gains(2, isBlue))
      let second = automatic.step(from: Self.gains(2, isBlue), to: Self.gains(2.1, isBlue))
      #expect(second == Self.gains(2.1, isBlue))
    }

    @Test(arguments: [false, true])
    func `it is at rest after four frames, and left there until it is clearly off`(isBlue: Bool) {
      var automatic = AutomaticBalance()
      let settled = (1...4).map { _ in
        _ = automatic.step(from: Self.gains(2, isBlue), to: Self.gains(2, isBlue))
        return automatic.isSettled
      }
      #expect(settled == [false, false, false, true])
      // By 1 %, which would be followed on the way.
      let near = automatic.step(from: Self.gains(2, isBlue), to: Self.gains(2.02, isBlue))
      #expect(near == nil)
      let far = automatic.step(from: Self.gains(2, isBlue), to: Self.gains(2.06, isBlue))
      #expect(far == Self.gains(2.06, isBlue) && !automatic.isSettled)
      let onTheWay = automatic.step(from: Self.gains(2, isBlue), to: Self.gains(2.02, isBlue))
      #expect(onTheWay == Self.gains(2.02, isBlue))
    }
  }

  /// A mode that a caller sets while the camera's own automatic mode is at work.
  @Suite(.virtualTime) struct ModesThatChangeMeanwhile {
    @Test func `what automatic balance found in one mode is not set in another`() throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.lockForConfiguration()
      let found = WhiteBalanceGains(red: 2, green: 1, blue: 2)
      typealias Mode = CameraControl.Camera.WhiteBalanceMode
      let changes: [(before: Mode, now: Mode)] = [
        (.continuousAutoWhiteBalance, .autoWhiteBalance), (.autoWhiteBalance, .continuousAutoWhiteBalance),
        (.autoWhiteBalance, .locked),
      ]
      for (before, now) in changes {
        try camera.setWhiteBalanceMode(now)
        let count = test.driver.with { $0.setCount }
        camera.setAutomatically(found, in: before, then: before)
        #expect(camera.whiteBalanceMode == now && test.driver.with { $0.setCount } == count)
      }
      try camera.setWhiteBalanceMode(.autoWhiteBalance)
      camera.setAutomatically(found, in: .autoWhiteBalance, then: .locked)
      #expect(camera.whiteBalanceMode == .locked && test.driver.value(.redBalance) == 512)
    }
  }
#endif
