import GrayCard
import Metering
import TestSupport
import Testing
import WhiteBalance

/// Scan, lock and unlock.
@Suite struct MeterTests {
  static func bench(_ light: BenchLight = .tungsten) -> MeteringBench {
    MeteringBench { _ in light }
  }

  @Test func `a scan goes from diverged over metering and converged to locked, at the light's gains`() throws {
    var bench = Self.bench()
    #expect(bench.meter.scene.whiteBalance.status == .diverged)
    #expect(bench.meter.scene.whiteBalance.reason == .notMetered)
    try bench.meter.scan([.whiteBalance])
    #expect(bench.meter.scene.whiteBalance.status == .metering)
    bench.runScan()
    #expect(bench.log.statuses(.whiteBalance) == [.converged, .locked])
    #expect(bench.log.worstLock < 0.5e-2)
    #expect(bench.time < 2)
    #expect(bench.meter.scene.exposure.status == .diverged)
    #expect(bench.log.actions.count == 1)
  }
}
