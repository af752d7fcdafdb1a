internal import RawFrames

/// The brightness of an even surface in front of the camera, by which its controls are measured.
enum GreenLevel {
  /// Returns green in the middle of the frame above the assumed black level, as a share of the range; 1 where it is
  /// clipped.
  static func inMiddle(of frame: RawFrame) -> Double {
    let total = frame.moments(in: Region(centerOf: frame))
    var sum = 0.0
    for channel in BayerChannel.allCases {
      let moments = total[channel]
      // A clipped channel tells nothing about the others, but it shows that the surface is too bright.
      if Double(moments.clippedCount) > clippedShare * Double(moments.count) { return 1 }
      guard channel == .greenOnRedRow || channel == .greenOnBlueRow else { continue }
      let black = frame.levels.black[channel]
      sum += (moments.mean - black) / (frame.levels.white[channel] - black)
    }
    return sum / 2
  }

  /// The share of samples that may be clipped by faults of single pixels.
  private static let clippedShare = 1e-3
}
