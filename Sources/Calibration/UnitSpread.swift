internal import WhiteBalance

/// The difference of the channels of two units of one camera model.
///
/// Canon's cameras store the balance that the factory measured on each unit. Six pairs of units of five models (EOS-1D
/// Mark III, 20D twice, 1000D, 450D, 6D) have these ratios of red's and of blue's gain under daylight. Source:
/// MakerNotes of shots published with exiftool, exiv2 and others, beside the presets that users of ufraw read from
/// their own cameras (facts; Docs/Methods/GainCurve.md).
enum UnitSpread {
  /// The ratio of one unit's gain of red, and of blue, to the other's.
  static let pairs: [(red: Double, blue: Double)] = [
    (1.0360, 1.0186), (0.9902, 1.0365), (0.9977, 0.9975), (0.9611, 0.9910), (0.9445, 0.9516), (1.0040, 0.9952),
  ]

  /// The covariance of ln R/G and ln B/G between a unit and the one of its profile.
  ///
  /// It is estimated from few pairs, so it is the largest that is likely: their sum of squares divided by the 5 %
  /// quantile of chi-square, 1.635 for six degrees of freedom, instead of by six.
  static let covariance = {
    let sum = pairs.reduce(RatioCovariance.zero) { sum, pair in
      sum + RatioCovariance(shift: LinearRGB(red: pair.red, green: 1, blue: pair.blue).logRatios)
    }
    return RatioCovariance(red: sum.red / quantile, blue: sum.blue / quantile, both: sum.both / quantile)
  }()

  private static let quantile = 1.635
}
