internal import RealModule
internal import WhiteBalance

/// The light under which raw cameras have a given white on average: the typical white point.
///
/// Source: red over blue of the whites A and D65 by the matrices of 314 cameras in DNG, as tabulated in dnglab:
/// ln R/B is 0.75 ± 0.21 and -0.50 ± 0.22. 21 tuned sensors of libcamera lie within 1.29 and -0.66.
enum TypicalWhitePoint {
  /// Returns the light's reciprocal temperature in mired. Cameras scatter about it with a standard deviation of
  /// 34 mired.
  static func mired(_ neutral: LinearRGB) -> Double {
    let share = (Double.log(neutral.red / neutral.blue) - ofD65) / (ofA - ofD65)
    return miredOfD65 + share * (miredOfA - miredOfD65)
  }

  private static let (ofA, ofD65) = (0.75, -0.50)
  private static let (miredOfA, miredOfD65) = (1e6 / 2856, 1e6 / 6504)
}
