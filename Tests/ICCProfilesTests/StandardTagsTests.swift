import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

/// Any other reader finds these in a profile of ours.
@Suite struct StandardTagsTests {
  @Test func `the header is that of an input profile of version 4`() throws {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    #expect(icc.magic == "acsp")
    #expect(icc.version == (4, 4))
    #expect(icc.deviceClass == "scnr")
    #expect(icc.colorSpace == "RGB ")
    #expect(icc.connectionSpace == "XYZ ")
    #expect(icc.date == [2026, 11, 21, 9, 30, 0])
    #expect(icc.illuminant.elementsEqual([0.9642, 1, 0.8249]) { Tolerance.fixedPoint.allows(abs($0 - $1)) })
    #expect(icc.declaredSize == icc.bytes.count)
    #expect(icc.bytes.count.isMultiple(of: 4))
    #expect(icc.profileID == icc.computedID)
    #expect(icc.profileID == icc.computedID)
    // The platform: the same bytes wherever they are written.
    #expect(Array(icc.bytes[40..<44]) == [0, 0, 0, 0])
  }

  /// Without our dictionary it is LittleCMS that reads the standard tags.
  @Test func `a profile of version 2 says what that of version 4 does, in version 2's own tags`() throws {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<20 {
      let profile = try DeviceProfile.random(lights: 2, using: &generator)
      let (two, four) = (try profile.iccBytes(version: .two), try profile.iccBytes(version: .four))
      #expect(try DeviceProfile(iccBytes: two) == profile && four == profile.iccBytes())
      let (old, new) = (ICCReader(two), ICCReader(four))
      #expect(old.version == (2, 4) && old.profileID == [UInt8](repeating: 0, count: 16))
      for name in ["rXYZ", "gXYZ", "bXYZ", "wtpt", "chad"] {
        #expect(old.fixedNumbers(name) == new.fixedNumbers(name) && !old.fixedNumbers(name).isEmpty, "\(name)")
      }
      // Source: ICC.1:2001-04, 6.5.17 and 6.5.18.
      for (name, type) in [("desc", "desc"), ("cprt", "text"), ("rTRC", "curv"), ("dmdd", "desc")] {
        let tag = try #require(old.tag(name))
        #expect(String(decoding: two[tag.offset..<tag.offset + 4], as: UTF8.self) == type, "\(name)")
      }
      // In version 4 the rounded white of the medium counts too.
      let (oldRead, newRead) = (
        try DeviceProfile(iccBytes: Self.withoutDictionary(two)),
        try DeviceProfile(iccBytes: Self.withoutDictionary(four))
      )
      let (one, other) = (try #require(oldRead.matrices).lights[0], try #require(newRead.matrices).lights[0])
      #expect(one.temperature == other.temperature && one.duv == other.duv)
      let difference = zip(one.matrix.entries, other.matrix.entries).map { abs($0 - $1) }.largest() ?? .infinity
      let size = one.matrix.entries.map(abs).max() ?? 0
      #expect(Tolerance.fixedAdaptation.allows(difference / size), "\(difference / size)")
    }
    // Version 2 has no place for every character of Unicode.
    let example = try DeviceProfileTests.example()
    let (old, new) = try (
      DeviceProfile(iccBytes: Self.withoutDictionary(example.iccBytes(version: .two))),
      DeviceProfile(iccBytes: Self.withoutDictionary(example.iccBytes(version: .four)))
    )
    #expect(old.identity == new.identity && old.provenance == new.provenance && old.creationDate == new.creationDate)
    var table = ICCBuilder()
    table.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[4].table(5))]
    let kept = try DeviceProfile(iccBytes: table.bytes)
    let own = ICCReader(table.bytes).version.major
    let other = try #require(ICCVersion(rawValue: 6 - own))
    #expect(try DeviceProfile(iccBytes: kept.iccBytes(version: ICCVersion(rawValue: own))) == kept)
    #expect(throws: ProfileError.unwritableVersion(6 - own, ofTable: own)) { try kept.iccBytes(version: other) }
  }

  /// The profile with its dictionary by another name, and no ID.
  private static func withoutDictionary(_ profile: [UInt8]) throws -> [UInt8] {
    let icc = ICCReader(profile)
    let index = try #require(icc.tags.firstIndex { $0.signature == "meta" })
    var bytes = profile
    bytes.replaceSubrange(132 + 12 * index..<136 + 12 * index, with: Array("priv".utf8))
    bytes.replaceSubrange(84..<100, with: repeatElement(0, count: 16))
    return bytes
  }

  /// Programs change these two without making another profile of it: ICC.1:2022, 7.2.18.
  @Test func `the ID covers neither the flags nor the rendering intent`() throws {
    let profile = try DeviceProfileTests.example()
    var bytes = try profile.iccBytes()
    (bytes[47], bytes[67]) = (bytes[47] ^ 1, bytes[67] ^ 1)
    #expect(try DeviceProfile(iccBytes: bytes) == profile)
    // The seconds of the date.
    bytes[35] ^= 1
    #expect(throws: ProfileError.checksumMismatch) { try DeviceProfile(iccBytes: bytes) }
  }

  /// D50 is 200 mired. 6600 K is 48 mired from it and 3900 K is 56, though in kelvin 3900 K is nearer.
  @Test func `the standard tags are for the light that is nearest to D50 in mired`() throws {
    var profile = try DeviceProfileTests.example()
    let own = try #require(profile.matrices).lights
    let cold = MatrixCharacterization.CalibratedLight(temperature: 6600, matrix: own[0].matrix)
    profile.characterization = .matrices(
      try MatrixCharacterization(lights: [cold, .init(temperature: 3900, matrix: own[1].matrix)]))
    try expectStandardTags(of: profile, areThoseOf: MatrixCharacterization(lights: [cold]))
  }

  @Test func `the standard tags are for the light with its Duv`() throws {
    var profile = try DeviceProfileTests.example()
    let own = try #require(profile.matrices).lights[0].matrix
    profile.characterization = .matrices(
      try MatrixCharacterization(lights: [.init(temperature: 5000, duv: 0.01, matrix: own)]))
    let chad = try #require(matrix(ICCReader(try profile.iccBytes()).fixedNumbers("chad")))
    let white = chad.inverse * [0.9642, 1, 0.8249]
    let place = try TemperatureAndTint(Chromaticity(TristimulusValues(x: white.x, y: white.y, z: white.z)))
    #expect(Tolerance.taggedDuv.allows(abs(place.duv - 0.01)))
  }

  @Test func `what other programs do not read is told whole, and of a table nothing`() throws {
    #expect(
      try DeviceProfileTests.example().standardTagsWarning
        == "other programs read the standard tags alone: the device under one light, the nearest to D50, for RGB that is "
        + "balanced for it, rounded to 1.5e-5; the rest is in the dictionary, which this library reads back to the same "
        + "bits")
    var table = ICCBuilder()
    table.tags = [("A2B0", LookUpTableCharacterizationTests.encodings[4].table(5))]
    #expect(try DeviceProfile(iccBytes: table.bytes).standardTagsWarning == nil)
  }

  @Test func `the digest of the second reader is MD5`() {
    // RFC 1321, A.5.
    let digest = md5(Array("message digest".utf8)).map { String(format: "%02x", $0) }.joined()
    #expect(digest == "f96b697d7cb7938d525a2f31aaf161d0")
  }

  @Test func `every tag that version 4 asks of a matrix profile is there, aligned and inside`() throws {
    let icc = ICCReader(try DeviceProfileTests.example().iccBytes())
    let required = ["desc", "cprt", "wtpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]
    for signature in required + ["dmnd", "dmdd", "meta"] { #expect(icc.tag(signature) != nil, "\(signature)") }
    for tag in icc.tags {
      #expect(tag.offset.isMultiple(of: 4), "\(tag)")
      #expect(tag.offset >= 132 + 12 * icc.tags.count && tag.offset + tag.size <= icc.bytes.count, "\(tag)")
    }
    #expect(icc.text("desc") == "Maker Camera")
    #expect(icc.text("dmnd") == "Maker")
    #expect(icc.text("dmdd") == "Camera")
  }

  @Test func `a profile without a date carries the first of 1970`() throws {
    var profile = try DeviceProfileTests.example()
    profile.creationDate = nil
    #expect(ICCReader(try profile.iccBytes()).date == [1970, 1, 1, 0, 0, 0])
  }

  @Test func `colorants add up to D50, and chad takes the light's white there`() throws {
    var generator = SeededGenerator(state: 1)
    let d50 = [0.9642, 1, 0.8249]
    for _ in 0..<50 {
      let profile = try DeviceProfile.random(lights: 3, using: &generator)
      let icc = ICCReader(try profile.iccBytes())
      let colorants = ["rXYZ", "gXYZ", "bXYZ"].map { icc.fixedNumbers($0) }
      let white = TristimulusValues(try referenceLight(profile).chromaticity)
      let chad = try #require(matrix(icc.fixedNumbers("chad")))
      let adapted = chad * [white.x, white.y, white.z]
      for index in 0..<3 {
        #expect(Tolerance.fixedColorants.allows(abs(colorants.map { $0[index] }.reduce(0, +) - d50[index])))
        #expect(Tolerance.fixedAdaptation.allows(abs(adapted[index] - d50[index])))
        #expect(Tolerance.fixedPoint.allows(abs(icc.fixedNumbers("wtpt")[index] - d50[index])))
      }
    }
  }

  @Test func `the standard tags give the lights that the characterization gives`() throws {
    var generator = SeededGenerator(state: 2)
    var (worst, count) = (0.0, 0)
    for _ in 0..<50 {
      let profile = try DeviceProfile.random(lights: 2, using: &generator)
      let icc = ICCReader(try profile.iccBytes())
      let reference = try referenceLight(profile)
      let balanced = try profile.characterization.response(to: reference.chromaticity)
      let colorants = Matrix3x3(
        columns: SIMD3(icc.fixedNumbers("rXYZ")), SIMD3(icc.fixedNumbers("gXYZ")), SIMD3(icc.fixedNumbers("bXYZ")))
      let chad = try #require(matrix(icc.fixedNumbers("chad")))
      // A light of the same temperature as the reference has the same matrix.
      for duv in [-0.02, -0.01, 0.01, 0.02] {
        let light = try Chromaticity(TemperatureAndTint(temperature: reference.temperature, duv: duv))
        guard light.isReal else { continue }
        let response = try profile.characterization.response(to: light)
        let device = SIMD3(
          response.red / balanced.red, response.green / balanced.green, response.blue / balanced.blue)
        let values = chad.inverse * (colorants * device)
        let found = Chromaticity(TristimulusValues(x: values.x, y: values.y, z: values.z))
        worst = largest(worst, abs(found.x - light.x), abs(found.y - light.y))
        count += 1
      }
    }
    #expect(count > 150)
    #expect(Tolerance.taggedLight.allows(worst), "\(worst) of \(count)")
  }

  @Test func `the dictionary is plain text`() throws {
    let entries = ICCReader(try DeviceProfileTests.example().iccBytes()).dictionary("meta")
    let text = entries.map { "\($0.key) = \($0.value)" }.joined(separator: "\n")
    #expect(
      text == """
        WhiteBalance.Version = 1
        WhiteBalance.Manufacturer = Maker
        WhiteBalance.Model = Camera
        WhiteBalance.Unit = 0123
        WhiteBalance.Characterization = matrices
        WhiteBalance.LightCount = 2
        WhiteBalance.Light1.Temperature = 6500.0
        WhiteBalance.Light1.Matrix = 0.6347 -0.0479 -0.0972 -0.8297 1.5954 0.248 -0.1968 0.2131 0.7649
        WhiteBalance.Light2.Temperature = 2850.0
        WhiteBalance.Light2.Matrix = 0.7284 -0.1569 -0.0425 -0.6726 1.4015 0.2993 -0.0926 0.1258 0.7774
        WhiteBalance.UnitResponse = 1.0 1.0 1.0
        WhiteBalance.MaximumGain = 4.0
        WhiteBalance.CreationDate = 2026-11-21T09:30:00Z
        WhiteBalance.Provenance = by hand
        """)
  }

  // MARK: - transicc

  private static let transicc = URL(filePath: "/usr/bin/transicc")
  private static let hasTransicc = FileManager.default.isExecutableFile(atPath: transicc.path(percentEncoded: false))

  @Test(.enabled(if: hasTransicc, "there is no transicc (Debian's liblcms2-utils)"))
  func `transicc finds what the colorants say, and D50 for balanced white`() throws {
    let bytes = try DeviceProfileTests.example().iccBytes()
    let icc = ICCReader(bytes)
    let colorants = Matrix3x3(
      columns: SIMD3(icc.fixedNumbers("rXYZ")), SIMD3(icc.fixedNumbers("gXYZ")), SIMD3(icc.fixedNumbers("bXYZ")))
    let devices: [SIMD3<Double>] = [[255, 255, 255], [51, 51, 51], [255, 0, 0], [100, 200, 150], [200, 100, 50]]
    let output = try transform(devices, through: bytes)
    try #require(output.count == devices.count)
    for (device, found) in zip(devices, output) {
      let expected = colorants * (device / 2.55)
      for index in 0..<3 { #expect(Tolerance.transicc.allows(abs(found[index] - expected[index])), "\(device)") }
    }
    let d50 = [96.42, 100, 82.49]
    for index in 0..<3 { #expect(Tolerance.transiccWhite.allows(abs(output[0][index] - d50[index]))) }
  }

  /// - Parameter devices: 0 to 255.
  /// - Returns: XYZ in percent, relative colorimetric.
  private func transform(_ devices: [SIMD3<Double>], through profile: [UInt8]) throws -> [[Double]] {
    let file = FileManager.default.temporaryDirectory.appending(path: "standard-tags-\(UUID().uuidString).icc")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(profile).write(to: file)
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Self.transicc
    process.arguments = ["-n", "-t1", "-i", file.path(percentEncoded: false), "-o", "*XYZ"]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    try process.run()
    let lines = devices.map { "\($0.x) \($0.y) \($0.z)\n" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let rows: [[Double]] = text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    return rows.filter { $0.count == 3 }
  }

  // MARK: - Helpers

  private func referenceLight(_ profile: DeviceProfile) throws -> (temperature: Double, chromaticity: Chromaticity) {
    let target = try TemperatureAndTint(.d50).mired
    let lights = try #require(profile.matrices).lights
    let nearest = try #require(
      lights.min { abs(1e6 / $0.temperature - target) < abs(1e6 / $1.temperature - target) })
    return (nearest.temperature, try Chromaticity(nearest.light))
  }

  private func matrix(_ entries: [Double]) -> Matrix3x3? {
    guard entries.count == 9 else { return nil }
    return Matrix3x3(rows: SIMD3(entries[0..<3]), SIMD3(entries[3..<6]), SIMD3(entries[6..<9]))
  }
}
