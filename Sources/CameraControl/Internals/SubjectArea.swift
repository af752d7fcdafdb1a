internal import RawFrames
internal import RealModule
internal import WhiteBalance

/// Tells when something else is before the lens, or the light is another: a fifth of the picture differs by half a stop from what it was
/// when it last rested.
struct SubjectArea {
  private enum Phase {
    /// The picture moves; the frames for which it has been like `picture`.
    case settling(Picture?, frames: Int)
    /// The picture has rested as `picture`; the frames for which it has differed.
    case watching(Picture, frames: Int)
  }

  private var phase = Phase.settling(nil, frames: 0)

  /// Takes the picture of the frame that came next.
  ///
  /// - Returns: whether the subject area has changed. It is told once, and again only when the picture has rested in between.
  mutating func hasChanged(to picture: Picture) -> Bool {
    switch phase {
    case .settling(let first?, let frames) where !picture.differs(from: first):
      phase = frames + 1 < Self.restingFrames ? .settling(first, frames: frames + 1) : .watching(first, frames: 0)
      return false
    case .settling:
      phase = .settling(picture, frames: 0)
      return false
    case .watching(let rested, _) where !picture.differs(from: rested):
      phase = .watching(rested, frames: 0)
      return false
    case .watching(let rested, let frames):
      let isChange = frames + 1 >= Self.changedFrames
      phase = isChange ? .settling(picture, frames: 0) : .watching(rested, frames: frames + 1)
      return isChange
    }
  }

  /// A third of a second at 30 frames a second.
  private static let restingFrames = 10
  /// One frame may be a flash, and two a hand that passes.
  private static let changedFrames = 3

  /// The scene in a frame, whatever it was exposed and multiplied by.
  struct Picture {
    /// The bounds, in stops, that red, green and blue of each cell are known to be within: dark and clipped ones have
    /// one bound.
    fileprivate let cells: [[ClosedRange<Double>]]

    /// - Parameters:
    ///   - frame: A frame with colours.
    ///   - exposure: The factor by which its exposure makes samples larger.
    init(_ frame: CameraFrame, exposure: Double) {
      let (raw, gains) = (frame.frame, frame.appliedGains)
      cells = (0..<Self.columns * Self.rows).compactMap { index -> [ClosedRange<Double>]? in
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
        guard let region = raw.middle(ofColumn: column, of: Self.columns, row: row, of: Self.rows) else { return nil }
        let side = 2 * max(region.width, region.height)
        let moments = TileMoments(of: raw, in: region, side: side, by: .fastest).total
        func bounds(_ channels: [BayerChannel], _ gain: Double) -> ClosedRange<Double> {
          Self.bounds(channels, of: moments, levels: raw.levels, factor: exposure * gain)
        }
        return [
          bounds([.red], gains.red), bounds([.greenOnRedRow, .greenOnBlueRow], gains.green),
          bounds([.blue], gains.blue),
        ]
      }
    }

    private static func bounds(
      _ channels: [BayerChannel], of moments: BayerValues<SampleMoments>, levels: SampleLevels, factor: Double
    ) -> ClosedRange<Double> {
      let shares = channels.map { channel -> Double in
        (moments[channel].mean - levels.black[channel]) / (levels.white[channel] - levels.black[channel])
      }
      let level = shares.reduce(0, +) / Double(shares.count)
      let isClipped = channels.contains { channel in
        Double(moments[channel].clippedCount) > clippedShare * Double(moments[channel].count)
      }
      let stops = Double.log2(max(level, darkest) / factor)
      if isClipped { return stops...Double.infinity }
      return level < darkest ? -Double.infinity...stops : stops...stops
    }

    func differs(from other: Self) -> Bool {
      let count = zip(cells, other.cells).count { Self.differs($0, $1) }
      return count > 0 && Double(count) >= SubjectArea.share * Double(cells.count)
    }

    private static func differs(_ cell: [ClosedRange<Double>], _ other: [ClosedRange<Double>]) -> Bool {
      zip(cell, other).contains { one, other in
        max(one.lowerBound - other.upperBound, other.lowerBound - one.upperBound) > SubjectArea.step
      }
    }

    /// Enough cells that a fifth of them is a hand and not a fly.
    private static let (columns, rows) = (8, 6)
    /// A signal below this share of the range only says that a cell is dark: noise would be taken for a subject.
    private static let darkest = 1 / 256.0
    /// A mean over more clipped samples than this share of them is too low.
    private static let clippedShare = 0.05
  }

  /// The difference of a cell that counts, in stops: automatic modes move by less at rest.
  private static let step = 0.5
  /// The share of the cells that must differ.
  private static let share = 0.2
}

extension RawFrame {
  /// Returns the middle quarter of a cell, which is enough to know it by; `nil` where the frame is too small for cells.
  fileprivate func middle(ofColumn column: Int, of columns: Int, row: Int, of rows: Int) -> Region? {
    let (cellWidth, cellHeight) = (width / columns, height / rows)
    guard cellWidth >= 4, cellHeight >= 4 else { return nil }
    return Region(
      x: column * cellWidth + cellWidth / 4, y: row * cellHeight + cellHeight / 4, width: cellWidth / 2,
      height: cellHeight / 2)
  }
}
