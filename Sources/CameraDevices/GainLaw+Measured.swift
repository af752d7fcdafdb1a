internal import RealModule

extension ImageSensor.GainLaw {
  /// A code of a gain, and the gain that it gives.
  public struct Point: Hashable, Sendable {
    /// The code.
    public let code: Double
    /// The gain, as a factor.
    public let gain: Double

    /// Creates a point from a code and its gain, as a factor.
    public init(code: Double, gain: Double) { (self.code, self.gain) = (code, gain) }
  }

  /// Creates the law of a control from its measured gains. Only the ratios
  /// of the gains to that of the least code count.
  ///
  /// It is the law of one number that fits best, if it is within ``largestMisfit`` of every point. Otherwise it
  /// consists of the points.
  ///
  /// - Parameter points: At least three points, with rising codes and gains.
  /// - Returns: The law, and the largest share by which a point departs from it; `nil` where codes or gains do not
  ///   rise.
  package static func fitting(_ points: [Point]) -> (law: Self, misfit: Double)? {
    guard points.count >= 3, let first = points.first, first.gain > 0, first.code >= 0,
      zip(points, points.dropFirst()).allSatisfy({ $0.code < $1.code && $0.gain < $1.gain && $1.gain.isFinite })
    else { return nil }
    let relative = points.map { Point(code: $0.code, gain: $0.gain / first.gain) }
    let laws = [hyperbola(relative), decibels(relative), first.code > 0 ? .proportional(one: first.code) : nil]
    let misfits = laws.compactMap(\.self).map { law in
      let atFirst = law.gain(of: first.code)
      return (law: law, misfit: relative.map { abs(law.gain(of: $0.code) / atFirst / $0.gain - 1) }.max() ?? .infinity)
    }
    let nearest = misfits.min { $0.misfit < $1.misfit }
    guard let nearest, nearest.misfit <= largestMisfit else { return (.points(relative), 0) }
    return nearest
  }

  /// The largest share by which a measured gain may depart from a law of one number. Lamps and sensors vary by less.
  package static let largestMisfit = 0.01

  /// Fits a law whose gain is 1 at the first code and whose 1 / gain falls along a line.
  ///
  /// The errors of gains are equal shares, so larger gains have larger weights.
  private static func hyperbola(_ points: [Point]) -> Self? {
    let first = points[0].code
    let line = points.reduce(into: (xy: 0.0, xx: 0.0)) { sums, point in
      let (x, weight) = (point.code - first, point.gain * point.gain)
      sums.xy += weight * x * (1 - 1 / point.gain)
      sums.xx += weight * x * x
    }
    let full = line.xx / line.xy + first
    return full.isFinite && full > points[points.count - 1].code + 1 ? .hyperbolic(full: full) : nil
  }

  private static func decibels(_ points: [Point]) -> Self? {
    let first = points[0].code
    let line = points.reduce(into: (xy: 0.0, xx: 0.0)) { sums, point in
      sums.xy += (point.code - first) * 20 * Double.log10(point.gain)
      sums.xx += (point.code - first) * (point.code - first)
    }
    return .decibels(perCode: line.xy / line.xx)
  }

  /// The requirement that ``isValid`` checks, for messages.
  package static let requirement =
    "its number must be above 0 and finite, or its points two or more with rising codes and gains"

  /// Whether the numbers make a law.
  ///
  /// They must be above 0 and within a sensor's range, and points must be at least two with rising codes and gains.
  package var isValid: Bool {
    switch self {
    case .hyperbolic(let number), .proportional(let number), .decibels(let number): Self.numbers.contains(number)
    case .points(let points):
      points.count > 1
        && points.allSatisfy { abs($0.code) <= Self.numbers.upperBound && Self.gains.contains($0.gain) }
        && zip(points, points.dropFirst()).allSatisfy { $0.code < $1.code && $0.gain < $1.gain }
    }
  }

  /// The legal numbers of laws and codes of points, a wider range than sensors have.
  private static let numbers = 1e-9...1e9
  /// The legal gains of points, a wider range than sensors have.
  private static let gains = 1e-6...1e6

  /// Returns the gain of a code. The logarithm of the gain is a straight line between two points and beyond the last
  /// ones.
  static func gain(of code: Double, among points: [Point]) -> Double {
    guard let (from, to) = segment(points, endingWhere: { $0.code > code }) else { return .nan }
    let share = (code - from.code) / (to.code - from.code)
    return Double.exp(Double.log(from.gain) + share * Double.log(to.gain / from.gain))
  }

  static func code(of gain: Double, among points: [Point]) -> Double {
    guard let (from, to) = segment(points, endingWhere: { $0.gain > gain }) else { return .nan }
    return from.code + Double.log(gain / from.gain) / Double.log(to.gain / from.gain) * (to.code - from.code)
  }

  private static func segment(_ points: [Point], endingWhere isBehind: (Point) -> Bool) -> (Point, Point)? {
    guard points.count > 1 else { return nil }
    let end = min(max(points.firstIndex(where: isBehind) ?? points.count, 1), points.count - 1)
    return (points[end - 1], points[end])
  }
}

extension ImageSensor.GainLaw: LosslessStringConvertible {
  /// The law as text: `hyperbolic:256`, `proportional:16`, `decibels:0.3`, or `points:0=1,16=1.5,32=2.4`.
  public var description: String {
    switch self {
    case .hyperbolic(let full): "hyperbolic:\(full)"
    case .proportional(let one): "proportional:\(one)"
    case .decibels(let step): "decibels:\(step)"
    case .points(let points): "points:" + points.map { "\($0.code)=\($0.gain)" }.joined(separator: ",")
    }
  }

  /// Creates a law from its text; `nil` where the text is not a valid law.
  public init?(_ description: String) {
    let words = description.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    switch (words[0], Double(words[1])) {
    case ("hyperbolic", let full?): self = .hyperbolic(full: full)
    case ("proportional", let one?): self = .proportional(one: one)
    case ("decibels", let step?): self = .decibels(perCode: step)
    case ("points", _):
      let points = words[1].split(separator: ",").map { $0.split(separator: "=").map { Double($0) ?? .nan } }
      guard points.allSatisfy({ $0.count == 2 }) else { return nil }
      self = .points(points.map { Point(code: $0[0], gain: $0[1]) })
    default: return nil
    }
    guard isValid else { return nil }
  }
}

extension ImageSensor.GainLaw: Codable {
  /// Writes the law's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a law from its text.
  ///
  /// - Throws: `DecodingError` where the text is not a law or its numbers are not valid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let law = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text)' is no law of a gain, such as hyperbolic:256, or points:0=1,16=1.5 that rise")
    }
    self = law
  }
}
