import Colorimetry
public import RawFrames
import WhiteBalance

/// A scene, or the dark, in front of a sensor, exposed: any number of frames, and the truth about them.
public struct SimulatedShot: Sendable {
  public let sensor: SimulatedSensor
  /// In samples.
  public let width, height: Int
  public let bytesPerRow: Int
  /// `nil` in the dark.
  public let truth: SimulatedTruth?

  private let scene: SimulatedScene?
  /// In the order of `BayerChannel.allCases`.
  private let channels: [Channel]
  private let byteCount: Int

  /// What a channel makes of light.
  private struct Channel {
    /// The mean electrons of each surface under each light: those of a light's surfaces follow one another.
    var electrons: [Double]
    var squaredTangent: Double
    var black, gain: Double
    /// The raw value at which it is cut off.
    var ceiling: Double
  }

  /// - Parameters:
  ///   - exposure: the signal of the card, as a share of the range from black to white, in the channel where it is
  ///     largest and where no light is lost. Above 1, that channel is clipped.
  ///   - bytesPerRow: the stride; `nil` for rows without padding.
  /// - Throws: ``SimulationError`` where the exposure is not above 0 and finite, the card under the first light gives the
  ///   sensor no response, or the size is none that a frame can have.
  public init(
    of scene: SimulatedScene, by sensor: SimulatedSensor, width: Int, height: Int, bytesPerRow: Int? = nil,
    exposure: Double, vignetting: Vignetting = .none
  ) throws(SimulationError) {
    guard exposure > 0, exposure.isFinite else { throw .exposure(exposure) }
    let light = scene.lights[0]
    let card = sensor.sensitivities.response(to: light, reflectance: scene.surfaces[0])
    let largest = max(card.red, card.green, card.blue)
    guard largest > 0, (card.red + card.green + card.blue).isFinite else { throw .noResponse(card) }
    let scale = exposure / largest
    let responses = scene.lights.flatMap { light in
      scene.surfaces.map { sensor.sensitivities.response(to: light, reflectance: $0) }
    }
    let chromaticity = Chromaticity(light)
    let truth = SimulatedTruth(
      chromaticity: chromaticity, temperatureAndTint: try? TemperatureAndTint(chromaticity),
      gains: try? WhiteBalanceGains(neutralizing: sensor.sensitivities.response(to: light)),
      neutral: LinearRGB(red: card.red * scale, green: card.green * scale, blue: card.blue * scale))
    try self.init(
      sensor, scene: scene, truth: truth, responses: responses, electronsPerResponse: scale * sensor.fullWell,
      vignetting: vignetting, width: width, height: height, bytesPerRow: bytesPerRow)
  }

  /// The lens cap is on.
  ///
  /// - Throws: ``SimulationError/frame(_:)`` where the size is none that a frame can have.
  public init(
    inTheDark sensor: SimulatedSensor, width: Int, height: Int, bytesPerRow: Int? = nil
  ) throws(SimulationError) {
    try self.init(
      sensor, scene: nil, truth: nil, responses: [], electronsPerResponse: 0, vignetting: .none, width: width,
      height: height, bytesPerRow: bytesPerRow)
  }

  private init(
    _ sensor: SimulatedSensor, scene: SimulatedScene?, truth: SimulatedTruth?, responses: [LinearRGB],
    electronsPerResponse: Double, vignetting: Vignetting, width: Int, height: Int, bytesPerRow: Int?
  ) throws(SimulationError) {
    let size: (perRow: Int, total: Int)
    do throws(RawFrameError) {
      size = try RawFrame.byteCount(format: sensor.format, width: width, height: height, bytesPerRow: bytesPerRow)
    } catch { throw .frame(error) }
    self.sensor = sensor
    self.scene = scene
    self.truth = truth
    (self.width, self.height) = (width, height)
    (self.bytesPerRow, byteCount) = size
    channels = BayerChannel.allCases.map { channel in
      Channel(
        electrons: responses.map { response in
          let value =
            switch channel {
            case .red: response.red
            case .greenOnRedRow, .greenOnBlueRow: response.green
            case .blue: response.blue
            }
          return value * electronsPerResponse
        }, squaredTangent: vignetting.squaredTangent(channel), black: sensor.levels.black[channel],
        gain: sensor.gain[channel], ceiling: sensor.levels.white[channel].rounded(.up))
    }
  }

  // MARK: - Values

  /// The mean electrons of a sample: no noise, no fixed pattern, no limit.
  private func electrons(column: Int, row: Int, _ channel: Channel) -> Double {
    guard let scene else { return 0 }
    let seen = scene.place(column, row)
    var electrons = channel.electrons[seen.light * scene.surfaces.count + seen.surface] * seen.illuminance
    if channel.squaredTangent > 0 {
      let (x, y) = (Double(2 * column - (width - 1)), Double(2 * row - (height - 1)))
      let corner = Double(width - 1) * Double(width - 1) + Double(height - 1) * Double(height - 1)
      let falloff = 1 + channel.squaredTangent * (corner > 0 ? (x * x + y * y) / corner : 0)
      electrons /= falloff * falloff
    }
    // Also where a factor of the scene is negative or no number.
    return electrons > 0 ? electrons : 0
  }

  private func channelNumber(column: Int, row: Int) -> Int {
    guard let pattern = sensor.format.bayerPattern else { preconditionFailure("a sensor has a Bayer pattern") }
    return pattern.channel(column: column, row: row).rawValue
  }

  /// The raw value of a sample without noise, fixed pattern, limit and quantisation: what the mean of many frames comes
  /// to where nothing is clipped.
  ///
  /// - Precondition: the place lies inside the frame.
  public func meanValue(column: Int, row: Int) -> Double {
    precondition((0..<width).contains(column) && (0..<height).contains(row), "\(column), \(row) is outside the frame")
    let channel = channels[channelNumber(column: column, row: row)]
    return channel.black + channel.gain * electrons(column: column, row: row, channel)
  }

  // MARK: - Frames

  /// Above so many full wells, and a thousand electrons, no photon noise brings a sample back below white.
  private static let surelyClipped = (fullWells: 4.0, electrons: 1000.0)

  /// A frame: the same bytes for the same seed, on every platform. Padding is zero.
  public func frame(seed: UInt64) -> RawFrame {
    var generator = NoiseGenerator(seed: seed, index: 0)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var samples = [UInt16](repeating: 0, count: width)
    let surelyClipped = Self.surelyClipped.fullWells * sensor.fullWell + Self.surelyClipped.electrons
    let readNoise = sensor.readNoise
    let hasPattern = !sensor.fixedPattern.isNone
    for row in 0..<height {
      let pair = [0, 1].map { channels[channelNumber(column: $0, row: row)] }
      for column in 0..<width {
        let channel = pair[column & 1]
        var electrons = electrons(column: column, row: row, channel)
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
        if electrons < surelyClipped { electrons = generator.poisson(mean: electrons) }
        if readNoise > 0 { electrons += readNoise * generator.normal() }
        let value = (channel.black + channel.gain * electrons).rounded()
        samples[column] = UInt16(min(max(value, 0), channel.ceiling))
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
