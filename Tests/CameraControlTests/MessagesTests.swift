import CameraControl
import CameraDevices
import Metering
import RawFrames
import Testing
import WhiteBalance

/// The complete text of every error of CameraControl. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  private static let reasons: [(CameraError.Reason, String)] = [
    (
      .option("base ISO", -100, 0.001...1_000_000),
      "the base ISO of -100.0 in the camera's options is not valid; it must be 0.001 to 1000000.0"
    ),
    (
      .gainLaw(.proportional(one: 0)),
      "the gain law 'proportional:0.0' in the camera's options is not valid; its number must be above 0 and finite, or its "
        + "points two or more with rising codes and gains"
    ), (.unplugged, "the camera was unplugged or its driver removed; open it again once it is back"),
    (.device(.failed("the device's words")), "the device's words"),
    (.notLockedForConfiguration, "not locked for configuration; call lockForConfiguration() first"),
    (.notRunning, "the camera is not running; call startRunning() first"),
    (
      .noFrame(within: .seconds(2)),
      "no frame whose settings are known came within 2.0 seconds; the camera hangs, or its settings keep changing, by its own "
        + "automatic modes or by another program; lock its exposure and white balance"
    ),
    (
      .noFrame(within: .seconds(2), cause: .intrusion(.testPattern)),
      "no frame that can be measured came within 2.0 seconds, because a test pattern is on; switch it off"
    ),
    (
      .noFrame(within: .seconds(2), cause: .intrusion(.automaticWhiteBalance)),
      "no frame that can be measured came within 2.0 seconds, because automatic white balance is on; switch it off"
    ),
    (
      .noFrame(within: .seconds(2), cause: .damaged(.damagedFrames("the device's words"))),
      "no whole frame came within 2.0 seconds; the last that the device said: the device's words"
    ),
    (
      .noFrame(within: .seconds(2), cause: .levels(.invalidLevels(black: 9, white: 8))),
      "no frame that fits the camera's levels came within 2.0 seconds: "
        + RawFrameError.invalidLevels(black: 9, white: 8).description
    ),
    (
      .noFrame(within: .seconds(2), cause: .settings(.failed("the device's words"))),
      "no frame whose settings are known came within 2.0 seconds, because the device does not report them: the device's words"
    ), (.monochrome(PixelFormat.y10.fourCC), "the format Y10 has no colours; white balance needs a Bayer format"),
    (
      .levels(.invalidLevels(black: 9, white: 8)), RawFrameError.invalidLevels(black: 9, white: 8).description
    ),
    (
      .gainsOutOfRange(.init(redGain: 5, greenGain: 1, blueGain: 2), maximum: 4),
      "the gains (red 5.0, green 1.0, blue 2.0) are outside 1 to 4; divide them by the least, and put 4 for what is "
        + "then larger, or choose another light"
    ), (.chromaticityOutOfRange(.init(x: 1.5, y: 0)), "x 1.5, y 0.0: both must be within 0 to 1"),
    (.conversion(.invalidMaximumGain(0.5)), WhiteBalanceError.invalidMaximumGain(0.5).description),
    (.noProfile, "the camera has no profile, which alone tells a light's gains; open the camera with its profile"),
    (.modeNotSupported("automatic focus"), "the camera has no automatic focus"),
    (
      .outOfRange(.exposureDuration, 1, 1e-4...0.5),
      "the exposure duration of 1.0 s is outside the camera's 0.0001 to 0.5 s"
    ), (.outOfRange(.iso, 50, 100...200), "the ISO of 50.0 is outside the camera's 100.0 to 200.0"),
    (.notSupported(.lensPosition), "the camera has no control for its lens position"),
    (.calibration(.noControl), BalanceCalibrationFault.noControl.description),
    (.gainCalibration(.noControl), GainCalibrationFault.noControl.description),
    (.pipelineDelay(.noControl), PipelineDelayFault.noControl.description),
    (.bracketCount(10, maximum: 9), "a bracket of 10 frames; it must have 1 to 9"),
    (.mixedBracket, "a bracket is by exposures or by biases, not by both"),
    (.occupied, "the camera takes a bracket or is being measured; wait until that has ended"),
    (.cancelled, "what was waited for was cancelled"),
    (
      .notRestored(after: .notRunning, .cancelled),
      "the camera is not running; call startRunning() first; the camera is not as it was, for what was waited for was "
        + "cancelled"
    ),
  ]

  @Test func `an error of a camera begins with its name and tells what would have been right`() {
    for (reason, text) in Self.reasons {
      #expect(CameraError(device: "/dev/video7", reason: reason).description == "/dev/video7: \(text)")
    }
  }

  @Test(arguments: [
    (
      CameraMeterError.camera(CameraError(device: "/dev/video7", reason: .cancelled)),
      "/dev/video7: what was waited for was cancelled"
    ), (.metering(.timeLimitOutOfRange(-1)), MeteringError.timeLimitOutOfRange(-1).description),
    (
      .notSupported([.exposure, .focus]),
      "the camera cannot be set in exposure, focus; leave it out, or do not ask for an error"
    ),
    (
      .notConverged([.whiteBalance: .notMetered, .exposure: .unsupported]),
      "the scan did not converge: exposure, \(MeteringReason.unsupported); white balance, \(MeteringReason.notMetered)"
    ), (.unknownSurface("main", known: ["preview", "side"]), "no preview is called 'main'; there is preview, side"),
    (.cancelled, "the scan was cancelled"),
    (.superseded, "another scan, a lock or an unlock took the place of this one"),
  ]) func `a meter tells why a scan did not end well`(error: CameraMeterError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [
    ("\(BalanceCalibrationFault.tooFewPoints(1))", "a balance curve of 1 points; it needs at least 2"),
    (
      "\(BalanceCalibrationFault.point(.init(value: 256, gain: 0)))",
      "a balance curve has a gain of 0.0 at 256.0; both must be finite, and the gain above 0"
    ),
    (
      "\(BalanceCalibrationFault.notMonotone(.init(value: 256, gain: 1), .init(value: 512, gain: 1)))",
      "a balance curve has a gain of 1.0 at 256.0 and of 1.0 at 512.0; its values must rise, and its gains all rise or all "
        + "fall"
    ),
    (
      "\(BalanceCalibrationFault.noControl)",
      "the camera has no control of white balance to calibrate; its gains are applied in software"
    ),
    (
      "\(BalanceCalibrationFault.exposure(usable: 3))",
      "only 3 of the steps can be used: the middle of the frame is clipped or dark at the others; show an even gray "
        + "surface, and expose it to about a quarter"
    ), ("\(GainCalibrationFault.noControl)", "the camera has no control of gain to calibrate"),
    (
      "\(GainCalibrationFault.notRising)",
      "the gains that were measured do not rise with their codes; show an even surface in steady light"
    ),
    (
      "\(GainCalibrationFault.fewCodes(2))",
      "the control of gain has only 2 codes, and a law needs 3 or more; the driver's range and step tell the codes"
    ),
    (
      "\(PipelineDelayFault.noControl)",
      "the camera has no control of exposure, by whose steps the delay could be measured"
    ),
    (
      "\(PipelineDelayFault.noChange(frames: 8))",
      "a step of exposure or gain was not seen within 8 frames; end other programs that set the camera, and show an even "
        + "surface"
    ),
  ]) func `a calibration tells what kept it from ending`(text: String, expected: String) { #expect(text == expected) }

  @Test(arguments: [
    (
      "\(GainCalibrationFault.exposure(0.00039845644308202983))",
      "the middle of the frame is at 0.04 % of its range, and no exposure makes it at least 0.5 %; show an even surface in "
        + "more light"
    ),
    (
      "\(GainCalibrationFault.exposure(1))",
      "the middle of the frame is at 100.0 % of its range at a high gain, and no exposure makes it at most 70.0 %; show an "
        + "even surface in less light"
    ),
    (
      "\(PipelineDelayFault.exposure(0.00039845644308202983))",
      "the middle of the frame is at 0.04 % of its range, and no exposure makes it 5.0 % to 40.0 %; show an even surface in "
        + "more light"
    ),
    (
      "\(PipelineDelayFault.exposure(1))",
      "the middle of the frame is at 100.0 % of its range, and no exposure makes it 5.0 % to 40.0 %; show an even surface "
        + "in less light"
    ),
    (
      "\(PipelineDelayFault.framesLost(shownAfter: 14))",
      "a step of exposure or gain was first seen after 14 frames, because frames were lost each time; end other programs "
        + "that keep the machine busy"
    ),
    (
      "\(GainCalibrationFault.unsteady(1.2345678901234567))",
      "the light changed by a factor of 1.23 while the gain was calibrated; use a steady one"
    ),
    (
      "\(PipelineDelayFault.unsteady(0.81234567890123456))",
      "the light changed by a factor of 0.812 while the delay was measured; use a steady one"
    ),
    (
      "\(BalanceCalibrationFault.unsteady(12.345678901234567))",
      "the light changed by a factor of 12.3 while the balance was calibrated; use a steady one"
    ),
    (
      "\(BalanceCalibrationFault.noRatios)",
      "the middle of the frame is clipped or dark at the default values of the controls; show an even gray surface, and "
        + "expose it to about a quarter"
    ),
  ]) func `a fault tells what was measured in as many digits as people read, and the bounds in force`(
    text: String, expected: String
  ) {
    #expect(text == expected)
  }
}
