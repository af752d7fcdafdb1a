import TestSupport
import Testing

@Suite struct LargestErrorTests {
  @Test(arguments: [[.nan, 1, 2], [1, .nan, 2], [1, 2, .nan], [.infinity, .nan, 0]] as [SIMD3<Double>])
  func `a NaN among errors is the largest of them, wherever it stands`(errors: SIMD3<Double>) {
    #expect(largest(errors.x, errors.y, errors.z).isNaN)
    #expect((0..<3).map { errors[$0] }.largest()?.isNaN == true)
    #expect(errors.largest().isNaN)
    #expect(!Tolerance.exact.allows(errors.largest()))
  }

  @Test(arguments: [[3, 1, 2], [1, 3, 2], [-1, 2, 3], [-.infinity, 3, 3]] as [SIMD3<Double>])
  func `without a NaN the largest is the maximum`(errors: SIMD3<Double>) {
    #expect(largest(errors.x, errors.y, errors.z) == 3)
    #expect((0..<3).map { errors[$0] }.largest() == 3)
    #expect(errors.largest() == 3)
  }

  @Test func `no errors have no largest`() { #expect([Double]().largest() == nil) }

  @Test func `a folder without the files that are asked for is an error, not a test of no file`() {
    #expect(throws: (any Error).self) { try ReferenceData.files(in: "cameras", withExtension: "absent") }
  }
}
