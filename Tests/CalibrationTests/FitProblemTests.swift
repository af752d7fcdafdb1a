import Colorimetry
import Foundation
import TestSupport
import Testing

@testable import Calibration

@Suite struct FitProblemTests {
  private static func rotation(_ angle: Double) -> Matrix3x3 {
    let (c, s) = (cos(angle), sin(angle))
    return Matrix3x3(rows: [c, -s, 0], [s, c, 0], [0, 0, 1]) * Matrix3x3(rows: [1, 0, 0], [0, c, -s], [0, s, c])
  }

  /// Rotations stretch nothing.
  @Test func `a matrix's condition number is the largest stretch over the least`() {
    expectLaw(within: .conditionNumber) { draws in
      (angles: [draws.number(in: 0...6), draws.number(in: 0...6)], largest: draws.number(in: 2...20))
    } law: { angles, largest in
      let matrix =
        Self.rotation(angles[0]) * Matrix3x3(diagonal: [0.5, 0.5 * largest, 0.5 * largest.squareRoot()])
        * Self.rotation(angles[1])
      return abs(matrix.conditionNumber / largest - 1)
    }
  }
}
