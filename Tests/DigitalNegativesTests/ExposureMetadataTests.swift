import DeviceProfiles
import DigitalNegatives
import ProfileExchange
import RawFrames
import TestSupport
import Testing

@Suite struct ExposureMetadataTests {
  /// The "sunny 16" rule: EV 15 is 1/125 s at f/16 and ISO 100, in the steps that cameras are marked with.
  @Test func `the exposure value is that of APEX`() throws {
    #expect(try ExposureMetadata(duration: 1, iso: 100, aperture: 1).exposureValue == 0)
    let sunny = try #require(try ExposureMetadata(duration: 1.0 / 128, iso: 100, aperture: 16).exposureValue)
    #expect(sunny == 15)
    #expect(try ExposureMetadata(duration: 1.0 / 128, iso: 400, aperture: 16).exposureValue == 13)
    for unknown in [
      try ExposureMetadata(iso: 100, aperture: 1), try ExposureMetadata(duration: 1, aperture: 1),
      try ExposureMetadata(duration: 1, iso: 100), try ExposureMetadata(duration: 1, gain: 2, aperture: 1), .unknown,
    ] {
      #expect(unknown.exposureValue == nil)
    }
  }

  @Test(arguments: [0, -1, Double.nan, .infinity]) func `what is no amount is refused by name`(value: Double) {
    let attempts: [(String, () throws -> ExposureMetadata)] = [
      ("duration", { try ExposureMetadata(duration: value) }), ("ISO", { try ExposureMetadata(iso: value) }),
      ("aperture", { try ExposureMetadata(aperture: value) }), ("gain", { try ExposureMetadata(gain: value) }),
    ]
    for (name, attempt) in attempts {
      let error = #expect(throws: ExposureError.self) { try attempt() }
      guard case .notPositive(name, let found) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found == value || found.isNaN && value.isNaN)
    }
  }

  /// - Returns: what a DNG with these tags of EXIF has for its exposure.
  private func read(_ exif: [(Int, TagFileBuilder.Value)]) throws -> ExposureMetadata {
    try DigitalNegative(dngBytes: ForeignNegative(exif: exif).bytes).exposure
  }

  @Test(
    arguments: [
      ("2026:03:01 00:30:00", "+02:00", "2026-02-28T22:30:00Z"),
      ("2024:03:01 01:59:59", "+02:00", "2024-02-29T23:59:59Z"),
      ("2025:12:31 23:15:00", "-01:30", "2026-01-01T00:45:00Z"),
      ("2026:01:01 00:00:00", "+14:00", "2025-12-31T10:00:00Z"),
      ("2026:05:05 12:00:00", "+00:00", "2026-05-05T12:00:00Z"),
      ("2026:04:30 20:00:00", "-04:00", "2026-05-01T00:00:00Z"),
    ]) func `a local time becomes UTC by its offset`(text: String, offset: String, expected: String) throws
  {
    let date = try read([(36867, .text(text)), (36881, .text(offset))]).date
    #expect(date?.description == expected)
  }

  @Test(arguments: [
    ("2026:03:01 00:30:00", nil), ("    :  :     :  :  ", "+00:00"), ("2026:02:30 00:00:00", "+00:00"),
    ("2026:13:01 00:00:00", "+00:00"), ("2026-03-01 00:30:00", "+00:00"), ("2026:03:01 00:30:00", "02:00"),
    ("2026:03:01 00:30:00", "+25:00"), ("2026:03:01 00:30:00", "+05:60"), ("", "+00:00"),
  ]) func `a time that says no moment is not known`(text: String, offset: String?) throws {
    #expect(try read([(36867, .text(text))] + (offset.map { [(36881, .text($0))] } ?? [])).date == nil)
  }

  @Test func `a damaged description of a photo is not known, and its samples are read`() throws {
    let whole = try DigitalNegative(dngBytes: ForeignNegative(exif: [(33434, .fractions([(1, 100)]))]).bytes)
    #expect(whole.exposure.duration == 0.01)
    var bytes = ForeignNegative(exif: [(33434, .fractions([(1, 100)]))]).bytes
    // The entry of the tag ExifIFD, 34665: one number of 32 bits, which is the place of EXIF's tags.
    let entry = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x69, 0x87, 4, 0, 1, 0, 0, 0]) })
    bytes.replaceSubrange(entry + 8..<entry + 12, with: [0xff, 0xff, 0xff, 0x7f])
    let damaged = try DigitalNegative(dngBytes: bytes)
    #expect(damaged.exposure == .unknown && damaged.frame == whole.frame)
  }

  @Test func `a sensitivity beyond 16 bits is in ISOSpeed`() throws {
    #expect(try read([(34855, .shorts([65535])), (34864, .shorts([3])), (34867, .longs([102400]))]).iso == 102400)
    #expect(try read([(34855, .shorts([65535]))]).iso == 65535)
    #expect(try read([(34855, .shorts([400])), (34867, .longs([102400]))]).iso == 400)
  }

  /// Cameras state the sensitivity that they recommend, or that of their output.
  @Test func `a sensitivity beyond 16 bits is in the tag that its type names, or in the one that there is`() throws {
    let all: [(Int, TagFileBuilder.Value)] = [
      (34855, .shorts([65535])), (34865, .longs([100_001])), (34866, .longs([100_002])), (34867, .longs([100_003])),
    ]
    for (type, iso) in [(1, 100_001.0), (2, 100_002), (3, 100_003), (4, 100_003), (7, 100_003)] {
      #expect(try read(all + [(34864, .shorts([type]))]).iso == iso, "\(type)")
    }
    #expect(try read([all[0], all[2]]).iso == 100_002)
    #expect(try read([all[0], all[1], (34864, .shorts([2]))]).iso == 100_001)
  }

  /// TIFF/EP has these tags in the first directory.
  @Test func `an exposure in the first directory is read, and EXIF's own comes before it`() throws {
    var file = ForeignNegative(exif: [(33437, .fractions([(4, 1)]))])
    file.lights += [(33434, .fractions([(1, 50)])), (33437, .fractions([(8, 1)])), (34855, .shorts([200]))]
    let exposure = try DigitalNegative(dngBytes: file.bytes).exposure
    #expect(exposure.duration == 0.02 && exposure.iso == 200 && exposure.aperture == 4)
  }

  @Test(arguments: [(100.4, 100, 100), (100.6, 101, 101), (70_000.6, 65_535, 70_001)])
  func `other programs read the nearest whole ISO, and this library the ISO itself`(
    iso: Double, sensitivity: Double, speed: Double
  ) throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    let bytes = try DigitalNegative.made(of: frame, by: Negatives.profile, exposure: ExposureMetadata(iso: iso))
      .negative.dngBytes()
    let file = try TagFile(bytes)
    let place = try #require(try file.firstDirectory().numbers(.exifIFD)?.first)
    let exif = try file.directory(at: Int(place))
    #expect(try exif.numbers(.photographicSensitivity) == [sensitivity] && exif.numbers(.isoSpeed) == [speed])
    #expect(try DigitalNegative(dngBytes: bytes).exposure.iso == iso)
  }

  @Test func `an ISO that another program has changed is that program's`() throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    var bytes = try DigitalNegative.made(of: frame, by: Negatives.profile, exposure: ExposureMetadata(iso: 100.4))
      .negative.dngBytes()
    // PhotographicSensitivity, 34855: one number of 16 bits.
    let entry = try #require(bytes.firstRange(of: [0x27, 0x88, 3, 0, 1, 0, 0, 0, 100, 0])).lowerBound
    bytes.replaceSubrange(entry + 8..<entry + 10, with: [0x90, 1])
    #expect(try DigitalNegative(dngBytes: bytes).exposure.iso == 400)
  }

  @Test(arguments: [1e-12, 1e12, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func `what no fraction of EXIF holds is left out with a warning`(value: Double) throws {
    var draws = Draws(replaying: [])
    let frame = try Negatives.frame(PixelFormat("RG16"), width: 2, height: 2, &draws)
    let exposure = try ExposureMetadata(duration: value, aperture: value)
    let (negative, warnings) = try DigitalNegative.made(of: frame, by: Negatives.profile, exposure: exposure)
    #expect(warnings.count { $0.code == .exposure } == 2)
    let read = try DigitalNegative(dngBytes: negative.dngBytes()).exposure
    #expect(read.duration == nil && read.aperture == nil)
  }

  @Test func `0 means unknown, and so does what is no number`() throws {
    let unknown = try read([
      (33434, .fractions([(0, 1)])), (33437, .fractions([(0, 0)])), (34855, .text("many")), (34867, .shorts([0])),
    ])
    #expect(unknown == .unknown)
  }
}
