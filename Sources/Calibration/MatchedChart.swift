internal import Colorimetry
internal import NumericalMethods
internal import WhiteBalance

extension SIMD3<Double> {
  fileprivate var isFinite: Bool { (0..<3).allSatisfy { self[$0].isFinite } }
}

/// Readings matched with the colours of their patches, without those that no fit could use.
struct MatchedChart {
  var samples: [FitSample]
  let excluded: [ExcludedPatch]
  /// The patches of the reference without a reading.
  let missing: [String]
  private let reference: ChartReference
  private let colors: [SIMD3<Double>]

  /// Matches readings with a reference.
  ///
  /// - Parameter colors: The colours of the reference's patches, in their order.
  init(
    readings: [ChartReading], reference: ChartReference, colors: [SIMD3<Double>]
  ) throws(CalibrationError) {
    guard readings.count <= Self.mostReadings else { throw .tooManyPatches(readings.count, limit: Self.mostReadings) }
    var placeOfName: [String: Int] = [:]
    for (place, patch) in reference.patches.enumerated() { placeOfName[PatchName.normalized(patch.name)] = place }
    // A file that numbers its patches uses the order of the reference.
    let counts = readings.indices.allSatisfy { Int(readings[$0].patch) == $0 + 1 }
    if counts, readings.count == reference.patches.count, placeOfName["1"] == nil {
      for place in reference.patches.indices { placeOfName[String(place + 1)] = place }
    }
    let largest = readings.map(\.response.vector).filter(\.isFinite).reduce(SIMD3<Double>.zero) { pointwiseMax($0, $1) }
    let readColors = readings.map { reading in placeOfName[PatchName.normalized(reading.patch)].map { colors[$0] } }
    let plateau = Self.plateau(readings, readColors, largest)
    var samples: [FitSample] = []
    var excluded: [ExcludedPatch] = []
    var places: [Int] = []
    var seen: Set<String> = []
    for reading in readings {
      let name = PatchName.normalized(reading.patch)
      guard seen.insert(name).inserted else { throw .repeatedPatch(reading.patch, file: "the readings' table") }
      let response = reading.response.vector
      let error = reading.standardError?.vector ?? .zero
      if let place = placeOfName[name] {
        places.append(place)
        let isPositive = reading.response.isPositive
        // An error over a response may be infinite, too.
        if !response.isFinite || !error.isFinite || error.min() < 0 || isPositive && !(error / response).isFinite {
          excluded.append(ExcludedPatch(patch: reading.patch, reason: .notFinite))
        } else if reading.isClipped || (0..<3).contains(where: { plateau[$0] && response[$0] == largest[$0] }) {
          excluded.append(ExcludedPatch(patch: reading.patch, reason: .clipped))
        } else if !isPositive || response.max() < Self.darkestShare * largest.max() {
          excluded.append(ExcludedPatch(patch: reading.patch, reason: .tooDark))
        } else {
          samples.append(
            FitSample(
              index: place, name: reading.patch, response: response, color: colors[place],
              relativeError: (error / response).max()))
        }
      } else {
        excluded.append(ExcludedPatch(patch: reading.patch, reason: .noReference))
      }
    }
    guard !places.isEmpty else {
      throw .noCommonPatch(readings: readings.map(\.patch), reference: reference.patches.map(\.name))
    }
    if readings.count > 1, !readings.contains(where: \.isClipped), Set(readings.map(\.response)).count == 1 {
      throw .sameReadings(readings[0].response, count: readings.count)
    }
    let read = Set(places)
    missing = reference.patches.indices.filter { !read.contains($0) }.map { reference.patches[$0].name }
    self.samples = samples
    self.excluded = excluded
    self.reference = reference
    self.colors = colors
  }

  /// The largest number of readings. The largest charts of printers have 1617 patches (ISO 12642-2), and those for
  /// cameras have a few hundred.
  private static let mostReadings = 2000

  /// The least response, as a share of the lightest channel of the lightest patch.
  private static let darkestShare = 0.01

  /// Returns, for each channel, whether it clips: patches of several colours share its largest value and others lie
  /// below, which does not happen by chance. Patches of one colour may well read alike.
  ///
  /// - Parameter colors: The colours of the readings' patches, or `nil` for a patch that the reference lacks.
  private static func plateau(
    _ readings: [ChartReading], _ colors: [SIMD3<Double>?], _ largest: SIMD3<Double>
  ) -> [Bool] {
    (0..<3).map { channel in
      let highest = readings.indices.filter { readings[$0].response.vector[channel] == largest[channel] }
      let colorCount = Set(highest.compactMap { colors[$0] }).count + highest.count { colors[$0] == nil }
      return largest[channel] > 0 && colorCount > 1 && highest.count < readings.count
    }
  }

  /// Returns the chart in the orientation in which it fits, if it does not fit at all in its own.
  func oriented(white: SIMD3<Double>) -> (MatchedChart, ChartOrientation) {
    guard let columns = reference.columns else { return (self, .upright) }
    func turned(_ orientation: ChartOrientation) -> MatchedChart {
      var turned = self
      turned.samples = samples.map { sample in
        let place = orientation.place(of: sample.index, columns: columns, count: colors.count)
        return FitSample(
          index: place, name: reference.patches[place].name, response: sample.response, color: colors[place],
          relativeError: sample.relativeError)
      }
      return turned
    }
    // The median is used, so that a bad patch does not turn a chart.
    func misfit(_ chart: MatchedChart) -> Double {
      let problem = FitProblem(white: white, samples: chart.samples)
      guard let solution = problem.startingSolution() else { return .infinity }
      return chart.samples.map(solution.difference).median
    }
    let own = misfit(self)
    guard own > Self.misfit else { return (self, .upright) }
    let best = ChartOrientation.allCases.map { ($0, misfit(turned($0))) }.min { $0.1 < $1.1 } ?? (.upright, own)
    return best.1 < own / 2 ? (turned(best.0), best.0) : (self, .upright)
  }

  /// The median CIEDE2000 difference above which a chart does not fit. Wrong patches cause 15 and more, and no camera
  /// has 6.
  private static let misfit = 6.0
}
