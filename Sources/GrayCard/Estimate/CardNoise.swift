internal import RawFrames

/// The noise of a card's four channels: one curve, and by how much each channel is above or below it where a device
/// applies gains before it gives its samples away.
struct CardNoise {
  let model: NoiseModel
  private let scale: SIMD4<Double>
  /// The variance that rounding to steps has at the least.
  private let rounding: Double

  /// The variance of a sample of each channel at these signals, in squared raw values.
  func variance(at signal: SIMD4<Double>) -> SIMD4<Double> {
    let curve: SIMD4<Double> = [
      model.variance(atSignal: signal[0]), model.variance(atSignal: signal[1]), model.variance(atSignal: signal[2]),
      model.variance(atSignal: signal[3]),
    ]
    return pointwiseMax(curve * scale, SIMD4(repeating: rounding))
  }

  /// Of the tiles that are not left out; `nil` where no tile has two samples of a channel.
  ///
  /// - Parameter step: by which raw values are apart.
  init?(of tiles: CardTiles, step: Double) {
    let shown = tiles.sums.indices.filter { !tiles.isLeftOut[$0] && tiles.sums[$0].degrees.max() > 0 }
    // A few hundred tell the curve as well as all.
    let skip = max(shown.count / Self.tileCount, 1)
    let sums = stride(from: 0, to: shown.count, by: skip).map { tiles.sums[shown[$0]] }
    let observations = (0..<4).map { lane in
      sums.filter { $0.degrees[lane] > 0 }.map {
        NoiseModel.Observation(
          signal: $0.mean[lane], variance: $0.scatter[lane] / $0.degrees[lane], degrees: $0.degrees[lane])
      }
    }
    guard let model = NoiseModel(fitting: observations) else { return nil }
    var scale = SIMD4<Double>.one
    for lane in 0..<4 {
      let ratios = observations[lane].map { $0.variance / model.variance(atSignal: $0.signal) }
      // The median of a variance is below its mean, by 2/9 of what one degree of freedom has (Wilson and Hilferty 1931).
      let degrees = Median.of(observations[lane].map(\.degrees))
      let middle = 1 - 2 / (9 * degrees)
      let ratio = Median.of(ratios) / (middle * middle * middle)
      if ratio.isFinite { scale[lane] = ratio }
    }
    self.init(model: model, scale: scale, rounding: step * step * SampleRounding.variance)
  }

  private init(model: NoiseModel, scale: SIMD4<Double>, rounding: Double) {
    self.model = model
    self.scale = scale
    self.rounding = rounding
  }

  private static let tileCount = 256

  /// The same curve with each channel's variance multiplied.
  func scaled(by factor: SIMD4<Double>) -> CardNoise {
    CardNoise(model: model, scale: scale * factor, rounding: rounding)
  }
}
