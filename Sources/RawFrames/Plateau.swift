/// Limits that tell when the largest value of a channel is a plateau at which it saturates below its stated white
/// level.
package enum Plateau {
  /// The least number of samples on a plateau. Noise alone leaves fewer samples at the largest value than at the next
  /// one.
  package static let leastCount = 8
  /// The least height of a plateau near white, as a share of the range from black to white. 8 bits shifted to 10 end at
  /// 99.7 % of it.
  package static let nearWhite = 0.97
}
