/// The means of the channels of each frame, in 8 x 8 groups of the frame's parts. Lanes are channels, in the order of ``BayerChannel``.
struct FrameMeans: Sendable {
  /// The places of the groups, row by row.
  private let regions: [Region]
  /// The group of each part.
  private let groups: [Int]
  /// The sums of the frame that is being added, and the counts of samples, by group.
  private var sums: [SIMD4<UInt64>]
  private var counts: [SIMD4<UInt64>]
  /// The means of the groups of the first frame, then of the second, and so on. Half of a double's digits do, and there may be thousands of frames.
  private var means: [SIMD4<Float>] = []

  /// Creates the means of no frame yet.
  ///
  /// - Parameter parts: The parts of the frame, row by row.
  init(_ parts: [Region]) {
    let columns = parts.count { $0.y == parts[0].y }
    let rows = parts.count / columns
    let (across, down) = (min(columns, Self.largestCount), min(rows, Self.largestCount))
    let groups = parts.indices.map { $0 / columns * down / rows * across + $0 % columns * across / columns }
    self.groups = groups
    regions = (0..<across * down).map { group in
      // The parts of a group, in the order of rows, begin with its first corner and end with its last.
      guard let first = groups.firstIndex(of: group), let last = groups.lastIndex(of: group) else {
        preconditionFailure("each group has a part")
      }
      let (start, end) = (parts[first], parts[last])
      return Region(
        x: start.x, y: start.y, width: end.x + end.width - start.x, height: end.y + end.height - start.y)
    }
    sums = Array(repeating: .zero, count: regions.count)
    counts = sums
  }

  /// The largest number of groups in each direction.
  private static let largestCount = 8

  /// Adds the samples of a part of the present frame.
  mutating func add(_ sums: SIMD4<UInt64>, _ counts: SIMD4<UInt64>, part: Int) {
    self.sums[groups[part]] &+= sums
    self.counts[groups[part]] &+= counts
  }

  /// Ends the present frame.
  mutating func endFrame() {
    for group in regions.indices {
      means.append(
        SIMD4<Float>(
          SIMD4<Double>(sums[group]) / SIMD4<Double>(counts[group]).replacing(with: 1, where: counts[group] .== 0)))
    }
    // Each frame has the same counts, which the last one leaves.
    last = counts
    sums = Array(repeating: .zero, count: regions.count)
    counts = sums
  }

  private var last: [SIMD4<UInt64>] = []

  /// Returns the counts of samples in the groups that lie wholly inside a region, and their means in each frame; `nil` where no group does.
  func inside(_ region: Region) -> (counts: SIMD4<Double>, means: [SIMD4<Double>])? {
    let inside = regions.indices.filter { region.contains(regions[$0]) }
    guard !inside.isEmpty else { return nil }
    let count = inside.reduce(into: SIMD4<Double>.zero) { $0 += SIMD4<Double>(last[$1]) }
    let divisor = count.replacing(with: 1, where: count .== 0)
    return (
      count,
      stride(from: 0, to: means.count, by: regions.count).map { start in
        inside.reduce(into: SIMD4<Double>.zero) { $0 += SIMD4<Double>(means[start + $1]) * SIMD4<Double>(last[$1]) }
          / divisor
      }
    )
  }
}

extension Region {
  /// Whether another region lies wholly inside this one.
  func contains(_ other: Region) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}
