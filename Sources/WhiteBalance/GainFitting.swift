internal import Colorimetry

/// What to do with gains that a device cannot apply. Once the least gain is 1, no scaling helps: a ratio above the
/// maximum has to give, and with it the colour.
public enum GainPolicy: String, CaseIterable, Hashable, Sendable {
  /// Throw.
  case refuse
  /// Clamp each gain by itself, as AVFoundation's samples do.
  case clampChannels = "clamp-channels"
  /// Hold the tint and move along the temperature to the nearest legal light, in mired.
  case holdTint = "hold-tint"
  /// Take the legal light that is nearest in CIE 1960 u, v.
  case nearestLight = "nearest-light"
}

/// Gains that a device can apply, and what it cost to make them so.
public struct FittedGains: Hashable, Sendable {
  /// Within the range, least gain 1.
  public let gains: WhiteBalanceGains
  public let policy: GainPolicy
  /// Whether the gains asked for were outside the range.
  public let isClamped: Bool
  /// From the light asked for to the one that ``gains`` make neutral, in kelvin; `nil` where either has no temperature.
  public let temperatureShift: Double?
  /// The same for the tint (3000 x Duv).
  public let tintShift: Double?
}

extension DeviceCharacterization {
  /// The gains to apply for `gains` on a device whose range is `range`. They are normalized first.
  ///
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``; ``WhiteBalanceError/gainsOutOfRange(_:_:)`` under
  ///   ``GainPolicy/refuse``; ``WhiteBalanceError/noLegalLight(_:_:)`` where the policy finds none; and where it needs the
  ///   light of the gains, what ``temperatureAndTint(for:)`` and ``chromaticity(for:)`` throw.
  public func fitted(
    _ gains: WhiteBalanceGains, to range: GainRange, by policy: GainPolicy
  ) throws(WhiteBalanceError) -> FittedGains {
    guard gains.isPositive else { throw .gainsNotPositive(gains) }
    let wanted = gains.normalized
    if wanted.isWithin(range) {
      return FittedGains(gains: wanted, policy: policy, isClamped: false, temperatureShift: 0, tintShift: 0)
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
      temperatureShift: before.flatMap { before in after.map { $0.temperature - before.temperature } },
      tintShift: before.flatMap { before in after.map { $0.tint - before.tint } })
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
    // Outwards from the light to the first legal temperature on either side, then back to the edge by bisection.
    let highest = 1e6 / PlanckianLocus.lowestTemperature
    var step = FittingSteps.mired
    while step <= highest {
      for candidate in [light.mired - step, light.mired + step] where (0...highest).contains(candidate) {
        guard var best = legalGains(mired: candidate) else { continue }
        var legal = candidate
        var illegal = candidate < light.mired ? candidate + FittingSteps.mired : candidate - FittingSteps.mired
        for _ in 0..<FittingSteps.bisections {
          let middle = (legal + illegal) / 2
          if let gains = legalGains(mired: middle) { (legal, best) = (middle, gains) } else { illegal = middle }
        }
        return best
      }
      step += FittingSteps.mired
    }
    throw .noLegalLight(wanted, range)
  }

  // MARK: - Nearest legal light

  private func gainsOfNearestLight(
    _ wanted: WhiteBalanceGains, _ range: GainRange
  ) throws(WhiteBalanceError) -> WhiteBalanceGains {
    let target = UniformChromaticity(try chromaticity(for: wanted))
    // A light outside the legal region has its nearest legal one on the region's edge, and that is known: one gain at 1,
    // one at the maximum, the third anywhere between.
    func distance(_ gains: WhiteBalanceGains) -> Double {
      guard let light = try? light(neutralizedBy: gains), light.status != .notReal else { return .infinity }
      let point = UniformChromaticity(light.chromaticity)
      return ((point.u - target.u) * (point.u - target.u) + (point.v - target.v) * (point.v - target.v)).squareRoot()
    }
    var best: (gains: WhiteBalanceGains, distance: Double)?
    for edge in LegalEdge.all {
      let count = FittingSteps.edgeSamples
      let sampled = (0...count).map { distance(edge.gains(at: Double($0) / Double(count), range)) }
      guard let nearest = sampled.indices.min(by: { sampled[$0] < sampled[$1] }), sampled[nearest].isFinite else {
        continue
      }
      let around = Double(max(nearest - 1, 0)) / Double(count)...Double(min(nearest + 1, count)) / Double(count)
      let place = minimum(in: around) { distance(edge.gains(at: $0, range)) }
      let candidates = [place, Double(nearest) / Double(count)].map { edge.gains(at: $0, range) }
      for gains in candidates where distance(gains) < best?.distance ?? .infinity {
        best = (gains, distance(gains))
      }
    }
    guard let best else { throw .noLegalLight(wanted, range) }
    return best.gains
  }
}

/// A side of the region of legal gains: which channel is at 1, and which at the maximum.
private struct LegalEdge {
  let atMinimum, atMaximum, free: Int

  static let all = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)].map {
    LegalEdge(atMinimum: $0.0, atMaximum: $0.1, free: $0.2)
  }

  /// - Parameter place: 0 to 1, from the end where the third gain is 1 to the one where it is the maximum.
  func gains(at place: Double, _ range: GainRange) -> WhiteBalanceGains {
    var vector = SIMD3<Double>.zero
    vector[atMinimum] = range.minimum
    vector[atMaximum] = range.maximum
    vector[free] = min(range.minimum + place * (range.maximum - range.minimum), range.maximum)
    return WhiteBalanceGains(vector)
  }
}

private enum FittingSteps {
  /// Short beside the distance over which gains pass through the legal range and out again.
  static let mired = 4.0
  /// Narrows a step of 4 mired to the last bit.
  static let bisections = 56
  static let edgeSamples = 48
}

/// Where `function` is least in `bracket`, by golden section, for a function with one minimum there.
///
/// Source: Kiefer 1953, "Sequential minimax search for a maximum", doi:10.1090/S0002-9939-1953-0055639-3.
private func minimum(in bracket: ClosedRange<Double>, of function: (Double) -> Double) -> Double {
  let ratio = (5.0.squareRoot() - 1) / 2
  var (low, high) = (bracket.lowerBound, bracket.upperBound)
  var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
  var (atLeft, atRight) = (function(left), function(right))
  // A minimum's place is known to the square root of a value's precision: 40 steps of 0.618 from 1/24 are beyond it.
  for _ in 0..<40 {
    if atLeft < atRight {
      (high, right, atRight) = (right, left, atLeft)
      left = high - ratio * (high - low)
      atLeft = function(left)
    } else {
      (low, left, atLeft) = (left, right, atRight)
      right = low + ratio * (high - low)
      atRight = function(right)
    }
  }
  return (low + high) / 2
}
