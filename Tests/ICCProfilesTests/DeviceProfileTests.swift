import Colorimetry
import DeviceProfiles
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct DeviceProfileTests {
  @Test(arguments: [1, 2, 3, 5]) func `what is written reads back to the bit`(lights: Int) throws {
    var generator = SeededGenerator(state: UInt64(lights))
    for _ in 0..<60 {
      let profile = try DeviceProfile.random(lights: lights, using: &generator)
      let back = try DeviceProfile(iccBytes: profile.iccBytes())
      #expect(back == profile)
      #expect(back.matrices?.bits == profile.matrices?.bits)
      // Equal strings may differ in how their accents are composed.
      #expect(Array(back.provenance.unicodeScalars) == Array(profile.provenance.unicodeScalars))
      #expect(Array(back.identity.model.unicodeScalars) == Array(profile.identity.model.unicodeScalars))
    }
  }

  @Test func `numbers at the ends of their ranges read back to the bit`() throws {
    let tiny = Double.leastNonzeroMagnitude
    let matrices = try MatrixCharacterization(
      lights: [
        .init(temperature: 500, matrix: Matrix3x3(rows: [1, -0.0, tiny], [-tiny, 1, 0], [0.1 + 0.2, 0, 1])),
        .init(temperature: 5000, matrix: Matrix3x3(rows: [1, 0, 0], [0, 1.0.nextUp, 0], [0, 0, 1.0.nextDown])),
        .init(temperature: .infinity, matrix: Matrix3x3(rows: [1e-100, 0, 0], [0, 1e-100, 0], [0, 0, 1e-100])),
      ], unitResponse: LinearRGB(red: 1e-6, green: 1, blue: 1e6))
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "ends"), characterization: .matrices(matrices), provenance: "")
    #expect(try DeviceProfile(iccBytes: profile.iccBytes()).matrices?.bits == matrices.bits)
  }

  @Test func `the same profile gives the same bytes`() throws {
    var generator = SeededGenerator(state: 7)
    let profile = try DeviceProfile.random(lights: 2, using: &generator)
    let bytes = try profile.iccBytes()
    #expect(try profile.iccBytes() == bytes)
    #expect(try DeviceProfile(iccBytes: bytes).iccBytes() == bytes)
  }

  @Test func `a long provenance is kept whole`() throws {
    var profile = try Self.example()
    profile.provenance = String(repeating: "a line of a long story 😀\n", count: 40_000)
    #expect(try DeviceProfile(iccBytes: profile.iccBytes()) == profile)
  }

  @Test func `the error of black is written where it is known, and absent where not`() throws {
    var profile = try Self.example()
    profile.levels = try SampleLevels(black: 64.03125, white: 1023)
    let silent = try ICCReader(profile.iccBytes()).dictionary("meta").map(\.key)
    #expect(!silent.isEmpty && !silent.contains("WhiteBalance.StandardErrorBlackLevels"))
    let errors = BayerValues(red: 0.1, greenOnRedRow: 0, greenOnBlueRow: 1e-300, blue: 0.1 + 0.2)
    profile.levels = try SampleLevels(
      black: BayerValues(repeating: 64.03125), white: BayerValues(repeating: 1023), blackError: errors)
    let bytes = try profile.iccBytes()
    #expect(try DeviceProfile(iccBytes: bytes).levels?.blackError == errors)
    #expect(
      ICCReader(bytes).dictionary("meta").first { $0.key == "WhiteBalance.StandardErrorBlackLevels" }?.value
        == "0.1 0.0 1e-300 0.30000000000000004")
  }

  @Test func `bytes after the profile's end do not matter`() throws {
    let profile = try Self.example()
    #expect(try DeviceProfile(iccBytes: profile.iccBytes() + [1, 2, 3]) == profile)
  }

  @Test func `profiles are read and written on many threads at once`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 0..<64 {
        group.addTask {
          var generator = SeededGenerator(state: UInt64(seed))
          let profile = try DeviceProfile.random(lights: 2, using: &generator)
          let bytes = try profile.iccBytes()
          // Errors of one profile must not turn up in another.
          if seed.isMultiple(of: 2) { _ = try? DeviceProfile(iccBytes: ICCBuilder().bytes) }
          return try DeviceProfile(iccBytes: bytes) == profile
        }
      }
      var count = 0
      for try await same in group {
        #expect(same)
        count += 1
      }
      #expect(count == 64)
    }
  }

  // MARK: - What cannot be written

  @Test func `a null character is refused in every text`() throws {
    for (field, change) in Self.textFields {
      var profile = try Self.example()
      change(&profile, "a\0b")
      #expect(throws: ProfileError.unwritableText(field: field)) { try profile.iccBytes() }
    }
  }

  private static let textFields: [(String, @Sendable (inout DeviceProfile, String) -> Void)] = [
    ("manufacturer", { $0.identity.manufacturer = $1 }), ("model", { $0.identity.model = $1 }),
    ("unit", { $0.identity.unit = $1 }), ("provenance", { $0.provenance = $1 }),
  ]

  @Test func `a model without a name is refused`() throws {
    var profile = try Self.example()
    profile.identity.model = ""
    #expect(throws: ProfileError.emptyModel) { try profile.iccBytes() }
  }

  @Test func `a device that does not respond to its own light is refused`() throws {
    let matrices = try MatrixCharacterization(
      lights: [.init(temperature: 5000, matrix: Matrix3x3(diagonal: [1, -1, 1]))])
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "negative"), characterization: .matrices(matrices), provenance: "")
    let error = #expect(throws: ProfileError.self) { try profile.iccBytes() }
    guard case .characterization(.noPositiveResponse) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a colorant beyond the fixed-point range is refused`() throws {
    // Red and green differ by so little that telling them apart takes huge colorants.
    let matrices = try MatrixCharacterization(
      lights: [.init(temperature: 5000, matrix: Matrix3x3(rows: [1, 1, 0], [1, 1.00001, 0], [0, 0, 1]))])
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "huge"), characterization: .matrices(matrices), provenance: "")
    let error = #expect(throws: ProfileError.self) { try profile.iccBytes() }
    guard case .unwritableColorant(let value) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(value) >= 32768)
  }

  static func example() throws -> DeviceProfile {
    DeviceProfile(
      identity: DeviceIdentity(manufacturer: "Maker", model: "Camera", unit: "0123"),
      characterization: .matrices(
        try MatrixCharacterization(lights: [
          .init(
            temperature: 2850,
            matrix: Matrix3x3(rows: [0.7284, -0.1569, -0.0425], [-0.6726, 1.4015, 0.2993], [-0.0926, 0.1258, 0.7774])),
          .init(
            temperature: 6500,
            matrix: Matrix3x3(rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.248], [-0.1968, 0.2131, 0.7649])),
        ])), creationDate: try CreationDate(year: 2026, month: 11, day: 21, hour: 9, minute: 30), provenance: "by hand")
  }
}
