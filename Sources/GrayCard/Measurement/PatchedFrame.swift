package import RawFrames
package import WhiteBalance

/// A frame of even patches, such as those of a chart, whose black level is judged like that of a gray card's frame.
///
/// The lightest patch stands for the card. An unknown black level is estimated from the frame, or where that does not
/// tell, from the patches' own noise.
package struct PatchedFrame: Sendable {
  /// The frame. Its black level is estimated where it is not known and the frame reveals it.
  package let source: SourceFrame
  /// The reason why the black level cannot be trusted; `nil` where it can.
  package let refusal: CardRefusal?
  /// The warnings about the black level.
  package let warnings: [Finding]

  /// Judges the black level of a frame.
  ///
  /// - Parameters:
  ///   - source: The frame, and how it came about.
  ///   - patches: Regions inside the frame, each of one surface, at least one.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  /// - Throws: ``GrayCardError/monochrome(_:)``. A black level that cannot be trusted does not throw.
  package init(
    _ source: SourceFrame, patches: [Region],
    appliedGains: WhiteBalanceGains = .unity
  ) throws(GrayCardError) {
    guard let mosaic = source.frame.mosaic else { throw .monochrome(source.frame.format.fourCC) }
    let tiles = patches.map { patch in
      TileMoments(of: source.frame, in: patch, side: mosaic.wholePeriods(Self.tileSide(for: patch)), by: .fastest).tiles
    }
    let (judged, absence) = CardMeasurement.source(source, .estimate, patches: tiles)
    var (lightest, level) = (patches[0], -Double.infinity)
    for (patch, tiles) in zip(patches, tiles) {
      let sums = tiles.reduce(into: BayerValues(repeating: SampleMoments())) { sum, tile in
        for channel in BayerChannel.allCases { sum[channel] += tile[channel] }
      }
      guard sums.all.allSatisfy({ $0.count > 0 && $0.clippedCount == 0 }) else { continue }
      let least = sums.all.map(\.mean).min() ?? 0
      if least > level { (lightest, level) = (patch, least) }
    }
    let limits = GrayCardLimits()
    var reading = try GrayCardEstimator(limits: .blackAlone).reading(of: judged.frame, in: lightest)
      .judged(byBlackIn: judged.frame, average: judged.average, appliedGains: appliedGains, limits: limits)
    if judged.blackOrigin == .estimated || absence != nil {
      reading = reading.judged(byUnknownBlackOf: judged, isTold: absence == nil, limits: limits)
    }
    self.source = judged
    switch reading.verdict {
    case .ok: refusal = nil
    case .refused(let refusals): refusal = refusals.first { $0.code == .blackLevel || $0.code == .blackUnknown }
    }
    warnings =
      [judged.blackOrigin.warning].compactMap(\.self)
      + reading.warnings.filter { $0.code == .belowBlack }.map(\.finding)
  }

  /// Returns the side of a patch's tiles: half of the patch, or a quarter where that leaves 64 samples of each channel.
  private static func tileSide(for patch: Region) -> Int {
    let side = min(patch.width, patch.height)
    return max(side >= 64 ? side / 4 : side / 2, 2) / 2 * 2
  }
}

extension GrayCardLimits {
  /// The limits without any check other than that of the black level.
  fileprivate static let blackAlone: Self = {
    var limits = GrayCardLimits()
    (limits.clippedShare, limits.signalShare, limits.relativeStandardError) = (1, -.infinity, .infinity)
    (limits.greenDifferenceShare, limits.leftOutShare, limits.textureShare) = (.infinity, 1, .infinity)
    (limits.colorDifference, limits.cutOffShare, limits.sampleCount) = (.infinity, .infinity, 1)
    limits.whiteElectrons = 0
    return limits
  }()
}
