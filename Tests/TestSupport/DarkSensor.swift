public import RawFrames

/// A sensor without light: pedestals, noise of samples and rows from frame to frame, offsets of columns and hot samples
/// that stay.
public struct DarkSensor {
  public var format: PixelFormat
  public var width, height: Int
  public var pedestal: BayerValues<Double>
  /// Standard deviations, in raw values: of samples, of rows, of columns, and of the pedestal from frame to frame.
  public var noise, rowNoise, columnOffset: Double
  public var jitter = 0.0
  /// The share of samples that are hot: by 20 raw values to all of the range.
  public var hotShare: Double

  public init(
    _ format: PixelFormat, width: Int, height: Int, pedestal: BayerValues<Double>, noise: Double,
    rowNoise: Double = 0, columnOffset: Double = 0, hotShare: Double = 0
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.pedestal = pedestal
    self.noise = noise
    self.rowNoise = rowNoise
    self.columnOffset = columnOffset
    self.hotShare = hotShare
  }

  /// The offsets of the columns in the frames of a seed, in raw values.
  public func columns(seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return columns(&generator)
  }

  private func columns(_ generator: inout SeededGenerator) -> [Double] {
    (0..<width).map { _ in columnOffset > 0 ? columnOffset * generator.normal() : 0 }
  }

  /// The frames that this sensor gives one after another.
  ///
  /// - Parameter light: what falls on it all the same, in raw values.
  public func frames(
    _ count: Int, seed: UInt64, light: (_ channel: BayerChannel, _ column: Int, _ row: Int) -> Double = { _, _, _ in 0 }
  ) throws -> FrameAverage {
    guard let pattern = format.bayerPattern else { preconditionFailure("\(format.fourCC) has no colours") }
    var generator = SeededGenerator(seed: seed)
    let columns = columns(&generator)
    let range = Double(format.maximumSample)
    let hot = Dictionary(
      uniqueKeysWithValues: (0..<width * height).filter { _ in hotShare > 0 && generator.uniform() < hotShare }
        .map { ($0, 20 + (range - 20) * generator.uniform()) })
    var average: FrameAverage?
    for _ in 0..<count {
      let shift = jitter > 0 ? jitter * generator.normal() : 0
      let rows = (0..<height).map { _ in shift + (rowNoise > 0 ? rowNoise * generator.normal() : 0) }
      let bytes = try FrameWriter.bytes(format, width: width, height: height) { column, row in
        let channel = pattern.channel(column: column, row: row)
        let value =
          pedestal[channel] + rows[row] + columns[column] + noise * generator.normal()
          + (hot[row * width + column] ?? 0) + light(channel, column, row)
        return UInt16(min(max(value.rounded(), 0), range))
      }
      let frame = try RawFrame(format: format, width: width, height: height, bytes: bytes)
      if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
    }
    guard let average else { preconditionFailure("\(count) frames; there must be one") }
    return average
  }
}
