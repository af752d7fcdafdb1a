/// Temperature and Duv from the three nearest points of a table of the Planckian locus, 1000 to 20 000 K in steps of 1
/// %.
///
/// Near the locus it solves a triangle; elsewhere it fits a parabola through the distances.
///
/// Source: Ohno 2013, "Practical use and calculation of CCT and Duv", doi:10.1080/15502724.2014.839020.
public struct Ohno2013: TemperatureMethod {
  private struct Entry {
    let temperature: Double
    let point: SIMD2<Double>
  }

  /// The range of the method, in kelvin.
  public static let temperatures = 1000.0...20_000.0
  /// The method's own error, in kelvin, by which it may find a light at an end of its range to be outside.
  /// Docs/Methods/Ohno2013.md has the command that tells it.
  private static let ownError = 1.2

  /// The table covers the range and two more steps on either side, so that the nearest point always has neighbours.
  private static let table: [Entry] = {
    var table: [Entry] = []
    var temperature = temperatures.lowerBound / (step * step)
    while temperature < temperatures.upperBound * step * step {
      if let locus = try? UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0)) {
        table.append(Entry(temperature: temperature, point: [locus.u, locus.v]))
      }
      temperature *= step
    }
    return table
  }()

  private static let step = 1.01

  /// The correction for the bias of both solutions with steps of 1 %.
  private static let correction = 0.99991

  /// The Duv from which the parabola applies.
  private static let nearLocus = 0.002

  /// Returns the temperature, in kelvin, and Duv of a point.
  ///
  /// - Returns: The temperature is within ``temperatures``, and at their ends beyond them by at most the error of the
  ///   method, 1.2 K.
  /// - Throws: ``ColorimetryError/notReal(_:)``, or ``ColorimetryError/temperatureOutsideMethod(_:_:)`` for
  ///   temperatures farther outside.
  public func temperatureAndTint(of target: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    guard target.u.isFinite, target.v.isFinite else { throw .notReal(Chromaticity(target)) }
    let point = SIMD2(target.u, target.v)
    let distances = Self.table.map { (($0.point - point) * ($0.point - point)).sum().squareRoot() }
    let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    // At an end of the table there are no three distances about the least one, and a parabola through the last three
    // may have its vertex anywhere.
    guard nearest > 0, nearest < distances.count - 1 else {
      throw .temperatureOutsideMethod(Self.table[nearest].temperature, Self.temperatures)
    }
    let (a, b, c) = (Self.table[nearest - 1], Self.table[nearest], Self.table[nearest + 1])
    let (da, db, dc) = (distances[nearest - 1], distances[nearest], distances[nearest + 1])

    let chord = c.point - a.point
    let length = (chord * chord).sum().squareRoot()
    let foot = (da * da - dc * dc + length * length) / (2 * length)
    let sign = point.y >= a.point.y + chord.y * foot / length ? 1.0 : -1.0
    var light = TemperatureAndTint(
      temperature: (a.temperature + (c.temperature - a.temperature) * foot / length) * Self.correction,
      duv: sign * max(da * da - foot * foot, 0).squareRoot())
    if abs(light.duv) >= Self.nearLocus {
      // The parabola goes through the three distances, in Newton's form about the middle temperature.
      let (left, right) = (a.temperature - b.temperature, c.temperature - b.temperature)
      let (leftSlope, rightSlope) = ((da - db) / left, (dc - db) / right)
      let curvature = (rightSlope - leftSlope) / (right - left)
      let slope = leftSlope - curvature * left
      let vertex = (b.temperature - slope / (2 * curvature)) * Self.correction - b.temperature
      light = TemperatureAndTint(
        temperature: b.temperature + vertex, duv: sign * (db + vertex * (slope + curvature * vertex)))
    }
    let (lowest, highest) = (Self.temperatures.lowerBound, Self.temperatures.upperBound)
    guard light.temperature >= lowest - Self.ownError, light.temperature <= highest + Self.ownError else {
      throw .temperatureOutsideMethod(light.temperature, Self.temperatures)
    }
    return light
  }
}

extension TemperatureMethod where Self == Ohno2013 {
  /// The method of Ohno 2013.
  public static var ohno2013: Ohno2013 { Ohno2013() }
}
