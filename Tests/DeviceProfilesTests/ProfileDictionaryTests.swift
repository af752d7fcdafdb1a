import Colorimetry
import DeviceProfiles
import Foundation
import RawFrames
import Testing
import WhiteBalance

@Suite struct ProfileDictionaryTests {
  private static func profile(
    _ entries: [(key: String, value: String)], table: LookUpTableCharacterization? = nil
  ) throws(ProfileError) -> DeviceProfile {
    try ProfileDictionary.deviceProfile(entries) { () throws(ProfileError) in
      guard let table else { throw .noColorimetry }
      return table
    }
  }

  /// Profiles of other versions of this library have these names.
  @Test func `a dictionary of every entry reads as it is written by hand`() throws {
    let entries = [
      ("Version", "1"), ("Manufacturer", "Maker"), ("Model", "Camera"), ("Unit", "7"), ("Characterization", "matrices"),
      ("LightCount", "1"), ("Light1.Temperature", "4000"), ("Light1.Duv", "-0.002"),
      ("Light1.Matrix", "1 0.1 0.2 0.3 2 0.4 0.5 0.6 3"),
      ("UnitResponse", "1.1 1.2 1.3"), ("BalancedLight", "0.34 0.35"), ("MaximumGain", "8"),
      ("BlackLevels", "61 62 63 64"), ("WhiteLevels", "1001 1002 1003 1004"),
      ("StandardErrorBlackLevels", "0.1 0.2 0.3 0.4"), ("StandardErrorMired", "5"), ("StandardErrorDuv", "0.001"),
      ("StandardErrorsPerMiredOutside", "0.01 1e-05"),
      ("StandardErrors.any", "0.02 900 0.8 150 9 0.003 -0.004 0.005 350 11 0.002 -0.006 0.007"),
      ("StandardErrors.phosphor-led", "0.01 700 0.5 200 4 0.001 -0.002 0.003 300 5 0.002 -0.002 0.003"),
      ("DuvBiases.phosphor-led", "0.0025 -0.0005"),
      ("CreationDate", "2026-11-21T09:30:00Z"),
      ("Provenance", "by hand"),
    ]
    func levels(_ first: Double, _ step: Double) -> BayerValues<Double> {
      BayerValues(
        red: first, greenOnRedRow: first + step, greenOnBlueRow: first + 2 * step, blue: first + 3 * step)
    }
    let expected = DeviceProfile(
      identity: DeviceIdentity(manufacturer: "Maker", model: "Camera", unit: "7"),
      characterization: .matrices(
        try MatrixCharacterization(
          lights: [
            .init(
              temperature: 4000, duv: -0.002, matrix: Matrix3x3(rows: [1, 0.1, 0.2], [0.3, 2, 0.4], [0.5, 0.6, 3]))
          ],
          unitResponse: LinearRGB(red: 1.1, green: 1.2, blue: 1.3))),
      balancedLight: Chromaticity(x: 0.34, y: 0.35), gainRange: try GainRange(maximum: 8),
      levels: try SampleLevels(
        black: levels(61, 1), white: levels(1001, 1),
        blackError: BayerValues(red: 0.1, greenOnRedRow: 0.2, greenOnBlueRow: 0.3, blue: 0.4)),
      uncertainty: try CharacterizationUncertainty(
        mired: 5, duv: 0.001, miredPerMired: 0.01, duvPerMired: 1e-5,
        lights: LightErrorTable([
          .any: LightErrors(
            nodes: [
              .init(reciprocalTemperature: 150, mired: 9, duv: 0.003, lowestDuv: -0.004, highestDuv: 0.005),
              .init(reciprocalTemperature: 350, mired: 11, duv: 0.002, lowestDuv: -0.006, highestDuv: 0.007),
            ], edge: 0.02, miredPerDuv: 900, duvPerDuv: 0.8),
          .phosphorLED: LightErrors(
            nodes: [
              .init(
                reciprocalTemperature: 200, mired: 4, duv: 0.001, lowestDuv: -0.002, highestDuv: 0.003, duvBias: 0.0025),
              .init(
                reciprocalTemperature: 300, mired: 5, duv: 0.002, lowestDuv: -0.002, highestDuv: 0.003, duvBias: -0.0005
              ),
            ], edge: 0.01, miredPerDuv: 700, duvPerDuv: 0.5),
        ])),
      creationDate: try CreationDate(year: 2026, month: 11, day: 21, hour: 9, minute: 30), provenance: "by hand")
    let keyed = entries.map { (key: ProfileDictionary.prefix + $0, value: $1) }
    #expect(try Self.profile(keyed) == expected)
    #expect(try Self.profile(keyed.reversed()) == expected)
    #expect(try Self.profile([("Other", "of another program")] + keyed) == expected)
    let written = Dictionary(
      uniqueKeysWithValues: ProfileDictionary.entries(of: expected).map { ($0.key, $0.value) })
    #expect(written[ProfileDictionary.prefix + "DuvBiases.phosphor-led"] == "0.0025 -0.0005")
    #expect(written[ProfileDictionary.prefix + "DuvBiases.any"] == nil)
  }

  @Test func `mean errors of Duv need the errors of their kind, one for each of its nodes`() throws {
    let entries = [
      ("Version", "1"), ("Model", "Camera"), ("Characterization", "matrices"), ("LightCount", "1"),
      ("Light1.Temperature", "4000"), ("Light1.Matrix", "1 0 0 0 1 0 0 0 1"), ("UnitResponse", "1 1 1"),
      ("MaximumGain", "8"), ("StandardErrorMired", "5"), ("StandardErrorDuv", "0.001"),
      ("StandardErrors.any", "0.02 900 0.8 150 9 0.003 -0.004 0.005 350 11 0.002 -0.006 0.007"),
      ("Provenance", "by hand"),
    ]
    func error(_ more: (String, String)...) -> ProfileError? {
      do throws(ProfileError) {
        _ = try Self.profile((entries + more).map { (key: ProfileDictionary.prefix + $0.0, value: $0.1) })
        return nil
      } catch { return error }
    }
    #expect(error() == nil && error(("DuvBiases.any", "0 0")) == nil)
    #expect(error(("DuvBiases.any", "0.004 0")) == .characterization(.invalidDuvBias(0.004)))
    let own = ("StandardErrors.fluorescent", "0.01 700 0.5 200 4 0.001 -0.002 0.003")
    #expect(error(own, ("DuvBiases.fluorescent", "0.004")) == nil)
    #expect(error(own, ("DuvBiases.fluorescent", "0.04")) == .characterization(.invalidDuvBias(0.04)))
    guard
      case .invalidEntry(ProfileDictionary.prefix + "DuvBiases.fluorescent", "0.004 0.004", _)? =
        error(own, ("DuvBiases.fluorescent", "0.004 0.004"))
    else {
      Issue.record("two mean errors for one node are read")
      return
    }
    #expect(error(("DuvBiases.fluorescent", "0.004")) != nil)
  }

  private static func matrices() throws -> MatrixCharacterization {
    try MatrixCharacterization(
      lights: [
        .init(temperature: 2856, matrix: Matrix3x3(rows: [1, 0.1, 0.2], [0.3, 2, 0.4], [0.5, 0.6, 3])),
        .init(temperature: 6504, duv: 0.003, matrix: Matrix3x3(rows: [0.1 + 0.2, 0, 0], [0, 1, 0], [0, 0, 1])),
      ], unitResponse: LinearRGB(red: 1, green: 1.01, blue: 0.99))
  }

  /// One characterization of each kind.
  static func characterizations() throws -> [ProfileCharacterization] {
    let grid = WhiteMap.Grid(
      slope: 0.5, origin: SIMD2(-1, -2), spacing: SIMD2(0.1, 0.2), warmthCount: 2, tintCount: 3)
    let map = try WhiteMap(grid: grid, warmth: [0, 0.1, 0, -0.1, 0, 0.3], tint: [0.2, 0, 0, 0, 0, -0.2])
    let colors = try matrices()
    // The matrix beside a map has a light that the device was not calibrated under.
    let inner = try MatrixCharacterization(
      lights: [.init(temperature: 5003, matrix: colors.lights[0].matrix)], unitResponse: colors.unitResponse)
    return [
      .matrices(try matrices()),
      .whiteMap(
        WhiteMapCharacterization(matrices: try matrices(), map: map, calibratedTemperatures: 2000...9000)),
      .whiteMap(WhiteMapCharacterization(matrices: inner, map: map, colors: colors)),
      .temperatureCurve(
        try TemperatureCurveCharacterization(
          points: [
            .init(temperature: 2856, redRatio: 0.9, blueRatio: 0.3),
            .init(temperature: 6504, redRatio: 0.5, blueRatio: 0.6),
          ],
          colors: [
            .init(temperature: 4000, matrix: Matrix3x3(rows: [2, -0.7, -0.3], [-0.5, 1.9, -0.4], [-0.2, -0.9, 2.1]))
          ], unitResponse: LinearRGB(red: 1, green: 1.01, blue: 0.99))),
      .gainCurve(
        try GainCurveCharacterization(points: [
          .init(temperature: 2856, duv: 0.001, redRatio: 0.9, blueRatio: 0.3),
          .init(temperature: 6504, redRatio: 0.5, blueRatio: 0.6),
        ])),
      .lookUpTable(try LookUpTableTests.table()),
    ]
  }

  @Test func `a profile of each kind is the same after it was text`() throws {
    for characterization in try Self.characterizations() {
      let profile = DeviceProfile(
        identity: DeviceIdentity(model: "Camera", unit: "7"), characterization: characterization,
        gainRange: try GainRange(maximum: 8), levels: try SampleLevels(black: 64, white: 1023), provenance: "test")
      let entries = ProfileDictionary.entries(of: profile)
      #expect(try Self.profile(entries, table: LookUpTableTests.table()) == profile)
    }
  }

  @Test func `a curve has no point and no matrix of colours at an infinite temperature`() {
    let (low, high) = (2856.0, Double.infinity)
    func curve(points: [Double], colors: [Double]) throws(WhiteBalanceError) {
      _ = try TemperatureCurveCharacterization(
        points: points.map { .init(temperature: $0, redRatio: 0.9, blueRatio: 0.3) },
        colors: colors.map { .init(temperature: $0, matrix: Matrix3x3(diagonal: [1, 1, 1])) })
    }
    for (points, colors) in [([low, high], [4000]), ([low, 6504], [4000, high])] {
      #expect(throws: WhiteBalanceError.invalidCharacterization(.temperature(high))) {
        try curve(points: points, colors: colors)
      }
    }
  }

  @Test(arguments: ["9000 2000", "0 5000", "-1 5", "nan 5000"])
  func `temperatures of a white map that are no range are refused`(range: String) throws {
    let maps = try Self.characterizations().filter { if case .whiteMap = $0 { true } else { false } }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "Camera"), characterization: try #require(maps.first), provenance: "test")
    let key = ProfileDictionary.prefix + "WhiteMap.Temperatures"
    var entries = ProfileDictionary.entries(of: profile)
    let place = try #require(entries.firstIndex { $0.key == key })
    entries[place].value = range
    let error = #expect(throws: ProfileError.self) { try Self.profile(entries) }
    guard case .invalidEntry(let found, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == key)
  }

  @Test func `a temperature curve of one point is refused with its count`() throws {
    let entries = [
      ("Version", "1"), ("Model", "Camera"), ("Characterization", "temperature curve"),
      ("TemperatureCurve.PointCount", "1"), ("TemperatureCurve.Points", "2856 0.9 0.3"), ("UnitResponse", "1 1 1"),
      ("MaximumGain", "4"), ("Provenance", "by hand"),
    ].map { (key: ProfileDictionary.prefix + $0, value: $1) }
    #expect(throws: ProfileError.characterization(.invalidCharacterization(.tooFewCurvePoints(1)))) {
      try Self.profile(entries)
    }
  }

  @Test func `a device without the name of its model is refused, as it is when it is written`() throws {
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: ""), characterization: .matrices(try Self.matrices()), provenance: "")
    #expect(throws: ProfileError.emptyModel) { try Self.profile(ProfileDictionary.entries(of: profile)) }
  }

  @Test func `a profile that is refused when it is read is not encoded, for the same reason`() throws {
    let matrices = try Self.matrices()
    let unreal = Chromaticity(x: 0.3, y: 0)
    for profile in [
      DeviceProfile(identity: DeviceIdentity(model: ""), characterization: .matrices(matrices)),
      DeviceProfile(
        identity: DeviceIdentity(model: "Camera"), characterization: .matrices(matrices), balancedLight: unreal),
    ] {
      let refusal = #expect(throws: ProfileError.self) { try Self.profile(ProfileDictionary.entries(of: profile)) }
      #expect {
        try JSONEncoder().encode(profile)
      } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        return context.underlyingError as? ProfileError == refusal
      }
    }
  }

  @Test func `a profile without the Duv of its lights is read as before`() throws {
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "Camera"), characterization: .matrices(try Self.matrices()), provenance: "")
    let old = ProfileDictionary.entries(of: profile).filter { !$0.key.hasSuffix(".Duv") }
    let lights = try #require(Self.profile(old).characterization.matrices).lights
    #expect(lights.map(\.duv) == [nil, nil] && lights.map(\.temperature) == [6504, 2856])
  }

  @Test(arguments: ["inf", "-1", "warm", "0 0"]) func `a Duv that no light has is refused`(text: String) throws {
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "Camera"), characterization: .matrices(try Self.matrices()), provenance: "")
    var entries = ProfileDictionary.entries(of: profile)
    let place = try #require(entries.firstIndex { $0.key.hasSuffix("Light1.Duv") })
    entries[place].value = text
    let error = #expect(throws: ProfileError.self) { try Self.profile(entries) }
    guard case .invalidEntry(key: entries[place].key, value: _, expected: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
