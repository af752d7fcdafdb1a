import GrayCard
import Metering
import Testing
import WhiteBalance

/// The Swift of Metering's page.
@Suite struct MeteringSamples {
  @Test func `the landing page`() throws {
    var meter = Meter()
    try meter.scan([.whiteBalance])
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: 0.45, green: 1, blue: 0.63), standardError: LinearRGB(red: 1e-3, green: 1e-3, blue: 1e-3))
    for number in 0..<60 where meter.isScanning {
      let frame = MeteringFrame(time: Double(number) / 30, sequence: UInt32(number), card: .ok(neutral), level: 0.5)
      let actions = meter.update(with: frame)
      if let gains = actions.gains { print("set", gains) }
    }
    print(meter.scene.status(of: .whiteBalance))
    #expect(meter.scene.status(of: .whiteBalance) == .locked)
  }
}
