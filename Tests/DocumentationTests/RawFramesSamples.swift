import RawFrames
import Testing

/// The Swift of RawFrames' page.
@Suite struct RawFramesSamples {
  @Test func `the landing page`() throws {
    let format = PixelFormat.rg10
    let samples = [UInt16](repeating: 512, count: 64 * 48)
    let frame = try RawFrame(
      format: format, width: 64, height: 48, samples: samples, levels: SampleLevels(black: 64, white: 1023))
    var row: [UInt16] = []
    frame.readSamples(row: 0, columns: 0..<4, into: &row)

    var average = FrameAverage(frame)
    try average.add(frame)
    print(row, average.mean().format.bitsPerSample)
    #expect(row == [512, 512, 512, 512])
  }
}
