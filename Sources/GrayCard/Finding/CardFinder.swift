public import RawFrames
internal import RealModule
internal import WhiteBalance

/// Finds the gray card in a frame: the largest patch that is of one surface, unclipped, and plausibly neutral.
///
/// The frame is cut into tiles. Tiles that show nothing but the sensor's noise are joined with their neighbours where
/// colour and brightness go on, and of each patch the largest upright rectangle is taken, a tile inside its border. The
/// largest one wins, weighted by how plausible its colour is: see Docs/Methods/CardFinder.md.
public struct CardFinder: Sendable {
  public var plausibility: NeutralPlausibility
  /// Of these, ``GrayCardLimits/clippedShare``: what would be refused for it is not looked at.
  public var limits: GrayCardLimits

  public init(plausibility: NeutralPlausibility = .ofAnyCamera, limits: GrayCardLimits = GrayCardLimits()) {
    self.plausibility = plausibility
    self.limits = limits
  }

  /// - Throws: ``GrayCardError/monochrome(_:)``. A frame without a card is not an error.
  public func search(_ frame: RawFrame) throws(GrayCardError) -> CardSearch {
    guard frame.format.bayerPattern != nil else { throw .monochrome(frame.format.fourCC) }
    // Even, so that a tile has as many samples of each channel; of a strip, smaller than its length asks for.
    let wanted = ((max(frame.width, frame.height) - 1) / Self.tileCount + 2) / 2 * 2
    let most = min(frame.width, frame.height) / Self.leastSide / 2 * 2
    let side = max(min(wanted, most), Self.leastTileSide)
    let (columns, rows) = (frame.width / side, frame.height / side)
    guard min(columns, rows) >= Self.leastSide else {
      return .notFound(.frameTooSmall(leastSide: Self.leastSide * Self.leastTileSide))
    }
    let moments = TileMoments(
      of: frame, in: Region(x: 0, y: 0, width: columns * side, height: rows * side), side: side)
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

  private func score(_ patch: TilePatch, scene: (red: Double, blue: Double)) -> Double {
    let color = LinearRGB(red: Double.exp(patch.red), green: 1, blue: Double.exp(patch.blue))
    let (red, blue) = ((patch.red - scene.red) / Self.sceneSpread, (patch.blue - scene.blue) / Self.sceneSpread)
    return Double(patch.rectangle.area) * plausibility(color) * Double.exp(-(red * red + blue * blue) / 2)
  }

  /// Whether a channel ends on a plateau below the white level, which the tiles alone do not tell.
  private func saturates(_ region: Region, of frame: RawFrame, side: Int) -> Bool {
    let moments = TileMoments(of: frame, in: region, side: side)
    let clipped = Saturation.clippedCounts(moments, of: frame)
    let total = moments.total
    return BayerChannel.allCases.contains { channel in
      Double(clipped[channel]) > limits.clippedShare * Double(total[channel].count)
    }
  }

  /// The samples of a rectangle without a margin of one tile, which the border of the card may blur into; where the frame
  /// ends no border is seen.
  private static func inside(_ rectangle: TileRectangle, of moments: TileMoments) -> Region {
    let left = rectangle.column + (rectangle.column > 0 ? 1 : 0)
    let top = rectangle.row + (rectangle.row > 0 ? 1 : 0)
    let (end, bottom) = (rectangle.column + rectangle.width, rectangle.row + rectangle.height)
    let side = moments.side
    return Region(
      x: left * side, y: top * side, width: (end - (end < moments.columns ? 1 : 0) - left) * side,
      height: (bottom - (bottom < moments.rows ? 1 : 0) - top) * side)
  }

  /// By how much the mean colour of what is in a frame differs from gray, as a share of R/G or B/G.
  private static let sceneSpread = 0.25
  /// Along the frame's longer side, at the most, but for a strip.
  private static let tileCount = 100
  /// In samples: a tile has at least 16 of each channel.
  private static let leastTileSide = 8
  /// In tiles, margins included, so that three are left each way.
  private static let leastSide = 5
  /// Of the frame, margins included. Smaller neutral patches are in most scenes, and few of them are cards.
  private static let leastShare = 0.01
}

/// Where the card is, or why there is none.
public enum CardSearch: Hashable, Sendable {
  case found(Region)
  case notFound(Absence)

  public enum Absence: Hashable, Sendable {
    /// Both sides of the frame must have at least this many samples.
    case frameTooSmall(leastSide: Int)
    /// Nearly all of the frame is clipped or dark.
    case badlyExposed
    /// Nothing large enough is of one surface.
    case nothingUniform
    /// What is of one surface has the colour of no light that cards are read in.
    case nothingNeutral
  }
}

extension CardSearch.Absence: CustomStringConvertible {
  public var description: String {
    switch self {
    case .frameTooSmall(let leastSide): "the frame is smaller than \(leastSide) x \(leastSide) samples"
    case .badlyExposed: "nearly all of the frame is clipped or dark"
    case .nothingUniform: "nothing that is evenly coloured and unclipped fills a hundredth of the frame"
    case .nothingNeutral: "what is evenly coloured is not neutral in any likely light"
    }
  }
}
