#if os(Linux)
  import Foundation
  import RawFrames
  import TestSupport
  import Testing
  import VideoCapture

  /// The pixels of the rig's UVC camera, against the arithmetic that they are to follow.
  @Suite(.inGuest) struct SensorInGuest {
    private typealias Control = RigCamera.Control

    /// Holds the card's means against what they must be.
    private func expect(_ card: [Double], toBe truth: [Double], within tolerance: Tolerance = .cardMean) {
      for (mean, value) in zip(card, truth) {
        #expect(tolerance.allows(abs(mean - value) / value), "the card is \(card) and should be \(truth)")
      }
    }

    @Test func `the card's samples and their noise are those of the light`() throws {
      try RigCamera.with { camera in
        let state = try camera.perform(.light(red: 0.1, green: 0.2, blue: 0.15))
        for size in [FrameSize(width: 320, height: 240), FrameSize(width: 640, height: 480)] {
          for code in ["RGGB", "RG16", "pRAA"] {
            var running = try RunningCamera(camera, format: code, size: size)
            try checkNoise(of: running.nextFrame(), state)
          }
        }
      }
    }

    private func checkNoise(of captured: CapturedFrame, _ state: RigCamera.State) throws {
      let bits = captured.frame.format.bitsPerSample
      let truth = state.card(bits: bits)
      // Electrons of a well of 10 000, read with a noise of 3; the samples are rounded.
      let electron = Double(1 << bits - 1) * 15 / 16 / 1e4
      for (channel, index) in zip(BayerChannel.allCases, [0, 1, 1, 2]) {
        let moments = captured.cardMoments[channel]
        let variance = (state.light[index] * 1e4 + 3 * 3) * electron * electron + 1 / 12.0
        let error = (variance / Double(moments.count)).squareRoot()
        let format = captured.frame.format.fourCC
        #expect(Tolerance.cardInStandardErrors.allows(abs(moments.mean - truth[index]) / error), "\(format) \(channel)")
        let measured = try #require(moments.variance)
        #expect(Tolerance.cardVariance.allows(abs(measured / variance - 1)), "\(format) \(channel)")
      }
    }

    @Test func `exposure and gain scale the light until it clips`() throws {
      try RigCamera.with { camera in
        var running = try RunningCamera(camera)
        for exposure: Int32 in [20, 78, 312, 5000] {
          let card = try running.card(with: Control.exposure, at: exposure)
          expect(card, toBe: try camera.perform(.tellState).card(bits: 16))
        }
        try running.node.set(Control.exposure, to: 78)
        for gain: Int32 in [16, 40, 200] {
          let card = try running.card(with: Control.gain, at: gain)
          expect(card, toBe: try camera.perform(.tellState).card(bits: 16))
        }
      }
    }

    @Test func `balances scale red and blue, of clipped light too`() throws {
      try RigCamera.with { camera in
        var running = try RunningCamera(camera)
        for exposure: Int32 in [156, 5000] {
          try running.node.set(Control.exposure, to: exposure)
          for balance: Int32 in [64, 200, 256, 512, 1024] {
            try running.node.set(Control.redBalance, to: balance)
            let card = try running.card(with: Control.blueBalance, at: 1088 - balance)
            let state = try camera.perform(.tellState)
            #expect(state.redBalance == balance && state.blueBalance == 1088 - balance)
            expect(card, toBe: state.card(bits: 16))
          }
        }
      }
    }

    @Test func `the light may change while the camera runs, and the next frame shows it`() throws {
      try RigCamera.with { camera in
        var running = try RunningCamera(camera)
        for light in [RigCamera.Command.light(red: 0.3, green: 0.2, blue: 0.05), .level(2), .lamp(temperature: 3000)] {
          let before = try running.nextFrame().card
          let state = try camera.perform(light)
          var frame = try running.nextFrame()
          while frame.sequence < state.frame {
            expect(frame.card, toBe: before)
            frame = try running.nextFrame()
          }
          #expect(frame.sequence == state.frame)
          expect(frame.card, toBe: state.card(bits: 16))
          #expect(abs(frame.card[0] / before[0] - 1) > 0.1)
        }
      }
    }

    @Test func `a lamp's light is a blackbody's in three narrow bands`() throws {
      try RigCamera.with { camera in
        let radiationConstant = 1.4388e7  // c2 in nm K
        for temperature in [2000.0, 3200, 6500] {
          let powers = zip([600.0, 540, 460], [0.5, 1, 0.7]).map { wavelength, neutral in
            neutral * (exp(radiationConstant / wavelength / 5000) - 1)
              / (exp(radiationConstant / wavelength / temperature) - 1)
          }
          let light = try camera.perform(.lamp(temperature: temperature)).light
          for (power, value) in zip(powers, light) {
            #expect(Tolerance.printedLight.allows(abs(value / light[1] - power / powers[1])))
          }
        }
      }
    }

    @Test func `the temperature control makes the light of its temperature neutral`() throws {
      try RigCamera.with { camera in
        var running = try RunningCamera(camera)
        for temperature in [2500, 3200, 5000, 7500] {
          try camera.perform(.lamp(temperature: Double(temperature)))
          let card = try running.card(with: Control.temperature, at: Int32(temperature))
          let black = 65535 / 16.0
          expect(
            [card[0] - black, card[2] - black], toBe: [card[1] - black, card[1] - black], within: .roundedBalance)
        }
      }
    }

    @Test func `the background is sharpest at the scene's distance`() throws {
      try RigCamera.with { camera in
        try camera.perform(.distance(300))
        var running = try RunningCamera(camera)
        var contrasts: [Double] = []
        for focus: Int32 in [0, 200, 280, 300, 320, 400, 1023] {
          try running.node.set(Control.focus, to: focus)
          contrasts.append(try running.settledFrame().backgroundContrast)
        }
        let (nearer, farther): ([Double], [Double]) = (Array(contrasts.prefix(4)), Array(contrasts.suffix(4)))
        #expect(nearer == nearer.sorted())
        #expect(farther == farther.sorted(by: >))
        #expect(contrasts[3] > 4 * contrasts[0])
      }
    }

    @Test func `flicker at 100 Hz shows, but not in an exposure of a whole period`() throws {
      try RigCamera.with { camera in
        try camera.perform(.flicker(0.5))
        var running = try RunningCamera(camera)
        for (exposure, isSteady): (Int32, Bool) in [(100, true), (30, false)] {
          try running.node.set(Control.exposure, to: exposure)
          let first = try running.settledFrame().card[1]
          let others = try (running.nextFrame().card[1], running.nextFrame().card[1])
          let swing = max(first, others.0, others.1) / min(first, others.0, others.1) - 1
          // Three frames of 1/30 s stand a third of a period apart.
          #expect(isSteady ? Tolerance.cardMean.allows(swing) : swing > 0.1, "exposure \(exposure): \(swing)")
        }
      }
    }
  }
#endif
