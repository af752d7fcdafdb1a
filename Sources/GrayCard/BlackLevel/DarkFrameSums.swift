internal import RawFrames

/// Sums of one channel of a dark frame over parts, rows and columns, without the samples that stand out.
struct DarkFrameSums {
  struct Sum {
    var count = 0
    var sum: UInt64 = 0
    var squares: UInt64 = 0
    /// The number of samples that stand out. They are in none of the sums.
    var outside = 0

    var mean: Double { Double(sum) / Double(count) }
  }

  /// The sums of the parts, row by row from the top left.
  var parts: [Sum]
  /// The number of parts in a row.
  var partColumns: Int
  var rows, columns: [Sum]

  /// Returns the sums of each channel of `frame`.
  ///
  /// - Parameter bounds: The range beyond which a sample stands out.
  static func channels(
    of frame: RawFrame, pattern: BayerPattern, parts: [Region], bounds: BayerValues<ClosedRange<UInt16>>
  ) -> BayerValues<DarkFrameSums> {
    // The arrays are indexed by the position in the 2 x 2 cell. An array inside a channel's value would be copied for
    // each sample.
    var partSums = Array(repeating: Array(repeating: Sum(), count: parts.count), count: 4)
    var rowSums = Array(repeating: Array(repeating: Sum(), count: frame.height), count: 4)
    var columnSums = Array(repeating: Array(repeating: Sum(), count: frame.width), count: 4)
    var samples: [UInt16] = []
    for (index, part) in parts.enumerated() {
      for row in part.y..<part.y + part.height {
        frame.readSamples(row: row, columns: part.x..<part.x + part.width, into: &samples)
        // A row alternates between two channels.
        for first in 0..<min(2, part.width) {
          let place = 2 * (row & 1) + (part.x + first) & 1
          let range = bounds[pattern.channel(column: part.x + first, row: row)]
          var line = Sum()
          for offset in stride(from: first, to: part.width, by: 2) {
            let sample = samples[offset]
            guard range.contains(sample) else {
              line.outside += 1
              continue
            }
            line.count += 1
            line.sum += UInt64(sample)
            line.squares += UInt64(sample) * UInt64(sample)
            columnSums[place][part.x + offset].count += 1
            columnSums[place][part.x + offset].sum += UInt64(sample)
          }
          partSums[place][index].add(line)
          rowSums[place][row].add(line)
        }
      }
    }
    let partColumns = parts.count { $0.y == parts[0].y }
    var channels = BayerValues(repeating: DarkFrameSums(parts: [], partColumns: partColumns, rows: [], columns: []))
    for place in 0..<4 {
      channels[pattern.channel(column: place & 1, row: place >> 1)] = DarkFrameSums(
        parts: partSums[place], partColumns: partColumns, rows: rowSums[place], columns: columnSums[place])
    }
    return channels
  }
}

extension DarkFrameSums.Sum {
  mutating func add(_ other: Self) {
    count += other.count
    sum += other.sum
    squares += other.squares
    outside += other.outside
  }
}

// MARK: - What they tell

extension DarkFrameSums {
  var outside: Int { parts.map(\.outside).reduce(0, +) }
  var count: Int { parts.map(\.count).reduce(0, +) }
  var mean: Double { Double(parts.map(\.sum).reduce(0, +)) / Double(count) }

  /// The variance of a sample about the mean of its part.
  var variance: Double {
    let squares = parts.filter { $0.count > 0 }.map { part in
      Double(part.squares) - Double(part.sum) * Double(part.sum) / Double(part.count)
    }
    return max(squares.reduce(0, +), 0) / Double(max(count - squares.count, 1))
  }

  /// Returns the variance of the means of rows or columns, from the differences between neighbours that have the
  /// channel. Shading hardly changes between neighbours, so it does not count.
  static func variance(ofMeans lines: [Sum]) -> Double {
    let means = lines.filter { $0.count > 0 }.map(\.mean)
    guard means.count > 1 else { return 0 }
    return zip(means, means.dropFirst()).map { ($1 - $0) * ($1 - $0) }.reduce(0, +) / Double(2 * (means.count - 1))
  }

  /// The parts joined into 4 x 4 blocks, each a sixteenth of the frame.
  var blocks: [Sum] {
    let (across, partRows) = (Self.blocksAcross, parts.count / partColumns)
    var blocks = Array(repeating: Sum(), count: across * across)
    for (index, part) in parts.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: partColumns)
      blocks[row * across / partRows * across + column * across / partColumns].add(part)
    }
    return blocks
  }

  /// The number of blocks in each direction. A frame that is judged has at least as many parts.
  static let blocksAcross = 4

  /// Returns the variance of the means about their own mean.
  static func scatter(ofMeans sums: [Sum]) -> Double {
    let means = sums.map(\.mean)
    let middle = means.reduce(0, +) / Double(max(means.count, 1))
    return means.map { ($0 - middle) * ($0 - middle) }.reduce(0, +) / Double(max(means.count - 1, 1))
  }

  static func lineCount(_ lines: [Sum]) -> Int { lines.count { $0.count > 0 } }
}
