import GrayCard
import RawFrames
import Testing
import WhiteBalance

/// The complete text of every refusal, warning and error of GrayCard. Other tests compare the values themselves.
@Suite struct MessagesTests {
  private static let refusals: [(CardRefusal, text: String)] = [
    (
      CardRefusal(code: .clipped, value: 0.25, limit: 0.001),
      "clipped: 25.0 % of a channel is at the end of its range (limit 0.1 %); expose less, or choose another region"
    ),
    (
      CardRefusal(code: .beyondFormat, value: 3912, limit: 1023),
      "beyond the format: samples reach 3912, and the format's largest value is 1023; name the format that the samples "
        + "have, which is one of 16 bits where they lie in the upper bits of a word"
    ),
    (
      CardRefusal(code: .beyondFormat, value: 58112, limit: 1023),
      "beyond the format: samples reach 58112, and the format's largest value is 1023; name the format that the samples "
        + "have, which is one of 16 bits where they lie in the upper bits of a word; or exchange the two bytes of each "
        + "sample, if they are big-endian"
    ),
    (
      CardRefusal(code: .tooDark, value: 0.00213, limit: 0.005),
      "too dark: the weakest channel is at 0.21 % of the range above black (limit 0.5 %); expose more, or check the black "
        + "level"
    ),
    (
      CardRefusal(code: .tooDark, value: -0.02, limit: 0.005),
      "too dark: the weakest channel is at -2.0 % of the range above black (limit 0.5 %); expose more, or check the black "
        + "level"
    ),
    (
      CardRefusal(code: .cutOff, value: 0.0234, limit: 0.001),
      "cut off: noise is cut off at raw value 0, which makes a channel 2.3 % too bright (limit 0.1 %); expose more, or give "
        + "raw values that still have their black level"
    ),
    (
      CardRefusal(code: .tooNoisy, value: 0.031, limit: 0.02),
      "too noisy: the mean of a channel is known to 3.1 % (limit 2.0 %); take a larger region, more frames or more light"
    ),
    (
      CardRefusal(code: .scattered, value: 5.93, limit: 7),
      "scattered: the samples vary far more than a sensor's do, as with 5.9 electrons at white (limit 7.0); check the format "
        + "and the order of the bytes, and that the file is neither compressed nor encrypted"
    ),
    (
      CardRefusal(code: .tooSmall, value: 4, limit: 64),
      "too small: a channel has 4 samples (limit 64); take a larger region"
    ),
    (
      CardRefusal(code: .greensDiffer, value: 0.3, limit: 0.1),
      "the greens differ by 30.0 % (limit 10.0 %); check the order of the format's colours, its width and its stride"
    ),
    (
      CardRefusal(code: .notUniform, value: 0.4, limit: 0.3),
      "not uniform: 40.0 % of the region shows something else than the rest (limit 30.0 %); choose a region inside the "
        + "card"
    ),
    (
      CardRefusal(code: .textured, value: 0.2, limit: 0.15),
      "textured: the brightness or colour of the card varies by 20.0 % from place to place (limit 15.0 %); use a smooth "
        + "card, or blur it by defocusing"
    ),
    (
      CardRefusal(code: .colorVaries, value: 0.08, limit: 0.06),
      "the colour varies: that of a part of the region is off by 8.0 % (limit 6.0 %); choose a region inside the card, in "
        + "one light"
    ),
    (
      CardRefusal(code: .notALight, value: .infinity, limit: 0.03),
      "not a light to balance for: on the profile's device this neutral is that of no light; check that the card is gray, "
        + "the profile is this device's, and the order of the format's colours"
    ),
    (
      CardRefusal(code: .notALight, value: 0.0456, limit: 0.03),
      "not a light to balance for: its Duv is 0.0456 (limit 0.03), which a laser or a sodium lamp has; check that the "
        + "card is gray, the profile is this device's, and the order of the format's colours"
    ),
    (
      CardRefusal(code: .notALight, value: -0.0456, limit: 0.03),
      "not a light to balance for: its Duv is -0.0456 (limit -0.03), which a laser or a sodium lamp has; check that the "
        + "card is gray, the profile is this device's, and the order of the format's colours"
    ),
    (
      CardRefusal(code: .tooWarm, value: 1234.5678, limit: 1500),
      "too warm to balance for: on the profile's device the light has 1235 K (limit 1500 K), which a red LED may have; "
        + "check that the card is gray, the profile is this device's, and the order of the format's colours"
    ),
    (
      CardRefusal(code: .blackLevel, value: 64.04, limit: 16),
      "the black level is about 64.0 or more by the frame's own dark places or noise, not 16.0: the gains would be wrong; "
        + "give the right level, or dark frames"
    ),
    (
      CardRefusal(code: .blackLevel, value: 64.04, limit: 100),
      "the black level is 64.0 or less by the frame's own dark places, not 100.0: the gains would be wrong; give the right "
        + "level, or dark frames"
    ),
    (
      CardRefusal(code: .blackUnknown, value: .infinity, limit: 0.02),
      "the black level is not known, and the frame does not tell it; give it, dark frames, or a profile that has it"
    ),
    (
      CardRefusal(code: .notWhole, value: 1.77, limit: 1.5),
      "not a whole card: the frame's edge cuts off the patch that was found, and the brightest part of it has 1.8 times "
        + "the light of the darkest (limit 1.5), as on a wall; show the whole card, or give the region that shows it"
    ),
    (
      CardRefusal(code: .blackUnknown, value: 0.05, limit: 0.02),
      "the black level is not known, and the frame tells it only to 5.0 % of the weakest channel (limit 2.0 %); give it, "
        + "dark frames, or a profile that has it"
    ),
    (
      CardRefusal(code: .outsideFrame, value: -5, limit: 0),
      "outside the frame: the region starts at -5, before the frame's first sample at 0"
    ),
    (
      CardRefusal(code: .outsideFrame, value: 41, limit: 40),
      "outside the frame: the region reaches 41 and the frame ends at 40"
    ),
    (
      CardRefusal(code: .outsideFrame, value: 1.8e19, limit: 40),
      "outside the frame: the region reaches 1.8e+19 and the frame ends at 40"
    ),
  ]

  @Test func `a refusal tells the value, its limit and what to do`() {
    for (refusal, text) in Self.refusals { #expect(refusal.description == text) }
    #expect(Set(Self.refusals.map(\.0.code)) == Set(CardRefusal.Code.allCases))
  }

  private static let warnings: [(CardWarning, text: String)] = [
    (
      CardWarning(code: .nearClipping, value: 0.95, limit: 0.9),
      "near clipping: the brightest part of the card is at 95.0 % of the range (limit 90.0 %); expose less"
    ),
    (
      CardWarning(code: .strongShading, value: 2.46, limit: 2),
      "strong shading: the brightest part of the card has 2.5 times the light of the darkest (limit 2.0); move the lamp "
        + "back, or take a smaller region"
    ),
    (
      CardWarning(code: .colorVaries, value: 0.03, limit: 0.02),
      "the colour varies by 3.0 % over the card (limit 2.0 %), and the standard errors say so; there may be two lights, or "
        + "the lens shades colours"
    ),
    (
      CardWarning(code: .partlyLeftOut, value: 0.15, limit: 0.1),
      "15.0 % of the region shows something else than the card and was left out (limit 10.0 %)"
    ),
    (
      CardWarning(code: .belowBlack, value: 0.25, limit: 0.001),
      "25.0 % of the frame lies below the black level by more than noise (limit 0.1 %): it is too high for this frame; "
        + "measure it from a dark frame"
    ),
    (
      CardWarning(code: .farFromCalibration, value: 60, limit: 50),
      "the light is 60.0 mired outside of those that the device was calibrated for (limit 50.0): temperature and tint are "
        + "extrapolated"
    ),
  ]

  @Test func `a warning tells the value and its limit`() {
    for (warning, text) in Self.warnings { #expect(warning.description == text) }
    #expect(Set(Self.warnings.map(\.0.code)) == Set(CardWarning.Code.allCases))
  }

  @Test func `colours without an error are told as those of the profile, or of the file`() {
    let errors = "so the errors of temperature and tint are those of the frame alone"
    #expect(
      CardMeasurement.errorsOfFrameAlone(onColorsOfFile: false).message
        == "the profile states no uncertainty, \(errors)")
    #expect(
      CardMeasurement.errorsOfFrameAlone(onColorsOfFile: true).message
        == "the file's own colours state no error, \(errors); for the whole errors, give the camera's profile")
  }

  @Test func `a black level far from the file's own is told with both`() throws {
    #expect(
      try Finding(
        black: BayerValues(red: 4096, greenOnRedRow: 4096, greenOnBlueRow: 4096, blue: 64),
        unlike: SampleLevels(black: 4096, white: 64000), of: "mean.dng"
      )?.message
        == "the black level is 64.0, and mean.dng states 4096.0, which is 6.7 % of the range away (limit 1.0 %); if its "
        + "samples have another scale than the frames that the level is of, as a mean of frames has, give no other level"
    )
  }

  private static let darkFrameRefusals: [(DarkFrameRefusal, text: String)] = [
    (
      DarkFrameRefusal(code: .tooSmall, value: 31, limit: 32),
      "too small: a side has 31 samples (limit 32); take a larger frame"
    ),
    (
      DarkFrameRefusal(code: .tooBright, value: 0.2, limit: 0.125),
      "too bright: a channel is at 20.0 % of the range (limit 12.5 %); cover the lens, or give the format of "
        + "these frames"
    ),
    (
      DarkFrameRefusal(code: .cutOff, value: 0.4567, limit: 2.5),
      "cut off: the level is 0.46 standard deviations of noise above 0 (limit 2.5), so that noise below 0 is missing; give "
        + "a black level of 0 for a camera that has taken its black level off"
    ),
    (
      DarkFrameRefusal(code: .hotSamples, value: 0.05, limit: 0.02),
      "hot samples: 5.0 % of a channel stands out (limit 2.0 %); cover the lens, or expose for a shorter time"
    ),
    (
      DarkFrameRefusal(code: .patch, value: 0.4, limit: 0.2),
      "a patch: 40.0 % of a part of the frame stands out (limit 20.0 %); cover the lens, the viewfinder too"
    ),
    (
      DarkFrameRefusal(code: .uneven, value: 0.0046, limit: 0.002),
      "uneven: a part of the frame is off by 0.46 % of the range (limit 0.2 %); cover the lens, or expose for a shorter "
        + "time if the sensor itself glows"
    ),
    (
      DarkFrameRefusal(code: .channelsDiffer, value: 0.014, limit: 0.005),
      "the channels differ by 1.4 % of the range (limit 0.5 %), as light makes them; cover the lens"
    ),
  ]

  @Test func `a frame that is not dark is told the value, its limit and what to do`() {
    for (refusal, text) in Self.darkFrameRefusals { #expect(refusal.description == text) }
    #expect(Set(Self.darkFrameRefusals.map(\.0.code)) == Set(DarkFrameRefusal.Code.allCases))
  }

  @Test func `an error says what would be right`() throws {
    let (rg10, rg12, y10) = try (#require(FourCC("RG10")), #require(FourCC("RG12")), #require(FourCC("Y10")))
    #expect(
      GrayCardError.monochrome(y10).description
        == "format Y10 is monochrome and has no white balance; a Bayer format is needed, such as RG10")
    #expect(
      GrayCardError.notBayer(y10).description
        == "the mosaic is not Bayer's, and dark frames of others are not judged; state the black level")
    #expect(
      BlackLevelError.formatDiffers(rg10, frame: rg12).description
        == "dark frames of format RG10 do not tell the black level of a frame of RG12; take them in the same format")
    #expect(
      BlackLevelError.sizeDiffers(width: 4, height: 2, frameWidth: 2, frameHeight: 5).description
        == "dark frames of 4 x 2 samples do not tell the black level of a frame of 2 x 5; take them in the same mode")
    let levels = RawFrameError.invalidLevels(black: 63.7, white: 63)
    #expect(BlackLevelError.levels(levels).description == levels.description)
  }

  @Test(arguments: [
    (CardSearch.Absence.frameTooSmall(leastSide: 40), "the frame is smaller than 40 x 40 samples"),
    (.badlyExposed, "nearly all of the frame is dark, or has clipped samples"),
    (.nothingUniform, "nothing that is evenly coloured and unclipped fills a hundredth of the frame"),
    (.nothingNeutral, "what is evenly coloured is not neutral in any likely light"),
  ])
  func `a search that finds no card says why`(absence: CardSearch.Absence, text: String) {
    #expect(absence.description == text)
  }
}
