import Colorimetry
import Foundation
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@Suite struct SimulatedShotTests {
  static func canon(_ format: String = "RG12", fullWell: Double = 4000) throws -> SimulatedSensor {
    try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat(format), levels: SampleLevels(black: 100, white: 4000), fullWell: fullWell,
      readNoise: 3)
  }

  // MARK: - Bytes

  @Test func `the same seed gives the same bytes, another seed others`() throws {
    let shot = try SimulatedShot(of: Simulation.card(), by: Self.canon(), width: 20, height: 11, exposure: 0.3)
    #expect(shot.frame(seed: 5) == shot.frame(seed: 5))
    #expect(shot.frame(seed: 5) != shot.frame(seed: 6))
  }

  /// A width that ends within a group of every packing.
  @Test(arguments: PixelFormat.all.filter { $0.bayerPattern != nil }, [(53, 0), (50, 7)])
  func `a format's bytes are those that a bit-wise writer makes`(format: PixelFormat, size: (width: Int, padding: Int))
    throws
  {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: format, levels: SampleLevels(black: 10, white: Double(format.maximumSample)),
      fullWell: 500, readNoise: 3)
    let stride = try #require(format.minimumBytesPerRow(width: size.width)) + size.padding
    let shot = try SimulatedShot(
      of: Simulation.card(), by: sensor, width: size.width, height: 3, bytesPerRow: stride, exposure: 0.9)
    let frame = shot.frame(seed: 8)
    let samples = Simulation.samples(frame)
    #expect(Set(samples).count > 20)
    let packed = try #require(format.minimumBytesPerRow(width: size.width))
    let written = try FrameWriter.bytes(format, width: size.width, height: 3) { UInt16(samples[$1 * size.width + $0]) }
    #expect(frame.bytes.count == 2 * stride + packed)
    for row in 0..<3 {
      #expect(frame.bytes[row * stride..<row * stride + packed] == written[row * packed..<(row + 1) * packed])
    }
  }

  @Test func `packings of the same samples hold the same samples`() throws {
    let frames = try ["RG10", "pRAA", "ip3r"].map { code in
      let sensor = try SimulatedSensor(
        .canon5DMarkII(), format: PixelFormat(code), levels: SampleLevels(black: 64, white: 1023), fullWell: 500,
        readNoise: 3)
      return try SimulatedShot(of: Simulation.card(), by: sensor, width: 37, height: 5, exposure: 0.5).frame(seed: 1)
    }
    #expect(Set(frames.map(Simulation.samples)).count == 1)
    #expect(Set(frames.map(\.bytes)).count == 3)
  }

  // MARK: - Light

  @Test func `light falls off to the corner by the cosine's fourth power`() throws {
    let loss = 0.36
    let shot = try SimulatedShot(
      of: Simulation.card(), by: Simulation.sensor(black: 0), width: 31, height: 21, exposure: 0.5,
      vignetting: Vignetting(cornerLoss: loss))
    let middle = shot.meanValue(column: 15, row: 10)
    let angle = acos(pow(1 - loss, 0.25))
    let corner = (15.0 * 15 + 10 * 10).squareRoot()
    for (column, row) in [(0, 0), (30, 0), (0, 20), (30, 20), (15, 10), (3, 17), (20, 10)] {
      let distance = hypot(Double(column - 15), Double(row - 10)) / corner
      let expected = middle * pow(cos(atan(distance * tan(angle))), 4)
      #expect(abs(shot.meanValue(column: column, row: row) / expected - 1) < Tolerance.falloff.limit)
    }
    #expect(abs(shot.meanValue(column: 0, row: 0) / middle - 0.64) < Tolerance.falloff.limit)
  }

  @Test func `channels that lose different shares shade the corner in colour`() throws {
    let shot = try SimulatedShot(
      of: Simulation.card(), by: Simulation.sensor("BG12", black: 0), width: 101, height: 2, exposure: 0.5,
      vignetting: Vignetting(red: 0.5, green: 0.2, blue: 0))
    let whole = 0.5 * 4095
    // BGGR: blue and green above, green and red below; the outermost samples of each row.
    for (column, row, left) in [(0, 0, 1), (0, 1, 0.8), (100, 0, 1), (100, 1, 0.8)] {
      #expect(abs(shot.meanValue(column: column, row: row) / whole - left) < Tolerance.falloff.limit)
    }
    #expect(shot.meanValue(column: 1, row: 1) < 0.52 * whole)
  }

  @Test func `each place has its surface, its light and its share of it`() throws {
    let (low, high) = (try Simulation.flat(0.1), try Simulation.flat(0.4))
    let scene = SimulatedScene(card: low, under: try Simulation.flat(1))
      .surrounding(Region(x: 2, y: 1, width: 4, height: 3), by: high)
      .lighting(try Simulation.flat(2)) { column, _ in column >= 4 }
      .dimmed { _, row in row == 3 ? 0.5 : 1 }
      .placing(try Simulation.flat(0)) { column, row in column == 5 && row == 2 }
    let shot = try SimulatedShot(
      of: scene, by: Simulation.sensor(black: 0, white: 4000), width: 8, height: 6, exposure: 0.1)
    func value(_ column: Int, _ row: Int) -> Double { shot.meanValue(column: column, row: row) / 4000 }
    for (column, row, expected) in [
      (2, 1, 0.1), (3, 2, 0.1), (4, 1, 0.2), (5, 3, 0.1), (2, 3, 0.05), (1, 1, 0.4), (2, 0, 0.4), (6, 2, 0.8),
      (2, 4, 0.4), (7, 3, 0.4), (5, 2, 0),
    ] { #expect(abs(value(column, row) - expected) < Tolerance.falloff.limit, "\(column), \(row)") }
  }

  @Test func `light that is dimmed twice is dimmed by both factors`() throws {
    let scene = try Simulation.card().dimmed { _, _ in 0.5 }.dimmed { _, _ in 0.25 }
    let shot = try SimulatedShot(
      of: scene, by: Simulation.sensor(black: 0, white: 4000), width: 2, height: 2, exposure: 0.8)
    #expect(abs(shot.meanValue(column: 1, row: 1) / 4000 - 0.1) < Tolerance.falloff.limit)
  }

  @Test(arguments: [Double.nan, -1, .infinity, -.infinity]) func `a factor that is none is darkness or white`(
    factor: Double
  ) throws {
    let scene = try Simulation.card().dimmed { _, _ in factor }
    let shot = try SimulatedShot(of: scene, by: Simulation.sensor(readNoise: 0), width: 4, height: 4, exposure: 0.5)
    #expect(Set(Simulation.samples(shot.frame(seed: 1))) == [factor == .infinity ? 4095 : 256])
  }

  @Test(arguments: [1000, 1000.25, 1000.5] as [Double])
  func `samples of an overexposed card end at the least value that is not below white`(white: Double) throws {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: white), fullWell: 500,
      readNoise: 3)
    let shot = try SimulatedShot(of: Simulation.card(), by: sensor, width: 16, height: 16, exposure: 6)
    #expect(Simulation.samples(shot.frame(seed: 1)).max() == white.rounded(.up))
  }

  // MARK: - Truth

  @Test func `the mean of many frames is the value without noise, within the errors of the model`() throws {
    let wood = try SpectralDistribution(wavelengths: [360, 450, 650, 830], values: [0.05, 0.08, 0.35, 0.45])
    let scene = SimulatedScene(card: try Simulation.flat(0.18), under: CIEIlluminant.fl11.distribution)
      .surrounding(Region(x: 3, y: 3, width: 7, height: 5), by: wood)
    let sensor = try Self.canon()
    let shot = try SimulatedShot(
      of: scene, by: sensor, width: 16, height: 12, exposure: 0.3,
      vignetting: Vignetting(red: 0.4, green: 0.3, blue: 0.3))
    let frames = 150
    var sums = [Double](repeating: 0, count: 16 * 12)
    for seed in 0..<UInt64(frames) {
      for (index, sample) in Simulation.samples(shot.frame(seed: seed)).enumerated() { sums[index] += sample }
    }
    let gain = sensor.gain
    let deviations = sums.indices.map { index in
      let expected = shot.meanValue(column: index % 16, row: index / 16)
      let variance = gain * (expected - 100) + gain * gain * 9 + 1.0 / 12
      return (sums[index] / Double(frames) - expected) / (variance / Double(frames)).squareRoot()
    }
    // 192 normal numbers: none beyond 5, and their mean square 1 within five of its standard errors.
    #expect(deviations.count == 192 && deviations.allSatisfy { Tolerance.fiveStandardErrors.allows(abs($0)) })
    let square = deviations.reduce(0) { $0 + $1 * $1 } / Double(deviations.count)
    #expect(Tolerance.fiveStandardErrors.allows(abs(square - 1) / (2 / Double(deviations.count)).squareRoot()))
  }

  @Test func `the card's brightest channel has the exposure, and the truth is the light's`() throws {
    let lamp = CIEIlluminant.a
    let shot = try SimulatedShot(
      of: SimulatedScene(card: try Simulation.flat(0.5), under: lamp.distribution), by: Self.canon(), width: 2,
      height: 2, exposure: 0.6)
    let truth = try #require(shot.truth)
    // Published: CIE 15.
    #expect(abs(truth.chromaticity.x - 0.44758) < Tolerance.publishedChromaticity.limit)
    #expect(abs(truth.chromaticity.y - 0.40745) < Tolerance.publishedChromaticity.limit)
    let temperature = try #require(truth.temperatureAndTint).temperature
    #expect(Tolerance.lampTemperature.allows(abs(temperature - 2856)))
    let largest = max(truth.neutral.red, truth.neutral.green, truth.neutral.blue)
    #expect(Tolerance.rounding.allows(abs(largest / 0.6 - 1)))
    let gains = try #require(truth.gains)
    // A gray card, so what makes the light neutral makes the card neutral.
    let balanced = [
      truth.neutral.red * gains.red, truth.neutral.green * gains.green, truth.neutral.blue * gains.blue,
    ]
    #expect(balanced.allSatisfy { Tolerance.falloff.allows(abs($0 / balanced[0] - 1)) })
    #expect(Tolerance.falloff.allows(abs((shot.meanValue(column: 0, row: 0) - 100) / 3900 - truth.neutral.red)))
  }

  @Test func `the truth's gains are the light's, whatever the card's colour`() throws {
    let red = try SpectralDistribution(wavelengths: [360, 550, 650, 830], values: [0.05, 0.1, 0.6, 0.7])
    let gains = try [Simulation.flat(0.5), red].map { card in
      try SimulatedShot(
        of: SimulatedScene(card: card, under: CIEIlluminant.d65.distribution), by: Self.canon(), width: 2, height: 2,
        exposure: 0.6
      ).truth?.gains
    }
    #expect(gains[0] != nil && gains[0] == gains[1])
  }

  @Test(arguments: [
    (BayerValues(red: 100.0, greenOnRedRow: 104, greenOnBlueRow: 96, blue: 300), BayerValues(repeating: 4000.0)),
    (BayerValues(repeating: 100), BayerValues(red: 4000, greenOnRedRow: 3500, greenOnBlueRow: 3900, blue: 2000)),
  ]) func `levels of a channel's own are no white balance`(black: BayerValues<Double>, white: BayerValues<Double>)
    throws
  {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG12"), levels: SampleLevels(black: black, white: white), fullWell: 4000,
      readNoise: 3)
    let shot = try SimulatedShot(of: Simulation.card(), by: sensor, width: 2, height: 2, exposure: 0.4)
    let truth = try #require(shot.truth).neutral
    for (channel, signal) in [
      (BayerChannel.red, truth.red), (.greenOnRedRow, truth.green), (.greenOnBlueRow, truth.green), (.blue, truth.blue),
    ] {
      let mean = shot.meanValue(column: channel.rawValue & 1, row: channel.rawValue >> 1)
      #expect(Tolerance.falloff.allows(abs((mean - black[channel]) / (signal * sensor.levels.range) - 1)))
    }
  }

  @Test(arguments: [1000.0, 6500]) func `the exposure is that of the brightest channel, whichever it is`(
    temperature: Double
  ) throws {
    let shot = try SimulatedShot(
      of: SimulatedScene(card: try Simulation.flat(0.5), under: try .planck(temperature: temperature)),
      by: Self.canon(),
      width: 2, height: 2, exposure: 0.6)
    let neutral = try #require(shot.truth).neutral
    let largest = max(neutral.red, neutral.green, neutral.blue)
    #expect(Tolerance.rounding.allows(abs(largest / 0.6 - 1)))
    #expect((largest == neutral.red) == (temperature == 1000))
  }

  @Test func `a measured card is off the truth by its own standard errors`() throws {
    let lights = try [2500.0, 4000, 6500, 9000].map { try SpectralDistribution.planck(temperature: $0) }
    var squares = 0.0
    var count = 0
    for (number, light) in lights.enumerated() {
      for exposure in [0.2, 0.7] {
        let shot = try SimulatedShot(
          of: SimulatedScene(card: Simulation.flat(0.18), under: light), by: Self.canon(fullWell: 20_000), width: 64,
          height: 64, exposure: exposure)
        let frame = shot.frame(seed: UInt64(number))
        let reading = try GrayCardEstimator().reading(of: frame, in: Region(centerOf: frame))
        guard case .ok(let neutral) = reading.verdict else {
          Issue.record("\(reading.verdict)")
          continue
        }
        let truth = try #require(shot.truth).neutral
        let error = neutral.standardError
        for deviation in [
          (neutral.value.red - truth.red) / error.red, (neutral.value.green - truth.green) / error.green,
          (neutral.value.blue - truth.blue) / error.blue,
        ] {
          squares += deviation * deviation
          count += 1
        }
      }
    }
    #expect(count == 24)
    #expect(Tolerance.fourStandardErrors.allows(abs(squares / Double(count) - 1) / (2 / Double(count)).squareRoot()))
  }

  @Test func `a light without a temperature, or that a channel does not see, has the rest of its truth`() throws {
    let green = try SpectralDistribution(wavelengths: [530, 531], values: [1, 1])
    let sensitivities = SpectralSensitivities(
      red: try SpectralDistribution(wavelengths: [600, 700], values: [1, 1]), green: try Simulation.flat(1),
      blue: try Simulation.flat(0.5))
    let sensor = try SimulatedSensor(
      sensitivities, format: PixelFormat("RG10"), levels: SampleLevels(black: 0, white: 1000), fullWell: 100,
      readNoise: 1)
    let truth = try #require(
      SimulatedShot(
        of: SimulatedScene(card: Simulation.flat(1), under: green), by: sensor, width: 2, height: 2, exposure: 0.5
      ).truth)
    #expect(truth.gains == nil)
    #expect(truth.neutral == LinearRGB(red: 0, green: 0.5, blue: 0.25))
    #expect(truth.chromaticity.y > 0.7)
  }
}
