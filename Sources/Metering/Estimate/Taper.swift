internal import RealModule

/// The weights by which a block of frames is averaged: von Hann's window, so that a lamp's flicker, which beats with the frame
/// rate, leaves the mean whatever its phase and wherever the block begins.
///
/// Lamps flicker at 100 or 120 Hz. At 24, 25, 29.97, 30, 50 and 60 frames a second that comes out as a beat of 2 to 6 frames, or
/// one so slow that each frame of a block sees the same light. Of 12 frames' mean, a beat of 3 frames, 4 or 6 vanishes;
/// of one of 5, a fortieth is left. Source: Harris 1978, "On the use of windows for harmonic analysis with the discrete
/// Fourier transform", doi:10.1109/PROC.1978.10837.
enum Taper {
  /// Frames of a block.
  static let count = 12

  /// Their sum is ``count``.
  static let weights: [Double] = (0..<count).map { index in
    1 - Double.cos(2 * .pi * (Double(index) + 0.5) / Double(count))
  }

  /// The variance of the mean of frames that err independently is theirs times this: 1.5 / 12.
  static let variance = weights.reduce(0) { $0 + $1 * $1 } / Double(count * count)
}
