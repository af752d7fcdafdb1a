/// The significance limits of decisions about noise, in standard errors.
package enum Significance {
  /// The limit of what chance explains.
  ///
  /// Noise alone exceeds it on either side once in two million times: 2 (1 − Φ(5)) is 5.7e-7, with Φ the normal
  /// distribution.
  package static let limit = 5.0
  /// The limit of what chance explains in the largest of up to a thousand parts.
  package static let limitOfParts = 6.0
  /// The standard errors of what noise explains of a scatter. The rest of the scatter adds to an error.
  ///
  /// Noise alone leaves a rest at most once in 20 times. With fewer standard errors it would widen many errors, and
  /// with more it would hide more of a real scatter.
  static let explainedErrors = 2.0
}
