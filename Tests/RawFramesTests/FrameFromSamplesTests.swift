import Foundation
import RawFrames
import TestSupport
import Testing

/// Frames from what an app has: numbers, Foundation's data, and buffers of memory.
@Suite struct FrameFromSamplesTests {
  @Test(arguments: PixelFormat.all) func `samples are packed and come back as they were`(format: PixelFormat) throws {
    let (width, height) = (27, 3)  // Neither a whole number of groups of any packing.
    var state: UInt64 = 88_172_645_463_325_252
    let samples = (0..<width * height).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt16(truncatingIfNeeded: state >> 40) & UInt16(format.maximumSample)
    }
    let frame = try RawFrame(format: format, width: width, height: height, samples: samples)
    var read: [UInt16] = []
    for row in 0..<height {
      frame.readSamples(row: row, columns: 0..<width, into: &read)
      #expect(read == Array(samples[row * width..<(row + 1) * width]))
    }
  }

  @Test func `too few, too many and too large samples are refused`() {
    let ten = [UInt16](repeating: 1023, count: 16)
    #expect(throws: RawFrameError.sampleCount(16, needed: 20)) {
      try RawFrame(format: .rg10, width: 5, height: 4, samples: ten)
    }
    #expect(throws: RawFrameError.sampleCount(16, needed: 8)) {
      try RawFrame(format: .rg10, width: 4, height: 2, samples: ten)
    }
    #expect(throws: RawFrameError.sampleAboveFormat(1023, maximum: 255, format: PixelFormat.rggb.fourCC)) {
      try RawFrame(format: .rggb, width: 4, height: 4, samples: ten)
    }
    #expect(throws: RawFrameError.invalidSize(width: .max, height: .max)) {
      try RawFrame(format: .rg10, width: .max, height: .max, samples: ten)
    }
  }

  @Test func `data, slices and buffers of memory give the frame that their bytes give`() throws {
    let bytes = (0..<32).map { UInt8($0 % 4) }
    let frame = try RawFrame(format: .rg10, width: 4, height: 4, bytes: bytes)
    #expect(try RawFrame(format: .rg10, width: 4, height: 4, bytes: Data(bytes)) == frame)
    #expect(try RawFrame(format: .rg10, width: 4, height: 4, bytes: ([9, 9] + bytes)[2...]) == frame)
    let copied = try bytes.withUnsafeBytes { try RawFrame(format: .rg10, width: 4, height: 4, bytes: $0) }
    #expect(copied == frame)
    #expect(throws: RawFrameError.truncated(byteCount: 31, needed: 32)) {
      try RawFrame(format: .rg10, width: 4, height: 4, bytes: Data(bytes.dropLast()))
    }
  }

  @Test func `every format is a constant by its code`() throws {
    let source = try String(
      contentsOf: repositoryRoot.appending(path: "Sources/RawFrames/PixelFormat+Constants.swift"), encoding: .utf8)
    let constants = source.matches(of: /public static let (\w+) = known\("(\w+)"\)/).map {
      (String($0.1), String($0.2))
    }
    #expect(Set(constants.map(\.1)) == Set(PixelFormat.all.map(\.fourCC.description)) && constants.count == 44)
    for (name, code) in constants { #expect(name == (code == code.uppercased() ? code.lowercased() : code)) }
    #expect(
      [PixelFormat.rg10, .pgAA, .ip3G, .grey, .y10p].map(\.description) == ["RG10", "pgAA", "ip3G", "GREY", "Y10P"])
  }
}
