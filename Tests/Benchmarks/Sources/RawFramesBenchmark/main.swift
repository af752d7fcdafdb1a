import CMemoryPeer
import Foundation
import GrayCard
import RawFrames
import Synchronization

// Prints the table's lines for RawFrames and GrayCard; `Tests/Benchmarks/run` puts the table together. The argument is
// a file to which the frame of 16-bit words is written, for the other programs.

let scene = Scene()
let region = Region(x: 0, y: 0, width: Scene.width, height: Scene.height)
let side = 64
/// The numbers that the operations leave behind, so that none of them is taken for useless.
let sink = Mutex<UInt64>(0)

func frames(_ code: String) throws -> [RawFrame] {
  let format = try PixelFormat(code)
  let bytes = scene.bytes(format)
  let white = Double(format.packing == .littleEndianWord ? 1 << 14 - 1 : format.maximumSample)
  return try (0..<Rounds.copyCount).map { _ in
    // A map makes a copy of its own.
    try RawFrame(
      format: format, width: Scene.width, height: Scene.height, bytes: bytes.map { $0 },
      levels: SampleLevels(black: 0, white: white))
  }
}

func read(_ frame: RawFrame) {
  frame.bytes.withUnsafeBytes { bytes in sink.withLock { $0 ^= memory_read(bytes.baseAddress, bytes.count) } }
}

func moments(_ frame: RawFrame) {
  let total = TileMoments(of: frame, in: region, side: side, by: .fastest)
  sink.withLock { $0 ^= total.tiles[total.tiles.count / 2].red.sumOfSquares }
}

func counts(_ frame: RawFrame) {
  let histograms = SampleHistogram.channels(of: frame, in: region, by: .fastest)
  sink.withLock { $0 ^= UInt64(histograms.red.counts[frame.format.maximumSample / 2]) }
}

let words = try frames("RG16")
let bytes = words[0].bytes
try Data(bytes).write(to: URL(filePath: CommandLine.arguments[1]))
let copy = Mutex(bytes.map { $0 })
let estimator = GrayCardEstimator()

for measurement in Rounds.measure(
  byteCount: bytes.count, rounds: 100, read: { read(words[$0]) },
  operations: [
    (
      "memcpy",
      { index in
        words[index].bytes.withUnsafeBytes { from in
          copy.withLock { copy in copy.withUnsafeMutableBytes { $0.copyMemory(from: from) } }
        }
      }
    ),
    ("RawFrames: all moments, tiles of \(side)", { moments(words[$0]) }),
    ("RawFrames: counts of each raw value", { counts(words[$0]) }),
  ])
{
  print(measurement.line)
}
for (code, name) in [
  ("RGGB", "8 bits"), ("pRAA", "10 bits, MIPI"), ("pRCC", "12 bits, MIPI"), ("pREE", "14 bits, MIPI"),
  ("ip3r", "10 bits, IPU3"),
] {
  let packed = try frames(code)
  let measured = Rounds.measure(
    byteCount: packed[0].bytes.count, rounds: 100, read: { read(packed[$0]) },
    operations: [("RawFrames: all moments, tiles of \(side), \(name)", { moments(packed[$0]) })])
  print(measured[1].line)
}
for measurement in Rounds.measure(
  byteCount: bytes.count, rounds: 5, read: { read(words[$0]) },
  operations: [
    (
      "GrayCard: a reading of the whole frame",
      { index in
        if case .ok(let neutral)? = try? estimator.reading(of: words[index], in: region).verdict {
          sink.withLock { $0 ^= neutral.value.red.bitPattern }
        }
      }
    )
  ]
).dropFirst() {
  print(measurement.line)
}
