import Colorimetry
import DeviceProfiles
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct DNGColorTagsTests {
  private typealias Builder = TagFileBuilder

  private func matrix(_ m: [Double]) -> Matrix3x3 {
    Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
  }

  private func read(_ tags: [(Int, Builder.Value)]) throws -> (MatrixCharacterization, codes: [ExchangeWarning.Code]) {
    let (characterization, warnings) = try DNGColorTags(Builder("IIRC", Builder.twoLights + tags).bytes)
      .characterization()
    return (characterization, warnings.map(\.code))
  }

  @Test(arguments: ["IIRC", "MMCR", "II*\0", "MM\0*"]) func `the matrices are those of the tags`(magic: String) throws {
    let (found, warnings) = try DNGColorTags(Builder(magic, Builder.twoLights).bytes).characterization()
    #expect(found.lights.map(\.temperature) == [6500, 2850] && warnings.isEmpty)
    // D65 and A by their numbers, so their chromaticities are known.
    #expect(try found.lights.map(\.duv) == [TemperatureAndTint(.d65).duv, TemperatureAndTint(.a).duv])
    #expect(found.lights.map(\.matrix) == [matrix(Builder.cold), matrix(Builder.warm)])
    #expect(found.unitResponse == LinearRGB(red: 1, green: 1, blue: 1))
  }

  /// EXIF 2.3, LightSource: a fluorescent lamp has a range of temperatures there,
  /// of which DNG's readers take the middle.
  @Test(arguments: [
    (1, 5500, 5500), (2, 3800, 4500), (3, 2850, 2850), (4, 5500, 5500), (9, 5500, 5500), (10, 6500, 6500),
    (11, 7500, 7500), (12, 5700, 7100), (13, 4600, 5500), (14, 3800, 4500), (15, 3250, 3800), (16, 2600, 3250),
    (17, 2850, 2850), (18, 5500, 5500), (19, 6500, 6500), (20, 5500, 5500), (21, 6500, 6500), (22, 7500, 7500),
    (23, 5000, 5000), (24, 3200, 3200),
  ]) func `a light's number is its temperature`(code: Int, lowest: Double, highest: Double) throws {
    let tags: [(Int, Builder.Value)] = [
      (50708, .text("Test")), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([code])),
    ]
    let (found, warnings) = try DNGColorTags(Builder("IIRC", tags).bytes).characterization()
    #expect(found.lights.map(\.temperature) == [((lowest + highest) / 2)] && warnings.isEmpty)
  }

  @Test func `a camera is CameraCalibration by ColorMatrix, without the AnalogBalance of one file`() throws {
    let balance = (50727, Builder.Value.fractions([(11, 10), (1, 1), (9, 10)]))
    let same = Builder.matrix([1.02, 0, 0, 0, 1, 0, 0, 0, 0.97])
    let mixing = [1.02, 0.01, 0, 0, 1, 0, 0, -0.02, 0.97]
    let white = TristimulusValues(.a)
    let xyz = SIMD3(white.x, white.y, white.z)
    let plain = matrix(Builder.warm) * xyz

    let diagonal = try read([balance, (50723, same), (50724, same)])
    #expect(diagonal.codes == [.analogBalance])
    #expect(diagonal.0.unitResponse == LinearRGB(red: 1.02, green: 1, blue: 0.97))

    let folded = try read([balance, (50723, Builder.matrix(mixing)), (50724, Builder.matrix(mixing))])
    #expect(folded.codes == [.analogBalance, .calibrationFolded])
    let found = folded.0.matrix(atTemperature: 2850) * xyz
    let expected = matrix(mixing) * plain
    let off = found - expected
    #expect(Tolerance.rounding.allows(largest(off.largest(), (-off).largest()) / expected.max()))
    // Between the lights, too: DNG blends both and multiplies.
    let between = folded.0.matrix(atTemperature: 4000)
    let weight = (1e6 / 4000 - 1e6 / 6500) / (1e6 / 2850 - 1e6 / 6500)
    let blend = matrix(Builder.cold) * (1 - weight) + matrix(Builder.warm) * weight
    let dng = matrix(mixing) * blend
    for (value, expected) in zip(between.entries, dng.entries) {
      #expect(Tolerance.rounding.allows(abs(value - expected)))
    }
  }

  @Test func `a light's own calibration is multiplied into its matrix`() throws {
    let (first, second) = ([1.02, 0.01, 0, 0, 1, 0, 0, -0.02, 0.97], [0.98, 0, 0.01, 0, 1, 0, 0.02, 0, 1.03])
    let found = try read([(50723, Builder.matrix(first)), (50724, Builder.matrix(second))])
    #expect(found.codes == [.calibrationFolded])
    #expect(
      found.0.lights.map(\.matrix) == [matrix(second) * matrix(Builder.cold), matrix(first) * matrix(Builder.warm)])
  }

  /// A DCP is found by UniqueCameraModel, so this name stays whole.
  @Test func `a maker that the camera's whole name does not begin with is said to be lost`() throws {
    func made(_ maker: String, _ model: String, unique: String?) throws -> ImportedProfile {
      var tags: [(Int, Builder.Value)] = [
        (271, .text(maker)), (272, .text(model)), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([17])),
      ]
      if let unique { tags.append((50708, .text(unique))) }
      return try ImportedProfile(Builder("II*\0", tags).bytes)
    }
    let leica = try made("Leica Camera AG", "LEICA M10", unique: "LEICA M10")
    #expect(leica.profile.identity == DeviceIdentity(model: "LEICA M10"))
    #expect(
      leica.warnings.filter { $0.code == .identity }.map(\.text)
        == ["Make, 'Leica Camera AG', is not kept: UniqueCameraModel, 'LEICA M10', is the camera's whole name"])
    let canon = try made("Canon", "Canon EOS 5D Mark II", unique: "Canon EOS 5D Mark II")
    #expect(canon.profile.identity == DeviceIdentity(manufacturer: "Canon", model: "EOS 5D Mark II"))
    #expect(!canon.warnings.contains { $0.code == .identity })
    for unique in [nil, "Pentax K-1"] {
      let kept = try made("Pentax", "K-1", unique: unique)
      #expect(kept.profile.identity == DeviceIdentity(manufacturer: "Pentax", model: "K-1"))
      #expect(!kept.warnings.contains { $0.code == .identity })
    }
  }

  @Test func `a calibration for another profile is not used`() throws {
    let same = Builder.matrix([1.02, 0, 0, 0, 1, 0, 0, 0, 0.97])
    let calibrated: [(Int, Builder.Value)] = [(50723, same), (50724, same), (50931, .text("one"))]
    let other = try read(calibrated + [(50932, .text("two"))])
    #expect(other.codes == [.calibrationIgnored] && other.0.unitResponse.red == 1)
    #expect(try read(calibrated + [(50932, .text("one"))]).0.unitResponse.red == 1.02)
  }

  @Test func `a light may be a chromaticity, must have a temperature, and one alone need not`() throws {
    func tags(_ illuminant: Int, _ data: [UInt8], second: Bool = true) throws -> (
      MatrixCharacterization, [ExchangeWarning]
    ) {
      var tags: [(Int, Builder.Value)] = [
        (50708, .text("Test")), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([illuminant])),
        (52533, .raw(type: 7, count: data.count, offset: 0)),
      ]
      if second { tags += [(50722, Builder.matrix(Builder.cold)), (50779, .shorts([21]))] }
      var bytes = Builder("IIRC", tags).bytes
      let place = 10 + 3 * 12 + 8
      bytes.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) })
      return try DNGColorTags(bytes + data).characterization()
    }
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let light = [0, 0] + number(44758) + number(100000) + number(40745) + number(100000)
    let found = try tags(255, light).0
    #expect(found.lights[1].temperature == (try TemperatureAndTint(.a).temperature))
    // What follows the chromaticity is for later readers.
    #expect(try tags(255, light + [7]).0 == found)
    let expected = "the 18 bytes of a chromaticity, or more"
    #expect(
      throws: ExchangeError.unsupportedTag("IlluminantData1", value: "18 bytes of another kind", expected: expected)
    ) { try tags(255, [1] + light.dropFirst()) }
    #expect(throws: ExchangeError.invalidTag("IlluminantData1", value: "17 bytes of another kind", expected: expected))
    {
      try tags(255, light.dropLast())
    }
    #expect(try tags(0, light, second: false).1.map(\.code) == [.unknownLight])
  }

  @Test(arguments: [[21, 0], [0, 21], [99, 17], [3, 17], [17, 3]])
  func `of two lights that cannot be blended by temperature, the first matrix holds for all lights`(
    illuminants: [Int]
  ) throws {
    let tags: [(Int, Builder.Value)] = [
      (50708, .text("Test")), (50721, Builder.matrix(Builder.warm)), (50778, .shorts([illuminants[0]])),
      (50722, Builder.matrix(Builder.cold)), (50779, .shorts([illuminants[1]])),
    ]
    let identity = (50723, Builder.matrix([1, 0, 0, 0, 1, 0, 0, 0, 1]))
    for calibration in [[], [identity, (50724, Builder.matrix(Builder.cold))]] {
      let (found, warnings) = try DNGColorTags(Builder("IIRC", tags + calibration).bytes).characterization()
      #expect(found.lights.map(\.matrix) == [matrix(Builder.warm)] && found.lights[0].duv == nil)
      #expect(found.unitResponse == LinearRGB(red: 1, green: 1, blue: 1) && warnings.map(\.code) == [.unknownLight])
    }
  }

  @Test func `of three lights each has a temperature`() {
    let tags: [(Int, Builder.Value)] = [(52531, Builder.matrix(Builder.cold)), (52529, .shorts([0]))]
    let error = #expect(throws: ExchangeError.self) { try read(tags) }
    guard case .unsupportedTag("CalibrationIlluminant3", _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `lights that say what they are have each its own temperature`() throws {
    let found = try DNGColorTags(Builder("IIRC", Builder.statedLights).bytes).lights.map(\.temperature)
    #expect(try found == Builder.statedWhites.map { try TemperatureAndTint($0).temperature })
  }

  @Test func `a light that says what it is has its own Duv`() throws {
    let found = try DNGColorTags(Builder("IIRC", Builder.statedLights).bytes).characterization().0.lights
    let stated = try Builder.statedWhites.map { try TemperatureAndTint($0) }.sorted { $0.temperature > $1.temperature }
    #expect(found.map(\.temperature) == stated.map(\.temperature) && found.map(\.duv) == stated.map(\.duv))
  }

  @Test func `three lights are read, and that DNG weighs them otherwise is said`() throws {
    let third = Builder.matrix(zip(Builder.warm, Builder.cold).map { ($0 + $1) / 2 })
    let found = try read([(52531, third), (52529, .shorts([23]))])
    #expect(found.0.lights.map(\.temperature) == [6500, 5000, 2850] && found.codes == [.threeLights])
  }

  @Test func `levels are those of the mosaic, channel by channel`() throws {
    let mosaic: [(Int, Builder.Value)] = [
      (262, .shorts([32803])), (33421, .shorts([2, 2])), (33422, .bytes([1, 2, 0, 1])), (50713, .shorts([2, 2])),
      (50714, .shorts([10, 20, 30, 40])), (50717, .shorts([4095])),
    ]
    let first: [(Int, Builder.Value)] = [(262, .shorts([2])), (330, .nextDirectory)] + Builder.twoLights
    let levels = try #require(try DNGColorTags(Builder("II*\0", first, mosaic).bytes).levels)
    #expect(levels.black.greenOnBlueRow == 10 && levels.black.blue == 20)
    #expect(levels.black.red == 30 && levels.black.greenOnRedRow == 40)
    #expect(levels.white.all == [4095, 4095, 4095, 4095])
    let whole = try DNGColorTags(
      Builder("MM\0*", mosaic.filter { $0.0 != 50714 } + [(50714, .fractions([(257, 2)]))] + Builder.twoLights).bytes)
    #expect(whole.levels?.black.all == [128.5, 128.5, 128.5, 128.5])
    // Without WhiteLevel it is the largest value of the bits.
    func without(_ tags: Set<Int>) throws -> SampleLevels? {
      let rest = mosaic.filter { !tags.contains($0.0) }
      return try DNGColorTags(Builder("II*\0", rest + [(258, .shorts([10]))] + Builder.twoLights).bytes).levels
    }
    #expect(try without([50717])?.white.all == [1023, 1023, 1023, 1023])
    #expect(try without([50717, 50714]) == nil)
  }

  /// The mosaic is green and blue over red and green. A repeat is told by its rows and columns.
  @Test(
    arguments: [
      ([1, 2], [10, 20], [10, 20, 10, 20]), ([2, 1], [10, 20], [10, 10, 20, 20]),
      ([1, 4], [10, 20, 10, 20], [10, 20, 10, 20]), ([3, 1], [10, 10, 10], [10, 10, 10, 10]),
      ([3, 1], [10, 20, 10], nil), ([1, 4], [10, 20, 10, 21], nil),
    ] as [([Int], [Int], [Double]?)])
  func `black levels repeat over the mosaic, and differ by channel alone`(
    repeats: [Int], levels: [Int], expected: [Double]?
  ) throws {
    let mosaic: [(Int, Builder.Value)] = [
      (262, .shorts([32803])), (33421, .shorts([2, 2])), (33422, .bytes([1, 2, 0, 1])), (50713, .shorts(repeats)),
      (50714, .shorts(levels)), (50717, .shorts([4095])),
    ]
    let black = try DNGColorTags(Builder("II*\0", mosaic + Builder.twoLights).bytes).levels?.black
    #expect(black.map { [$0.greenOnBlueRow, $0.blue, $0.red, $0.greenOnRedRow] } == expected)
  }

  /// Each of a whole number of planes has a pattern. With half a plane, a pattern would have more places than levels.
  @Test(arguments: [(1, 2), (0, 1), (-1, 1), (3, 1)])
  func `black levels that do not fill the pattern of each plane are refused`(planes: (Int, Int)) throws {
    let mosaic: [(Int, Builder.Value)] = [
      (262, .shorts([32803])), (277, .fractions([planes])), (33421, .shorts([2, 2])), (33422, .bytes([0, 1, 1, 2])),
      (50713, .shorts([2, 4])), (50714, .shorts([1, 2, 3, 4])), (50717, .shorts([4095])),
    ]
    let file = Builder("II*\0", mosaic + Builder.twoLights).bytes
    let error = try #require(throws: ExchangeError.self) { try TagFile(file).firstDirectory().blackLevels() }
    guard case .invalidTag("BlackLevel", _, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `what is wrong is named`() throws {
    func fault(_ tags: [(Int, Builder.Value)]) -> ExchangeError? {
      do throws(ExchangeError) {
        _ = try DNGColorTags(Builder("IIRC", tags).bytes).characterization()
        return nil
      } catch { return error }
    }
    let matrix = "the 9 numbers of a matrix for red, green and blue"
    #expect(
      fault([(50708, .text("Test"))])
        == .missingTag("ColorMatrix1", needed: "without it a DCP does not say how its camera sees colour"))
    #expect(
      fault([(50721, .fractions([(1, 2)]))]) == .invalidTag("ColorMatrix1", value: "1 values", expected: matrix))
    #expect(
      fault([(50721, .fractions(Array(repeating: (1, 0), count: 9)))])
        == .invalidTag("ColorMatrix1", value: "inf", expected: "finite"))
    for count in [9, 0xffff_ffff] {
      #expect(
        fault([(50721, .raw(type: 10, count: count, offset: 1 << 20))])
          == .damagedDirectory("the \(count) values of tag ColorMatrix1 lie beyond the file's end"))
    }
    #expect(
      fault([(50721, .raw(type: 2, count: 9, offset: 8))])
        == .invalidTag("ColorMatrix1", value: "of type ascii", expected: "numbers"))
    #expect(fault(Builder.twoLights + Builder.twoLights) == .damagedDirectory("tag ColorMatrix1 is there twice"))
    #expect(
      fault(Builder.twoLights + [(50727, .fractions([(1, 1), (0, 1), (1, 1)]))])
        == .invalidTag(
          "AnalogBalance", value: "R 1.0, G 0.0, B 1.0", expected: "3 numbers, for red, green and blue, above 0"))
    #expect(
      fault([(50721, .doubles(Array(repeating: 1, count: 9))), (50778, .shorts([21]))])
        == .characterization(.invalidCharacterization(.singularMatrix(temperature: 6500))))
    var cut = Builder("IIRC", Builder.twoLights).bytes
    cut.replaceSubrange(4..<8, with: [0xff, 0xff, 0xff, 0xff])
    #expect(throws: ExchangeError.damagedDirectory("it begins at byte 4294967295 of \(cut.count)")) {
      try DNGColorTags(cut)
    }
  }
}

extension TagFileBuilder {
  /// Illuminant A, D65 and a lamp that no number stands for.
  static let statedWhites = [(0.44758, 0.40745), (0.31272, 0.32903), (0.38, 0.39)].map { Chromaticity(x: $0, y: $1) }

  /// A little-endian file's three lights with ``statedWhites`` in IlluminantData.
  static var statedLights: [(Int, Value)] {
    func digits(_ value: Double) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: Int((value * 100_000).rounded()) >> (8 * $0)) }
    }
    let between = zip(warm, cold).map { ($0 + $1) / 2 }
    let (colors, illuminants, data) = ([50721, 50722, 52531], [50778, 50779, 52529], [52533, 52534, 52535])
    var tags: [(Int, Value)] = [(50708, .text("Test"))]
    for (index, entries) in [warm, cold, between].enumerated() {
      let (x, y) = (digits(statedWhites[index].x), digits(statedWhites[index].y))
      tags += [
        (colors[index], matrix(entries)), (illuminants[index], .shorts([255])),
        (data[index], .bytes([0, 0] + x + digits(1) + y + digits(1))),
      ]
    }
    return tags
  }
}
