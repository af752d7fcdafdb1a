internal import RawFrames

/// Sums over a part of a region, which add up from tiles to parts to the whole. Lanes are channels, in the order of
/// ``BayerChannel``.
struct CardSums {
  /// The number of samples.
  var count = SIMD4<Double>.zero
  /// The sum of the samples' signals, with the black level subtracted and the sign kept.
  var sum = SIMD4<Double>.zero
  /// The sum of squared deviations from the means of the tiles, and its degrees of freedom.
  var scatter = SIMD4<Double>.zero
  var degrees = SIMD4<Double>.zero

  var mean: SIMD4<Double> { sum / count }

  /// The variance of a sample; 0 for a single sample.
  var sampleVariance: SIMD4<Double> { scatter / degrees.atLeast(.one) }

  /// Returns the sums with the same means, and with counts in the proportions of the mosaic. The channel with the
  /// smallest share gets the smallest of the counts.
  ///
  /// A tile must count the same for all channels, because different weights would change the colour where light falls
  /// off.
  func inProportion(to shares: SIMD4<Double>) -> CardSums {
    var sums = self
    sums.count = shares / shares.min() * count.min()
    sums.sum = count.min() > 0 ? mean * sums.count : .zero
    return sums
  }

  @inline(__always) static func += (total: inout CardSums, part: CardSums) {
    total.count += part.count
    total.sum += part.sum
    total.scatter += part.scatter
    total.degrees += part.degrees
  }
}

/// The tiles of a region, and which of them are rejected.
struct CardTiles {
  let columns, rows: Int
  /// The middles of the columns and of the rows, in sides of a tile. The last may be narrower.
  let across, down: [Double]
  /// The sums of the tiles, row by row.
  var sums: [CardSums]
  var isLeftOut: [Bool]

  init(_ moments: TileMoments, black: SIMD4<Double>, shares: SIMD4<Double>) {
    columns = moments.columns
    rows = moments.rows
    func middles(_ count: Int, _ length: Int) -> [Double] {
      (0..<count).map { Double($0) + Double(min(moments.side, length - $0 * moments.side)) / Double(2 * moments.side) }
    }
    (across, down) = (middles(columns, moments.region.width), middles(rows, moments.region.height))
    sums = []
    sums.reserveCapacity(moments.tiles.count)
    for index in moments.tiles.indices { sums.append(CardSums(moments.tiles[index], black: black, shares: shares)) }
    isLeftOut = Array(repeating: false, count: moments.tiles.count)
  }

  /// The sums over all tiles that show the card.
  var total: CardSums {
    var total = CardSums()
    for index in sums.indices where !isLeftOut[index] { total += sums[index] }
    return total
  }

  /// Returns the mean signal and its variance due to noise, with each tile weighted by its position.
  func weightedMean(_ weighting: Weighting) -> (mean: SIMD4<Double>, variance: SIMD4<Double>) {
    let (across, down) = (weighting.weights(count: columns), weighting.weights(count: rows))
    var (sum, count, variance) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for index in sums.indices where !isLeftOut[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let weight = down[row] * across[column]
      let tile = sums[index]
      sum += weight * tile.sum
      count += weight * tile.count
      variance += weight * weight * tile.count * tile.sampleVariance
    }
    return (sum / count, variance / (count * count))
  }

  /// Returns whether most of the tiles of `place` show the card.
  func shows(_ place: Region, in moments: TileMoments) -> Bool {
    let (x, y, side) = (place.x - moments.region.x, place.y - moments.region.y, moments.side)
    let touched = (y / side...(y + place.height - 1) / side).flatMap { row in
      (x / side...(x + place.width - 1) / side).map { column in row * columns + column }
    }
    return 2 * touched.count { !isLeftOut[$0] } > touched.count
  }

  /// A square of tiles, with the number of samples and the sum of their signals in its tiles that show the card.
  struct Square {
    let columns, rows: Range<Int>
    fileprivate(set) var count = SIMD4<Double>.zero
    fileprivate(set) var sum = SIMD4<Double>.zero
  }

  /// Returns the squares of `side` x `side` tiles, row by row. The last of a row and of a column may be cut off.
  func squares(side: Int) -> [Square] {
    stride(from: 0, to: rows, by: side).flatMap { top in
      stride(from: 0, to: columns, by: side).map { left in
        var square = Square(columns: left..<min(left + side, columns), rows: top..<min(top + side, rows))
        for row in square.rows {
          for index in row * columns + square.columns.lowerBound..<row * columns + square.columns.upperBound
          where !isLeftOut[index] {
            square.count += sums[index].count
            square.sum += sums[index].sum
          }
        }
        return square
      }
    }
  }

  /// Returns the sums of the card's tiles in `columns` x `rows` parts, or fewer if there are fewer tiles.
  func parts(columns partColumns: Int, rows partRows: Int) -> [CardSums] {
    let (across, down) = (min(partColumns, columns), min(partRows, rows))
    var parts = Array(repeating: CardSums(), count: across * down)
    for index in sums.indices where !isLeftOut[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      parts[row * down / rows * across + column * across / columns] += sums[index]
    }
    return parts
  }
}

extension CardSums {
  init(
    _ tile: BayerValues<SampleMoments>, black: SIMD4<Double>, shares: SIMD4<Double> = SIMD4(repeating: 1.0 / 4)
  ) {
    count = tile.lanes { Double($0.count) }
    sum = tile.lanes { Double($0.sum) } - black * count
    degrees = (count - 1).atLeast(.zero)
    scatter = tile.lanes { $0.variance ?? 0 } * degrees
    // A tile that is cut off has more samples of some channels than their share. It must count the same for all of
    // them, because different weights would change the colour where light falls off.
    if count.min() > 0 {
      let mean = mean
      count = shares * count.sum()
      sum = mean * count
    }
  }

  /// The largest possible number of cells with a sample of each channel.
  var cellCount: Double { count.min() }
}

extension BayerValues<SampleMoments> {
  /// Returns a number of each channel.
  func lanes(_ value: (SampleMoments) -> Double) -> SIMD4<Double> {
    SIMD4(value(red), value(greenOnRedRow), value(greenOnBlueRow), value(blue))
  }
}

extension SIMD4<Double> {
  init(_ values: BayerValues<Double>) {
    self.init(values.red, values.greenOnRedRow, values.greenOnBlueRow, values.blue)
  }

  /// Returns the larger of each lane and its least value. The standard library's `pointwiseMax` is a call for each
  /// vector.
  func atLeast(_ least: Self) -> Self { replacing(with: least, where: least .>= self) }

  /// Red, the mean of the two greens, and blue.
  var rgb: SIMD3<Double> { SIMD3(self[0], (self[1] + self[2]) / 2, self[3]) }

  /// The variances of red, the mean of two greens, and blue.
  var rgbVariance: SIMD3<Double> { SIMD3(self[0], (self[1] + self[2]) / 4, self[3]) }
}
