#if os(Linux)
  import TestSupport
  import Testing
  import VideoCapture

  /// The controls of the rig's UVC camera, as the kernel's uvcvideo serves them.
  @Suite(.inGuest) struct ControlsInGuest {
    private typealias Control = RigCamera.Control

    @Test func `a control takes effect after the delay that was set, and not before`() throws {
      try RigCamera.with { camera in
        for delay in [0, 2, 5] {
          try camera.perform(.delay(frames: delay))
          var running = try RunningCamera(camera)
          let before = try running.card(with: Control.exposure, at: 156)[1]
          try running.node.set(Control.exposure, to: 312)
          let state = try camera.perform(.tellState)
          var frame = try running.nextFrame()
          while frame.card[1] < 1.2 * before { frame = try running.nextFrame() }
          // The frame that was to come, or one before it, where a frame began between the two calls.
          let first = state.frame + UInt32(delay)
          #expect(frame.sequence == first || frame.sequence == first - 1)
        }
      }
    }

    @Test(
      arguments: [
        ([], []),
        ([.temperature], [Control.autoWhiteBalance, Control.temperature]),
        ([.balance], [Control.autoWhiteBalance, Control.redBalance, Control.blueBalance]),
        ([.exposure, .gain], [Control.autoExposure, Control.exposure, Control.gain]),
        ([.focus], [Control.focus, Control.continuousFocus]),
      ] as [(Set<RigCamera.Controls>, Set<UInt32>)])
    func `a camera has the controls that it was made with`(
      controls: Set<RigCamera.Controls>, expected: Set<UInt32>
    ) throws {
      try RigCamera.with(controls) { camera in
        let node = try VideoNode(camera.path)
        let all = [
          Control.autoWhiteBalance, Control.redBalance, Control.blueBalance, Control.temperature, Control.gain,
          Control.autoExposure, Control.exposure, Control.focus, Control.continuousFocus,
        ]
        #expect(Set(all.filter { (try? node.value(of: $0)) != nil }) == expected)
      }
    }

    @Test(arguments: [Set<RigCamera.Controls>([.balance]), [.balance, .temperature]])
    func `automatic white balance converges, and manual control is refused until it is off`(
      controls: Set<RigCamera.Controls>
    ) throws {
      try RigCamera.with(controls) { camera in
        try camera.perform(.light(red: 0.1, green: 0.2, blue: 0.15))
        var running = try RunningCamera(camera)
        try running.node.set(Control.autoWhiteBalance, to: 1)
        let start = try camera.perform(.tellState).frame
        let early = try camera.perform(.tellState).redBalance
        let other = controls.contains(.temperature) ? Control.temperature : Control.redBalance
        let refusal = #expect(throws: VideoNode.Failure.self) { try running.node.set(other, to: 5000) }
        #expect(refusal?.description.hasSuffix("Permission denied") == true)
        let frame = try running.frame(start + 16 + 2)
        // 2 and 4/3, a hundredth of the way left.
        let state = try camera.perform(.tellState)
        #expect(early < 440)
        #expect(Tolerance.automaticBalance.allows(abs(Double(state.redBalance) - 512)))
        #expect(Tolerance.automaticBalance.allows(abs(Double(state.blueBalance) - 256 * 4 / 3.0)))
        // The first read gives the value that uvcvideo took down when automatic white balance was switched on.
        _ = try running.node.value(of: Control.redBalance)
        let readBack = try running.node.value(of: Control.redBalance)
        #expect(readBack >= 504)
        #expect(Tolerance.balancedCard.allows(abs(frame.card[0] / frame.card[1] - 1)))
        try running.node.set(Control.autoWhiteBalance, to: 0)
        let red = try running.card(with: Control.redBalance, at: 256)[0]
        #expect(red < 0.8 * frame.card[0])
      }
    }

    @Test func `automatic white balance shows the light's temperature`() throws {
      try RigCamera.with([.temperature]) { camera in
        try camera.perform(.lamp(temperature: 3200))
        var running = try RunningCamera(camera)
        try running.node.set(Control.autoWhiteBalance, to: 1)
        let start = try camera.perform(.tellState).frame
        let early = try camera.perform(.tellState).temperature
        _ = try running.frame(start + 16)
        let temperature = try camera.perform(.tellState).temperature
        #expect(early > 4000)
        #expect(Tolerance.shownTemperature.allows(abs(Double(temperature) - 3200)))
      }
    }

    @Test func `automatic exposure and focus converge`() throws {
      try RigCamera.with { camera in
        try camera.perform(.level(0.3))
        try camera.perform(.distance(200))
        var running = try RunningCamera(camera)
        try running.node.set(Control.autoExposure, to: 3)
        try running.node.set(Control.continuousFocus, to: 1)
        let start = try camera.perform(.tellState).frame
        let frame = try running.frame(start + 24 + 2)
        let black = 65535 / 16.0
        #expect(Tolerance.automaticExposure.allows(abs((frame.card[1] - black) / (65535 - black) - 0.25)))
        #expect(try camera.perform(.tellState).focus == 200)
        let refusal = #expect(throws: VideoNode.Failure.self) { try running.node.set(Control.exposure, to: 100) }
        #expect(refusal?.description.hasSuffix("Permission denied") == true)
      }
    }

    @Test func `a control that the device refuses is an error of its own kind, once`() throws {
      try RigCamera.with { camera in
        let node = try VideoNode(camera.path)
        // A wrong state is EILSEQ in Linux 6.1 and EACCES in 6.12.
        let reasons: [RigCamera.Refusal: [String]] = [
          .notReady: ["Device or resource busy"],
          .wrongState: ["Invalid or incomplete multibyte or wide character", "Permission denied"],
          .outOfRange: ["Numerical result out of range"], .invalidRequest: ["Input/output error"],
          .invalidValue: ["Invalid argument"],
        ]
        for refusal in RigCamera.Refusal.allCases {
          let value = Int32(100 + refusal.rawValue)
          try camera.perform(.refuseControl(refusal))
          let failure = #expect(throws: VideoNode.Failure.self) { try node.set(Control.exposure, to: value) }
          let text = String(describing: failure)
          #expect(reasons[refusal, default: []].contains { failure?.description.hasSuffix($0) == true }, "\(text)")
          try node.set(Control.exposure, to: value)
          #expect(try camera.perform(.tellState).exposure == value)
        }
      }
    }

    @Test func `what is plugged in again has forgotten what it was set to`() throws {
      try RigCamera.with { camera in
        try VideoNode(camera.path).set(Control.gain, to: 100)
        try camera.perform(.unplug)
        let state = try camera.perform(.plug)
        #expect(state.gain == 16)
        #expect(try VideoNode(state.node).value(of: Control.gain) == 16)
      }
    }

    @Test func `a command that the camera does not understand is an error`() throws {
      try RigCamera.with { camera in
        for command in [RigCamera.Command.delay(frames: 16), .lamp(temperature: .nan), .flicker(-1)] {
          #expect(throws: RigCamera.Failure.self) { try camera.perform(command) }
        }
        try camera.perform(.tellState)
      }
    }
  }
#endif
