public import WhiteBalance

/// What a device read from one patch of a chart.
public struct ChartReading: Hashable, Sendable {
  /// The patch's name, as the chart's reference has it.
  public let patch: String
  /// Linear, black level removed, in any scale that the whole chart shares.
  public let response: LinearRGB
  /// Of ``response``; absent where it is not known.
  public let standardError: LinearRGB?
  /// Whether samples of the patch were at the end of their range.
  public let isClipped: Bool

  public init(patch: String, response: LinearRGB, standardError: LinearRGB? = nil, isClipped: Bool = false) {
    self.patch = patch
    self.response = response
    self.standardError = standardError
    self.isClipped = isClipped
  }
}
