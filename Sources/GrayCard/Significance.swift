/// The significance limit of this module's decisions, in standard errors.
///
/// Noise alone exceeds it on either side once in two million times: 2 (1 − Φ(5)) is 5.7e-7, with Φ the normal
/// distribution.
enum Significance {
  static let limit = 5.0
}
