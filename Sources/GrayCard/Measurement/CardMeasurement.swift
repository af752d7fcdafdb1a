public import RawFrames
public import WhiteBalance

/// The complete measurement of a gray card in a frame, with all values and all checks.
///
///     let measurement = try CardMeasurement(of: frame, on: profile)
///     switch measurement.verdict {
///     case .ok(let card): print(card.gains.value, card.gains.standardError)
///     case .refused(let reasons): print(reasons)
///     }
///
/// Its JSON is the object that `wbcal measure --json` prints. The tool adds what the source's file states, such as the
/// exposure.
public struct CardMeasurement: Sendable {
  /// The frame that was measured.
  public let source: SourceFrame
  /// The reading of the card, judged by the black level and on the device.
  public let reading: GrayCardReading
  /// The way in which the region was chosen.
  public let regionSource: CardArea.Source
  /// The card, or the reasons to refuse it.
  public let verdict: Verdict
  /// Facts that a person should know in addition to the verdict.
  public private(set) var warnings: [Finding]

  /// The card, where it can be trusted.
  package var card: MeasuredCard? { if case .ok(let card) = verdict { card } else { nil } }

  /// The verdict on a card.
  public enum Verdict: Hashable, Sendable {
    /// The card can be trusted.
    case ok(MeasuredCard)
    /// The card cannot be trusted. There is at least one reason.
    ///
    /// A card that is clipped or too dark is judged no further, so other reasons may be missing.
    case refused([CardRefusal])
  }

  /// Measures the card in a frame.
  ///
  /// - Parameters:
  ///   - source: The frame, with its origin.
  ///   - device: The device that took the frame, such as a profile; `nil` where it is not known. Then there are gains
  ///     but no light.
  ///   - area: The part of the frame that shows the card.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  ///   - range: The gains that the device can apply; `nil` for the device's, or ``/WhiteBalance/GainRange/standard``.
  ///   - policy: The policy for gains outside the range; `nil` for ``/WhiteBalance/GainPolicy/nearestLight`` on a known
  ///     device and ``/WhiteBalance/GainPolicy/clampChannels`` otherwise.
  ///   - lightKind: The kind of the light, where it is known. Duv is corrected for lights of this kind, and the errors
  ///     of temperature and Duv are those for them.
  ///   - limits: The limits beyond which the card is refused or has a warning.
  ///   - unknownBlack: The treatment of an unknown black level. By default it is estimated from the frame.
  /// - Throws: ``GrayCardError`` where the frame has no colours, the area is a spot outside of it, or an applied gain
  ///   is not positive and finite. A card that cannot be trusted is refused in the verdict and does not throw.
  public init(
    of source: SourceFrame, on device: (any CalibratedDevice)? = nil, in area: CardArea = .found,
    appliedGains: WhiteBalanceGains = .unity, range: GainRange? = nil,
    policy: GainPolicy? = nil, lightKind: LightKind = .any, limits: GrayCardLimits = GrayCardLimits(),
    unknownBlack: UnknownBlack = .estimate
  ) throws(GrayCardError) {
    guard appliedGains.isPositive else { throw .invalidGains(appliedGains) }
    let (source, absence) = Self.source(source, unknownBlack)
    let frame = source.frame
    let place = try area.place(in: frame, on: device, appliedGains: appliedGains, limits: limits)
    var reading = try GrayCardEstimator(limits: limits)
      .reading(of: frame, in: place.region, weighting: place.weighting)
      .judged(byBlackIn: frame, average: source.average, appliedGains: appliedGains, limits: limits)
    if source.blackOrigin == .estimated || absence != nil {
      reading = reading.judged(byUnknownBlackOf: source, isTold: absence == nil, limits: limits)
    }
    if place.isCutOff { reading = reading.judgedAsPartOfWall() }
    if let device {
      reading = reading.judged(on: device.characterization, limits: limits, appliedGains: appliedGains)
    }
    self.source = source
    self.reading = reading
    regionSource = place.source
    verdict = Verdict(
      reading, on: device, appliedGains: appliedGains, range: range, policy: policy, kind: lightKind, limits: limits)
    warnings = Self.warnings(about: source, place, reading, verdict, on: device, lightKind, limits)
  }

  /// Measures the card in a frame. Its black level counts as given where its levels are not the full range of its
  /// format.
  ///
  /// The parameters and errors are those of the initializer for a ``/RawFrames/SourceFrame``.
  public init(
    of frame: RawFrame, on device: (any CalibratedDevice)? = nil, in area: CardArea = .found,
    appliedGains: WhiteBalanceGains = .unity, range: GainRange? = nil,
    policy: GainPolicy? = nil, lightKind: LightKind = .any, limits: GrayCardLimits = GrayCardLimits()
  ) throws(GrayCardError) {
    try self.init(
      of: SourceFrame(frame), on: device, in: area, appliedGains: appliedGains, range: range, policy: policy,
      lightKind: lightKind, limits: limits)
  }
}

extension CardMeasurement {
  /// Returns the measurement with more warnings, about its source.
  package func warning(of findings: [Finding?]) -> CardMeasurement {
    var measurement = self
    measurement.warnings += findings.compactMap(\.self)
    return measurement
  }

  /// Returns the measurement on colours of the frame's file, which the warning about their error names.
  package func onColorsOfFile() -> CardMeasurement {
    var measurement = self
    measurement.warnings = warnings.map {
      $0.code == WarningCode.noProfileUncertainty.rawValue ? Self.errorsOfFrameAlone(onColorsOfFile: true) : $0
    }
    return measurement
  }

  /// The treatment of an unknown black level.
  public enum UnknownBlack: Hashable, Sendable {
    /// Assume 0, with a warning. This is right for samples whose black level was subtracted before.
    case assumeZero
    /// Estimate the black level from the frame's dark places and noise. Where that fails, the card is refused.
    case estimate
  }

  /// Returns the source with an estimated black level where that is requested, or the reason why there is none.
  ///
  /// - Parameter patches: The tiles of each patch, for a frame of patches.
  static func source(
    _ source: SourceFrame, _ unknownBlack: UnknownBlack, patches: [[BayerValues<SampleMoments>]]? = nil
  ) -> (SourceFrame, EstimatedBlack.Absence?) {
    guard source.blackOrigin == .assumed, unknownBlack == .estimate, source.frame.mosaic != nil
    else { return (source, nil) }
    do throws(EstimatedBlack.Absence) { return (try source.estimatingBlack(patches: patches), nil) } catch {
      return (source, error)
    }
  }
}

extension SourceFrame {
  /// Returns the source with the black level that its frame reveals.
  ///
  /// - Parameter patches: The tiles of each patch, for a frame of patches. They tell where the frame's own tiles do
  ///   not, because edges between patches count as texture.
  /// - Throws: ``EstimatedBlack/Absence`` where the frame does not reveal it.
  package func estimatingBlack(
    patches: [[BayerValues<SampleMoments>]]? = nil
  ) throws(EstimatedBlack.Absence) -> SourceFrame {
    let black: EstimatedBlack
    do throws(EstimatedBlack.Absence) {
      black = try EstimatedBlack(of: frame)
    } catch {
      guard let patches else { throw error }
      black = try EstimatedBlack(of: frame, patches: patches)
    }
    let estimated = try? estimating(black: black.value, error: black.standardError, sharedError: black.sharedError)
    guard let estimated else { throw .notLinear }
    return estimated
  }
}

extension GrayCardReading {
  /// Returns the reading, refused where the black level is not known, or not well enough for the card.
  func judged(
    byUnknownBlackOf source: SourceFrame, isTold: Bool, limits: GrayCardLimits
  ) -> GrayCardReading {
    let weakest = channels.map(\.signal).all.min() ?? 0
    let error = source.frame.levels.blackError.red
    let share = !isTold ? .infinity : weakest > 0 ? error / weakest : .infinity
    guard !(share <= limits.relativeStandardError) else { return self }
    var judged = self
    let refusal = CardRefusal(code: .blackUnknown, value: share, limit: limits.relativeStandardError)
    switch verdict {
    case .ok: judged.verdict = .refused([refusal])
    case .refused(let others):
      // Other faults of the card remain. The estimate already accounts for noise and black.
      let rest = others.filter { $0.code != .tooNoisy && $0.code != .blackLevel }
      judged.verdict = .refused(rest.isEmpty ? [refusal] : rest)
    }
    return judged
  }
}

extension GrayCardReading {
  /// Returns the reading of a patch that the frame cuts off, refused where light falls off over it as over a wall.
  fileprivate func judgedAsPartOfWall() -> GrayCardReading {
    guard case .ok = verdict, let shading = warnings.first(where: { $0.code == .strongShading }) else { return self }
    var judged = self
    judged.verdict = .refused([CardRefusal(code: .notWhole, value: shading.value, limit: shading.limit)])
    return judged
  }
}

extension CardMeasurement.Verdict {
  fileprivate init(
    _ reading: GrayCardReading, on device: (any CalibratedDevice)?, appliedGains: WhiteBalanceGains, range: GainRange?,
    policy: GainPolicy?, kind: LightKind, limits: GrayCardLimits
  ) {
    switch reading.verdict {
    case .refused(let refusals): self = .refused(refusals)
    case .ok(let neutral):
      do throws(WhiteBalanceError) {
        self = .ok(
          try MeasuredCard(neutral.divided(by: appliedGains), on: device, range: range, policy: policy, kind: kind))
      } catch {
        // The checks passed although a channel has no signal, which only a limit of 0 allows.
        let weakest = min(neutral.value.red, neutral.value.green, neutral.value.blue)
        self = .refused([CardRefusal(code: .tooDark, value: weakest, limit: limits.signalShare)])
      }
    }
  }
}

extension CardMeasurement: CustomStringConvertible {
  /// The card's gains and its light, or the reasons to refuse it.
  public var description: String {
    switch verdict {
    case .ok(let card): "\(card.gains)" + (card.light.map { "; \($0)" } ?? "")
    case .refused(let reasons): "refused: " + reasons.map(\.description).joined(separator: "; ")
    }
  }
}
