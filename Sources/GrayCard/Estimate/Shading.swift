internal import RawFrames

/// The falloff of light across a card, from tile to tile and inside the tiles.
struct Shading {
  /// The brightness of each tile relative to the mean; not a number where a tile lacks a sample of a channel.
  let brightness: [Double]
  /// The brightness without noise, specks and fingers; `nil` where there are too few tiles.
  ///
  /// Light that falls off by the fourth power of the cosine is the inverse square of a quadratic surface.
  let surface: SmoothSurface?
  /// The middles of the tiles, in sides of a tile.
  private let across, down: [Double]

  init(of tiles: CardTiles) {
    (across, down) = (tiles.across, tiles.down)
    let mean = tiles.total.mean
    brightness = tiles.sums.map { $0.cellCount > 0 && mean.min() > 0 ? ($0.mean / mean).sum() / 4 : .nan }
    surface =
      SmoothSurface(
        fitting: brightness.map { $0 > 0 ? 1 / $0.squareRoot() : .nan }, across: across, down: down)?.inverseSquare
  }

  /// Returns the rise of brightness from one sample to the next in a tile, to the right and down, as a share.
  private func slope(_ index: Int, side: Int) -> SIMD2<Double> {
    guard let surface, surface.values[index] > 0 else { return .zero }
    return surface.slopes[index] / (Double(side) * surface.values[index])
  }

  /// Returns the same slope from the neighbouring tiles, which follow the true slope where the smooth surface cannot.
  ///
  /// Its square is subtracted from a variance, so an error of a fifth would matter. The noise of the tiles adds next to
  /// nothing.
  private func localSlope(_ index: Int, side: Int) -> SIMD2<Double> {
    guard let surface, surface.values[index] > 0 else { return .zero }
    let (row, column) = index.quotientAndRemainder(dividingBy: across.count)
    func slope(_ place: Int, of places: [Double], step: Int, fallback: Double) -> Double {
      let (before, after) = (max(place - 1, 0), min(place + 1, places.count - 1))
      let rise = brightness[index + (after - place) * step] - brightness[index + (before - place) * step]
      // The rise is not a number where specks left nothing of a tile.
      return after > before && rise.isFinite ? rise / (places[after] - places[before]) : fallback
    }
    let smooth = surface.slopes[index]
    let local = SIMD2(
      slope(column, of: across, step: 1, fallback: smooth[0]),
      slope(row, of: down, step: across.count, fallback: smooth[1]))
    return local / (Double(side) * surface.values[index])
  }

  /// Returns the tiles as they would be in even light, with the shading inside each tile removed.
  ///
  /// Red and blue samples lie one sample apart, so on a slope they do not see the same light: over 64 samples that lose
  /// a third of it, their ratio is off by half a percent. Shading is also not noise.
  func removed(from tiles: CardTiles, _ moments: TileMoments, mosaic: ColorMosaic) -> CardTiles {
    var tiles = tiles
    // Tiles begin at the same place of the mosaic's period and hold whole periods, so the offsets are the same in all.
    let offsets = BayerChannel.allCases.map { mosaic.offset(of: $0, from: moments.region) }
    for index in tiles.sums.indices {
      let slope = slope(index, side: moments.side)
      guard slope != .zero else { continue }
      let (row, column) = index.quotientAndRemainder(dividingBy: tiles.columns)
      let place = moments.region(column: column, row: row)
      let spread = Self.variance(of: place, along: localSlope(index, side: moments.side))
      let sums = tiles.sums[index]
      var even = sums
      for lane in 0..<4 where sums.count[lane] > 0 {
        even.sum[lane] /= 1 + (slope * offsets[lane]).sum()
        let signal = sums.sum[lane] / sums.count[lane]
        even.scatter[lane] = max(sums.scatter[lane] - sums.degrees[lane] * signal * signal * spread, 0)
      }
      tiles.sums[index] = even
    }
    return tiles
  }

  /// Returns the variance of brightness, as a share, that the slope of the surface causes over the samples of a channel
  /// in a place.
  func variance(of place: Region, in moments: TileMoments) -> Double {
    let middle = (x: place.x + place.width / 2 - moments.region.x, y: place.y + place.height / 2 - moments.region.y)
    let index = middle.y / moments.side * moments.columns + middle.x / moments.side
    // The slope of the neighbouring tiles would include texture, if there is any.
    return Self.variance(of: place, along: slope(index, side: moments.side))
  }

  private static func variance(of place: Region, along slope: SIMD2<Double>) -> Double {
    // A row has n samples of a channel, two apart. Their positions have a variance of 4 (n² - 1) / 12.
    let counts = SIMD2(Double(place.width) / 2, Double(place.height) / 2)
    return (slope * slope * (counts * counts - 1) / 3).sum()
  }
}

extension ColorMosaic {
  /// Returns the offset, in samples to the right and down, from the middle of a period to the middle of the samples of
  /// `channel` in it, where periods begin with a region.
  fileprivate func offset(of channel: BayerChannel, from region: Region) -> SIMD2<Double> {
    var (sum, count) = (SIMD2<Double>.zero, 0.0)
    for row in 0..<period {
      for column in 0..<period where self.channel(column: region.x + column, row: region.y + row) == channel {
        sum += [Double(column), Double(row)]
        count += 1
      }
    }
    return sum / count - Double(period - 1) / 2
  }
}
