/// Returns the cube root of the ratio of chi-squared to its degrees of freedom, at a deviate of the normal
/// distribution.
///
/// The cube root of chi-squared is almost normally distributed. At a deviate of 0 the result is that of the median.
///
/// Source: Wilson and Hilferty 1931, "The distribution of chi-square", doi:10.1073/pnas.17.12.684.
///
/// - Parameters:
///   - deviate: The deviate, in standard deviations.
///   - degrees: The degrees of freedom, above 0.
package func chiSquaredRatioRoot(deviate: Double, degrees: Double) -> Double {
  let variance = 2 / (9 * degrees)
  return 1 - variance + deviate * variance.squareRoot()
}
