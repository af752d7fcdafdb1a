internal import RealModule

extension CIELab {
  /// Returns the colour difference ΔE00 of 2000, with the parametric factors kL, kC and kH at 1. It is symmetric.
  ///
  /// Source: CIE 142-2001; Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula: implementation notes,
  /// supplementary test data, and mathematical observations", doi:10.1002/col.20070.
  public func differenceCIEDE2000(from other: CIELab) -> Double {
    let parts = partsCIEDE2000(from: other)
    return (parts * parts).sum().squareRoot()
  }

  /// Returns the components of lightness, chroma and hue of a vector whose length is ΔE00. The last two include the
  /// rotation term for blues.
  ///
  /// Least squares need the components, because the length has no derivative at 0.
  package func partsCIEDE2000(from other: CIELab) -> SIMD3<Double> {
    let meanLightness = (lightness + other.lightness) / 2
    // a* is stretched near the neutral axis.
    let stretch = 1 + (1 - saturation(ofChroma: (chroma + other.chroma) / 2)) / 2
    let (one, two) = (Polar(stretch * a, b), Polar(stretch * other.a, other.b))
    let meanChroma = (one.chroma + two.chroma) / 2

    // The difference of the hues is taken within half a turn, and their mean on the same side. The hue of a neutral
    // colour does not matter: it counts in the hue part alone, where its chroma is a factor.
    var (turn, meanHue) = (two.hue - one.hue, (one.hue + two.hue) / 2)
    if abs(turn) > 180 {
      meanHue += meanHue < 180 ? 180 : -180
      turn += turn > 0 ? -360 : 360
    }

    let hue = Direction(degrees: meanHue)
    let twice = hue.turned(by: hue)
    let thrice = twice.turned(by: hue)
    let weight =
      1 - 0.17 * hue.turned(by: .minus30).cosine + 0.24 * twice.cosine + 0.32 * thrice.turned(by: .plus6).cosine
      - 0.20 * twice.turned(by: twice).turned(by: .minus63).cosine
    let fromMiddle = (meanLightness - 50) * (meanLightness - 50)
    let lightnessPart =
      (other.lightness - lightness) / (1 + 0.015 * fromMiddle / (20 + fromMiddle).squareRoot())
    let chromaPart = (two.chroma - one.chroma) / (1 + 0.045 * meanChroma)
    let huePart =
      2 * (one.chroma * two.chroma).squareRoot() * sine(turn / 2) / (1 + 0.015 * meanChroma * weight)
    // The rotation term: in blue, the ellipses of equal difference are tilted.
    let fromBlue = (meanHue - 275) / 25
    let rotation = -2 * saturation(ofChroma: meanChroma) * sine(60 * Double.exp(-fromBlue * fromBlue))
    // c² + h² + R c h is the sum of (c + R h / 2)² and (1 - R² / 4) h². |R| is at most 2.
    return [
      lightnessPart, chromaPart + rotation / 2 * huePart, huePart * max(0, 1 - rotation * rotation / 4).squareRoot(),
    ]
  }
}

/// Chroma and hue of the coordinates a' and b. The hue is in degrees, 0 to 360.
private struct Polar {
  let chroma, hue: Double

  init(_ a: Double, _ b: Double) {
    chroma = (a * a + b * b).squareRoot()
    let angle = Double.atan2(y: b, x: a) * 180 / .pi
    hue = angle < 0 ? angle + 360 : angle
  }
}

/// The cosine and the sine of an angle. Those of a sum of angles follow by products, which take less time than the
/// functions.
private struct Direction {
  let cosine, sine: Double

  init(degrees: Double) {
    let angle = degrees * .pi / 180
    (cosine, sine) = (.cos(angle), .sin(angle))
  }

  private init(cosine: Double, sine: Double) { (self.cosine, self.sine) = (cosine, sine) }

  /// Returns the direction at the sum of both angles.
  func turned(by other: Direction) -> Direction {
    Direction(
      cosine: cosine * other.cosine - sine * other.sine, sine: sine * other.cosine + cosine * other.sine)
  }

  static let (minus30, plus6, minus63) = (Direction(degrees: -30), Direction(degrees: 6), Direction(degrees: -63))
}

/// Returns sqrt(C⁷ / (C⁷ + 25⁷)), which rises from 0 at the neutral axis to 1.
private func saturation(ofChroma chroma: Double) -> Double {
  let (square, cube) = (chroma * chroma, chroma * chroma * chroma)
  let power = square * square * cube
  return (power / (power + 6_103_515_625)).squareRoot()
}

private func sine(_ degrees: Double) -> Double { Double.sin(degrees * .pi / 180) }
