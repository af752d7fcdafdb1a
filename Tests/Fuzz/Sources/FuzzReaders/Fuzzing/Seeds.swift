import Colorimetry
import DeviceProfiles
import DigitalNegatives
import ICCProfiles
import ProfileExchange
import RawFrames
import WhiteBalance

/// Small files to begin with, which the library writes; `Tests/Fuzz/run` adds those of `Tests/ReferenceData`.
enum Seeds {
  static func files(of reader: String) -> [(name: String, bytes: [UInt8])] {
    let files: [[UInt8]]
    switch reader {
    case "icc": files = profiles.compactMap { try? $0.iccBytes() }
    case "icc-dictionary": files = (profiles + [FuzzedReader.sample]).map(dictionary)
    case "dcp": files = profiles.compactMap { try? ExportedProfile($0, as: .dcp).bytes } + unitsOfCameras
    case "libcamera": files = profiles.compactMap { try? ExportedProfile($0, as: .libcamera).bytes } + texts(tunings)
    case "dng": files = negatives
    case "raw": files = frames
    case "request":
      files = texts(
        commands.map { "POST /command HTTP/1.1\nHost: 127.0.0.1:8480\nContent-Type: application/json\n\n" + $0 })
    case "convert": files = lines
    case "cgats": files = texts(cgats)
    case "spectral-text": files = texts(spectra)
    case "spectral-json": files = texts([spectralJSON])
    default: files = []
    }
    return files.enumerated().map { ("seed-\($0.offset)", $0.element) }
  }

  private static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  // MARK: - Profiles

  /// A camera's matrix: Canon EOS 5D under D65, as in DNG files.
  private static let matrix = Matrix3x3(
    rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.248], [-0.1968, 0.2131, 0.7649])

  private static func matrices(_ temperatures: [Double]) -> MatrixCharacterization? {
    try? MatrixCharacterization(
      lights: temperatures.enumerated().map { index, temperature in
        let entries = matrix.entries.map { $0 + 0.01 * Double(index) }
        return MatrixCharacterization.CalibratedLight(
          temperature: temperature, duv: index == 0 ? nil : 0.003,
          matrix: Matrix3x3(
            rows: [entries[0], entries[1], entries[2]], [entries[3], entries[4], entries[5]],
            [entries[6], entries[7], entries[8]]))
      })
  }

  private static var characterizations: [ProfileCharacterization] {
    var all = [[6504.0], [2856, 6504], [2856, 4200, .infinity]].compactMap(matrices).map {
      ProfileCharacterization.matrices($0)
    }
    let grid = WhiteMap.Grid(slope: 0.3, origin: SIMD2(-1, -1), spacing: SIMD2(0.5, 0.4), warmthCount: 3, tintCount: 2)
    if let matrices = matrices([2856, 6504]),
      let map = try? WhiteMap(
        grid: grid, warmth: [0.1, 0.2, -0.1, 0, 0.3, 0.1], tint: [0, 0.1, -0.2, 0.1, 0, 0.05])
    {
      all.append(
        .whiteMap(WhiteMapCharacterization(matrices: matrices, map: map, calibratedTemperatures: 2000...9000)))
    }
    typealias Point = GainCurveCharacterization.Point
    if let curve = try? GainCurveCharacterization(points: [
      Point(temperature: 2856, redRatio: 0.83, blueRatio: 0.38),
      Point(temperature: 6504, redRatio: 0.48, blueRatio: 0.67),
    ]) {
      all.append(.gainCurve(curve))
    }
    if let curve = try? TemperatureCurveCharacterization(
      points: [
        .init(temperature: 2856, redRatio: 0.9, blueRatio: 0.4),
        .init(temperature: 6504, redRatio: 0.5, blueRatio: 0.7),
      ], colors: [.init(temperature: 4000, matrix: .identity)])
    {
      all.append(.temperatureCurve(curve))
    }
    return all
  }

  /// DCPs of one unit each: with one factor a channel, with factors that differ between the lights, and with those of
  /// another profile.
  private static var unitsOfCameras: [[UInt8]] {
    guard let characterization = matrices([2856, 4200, 6504]) else { return [] }
    let diagonal = Matrix3x3(diagonal: [0.98, 1, 1.03])
    return [(diagonal, diagonal), (.identity, diagonal), (matrix, matrix)].enumerated().compactMap { index, units in
      guard var tags = try? DNGColorTags(characterization, model: "Model", hasThirdLight: true) else { return nil }
      tags.lights[0].cameraCalibration = units.0
      for light in tags.lights.indices.dropFirst() { tags.lights[light].cameraCalibration = units.1 }
      tags.analogBalance = LinearRGB(red: 1, green: 1, blue: 1.5)
      tags.isCalibrationOfProfile = index < 2
      tags.serialNumber = "12"
      return try? tags.dcpBytes()
    }
  }

  private static var profiles: [DeviceProfile] {
    characterizations.enumerated().map { index, characterization in
      var profile = DeviceProfile(
        identity: DeviceIdentity(manufacturer: index == 0 ? nil : "Maker", model: "Model \(index)"),
        characterization: characterization, provenance: "a seed")
      if index > 0 { profile.levels = try? SampleLevels(black: 64, white: 1023, blackError: 0.1) }
      if index > 0 {
        profile.uncertainty = try? CharacterizationUncertainty(
          mired: 5, duv: 0.003, miredPerMired: 0.1, duvPerMired: index == 1 ? 0 : 1e-5)
      }
      if index > 1 { profile.identity.unit = "12" }
      if index > 1 { profile.balancedLight = .d65 }
      profile.creationDate = CreationDate("2026-01-02T03:04:05Z")
      return profile
    }
  }

  private static func dictionary(_ profile: DeviceProfile) -> [UInt8] {
    Array(ProfileDictionary.entries(of: profile).map { "\($0.key)=\($0.value)" }.joined(separator: "\n").utf8)
  }

  // MARK: - Frames

  private static func frame(_ format: String, _ count: Int, width: Int = 8, height: Int = 6) -> RawFrame? {
    try? RawFrame(
      format: PixelFormat(format), width: width, height: height,
      bytes: (0..<count).map { $0.isMultiple(of: 2) ? UInt8(truncatingIfNeeded: $0 * 7) : 1 })
  }

  private static var negatives: [[UInt8]] {
    let all = [("RG10", 96), ("BG12", 96), ("GRBG", 48), ("RG16", 96)].compactMap {
      frame($0, $1).flatMap { negative(of: $0) }
    }
    return all + dated
  }

  /// Exposures with what EXIF has no tags for, at moments whose day in UTC is another one than where they were taken.
  private static var dated: [[UInt8]] {
    let moments = [
      ("2026-01-01T01:00:00Z", "+05:30"), ("2026-12-31T23:30:00Z", "-03:30"), ("2024-03-01T00:10:00Z", "+02:00"),
      ("2026-07-15T12:00:00Z", "+00:00"), ("2026-02-10T23:59:59Z", "-11:00"),
    ]
    return moments.compactMap { date, offset in
      guard let frame = frame("RG10", 96),
        let exposure = try? ExposureMetadata(
          duration: 1e-12, iso: 99.5, gain: 2.5, aperture: 2.8, date: CreationDate(date))
      else { return nil }
      return negative(of: frame, exposure: exposure)?.replacing("+00:00".utf8, with: offset.utf8)
    }
  }

  private static func negative(
    of frame: RawFrame, exposure: ExposureMetadata? = try? ExposureMetadata(duration: 0.01, iso: 100, aperture: 2.8)
  ) -> [UInt8]? {
    guard let exposure, let profile = profiles.dropFirst().first else { return nil }
    return try? DigitalNegative.made(
      of: frame, by: profile, asShotNeutral: LinearRGB(red: 0.5, green: 1, blue: 0.6),
      exposure: exposure
    ).negative.dngBytes()
  }

  /// A DNG whose samples take about so many bytes. LibRaw reads no frame of fewer than 22 rows or columns.
  static func negative(bytes: Int) -> [UInt8]? {
    let height = max(bytes / 128 * 2, 32)
    return frame("RG10", 64 * height, width: 32, height: height).flatMap { negative(of: $0) }
  }

  /// The header of the `raw` reader and samples, one for each format.
  private static var frames: [[UInt8]] {
    PixelFormat.all.indices.map { format in
      [UInt8(format), 0, 16, 0, 12, 0, 0, 0, 0, 0, 0, 247, 247, 247, 247, 4, 0, 2, 0, 2, 0, 10, 0, 8]
        + (0..<400).map { UInt8(truncatingIfNeeded: $0 * $0 / 3) }
    }
  }

  // MARK: - Texts

  private static var lines: [[UInt8]] {
    let texts = [
      "0.3127 0.3290\n0.45,0.41\n", "0.31\t0.33\r\n\n", "0.1978 0.3122\n0.26 0.35\n", "0.2 0.32", "5000 10\n2856\n",
      "6500K -3\ninf 0\n", "2 1 1.5\n1,1,1\n", "0.3127 0.3290 1\nx y\n0.9 0.9\n", "1e400 -0\n1e-400 .5\n+0.3 0x1p-2\n",
      // More digits than a double has, and points of a diagram.
      "0.31270000000000001 0.32900000000000000123\n", "312700000000000017e-18 9007199254740993e-17\n",
      "# lights\n\n0.31,0.33,white\n0.45,0.41\n",
    ]
    return texts.enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
  }

  private static let cgats = [
    """
    CTI3
    ORIGINATOR "a seed"
    KEYWORD "DEVICE_CLASS"
    DEVICE_CLASS "INPUT"
    NUMBER_OF_FIELDS 7
    BEGIN_DATA_FORMAT
    SAMPLE_ID RGB_R RGB_G RGB_B XYZ_X XYZ_Y XYZ_Z
    END_DATA_FORMAT
    NUMBER_OF_SETS 2
    BEGIN_DATA
    A1 10.0 20.0 30.0 8.1 9.2 7.5
    A2 90.0 91.0 80.0 85 88 70
    END_DATA
    """,
    """
    CGATS.17
    BEGIN_DATA_FORMAT
    SAMPLE_ID SAMPLE_NAME LAB_L LAB_A LAB_B
    END_DATA_FORMAT
    NUMBER_OF_SETS 2
    BEGIN_DATA
    1 "dark skin" 37.9 13.5 14.0 # a comment
    2 "white" 96.5 -0.4 1.1
    END_DATA
    """,
    """
    SPECT
    BEGIN_DATA_FORMAT
    SAMPLE_LOC SPEC_380 SPEC_500 SPEC_620 SPEC_730
    END_DATA_FORMAT
    BEGIN_DATA
    A1 0.1 0.2 0.3 0.4
    END_DATA
    """,
  ]

  private static let spectra = [
    "wavelength,r,g,b\n380,0.1,0.2,0.3\n500,0.4,0.9,0.6\n780,0.1,0.1,0\n", "# lamp\n400 1\n500 2.5\n700 3e1\n",
    "nm;red;green\n400;1;0\n500;1;1\n",
    "Tcp [K],3262\nSpectral Data 380[nm],0.1\nSpectral Data 780[nm],0.2\n\nSpectral Data 380[nm],0.1\nSpectral Data 500[nm],1\n"
      + "Spectral Data 780[nm],0.2\n",
    "CCT\t5198\nDuv\t-0.0006\n380nm\t0.1\n500nm\t0.4\n780nm\t0.2\n",
    "Date,Tcp,delta uv,380nm,500nm,780nm\n2026/11/22,3164,0.002,0.1,0.4,0.2\n",
    "SPECT\nSPECTRAL_BANDS \"3\"\nSPECTRAL_START_NM \"380\"\nSPECTRAL_END_NM \"780\"\nBEGIN_DATA\n0.1 1 0.5\nEND_DATA\n",
    "<?xml version=\"1.0\"?><!-- a lamp --><IESTM2714><SpectralDistribution><SpectralQuantity>relative</SpectralQuantity>"
      + "<SpectralData wavelength=\"400\">1</SpectralData><SpectralData wavelength='700'>2</SpectralData>"
      + "</SpectralDistribution></IESTM2714>",
  ]

  /// Commands of the page, and JSON in which each of its rules is kept or broken.
  private static let commands = [
    #"{"do": "\u0073can", "lockDuration": 6.5e0, "quantities": ["whiteBalance", "exposure"]}"#,
    #"{"do": "\ud83d\ude00\n\"\/\\e\u0301", "a": [], "b": {}, "c": [true, false, null, -0.5E+2]}"#,
    #"{"do": "\ud83d"}"#, #"{"do": "\ud83d\u0041"}"#, #"{"do": "\x"}"#, #"{"do": "\u12"}"#, "{\"do\": \"\u{1}\"}",
    #"{"do": 012}"#, #"{"do": 1.}"#, #"{"do": nul}"#, #"{do: 1}"#, #"{"do": 1 /* no */}"#, #"{"do": 1, "do": 2}"#,
    #"{"do": "lens", "position": 0.5"#, "[1, 2", "# a comment\n{}", "// another\n{}",
    "{\"do\": \"e" + String(repeating: "\u{301}", count: 40) + "\"}",
    #"{"do": "exposure", "duration": 0.01, "iso": 1e999}"#, #"{"do": "metering", "mode": "spot", "x": 0.5, "y": 0.25}"#,
  ]

  private static let tunings = [
    tuning,
    """
    {"version": 2, "target": "bcm2835", "algorithms": [{"rpi.black_level": {"black_level_r": 4096, "black_level_g": 4000,
    "black_level_b": 4200}}, {"rpi.nn.awb": {"ct_curve": [2500, 0.93, 0.36, 8000, 0.49, 0.79], "sensitivity_b": 0.9,
    "ccm": [1, 0, 0, 0, 1, 0, 0, 0, 1]}}, {"rpi.awb": {"bayes": 0, "modes": {"auto": {"lo": 2500, "hi": 9000}}}}]}
    """, #"{"version": 2, "target": "bcm2835", "algorithms": [{"rpi.agc": {"a": [1.5, null, true]}}]}"#,
    #"{"version": 2e0, "target": "\u00e9\ud83d\ude00\n\"e\#u{301}", "algorithms": [{"rpi.awb": {"bayes": false}}]} // end"#,
    #"{"version": 2, "target": "\ud83d", "algorithms": []}"#, #"{"version": null, "target": {}, "algorithms": true}"#,
    #"{"version": 2, "target": "", "algorithms": [{"rpi.ccm": {"ccms": [{"ct": 5000, "ccm": [0, 0, 0, 0, 0, 0, 0, 0, 0]}]}}]}"#,
  ]

  private static let tuning = """
    {"version": 2.0, "target": "bcm2835", "algorithms": [
    {"rpi.black_level": {"black_level": 4096}},
    {"rpi.awb": {"ct_curve": [2500, 0.93, 0.36, 4000, 0.70, 0.58, 8000, 0.49, 0.79]}},
    {"rpi.ccm": {"ccms": [{"ct": 2800, "ccm": [2.1, -0.5, -0.6, -0.9, 2.8, -0.9, -0.2, -1.2, 2.4]},
    {"ct": 6500, "ccm": [2.3, -0.5, -0.8, -0.7, 2.6, -0.9, -0.2, -1.5, 2.7]}]}}]}
    """

  private static let spectralJSON = """
    {"header": {"manufacturer": "M"}, "spectral_data": {"index": {"main": ["R", "G", "B"]}, "data": {"main":
    {"380": [0.1, 0.2, 0.3], "555": [0.5, 1.0, 0.25], "780": [0, 0, 0.125]}}}}
    """
}
