import CameraControl
import Testing

/// The texts of faults of calibrations, whose numbers are measured.
@Suite struct MessagesTests {
  @Test(arguments: [
    (
      "\(GainCalibrationFault.exposure(0.00039845644308202983))",
      "the middle of the frame is at 0.04 % of its range, and no exposure makes it 0.5 % to 70.0 %; show an even surface in "
        + "other light"
    ),
    (
      "\(PipelineDelayFault.exposure(0.00039845644308202983))",
      "the middle of the frame is at 0.04 % of its range, and no exposure makes it 5.0 % to 40.0 %; show an even surface in "
        + "other light"
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
  ]) func `a fault tells what was measured in as many digits as people read, and the bounds in force`(
    text: String, expected: String
  ) {
    #expect(text == expected)
  }
}
