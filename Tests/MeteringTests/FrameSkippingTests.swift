import GrayCard
import Metering
import TestSupport
import Testing

/// Frames that a meter skips while nothing is to be done.
@Suite struct FrameSkippingTests {
  private static let followed: Set<MeteringQuantity> = [.exposure, .whiteBalance]

  /// A meter that has converged and follows.
  private static func steady(_ light: @escaping (Double) -> BenchLight = { _ in .tungsten }) throws -> MeteringBench {
    var bench = MeteringBench(light: light)
    try bench.meter.unlock(followed)
    bench.run(for: 5)
    return bench
  }

  private static func areConverged(_ bench: MeteringBench) -> Bool {
    followed.allSatisfy { bench.meter.scene.status(of: $0) == .converged }
  }

  @Test func `of what has converged and is followed a third of the frames is read, in whole blocks`() throws {
    var bench = try Self.steady()
    var runs: [Int] = []
    for _ in 0..<1800 {
      let (read, left) = (bench.readCount, bench.skippedCount)
      bench.step()
      if bench.readCount > read {
        if runs.isEmpty || runs[runs.count - 1] < 0 { runs.append(0) }
        runs[runs.count - 1] += 1
      } else if bench.skippedCount > left {
        if runs.isEmpty || runs[runs.count - 1] > 0 { runs.append(0) }
        runs[runs.count - 1] -= 1
      }
    }
    // The first and the last run may be cut off. Frames are skipped for twice the time from the first frame of a block
    // to its last.
    let whole = runs.dropFirst().dropLast()
    #expect(whole.count > 2 * 1800 / 36)
    #expect(whole.allSatisfy { $0 == 12 || $0 == -21 || $0 == -22 }, "\(Set(whole))")
    #expect(Self.areConverged(bench) && bench.log.actions.count == 1)
  }

  @Test func `no frame is skipped while something is measured, refused or about to run out`() throws {
    var scanning = MeteringBench { _ in .tungsten }
    try scanning.meter.scan(Self.followed)
    scanning.runScan()
    #expect(scanning.skippedCount == 0 && scanning.readCount > 0)

    var covered = try Self.steady()
    covered.cover = { _ in [.notUniform] }
    // The meter may skip already.
    covered.run(for: 1)
    let before = covered.skippedCount
    covered.run(for: 10)
    #expect(covered.skippedCount == before)

    var running = try Self.steady()
    try running.meter.lock([.exposure], duration: 20)
    let locked = running.skippedCount
    running.run(for: 19)
    #expect(running.skippedCount == locked)
    #expect(running.meter.scene.whiteBalance.status == .converged)

    var held = try Self.steady()
    try held.meter.lock(Self.followed)
    let holding = held.skippedCount
    held.run(for: 10)
    #expect(held.skippedCount == holding)
  }

  @Test func `a lock that is made while frames are skipped lasts its whole time`() throws {
    var bench = try Self.steady()
    let left = bench.skippedCount
    // The last frame that was read is some frames old then.
    while bench.skippedCount < left + 10 && bench.time < 60 { bench.step() }
    try bench.meter.lock(Self.followed, duration: 1)
    var frames = 0.0
    while bench.meter.scene.whiteBalance.status == .locked && bench.time < 60 {
      bench.step()
      frames += 1
    }
    // The sum of the frames' times may be a rounding short of a second.
    #expect(frames >= bench.frameRate && frames <= bench.frameRate + 1, "\(frames) frames")
  }

  @Test func `a scan that is asked for while frames are skipped begins with the next frame`() throws {
    var bench = try Self.steady()
    let left = bench.skippedCount
    while bench.skippedCount == left && bench.time < 60 { bench.step() }
    let read = bench.readCount
    try bench.meter.scan(Self.followed)
    bench.step()
    #expect(bench.readCount == read + 1)
  }

  @Test(arguments: 0..<40, [BenchLight.daylight, .warmerTungsten, .bluerTungsten])
  func `a change of light is met within two seconds, whenever it comes`(place: Int, light: BenchLight) throws {
    let change = 8 + Double(place) / 30
    var bench = try Self.steady { $0 < change ? .tungsten : light }
    while bench.time < change || bench.time < change + 5 && bench.meter.scene.whiteBalance.status == .converged {
      bench.step()
    }
    // A block of 0.4 s that it divides, 0.8 s of skipped frames, and two blocks that agree.
    #expect(bench.time - change < 2)
    bench.run(for: 3)
    #expect(Self.areConverged(bench))
    #expect(bench.log.convergenceErrors.last.map { Tolerance.followedGains.allows($0.share) } == true)
  }

  @Test func `frames are skipped for less than a second however slow the camera is`() throws {
    var bench = try Self.steady()
    bench.frameRate = 2
    bench.run(for: 60)
    var (longest, current) = (0, 0)
    for _ in 0..<240 {
      let left = bench.skippedCount
      bench.step()
      current = bench.skippedCount > left ? current + 1 : 0
      longest = max(longest, current)
    }
    #expect(longest == 1)
  }
}

extension BenchLight {
  /// Twice as far from tungsten as what is followed: a block of it and one of tungsten have not departed together.
  fileprivate static let warmerTungsten = BenchLight(redRatio: 1.12 * 1.03, blueRatio: 0.31)
  /// The same in blue alone.
  fileprivate static let bluerTungsten = BenchLight(redRatio: 1.12, blueRatio: 0.31 * 1.03)
}
