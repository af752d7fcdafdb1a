/// The time from one frame to the next, as a fraction of a second.
public struct FrameInterval: Hashable, Sendable {
  /// The terms of the fraction, both above 0.
  public let numerator, denominator: UInt32

  /// Creates an interval, or `nil` where either term is 0.
  public init?(numerator: UInt32, denominator: UInt32) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates the interval of a sensor that reads one pixel with each clock.
  ///
  /// If a term needs more than 32 bits, both are halved until they fit.
  ///
  /// - Parameters:
  ///   - lines: The number of rows that are read.
  ///   - verticalBlanking: The number of blank lines after the rows.
  ///   - pixels: The number of pixels in a row.
  ///   - horizontalBlanking: The number of clocks after a row's pixels.
  ///   - rate: The number of clocks in a second.
  /// - Returns: `nil` where a frame, a line or a second has no clock, or a frame has more than 2⁶³.
  package init?(
    lines: Int64, verticalBlanking: Int64, pixels: Int64, horizontalBlanking: Int64, rate: Int64
  ) {
    let (height, isHeightTooLarge) = lines.addingReportingOverflow(verticalBlanking)
    let (width, isWidthTooLarge) = pixels.addingReportingOverflow(horizontalBlanking)
    let (clocks, isFrameTooLarge) = width.multipliedReportingOverflow(by: height)
    guard !isHeightTooLarge, !isWidthTooLarge, !isFrameTooLarge, height > 0, width > 0, rate > 0 else { return nil }
    let excess = max(clocks, rate).bitWidth - max(clocks, rate).leadingZeroBitCount - UInt32.bitWidth
    let halvings = max(excess, 0)
    self.init(numerator: UInt32(clocks >> halvings), denominator: UInt32(rate >> halvings))
  }

  /// The interval in seconds.
  public var seconds: Double { Double(numerator) / Double(denominator) }
}

extension FrameInterval: CustomStringConvertible {
  /// The interval as text, such as `1/30 s`.
  public var description: String { "\(numerator)/\(denominator) s" }
}
