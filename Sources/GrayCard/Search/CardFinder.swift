public import RawFrames
internal import RealModule
internal import WhiteBalance

/// Finds the gray card in a frame: the largest patch that shows one surface, is not clipped, and is plausibly neutral.
///
/// The frame is cut into tiles. Tiles that show nothing but the sensor's noise are joined with their neighbours where
/// colour and brightness continue. Each patch gives its largest upright rectangle, with a margin of one tile at its
/// border. The largest rectangle wins, weighted by the plausibility of its colour. See Docs/Methods/CardFinder.md.
///
///     if case .found(let region) = try CardFinder().search(frame) {
///       let reading = try GrayCardEstimator().reading(of: frame, in: region)
///     }
public struct CardFinder: Sendable {
  /// The plausibility of a colour as that of a neutral surface.
  package var plausibility: NeutralPlausibility
  /// The limits of the estimator. Only ``GrayCardLimits/clippedShare`` is used: tiles that would be refused for it are
  /// skipped.
  public var limits: GrayCardLimits

  /// Creates a finder for the cards of any camera.
  ///
  /// - Parameter limits: The limits of the estimator that will read the card.
  public init(limits: GrayCardLimits = GrayCardLimits()) {
    self.init(plausibility: .ofAnyCamera, limits: limits)
  }

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - plausibility: The plausibility of a colour as that of a neutral surface.
  ///   - limits: The limits of the estimator that will read the card.
  package init(plausibility: NeutralPlausibility, limits: GrayCardLimits = GrayCardLimits()) {
    self.plausibility = plausibility
    self.limits = limits
  }

  /// Searches a frame for the card.
  ///
  /// - Throws: ``GrayCardError/monochrome(_:)``. A frame without a card does not throw.
  public func search(_ frame: RawFrame) throws(GrayCardError) -> CardSearch {
    guard let mosaic = frame.mosaic else { throw .monochrome(frame.format.fourCC) }
    let side = Self.tileSide(of: frame, mosaic)
    let (columns, rows) = (frame.width / side, frame.height / side)
    guard min(columns, rows) >= Self.leastSide else {
      return .notFound(.frameTooSmall(leastSide: Self.leastSide * mosaic.wholePeriods(Self.leastTileSide)))
    }
    let moments = TileMoments(
      of: frame, in: Region(x: 0, y: 0, width: columns * side, height: rows * side), side: side, by: .fastest)
    let colors = TileColors(moments, levels: frame.levels, clippedShare: limits.clippedShare)
    guard colors.tiles.count(where: { $0 != nil }) >= Self.leastSide * Self.leastSide else {
      return .notFound(.badlyExposed)
    }
    let patches = colors.patches(leastSide: Self.leastSide).filter {
      Double($0.rectangle.area) >= Self.leastShare * Double(columns * rows)
    }
    guard !patches.isEmpty else { return .notFound(.nothingUniform) }
    let scene = colors.meanOfDistinctColors
    let candidates = patches.compactMap { patch in
      let score = score(patch, scene: scene)
      return score > 0 ? (score: score, region: Self.inside(patch.rectangle, of: moments)) : nil
    }
    guard !candidates.isEmpty else { return .notFound(.nothingNeutral) }
    for candidate in candidates.sorted(by: { $0.score > $1.score })
    where !saturates(candidate.region, of: frame, side: side) {
      return .found(candidate.region)
    }
    return .notFound(.badlyExposed)
  }

  /// Returns the side of a tile. It is a whole number of periods, so that a tile has the same number of samples of each
  /// channel.
  ///
  /// The tiles of a strip are smaller than its length would give.
  private static func tileSide(of frame: RawFrame, _ mosaic: ColorMosaic) -> Int {
    let unit = mosaic.period
    let wanted = ((max(frame.width, frame.height) - 1) / tileCount + unit) / unit * unit
    let most = min(frame.width, frame.height) / leastSide / unit * unit
    return max(min(wanted, most), mosaic.wholePeriods(leastTileSide))
  }

  /// Returns whether a region reaches some of the frame's sides and not all of them.
  static func isCutOff(_ region: Region, by frame: RawFrame) -> Bool {
    guard let mosaic = frame.mosaic else { return false }
    // On sides inside the frame, the search leaves out a margin of one tile.
    let side = tileSide(of: frame, mosaic)
    let gaps = [
      region.x, region.y, frame.width - region.x - region.width, frame.height - region.y - region.height,
    ]
    return Set(gaps.map { $0 < side }).count > 1
  }

  private func score(_ patch: TilePatch, scene: (red: Double, blue: Double)) -> Double {
    let color = LinearRGB(logRatios: [patch.red, patch.blue])
    let (red, blue) = ((patch.red - scene.red) / Self.sceneSpread, (patch.blue - scene.blue) / Self.sceneSpread)
    return Double(patch.rectangle.area) * plausibility(color) * Double.exp(-(red * red + blue * blue) / 2)
  }

  /// Returns whether a channel has a plateau below the white level, which the tiles alone do not show.
  private func saturates(_ region: Region, of frame: RawFrame, side: Int) -> Bool {
    let moments = TileMoments(of: frame, in: region, side: side, by: .fastest)
    let clipped = Saturation.clippedCounts(moments, of: frame)
    let total = moments.total
    return BayerChannel.allCases.contains { channel in
      Double(clipped[channel]) > limits.clippedShare * Double(total[channel].count)
    }
  }

  /// Returns the samples of a rectangle without a margin of one tile, into which the border of the card may blur. There
  /// is no margin at the frame's edge.
  private static func inside(_ rectangle: TileRectangle, of moments: TileMoments) -> Region {
    let left = rectangle.column + (rectangle.column > 0 ? 1 : 0)
    let top = rectangle.row + (rectangle.row > 0 ? 1 : 0)
    let (end, bottom) = (rectangle.column + rectangle.width, rectangle.row + rectangle.height)
    let side = moments.side
    return Region(
      x: left * side, y: top * side, width: (end - (end < moments.columns ? 1 : 0) - left) * side,
      height: (bottom - (bottom < moments.rows ? 1 : 0) - top) * side)
  }

  /// The spread of the mean colour of scenes about gray, as a share of R/G or B/G.
  private static let sceneSpread = 0.25
  /// The largest number of tiles along the frame's longer side. A strip may have more.
  private static let tileCount = 100
  /// The shortest side of a tile, in samples. A tile has at least 16 of each channel.
  private static let leastTileSide = 8
  /// The shortest side of a rectangle, in tiles with margins. Three tiles are left in each direction.
  private static let leastSide = 5
  /// The least share of the frame that a rectangle covers, with margins. Most scenes have smaller neutral patches, and
  /// few of them are cards.
  private static let leastShare = 0.01
}

/// The result of a search: where the card is, or why none was found.
public enum CardSearch: Hashable, Sendable {
  /// The card was found in this region.
  case found(Region)
  /// No card was found, for this reason.
  case notFound(Absence)

  /// The reason why no card was found.
  public enum Absence: Hashable, Sendable {
    /// A side of the frame has fewer samples than this.
    case frameTooSmall(leastSide: Int)
    /// Nearly all of the frame is clipped or dark.
    case badlyExposed
    /// No large enough area shows one surface.
    case nothingUniform
    /// All areas of one surface have colours that no light in which cards are read can give.
    case nothingNeutral
  }
}

extension CardSearch.Absence: CustomStringConvertible {
  /// The reason, as a clause.
  public var description: String {
    switch self {
    case .frameTooSmall(let leastSide): "the frame is smaller than \(leastSide) x \(leastSide) samples"
    case .badlyExposed: "nearly all of the frame is dark, or has clipped samples"
    case .nothingUniform: "nothing that is evenly coloured and unclipped fills a hundredth of the frame"
    case .nothingNeutral: "what is evenly coloured is not neutral in any likely light"
    }
  }
}
