internal import RawFrames
internal import WhiteBalance

extension CameraFrame {
  /// Returns the device's own response to the middle half of the frame, taken as neutral.
  ///
  /// It is `nil` where the frame has no colours, or a channel has no signal above black.
  func grayWorldNeutral() -> LinearRGB? {
    guard let mean = frame.meanResponse(in: Region(centerOf: frame)) else { return nil }
    return nativeResponse(mean)
  }
}

extension RawFrame {
  /// Returns the mean signal of a region, black subtracted.
  ///
  /// It is `nil` where the frame has no colours, or a channel is not above 0.
  func meanResponse(in region: Region) -> LinearRGB? {
    guard format.bayerPattern != nil, region.width > 1, region.height > 1 else { return nil }
    let total = moments(in: region)
    func signal(_ channel: BayerChannel) -> Double { total[channel].mean - levels.black[channel] }
    let green = (signal(.greenOnRedRow) + signal(.greenOnBlueRow)) / 2
    let response = LinearRGB(red: signal(.red), green: green, blue: signal(.blue))
    return response.isPositive ? response : nil
  }
}
