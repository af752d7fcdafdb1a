import Colorimetry
public import RawFrames
package import WhiteBalance

/// An exposed scene, or the dark, in front of a sensor. It gives any number of frames, and the truth about them.
public struct SimulatedShot: Sendable {
  /// The sensor.
  public let sensor: SimulatedSensor
  /// The size of a frame, in samples.
  public let width, height: Int
  /// The distance from one row to the next, in bytes.
  public let bytesPerRow: Int
  /// The result of a perfect measurement, or `nil` in the dark.
  public let truth: SimulatedTruth?

  /// The scene's ``SimulatedScene/see``; `nil` in the dark.
  private let see: (@Sendable (_ columns: Range<Int>, _ row: Int, _ places: inout [SimulatedScene.Place]) -> Void)?
  private let surfaceCount: Int
  /// The channels in the order of `BayerChannel.allCases`.
  private let channels: [Channel]
  /// The mean electrons of each channel, of each surface under each light, with the surfaces of one light next to each
  /// other.
  private let meanElectrons: [Double]
  private let byteCount: Int

  /// The response of a channel to the scene. It holds numbers alone, because each sample takes a copy.
  private struct Channel {
    /// The place of the channel's first mean in ``meanElectrons``.
    var firstMean: Int
    var squaredTangent: Double
    var black, gain: Double
    /// The raw value at which the channel is cut off.
    var ceiling: Double
  }

  /// Exposes a scene.
  ///
  /// - Parameters:
  ///   - scene: The surfaces and their lights.
  ///   - sensor: The sensor.
  ///   - width: The width of a frame, in samples.
  ///   - height: The height of a frame, in samples.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  ///   - exposure: The signal of the card in its strongest channel, where no light is lost, as a share of the largest
  ///     range from black to white. Above 1, that channel is clipped.
  ///   - vignetting: The loss of light towards the corners.
  /// - Throws: ``SimulationError`` where the exposure is not above 0 or too large to compute with, the card under the
  ///   first light gives the sensor no response, or no frame can have the size.
  public init(
    of scene: SimulatedScene, by sensor: SimulatedSensor, width: Int, height: Int, bytesPerRow: Int? = nil,
    exposure: Double, vignetting: Vignetting = .none
  ) throws(SimulationError) {
    try self.init(
      of: scene, by: sensor, width: width, height: height, bytesPerRow: bytesPerRow, exposure: exposure,
      vignetting: vignetting, amplification: LinearRGB(red: 1, green: 1, blue: 1))
  }

  /// Exposes a scene with a sensor that amplifies its channels.
  ///
  /// - Parameters:
  ///   - exposure: The signal of the card in its strongest channel before it is amplified.
  ///   - amplification: The factor on the raw values of each channel, 1 or more. It amplifies the noise too.
  package init(
    of scene: SimulatedScene, by sensor: SimulatedSensor, width: Int, height: Int, bytesPerRow: Int? = nil,
    exposure: Double, vignetting: Vignetting = .none, amplification: LinearRGB
  ) throws(SimulationError) {
    guard exposure > 0, exposure.isFinite else { throw .exposure(exposure) }
    let light = scene.lights[0]
    let card = sensor.sensitivities.response(to: light, reflectance: scene.surfaces[0])
    let largest = max(card.red, card.green, card.blue)
    guard largest > 0, (card.red + card.green + card.blue).isFinite else { throw .noResponse(card) }
    let scale = exposure / largest
    guard scale.isFinite else { throw .noResponse(card) }
    let responses = scene.lights.flatMap { light in
      scene.surfaces.map { sensor.sensitivities.response(to: light, reflectance: $0) }
    }
    guard responses.allSatisfy({ (($0.red + $0.green + $0.blue) * scale * sensor.fullWell).isFinite }) else {
      throw .exposure(exposure)
    }
    let chromaticity = Chromaticity(light)
    let truth = SimulatedTruth(
      chromaticity: chromaticity, temperatureAndTint: try? TemperatureAndTint(chromaticity),
      gains: try? WhiteBalanceGains(neutralizing: sensor.sensitivities.response(to: light)),
      neutral: LinearRGB(red: card.red * scale, green: card.green * scale, blue: card.blue * scale))
    try self.init(
      sensor, scene: scene, truth: truth, responses: responses, electronsPerResponse: scale * sensor.fullWell,
      amplification: amplification, vignetting: vignetting, width: width, height: height, bytesPerRow: bytesPerRow)
  }

  /// Creates a shot in the dark, as with a lens cap on.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - width: The width of a frame, in samples.
  ///   - height: The height of a frame, in samples.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  /// - Throws: ``SimulationError/frame(_:)`` where no frame can have the size.
  public init(
    inTheDark sensor: SimulatedSensor, width: Int, height: Int, bytesPerRow: Int? = nil
  ) throws(SimulationError) {
    try self.init(
      sensor, scene: nil, truth: nil, responses: [], electronsPerResponse: 0,
      amplification: LinearRGB(red: 1, green: 1, blue: 1), vignetting: .none, width: width, height: height,
      bytesPerRow: bytesPerRow)
  }

  private init(
    _ sensor: SimulatedSensor, scene: SimulatedScene?, truth: SimulatedTruth?, responses: [LinearRGB],
    electronsPerResponse: Double, amplification: LinearRGB, vignetting: Vignetting, width: Int, height: Int,
    bytesPerRow: Int?
  ) throws(SimulationError) {
    let size: (perRow: Int, total: Int)
    do throws(RawFrameError) {
      size = try RawFrame.byteCount(format: sensor.format, width: width, height: height, bytesPerRow: bytesPerRow)
    } catch { throw .frame(error) }
    self.sensor = sensor
    see = scene?.see
    surfaceCount = scene?.surfaces.count ?? 0
    self.truth = truth
    (self.width, self.height) = (width, height)
    (self.bytesPerRow, byteCount) = size
    func value(_ values: LinearRGB, _ channel: BayerChannel) -> Double { values.vector[channel.plane] }
    meanElectrons = BayerChannel.allCases.flatMap { channel in
      responses.map { value($0, channel) * electronsPerResponse }
    }
    channels = BayerChannel.allCases.map { channel in
      Channel(
        firstMean: channel.rawValue * responses.count, squaredTangent: vignetting.squaredTangent(channel),
        black: sensor.levels.black[channel], gain: sensor.gain * value(amplification, channel),
        ceiling: sensor.levels.white[channel].rounded(.up))
    }
  }

  // MARK: - Values

  /// Returns the mean electrons of the samples of a part of a row without noise, fixed pattern and limit.
  private func electrons(columns: Range<Int>, row: Int) -> [Double] {
    var electrons = [Double](repeating: 0, count: columns.count)
    guard let see else { return electrons }
    var places = [SimulatedScene.Place](repeating: SimulatedScene.plainPlace, count: columns.count)
    see(columns, row, &places)
    let pair = channels(inRow: row)
    let corner = Double(width - 1) * Double(width - 1) + Double(height - 1) * Double(height - 1)
    let y = Double(2 * row - (height - 1))
    for (index, column) in columns.enumerated() {
      let (channel, seen) = (pair[column & 1], places[index])
      var mean = meanElectrons[channel.firstMean + seen.light * surfaceCount + seen.surface] * seen.illuminance
      if channel.squaredTangent > 0 {
        let x = Double(2 * column - (width - 1))
        let falloff = 1 + channel.squaredTangent * (corner > 0 ? (x * x + y * y) / corner : 0)
        mean /= falloff * falloff
      }
      // The factors of the scene may also be negative or not numbers.
      electrons[index] = mean > 0 ? mean : 0
    }
    return electrons
  }

  /// Returns the channels of a row's even and odd columns.
  private func channels(inRow row: Int) -> [Channel] {
    guard let pattern = sensor.format.bayerPattern else { preconditionFailure("a sensor has a Bayer pattern") }
    return [0, 1].map { channels[pattern.channel(column: $0, row: row).rawValue] }
  }

  /// Returns the raw value of a sample without noise, fixed pattern, limit and quantization. It is the limit of the
  /// mean of many frames where nothing is clipped.
  ///
  /// - Precondition: The sample lies inside the frame.
  package func meanValue(column: Int, row: Int) -> Double {
    precondition((0..<width).contains(column) && (0..<height).contains(row), "\(column), \(row) is outside the frame")
    let channel = channels(inRow: row)[column & 1]
    return channel.black + channel.gain * electrons(columns: column..<column + 1, row: row)[0]
  }

  // MARK: - Frames

  /// The electrons above which photon noise does not bring a sample back below white: so many full wells, plus so many
  /// electrons.
  private static let surelyClipped = (fullWells: 4.0, electrons: 1000.0)

  /// A frame keeps two to this power distributions.
  private static let keptBits = 5

  /// Returns the place of a mean among the distributions that are kept, by multiplicative hashing (Knuth, "The art of
  /// computer programming", volume 3, section 6.4).
  private static func keptPlace(_ mean: Double) -> Int {
    Int(truncatingIfNeeded: (mean.bitPattern &* NoiseGenerator.increment) >> (UInt64.bitWidth - keptBits))
  }

  /// Returns a frame. The same seed gives the same bytes on every platform. Padding is zero.
  public func frame(seed: UInt64) -> RawFrame {
    var generator = NoiseGenerator(seed: seed, index: 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var samples = [UInt16](repeating: 0, count: width)
    let surelyClipped = Self.surelyClipped.fullWells * sensor.fullWell + Self.surelyClipped.electrons
    let readNoise = sensor.readNoise
    let hasPattern = !sensor.fixedPattern.isNone
    // Most scenes have few means, and a sample near by had the same one.
    var photons = [PoissonDistribution](repeating: PoissonDistribution(mean: 0), count: 1 << Self.keptBits)
    for row in 0..<height {
      let pair = channels(inRow: row)
      let means = electrons(columns: 0..<width, row: row)
      for column in 0..<width {
        let channel = pair[column & 1]
        var electrons = means[column]
        if hasPattern {
          switch sensor.fixedPattern.sample(row * width + column) {
          case .good(let response): electrons *= max(response, 0)
          case .hot:
            samples[column] = UInt16(channel.ceiling)
            continue
          case .dead:
            samples[column] = UInt16(channel.black.rounded())
            continue
          }
        }
        if electrons < surelyClipped {
          let kept = Self.keptPlace(electrons)
          if photons[kept].mean != electrons { photons[kept] = PoissonDistribution(mean: electrons) }
          electrons = photons[kept].next(using: &generator)
        }
        if readNoise > 0 { electrons += readNoise * generator.normal() }
        let value = channel.black + channel.gain * electrons
        // The conversion cuts off the fraction, so a half more rounds. `rounded()` would call the C library.
        samples[column] = UInt16(min(max(value, 0), channel.ceiling) + 0.5)
      }
      sensor.format.packing.encode(samples, bitsPerSample: sensor.format.bitsPerSample, into: &bytes)
      while bytes.count < min((row + 1) * bytesPerRow, byteCount) { bytes.append(0) }
    }
    do {
      return try RawFrame(
        format: sensor.format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes,
        levels: sensor.levels)
    } catch { preconditionFailure("a frame whose size was checked: \(error)") }
  }
}
