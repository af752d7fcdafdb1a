import RawFrames
import TestSupport
import Testing

/// The complete text of every error of RawFrames. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  @Test(arguments: [
    (
      RawFrameError.invalidSize(width: -3, height: 5),
      "a frame cannot be -3 x 5 samples; width and height must be positive and fit in memory"
    ),
    (
      .strideTooShort(bytesPerRow: 7, needed: 8, width: 4),
      "a stride of 7 bytes is too short for 4 samples a row; it must be at least 8"
    ),
    (
      .strideTooLong(bytesPerRow: 9000, limit: 500, height: 2),
      "a stride of 9000 bytes is too long for 2 rows; it must be at most 500"
    ),
    (.truncated(byteCount: 9, needed: 10), "the frame has 9 bytes, and its format and size need 10"),
    (
      .invalidLevels(black: 20, white: 10),
      "black level 20.0 and white level 10.0 do not fit; they must be 0 <= black < white, and white no more than the format's largest value"
    ),
    (
      .invalidBlackError(-0.5),
      "a standard error of the black level of -0.5 is not valid; it must be between 0 and 4294967295"
    ),
    (.unknownFormat("rg10"), "no raw format is called 'rg10'; did you mean RG10?"),
    (.unknownFormat("PGAA"), "no raw format is called 'PGAA'; did you mean pGAA or pgAA?"),
    (
      .unknownFormat("YUYV"),
      "no raw format is called 'YUYV'; the formats are \(PixelFormat.all.map(\.fourCC.description).joined(separator: " "))"
    ),
  ])
  func `an error says the value and what would be right`(error: RawFrameError, text: String) {
    #expect(error.description == text)
  }

  @Test func `an error of formats and levels names both`() throws {
    let (ours, theirs) = (try PixelFormat("BA10").fourCC, try PixelFormat("RG10").fourCC)
    let levels = try SampleLevels(black: 64, white: 1023)
    let texts: [(any Error & CustomStringConvertible, String)] = [
      (
        RawFrameError.levelsOfFewerBits(white: 1023, maximum: 4095, format: theirs),
        "white level 1023.0 is below half of 4095, the largest value of these samples in format \(theirs): the levels are of samples with fewer bits"
      ),
      (
        RawFrameError.whiteAboveFormat(white: 1024, maximum: 1023, format: theirs),
        "white level 1024.0 is above 1023, the largest value of these samples in format RG10"
      ),
      (
        FrameAverageError.formatDiffers(ours, first: theirs),
        "a frame of format BA10 cannot be averaged with frames of RG10"
      ),
      (
        FrameAverageError.sizeDiffers(width: 8, height: 12, firstWidth: 12, firstHeight: 8),
        "a frame of 8 x 12 samples cannot be averaged with frames of 12 x 8"
      ),
      (
        FrameAverageError.levelsDiffer(levels, first: try SampleLevels(black: 0, white: 1000)),
        "a frame with black [64.0, 64.0, 64.0, 64.0] and white [1023.0, 1023.0, 1023.0, 1023.0] cannot be averaged with "
          + "frames of black [0.0, 0.0, 0.0, 0.0] and white [1000.0, 1000.0, 1000.0, 1000.0]; they must be the same, and so "
          + "must the errors of black"
      ),
      (FrameAverageError.tooMany(limit: 65536), "65536 frames are averaged already, and no more can be"),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
