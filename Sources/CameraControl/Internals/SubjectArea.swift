internal import RawFrames
internal import RealModule
internal import WhiteBalance

/// A detector of a new subject or a new light in front of the lens.
///
/// The subject area has changed when a fifth of the picture differs by half a stop from the picture when it last
/// rested.
struct SubjectArea {
  private enum Phase {
    /// The picture moves. `frames` is the number of frames that have resembled the picture.
    case settling(Picture?, frames: Int)
    /// The picture has come to rest. `frames` is the number of frames that have differed from it.
    case watching(Picture, frames: Int)
  }

  private var phase = Phase.settling(nil, frames: 0)

  /// Takes the next frame's picture.
  ///
  /// - Returns: Whether the subject area has changed. A change is reported once, and the next one only after the
  ///   picture has come to rest again.
  mutating func hasChanged(to picture: Picture) -> Bool {
    switch phase {
    case .settling(let known?, _) where known.hasExposure != picture.hasExposure,
      .watching(let known, _) where known.hasExposure != picture.hasExposure:
      // A picture with a known exposure cannot be compared with one without. The watch begins anew.
      phase = .settling(picture, frames: 0)
      return false
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

  /// The number of frames at rest: a third of a second at 30 frames a second.
  private static let restingFrames = 10
  /// The number of frames that must differ. One may be a flash, and two a passing hand.
  private static let changedFrames = 3

  /// The scene in a frame, independent of exposure and gains.
  struct Picture {
    /// The bounds of red, green and blue in each cell, in stops. Dark and clipped cells have one bound.
    fileprivate let cells: [[ClosedRange<Double>]]
    /// Whether the exposure is known. Pictures without it are compared as they are.
    fileprivate let hasExposure: Bool

    /// Creates the picture of a frame.
    ///
    /// It is `nil` where the exposure or a gain makes no light. A driver that is wrong about it reports such values,
    /// and nothing is known of the scene then.
    ///
    /// - Parameters:
    ///   - frame: A frame with colours.
    ///   - exposure: The factor by which the frame's exposure multiplies its samples; `nil` where the device does not
    ///     report its exposure.
    init?(_ frame: CameraFrame, exposure: Double?) {
      let (raw, gains) = (frame.frame, frame.appliedGains)
      hasExposure = exposure != nil
      let exposure = exposure ?? 1
      guard [gains.red, gains.green, gains.blue].allSatisfy({ exposure * $0 > 0 && (exposure * $0).isFinite }) else {
        return nil
      }
      cells = (0..<Self.columns * Self.rows).compactMap { index -> [ClosedRange<Double>]? in
        let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
        guard let region = raw.middle(ofColumn: column, of: Self.columns, row: row, of: Self.rows) else { return nil }
        let moments = raw.moments(in: region)
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
      let shares = channels.map { levels.share(of: moments[$0].mean, in: $0) }
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

    /// The numbers of cells. They are large enough that a fifth of the cells is a hand and not a fly.
    private static let (columns, rows) = (8, 6)
    /// The least signal, as a share of the range, that is compared. Below it, noise would count as a subject.
    private static let darkest = 1 / 256.0
    /// The largest share of clipped samples at which a mean is still right.
    private static let clippedShare = 0.05
  }

  /// The least difference of a cell that counts, in stops. Automatic modes at rest change cells by less.
  private static let step = 0.5
  /// The share of the cells that must differ.
  private static let share = 0.2
}

extension RawFrame {
  /// Returns the middle quarter of a cell, which represents it; `nil` where the frame is too small for cells.
  fileprivate func middle(ofColumn column: Int, of columns: Int, row: Int, of rows: Int) -> Region? {
    let (cellWidth, cellHeight) = (width / columns, height / rows)
    guard cellWidth >= 4, cellHeight >= 4 else { return nil }
    return Region(
      x: column * cellWidth + cellWidth / 4, y: row * cellHeight + cellHeight / 4, width: cellWidth / 2,
      height: cellHeight / 2)
  }
}
