import GrayCard
import Metering
import Testing

/// The complete text of every error and reason of Metering. Other tests compare the values themselves.
@Suite struct MessagesTests {
  @Test(arguments: [
    (
      MeteringError.pointOutsideFrame(x: -0.5, y: 0.25),
      "the point -0.5, 0.25 is outside the frame; x and y must be 0 to 1, from the top left"
    ),
    (
      .lockDurationNotANumber, "the duration of the lock is not a number; give seconds, or 0 to lock for good"
    ),
    (
      .timeLimitOutOfRange(.infinity),
      "a time limit of inf s in the meter's settings is not valid; it must be 0.0 to 1000000.0 s"
    ),
    (
      .exposureTargetOutOfRange(1),
      "an exposure target of 1.0 in the meter's settings is not valid; it must be above 0 and below 1"
    ),
    (
      .thresholdOutOfRange("ratioError", -1),
      "ratioError of -1.0 in the meter's settings is not valid; it must be above 0"
    ), (.nothingToMeter, "nothing was asked for; ask for at least one of exposure, focus and white balance"),
  ])
  func `an error says what would be right`(error: MeteringError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [
    (MeteringReason.notMetered, "not metered yet"), (.unsupported, "the device has no control for it"),
    (.deviceFailed, "the device failed"), (.leftToCamera, "left to the camera's automatic mode"),
    (.refused([.clipped, .tooDark]), "the card is refused: clipped, too-dark"),
    (.unsteady, "the light or the scene changes faster than it can be measured"),
    (.noisy, "the frames are too noisy"), (.exposureAtLimit, "the device's exposure is at its limit"),
    (.noContrast, "no position of the lens is sharper than the others"),
    (.noFrames, "no frames that could be trusted"), (.timedOut(5, nil), "not done within 5.0 s"),
    (.timedOut(5, .noisy), "not done within 5.0 s: the frames are too noisy"), (.cancelled, "the scan was cancelled"),
  ])
  func `a reason says what is in the way`(reason: MeteringReason, text: String) {
    #expect(reason.description == text)
  }
}
