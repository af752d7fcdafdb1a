internal import Colorimetry
internal import NumericalMethods

/// A policy for gains that a device cannot apply.
///
/// Once the least gain is 1, no scaling brings a ratio above the maximum into range, so the colour must change.
public enum GainPolicy: String, CaseIterable, Codable, Hashable, Sendable {
  /// Throw an error.
  case refuse
  /// Clamp each gain separately, as AVFoundation's sample code does.
  case clampChannels = "clamp-channels"
  /// Hold the tint, and move to the nearest temperature, in mired, whose gains are in range.
  case holdTint = "hold-tint"
  /// Take the light in range that is nearest in CIE 1960 u, v.
  case nearestLight = "nearest-light"
}

/// Gains that a device can apply, and how far they are from the gains asked for.
public struct FittedGains: Codable, Hashable, Sendable {
  /// The gains, within the range, least gain 1.
  public let gains: WhiteBalanceGains
  /// The policy that the gains were fitted by.
  public let policy: GainPolicy
  /// Whether the gains asked for were outside the range.
  public let isClamped: Bool
  /// The temperature of the light that ``gains`` make neutral minus that of the light asked for, in kelvin.
  ///
  /// On a known device the shift of gains in range is 0. For other gains it is `nil` where either light has no
  /// temperature, or a reciprocal temperature below 1e-6 mired, which counts as an infinite temperature. Where the
  /// device is not known, the shift is always `nil`.
  public let temperatureShift: Double?
  /// The tint of the light that ``gains`` make neutral minus that of the light asked for (3000 x Duv).
  ///
  /// On a known device the shift of gains in range is 0. For other gains it is `nil` where either light has no
  /// temperature. Where the device is not known, the shift is always `nil`.
  public let tintShift: Double?
}

extension WhiteBalanceGains {
  /// Returns the gains to apply on an unknown device. No light can be computed for them, so every policy except
  /// ``GainPolicy/refuse`` clamps each channel separately.
  ///
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``, and ``WhiteBalanceError/gainsOutOfRange(_:_:)`` under
  ///   ``GainPolicy/refuse``.
  package func clamped(to range: GainRange, by policy: GainPolicy) throws(WhiteBalanceError) -> FittedGains {
    guard isPositive else { throw .gainsNotPositive(self) }
    let (wanted, legal) = (normalized, normalized.within(range))
    guard legal != nil || policy != .refuse else { throw .gainsOutOfRange(wanted, range) }
    return FittedGains(
      gains: legal ?? wanted.clamped(to: range), policy: policy == .refuse ? .refuse : .clampChannels,
      isClamped: legal == nil, temperatureShift: nil, tintShift: nil)
  }
}

extension DeviceCharacterization {
  /// Returns the gains to apply on a device that is limited to `range`.
  ///
  ///     let fitted = try device.fitted(gains, to: .standard, by: .nearestLight)
  ///
  /// - Parameters:
  ///   - gains: The gains asked for, in any scale.
  ///   - range: The range of the device.
  ///   - policy: The policy for gains outside the range.
  /// - Returns: The gains within the range, and the shift that this cost.
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``; ``WhiteBalanceError/gainsOutOfRange(_:_:)`` under
  ///   ``GainPolicy/refuse``; ``WhiteBalanceError/noLegalLight(_:_:)`` or
  ///   ``WhiteBalanceError/noLegalLightOfTint(_:tint:_:)`` where the policy finds no light; and, where the
  ///   policy needs the light of the gains, what ``temperatureAndTint(for:)`` and ``chromaticity(for:)`` throw.
  public func fitted(
    _ gains: WhiteBalanceGains, to range: GainRange, by policy: GainPolicy
  ) throws(WhiteBalanceError) -> FittedGains {
    guard gains.isPositive else { throw .gainsNotPositive(gains) }
    let wanted = gains.normalized
    if let gains = wanted.within(range) {
      return FittedGains(gains: gains, policy: policy, isClamped: false, temperatureShift: 0, tintShift: 0)
    }
    let legal: WhiteBalanceGains
    switch policy {
    case .refuse: throw .gainsOutOfRange(wanted, range)
    case .clampChannels: legal = wanted.clamped(to: range)
    case .holdTint: legal = try gainsHoldingTint(wanted, range)
    case .nearestLight: legal = try gainsOfNearestLight(wanted, range)
    }
    let before = try? temperatureAndTint(for: wanted)
    let after = try? temperatureAndTint(for: legal)
    return FittedGains(
      gains: legal, policy: policy, isClamped: true,
      temperatureShift: before.flatMap { before in after.flatMap { shift(from: before, to: $0) } },
      tintShift: before.flatMap { before in after.map { $0.tint - before.tint } })
  }

  /// Returns the change of temperature, or `nil` where one of the two is infinite but for rounding.
  private func shift(from before: TemperatureAndTint, to after: TemperatureAndTint) -> Double? {
    min(before.mired, after.mired) < FittingSteps.leastMired ? nil : after.temperature - before.temperature
  }

  // MARK: - Hold the tint

  private func gainsHoldingTint(
    _ wanted: WhiteBalanceGains, _ range: GainRange
  ) throws(WhiteBalanceError) -> WhiteBalanceGains {
    let light = try temperatureAndTint(for: wanted)
    func legalGains(mired: Double) -> WhiteBalanceGains? {
      guard let gains = try? gains(for: TemperatureAndTint(temperature: 1e6 / mired, duv: light.duv)) else {
        return nil
      }
      return gains.isWithin(range) ? gains : nil
    }
    // Returns the reciprocal temperature at which the gains leave the range, between a legal temperature and the one a
    // step nearer to the light.
    func edge(from legal: Double) -> Double {
      bisectedEdge(
        from: legal, to: legal < light.mired ? legal + FittingSteps.mired : legal - FittingSteps.mired,
        steps: FittingSteps.bisections
      ) { legalGains(mired: $0) != nil }
    }
    // Search outwards from the light to the first legal temperature, then bisect back to the edge. Where both sides are
    // legal at one step, the nearer edge is on either of them.
    let highest = 1e6 / PlanckianLocus.lowestTemperature
    var step = FittingSteps.mired
    while step <= highest {
      var nearest: (gains: WhiteBalanceGains, distance: Double)?
      for candidate in [light.mired - step, light.mired + step] where (0...highest).contains(candidate) {
        guard let first = legalGains(mired: candidate) else { continue }
        let place = edge(from: candidate)
        let distance = abs(place - light.mired)
        if distance < nearest?.distance ?? .infinity { nearest = (legalGains(mired: place) ?? first, distance) }
      }
      if let nearest { return nearest.gains }
      step += FittingSteps.mired
    }
    // The legal temperatures may lie between two steps, about the one whose largest gain is the smallest.
    func largest(mired: Double) -> Double {
      let light = TemperatureAndTint(temperature: 1e6 / mired, duv: light.duv)
      return (try? gains(for: light).vector.max()) ?? .infinity
    }
    let places = stride(from: FittingSteps.mired, through: highest, by: FittingSteps.mired)
    guard let nearby = places.min(by: { largest(mired: $0) < largest(mired: $1) }) else {
      throw .noLegalLightOfTint(wanted, tint: light.tint, range)
    }
    let least = minimum(in: nearby - FittingSteps.mired...nearby + FittingSteps.mired, of: largest).argument
    guard let first = legalGains(mired: least) else { throw .noLegalLightOfTint(wanted, tint: light.tint, range) }
    return legalGains(mired: edge(from: least)) ?? first
  }

  // MARK: - Nearest legal light

  private func gainsOfNearestLight(
    _ wanted: WhiteBalanceGains, _ range: GainRange
  ) throws(WhiteBalanceError) -> WhiteBalanceGains {
    let target = UniformChromaticity(try chromaticity(for: wanted))
    func distance(at place: Double) -> Double {
      let gains = range.edge(at: place)
      guard let light = try? light(neutralizedBy: gains), light.status != .notReal else { return .infinity }
      let point = UniformChromaticity(light.chromaticity)
      return ((point.u - target.u) * (point.u - target.u) + (point.v - target.v) * (point.v - target.v)).squareRoot()
    }
    // A light outside the region of legal gains has its nearest legal light on the boundary.
    let step = 1 / Double(FittingSteps.sideSamples)
    let places = (0..<GainRange.sides.count * FittingSteps.sideSamples).map { Double($0) * step }
    let sampled = places.map(distance)
    var best: (place: Double, distance: Double)?
    for index in places.indices where sampled[index].isFinite {
      let neighbours = [index + places.count - 1, index + 1].map { sampled[$0 % places.count] }
      guard neighbours.allSatisfy({ sampled[index] <= $0 }) else { continue }
      let between = minimum(in: places[index] - step...places[index] + step, of: distance)
      for (place, distance) in [between, (places[index], sampled[index])] where distance < best?.distance ?? .infinity {
        best = (place, distance)
      }
    }
    guard let best else { throw .noLegalLight(wanted, range) }
    return range.edge(at: best.place)
  }
}

private enum FittingSteps {
  /// The search step, in mired. It is short against the width of most legal ranges along the locus.
  static let mired = 4.0
  /// The reciprocal temperature, in mired, below which a temperature counts as infinite. Smaller ones are within the
  /// rounding of gains that are converted to a light and back, which is 1e-11 of their sum.
  static let leastMired = 1e-6
  /// The number of bisections that narrow a step of 4 mired to the last bit.
  static let bisections = 56
  /// The number of points of a side that are tried first. The light moves smoothly along a side, so these show where
  /// it is near.
  static let sideSamples = 12
}

extension WhiteBalanceGains {
  /// Returns the gains to set on a device, or on any where it is not known.
  ///
  /// - Parameters:
  ///   - device: The device; `nil` where it is not known.
  ///   - range: The gains that the device can apply; `nil` for the device's, or ``GainRange/standard``.
  ///   - policy: The policy for gains outside the range; `nil` for the nearest light on a known device, and for
  ///     clamped channels otherwise.
  /// - Throws: The errors of the fit on the device's characterization, or
  ///   ``WhiteBalanceError/gainsOutOfRange(_:_:)`` under ``GainPolicy/refuse``.
  package func fitted(
    on device: (any CalibratedDevice)?, to range: GainRange?, by policy: GainPolicy?
  ) throws(WhiteBalanceError) -> FittedGains {
    guard let device else { return try clamped(to: range ?? .standard, by: policy ?? .clampChannels) }
    return try device.characterization.fitted(self, to: range ?? device.gainRange, by: policy ?? .nearestLight)
  }
}
