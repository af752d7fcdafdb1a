package import Colorimetry
package import RawFrames
package import WhiteBalance

extension CardMeasurement: Encodable {
  /// The measurement as the object that `wbcal measure --json` prints, without the facts that the tool adds from the
  /// source's file.
  public var record: MeasurementRecord {
    var record = MeasurementRecord()
    record.source = source.name
    record.frame = MeasurementRecord.Frame(source)
    record.region = reading.region.description
    record.regionSource = regionSource.rawValue
    switch verdict {
    case .ok(let card): record.set(card)
    case .refused(let refusals): record.set(refusals)
    }
    record.warnings = warnings.isEmpty ? nil : warnings
    return record
  }

  /// Encodes ``record``.
  public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

extension MeasurementRecord {
  package mutating func set(_ light: Chromaticity) {
    let uniform = UniformChromaticity(light)
    chromaticity = XY(light)
    uv = UV(u: uniform.u, v: uniform.v)
  }

  package mutating func set(_ light: TemperatureAndTint) {
    (temperature, duv, tint) = (light.temperature, light.duv, light.tint)
  }

  package mutating func set(_ refusals: [CardRefusal]) {
    verdict = VerdictWord.refused.rawValue
    reasons = refusals.map(Reason.init)
  }

  package mutating func set(_ card: MeasuredCard) {
    verdict = VerdictWord.ok.rawValue
    neutral = RGB(card.neutral.value)
    gains = RGB(card.gains.value)
    let (errors, uncertainty) = (card.gains.standardError, card.light?.uncertainty)
    standardError = StandardError(
      red: errors.red, green: errors.green, blue: errors.blue, temperature: uncertainty?.temperature,
      duv: uncertainty?.duv, correlation: uncertainty?.correlation, x: uncertainty?.x, y: uncertainty?.y,
      lights: uncertainty?.kind?.rawValue)
    if let light = card.light, light.duvCorrection != 0 { duvCorrection = light.duvCorrection }
    if let estimate = card.light?.estimate {
      set(estimate.chromaticity)
      if let light = estimate.temperatureAndTint { set(light) }
    }
    settable = card.settable.map(Settable.init)
    error = card.error?.description
  }
}

extension MeasurementRecord.Reason {
  package init(_ refusal: LimitBreach<some LimitCode>) {
    self.init(code: refusal.code.rawValue, value: refusal.value, limit: refusal.limit)
  }
}

extension MeasurementRecord.Frame {
  package init(_ source: SourceFrame) {
    let (levels, errors) = (source.levels, source.levels.blackError.all)
    self.init(
      format: source.format.fourCC.description, width: source.frame.width, height: source.frame.height,
      black: levels.black.all, white: levels.white.all, blackError: errors.contains { $0 > 0 } ? errors : nil,
      blackSource: source.blackOrigin.rawValue, count: source.count > 1 ? source.count : nil)
  }
}

extension MeasurementRecord.XY {
  package init(_ light: Chromaticity) { self.init(x: light.x, y: light.y) }
}

extension MeasurementRecord.RGB {
  package init(_ gains: WhiteBalanceGains) { self.init(red: gains.red, green: gains.green, blue: gains.blue) }
  package init(_ neutral: LinearRGB) { self.init(red: neutral.red, green: neutral.green, blue: neutral.blue) }
}

extension MeasurementRecord.Settable {
  package init(_ fitted: FittedGains) {
    self.init(
      gains: MeasurementRecord.RGB(fitted.gains), policy: fitted.policy.rawValue, clamped: fitted.isClamped,
      temperatureShift: fitted.temperatureShift, tintShift: fitted.tintShift)
  }
}
