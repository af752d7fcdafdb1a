import Colorimetry
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct DeviceJudgementTests {
  let camera: MatrixCharacterization

  init() throws { camera = try MatrixCharacterization(lights: #require(Camera.all().first).lights) }

  /// A flat card under a light, its samples multiplied by gains.
  private func reading(_ light: TemperatureAndTint, times gains: SIMD3<Double> = .one) throws -> GrayCardReading {
    let response = try camera.response(to: Chromaticity(light))
    let samples = SIMD3(response.red, response.green, response.blue) * gains
    let scale = 60_000 / samples.max()
    let frame = try GrayCardEstimatorTests.frame(
      "RG16", black: BayerValues(repeating: 0), white: BayerValues(repeating: 65_535)
    ) { channel, _, _ in
      UInt16((scale * (channel == .red ? samples.x : channel == .blue ? samples.z : samples.y)).rounded())
    }
    return try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
  }

  @Test(arguments: [0.06, -0.06]) func `a light too far from the locus is refused on either side of it`(duv: Double)
    throws
  {
    let far = try reading(TemperatureAndTint(temperature: 5000, duv: duv)).judged(on: camera)
    let refusals = GrayCardEstimatorTests.refusals(far)
    #expect(refusals.map(\.code) == [.notALight])
    #expect(Tolerance.duvOfSixteenBits.allows(abs(try #require(refusals.first).value - duv)))
    let near = try reading(TemperatureAndTint(temperature: 5000, duv: 0.7 * duv)).judged(on: camera)
    #expect(GrayCardEstimatorTests.refusals(near).isEmpty)
  }

  @Test(arguments: ["duv", "temperature"]) func `a limit on lights that is no number passes none`(name: String) throws {
    var limits = GrayCardLimits()
    if name == "duv" { limits.duv = .nan } else { limits.temperature = .nan }
    let light = try reading(TemperatureAndTint(temperature: 5000, duv: 0.002))
    #expect(GrayCardEstimatorTests.refusals(light.judged(on: camera)).isEmpty)
    #expect(GrayCardEstimatorTests.refusals(light.judged(on: camera, limits: limits)).count == 1)
  }

  @Test func `gains that the device applied are taken out before the light is judged`() throws {
    let gains: SIMD3<Double> = [3, 1, 1.5]
    let applied = WhiteBalanceGains(red: gains.x, green: gains.y, blue: gains.z)
    let reading = try reading(TemperatureAndTint(temperature: 5000, duv: 0.002), times: gains)
    let judged = reading.judged(on: camera, appliedGains: applied)
    #expect(GrayCardEstimatorTests.refusals(judged).isEmpty && judged.warnings == reading.warnings)
    let unaware = reading.judged(on: camera)
    #expect(unaware.warnings != reading.warnings || !GrayCardEstimatorTests.refusals(unaware).isEmpty)
  }
}
