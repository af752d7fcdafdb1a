import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// Fitting inverts the characterization some hundred times.
private let fewCases = 40

@Suite struct GainFittingTests {
  let cameras: [MatrixCharacterization]

  init() throws { cameras = try Camera.all().map { try MatrixCharacterization(lights: $0.lights) } }

  private struct Wish: CustomStringConvertible {
    let camera: MatrixCharacterization
    let light: TemperatureAndTint
    let range: GainRange

    var description: String {
      "\(light), range 1 to \(range.maximum), \(camera.lights.map { "\($0.temperature) K \($0.matrix.entries)" })"
    }

    var gains: WhiteBalanceGains { get throws { try camera.gains(for: light) } }

    func fitted(by policy: GainPolicy) throws -> FittedGains {
      try camera.fitted(gains, to: range, by: policy)
    }

    func distance(of fitted: FittedGains) throws -> Double {
      let asked = try UniformChromaticity(light)
      let got = UniformChromaticity(try camera.chromaticity(for: fitted.gains))
      return ((asked.u - got.u) * (asked.u - got.u) + (asked.v - got.v) * (asked.v - got.v)).squareRoot()
    }
  }

  /// Warm and green lights, which small ranges do not reach.
  private func wish(_ draws: inout Draws) -> Wish {
    let range = (try? GainRange(maximum: draws.one(of: [3, 2.5, 4]))) ?? .standard
    return Wish(
      camera: draws.one(of: cameras),
      light: draws.temperatureAndTint(in: 1800...2600, duv: -0.005...0.005), range: range)
  }

  // MARK: - Laws

  @Test(arguments: [GainPolicy.clampChannels, .holdTint, .nearestLight])
  func `every fitted gain is legal, and the least is 1`(policy: GainPolicy) {
    expectLaw(within: .exact, count: fewCases, draw: wish) { wish in
      let fitted = try wish.fitted(by: policy)
      let gains = fitted.gains
      let isLegal = gains.isWithin(wish.range) && min(gains.red, gains.green, gains.blue) == 1
      let wasLegal = try wish.gains.isWithin(wish.range)
      return isLegal && fitted.policy == policy && fitted.isClamped != wasLegal ? 0 : 1
    }
  }

  /// A camera's temperature and tint have single precision.
  @Test(arguments: [GainPolicy.clampChannels, .holdTint, .nearestLight])
  func `a light that was read from legal gains can be set again`(policy: GainPolicy) {
    expectLaw(within: .exact, count: fewCases, draw: wish) { wish in
      let light = try wish.camera.temperatureAndTint(for: wish.fitted(by: policy).gains)
      let rounded = TemperatureAndTint(
        temperature: Double(Float(light.temperature)), tint: Double(Float(light.tint)))
      for light in [light, rounded] {
        let again = try wish.camera.fitted(wish.camera.gains(for: light), to: wish.range, by: .refuse)
        guard !again.isClamped && again.gains.isWithin(wish.range) else { return 1 }
      }
      return 0
    }
  }

  @Test(arguments: GainPolicy.allCases, [1.5, 3])
  func `without a device each channel is clamped, whatever light is asked for`(policy: GainPolicy, red: Double) throws {
    let gains = WhiteBalanceGains(red: red, green: 1, blue: 2)
    let range = try GainRange(maximum: 2)
    guard policy != .refuse || red <= 2 else {
      #expect(throws: WhiteBalanceError.gainsOutOfRange(gains, range)) { try gains.clamped(to: range, by: policy) }
      return
    }
    let fitted = try gains.clamped(to: range, by: policy)
    #expect(fitted.gains == WhiteBalanceGains(red: min(red, 2), green: 1, blue: 2))
    #expect(fitted.policy == (policy == .refuse ? .refuse : .clampChannels))
  }

  @Test(arguments: GainPolicy.allCases)
  func `without a device gains that are not positive are refused`(policy: GainPolicy) throws {
    let gains = WhiteBalanceGains(red: -1, green: 1, blue: 1)
    #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) { try gains.clamped(to: .standard, by: policy) }
  }

  @Test func `holding the tint holds it`() {
    expectLaw(within: .heldTint, count: fewCases, draw: wish) { wish in
      abs(try wish.fitted(by: .holdTint).tintShift ?? .infinity)
    }
  }

  /// The nearest legal light on a line of equal tint is where the line enters the range.
  @Test func `holding the tint ends with a gain at the maximum`() {
    expectLaw(within: .rounding, count: fewCases, draw: wish) { wish in
      let fitted = try wish.fitted(by: .holdTint)
      guard fitted.isClamped else { return nil }
      return 1 - max(fitted.gains.red, fitted.gains.green, fitted.gains.blue) / wish.range.maximum
    }
  }

  @Test func `holding the tint moves to the nearer of the temperatures on both sides`() {
    expectLaw(within: .characterizedMired, count: fewCases) { draws in
      let (start, width) = (draws.number(in: 150...350), draws.number(in: 0.5...12))
      return (DeviceWithGap(gap: start...(start + width)), start + width * draws.number(in: 0.01...0.99))
    } law: { device, mired in
      let gains = try device.gains(for: TemperatureAndTint(temperature: 1e6 / mired, duv: 0))
      let fitted = try device.fitted(gains, to: Self.narrowRange, by: .holdTint).gains
      let nearest = min(mired - device.gap.lowerBound, device.gap.upperBound - mired)
      return try abs(abs(device.temperatureAndTint(for: fitted).mired - mired) - nearest)
    }
  }

  @Test func `no other policy's light is nearer than the nearest light`() {
    expectLaw(within: .nearestLegalLight, count: fewCases, draw: wish) { wish in
      let nearest = try wish.distance(of: wish.fitted(by: .nearestLight))
      return nearest
        - min(try wish.distance(of: wish.fitted(by: .clampChannels)), try wish.distance(of: wish.fitted(by: .holdTint)))
    }
  }

  @Test func `no legal gains have a light that is nearer than the nearest`() {
    // Gains of every ratio, so that every side of the legal region is the nearest one to some.
    expectLaw(within: .nearestLegalLight, count: fewCases) { draws in
      (draws.one(of: cameras), draws.legalGains(in: Self.wideRange))
    } law: { camera, gains in
      guard let asked = try? camera.light(neutralizedBy: gains), asked.status != .notReal,
        !gains.isWithin(Self.narrowRange)
      else { return nil }
      let target = UniformChromaticity(asked.chromaticity)
      func distance(_ gains: WhiteBalanceGains) -> Double {
        guard let light = try? camera.light(neutralizedBy: gains), light.status != .notReal else { return .infinity }
        let point = UniformChromaticity(light.chromaticity)
        return ((point.u - target.u) * (point.u - target.u) + (point.v - target.v) * (point.v - target.v)).squareRoot()
      }
      let nearest = distance(try camera.fitted(gains, to: Self.narrowRange, by: .nearestLight).gains)
      return nearest - (Self.gridOfLegalGains.map(distance).min() ?? .infinity)
    }
  }

  @Test func `the nearest legal light may be the last that is real`() throws {
    let device = DeviceOfFewLights(gap: 1.73...2.5)
    let asked = WhiteBalanceGains(red: 3, green: 1, blue: 1.9)
    let gains = try device.fitted(asked, to: Self.narrowRange, by: .nearestLight).gains
    #expect(gains.green == 1 && gains.blue == 2 && gains.red < device.gap.lowerBound)
    #expect(Tolerance.nearestLegalLight.allows((device.gap.lowerBound - gains.red) / DeviceOfFewLights.scale))
  }

  /// Each row has the ratios to green at a corner of the legal gains, and a step away from both of its edges.
  @Test(arguments: [
    [2, 1, 0.3, -0.15], [2, 2, 0.2, 0.2], [1, 2, -0.15, 0.3], [0.5, 1, -0.1, 0.02], [0.5, 0.5, -0.1, -0.1],
    [1, 0.5, 0.02, -0.1],
  ])
  func `the nearest legal light beyond a corner is the corner's`(corner: [Double]) throws {
    let asked = WhiteBalanceGains(red: corner[0] + corner[2], green: 1, blue: corner[1] + corner[3])
    let gains = try DeviceOfFewLights(gap: 8...9).fitted(asked, to: Self.narrowRange, by: .nearestLight).gains
    let (red, blue) = (gains.red / gains.green - corner[0], gains.blue / gains.green - corner[1])
    #expect(Tolerance.nearestLegalLight.allows(abs(red) / DeviceOfFewLights.scale))
    #expect(Tolerance.nearestLegalLight.allows(abs(blue) / DeviceOfFewLights.scale))
  }

  private static let narrowRange = (try? GainRange(maximum: 2)) ?? .standard
  private static let wideRange = (try? GainRange(maximum: 6)) ?? .standard

  /// Everywhere in the narrow range, its edges and corners among them.
  private static let gridOfLegalGains: [WhiteBalanceGains] = (0..<3).flatMap { least in
    stride(from: 1.0, through: 2, by: 0.125).flatMap { first in
      stride(from: 1.0, through: 2, by: 0.125).map { second in
        var gains = [first, second]
        gains.insert(1, at: least)
        return WhiteBalanceGains(red: gains[0], green: gains[1], blue: gains[2])
      }
    }
  }

  @Test func `the shifts are those from the light asked for to the light of the gains`() {
    expectLaw(within: .characterizedMired, count: fewCases, draw: wish) { wish in
      let fitted = try wish.fitted(by: .clampChannels)
      let got = try wish.camera.temperatureAndTint(for: fitted.gains)
      let asked = try wish.camera.temperatureAndTint(for: wish.gains)
      return largest(
        abs(got.temperature - asked.temperature - (fitted.temperatureShift ?? .infinity)),
        abs(got.tint - asked.tint - (fitted.tintShift ?? .infinity)))
    }
  }

  @Test func `legal gains are left alone by every policy`() throws {
    let camera = cameras[0]
    for policy in GainPolicy.allCases {
      let fitted = try camera.fitted(WhiteBalanceGains(red: 4, green: 2, blue: 6), to: .standard, by: policy)
      #expect(fitted.gains == WhiteBalanceGains(red: 2, green: 1, blue: 3))
      #expect(!fitted.isClamped)
      #expect(fitted.temperatureShift == 0 && fitted.tintShift == 0)
      #expect(fitted.policy == policy)
    }
  }

  @Test func `legal gains are not shifted, even if their light has no temperature`() throws {
    let gains = WhiteBalanceGains(red: 1, green: 3.5, blue: 1)
    #expect(throws: WhiteBalanceError.self) { try cameras[0].temperatureAndTint(for: gains) }
    let fitted = try cameras[0].fitted(gains, to: .standard, by: .nearestLight)
    #expect(fitted.gains == gains && fitted.temperatureShift == 0 && fitted.tintShift == 0)
  }

  // MARK: - Refusals

  @Test func `refuse throws the gains and the range`() {
    let gains = WhiteBalanceGains(red: 1, green: 1.5, blue: 5)
    #expect(throws: WhiteBalanceError.gainsOutOfRange(gains, .standard)) {
      try cameras[0].fitted(gains, to: .standard, by: .refuse)
    }
  }

  @Test(arguments: GainPolicy.allCases)
  func `gains that are not positive are refused by every policy`(policy: GainPolicy) {
    let gains = WhiteBalanceGains(red: 1, green: -1.5, blue: 5)
    #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) {
      try cameras[0].fitted(gains, to: .standard, by: policy)
    }
  }

  /// The largest gain is least where red and blue need the same one. Ranges a little above that have a few mired.
  @Test func `a range that fits a few mired alone is found, wherever they are`() throws {
    for camera in cameras {
      func largest(_ mired: Double) throws -> Double {
        try camera.gains(for: TemperatureAndTint(temperature: 1e6 / mired, duv: 0)).normalized.vector.max()
      }
      let step = 0.01
      let mireds = Array(stride(from: 120.0, through: 480, by: step))
      let gains = try mireds.map(largest)
      let least = try #require(gains.indices.min { gains[$0] < gains[$1] })
      try #require(least > 0 && least < gains.count - 1)
      for share in [1e-4, 1e-3, 5e-3] {
        let range = try GainRange(maximum: gains[least] * (1 + share))
        for temperature in [2500.0, 9000, 6501.3] {
          let wish = try camera.gains(for: TemperatureAndTint(temperature: temperature, duv: 0))
          let fitted = try camera.fitted(wish, to: range, by: .holdTint)
          #expect(fitted.gains.isWithin(range) && fitted.isClamped, "\(share) \(temperature)")
          #expect(Tolerance.heldTint.allows(abs(try #require(fitted.tintShift))))
          // It is the end of these that is nearer to the wish.
          let legal = mireds.indices.filter { gains[$0] <= range.maximum }.map { mireds[$0] }
          let nearer = try #require(1e6 / temperature < mireds[least] ? legal.first : legal.last)
          let mired = try camera.temperatureAndTint(for: fitted.gains).mired
          #expect((nearer - 2 * step...nearer + 2 * step).contains(mired), "\(share) \(temperature)")
        }
      }
    }
  }

  @Test func `where a light is infinitely hot but for rounding there is no shift in kelvin`() throws {
    for temperature in [Double.infinity, 1e19, 1e13] {
      let gains = try cameras[0].gains(for: TemperatureAndTint(temperature: temperature, duv: 0))
      let fitted = try cameras[0].fitted(gains, to: GainRange(maximum: 1.2), by: .nearestLight)
      #expect(fitted.isClamped && fitted.temperatureShift == nil)
    }
  }

  @Test func `a range that no light of the tint fits is refused`() throws {
    let gains = try cameras[0].gains(for: TemperatureAndTint(temperature: 3000, duv: 0))
    let range = try GainRange(maximum: 1)
    #expect {
      try cameras[0].fitted(gains, to: range, by: .holdTint)
    } throws: {
      guard case .noLegalLightOfTint(gains, let tint, range)? = $0 as? WhiteBalanceError else { return false }
      return (-1e-6...1e-6).contains(tint)
    }
  }
}

/// A device whose blue tells the temperature, and whose red is too weak to be balanced between two temperatures.
private struct DeviceWithGap: DeviceCharacterization {
  /// The temperatures that need a red gain above 2, in mired.
  let gap: ClosedRange<Double>

  func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    do throws(ColorimetryError) {
      let mired = try TemperatureAndTint(light).mired
      return LinearRGB(red: gap.contains(mired) ? 0.4 : 0.9, green: 1, blue: 1 - mired / 4000)
    } catch { throw .colorimetry(error) }
  }

  func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    do throws(ColorimetryError) {
      let mired = (1 - neutral.blue / neutral.green) * 4000
      let light = try Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0))
      return LightEstimate(chromaticity: light, residual: 0)
    } catch { throw .colorimetry(error) }
  }
}

/// A device whose light's u and v rise with the gains of red and blue. Some red gains belong to no light.
private struct DeviceOfFewLights: DeviceCharacterization {
  let gap: ClosedRange<Double>

  /// The change of a gain by which u or v changes by 1.
  static let scale = 20.0

  func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let point = UniformChromaticity(light)
    return LinearRGB(red: 1 / (Self.scale * point.u - 3), green: 1, blue: 1 / (Self.scale * point.v - 5))
  }

  func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    let gains = (red: neutral.green / neutral.red, blue: neutral.green / neutral.blue)
    let light = Chromaticity(UniformChromaticity(u: (gains.red + 3) / Self.scale, v: (gains.blue + 5) / Self.scale))
    guard !gap.contains(gains.red) else { throw .colorimetry(.notReal(light)) }
    return LightEstimate(chromaticity: light, residual: 0)
  }
}
