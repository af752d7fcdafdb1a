public import WhiteBalance

/// A device's reading of one patch of a chart.
public struct ChartReading: Hashable, Sendable {
  /// The name of the patch in the chart's reference.
  public let patch: String
  /// The linear response with the black level removed, on any scale that the whole chart shares.
  public let response: LinearRGB
  /// The standard error of ``response`` due to noise, or `nil` where it is not known.
  public let standardError: LinearRGB?
  /// The standard errors of the channels' black levels, which all patches of a frame share, or `nil` where they are not
  /// known. They are independent, and do not include ``sharedBlackError``.
  package let blackError: LinearRGB?
  /// The standard error of the black level that moves all channels together, in each channel's values; `nil` for none.
  package let sharedBlackError: LinearRGB?
  /// Whether too many samples of the patch were at the end of their range.
  public let isClipped: Bool

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - patch: The name of the patch in the chart's reference.
  ///   - response: The linear response with the black level removed, on a scale that the whole chart shares. A fit
  ///     leaves out a patch that is not finite, and one that is not above 0.
  ///   - standardError: The standard error of `response` due to noise, finite and at least 0, or `nil` where it is not
  ///     known. A fit leaves out a patch with another one.
  ///   - isClipped: Whether samples of the patch were at the end of their range.
  public init(patch: String, response: LinearRGB, standardError: LinearRGB? = nil, isClipped: Bool = false) {
    self.init(
      patch: patch, response: response, standardError: standardError, blackError: nil, isClipped: isClipped)
  }

  package init(
    patch: String, response: LinearRGB, standardError: LinearRGB?, blackError: LinearRGB?,
    sharedBlackError: LinearRGB? = nil, isClipped: Bool
  ) {
    self.patch = patch
    self.response = response
    self.standardError = standardError
    self.blackError = blackError
    self.sharedBlackError = sharedBlackError
    self.isClipped = isClipped
  }
}
