import Metering
import TestSupport
import Testing

/// Hours of frames through the meter.
@Suite struct HourTests {
  private static func run(_ hour: HourCase) throws -> MeteringLog {
    var bench = MeteringBench(light: hour.light)
    bench.truth = hour.truth
    bench.cover = hour.cover
    bench.frameRate = hour.frameRate
    bench.readingError = hour.readingError
    bench.droppedShare = hour.droppedShare
    for _ in 0..<HourCase.scanCount {
      try bench.meter.scan([.exposure, .whiteBalance], lockDuration: HourCase.lockDuration)
      bench.run(for: 60)
    }
    return bench.log
  }

  @Test(arguments: HourCase.all) func `locks are right, and nothing oscillates`(hour: HourCase) throws {
    let log = try Self.run(hour)
    #expect(log.lockErrors.count >= hour.leastLocks)
    for lock in log.lockErrors {
      #expect(hour.lockError.allows(lock.share), "\(lock)")
      if hour.statesErrors { #expect(Tolerance.fourStandardErrors.allows(lock.errors), "\(lock)") }
    }
    #expect(log.convergenceErrors.count >= hour.leastLocks)
    for convergence in log.convergenceErrors {
      #expect(hour.convergenceError.allows(convergence.share), "\(convergence)")
    }
    let usual = HourCase.scanCount * HourCase.changesPerMinute
    #expect(log.count(.whiteBalance) <= usual + hour.extraChanges)
    #expect(log.count(.exposure) <= usual + hour.extraExposureChanges)
  }
}
