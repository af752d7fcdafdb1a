import CameraControl
import CameraPages
import Foundation
import RawFrames
import SensorSimulation
import WhiteBalance

// Prints the cost of the pictures of the camera page: 640 x 480 pixels from frames of 1280 x 960 samples, ten a second,
// as a share of one core. It is the processor's time, not the clock's, so other programs do not count.

let (width, height, rate, seconds) = (1280, 960, 10, 10)
let largestShare = 0.15
let levels = try SampleLevels(black: 64, white: 1023)
let format = try PixelFormat("RG10")

/// Frames with slopes, edges and noise, which a picture's compression must work for.
var generator = NoiseGenerator(seed: 480)
let frames: [RawFrame] = try (0..<4).map { index in
  var bytes: [UInt8] = []
  bytes.reserveCapacity(2 * width * height)
  for row in 0..<height {
    for column in 0..<width {
      let edge = (column / 80 + row / 60 + index) % 3 == 0 ? 120.0 : 0
      let value = UInt16(min(max(200 + Double(column) / 4 + edge + 12 * generator.normal(), 0), 1023))
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
  }
  return try RawFrame(format: format, width: width, height: height, bytes: bytes, levels: levels)
}

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func share(of body: (RawFrame) -> Int) -> Double {
  var kept = 0
  let start = processorTime()
  for index in 0..<rate * seconds { kept &+= body(frames[index % frames.count]) }
  precondition(kept > 0, "a frame has no picture")
  return (processorTime() - start) / Double(seconds)
}

let profile = SimulatedCamera.profile
let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
let maker = PictureMaker()
let cost = share {
  maker.picture(of: CameraFrame($0, softwareGains: gains), by: profile, number: 1)?.bytes.count ?? 0
}

func percent(_ share: Double) -> String { String(format: "%.2f %%", 100 * share) }
print("pictures of 640 x 480, 10 a second, from samples to JPEG: \(percent(cost)) of a core")
guard cost <= largestShare else {
  print("above \(percent(largestShare))")
  exit(1)
}
