import RawFrames
import TestSupport
import Testing
import WhiteBalance

@testable import GrayCard

@Suite struct PhotonTransferLineTests {
  /// The noise of channels that see light above a pedestal of 100, with black stated as 0 and no read noise. The
  /// samples are rounded to multiples of the step.
  @Test(arguments: [1.0, 4, 12]) func `the pedestal is where noise without its rounding vanishes`(
    step: Double
  ) throws {
    let noise = BayerValues<TemporalNoise?> { channel in
      let mean = [300.0, 900, 880, 450][channel.rawValue]
      return TemporalNoise(
        mean: mean, variance: (mean - 100) / 4 + step * step * SampleRounding.variance, degreesOfFreedom: 1e5)
    }
    let line = try #require(
      PhotonTransferLine(
        noise, levels: SampleLevels(black: 0, white: 1023), step: step,
        appliedGains: WhiteBalanceGains(red: 1, green: 1, blue: 1)))
    #expect(Tolerance.normalEquations.allows(abs(line.leastPedestal / 100 - 1)), "\(line.leastPedestal)")
  }

  /// The darkest channel has a variance of 50 before rounding, a fifth of a squared step.
  @Test func `noise that may hide in the rounding tells no pedestal`() throws {
    let noise = BayerValues<TemporalNoise?> { channel in
      let mean = [300.0, 900, 880, 450][channel.rawValue]
      return TemporalNoise(
        mean: mean, variance: (mean - 100) / 4 + 16 * 16 * SampleRounding.variance, degreesOfFreedom: 1e5)
    }
    #expect(
      PhotonTransferLine(
        noise, levels: try SampleLevels(black: 0, white: 1023), step: 16,
        appliedGains: WhiteBalanceGains(red: 1, green: 1, blue: 1)) == nil)
  }
}
