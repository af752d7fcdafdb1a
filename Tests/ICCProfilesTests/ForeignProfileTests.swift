import Colorimetry
import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

/// Matrix profiles that other programs wrote.
@Suite struct ForeignProfileTests {
  /// sRGB's colorants under D65. Source: IEC 61966-2-1.
  static let sRGB = [[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]]
  /// The same in the connection space, as the ICC's own sRGB profiles have them.
  static let sRGBInConnectionSpace = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
  ]
  static let d65 = [0.9505, 1, 1.0891]
  /// From D65 to D50 by Bradford, as the ICC's own sRGB profiles have it.
  static let chad = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168]

  static let version4 = {
    var icc = ICCBuilder(colorants: sRGBInConnectionSpace)
    icc.deviceClass = "mntr"
    icc.tags += [("wtpt", ICCBuilder.xyz([0.9642, 1, 0.8249])), ("chad", ICCBuilder.fixedArray(chad))]
    return icc
  }()

  static let version2Display = {
    var icc = ICCBuilder(colorants: sRGBInConnectionSpace)
    icc.version = (2, 0x10)
    icc.deviceClass = "mntr"
    icc.tags.append(("wtpt", ICCBuilder.xyz(d65)))
    return icc
  }()

  /// As some systems write version 2: `wtpt` is the display's own white, and `chad` is there all the same.
  static let version2DisplayWithChad = {
    var icc = version2Display
    icc.tags.append(("chad", ICCBuilder.fixedArray(chad)))
    return icc
  }()

  @Test(arguments: [version4, version2Display, version2DisplayWithChad])
  func `sRGB is one matrix for D65, with chad or with its white point alone`(icc: ICCBuilder) throws {
    let matrices = try #require(try DeviceProfile(iccBytes: icc.bytes).matrices)
    #expect(matrices.lights.count == 1)
    #expect(Tolerance.sRGBTemperature.allows(abs(1e6 / matrices.lights[0].temperature - 1e6 / 6504)))
    for (index, colorant) in Self.sRGB.enumerated() {
      let device = matrices.lights[0].matrix * SIMD3(colorant)
      for channel in 0..<3 {
        #expect(Tolerance.publishedNeutral.allows(abs(device[channel] - (channel == index ? 1 : 0))))
      }
    }
    let neutral = try matrices.response(to: .d65)
    #expect(Tolerance.publishedNeutral.allows(abs(neutral.red / neutral.green - 1)))
    #expect(Tolerance.publishedNeutral.allows(abs(neutral.blue / neutral.green - 1)))
  }

  /// Raw samples are linear, and a curve that is passed over would make another device of it.
  @Test(arguments: ["rTRC", "gTRC", "bTRC"]) func `a tone curve that is not linear is refused by its channel`(
    tag: String
  ) throws {
    func profile(_ curve: [UInt8]) -> ICCBuilder {
      var icc = Self.version4
      icc.tags.removeAll { $0.signature == tag }
      icc.tags.append((tag, Array("curv".utf8) + [0, 0, 0, 0] + curve))
      return icc
    }
    let channel = ["rTRC": "red", "gTRC": "green", "bTRC": "blue"][tag] ?? ""
    // One number is a gamma in 256ths, and more are a table.
    for (curve, bend) in [
      ([0, 0, 0, 1, 2, 51], 28.2), ([0, 0, 0, 1, 1, 11], 1.5), ([0, 0, 0, 3, 0, 0, 0x40, 0, 0xff, 0xff], 25),
      ([0, 0, 0, 2, 0, 0, 0xea, 0x60], 8.4),
    ] as [([UInt8], Double)] {
      #expect(
        throws: ProfileError.unusableColorimetry(
          "its tone curve of \(channel) is \(bend) % off linear (at most 1.0 %); the profile of a raw camera must be of linear RGB, as its samples are"
        )
      ) { try DeviceProfile(iccBytes: profile(curve).bytes) }
    }
    // A gamma of 257/256 is as good as linear.
    for curve in [
      [0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 1, 1], [0, 0, 0, 3, 0, 0, 0x80, 0, 0xff, 0xff],
    ] as [[UInt8]] {
      #expect(try DeviceProfile(iccBytes: profile(curve).bytes).matrices != nil)
    }
  }

  private static let d50 = Chromaticity(TristimulusValues(x: 0.9642, y: 1, z: 0.8249))

  private static let version4DisplayWithoutChad = {
    var icc = version2Display
    icc.version = (4, 0x40)
    return icc
  }()

  private static let version2Input = {
    var icc = ICCBuilder(colorants: sRGBInConnectionSpace)
    icc.version = (2, 0x40)
    return icc
  }()

  @Test(arguments: [version2Input, version4DisplayWithoutChad])
  func `an input profile of version 2, and a display's of version 4, is for D50 without chad`(icc: ICCBuilder) throws {
    let matrices = try #require(try DeviceProfile(iccBytes: icc.bytes).matrices)
    let temperature = try TemperatureAndTint(Self.d50).temperature
    #expect(Tolerance.connectionWhite.allows(abs(matrices.lights[0].temperature - temperature)))
  }

  @Test func `the neutral of D50 in an input profile of version 2 without chad is gray`() throws {
    let matrices = try #require(try DeviceProfile(iccBytes: Self.version2Input.bytes).matrices)
    let white = Self.d50
    let neutral = try matrices.response(to: white)
    #expect(Tolerance.publishedNeutral.allows(abs(neutral.red / neutral.green - 1)))
    #expect(Tolerance.publishedNeutral.allows(abs(neutral.blue / neutral.green - 1)))
  }

  @Test func `the medium's white of an input profile scales X, Y and Z`() throws {
    // A chart's white patch that is a little yellow: RGB white is that patch, not the light.
    let patch = [0.88, 0.92, 0.70]
    for version in [(2, 0x40), (4, 0x40)] as [(UInt8, UInt8)] {
      var icc = ICCBuilder(colorants: Self.sRGBInConnectionSpace)
      icc.version = version
      icc.tags.append(("wtpt", ICCBuilder.xyz(patch)))
      let matrices = try #require(try DeviceProfile(iccBytes: icc.bytes).matrices)
      let neutral = try matrices.response(to: Chromaticity(TristimulusValues(x: patch[0], y: patch[1], z: patch[2])))
      #expect(Tolerance.publishedNeutral.allows(abs(neutral.red / neutral.green - 1)))
      #expect(Tolerance.publishedNeutral.allows(abs(neutral.blue / neutral.green - 1)))
    }
  }

  @Test func `the standard tags of our own profile read as its matrix for the light nearest D50`() throws {
    let profile = try DeviceProfileTests.example()
    let icc = ICCReader(try profile.iccBytes())
    // The same file without its dictionary.
    var stripped = ICCBuilder()
    stripped.tags = icc.tags.filter { $0.signature != "meta" }.map { tag in
      (tag.signature, Array(icc.bytes[tag.offset..<tag.offset + tag.size]))
    }
    let read = try DeviceProfile(iccBytes: stripped.bytes)
    let light = try #require(read.matrices).lights[0]
    #expect(read.identity == DeviceIdentity(manufacturer: "Maker", model: "Camera"))
    #expect(Tolerance.taggedTemperature.allows(abs(light.temperature - 6500)))
    let white = try Chromaticity(TemperatureAndTint(temperature: 6500, duv: 0))
    let ours = try profile.characterization.response(to: white)
    for duv in [-0.01, 0, 0.01] {
      let other = try Chromaticity(TemperatureAndTint(temperature: 6500, duv: duv))
      let (expected, found) = (
        try profile.characterization.response(to: other), try read.characterization.response(to: other)
      )
      let red = found.red / found.green * ours.red / ours.green / (expected.red / expected.green)
      let blue = found.blue / found.green * ours.blue / ours.green / (expected.blue / expected.green)
      #expect(Tolerance.taggedNeutral.allows(largest(abs(red - 1), abs(blue - 1))))
    }
  }

  @Test func `names, date and provenance come from the tags`() throws {
    var icc = Self.version2Display
    icc.tags += [
      ("desc", ICCBuilder.textDescription("sRGB IEC61966-2.1")), ("dmnd", ICCBuilder.textDescription("IEC")),
    ]
    let profile = try DeviceProfile(iccBytes: icc.bytes)
    #expect(profile.identity == DeviceIdentity(manufacturer: "IEC", model: "sRGB IEC61966-2.1"))
    #expect(profile.creationDate == (try CreationDate(year: 2020, month: 2, day: 29, hour: 12, minute: 30, second: 59)))
    #expect(profile.provenance == "standard tags of the ICC profile 'sRGB IEC61966-2.1'")
    #expect(profile.gainRange == .standard)
    #expect(profile.levels == nil)
  }

  @Test func `the device's own name goes before that of the file`() throws {
    var icc = Self.version2Display
    icc.tags += [
      ("desc", ICCBuilder.textDescription("calibrated in May")), ("dmdd", ICCBuilder.textDescription("Camera 5")),
    ]
    let profile = try DeviceProfile(iccBytes: icc.bytes)
    #expect(profile.identity.model == "Camera 5")
    #expect(profile.provenance == "standard tags of the ICC profile 'calibrated in May'")
  }

  /// Raw neutrals of daylight have channels of about half of green.
  @Test(arguments: [(1, true), (1.05, true), (1.5, false)])
  func `a profile is balanced where its light's neutral is gray`(ratio: Double, isBalanced: Bool) throws {
    var icc = ICCBuilder(
      colorants: [Self.sRGBInConnectionSpace[0].map { $0 * ratio }] + Self.sRGBInConnectionSpace.dropFirst())
    icc.tags.append(("chad", ICCBuilder.fixedArray(Self.chad)))
    #expect((try DeviceProfile(iccBytes: icc.bytes).balancedLight != nil) == isBalanced)
  }

  @Test func `a date that is none is left out`() throws {
    var icc = Self.version4
    icc.date = [2021, 2, 29, 0, 0, 0]
    #expect(try DeviceProfile(iccBytes: icc.bytes).creationDate == nil)
  }

  @Test func `a dictionary of somebody else is passed over`() throws {
    var icc = Self.version4
    icc.tags.append(("meta", ICCBuilder.dictionary([("EDID_model", "U2713"), ("MAPPING_device_id", "xrandr")])))
    #expect(try DeviceProfile(iccBytes: icc.bytes).matrices?.lights.count == 1)
  }

  @Test func `what was read from another's profile is written as ours and reads back the same`() throws {
    let profile = try DeviceProfile(iccBytes: Self.version4.bytes)
    #expect(try DeviceProfile(iccBytes: profile.iccBytes()) == profile)
  }
}
