internal import NumericalMethods
package import RawFrames

/// The black level of the samples of a DNG, as its tags state it: a pattern that repeats, and a change for each row and
/// for each column. Source: Digital Negative Specification 1.7, chapter 5.
package struct BlackLevels: Hashable, Sendable {
  /// The mean level of the samples of each channel; `nil` where levels differ in a mosaic of an unknown kind.
  package let mean: BayerValues<Double>?
  /// The standard deviation of the level among the samples of each channel.
  package let deviation: BayerValues<Double>

  /// The level of each channel; `nil` where it differs among the samples of a channel.
  package var constant: BayerValues<Double>? { deviation.all.allSatisfy { $0 == 0 } ? mean : nil }
}

extension TagDirectory {
  /// Returns the black level, or `nil` where no tag states one.
  ///
  /// - Throws: ``ExchangeError/invalidTag(_:value:expected:)`` where a tag has another count of numbers than the pattern,
  ///   or than the rows or columns of the active area.
  package func blackLevels() throws(ExchangeError) -> BlackLevels? {
    guard let black = try numbers(.blackLevel), let first = black.first else { return nil }
    let isUniform = black.allSatisfy { $0 == first }
    let (rows, columns) = isUniform ? (1, 1) : try blackRepeat(count: black.count)
    let ofRows = try blackChanges(.blackLevelDeltaV, side: 0, "row")
    let ofColumns = try blackChanges(.blackLevelDeltaH, side: 1, "column")
    guard let mosaic = try mosaic() else {
      let (down, across) = (Spread(ofRows), Spread(ofColumns))
      return BlackLevels(
        mean: isUniform ? BayerValues(repeating: first + down.mean + across.mean) : nil,
        deviation: BayerValues(repeating: (down.variance + across.variance).squareRoot()))
    }
    // After so many rows and columns, mosaic and pattern are as at the beginning.
    let period = mosaic.period
    var ofPattern = BayerValues(repeating: [Double]())
    var (rowCounts, columnCounts) = (
      BayerValues(repeating: [Double](repeating: 0, count: period)),
      BayerValues(repeating: [Double](repeating: 0, count: period))
    )
    for row in 0..<rows * period {
      for column in 0..<columns * period {
        let channel = mosaic.channel(column: column, row: row)
        ofPattern[channel].append(black[row % rows * columns + column % columns])
        rowCounts[channel][row % period] += 1
        columnCounts[channel][column % period] += 1
      }
    }
    let spreads = BayerValues<[Spread]> { channel in
      [
        Spread(ofPattern[channel]), Spread(ofRows, counts: rowCounts[channel]),
        Spread(ofColumns, counts: columnCounts[channel]),
      ]
    }
    return BlackLevels(
      mean: spreads.map { $0.reduce(0) { $0 + $1.mean } },
      deviation: spreads.map { $0.reduce(0) { $0 + $1.variance }.squareRoot() })
  }

  /// Returns the first tag that changes the black level from row to row or from column to column.
  package func blackLevelVaries() throws(ExchangeError) -> DNGTag? {
    for tag in [DNGTag.blackLevelDeltaH, .blackLevelDeltaV]
    where try numbers(tag, limit: .max)?.contains(where: { $0 != 0 }) == true {
      return tag
    }
    return nil
  }

  /// Returns the rows and columns of the pattern of BlackLevel, which has `count` numbers.
  private func blackRepeat(count: Int) throws(ExchangeError) -> (rows: Int, columns: Int) {
    let planes = try numbers(.samplesPerPixel)?.first ?? 1
    let stated = try numbers(.blackLevelRepeatDim) ?? [1, 1]
    guard stated.count == 2, let rows = Int(exactly: stated[0]), let columns = Int(exactly: stated[1]),
      let planes = Int(exactly: planes), [rows, columns, planes].allSatisfy((1...count).contains),
      rows * columns * planes == count
    else {
      let size = stated.map { $0.whole }.joined(separator: " x ")
      throw .invalidTag(
        DNGTag.blackLevel.name, value: "\(count) different numbers",
        expected: "as many as \(DNGTag.blackLevelRepeatDim.name) has rows and columns, which is \(size)")
    }
    return (rows, columns)
  }

  /// Returns the changes of the black level by row or by column; none where they are all 0.
  ///
  /// - Parameters:
  ///   - side: 0 for the rows of the active area, and 1 for its columns.
  ///   - name: The name of a row or a column.
  private func blackChanges(_ tag: DNGTag, side: Int, _ name: String) throws(ExchangeError) -> [Double] {
    guard let changes = try numbers(tag, limit: .max), changes.contains(where: { $0 != 0 }) else { return [] }
    let area = try numbers(.activeArea) ?? []
    let whole = try numbers(side == 0 ? .imageLength : .imageWidth)?.first
    let length = area.count == 4 ? area[side + 2] - area[side] : whole ?? 0
    guard Double(changes.count) == length else {
      throw .invalidTag(
        tag.name, value: "\(changes.count) numbers",
        expected: "\(length.whole), one for each \(name) of the active area")
    }
    return changes
  }

  /// Returns the mosaic; `nil` where the samples are planes or gray, or the mosaic is of an unknown kind.
  private func mosaic() throws(ExchangeError) -> ColorMosaic? {
    guard try numbers(.photometricInterpretation)?.first == Self.colorFilterArray,
      let pattern = try numbers(.cfaPattern)
    else { return nil }
    switch try numbers(.cfaRepeatPatternDim) {
    case [2, 2]: return Self.patterns[pattern].map { .bayer($0) }
    case [6, 6]:
      let letters = pattern.map { $0 == 0 ? "R" : $0 == 1 ? "G" : $0 == 2 ? "B" : "?" }
      return XTransPattern(letters.joined()).map { .xTrans($0) }
    default: return nil
    }
  }
}

/// The mean and variance of numbers. Both are exact where the numbers are alike.
private struct Spread {
  let mean, variance: Double

  /// - Parameters:
  ///   - values: The numbers; where there are none, mean and variance are 0.
  ///   - counts: How often each number counts. They repeat along the numbers.
  init(_ values: [Double], counts: [Double] = [1]) {
    var (weight, sum, squares) = (0.0, 0.0, 0.0)
    let origin = values.first ?? 0
    for (index, value) in values.enumerated() {
      let (count, distance) = (counts[index % counts.count], value - origin)
      (weight, sum, squares) = (weight + count, sum + count * distance, squares + count * distance * distance)
    }
    guard weight > 0 else {
      (mean, variance) = (0, 0)
      return
    }
    mean = origin + sum / weight
    variance = max(squares / weight - sum / weight * (sum / weight), 0)
  }
}
