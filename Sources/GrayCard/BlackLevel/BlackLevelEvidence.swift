public import RawFrames
public import WhiteBalance

extension GrayCardReading {
  /// Returns the reading as judged by what the whole frame reveals about its black level, and what several frames
  /// reveal about their light.
  ///
  /// It is refused where dark places, or the noise from frame to frame, show a black level so far above or below the
  /// stated one that the gains would be wrong. It has a warning where too many samples lie below the stated one, and
  /// not by so much that a gain is surely wrong. Where the colour of the light changes from frame to frame, the errors
  /// grow by the scatter of the frames' mean. A reading that is refused already stays as it is. See
  /// Docs/Methods/BlackLevel.md and Docs/Methods/GrayCardEstimate.md.
  ///
  /// - Parameters:
  ///   - frame: The frame that was read.
  ///   - average: The average that `frame` is the mean of, if there are several frames.
  ///   - appliedGains: The gains that the device has multiplied the samples by: they multiply noise as well.
  ///   - limits: The limits on the change of a gain and on the share of samples below black.
  public func judged(
    byBlackIn frame: RawFrame, average: FrameAverage? = nil,
    appliedGains: WhiteBalanceGains = .unity,
    limits: GrayCardLimits = GrayCardLimits()
  ) -> GrayCardReading {
    guard case .ok(let neutral) = verdict, frame.mosaic != nil else { return self }
    var judged = self
    let tiles = BlackLevelEvidence.tiles(of: frame)
    let below = BlackLevelEvidence.BelowBlack(tiles, levels: frame.levels)
    let scale = Double(average?.scale ?? 1)
    let card = SIMD4(channels.map(\.signal))
    // The line of noise holds for the device's own response, before its gains.
    let native = neutral.divided(by: appliedGains)
    let nativeCard = card / SIMD4(BayerValues { appliedGains[$0] })
    let line = average.flatMap {
      PhotonTransferLine(
        $0.temporalNoise(in: region), levels: $0.levels, step: Double($0.step), appliedGains: appliedGains)
    }
    let pedestals = [
      (below.excess.map { -$0 }, card, neutral),
      (DarkPlace(tiles, card: self, levels: frame.levels)?.pedestal(in: frame), card, neutral),
      (line.map { $0.leastPedestal * scale }, nativeCard, native),
    ]
    let stated = SIMD4(frame.levels.black).sum() / 4
    for case (.some(let pedestal), let card, let neutral) in pedestals {
      guard BlackLevelEvidence.moves(card, by: pedestal, neutral, limit: limits.blackGainShare) else { continue }
      judged.verdict = .refused([
        CardRefusal(code: .blackLevel, value: (stated + pedestal) / scale, limit: stated / scale)
      ])
      return judged
    }
    if below.share > limits.belowBlackShare {
      judged.warnings.append(CardWarning(code: .belowBlack, value: below.share, limit: limits.belowBlackShare))
    }
    if let scatter = average.flatMap({ LightScatter(of: $0, in: region) }) {
      judged.verdict = .ok(scatter.added(to: neutral))
    }
    return judged
  }
}

extension DarkPlace {
  /// Returns the pedestal, or `nil` where the frame does not confirm that the place has no light.
  fileprivate func pedestal(in frame: RawFrame) -> Double? {
    if isQuiet { return pedestal }
    // The estimate allows for samples that respond unequally, but it must read the whole frame.
    guard let black = try? EstimatedBlack(of: frame) else { return nil }
    let stated = SIMD4(frame.levels.black).sum() / 4
    return black.value - Significance.limit * black.standardError > stated ? pedestal : nil
  }
}

/// Evidence about the black level in the tiles of a whole frame.
enum BlackLevelEvidence {

  /// The spread of a sensor's pedestals between channels, rows and columns, as a share of the range from black to
  /// white: one step of 10 bits. It is this small because one circuit sets them.
  static let pedestalSpread = 0.001
  /// The standard error of a pedestal: half of its spread.
  static let pedestalError = pedestalSpread / 2

  /// Returns the tiles of a frame.
  ///
  /// Only some rows of large tiles are read, because a tile has far more samples than its mean needs.
  static func tiles(of frame: RawFrame) -> [BayerValues<SampleMoments>] {
    let wanted = Int((Double(frame.width) * Double(frame.height) / tileCount).squareRoot()) / 2 * 2
    let side = frame.mosaic?.wholePeriods(max(wanted, leastTileSide)) ?? leastTileSide
    let rowStep = rowSteps.last { side * side >= $0 * leastTileSide * leastTileSide } ?? 1
    return TileMoments(
      of: frame, in: Region(x: 0, y: 0, width: frame.width, height: frame.height), side: side, rowStep: rowStep,
      by: .fastest
    ).tiles
  }

  /// Returns tiles of similar size, each as four tiles of half its side, where the frame is large enough for four.
  static func quarteredTiles(of frame: RawFrame) -> [[BayerValues<SampleMoments>]] {
    let wanted = Int((Double(frame.width) * Double(frame.height) / tileCount).squareRoot()) / 2
    let side = frame.mosaic?.wholePeriods(max(wanted, leastTileSide / 2)) ?? leastTileSide / 2
    let quarters = TileMoments(
      of: frame, in: Region(x: 0, y: 0, width: frame.width, height: frame.height), side: side, by: .fastest)
    return stride(from: 0, to: quarters.rows, by: 2).flatMap { row in
      stride(from: 0, to: quarters.columns, by: 2).map { column in
        [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { x, y in
          column + x < quarters.columns && row + y < quarters.rows ? quarters[column + x, row + y] : nil
        }
      }
    }
  }

  /// The number of tiles that a frame is divided into, about.
  private static let tileCount = 1024.0
  /// The shortest side of a tile, in samples. 64 samples of each channel determine the variance of their mean well
  /// enough for a chance of one in a million.
  private static let leastTileSide = 16
  /// The distances between the rows that are read. A sensor's rows have noise of their own, so several are needed.
  private static let rowSteps = [1, 3, 5]

  /// The places of a frame that lie below the black level by more than noise.
  struct BelowBlack {
    /// The share of the samples in tiles where a channel's mean is below black.
    ///
    /// Dead samples among good ones do not cause this: they increase the variance of the tile as much as they lower its
    /// mean.
    let share: Double
    /// The least amount by which black is too high, in raw values. A hundredth of the tiles lies this far below it or
    /// farther. It is `nil` where fewer tiles lie below it.
    ///
    /// Tiles without any noise do not count, because no light or dark gives such samples: they are unused bars of a
    /// frame.
    let excess: Double?

    init(_ tiles: [BayerValues<SampleMoments>], levels: SampleLevels) {
      var (below, all, depths) = (0, 0, [Double]())
      for tile in tiles {
        let count = tile.red.count + tile.greenOnRedRow.count + tile.greenOnBlueRow.count + tile.blue.count
        all += count
        var (depth, noisyDepth) = (0.0, 0.0)
        for channel in BayerChannel.allCases {
          let excess = BlackLevelEvidence.excess(tile[channel], channel, levels)
          depth = max(depth, excess)
          if let variance = tile[channel].variance, variance > 0 { noisyDepth = max(noisyDepth, excess) }
        }
        if depth > 0 { below += count }
        if noisyDepth > 0 { depths.append(noisyDepth) }
      }
      share = all > 0 ? Double(below) / Double(all) : 0
      let rank = Int(Self.lowestShare * Double(tiles.count))
      excess = depths.count > rank ? depths.sorted(by: >)[rank] : nil
    }

    /// The share of the tiles that show black to be too high. Fewer may be defects.
    private static let lowestShare = 0.01
  }

  /// Returns by how much the mean of samples lies below black, beyond its noise and the spread of pedestals; 0 where it
  /// does not.
  private static func excess(_ moments: SampleMoments, _ channel: BayerChannel, _ levels: SampleLevels) -> Double {
    let (black, error) = (levels.black[channel], levels.blackError[channel])
    // A mean is not below the least sample.
    guard Double(moments.minimum) < black else { return 0 }
    let (depth, spread) = (black - moments.mean, pedestalSpread * (levels.white[channel] - black))
    guard depth > spread, let variance = moments.variance else { return 0 }
    let noise = (variance / Double(moments.count) + error * error).squareRoot()
    return max(depth - Significance.limit * noise - spread, 0)
  }

  /// Returns whether moving the black level by `pedestal`, up or down in raw values, changes a gain of the card by more
  /// than `limit`, a share, and by more than its error explains.
  ///
  /// A pedestal that is all of a channel's signal, or more, takes away the whole of it.
  static func moves(_ card: SIMD4<Double>, by pedestal: Double, _ neutral: MeasuredNeutral, limit: Double) -> Bool {
    let signal = card.rgb
    let left = signal - SIMD3(repeating: pedestal)
    guard pedestal != 0 else { return false }
    return [0, 2].contains { channel in
      let change =
        left.min() > 0
        ? abs(left[1] / left[channel] * signal[channel] / signal[1] - 1)
        : 1 - min(left[channel] / signal[channel], left[1] / signal[1])
      var slope: SIMD3<Double> = [0, 1 / neutral.value.vector[1], 0]
      slope[channel] = -1 / neutral.value.vector[channel]
      return change > limit && change > Significance.limit * neutral.variance(of: slope).squareRoot()
    }
  }
}
