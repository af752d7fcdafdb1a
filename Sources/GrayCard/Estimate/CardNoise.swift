internal import NumericalMethods
internal import RawFrames

/// The noise of a card's four channels: one curve, and a factor for each channel, since a device may apply gains before
/// it delivers its samples.
struct CardNoise {
  let model: NoiseModel
  private let scale: SIMD4<Double>
  /// The least variance, which rounding to steps adds.
  private let rounding: Double

  /// Returns the variance of a sample of each channel at these signals, in squared raw values.
  func variance(at signal: SIMD4<Double>) -> SIMD4<Double> {
    let curve: SIMD4<Double> = [
      model.variance(atSignal: signal[0]), model.variance(atSignal: signal[1]), model.variance(atSignal: signal[2]),
      model.variance(atSignal: signal[3]),
    ]
    return pointwiseMax(curve * scale, SIMD4(repeating: rounding))
  }

  /// Fits the noise to the tiles that are not rejected. Fails where no tile has two samples of a channel.
  ///
  /// - Parameter step: The step between neighbouring raw values.
  init?(of tiles: CardTiles, step: Double) {
    let shown = tiles.sums.indices.filter { !tiles.isLeftOut[$0] && tiles.sums[$0].degrees.max() > 0 }
    // A few hundred tiles determine the curve as well as all of them.
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
      // The median of a variance is below its mean (Wilson and Hilferty 1931): it is (1 - 2 / (9 degrees))³ of it.
      let degrees = observations[lane].map(\.degrees).median
      let middle = 1 - 2 / (9 * degrees)
      let ratio = ratios.median / (middle * middle * middle)
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

  /// Returns the same curve with each channel's variance multiplied.
  func scaled(by factor: SIMD4<Double>) -> CardNoise {
    CardNoise(model: model, scale: scale * factor, rounding: rounding)
  }
}
