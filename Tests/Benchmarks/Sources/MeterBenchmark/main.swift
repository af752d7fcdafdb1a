import Foundation
import GrayCard
import Metering
import RawFrames
import SensorSimulation

// Prints the work that metering adds to a camera of 1080 and of 2160 rows at 30 frames a second, as a share of one
// core, beside a loop that copies each frame out of its buffer as a capture loop must. It is the processor's time, not
// the clock's, so other programs do not count.

let (rate, seconds) = (30.0, 20)
/// The seconds before, in which a meter converges: a search of focus takes four.
let settlingSeconds = 8
let levels = try SampleLevels(black: 64, white: 1023)
let format = try PixelFormat("RG10")

/// A gray card in noise, in as many buffers as a driver fills ahead: together they do not fit the caches.
func buffers(_ count: Int, _ width: Int, _ height: Int) -> [[UInt8]] {
  var generator = NoiseGenerator(seed: 1080)
  return (0..<count).map { _ in
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * width * height)
    for row in 0..<height {
      for column in 0..<width {
        let mean = row % 2 == 0 ? (column % 2 == 0 ? 300.0 : 500) : (column % 2 == 0 ? 500.0 : 350)
        let value = UInt16(min(max(mean + 12 * generator.normal(), 0), 1023))
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return bytes
  }
}

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The processor time of frames that come for ``seconds``, as a share of that, after ``settlingSeconds``.
func share(of body: (Int) throws -> Void) rethrows -> Double {
  let (first, end) = (Int(rate) * settlingSeconds, Int(rate) * (settlingSeconds + seconds))
  for index in 0..<first { try body(index) }
  let start = processorTime()
  for index in first..<end { try body(index) }
  return (processorTime() - start) / Double(seconds)
}

/// Measures one size of frames, and prints its lines.
///
/// - Returns: The largest share that following adds.
@MainActor func measure(width: Int, height: Int) throws -> Double {
  let filled = buffers(4, width, height)
  var kept = 0
  func captured(_ index: Int) throws -> RawFrame {
    // The copy that a capture loop makes.
    let bytes = filled[index % filled.count].withUnsafeBytes { Array($0) }
    return try RawFrame(
      format: format, width: width, height: height, bytesPerRow: 2 * width, bytes: bytes, levels: levels)
  }
  /// The share of a meter that follows these quantities, or that reads every frame, as in a scan.
  func metered(_ mode: MeteringMode, _ quantities: Set<MeteringQuantity>, everyFrame: Bool = false) throws -> Double {
    let reader = MeteringReader(mode: mode)
    var meter = Meter()
    try meter.unlock(quantities)
    // The frames are one scene, so the lens is one too: the detail of its frames
    // is the more the nearer it is to the card.
    var lensPosition = 0.0
    return try share { index in
      let frame = try captured(index)
      if !everyFrame, meter.skip(frameAt: Double(index) / rate, sequence: UInt32(index)) { return }
      let reading = try reader.measurement(of: SourceFrame(frame)).reading
      let distance = (lensPosition - 0.6) / 0.1
      let sharpness =
        quantities.contains(.focus)
        ? reader.sharpness(of: frame).map { $0 * (1 + 20 / (1 + distance * distance)) } : nil
      let actions = meter.update(
        with: MeteringFrame(
          reading, levels: frame.levels, time: Double(index) / rate, sequence: UInt32(index), sharpness: sharpness))
      if let position = actions.lensPosition { lensPosition = position }
      kept &+= actions.isEmpty ? 0 : 1
    }
  }
  func line(_ name: String, _ share: Double, beside plain: Double) {
    func percent(_ share: Double) -> String { String(format: "%.2f %%", 100 * share) }
    print("| \(width) x \(height): \(name) | \(percent(share)) | \(percent(share - plain)) |")
  }
  let plain = try share { index in kept &+= try captured(index).width }
  line("none, frames are copied", plain, beside: plain)
  var worst = 0.0
  for mode in [MeteringMode.spot, .weighted, .uniform] {
    let followed = try metered(mode, [.exposure, .whiteBalance])
    line("\(mode), exposure and white balance followed", followed, beside: plain)
    let all = try metered(mode, Set(MeteringQuantity.allCases))
    line("\(mode), and focus", all, beside: plain)
    let scanned = try metered(mode, Set(MeteringQuantity.allCases), everyFrame: true)
    line("\(mode), every frame read, as in a scan", scanned, beside: plain)
    worst = max(worst, followed - plain, all - plain)
  }
  precondition(kept != 0, "the meter never acted")
  return worst
}

print("| metering | share of a core | beside the plain loop |")
print("| --- | --- | --- |")
var isTooMuch = false
for (width, height, limit) in [(1920, 1080, 0.02), (3840, 2160, 0.05)] {
  let worst = try measure(width: width, height: height)
  guard worst >= limit else { continue }
  isTooMuch = true
  FileHandle.standardError.write(
    Data("metering \(width) x \(height) takes \(100 * worst) % of a core (limit \(100 * limit) %)\n".utf8))
}
if isTooMuch { exit(1) }
