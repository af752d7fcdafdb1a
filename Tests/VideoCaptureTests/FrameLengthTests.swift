#if os(Linux)
  import Testing

  @testable import VideoCapture

  /// The length of a sensor's frame, which limits its exposures.
  @Suite struct FrameLengthTests {
    @Test func `frames are as short as they were, and as long as an exposure needs`() {
      // 1000 rows and a blanking of 100 lines; the driver lets all but 4 lines be exposed.
      let frame = FrameLength(blanking: 100, range: 20...5000, longestExposure: 1096, height: 1000)
      #expect(frame.margin == 4 && frame.longestExposure(height: 1000) == 5996)
      for (lines, blanking) in [(1, 100), (1096, 100), (1097, 101), (5996, 5000), (9000, 5000)] as [(Int64, Int64)] {
        #expect(frame.blanking(for: lines, height: 1000, least: 100) == blanking, "\(lines)")
      }
      #expect(frame.blanking(for: 1, height: 1000, least: 0) == 20)
    }

    @Test func `a blanking is on a step of its control, and has room for the exposure`() {
      // 20, 27, 34, … 4998: 5000 is no step.
      let frame = FrameLength(blanking: 90, range: 20...5000, step: 7, longestExposure: 1086, height: 1000)
      #expect(frame.range == 20...4997 && frame.longestExposure(height: 1000) == 5993)
      for (lines, blanking) in [(1, 90), (1086, 90), (1087, 97), (1094, 104), (9000, 4997)] as [(Int64, Int64)] {
        #expect(frame.blanking(for: lines, height: 1000, least: 90) == blanking, "\(lines)")
      }
      #expect(FrameLength(blanking: 0, range: 0...9, step: 0, longestExposure: 9, height: 0).range == 0...9)
    }

    @Test func `frames are as long as an exposure, whatever range the driver states`() {
      // 65535 lines are more than a frame has, so that no line of it is kept from being exposed.
      let frame = FrameLength(blanking: 100, range: 20...5000, longestExposure: 65535, height: 1000)
      #expect(frame.margin == 0 && frame.longestExposure(height: 1000) == 6000)
      #expect(frame.blanking(for: 3000, height: 1000, least: 20) == 2000)
    }

    @Test func `no number of a driver overflows`() {
      let frame = FrameLength(blanking: .max, range: .min ... .max, longestExposure: .min, height: 1000)
      #expect(frame.range == Int64(Int32.min)...Int64(Int32.max) && frame.margin == 1000 + (1 << 32) - 1)
      #expect(frame.longestExposure(height: 1000) == -(1 << 31))
      #expect(frame.blanking(for: .max, height: 1000, least: .min) == Int64(Int32.max))
    }
  }
#endif
