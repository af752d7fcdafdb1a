import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

@Suite struct LookUpTableCharacterizationTests {
  // MARK: - Tables made here

  /// Colorants of the table's device, adding up to D50.
  static let colorants = Matrix3x3(
    columns: SIMD3(ForeignProfileTests.sRGBInConnectionSpace[0]), SIMD3(ForeignProfileTests.sRGBInConnectionSpace[1]),
    SIMD3(ForeignProfileTests.sRGBInConnectionSpace[2]))

  struct Encoding: Sendable, CustomStringConvertible {
    let description: String
    let version: (major: UInt8, minor: UInt8)
    let connectionSpace: String
    let tolerance: Tolerance
    let table: @Sendable (_ gridPoints: Int) -> [UInt8]
  }

  static let encodings = [
    Encoding(description: "mft2, XYZ, version 2", version: (2, 0x40), connectionSpace: "XYZ ", tolerance: .encodedXYZ) {
      ICCBuilder.lut16(gridPoints: $0) { values($0).map { $0 * 32768 / 65535 } }
    },
    Encoding(description: "mft2, Lab, version 2", version: (2, 0x40), connectionSpace: "Lab ", tolerance: .encodedLab) {
      ICCBuilder.lut16(gridPoints: $0) { lab($0, whole: 65280) }
    },
    Encoding(description: "mft2, Lab, version 4", version: (4, 0x40), connectionSpace: "Lab ", tolerance: .encodedLab) {
      ICCBuilder.lut16(gridPoints: $0) { lab($0, whole: 65280) }
    },
    Encoding(description: "mft1, Lab, version 2", version: (2, 0x40), connectionSpace: "Lab ", tolerance: .encodedLab8)
    {
      ICCBuilder.lut8(gridPoints: $0) { lab($0, whole: 65535) }
    },
    Encoding(description: "mAB, XYZ, version 4", version: (4, 0x40), connectionSpace: "XYZ ", tolerance: .encodedXYZ) {
      ICCBuilder.lutAToB(gridPoints: $0) { values($0).map { $0 * 32768 / 65535 } }
    },
    Encoding(description: "mAB, Lab, version 4", version: (4, 0x40), connectionSpace: "Lab ", tolerance: .encodedLab) {
      ICCBuilder.lutAToB(gridPoints: $0) { lab($0, whole: 65535) }
    },
  ]

  private static func values(_ device: [Double]) -> [Double] {
    let xyz = colorants * SIMD3(device)
    return [xyz.x, xyz.y, xyz.z]
  }

  /// - Parameter whole: what encodes L* = 100.
  private static func lab(_ device: [Double], whole: Double) -> [Double] {
    let f = zip(values(device), [0.9642, 1, 0.8249]).map { value, white in
      value / white > 216.0 / 24389 ? cbrt(value / white) : (24389.0 / 27 * value / white + 16) / 116
    }
    let (lightness, a, b) = (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))
    let scale = whole / 65535
    return [lightness / 100 * scale, (a + 128) / 255 * scale, (b + 128) / 255 * scale].map { min(max($0, 0), 1) }
  }

  private func profile(_ encoding: Encoding, name: String = "A2B0") throws -> DeviceProfile {
    var icc = ICCBuilder()
    icc.version = encoding.version
    icc.connectionSpace = encoding.connectionSpace
    icc.tags = [("desc", ICCBuilder.textDescription("table")), (name, encoding.table(17))]
    return try DeviceProfile(iccBytes: icc.bytes)
  }

  @Test(arguments: encodings)
  func `at the points of a table the light is the one that was put in`(encoding: Encoding) throws {
    for name in ["A2B0", "A2B1"] {
      let characterization = try profile(encoding, name: name).characterization
      // With the largest channel at half, these are points of a grid of 17.
      for device in [[0.5, 0.5, 0.5], [0.25, 0.5, 0.375], [0.5, 0.25, 0.125], [0.375, 0.4375, 0.5]] {
        let light = try characterization.light(
          forNeutral: LinearRGB(red: 3 * device[0], green: 3 * device[1], blue: 3 * device[2]))
        let expected = Self.values(device)
        let chromaticity = Chromaticity(TristimulusValues(x: expected[0], y: expected[1], z: expected[2]))
        let error = largest(abs(light.chromaticity.x - chromaticity.x), abs(light.chromaticity.y - chromaticity.y))
        #expect(encoding.tolerance.allows(error), "\(device)")
        #expect(Set(device).count > 1 || Tolerance.encodedGray.allows(error), "\(device)")
      }
    }
  }

  /// LittleCMS reads beyond the end of a table, and a copy of the tag lacks what is there.
  @Test(arguments: encodings, [0, 4, 8, 32, 60, 1000])
  func
    `a table that is longer than its tag is refused, when it is read or before it is written, or comes back the same`(
      encoding: Encoding, size: Int
    ) throws
  {
    var icc = ICCBuilder()
    icc.version = encoding.version
    icc.connectionSpace = encoding.connectionSpace
    icc.tags = [("desc", ICCBuilder.textDescription("table")), ("A2B0", encoding.table(17))]
    // The size of the second tag, the last four bytes of the tag table.
    var bytes = icc.bytes
    bytes.replaceSubrange(152..<156, with: [0, 0, UInt8(size >> 8), UInt8(size & 0xff)])
    guard let profile = try? DeviceProfile(iccBytes: bytes) else { return }
    #expect(size >= 8)
    do throws(ProfileError) {
      let back = try DeviceProfile(iccBytes: profile.iccBytes())
      #expect(back == profile)
    } catch {
      guard case .notReadBack = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `the light a table was made for is taken out of its connection space`() throws {
    var icc = ICCBuilder()
    icc.tags = [("A2B0", Self.encodings[4].table(17)), ("chad", ICCBuilder.fixedArray(ForeignProfileTests.chad))]
    let profile = try DeviceProfile(iccBytes: icc.bytes)
    #expect(Tolerance.publishedColorants.allows(abs(try #require(profile.table).adoptedLight.x - Chromaticity.d65.x)))
    let light = try profile.characterization.light(forNeutral: LinearRGB(red: 1, green: 1, blue: 1))
    #expect(Tolerance.publishedColorants.allows(abs(light.chromaticity.x - Chromaticity.d65.x)))
    #expect(Tolerance.publishedColorants.allows(abs(light.chromaticity.y - Chromaticity.d65.y)))
  }

  @Test func `a table for encoded RGB is refused`() throws {
    var icc = ICCBuilder()
    icc.tags = [
      ("A2B0", ICCBuilder.lut16(gridPoints: 33) { Self.values($0.map { pow($0, 2.2) }).map { $0 * 32768 / 65535 } })
    ]
    let error = #expect(throws: ProfileError.self) { try DeviceProfile(iccBytes: icc.bytes) }
    guard case .unusableColorimetry(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let words =
      /twice the gray gives 4\.5[0-9]* times the light; a table for white balance must be of linear RGB, so that it is 2/
    #expect(fault.wholeMatch(of: words) != nil, "\(fault)")
  }

  @Test func `a light outside the table, and a neutral that it cuts off, are refused`() throws {
    let characterization = try profile(Self.encodings[0]).characterization
    let laser = Chromaticity(x: 0.17, y: 0.79)
    #expect(throws: WhiteBalanceError.lightNotCovered(laser)) { try characterization.response(to: laser) }
    let black = LinearRGB(red: 0, green: 1, blue: 1)
    #expect(throws: WhiteBalanceError.neutralNotPositive(black)) { try characterization.light(forNeutral: black) }
    let nowhere = Chromaticity(x: .nan, y: 0.3)
    #expect(throws: WhiteBalanceError.self) { try characterization.response(to: nowhere) }
  }

  @Test(arguments: encodings) func `light to neutral to light comes back through a table`(encoding: Encoding) throws {
    let characterization = try profile(encoding).characterization
    for mired in stride(from: 120.0, through: 320, by: 50) {
      for duv in [-0.01, 0, 0.01] {
        let light = try Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: duv))
        let back = try characterization.light(forNeutral: characterization.response(to: light)).chromaticity
        #expect(
          Tolerance.tableLight.allows(largest(abs(back.x - light.x), abs(back.y - light.y))),
          "\(mired) mired, Duv \(duv)")
      }
    }
  }

  @Test func `one table answers many threads at once as it answers one`() async throws {
    let characterization = try profile(Self.encodings[4]).characterization
    let lights = try stride(from: 100.0, through: 300, by: 5).map {
      try Chromaticity(TemperatureAndTint(temperature: 1e6 / $0, duv: 0))
    }
    let expected = try lights.map { try characterization.response(to: $0) }
    try await withThrowingTaskGroup(of: [LinearRGB].self) { group in
      for _ in 0..<8 {
        group.addTask { try lights.map { try characterization.response(to: $0) } }
      }
      var answers = 0
      for try await found in group {
        #expect(found == expected)
        answers += 1
      }
      #expect(answers == 8)
    }
  }

  // MARK: - Writing

  @Test func `a table profile takes our dictionary along and keeps its own tags`() throws {
    var profile = try profile(Self.encodings[0])
    profile.identity = DeviceIdentity(manufacturer: "Maker", model: "Camera", unit: "7")
    profile.gainRange = try GainRange(maximum: 16)
    profile.provenance = "a table"
    profile.creationDate = nil
    let bytes = try profile.iccBytes()
    #expect(try DeviceProfile(iccBytes: bytes) == profile)
    #expect(try DeviceProfile(iccBytes: bytes).iccBytes() == bytes)
    let icc = ICCReader(bytes)
    let table = try #require(icc.tag("A2B0"))
    #expect(Array(bytes[table.offset..<table.offset + table.size]) == Self.encodings[0].table(17))
    #expect(icc.date == [2020, 2, 29, 12, 30, 59])
  }

  @Test(arguments: encodings)
  func `a table profile of version 4 has its ID, and one of version 2 has none`(encoding: Encoding) throws {
    let icc = ICCReader(try profile(encoding).iccBytes())
    #expect(icc.profileID == (encoding.version.major == 2 ? [UInt8](repeating: 0, count: 16) : icc.computedID))
  }

  @Test func `somebody else's entries stay in the dictionary`() throws {
    var icc = ICCBuilder()
    icc.tags = [("A2B0", Self.encodings[4].table(9)), ("meta", ICCBuilder.dictionary([("Other", "kept")]))]
    let bytes = try DeviceProfile(iccBytes: try DeviceProfile(iccBytes: icc.bytes).iccBytes()).iccBytes()
    let entries = ICCReader(bytes).dictionary("meta")
    #expect(entries.count(where: { $0.key == "Other" && $0.value == "kept" }) == 1)
    #expect(entries.count(where: { $0.key == "WhiteBalance.Version" }) == 1)
  }

  // MARK: - Another program's tables of real cameras

  @Test func `light to neutral to light comes back on real cameras`() throws {
    var (worst, count) = (0.0, 0)
    for file in try ReferenceData.files(in: "icc", withExtension: "icc") {
      let characterization = try DeviceProfile(iccBytes: ReferenceData.bytes(file)).characterization
      for mired in stride(from: 40.0, through: 500, by: 20) {
        for duv in stride(from: -0.03, through: 0.03, by: 0.01) {
          guard let light = try? Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: duv)), light.isReal
          else { continue }
          let response: LinearRGB
          do throws(WhiteBalanceError) { response = try characterization.response(to: light) } catch {
            // A table of surfaces does not reach the most saturated of lights.
            guard case .lightNotCovered = error else { throw error }
            continue
          }
          let back = try characterization.light(forNeutral: response).chromaticity
          worst = largest(worst, abs(back.x - light.x), abs(back.y - light.y))
          count += 1
        }
      }
    }
    #expect(count > 500)
    #expect(Tolerance.tableLight.allows(worst), "\(worst) of \(count)")
  }

  @Test func `neutral to light to neutral comes back on real cameras`() throws {
    var worst = 0.0
    for file in try ReferenceData.files(in: "icc", withExtension: "icc") {
      let characterization = try DeviceProfile(iccBytes: ReferenceData.bytes(file)).characterization
      for red in stride(from: 0.4, through: 2, by: 0.2) {
        for blue in stride(from: 0.4, through: 2, by: 0.2) {
          let light = try characterization.light(forNeutral: LinearRGB(red: red, green: 1, blue: blue))
          let back = try characterization.response(to: light.chromaticity)
          worst = largest(worst, abs(back.red / back.green / red - 1), abs(back.blue / back.green / blue - 1))
        }
      }
    }
    #expect(Tolerance.tableNeutral.allows(worst), "\(worst)")
  }

  @Test func `a real camera's profile is written with our dictionary and reads back the same`() throws {
    for file in try ReferenceData.files(in: "icc", withExtension: "icc") {
      let profile = try DeviceProfile(iccBytes: ReferenceData.bytes(file))
      #expect(!profile.identity.model.isEmpty)
      #expect(try DeviceProfile(iccBytes: profile.iccBytes()) == profile)
    }
  }
}
