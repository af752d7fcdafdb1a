import Colorimetry
import Testing
import WhiteBalance

@testable import Calibration

@Suite struct FitJudgeTests {
  private func refused(_ judging: (inout FitJudge) -> Void) -> [CalibrationRefusal.Code] {
    var judge = FitJudge(limits: CalibrationLimits())
    judging(&judge)
    return judge.refusals.map(\.code)
  }

  @Test func `a reference that is too dark or too light is refused with the limit that it crosses`() {
    for (lightest, limit) in [(0.4, 0.5), (0.5, nil), (1.2, nil), (1.5, 1.2)] as [(Double, Double?)] {
      var judge = FitJudge(limits: CalibrationLimits())
      judge.judge(lightest: lightest)
      let refusals = limit.map { [CalibrationRefusal(code: .referenceScale, value: lightest, limit: $0)] } ?? []
      #expect(judge.refusals == refusals)
    }
  }

  @Test func `what is no number is refused`() {
    #expect(refused { $0.judge(difference: .nan) } == [.difference])
    #expect(refused { $0.judge(leftOut: 0, of: 0) } == [.leftOut])
    #expect(refused { $0.judge(conditionNumber: .nan) } == [.illConditioned])
    let (none, truth) = (
      TemperatureAndTint(temperature: .nan, duv: .nan), TemperatureAndTint(temperature: 5000, duv: 0)
    )
    let stated = StatedLightErrors(mired: 1, duv: 1, kind: nil, duvCorrection: 0)
    #expect(refused { $0.judge(found: none, truth: truth, stated: stated) } == [.mired, .duv])
    #expect(
      refused { _ = $0.doubt(among: [ChartCalibration.Disagreement(light: "A", mired: .nan, explained: 1)]) }
        == [.lightsDisagree])
  }
}
