public import Colorimetry
internal import Foundation
public import RawFrames
public import WhiteBalance

/// A sensor with known spectral sensitivities, noise and levels: frames whose truth is known.
public struct SimulatedSensor {
  public var sensitivities: SpectralSensitivities
  public var format: PixelFormat
  public var levels: SampleLevels
  /// Electrons in a sample at the white level: shot noise is their square root.
  public var fullWell: Double
  /// In raw values.
  public var readNoise: Double

  public init(
    _ sensitivities: SpectralSensitivities, format: PixelFormat, levels: SampleLevels, fullWell: Double,
    readNoise: Double
  ) {
    self.sensitivities = sensitivities
    self.format = format
    self.levels = levels
    self.fullWell = fullWell
    self.readNoise = readNoise
  }

  /// The bytes of a frame.
  ///
  /// - Parameters:
  ///   - exposure: the signal, as a share of the range, that a white surface gives the channel with the largest response.
  ///   - surface: the number of the surface at a column and row, in `surfaces`.
  ///   - shade: the share of the light that falls there.
  public func frame(
    width: Int, height: Int, under light: SpectralDistribution, surfaces: [SpectralDistribution], exposure: Double,
    seed: UInt64, surface: (_ column: Int, _ row: Int) -> Int,
    shade: (_ column: Int, _ row: Int) -> Double = { _, _ in 1 }
  ) throws -> [UInt8] {
    guard let pattern = format.bayerPattern else { preconditionFailure("\(format.fourCC) has no colours") }
    var generator = SeededGenerator(seed: seed)
    let white = sensitivities.response(to: light)
    let scale = exposure / max(white.red, white.green, white.blue)
    let responses = surfaces.map { sensitivities.response(to: light, reflectance: $0) }
    return try FrameWriter.bytes(format, width: width, height: height) { column, row in
      let channel = pattern.channel(column: column, row: row)
      let response = responses[surface(column, row)]
      let signal =
        switch channel {
        case .red: response.red
        case .greenOnRedRow, .greenOnBlueRow: response.green
        case .blue: response.blue
        }
      let (black, white) = (levels.black[channel], levels.white[channel])
      let electrons = signal * scale * shade(column, row) * fullWell
      let collected = electrons + electrons.squareRoot() * generator.normal()
      let value = black + collected / fullWell * (white - black) + readNoise * generator.normal()
      return UInt16(min(max(value.rounded(), 0), Double(format.maximumSample)))
    }
  }
}
