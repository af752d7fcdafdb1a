import NumericalMethods
import Testing

@Suite struct LargestMagnitudeTests {
  @Test func `the largest magnitude is that of the lane that is farthest from 0, on either side`() {
    for (vector, farthest) in [
      (SIMD3(1.0, -3, 2), -3.0), (SIMD3(1, -3, 4), 4), (SIMD3(-1, -2, -3), -3), (SIMD3(1, 2, 3), 3), (.zero, 0),
    ] {
      #expect(vector.farthestFromZero == farthest)
      #expect(vector.largestMagnitude == abs(farthest))
    }
  }
}
