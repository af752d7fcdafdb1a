#if os(Linux)
  public import GrayCard
  public import RawFrames
  internal import WhiteBalance

  extension [CameraFrame] {
    /// The gray card read from the frame of a bracket in which it is best: trusted, with the least error; where it is
    /// refused in all, that with the fewest reasons.
    ///
    /// - Parameter region: `nil` for the middle half of the frame.
    /// - Returns: the frame's index; `nil` where there are no frames.
    /// - Throws: ``GrayCardError`` of a frame without colours.
    public func bestGrayCardReading(
      in region: Region? = nil, limits: GrayCardLimits = GrayCardLimits()
    ) throws(GrayCardError) -> (index: Int, reading: GrayCardReading)? {
      var best: (index: Int, reading: GrayCardReading)?
      for (index, frame) in enumerated() {
        let reading = try GrayCardEstimator(limits: limits).reading(
          of: frame.frame, in: region ?? Region(centerOf: frame.frame))
        if best.map({ reading.badness < $0.reading.badness }) ?? true { best = (index, reading) }
      }
      return best
    }
  }

  extension GrayCardReading {
    /// To compare readings of one card: refusals first, then the error of the gains.
    fileprivate var badness: (Int, Double) {
      switch verdict {
      case .refused(let refusals): return (refusals.count, 0)
      case .ok(let neutral):
        guard let gains = try? MeasuredGains(neutralizing: neutral) else { return (1, 0) }
        return (0, Swift.max(gains.standardError.red / gains.value.red, gains.standardError.blue / gains.value.blue))
      }
    }
  }
#endif
