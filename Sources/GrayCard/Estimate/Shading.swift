internal import RawFrames

/// How light falls off across a card, from tile to tile and inside the tiles.
struct Shading {
  /// Of each tile, about 1; not a number where a tile has no sample of a channel.
  let brightness: [Double]
  /// Brightness without noise, specks and fingers; `nil` where there are too few tiles.
  let surface: SmoothSurface?

  init(of tiles: CardTiles) {
    let mean = tiles.total.mean
    brightness = tiles.sums.map { $0.cellCount > 0 && mean.min() > 0 ? ($0.mean / mean).sum() / 4 : .nan }
    surface = SmoothSurface(fitting: brightness, columns: tiles.columns)
  }

  /// By how much brightness rises from one sample to the next in a tile, as a share: to the right and down.
  private func slope(_ index: Int, side: Int) -> SIMD2<Double> {
    guard let surface, surface.values[index] > 0 else { return .zero }
    return surface.slopes[index] / (Double(side) * surface.values[index])
  }

  /// The same by the tiles beside it, which follow the true slope where the surface cannot: what a slope is taken out of
  /// a variance for is its square, and that is not to be missed by a fifth. Noise of the tiles adds next to nothing.
  private func localSlope(_ index: Int, columns: Int, side: Int) -> SIMD2<Double> {
    guard let surface, surface.values[index] > 0 else { return .zero }
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    let rows = brightness.count / columns
    func slope(place: Int, count: Int, step: Int, fallback: Double) -> Double {
      let (before, after) = (max(place - 1, 0) - place, min(place + 1, count - 1) - place)
      let rise = brightness[index + after * step] - brightness[index + before * step]
      // Not a number where a tile is too narrow for every channel.
      return after > before && rise.isFinite ? rise / Double(after - before) : fallback
    }
    let smooth = surface.slopes[index]
    let local = SIMD2(
      slope(place: column, count: columns, step: 1, fallback: smooth[0]),
      slope(place: row, count: rows, step: columns, fallback: smooth[1]))
    return local / (Double(side) * surface.values[index])
  }

  /// The same tiles in even light, as far as shading inside them goes.
  ///
  /// Red and blue lie a sample apart, and where light falls off they do not see the same: over 64 samples that lose a
  /// third of it, their ratio is off by half a percent. And shading is not noise.
  func removed(from tiles: CardTiles, _ moments: TileMoments, pattern: BayerPattern) -> CardTiles {
    var tiles = tiles
    for index in tiles.sums.indices {
      let slope = slope(index, side: moments.side)
      guard slope != .zero else { continue }
      let (row, column) = index.quotientAndRemainder(dividingBy: tiles.columns)
      let place = moments.region(column: column, row: row)
      let spread = Self.variance(
        of: place, along: localSlope(index, columns: tiles.columns, side: moments.side))
      for channel in BayerChannel.allCases {
        let lane = channel.rawValue
        let sums = tiles.sums[index]
        guard sums.count[lane] > 0 else { continue }
        tiles.sums[index].sum[lane] /= 1 + (slope * pattern.offset(of: channel, in: place)).sum()
        let signal = sums.sum[lane] / sums.count[lane]
        tiles.sums[index].scatter[lane] = max(sums.scatter[lane] - sums.degrees[lane] * signal * signal * spread, 0)
      }
    }
    return tiles
  }

  /// The variance of brightness that the surface's slope makes over the samples of a channel in a place, as a share.
  func variance(of place: Region, in moments: TileMoments) -> Double {
    let middle = (x: place.x + place.width / 2 - moments.region.x, y: place.y + place.height / 2 - moments.region.y)
    let index = middle.y / moments.side * moments.columns + middle.x / moments.side
    // Not the slope of the tiles beside it: that is the texture's own, where there is one.
    return Self.variance(of: place, along: slope(index, side: moments.side))
  }

  private static func variance(of place: Region, along slope: SIMD2<Double>) -> Double {
    // Every other sample of a row: n of them, two apart, have a variance of 4 (n² - 1) / 12.
    let counts = SIMD2(Double(place.width) / 2, Double(place.height) / 2)
    return (slope * slope * (counts * counts - 1) / 3).sum()
  }
}

extension BayerPattern {
  /// From the middle of a region to the middle of the samples of `channel` in it, in samples to the right and down.
  fileprivate func offset(of channel: BayerChannel, in region: Region) -> SIMD2<Double> {
    let isInFirstColumn = (0...1).contains { self.channel(column: region.x, row: region.y + $0) == channel }
    let isInFirstRow = (0...1).contains { self.channel(column: region.x + $0, row: region.y) == channel }
    // Of an odd number of columns the first, third, … lie about the middle, and so do those between them.
    func offset(isFirst: Bool, count: Int) -> Double { count.isMultiple(of: 2) ? (isFirst ? -0.5 : 0.5) : 0 }
    return [
      offset(isFirst: isInFirstColumn, count: region.width), offset(isFirst: isInFirstRow, count: region.height),
    ]
  }
}
