/// The significance limits of decisions about noise, in standard errors.
package enum Significance {
  /// The limit of what chance explains.
  ///
  /// Noise alone exceeds it on either side once in two million times: 2 (1 − Φ(5)) is 5.7e-7, with Φ the normal
  /// distribution.
  package static let limit = 5.0
  /// The limit of what chance explains in the largest of up to a thousand parts.
  package static let limitOfParts = 6.0
}
