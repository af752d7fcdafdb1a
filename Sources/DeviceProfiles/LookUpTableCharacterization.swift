public import Colorimetry
internal import RealModule
public import WhiteBalance

/// A device as a look-up table from device RGB to the light's XYZ, as an ICC profile has one.
///
/// The table must be of linear RGB that is balanced for ``adoptedLight``, so its neutral for that light is about (1, 1,
/// 1). A table is not exactly linear between its entries. A neutral is looked up with its largest channel at half of
/// full scale, about where a gray card is exposed. The inverse is solved to 1e-7 in CIE 1960 u, v, which is the limit
/// of LittleCMS's single precision.
public struct LookUpTableCharacterization: Sendable {
  /// The light that the table was made for.
  public let adoptedLight: Chromaticity

  /// A look-up from device RGB, 0 to 1, to XYZ in the space that the table connects to.
  package typealias LookUp = @Sendable (SIMD3<Double>) -> SIMD3<Double>

  /// The bytes of the file that the table came in. A profile with the table is written into them.
  package let file: [UInt8]
  /// The parts of the file that determine colour, by name. Tables with equal parts are equal.
  private let parts: [String: ArraySlice<UInt8>]
  private let lookUp: LookUp
  private let fromConnectionSpace: Matrix3x3
  private let starts: [(logRatios: SIMD2<Double>, place: SIMD2<Double>)]

  /// Creates a characterization from a table.
  ///
  /// - Parameters:
  ///   - adoptedLight: The light that the table was made for.
  ///   - fromConnectionSpace: The matrix from the space that the table connects to to XYZ under that light.
  ///   - file: The bytes of the file that the table came in.
  ///   - parts: The parts of the file that determine colour, by name.
  ///   - lookUp: The table.
  /// - Throws: ``ProfileError/unusableColorimetry(_:)`` where the table is not of linear RGB.
  package init(
    adoptedLight: Chromaticity, fromConnectionSpace: Matrix3x3, file: [UInt8], parts: [String: ArraySlice<UInt8>],
    lookUp: @escaping LookUp
  ) throws(ProfileError) {
    self.adoptedLight = adoptedLight
    self.fromConnectionSpace = fromConnectionSpace
    self.file = file
    self.parts = parts
    self.lookUp = lookUp
    starts = Table.startGrid.compactMap { logRatios in
      Self.place(logRatios, lookUp, fromConnectionSpace).map { (logRatios, $0) }
    }
    let (full, half) = (lookUp(SIMD3(repeating: Table.level)).y, lookUp(SIMD3(repeating: Table.level / 2)).y)
    let ratio = full / half
    guard ratio > 2 - Table.nonlinearity, ratio < 2 + Table.nonlinearity else {
      throw .unusableColorimetry(
        "twice the gray gives \(ratio) times the light; a table for white balance must be of linear RGB, so that it is 2"
      )
    }
  }
}

extension LookUpTableCharacterization: Hashable {
  /// Returns whether the two have the same table for the same light.
  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  /// Hashes the table and its light.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension LookUpTableCharacterization: DeviceCharacterization {
  /// Returns the neutral of a light.
  ///
  /// - Throws: ``/WhiteBalance/WhiteBalanceError/lightNotCovered(_:)`` where the table does not reach the light, or
  ///   ``/WhiteBalance/WhiteBalanceError/colorimetry(_:)`` for a chromaticity that is not finite or whose y is not
  ///   above 0.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    guard light.x.isFinite, light.y.isFinite, light.y > 0 else { throw .colorimetry(.notReal(light)) }
    let uniform = UniformChromaticity(light)
    let target = SIMD2(uniform.u, uniform.v)
    // The search from the nearest start may end at a fold of the table that the next start avoids.
    let distances = starts.map { squaredLength($0.place - target) }
    let nearest = starts.indices.sorted { distances[$0] < distances[$1] }
    for index in nearest.prefix(Table.startCount) {
      guard let found = solved(for: target, from: starts[index].logRatios) else { continue }
      return LinearRGB(Self.device(found))
    }
    throw .lightNotCovered(light)
  }

  /// Returns the light that gives this neutral.
  ///
  /// - Throws: ``/WhiteBalance/WhiteBalanceError/neutralNotPositive(_:)``, or
  ///   ``/WhiteBalance/WhiteBalanceError/noLight(_:)`` where the table has clipped X, Y or Z.
  public func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let device = Table.level * (neutral.vector / neutral.vector.max())
    guard let values = Self.values(device, lookUp, fromConnectionSpace) else { throw .noLight(neutral) }
    return LightEstimate(chromaticity: Chromaticity(TristimulusValues(values)), residual: 0)
  }
}

// MARK: - Forwards

extension LookUpTableCharacterization {
  /// Returns the XYZ of the light that gives `device`, or `nil` where the table has clipped a value at either end of
  /// its range.
  private static func values(
    _ device: SIMD3<Double>, _ lookUp: LookUp, _ toLight: Matrix3x3
  ) -> SIMD3<Double>? {
    let connection = lookUp(device)
    guard connection.min() > 0, connection.max() < Table.largestConnectionValue else { return nil }
    let values = toLight * connection
    return values.y > 0 && values.sum() > 0 && values.sum().isFinite ? values : nil
  }

  /// Returns u and v of the light of a neutral, which is given by ln R/G and ln B/G.
  private static func place(
    _ logRatios: SIMD2<Double>, _ lookUp: LookUp, _ toLight: Matrix3x3
  ) -> SIMD2<Double>? {
    guard let values = values(Table.level * device(logRatios), lookUp, toLight) else { return nil }
    let uniform = UniformChromaticity(Chromaticity(TristimulusValues(values)))
    return [uniform.u, uniform.v]
  }

  /// Returns the neutral with its largest channel at 1.
  private static func device(_ logRatios: SIMD2<Double>) -> SIMD3<Double> {
    let largest = max(logRatios.x, 0, logRatios.y)
    return [Double.exp(logRatios.x - largest), Double.exp(-largest), Double.exp(logRatios.y - largest)]
  }
}

// MARK: - Back

extension LookUpTableCharacterization {
  /// Returns ln R/G and ln B/G of the light at `target`, or `nil` where the search ends too far away.
  ///
  /// It uses Newton's method with differences for derivatives. Each step is halved until it comes nearer.
  private func solved(for target: SIMD2<Double>, from start: SIMD2<Double>) -> SIMD2<Double>? {
    func offset(_ logRatios: SIMD2<Double>) -> SIMD2<Double>? {
      guard abs(logRatios.x) <= Table.largestLogRatio, abs(logRatios.y) <= Table.largestLogRatio else { return nil }
      return Self.place(logRatios, lookUp, fromConnectionSpace).map { $0 - target }
    }
    guard var best = offset(start) else { return nil }
    var logRatios = start
    var difference = Table.firstDifference
    for _ in 0..<Table.iterationLimit where squaredLength(best) > Table.goal * Table.goal {
      var step: SIMD2<Double>?
      if let alongRed = offset(logRatios + [difference, 0]), let alongBlue = offset(logRatios + [0, difference]) {
        let (red, blue) = ((alongRed - best) / difference, (alongBlue - best) / difference)
        let determinant = red.x * blue.y - red.y * blue.x
        step = -SIMD2(best.x * blue.y - best.y * blue.x, red.x * best.y - red.y * best.x) / determinant
      }
      var isNearer = false
      for _ in 0..<Table.halvings {
        guard let candidate = step, candidate.x.isFinite, candidate.y.isFinite else { break }
        if let value = offset(logRatios + candidate), squaredLength(value) < squaredLength(best) {
          (logRatios, best, isNearer) = (logRatios + candidate, value, true)
          break
        }
        step = candidate / 2
      }
      // Differences as long as a cell of the table are insensitive to its kinks; short ones follow the cell itself.
      if !isNearer && difference <= Table.lastDifference { break }
      difference = max(difference / Table.shortening, Table.lastDifference)
    }
    return squaredLength(best) <= Table.tolerance * Table.tolerance ? logRatios : nil
  }
}

private func squaredLength(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum() }

private enum Table {
  /// The level of the largest channel of a neutral that is looked up, as a share of full scale.
  static let level = 0.5
  /// The largest deviation from 2 of the light for twice the gray. A gamma of 1.8 gives 3.5.
  static let nonlinearity = 0.2
  /// A limit slightly below the largest X, Y or Z that a connection space can hold, 1 + 32767 / 32768.
  static let largestConnectionValue = 1.9999
  /// The largest accepted distance in u, v.
  static let tolerance = 1e-7
  /// The distance in u, v that ends the search early. Single precision seldom reaches it.
  static let goal = 1e-8
  /// The largest log ratio, ln 64. The channels of a sensor differ by less under any light with a temperature.
  static let largestLogRatio = 4.16
  /// The first difference, about a cell of a table of 33 entries at the level above.
  static let firstDifference = 0.06
  /// The shortest difference. Single precision leaves 1e-7 in u, v, so that a shorter one would be mostly rounding.
  static let lastDifference = 1e-3
  /// The factor by which the difference is shortened after each step, so that it is the shortest after three. With a
  /// larger one, a search meets the table's kinks earlier. With a smaller one, its steps are inexact for longer.
  static let shortening = 4.0
  /// The largest number of steps of a search. Only a search that comes nearer slowly makes so many.
  static let iterationLimit = 60
  /// The largest number of halvings of a step. A step of a thousandth that comes no nearer ends the search, or shortens
  /// the difference.
  static let halvings = 10
  /// The largest number of starts. With fewer, more lights near a fold of the table have no answer. With more, lights
  /// that the table does not reach take longer to refuse.
  static let startCount = 4
  /// The largest log ratio of a start, ln 12, and the step between starts. A finer grid has starts that are nearer to
  /// the light, and takes longer to compute for each table. A light beyond the grid starts from its edge.
  static let (largestStart, startStep) = (2.5, 0.25)
  /// The log ratios ln R/G and ln B/G that searches start from.
  static let startGrid = stride(from: -largestStart, through: largestStart, by: startStep).flatMap { red in
    stride(from: -largestStart, through: largestStart, by: startStep).map { SIMD2(red, $0) }
  }
}
