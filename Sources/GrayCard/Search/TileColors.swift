internal import RawFrames
internal import RealModule

/// The colours of a frame's tiles, and whether each shows one surface.
struct TileColors {
  /// The colour of a tile: the logarithms of R/G, B/G and G, and their standard errors.
  struct Tile {
    var red, blue, brightness: Double
    var redError, blueError, brightnessError: Double
    /// Whether the tile's samples differ by the sensor's noise alone.
    var isUniform: Bool

    /// Returns whether another tile has the same colour, within `limit`, a share, and what noise explains.
    func hasColor(of other: Tile, within limit: Double) -> Bool {
      abs(red - other.red) <= limit + Significance.limit * Double.hypot(redError, other.redError)
        && abs(blue - other.blue) <= limit + Significance.limit * Double.hypot(blueError, other.blueError)
    }

    /// Returns whether a neighbour may show the same surface in light that falls off.
    func continues(into neighbour: Tile) -> Bool {
      hasColor(of: neighbour, within: Limits.colorStep)
        && abs(brightness - neighbour.brightness) <= Limits.brightnessStep + Significance.limit
          * Double.hypot(brightnessError, neighbour.brightnessError)
    }
  }

  let columns, rows: Int
  /// The tiles, row by row; `nil` where a tile is clipped or dark.
  let tiles: [Tile?]

  /// Computes the colours of the tiles.
  ///
  /// - Parameter clippedShare: The largest share of a tile's samples in a channel that may be clipped.
  init(_ moments: TileMoments, levels: SampleLevels, clippedShare: Double) {
    (columns, rows) = (moments.columns, moments.rows)
    let exposed = moments.tiles.map { tile in
      BayerChannel.allCases.allSatisfy { channel in
        Double(tile[channel].clippedCount) <= clippedShare * Double(tile[channel].count)
          && tile[channel].mean - levels.black[channel] >= Limits.leastSignal * levels.range
      }
    }
    let noise = SensorNoise(of: zip(moments.tiles, exposed).lazy.filter { $0.1 }.map { $0.0 }, levels: levels)
    tiles = zip(moments.tiles, exposed).map { tile, isExposed in
      guard isExposed else { return nil }
      let signals = BayerValues<Double> { tile[$0].mean - levels.black[$0] }
      // The variance of each mean, as a share of the mean's square.
      let variances = BayerValues<Double> { channel in
        let (moments, signal) = (tile[channel], signals[channel])
        return max(moments.variance ?? .infinity, SampleRounding.variance) / (Double(moments.count) * signal * signal)
      }
      let isUniform = BayerChannel.allCases.allSatisfy { channel in
        let (moments, signal) = (tile[channel], signals[channel])
        let most = noise.most(at: signal, count: moments.count) + Limits.relief * Limits.relief * signal * signal
        return !(moments.variance ?? .infinity > most)
      }
      let green = Double.log((signals.greenOnRedRow + signals.greenOnBlueRow) / 2)
      let greenVariance = (variances.greenOnRedRow + variances.greenOnBlueRow) / 4
      return Tile(
        red: Double.log(signals.red) - green, blue: Double.log(signals.blue) - green, brightness: green,
        redError: (variances.red + greenVariance).squareRoot(),
        blueError: (variances.blue + greenVariance).squareRoot(),
        brightnessError: greenVariance.squareRoot(), isUniform: isUniform)
    }
  }

  /// The mean of the distinct colours in the frame, as the logarithms of R/G and B/G.
  ///
  /// Surfaces are gray on average (Buchsbaum 1980). Each colour counts once, however much of the frame has it, so that
  /// a large wall does not dominate the mean.
  var meanOfDistinctColors: (red: Double, blue: Double) {
    struct Cell: Hashable { var red, blue: Int }
    func number(_ logarithm: Double) -> Int { Int((logarithm / Self.distinctColor).rounded()) }
    let cells = Set(tiles.compactMap { tile in tile.map { Cell(red: number($0.red), blue: number($0.blue)) } })
    let scale = Self.distinctColor / Double(max(cells.count, 1))
    return (Double(cells.reduce(0) { $0 + $1.red }) * scale, Double(cells.reduce(0) { $0 + $1.blue }) * scale)
  }

  /// The least difference between distinct colours, as a share of R/G or B/G.
  private static let distinctColor = 0.1

  private enum Limits {
    /// The least signal of the weakest channel, as a share of the range: twice the limit at which a card is refused.
    static let leastSignal = 0.01
    /// The contrast inside a tile that a card may have besides noise, as a share: the grain of paper and cloth, and
    /// light that falls off by 7 % across a tile.
    static let relief = 0.02
    /// The largest difference of colour between adjacent tiles, as a share. A lens shades colours by a few percent
    /// across the whole frame.
    static let colorStep = 0.02
    /// The largest difference of brightness between adjacent tiles, as a share. A falloff of 2 : 1 across ten tiles is
    /// 7 % for each.
    static let brightnessStep = 0.1
  }
}
