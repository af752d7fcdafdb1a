/// When the largest value of a channel is where it saturates, close below the white level that it was said to have.
package enum Plateau {
  /// Noise leaves the largest value to a few samples, fewer than the next one.
  package static let leastCount = 8
  /// As a share of the range from black to white: 8 bits shifted to 10 end at 99.7 % of it.
  package static let nearWhite = 0.97
}
