import Foundation
import TestSupport
import Testing
import WhiteBalanceKit

/// Values that a user keeps travel as JSON and come back as they were.
@Suite struct TravellingValuesTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: data) == value, "\(String(decoding: data, as: UTF8.self))")
  }

  @Test func `lights, gains, neutrals and what is measured of them come back to the same bits`() throws {
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: 0.1 + 0.2, green: 1, blue: 1.0 / 3),
      covariance: Matrix3x3(1e-6, 1e-8, 0, 1e-8, 2e-6, 0, 0, 0, .leastNonzeroMagnitude))
    let calibrated = MatrixCharacterization.CalibratedLight(temperature: 5003, duv: 0.001, matrix: TypicalCamera.matrix)
    let camera = try MatrixCharacterization(lights: [calibrated])
    let gains = try MeasuredGains(neutralizing: neutral)
    try roundTrip(Chromaticity(x: 1.0 / 3, y: 0.329))
    try roundTrip(UniformChromaticity(u: 0.1978, v: 0.3122))
    try roundTrip(TemperatureAndTint(temperature: 6504.34, tint: 9.62))
    try roundTrip(TristimulusValues(x: 0.95, y: 1, z: 1.09))
    try roundTrip(CIELab(lightness: 50, a: -3, b: 1e-9))
    try roundTrip(SpectralDistribution(wavelengths: [380, 500, 780], values: [0.1, 1, 1.0 / 7]))
    try roundTrip(neutral)
    try roundTrip(gains)
    try roundTrip(MeasuredLight(forNeutral: neutral, on: camera))
    try roundTrip(camera.fitted(gains.value, to: .standard, by: .nearestLight))
    try roundTrip(GainRange(maximum: 7.5))
    try roundTrip(CharacterizationUncertainty(mired: 10, duv: 0.0037, miredPerMired: 0.1, duvPerMired: 1e-5))
    try roundTrip(camera)
    try roundTrip(SampleLevels(black: 64.25, white: 1023, blackError: 0.01))
    try roundTrip(CreationDate(year: 2026, month: 11, day: 22, hour: 9, minute: 30, second: 1))
    try roundTrip(Camera.WhiteBalanceGains(redGain: 1.9, greenGain: 1, blueGain: 1 / 3))
    try roundTrip(Camera.WhiteBalanceTemperatureAndTintValues(temperature: 5003.1, tint: -0.1))
    try roundTrip(Camera.WhiteBalanceChromaticityValues(x: 0.1, y: 0.7))
  }

  @Test func `what was measured of a camera comes back as it was`() throws {
    let spectrum = try SpectralDistribution(wavelengths: [380, 780], values: [0.1, 1.0 / 3])
    try roundTrip(SpectralSensitivities(red: spectrum, green: spectrum, blue: spectrum))
    try roundTrip(
      BalanceCalibration(
        red: BalanceCurve([.init(value: 64, gain: 0.1 + 0.2), .init(value: 1023, gain: 3.9)]),
        blue: BalanceCurve([.init(value: 64, gain: 4), .init(value: 1023, gain: 1.0 / 3)])))
    for law: ImageSensor.GainLaw in [
      .hyperbolic(full: 256.1), .proportional(one: 1.0 / 3), .decibels(perCode: 0.3),
      .points([.init(code: 0, gain: 1), .init(code: 16, gain: 0.1 + 1)]),
    ] { try roundTrip(law) }
    try roundTrip(
      BlackLevel(
        value: BayerValues(red: 63.7, greenOnRedRow: 64.2, greenOnBlueRow: 64.4, blue: 65.1),
        standardError: BayerValues(repeating: 0.1), format: .rg10, width: 4, height: 2))
    try roundTrip(Region(x: 1, y: 2, width: 3, height: 4))
    try roundTrip(MeteringPoint(x: 1.0 / 3, y: 1))
    try roundTrip(FrameExposure(duration: 0.01, iso: 100))
    for format in PixelFormat.all { try roundTrip(format) }
  }

  @Test func `values that were kept are read by each later release: their keys stay`() throws {
    func keeps<Value: Codable & Equatable>(_ json: String, _ value: Value) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
      #expect(try JSONDecoder().decode(Value.self, from: Data(json.utf8)) == value)
    }
    try keeps(#"{"x":0.25,"y":0.5}"#, Chromaticity(x: 0.25, y: 0.5))
    try keeps(#"{"duv":0.0078125,"temperature":5000}"#, TemperatureAndTint(temperature: 5000, duv: 0.0078125))
    try keeps(#"{"blue":1.5,"green":1,"red":2}"#, WhiteBalanceGains(red: 2, green: 1, blue: 1.5))
    try keeps(
      #"{"blueGain":1.5,"greenGain":1,"redGain":2}"#, Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5))
    try keeps(
      #"{"temperature":5000,"tint":2}"#, Camera.WhiteBalanceTemperatureAndTintValues(temperature: 5000, tint: 2))
    try keeps(#"{"blue":0.25,"green":1,"red":0.5}"#, LinearRGB(red: 0.5, green: 1, blue: 0.25))
    try keeps(#"{"maximum":8}"#, GainRange(maximum: 8))
    try keeps(#"{"height":4,"width":3,"x":1,"y":2}"#, Region(x: 1, y: 2, width: 3, height: 4))
    try keeps(#"{"x":0.25,"y":0.5}"#, MeteringPoint(x: 0.25, y: 0.5))
    try keeps(#"{"duration":0.5,"gain":2,"iso":200}"#, FrameExposure(duration: 0.5, gain: 2, iso: 200))
    try keeps(
      #""points:0.0=1.0,16.0=2.5""#,
      .points([.init(code: 0, gain: 1), .init(code: 16, gain: 2.5)]) as ImageSensor.GainLaw)
    try keeps(
      #"{"blue":[{"gain":1,"value":2},{"gain":2,"value":4}],"red":[{"gain":2,"value":2},{"gain":1,"value":4}]}"#,
      BalanceCalibration(
        red: BalanceCurve([.init(value: 2, gain: 2), .init(value: 4, gain: 1)]),
        blue: BalanceCurve([.init(value: 2, gain: 1), .init(value: 4, gain: 2)])))
    try keeps(
      #"{"format":"RG10","height":2,"standardError":{"blue":1,"greenOnBlueRow":1,"greenOnRedRow":1,"red":1},"#
        + #""value":{"blue":64,"greenOnBlueRow":64,"greenOnRedRow":64,"red":64},"width":4}"#,
      BlackLevel(
        value: BayerValues(repeating: 64), standardError: BayerValues(repeating: 1), format: .rg10, width: 4, height: 2)
    )
    // Only a camera makes one.
    let delay = try JSONDecoder().decode(PipelineDelay.self, from: Data(#"{"exposure":2,"gain":1}"#.utf8))
    try keeps(#"{"exposure":2,"gain":1}"#, delay)
    #expect(delay.longest == 2)
    try keeps(
      #"{"covariance":[1,0,0,0,1,0,0,0,1],"value":{"blue":0.25,"green":1,"red":0.5}}"#,
      MeasuredNeutral(
        value: LinearRGB(red: 0.5, green: 1, blue: 0.25), covariance: Matrix3x3(1, 0, 0, 0, 1, 0, 0, 0, 1)))
  }

  @Test func `a profile as JSON is the profile of its ICC file`() throws {
    let path = repositoryRoot.appending(path: "Data/sample/sample.icc").path
    let profile = try DeviceProfile(contentsOf: path)
    try roundTrip(profile)
    let uncertainty = try #require(profile.uncertainty)
    #expect(
      uncertainty.errors(at: TemperatureAndTint(temperature: 5200, duv: 0.003), kind: .daylight).kind == .daylight)
    try roundTrip(uncertainty)
    try roundTrip(
      DeviceProfile(
        identity: DeviceIdentity(model: "Bench camera"),
        characterization: .matrices(
          MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)]))))
  }

  @Test func `a profile without optional facts survives an ICC file`() throws {
    let profile = try DeviceProfile(
      identity: DeviceIdentity(model: "Bench camera"),
      characterization: .matrices(
        MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])))
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).icc").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try profile.write(to: path)
    #expect(try DeviceProfile(contentsOf: path) == profile)
  }

  @Test func `numbers that the library would refuse are refused when they are read, with the reason`() throws {
    func message<Value: Decodable>(_ type: Value.Type, _ json: String) -> String {
      do {
        _ = try JSONDecoder().decode(type, from: Data(json.utf8))
        return ""
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "another error: \(error)"
      }
    }
    #expect(message(GainRange.self, #"{"maximum":0.5}"#).contains("0.5"))
    #expect(message(CharacterizationUncertainty.self, #"{"mired":-1,"duv":0}"#).contains("-1"))
    let errors = #"{"nodes":[],"edge":0,"miredPerDuv":0,"duvPerDuv":0}"#
    #expect(message(CharacterizationUncertainty.self, #"{"mired":1,"duv":0,"lights":{"any":\#(errors)}}"#) != "")
    #expect(message(CharacterizationUncertainty.self, #"{"mired":1,"duv":0,"lights":{}}"#) != "")
    #expect(message(Matrix3x3.self, "[1,2,3]").contains("9 entries"))
    #expect(message(SpectralDistribution.self, #"{"wavelengths":[500,400],"values":[1,1]}"#) != "")
    #expect(message(CreationDate.self, #""2026-02-30T00:00:00Z""#).contains("2026-02-30"))
    #expect(message(MatrixCharacterization.self, #"{"lights":[],"unitResponse":{"red":1,"green":1,"blue":1}}"#) != "")
    let four = #"{"red":9,"greenOnRedRow":9,"greenOnBlueRow":9,"blue":9}"#
    #expect(message(SampleLevels.self, #"{"black":\#(four),"white":\#(four)}"#).contains("9"))
    #expect(message(BalanceCurve.self, #"[{"value":1,"gain":1}]"#).contains("1 points"))
    #expect(message(ImageSensor.GainLaw.self, #""points:0=1""#).contains("'points:0=1' is no law"))
    #expect(message(ImageSensor.GainLaw.self, #""hyperbolic:-1""#).contains("hyperbolic:-1"))
    #expect(message(MeteringPoint.self, #"{"x":1.5,"y":0}"#).contains("1.5"))
    #expect(message(PipelineDelay.self, #"{"exposure":2,"gain":40}"#).contains("pipeline delay of 40"))
    #expect(message(PixelFormat.self, #""RG99""#).contains("RG99"))
    #expect(message(DeviceProfile.self, #"{"WhiteBalance.Version":"1"}"#).contains("Model"))
  }

  @Test func `a file that is no profile is named, with what is wrong`() {
    let missing = "/nowhere/camera.icc"
    #expect {
      _ = try DeviceProfile(contentsOf: missing)
    } throws: { error in
      "\(error)".hasPrefix("\(missing): ")
    }
    let text = repositoryRoot.appending(path: "README.md").path
    #expect {
      _ = try DeviceProfile(contentsOf: text)
    } throws: { error in
      guard case .profile = (error as? ProfileFileError)?.reason else { return false }
      return "\(error)".hasPrefix(text)
    }
  }

  @Test func `dates are in the order of time`() throws {
    let dates = try [
      CreationDate(year: 2026, month: 9, day: 30), CreationDate(year: 2026, month: 11, day: 2),
      CreationDate(year: 2026, month: 11, day: 2, second: 1),
    ]
    #expect(dates.shuffled().sorted() == dates)
  }

  @Test func `an app's test makes a scene and a frame without a camera`() throws {
    let scene = CameraScene(
      exposure: MeteredQuantity(status: .locked, reason: nil, value: 0.5, lockExpiry: 6),
      focus: MeteredQuantity(status: .diverged, reason: .noContrast))
    #expect(scene.status(of: .exposure) == .locked && scene.reason(of: .focus) == .noContrast)
    #expect(scene.reason(of: .whiteBalance) == .notMetered && CameraScene() == MeteringScene())
    let samples = try RawFrame(
      format: .rg10, width: 4, height: 4, samples: [UInt16](repeating: 100, count: 16),
      levels: SampleLevels(black: 64, white: 1023))
    let frame = CameraFrame(samples, timestamp: .seconds(1), exposure: FrameExposure(duration: 0.01), isTrusted: false)
    #expect(frame.frame == samples && frame.timestamp == .seconds(1) && !frame.isTrusted)
  }

  @Test func `values for people say what they are`() throws {
    #expect("\(GainRange.standard)" == "1.0 to 4.0")
    #expect("\(PixelFormat.pRAA)" == "pRAA")
    let camera = try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])
    let range = GainRange.standard
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: 0.5, green: 1, blue: 0.6), standardError: LinearRGB(red: 1e-3, green: 1e-3, blue: 1e-3))
    let light = try MeasuredLight(forNeutral: neutral, on: camera)
    #expect("\(light)".contains(" K, Duv ") && "\(light)".contains("±"))
    let legal = try camera.fitted(MeasuredGains(neutralizing: neutral).value, to: range, by: .nearestLight)
    #expect("\(legal)" == "\(legal.gains)")
    let clamped = try camera.fitted(WhiteBalanceGains(red: 9, green: 1, blue: 1), to: range, by: .clampChannels)
    #expect("\(clamped)".contains("fitted by clamp-channels"))
    #expect("\(neutral)" == "red 0.5 ± 0.001, green 1.0 ± 0.001, blue 0.6 ± 0.001")
    let profile = DeviceProfile(identity: DeviceIdentity(model: "Bench camera"), characterization: .matrices(camera))
    #expect("\(profile)" == "Bench camera, matrices")
    #expect(try "\(SampleLevels(black: 64, white: 1023))" == "black 64.0, white 1023.0")
    let levels = try SampleLevels(
      black: BayerValues(red: 1, greenOnRedRow: 2, greenOnBlueRow: 3, blue: 4), white: BayerValues(repeating: 9),
      blackError: BayerValues(repeating: 0.5))
    #expect("\(levels)" == "black 1.0 2.0 3.0 4.0 ± 0.5, white 9.0")
    let scene = CameraScene(exposure: MeteredQuantity(status: .locked, reason: nil))
    #expect(
      "\(scene)" == "exposure locked, focus diverged (not metered yet), white-balance diverged (not metered yet)")
  }

  @Test func `a frame and its measurement are told without the samples`() throws {
    let frame = try RawFrame(
      format: .rg10, width: 64, height: 48, samples: [UInt16](repeating: 500, count: 64 * 48),
      levels: SampleLevels(black: 64, white: 1023))
    let text = "RG10, 64 x 48, black 64.0, white 1023.0"
    #expect("\(frame)" == text && "\([frame])" == "[\(text)]")
    let taken = CameraFrame(frame, sequence: 7, timestamp: .milliseconds(1500), isTrusted: false)
    #expect("\(taken)" == "frame 7 at 1.5 s, not trusted: \(text)")
    let card = try CardMeasurement(of: SourceFrame(frame), in: .region(Region(x: 8, y: 8, width: 32, height: 32)))
    #expect("\(card)".contains("green 1.0 ±") && "\(card)".count < 200)
    let dark = try RawFrame(
      format: .rg10, width: 64, height: 48, samples: [UInt16](repeating: 64, count: 64 * 48),
      levels: SampleLevels(black: 64, white: 1023))
    let refused = try CardMeasurement(of: SourceFrame(dark), in: .region(Region(x: 8, y: 8, width: 32, height: 32)))
    #expect("\(refused)".hasPrefix("refused: ") && "\(refused)".count < 500)
  }
}
