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
}
