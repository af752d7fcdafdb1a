internal import Colorimetry
internal import GrayCard
internal import NumericalMethods
public import RawFrames
internal import RealModule
public import WhiteBalance

/// The place of a chart in a frame: a grid of patches with four known corners.
///
/// ``FramedChart`` reads a chart with all of its checks. This reads it as it is, above the frame's own black level.
public struct ChartFrame: Hashable, Sendable {
  /// A point of a frame, in samples from its top left corner.
  public struct Point: Hashable, Sendable {
    /// The coordinates, to the right and down.
    public let x, y: Double

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The number of patches in a row, and the number of rows.
  public let columns, rows: Int
  /// The warning that the corners are likely in another order, by the shape that patches have between them; `nil` where
  /// they are not.
  package let warning: CalibrationWarning?
  /// The projective map from the frame to the chart, whose corners are (0, 0), (1, 0), (1, 1) and (0, 1).
  private let toChart: Matrix3x3
  private let toFrame: Matrix3x3

  /// Creates a chart from its corners.
  ///
  /// - Parameters:
  ///   - corners: The outer corners of the corner patches: top left, top right, bottom right and bottom left of the
  ///     chart as its patches are named, wherever they are in the frame.
  ///   - columns: The number of patches in a row.
  ///   - rows: The number of rows.
  /// - Throws: ``ChartFrameError/corners(_:)`` unless there are four corners that go around a convex shape, and at
  ///   least one column and one row.
  public init(corners: [Point], columns: Int, rows: Int) throws(ChartFrameError) {
    guard corners.count == 4, columns > 0, rows > 0, Self.isConvex(corners) else { throw .corners(corners) }
    // Source: Heckbert 1989, "Fundamentals of Texture Mapping and Image Warping", section 2.2.3.
    let (x0, x1, x2, x3) = (corners[0].x, corners[1].x, corners[2].x, corners[3].x)
    let (y0, y1, y2, y3) = (corners[0].y, corners[1].y, corners[2].y, corners[3].y)
    let determinant = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2)
    let (sumX, sumY) = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3)
    let g = (sumX * (y3 - y2) - (x3 - x2) * sumY) / determinant
    let h = ((x1 - x2) * sumY - sumX * (y1 - y2)) / determinant
    toFrame = Matrix3x3(
      rows: [x1 - x0 + g * x1, x3 - x0 + h * x3, x0], [y1 - y0 + g * y1, y3 - y0 + h * y3, y0], [g, h, 1])
    toChart = toFrame.inverse
    guard toFrame.isFinite, toChart.isFinite else { throw .corners(corners) }
    self.columns = columns
    self.rows = rows
    let across = .hypot(x1 - x0, y1 - y0) + .hypot(x2 - x3, y2 - y3)
    let down = .hypot(x3 - x0, y3 - y0) + .hypot(x2 - x1, y2 - y1)
    func elongation(columns: Int, rows: Int) -> Double {
      let ratio = across * Double(rows) / (down * Double(columns))
      return max(ratio, 1 / ratio)
    }
    let own = elongation(columns: columns, rows: rows)
    warning =
      own > Self.largestElongation && own > elongation(columns: rows, rows: columns)
      ? .turnedCorners(elongation: own, columns: columns, rows: rows) : nil
  }

  /// The elongation of patches above which the corners may be in another order. A chart of 6 by 4 patches has it where
  /// it is seen from the side by 48°.
  static let largestElongation = 1.5

  /// Returns whether every corner turns the same way, and none is straight.
  private static func isConvex(_ corners: [Point]) -> Bool {
    let turns = (0..<4).map { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
    }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }

  /// Returns the mean of the middle of each patch, row by row from the top left.
  ///
  /// - Parameters:
  ///   - frame: A frame with colours.
  ///   - names: The names of the patches in this order, one for each.
  /// - Throws: ``ChartFrameError`` where the frame has no colours or is read in a wrong order of them, there are not as
  ///   many names as patches, or a patch lies outside of the frame or has too few samples.
  public func readings(of frame: RawFrame, names: [String]) throws(ChartFrameError) -> [ChartReading] {
    guard let mosaic = frame.mosaic else { throw .monochrome(frame.format.fourCC) }
    let count = columns.multipliedReportingOverflow(by: rows)
    guard !count.overflow, names.count == count.partialValue else {
      throw .patchCount(count.overflow ? .max : count.partialValue, names: names.count)
    }
    var readings: [ChartReading] = []
    var greens = SIMD2<Double>.zero
    for (index, name) in names.enumerated() {
      let patch = try reading(name, column: index % columns, row: index / columns, in: frame, mosaic)
      readings.append(patch.reading)
      greens += patch.greens
    }
    let difference = abs(greens.x - greens.y) / (greens.sum() / 2)
    // Below black the greens tell nothing of the order.
    guard greens.min() <= 0 || difference <= GrayCardLimits().greenDifferenceShare else {
      throw .greensDiffer(share: difference)
    }
    return readings
  }

  /// Returns the largest upright rectangle that fits into the middle of each patch, row by row from the top left.
  ///
  /// - Parameter frame: A frame that ``readings(of:names:)`` has read. All rectangles are inside it.
  package func insides(in frame: RawFrame) -> [Region] {
    (0..<columns * rows).map { inside(column: $0 % columns, row: $0 / columns, in: frame) }
  }

  private func inside(column: Int, row: Int, in frame: RawFrame) -> Region {
    let (horizontal, vertical) = bounds(column: column, row: row)
    let corners = corners(horizontal, vertical)
    let middle = Self.apply(
      toFrame, (horizontal.lowerBound + horizontal.upperBound) / 2, (vertical.lowerBound + vertical.upperBound) / 2)
    let width = corners.map { abs($0.x - middle.x) }.max() ?? 0
    let height = corners.map { abs($0.y - middle.y) }.max() ?? 0
    // A convex shape contains a rectangle if it contains the rectangle's corners.
    let share =
      Self.shares.first { share in
        [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)].allSatisfy { sign in
          let place = Self.apply(toChart, middle.x + sign.0 * share * width, middle.y + sign.1 * share * height)
          return horizontal.contains(place.x) && vertical.contains(place.y)
        }
      } ?? 0
    // The range has at least the least side. At the right or lower edge of the frame it is moved inwards to have it.
    func side(_ middle: Double, _ half: Double, _ end: Int) -> Range<Int> {
      let start = min(Int((middle - half).rounded(.up)), end - Self.leastSide)
      return start..<max(Int((middle + half).rounded(.down)), start + Self.leastSide)
    }
    let (across, down) = (
      side(middle.x, share * width, frame.width), side(middle.y, share * height, frame.height)
    )
    return Region(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
  }

  /// The sizes of the rectangle that are tried, the largest first, as shares of the size of the patch's middle. With
  /// shorter steps the rectangle would be slightly larger.
  private static let shares = stride(from: 0.99, through: 0.09, by: -0.05)
  /// The least width and height of the rectangle, in samples: a period of a Bayer mosaic, so that it has all channels.
  private static let leastSide = 2

  /// Returns the bounds of the middle of a patch, across and down, as shares of the chart.
  private func bounds(column: Int, row: Int) -> (horizontal: ClosedRange<Double>, vertical: ClosedRange<Double>) {
    func middle(of index: Int, count: Int) -> ClosedRange<Double> {
      (Double(index) + Self.margin) / Double(count)...(Double(index + 1) - Self.margin) / Double(count)
    }
    return (middle(of: column, count: columns), middle(of: row, count: rows))
  }

  /// Returns the corners, in the frame, of a rectangle of the chart.
  private func corners(_ horizontal: ClosedRange<Double>, _ vertical: ClosedRange<Double>) -> [Point] {
    [horizontal.lowerBound, horizontal.upperBound].flatMap { u in
      [vertical.lowerBound, vertical.upperBound].map { Self.apply(toFrame, u, $0) }
    }
  }

  /// The margin of a patch that is not read, as a share of the patch. Corners are clicked by hand, and patches have
  /// gaps.
  private static let margin = 0.25
  /// The least number of samples of each channel. Fewer do not determine their mean.
  private static let leastSampleCount = 8

  /// Returns the reading of a patch, and the signals of its two greens.
  private func reading(
    _ name: String, column: Int, row: Int, in frame: RawFrame, _ mosaic: ColorMosaic
  ) throws(ChartFrameError) -> (reading: ChartReading, greens: SIMD2<Double>) {
    let (horizontal, vertical) = bounds(column: column, row: row)
    let corners = corners(horizontal, vertical)
    let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
    let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    guard left >= 0, top >= 0, right <= Double(frame.width), bottom <= Double(frame.height) else {
      throw .outsideFrame(patch: name, width: frame.width, height: frame.height)
    }
    var sums = BayerValues(repeating: PatchSums())
    // The range is empty for a patch that has no extent and lies on the right or lower edge of the frame.
    let columns = Int(left)..<min(Int(right) + 1, frame.width)
    var samples: [UInt16] = []
    for y in Int(top)..<min(Int(bottom) + 1, frame.height) {
      frame.readSamples(row: y, columns: columns, into: &samples)
      for (x, sample) in zip(columns, samples) {
        let place = Self.apply(toChart, Double(x) + 0.5, Double(y) + 0.5)
        guard horizontal.contains(place.x), vertical.contains(place.y) else { continue }
        let channel = mosaic.channel(column: x, row: y)
        sums[channel].add(Double(sample), white: frame.levels.white[channel])
      }
    }
    let fewest = sums.all.map(\.count).min() ?? 0
    guard fewest >= Self.leastSampleCount else {
      throw .patchTooSmall(patch: name, samples: fewest, needed: Self.leastSampleCount)
    }
    func signal(_ channel: BayerChannel) -> Double { sums[channel].mean - frame.levels.black[channel] }
    let (black, shared) = (frame.levels.blackError, frame.levels.sharedBlackError)
    func own(_ error: Double) -> Double { max(error * error - shared * shared, 0).squareRoot() }
    // A patch is clipped as a gray card is.
    let clippedShare = GrayCardLimits().clippedShare
    let (one, other) = (sums.greenOnRedRow.standardError, sums.greenOnBlueRow.standardError)
    let greens = SIMD2(signal(.greenOnRedRow), signal(.greenOnBlueRow))
    let reading = ChartReading(
      patch: name, response: LinearRGB(red: signal(.red), green: greens.sum() / 2, blue: signal(.blue)),
      standardError: LinearRGB(
        red: sums.red.standardError, green: (one * one + other * other).squareRoot() / 2,
        blue: sums.blue.standardError),
      // Both greens share one error, since they share its causes.
      blackError: black.all.contains { $0 > 0 }
        ? LinearRGB(
          red: own(black.red), green: own(max(black.greenOnRedRow, black.greenOnBlueRow)), blue: own(black.blue)) : nil,
      sharedBlackError: shared > 0 ? LinearRGB(red: shared, green: shared, blue: shared) : nil,
      // A sensor may end below the stated white level, on a plateau.
      isClipped: sums.all.contains { Double($0.clippedCount) > clippedShare * Double($0.count) }
        || Saturation.largestClippedShare(of: frame, in: inside(column: column, row: row, in: frame)) > clippedShare)
    return (reading, greens)
  }

  private static func apply(_ map: Matrix3x3, _ x: Double, _ y: Double) -> Point {
    let image = map * [x, y, 1]
    return Point(x: image.x / image.z, y: image.y / image.z)
  }
}

private struct PatchSums: Hashable {
  var count = 0
  var clippedCount = 0
  private var sum = 0.0
  private var sumOfSquares = 0.0

  mutating func add(_ sample: Double, white: Double) {
    count += 1
    sum += sample
    sumOfSquares += sample * sample
    if sample >= white { clippedCount += 1 }
  }

  var mean: Double { sum / Double(count) }

  /// The standard error of the mean. Sums of whole numbers below 2^53 are exact.
  var standardError: Double {
    let variance = max(sumOfSquares / Double(count) - mean * mean, 0)
    return (variance / Double(max(count - 1, 1))).squareRoot()
  }
}

/// The reason why the patches of a frame cannot be read.
public enum ChartFrameError: Error, Hashable, Sendable {
  /// The corners do not go around a convex shape.
  case corners([ChartFrame.Point])
  /// The format has no colours.
  case monochrome(FourCC)
  /// The grid has another number of patches than there are names.
  case patchCount(Int, names: Int)
  /// The patch does not lie inside the frame, whose size is in samples.
  case outsideFrame(patch: String, width: Int, height: Int)
  /// The chart's reference is not a grid, so its corners do not determine the positions of its patches.
  case noGrid(reference: String)
  /// The two greens differ by this share over all patches, so the frame's order of colours is another.
  case greensDiffer(share: Double)
  /// A channel of the patch has fewer samples than needed.
  case patchTooSmall(patch: String, samples: Int, needed: Int)
  /// A gain that the samples were multiplied by is not above 0, or not finite.
  case invalidGains(WhiteBalanceGains)
}

extension ChartFrameError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .corners(let corners):
      "the corners \(corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")) are no chart; they must go around it: top left, "
        + "top right, bottom right, bottom left"
    case .monochrome(let code):
      "a frame of \(code) has no colours; a chart needs a Bayer format"
    case .patchCount(let count, let names):
      "the grid has \(count) patches, and the reference \(names)"
    case .outsideFrame(let patch, let width, let height):
      "patch \(patch) is not inside the frame of \(width) x \(height) samples; check the corners"
    case .noGrid(let reference):
      "\(reference) names no grid, such as A1 to D6, so that corners do not tell its patches"
    case .greensDiffer(let share):
      "the greens differ by \(share.percent) (limit \(GrayCardLimits().greenDifferenceShare.percent)); check the order of the "
        + "format's colours, its width and its stride"
    case .patchTooSmall(let patch, let samples, let needed):
      "patch \(patch) has \(samples) samples of a channel, and \(needed) are needed; fill more of the frame with the chart"
    case .invalidGains(let gains):
      "\(GrayCardError.invalidGains(gains))"
    }
  }
}
