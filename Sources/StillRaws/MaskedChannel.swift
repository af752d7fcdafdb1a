internal import GrayCard
internal import RawFrames

/// A part of a masked area, cut across its longer side.
struct MaskedBlock {
  let columns, rows: Range<Int>
  /// Whether the area was cut between rows, so that the blocks of an area share its columns and have rows of their own.
  let isOfRows: Bool

  /// Returns the blocks of an area.
  static func blocks(of area: Region) -> [MaskedBlock] {
    let isOfRows = area.height >= area.width
    let length = isOfRows ? area.height : area.width
    let count = min(max(length / leastLength, 1), mostBlocks)
    let (columns, rows) = (area.x..<area.x + area.width, area.y..<area.y + area.height)
    return (0..<count).map { index in
      let (start, end) = (length * index / count, length * (index + 1) / count)
      return isOfRows
        ? MaskedBlock(columns: columns, rows: area.y + start..<area.y + end, isOfRows: true)
        : MaskedBlock(columns: area.x + start..<area.x + end, rows: rows, isOfRows: false)
    }
  }

  func forEachPlace(_ body: (_ column: Int, _ row: Int) -> Void) {
    for row in rows { for column in columns { body(column, row) } }
  }

  /// The least length of a block, in rows or columns. It has at least four of each channel.
  private static let leastLength = 8
  private static let mostBlocks = 16
}

/// The sums of one channel of the masked samples, without the samples that stand out.
struct MaskedChannel {
  private let blocks: [MaskedBlock]
  private var ofBlocks, ofRows, ofColumns: [SampleMoments]
  /// The number of samples that stand out.
  private var outside = 0

  init(_ blocks: [MaskedBlock], width: Int, height: Int) {
    self.blocks = blocks
    ofBlocks = Array(repeating: SampleMoments(), count: blocks.count)
    ofRows = Array(repeating: SampleMoments(), count: height)
    ofColumns = Array(repeating: SampleMoments(), count: width)
  }

  mutating func add(_ sample: UInt16, isOutside: Bool, block: Int, _ column: Int, _ row: Int) {
    guard !isOutside else {
      outside += 1
      return
    }
    ofBlocks[block].add(sample)
    ofRows[row].add(sample)
    ofColumns[column].add(sample)
  }

  /// The statistics of the channel, in raw values.
  struct Statistics {
    let level: Double
    /// The variance of ``level`` due to noise, to the pattern of rows and columns, and to rounding.
    let noiseVariance: Double
    /// The variance of a block's level beyond noise, rows and columns. By chance it may be negative.
    let shadingVariance: Double
    /// The standard deviation of a sample.
    let deviation: Double
    /// The number of samples, including those that stand out.
    let sampleCount: Double
    /// The share of samples that stand out.
    let hotShare: Double
    /// The largest difference between a block and the mean of all blocks, where noise, rows and columns do not explain
    /// it.
    let unevenness: Double

    init(_ sums: MaskedChannel) {
      let blocks = zip(sums.blocks, sums.ofBlocks).filter { $1.count > 0 }
      let all = sums.ofBlocks.reduce(into: SampleMoments()) { $0 += $1 }
      let scatter = blocks.map { ($1.variance ?? 0) * Double($1.count - 1) }.reduce(0, +)
      let variance = scatter / Double(max(all.count - blocks.count, 1))
      let (rows, columns) = (Lines(sums.ofRows, variance), Lines(sums.ofColumns, variance))
      level = all.mean
      deviation = variance.squareRoot()
      sampleCount = Double(all.count + sums.outside)
      hotShare = Double(sums.outside) / sampleCount
      noiseVariance =
        variance / Double(all.count) + rows.varianceOfMean + columns.varianceOfMean
        + (variance < SampleRounding.leastDither ? SampleRounding.variance : 0)

      // The columns of a strip of rows are the same in all of its blocks, and so no difference between them.
      let expected = blocks.map { block, moments in
        let lines = block.isOfRows ? sums.ofRows[block.rows] : sums.ofColumns[block.columns]
        return variance / Double(moments.count) + (block.isOfRows ? rows : columns).varianceOfLine
          / Double(lines.count { $0.count > 0 })
      }
      let means = blocks.map { $1.mean }
      let middle = means.reduce(0, +) / Double(max(means.count, 1))
      let differences = means.map { abs($0 - middle) }
      shadingVariance =
        differences.map { $0 * $0 }.reduce(0, +) / Double(max(means.count - 1, 1))
        - expected.reduce(0, +) / Double(max(means.count, 1))
      unevenness =
        zip(differences, expected).filter { $0 > Significance.limitOfParts * $1.squareRoot() }.map(\.0).max()
        ?? 0
    }
  }

  /// The offsets of rows, or of columns.
  private struct Lines {
    /// The variance of a line's offset, and of the mean of all samples due to the offsets of all lines.
    let varianceOfLine, varianceOfMean: Double

    /// - Parameter variance: The variance of a sample.
    init(_ lines: [SampleMoments], _ variance: Double) {
      let lines = lines.filter { $0.count > 0 }
      let (means, counts) = (lines.map(\.mean), lines.map { Double($0.count) })
      // Shading hardly changes between neighbours, so it does not count.
      let neighbors = zip(means, means.dropFirst()).map { ($1 - $0) * ($1 - $0) }.reduce(0, +)
      let ofSamples = counts.map { variance / $0 }.reduce(0, +) / Double(max(counts.count, 1))
      varianceOfLine = max(neighbors / Double(2 * max(means.count - 1, 1)) - ofSamples, 0)
      let total = counts.reduce(0, +)
      varianceOfMean = varianceOfLine * counts.map { $0 * $0 }.reduce(0, +) / (total * total)
    }
  }
}

extension SampleMoments {
  fileprivate mutating func add(_ sample: UInt16) {
    count += 1
    sum += UInt64(sample)
    sumOfSquares += UInt64(sample) * UInt64(sample)
  }
}
