public import RawFrames
internal import WhiteBalance

extension GrayCardReading {
  /// The reading as it is to be judged by what the whole frame tells of the black level that it was given: refused where
  /// dark places, or the noise from frame to frame, show one so far above it that gains would be wrong, and with a warning
  /// where too many samples lie below it.
  ///
  /// A reading that is refused already stays as it is. See Docs/Methods/BlackLevel.md.
  ///
  /// - Parameters:
  ///   - frame: the one that was read.
  ///   - average: what `frame` is the mean of, where there are several.
  public func judged(
    byBlackIn frame: RawFrame, average: FrameAverage? = nil, limits: GrayCardLimits = GrayCardLimits()
  ) -> GrayCardReading {
    guard case .ok(let neutral) = verdict, frame.format.bayerPattern != nil else { return self }
    var judged = self
    let tiles = BlackLevelEvidence.tiles(of: frame)
    let below = BlackLevelEvidence.shareBelow(tiles, levels: frame.levels)
    if below > limits.belowBlackShare {
      judged.warnings.append(Warning(code: .belowBlack, value: below, limit: limits.belowBlackShare))
    }
    let scale = Double(average?.scale ?? 1)
    let card = SIMD4(channels.map(\.signal))
    let pedestals = [
      DarkPlace(tiles, card: self, levels: frame.levels)?.pedestal,
      average.flatMap { PhotonTransferLine($0.temporalNoise(in: region), levels: $0.levels)?.leastPedestal }
        .map { $0 * scale },
    ]
    let stated = SIMD4(frame.levels.black).sum() / 4
    for case .some(let pedestal) in pedestals {
      guard BlackLevelEvidence.moves(card, by: pedestal, neutral, limit: limits.blackGainShare) else { continue }
      judged.verdict = .refused([
        Refusal(code: .blackLevel, value: (stated + pedestal) / scale, limit: stated / scale)
      ])
      return judged
    }
    return judged
  }
}

/// What the tiles of a whole frame tell of its black level.
enum BlackLevelEvidence {
  /// In standard errors: noise alone makes such a difference once in two million.
  static let significance = 5.0

  /// As a share of the range from black to white, a step of 10 bits: pedestals of a sensor's channels, rows and columns
  /// differ by so much, because one circuit sets them.
  static let pedestalSpread = 0.001

  static func tiles(of frame: RawFrame) -> [BayerValues<SampleMoments>] {
    let wanted = Int((Double(frame.width) * Double(frame.height) / tileCount).squareRoot()) / 2 * 2
    return TileMoments(
      of: frame, in: Region(x: 0, y: 0, width: frame.width, height: frame.height), side: max(wanted, leastTileSide)
    ).tiles
  }

  private static let tileCount = 1024.0
  /// In samples: 64 of each channel tell the variance of their mean well enough for a chance of one in a million.
  private static let leastTileSide = 16

  /// The share of samples in tiles of which a channel lies below black by more than noise. Dead samples among good ones do
  /// not do that: they make the tile vary by as much as they lower its mean.
  static func shareBelow(_ tiles: [BayerValues<SampleMoments>], levels: SampleLevels) -> Double {
    var (below, all) = (0, 0)
    for tile in tiles {
      let count = tile.all.map(\.count).reduce(0, +)
      all += count
      let isBelow = BayerChannel.allCases.contains { channel in
        let (moments, black, error) = (tile[channel], levels.black[channel], levels.blackError[channel])
        guard let variance = moments.variance else { return false }
        let noise = (variance / Double(moments.count) + error * error).squareRoot()
        return black - moments.mean > significance * noise + pedestalSpread * (levels.white[channel] - black)
      }
      if isBelow { below += count }
    }
    return all > 0 ? Double(below) / Double(all) : 0
  }

  /// Whether a black level that is higher by `pedestal` moves a gain of the card by more than `limit`, a share, and by more
  /// than its error explains.
  static func moves(_ card: SIMD4<Double>, by pedestal: Double, _ neutral: MeasuredNeutral, limit: Double) -> Bool {
    let signal = card.rgb
    let left = signal - SIMD3(repeating: pedestal)
    guard pedestal > 0, left.min() > 0 else { return false }
    return [0, 2].contains { channel in
      let change = abs(left[1] / left[channel] * signal[channel] / signal[1] - 1)
      var slope: SIMD3<Double> = [0, 1 / neutral.value.vector[1], 0]
      slope[channel] = -1 / neutral.value.vector[channel]
      return change > limit && change > significance * neutral.covariance(of: slope, slope).squareRoot()
    }
  }
}
