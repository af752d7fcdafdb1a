internal import NumericalMethods

/// Selects the tiles of a region that show the card: those that have its colour and its brightness.
///
/// A tile, or a square of 2 x 2, 4 x 4, … tiles, is rejected where its colour is farther from the median than noise and
/// the card's own variation explain. Squares reveal what is too faint for a tile, such as a second surface whose colour
/// differs by less than the noise of one tile; tiles reveal what is too small for a square. Brightness may vary
/// smoothly over the card; a tile that does not fit the smooth surface shows something else.
struct CardSelection {
  private(set) var tiles: CardTiles
  private let noise: CardNoise

  init(_ tiles: CardTiles, shading: Shading, noise: CardNoise) {
    self.tiles = tiles
    self.noise = noise
    leaveOutOtherBrightness(than: shading)
    var side = 1
    while min(tiles.columns, tiles.rows) / side >= Self.leastSquares {
      leaveOutOtherColors(side: side)
      side *= 2
    }
    leaveOutBorders()
  }

  // MARK: - Colour

  private mutating func leaveOutOtherColors(side: Int) {
    let squares = tiles.squares(side: side).filter { $0.count.min() > 0 }
    guard squares.count >= Self.leastSquares else { return }
    var isOther = Array(repeating: false, count: squares.count)
    let means = squares.map { ($0.sum / $0.count).rgb }
    let variances = squares.map { (noise.variance(at: $0.sum / $0.count) / $0.count).rgbVariance }
    for channel in [0, 2] {
      let center = means.map { $0[channel] / $0[1] }.median
      // The scatter of the scores, in errors, is 1 for a card of one colour, and larger for one that varies.
      let scores = means.indices.map { index in
        // Differences, not ratios, are compared with noise, so that a dark green does not make them infinite.
        let difference = means[index][channel] - center * means[index][1]
        return difference / (variances[index][channel] + center * center * variances[index][1]).squareRoot()
      }
      let variation = max(scores.medianDeviation(from: scores.median), 1)
      for (index, score) in scores.enumerated() where !(abs(score) <= Self.significance * variation) {
        isOther[index] = true
      }
    }
    for (square, isOther) in zip(squares, isOther) where isOther {
      for row in square.rows {
        for column in square.columns { tiles.isLeftOut[row * tiles.columns + column] = true }
      }
    }
  }

  // MARK: - Brightness

  private mutating func leaveOutOtherBrightness(than shading: Shading) {
    guard let surface = shading.surface else { return }
    let deviations = surface.values.indices.map { index in
      surface.values[index] > 0 ? shading.brightness[index] / surface.values[index] - 1 : .nan
    }
    let known = deviations.filter { !$0.isNaN }
    let limit = max(Self.significance * known.medianDeviation(from: 0), Self.leastBrightnessDifference)
    for (index, deviation) in deviations.enumerated() where !(abs(deviation) <= limit) {
      tiles.isLeftOut[index] = true
    }
  }

  // MARK: - Borders

  /// Rejects the neighbours of rejected pairs: where two adjacent tiles are rejected, what they show may reach into the
  /// tiles around them.
  private mutating func leaveOutBorders() {
    let (columns, rows) = (tiles.columns, tiles.rows)
    let before = tiles.isLeftOut
    func neighbors(of index: Int) -> [Int] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return [
        column > 0 ? index - 1 : nil, column < columns - 1 ? index + 1 : nil, row > 0 ? index - columns : nil,
        row < rows - 1 ? index + columns : nil,
      ].compactMap { $0 }
    }
    // A tile at the region's edge that is too narrow for every channel is not rejected for what it shows.
    func isOther(_ index: Int) -> Bool { before[index] && tiles.sums[index].cellCount > 0 }
    for index in before.indices where isOther(index) {
      let around = neighbors(of: index)
      guard around.contains(where: isOther) else { continue }
      for neighbor in around { tiles.isLeftOut[neighbor] = true }
    }
  }

  // MARK: - Limits

  /// The significance limit for colour, in standard deviations. Noise alone rejects one tile in seventy thousand by one
  /// of the two ratios.
  private static let significance = 4.5

  /// The least difference of brightness, as a share. The light on a card falls off smoothly, so a difference of a tenth
  /// is another surface or its shadow.
  private static let leastBrightnessDifference = 0.1

  /// The least number of squares for which the median represents the majority.
  private static let leastSquares = 4
}
