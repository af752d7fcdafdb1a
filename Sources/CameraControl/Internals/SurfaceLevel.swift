internal import RawFrames

/// The brightness of an even surface in front of the camera, by which its controls are measured.
enum SurfaceLevel {
  /// Returns green, or the mean of all samples without colours, in the middle of the frame above the assumed black
  /// level, as a share of the range; 1 where it is clipped.
  static func inMiddle(of frame: RawFrame) -> Double {
    // Samples without colours are read as a mosaic whose channels are alike.
    let total = frame.moments(in: Region(centerOf: frame), as: frame.mosaic ?? .bayer(.rggb))
    let measured: [BayerChannel] =
      frame.mosaic == nil ? BayerChannel.allCases : [.greenOnRedRow, .greenOnBlueRow]
    var sum = 0.0
    for channel in BayerChannel.allCases {
      let moments = total[channel]
      // A clipped channel tells nothing about the others, but it shows that the surface is too bright.
      if Double(moments.clippedCount) > clippedShare * Double(moments.count) { return 1 }
      guard measured.contains(channel) else { continue }
      sum += frame.levels.share(of: moments.mean, in: channel)
    }
    return sum / Double(measured.count)
  }

  /// Returns the factor by which the exposure comes nearer to the level to aim at, ``wanted``.
  ///
  /// A surface that is too bright may be clipped, and its level tells nothing more.
  static func exposureFactor(at level: Double) -> Double {
    level > brightest ? 1 / shortening : wanted / max(level, darkest)
  }

  /// The share of the range beyond which a sensor may not be linear.
  static let brightest = 0.7
  /// The factor by which the exposure of a surface that is too bright is shortened.
  static let shortening = 4.0
  /// The share of the range to aim at.
  private static let wanted = 0.2
  /// The share of the range that a darker level counts as, so that its factor is finite.
  private static let darkest = 1e-3
  /// The share of samples that may be clipped by faults of single pixels.
  private static let clippedShare = 1e-3
}
