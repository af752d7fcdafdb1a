extension SIMD where Scalar == Double {
  /// The largest magnitude of a lane.
  package var largestMagnitude: Double { Swift.max(self.max(), -self.min()) }

  /// The value of the lane with the largest magnitude.
  package var farthestFromZero: Double { self.max() > -self.min() ? self.max() : self.min() }
}
