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
    let curve = SIMD4<Double>.perLane { model.variance(atSignal: signal[$0]) }
    return (curve * scale).atLeast(SIMD4(repeating: rounding))
  }

  /// Fits the noise to the tiles that are not rejected. Fails where no tile has two samples of a channel.
  ///
  /// - Parameter step: The step between neighbouring raw values.
  init?(of tiles: CardTiles, step: Double) {
    let shown = tiles.sums.indices.filter { !tiles.isLeftOut[$0] && tiles.sums[$0].degrees.max() > 0 }
    // A few hundred tiles determine the curve as well as all of them.
    let skip = max(shown.count / Self.tileCount, 1)
    let channels = (0..<4).map { lane in
      var channel = NoiseModel.Observations(capacity: shown.count / skip + 1)
      for place in stride(from: 0, to: shown.count, by: skip) {
        let index = shown[place]
        let degrees = tiles.sums[index].degrees[lane]
        channel.add(
          signal: tiles.sums[index].sum[lane] / tiles.sums[index].count[lane],
          variance: tiles.sums[index].scatter[lane] / degrees, degrees: degrees)
      }
      return channel
    }
    guard let model = NoiseModel(fitting: channels) else { return nil }
    var scale = SIMD4<Double>.one
    for lane in 0..<4 {
      let channel = channels[lane]
      let ratios = channel.signals.indices.map { channel.variances[$0] / model.variance(atSignal: channel.signals[$0]) }
      // The median of a variance is below its mean.
      let middle = chiSquaredRatioRoot(deviate: 0, degrees: channel.degrees.median)
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

  /// The number of tiles that the noise is fitted to, about. Fewer would tell less of the curve, and more take longer.
  private static let tileCount = 256

  /// Returns the same curve with each channel's variance multiplied.
  func scaled(by factor: SIMD4<Double>) -> CardNoise {
    CardNoise(model: model, scale: scale * factor, rounding: rounding)
  }
}
