import RawFrames

/// A reduced frame. Each pixel is the mean of a block of whole cells of the mosaic, black subtracted.
struct BinnedFrame {
  /// The side of a block in samples, a whole number of the mosaic's periods.
  let blockSide: Int
  let width, height: Int
  /// The pixels row by row, as red, green and blue. 1 is the range from black to white.
  private(set) var colors: [SIMD3<Double>]
  /// Whether each block has a sample at or above the white level.
  private(set) var isClipped: [Bool]

  /// Reduces a frame so that its longest side has at most `longestSide` pixels.
  ///
  /// - Precondition: The frame has colours.
  init(_ frame: RawFrame, longestSide: Int) {
    guard let mosaic = frame.mosaic else { preconditionFailure("\(frame.format.fourCC) has no colours") }
    let period = mosaic.period
    let blockSide = period * ((max(frame.width, frame.height) - 1) / (period * longestSide) + 1)
    // A last block that the frame's edge cuts off is left out, unless it is the only one.
    let (width, height) = (max(frame.width / blockSide, 1), max(frame.height / blockSide, 1))
    (self.blockSide, self.width, self.height) = (blockSide, width, height)
    let range = frame.levels.range
    colors = Array(repeating: .zero, count: width * height)
    isClipped = Array(repeating: false, count: width * height)
    var counts = Array(repeating: SIMD3<Double>.zero, count: width * height)
    var samples: [UInt16] = []
    for row in 0..<min(height * blockSide, frame.height) {
      frame.readSamples(row: row, columns: 0..<min(width * blockSide, frame.width), into: &samples)
      for first in 0..<min(period, samples.count) {
        let channel = mosaic.channel(column: first, row: row)
        let lane = channel == .red ? 0 : channel == .blue ? 2 : 1
        let (black, white) = (frame.levels.black[channel], frame.levels.white[channel])
        for column in stride(from: first, to: samples.count, by: period) {
          let value = Double(samples[column])
          let pixel = row / blockSide * width + column / blockSide
          colors[pixel][lane] += (value - black) / range
          counts[pixel][lane] += 1
          if value >= white { isClipped[pixel] = true }
        }
      }
    }
    for pixel in colors.indices { colors[pixel] /= counts[pixel].replacing(with: 1, where: counts[pixel] .== 0) }
  }
}
