internal import RealModule

/// The Hann window, which weights the frames of a block. With it a lamp's flicker, which beats with the frame rate,
/// averages out whatever its phase and wherever the block begins.
///
/// Lamps flicker at 100 or 120 Hz. At 24, 25, 29.97, 30, 50 and 60 frames a second the beat has a period of 2 to 6
/// frames, or is so slow that each frame of a block sees the same light. The weighted mean of 12 frames cancels beats
/// of 2, 3, 4 and 6 frames, and leaves about a fortieth of a beat of 5 frames. Source: Harris 1978, "On the use of
/// windows for harmonic analysis with the discrete Fourier transform", doi:10.1109/PROC.1978.10837.
enum HannWindow {
  /// The number of frames in a block.
  static let count = 12

  /// The weights of the frames. Their sum is ``count``.
  static let weights: [Double] = (0..<count).map { index in
    1 - Double.cos(2 * .pi * (Double(index) + 0.5) / Double(count))
  }

  /// The ratio of the variance of a block's mean to that of a frame, for independent errors: 1.5 / 12.
  static let variance = weights.reduce(0) { $0 + $1 * $1 } / Double(count * count)
}
