import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

@Suite struct FitJudgeTests {
  private func refused(_ judging: (inout FitJudge) -> Void) -> [CalibrationRefusal.Code] {
    var judge = FitJudge(limits: CalibrationLimits())
    judging(&judge)
    return judge.refusals.map(\.code)
  }

  @Test func `what is no number is refused`() {
    #expect(refused { $0.judge(difference: .nan) } == [.difference])
    #expect(refused { $0.judge(leftOut: 0, of: 0) } == [.leftOut])
    #expect(refused { $0.judge(conditionNumber: .nan) } == [.illConditioned])
    #expect(refused { $0.judge(mired: .nan, duv: .nan, stated: (1, 1)) } == [.mired, .duv])
    #expect(refused { $0.judge(lightsDisagreeBy: .nan) } == [.lightsDisagree])
  }

  /// Docs/Methods/WhitePreservingFit.md states how much; `Tests/Benchmarks/run chart-uncertainty` measures it.
  @Test func `the stated error grows outside of the lights`() throws {
    let stated = try ChartCalibration([SimulatedChart.canon().fit()]).uncertainty
    let (inside, outside) = (stated.errors(miredOutside: 0), stated.errors(miredOutside: 100))
    let mired = (outside.mired * outside.mired - inside.mired * inside.mired).squareRoot()
    let duv = (outside.duv * outside.duv - inside.duv * inside.duv).squareRoot()
    #expect(abs(mired - 3) < 0.01 && abs(duv - 0.002) < 1e-5, "\(mired) \(duv)")
  }
}
