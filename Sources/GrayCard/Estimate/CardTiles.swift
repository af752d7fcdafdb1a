internal import RawFrames

/// What a part of a region holds: sums that add up from tiles to parts to the whole. Lanes are channels, in the order of
/// ``BayerChannel``.
struct CardSums {
  /// Samples.
  var count = SIMD4<Double>.zero
  /// Of the samples' signals, the black level removed with its sign.
  var sum = SIMD4<Double>.zero
  /// Squared deviations from the means of the tiles, and the degrees of freedom that they have.
  var scatter = SIMD4<Double>.zero
  var degrees = SIMD4<Double>.zero

  var mean: SIMD4<Double> { sum / count }

  /// The variance of a sample; 0 where there is one alone.
  var sampleVariance: SIMD4<Double> { scatter / pointwiseMax(degrees, .one) }

  static func += (total: inout CardSums, part: CardSums) {
    total.count += part.count
    total.sum += part.sum
    total.scatter += part.scatter
    total.degrees += part.degrees
  }
}

/// The tiles of a region, and which of them show the card.
struct CardTiles {
  let columns, rows: Int
  /// Row by row.
  var sums: [CardSums]
  var isLeftOut: [Bool]

  init(_ moments: TileMoments, black: SIMD4<Double>) {
    columns = moments.columns
    rows = moments.rows
    sums = moments.tiles.map { CardSums($0, black: black) }
    isLeftOut = Array(repeating: false, count: moments.tiles.count)
  }

  /// The sums over all tiles that show the card.
  var total: CardSums {
    var total = CardSums()
    for index in sums.indices where !isLeftOut[index] { total += sums[index] }
    return total
  }

  /// The mean signal, and its variance by noise, with each tile weighted by its place.
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

  /// Whether most of the tiles of `place` show the card.
  func shows(_ place: Region, in moments: TileMoments) -> Bool {
    let (x, y, side) = (place.x - moments.region.x, place.y - moments.region.y, moments.side)
    let touched = (y / side...(y + place.height - 1) / side).flatMap { row in
      (x / side...(x + place.width - 1) / side).map { column in row * columns + column }
    }
    return 2 * touched.count { !isLeftOut[$0] } > touched.count
  }

  /// The sums of the card's tiles in parts: `columns` x `rows` of them, or as many as there are tiles.
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
  init(_ tile: BayerValues<SampleMoments>, black: SIMD4<Double>) {
    for channel in BayerChannel.allCases {
      let moments = tile[channel]
      guard moments.count > 0 else { continue }
      let lane = channel.rawValue
      count[lane] = Double(moments.count)
      sum[lane] = Double(moments.sum) - black[lane] * count[lane]
      degrees[lane] = count[lane] - 1
      scatter[lane] = (moments.variance ?? 0) * degrees[lane]
    }
    // A tile with an odd number of columns has more samples of some channels. Each tile is to count the same for all of
    // them: where light falls off, another weight is another colour.
    if count.min() > 0 {
      let mean = mean
      count = SIMD4(repeating: count.sum() / 4)
      sum = mean * count
    }
  }

  /// How many whole quadruples of samples there can be.
  var cellCount: Double { count.min() }
}

extension SIMD4<Double> {
  init(_ values: BayerValues<Double>) {
    self.init(values.red, values.greenOnRedRow, values.greenOnBlueRow, values.blue)
  }

  /// Of red, green and blue: the mean of two greens stands for green.
  var rgb: SIMD3<Double> { [self[0], (self[1] + self[2]) / 2, self[3]] }

  /// The variances of red, the mean of two greens, and blue.
  var rgbVariance: SIMD3<Double> { [self[0], (self[1] + self[2]) / 4, self[3]] }
}
