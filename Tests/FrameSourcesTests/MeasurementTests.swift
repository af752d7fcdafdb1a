import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// One source, one measurement.
@Suite struct MeasurementTests {
  static func source(_ bytes: [UInt8], name: String = "card") throws -> RawFileSource {
    RawFileSource(SourceFile(bytes: bytes, name: name), layout: try RawFileSourceTests.layout())
  }

  static func settings(_ change: (inout MeasurementSettings) -> Void = { _ in }) -> MeasurementSettings {
    var settings = MeasurementSettings()
    settings.levels.black = .given(BayerValues(repeating: 64))
    change(&settings)
    return settings
  }

  static func gains(_ measurement: CardMeasurement) throws -> WhiteBalanceGains {
    guard case .ok(let card) = measurement.verdict else {
      Issue.record("refused: \(measurement.verdict)")
      return WhiteBalanceGains(red: 0, green: 0, blue: 0)
    }
    return card.gains.value
  }

  @Test func `a raw file, a DNG of its frame without suffix, and the frame in memory measure the same`() throws {
    let raw = try Self.source(KnownFrames.bytes()).measurement(
      Self.settings {
        $0.levels.white = BayerValues(repeating: 1000)
        $0.profile = KnownFrames.profile
      })
    let file = try TemporaryFile(KnownFrames.negative())
    let found = try SourceFile(path: file.path)
    try #require(try SourceKind(of: found) == .negative)
    let negative = try NegativeSource(found)
    let read = try negative.measurement()
    #expect(try Self.gains(raw) == Self.gains(read))
    #expect(read.source.blackOrigin == .file && read.source.levels.white.red == 1000)
    #expect(negative.facts.exposure.duration == 0.01 && negative.facts.exposure.iso == 200)
    #expect(negative.facts.asShotNeutral == LinearRGB(red: 0.5, green: 1, blue: 0.75))
    #expect(negative.facts.profile?.identity.model == "Camera")
    let memory = FrameInMemory(
      try KnownFrames.frame(), name: "memory",
      facts: SourceFacts(levels: try SampleLevels(black: 64, white: 1000), blackOrigin: .profile))
    #expect(try Self.gains(memory.measurement()) == Self.gains(raw))
  }

  @Test func `a warning says whether the colours without an error are the file's or the profile's`() throws {
    let source = try NegativeSource(SourceFile(bytes: KnownFrames.negative(), name: "card.dng"))
    var profile = KnownFrames.profile
    profile.uncertainty = nil
    var settings = MeasurementSettings()
    let ofFile = try source.measurement(settings)
    settings.profile = profile
    let ofProfile = try source.measurement(settings)
    #expect(ofFile.warnings.contains(CardMeasurement.errorsOfFrameAlone(onColorsOfFile: true)), "\(ofFile.warnings)")
    #expect(ofProfile.warnings.contains(CardMeasurement.errorsOfFrameAlone(onColorsOfFile: false)))
  }

  @Test func `a DNG whose samples have gains is measured without them, on its own colours and on its camera's profile`()
    throws
  {
    // The same samples, as if the device had multiplied red and blue.
    let balance = WhiteBalanceGains(red: 1.1, green: 1, blue: 0.95)
    func source(_ balance: WhiteBalanceGains?) throws -> NegativeSource {
      let file = try DigitalNegative.made(
        of: KnownFrames.frame().replacingLevels(SampleLevels(black: 64, white: 1000)), by: KnownFrames.profile,
        analogBalance: balance
      ).negative.dngBytes()
      return try NegativeSource(SourceFile(bytes: file, name: "gains.dng"))
    }
    let multiplied = try source(balance)
    #expect(multiplied.facts.appliedGains == balance)
    let own = try #require(multiplied.measurement(Self.settings()).card)
    let given = try #require(multiplied.measurement(Self.settings { $0.profile = KnownFrames.profile }).card)
    let plain = try #require(source(nil).measurement(Self.settings()).card)
    #expect(own.neutral == given.neutral && own.neutral == plain.neutral.divided(by: balance))
    let light = try #require(own.light?.estimate.chromaticity)
    let other = try #require(given.light?.estimate.chromaticity)
    #expect(Tolerance.rounding.allows(abs(light.x - other.x)) && Tolerance.rounding.allows(abs(light.y - other.y)))
  }

  @Test func `a black level far from the one that the file states has a warning`() throws {
    let source = try NegativeSource(SourceFile(bytes: KnownFrames.negative(), name: "card.dng"))
    func codes(_ black: Double) throws -> [String] {
      try source.measurement(Self.settings { $0.levels.black = .given(BayerValues(repeating: black)) })
        .warnings.map(\.code)
    }
    // The file states 64 of 1000.
    #expect(try !codes(64).contains("other-black") && !codes(70).contains("other-black"))
    #expect(try codes(80).contains("other-black") && codes(48).contains("other-black"))
    let raw = try Self.source(KnownFrames.bytes())
    #expect(try !raw.measurement(Self.settings()).warnings.map(\.code).contains("other-black"))
  }

  @Test func `a DNG of another camera than the profile's has a warning`() throws {
    let source = try NegativeSource(SourceFile(bytes: KnownFrames.negative(), name: "card.dng"))
    // The colours of a DNG alone tell its camera.
    #expect(source.facts.device == nil && source.facts.profile?.identity.model == "Camera")
    var other = KnownFrames.profile
    other.identity.model = "Another"
    func codes(_ profile: DeviceProfile) throws -> [String] {
      try source.measurement(Self.settings { $0.profile = profile }).warnings.map(\.code)
    }
    #expect(try codes(other).contains("other-camera"))
    #expect(try !codes(KnownFrames.profile).contains("other-camera"))
  }

  @Test func `a DNG without a colour matrix is a frame of its camera, whose light a profile finds`() throws {
    var bytes = try KnownFrames.negative()
    // ColorMatrix1, 50721 with nine fractions, becomes a tag that nobody has given out.
    let tag: [UInt8] = [0x21, 0xc6, 10, 0, 9, 0, 0, 0]
    let places = bytes.indices.dropLast(7).filter { Array(bytes[$0..<$0 + 8]) == tag }
    try #require(places.count == 1)
    bytes.replaceSubrange(places[0]..<places[0] + 2, with: [0xfe, 0xff])
    let source = try NegativeSource(SourceFile(bytes: bytes, name: "new.dng"))
    #expect(source.facts.profile == nil && source.facts.device == DeviceIdentity(model: "Camera"))
    #expect(source.negative.colors.lights.isEmpty && source.facts.levels?.black.red == 64)
    let card = try #require(source.measurement(Self.settings()).card)
    #expect(card.light == nil)
    let given = try #require(source.measurement(Self.settings { $0.profile = KnownFrames.profile }).card)
    #expect(given.neutral == card.neutral && given.light != nil)
  }

  @Test func `a source's own colours tell no light where they are not asked for`() throws {
    let source = try NegativeSource(SourceFile(bytes: KnownFrames.negative(), name: "card.dng"))
    for usesOwnColors in [true, false] {
      let measurement = try source.measurement(Self.settings { $0.usesOwnColors = usesOwnColors })
      let light = try #require(measurement.card).light
      #expect((light != nil) == usesOwnColors)
    }
  }

  @Test func `what is asked for goes before what the source tells, and that before the profile`() throws {
    let (own, given) = (try SampleLevels(black: 60, white: 1001), BayerValues(repeating: 62.0))
    let told = FrameInMemory(try KnownFrames.frame(), name: "told", facts: SourceFacts(levels: own))
    let silent = FrameInMemory(try KnownFrames.frame(), name: "silent")
    let profile = try SampleLevels(black: 50, white: 999)
    let asked = try told.frame(levels: LevelSettings(black: .given(given, error: 0.5)), profile: profile)
    #expect(asked.levels.black == given && asked.levels.blackError.red == 0.5 && asked.blackOrigin == .option)
    // White was not asked for, so it is the source's.
    #expect(asked.levels.white.red == 1001)
    let white = try told.frame(levels: LevelSettings(white: BayerValues(repeating: 900)), profile: profile)
    #expect(white.levels.white.red == 900 && white.levels.black.red == 60 && white.blackOrigin == .file)
    #expect(try told.frame(profile: profile).levels == own)
    #expect(try silent.frame(profile: profile).levels == profile)
    #expect(try silent.frame(profile: profile).blackOrigin == .profile)
    let assumed = try silent.frame()
    #expect(assumed.blackOrigin == .assumed && assumed.levels == SampleLevels(fullRangeOf: assumed.format))
  }

  /// A frame that an app has made with levels is measured alike, however it is handed in.
  @Test func `a frame in memory keeps its own levels, unless its facts tell others`() throws {
    let own = try SampleLevels(black: 60, white: 1001)
    let frame = try KnownFrames.frame().replacingLevels(own)
    let source = FrameInMemory(frame, name: "own")
    #expect(try source.frame().levels == own && source.frame().blackOrigin == SourceFrame(frame).blackOrigin)
    #expect(try source.frame(profile: SampleLevels(black: 50, white: 999)).levels == own)
    let told = try SampleLevels(black: 61, white: 1002)
    #expect(try FrameInMemory(frame, name: "told", facts: SourceFacts(levels: told)).frame().levels == told)
  }

  @Test func `a black level that was estimated stays so, unless a profile tells it`() throws {
    let own = try SampleLevels(black: 60, white: 1001)
    let source = FrameInMemory(
      try KnownFrames.frame(), name: "estimated", facts: SourceFacts(levels: own, blackOrigin: .estimated))
    let frame = try source.frame()
    #expect(frame.levels == own && frame.blackOrigin == .estimated)
    let known = try source.frame(profile: SampleLevels(black: 64, white: 1023))
    #expect(known.levels.black.red == 64 && known.blackOrigin == .profile)
  }

  @Test func `a DNG that states no black level leaves it to the profile, and without one to the frame`() throws {
    let white = 1000.0
    var bytes = try DigitalNegative.made(
      of: KnownFrames.frame().replacingLevels(SampleLevels(black: 64, white: white)), by: KnownFrames.profile
    ).negative.dngBytes()
    // The number of the tag BlackLevel, 50714, becomes one that nobody has given out.
    let places = bytes.indices.dropLast(3).filter { bytes[$0] == 0x1a && bytes[$0 + 1] == 0xc6 && bytes[$0 + 3] == 0 }
    try #require(places.count == 1)
    bytes.replaceSubrange(places[0]..<places[0] + 2, with: [0xfe, 0xff])
    let source = try NegativeSource(SourceFile(bytes: bytes, name: "forgetful.dng"))
    #expect(try source.frame().blackOrigin == .assumed)
    let read = try source.frame(profile: SampleLevels(black: 64, white: 1023))
    #expect(read.blackOrigin == .profile && read.levels.black.red == 64 && read.levels.white.red == white)
    // Without a profile nothing tells it: the frame has one evenly lit card, and no dark place.
    guard case .refused(let refusals) = try source.measurement(MeasurementSettings()).verdict else {
      Issue.record("a card of an unknown black level was read")
      return
    }
    #expect(refusals.map(\.code).contains(.blackUnknown))
  }

  @Test func `a DNG that states the chromaticity of its light has the neutral of its camera under it`() throws {
    let light = Chromaticity(x: 0.34, y: 0.36)
    let neutral = LinearRGB(red: light.x, green: light.y, blue: 1)
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1)
    var bytes = try DigitalNegative.made(
      of: KnownFrames.frame().replacingLevels(SampleLevels(black: 64, white: 1000)), by: KnownFrames.profile,
      asShotNeutral: neutral, analogBalance: gains
    ).negative.dngBytes()
    // AsShotNeutral, 50728 with three fractions, becomes AsShotWhiteXY, 50729 with the first two.
    let tag: [UInt8] = [0x28, 0xc6, 5, 0, 3, 0, 0, 0]
    let places = bytes.indices.dropLast(7).filter { Array(bytes[$0..<$0 + 8]) == tag }
    try #require(places.count == 1)
    bytes.replaceSubrange(places[0]..<places[0] + 8, with: [0x29, 0xc6, 5, 0, 2, 0, 0, 0])
    let found = try #require(try NegativeSource(SourceFile(bytes: bytes, name: "xy.dng")).facts.asShotNeutral)
    let response = try KnownFrames.profile.characterization.response(to: light).vector * gains.vector
    let expected = LinearRGB(response / response.max())
    for (value, wanted) in [(found.red, expected.red), (found.green, expected.green), (found.blue, expected.blue)] {
      #expect(Tolerance.scaledMatrices.allows(abs(value - wanted)), "\(found), \(expected)")
    }
  }

  @Test func `levels that do not fit name whose they are`() throws {
    let format = try PixelFormat("RG10")
    let error = RawFrameError.whiteAboveFormat(white: 4095, maximum: 1023, format: format.fourCC)
    let profile = try SampleLevels(black: 0, white: 4095)
    let silent = FrameInMemory(try KnownFrames.frame(), name: "silent")
    #expect(
      throws: FrameSourceError(source: "silent", fault: .profileLevels(error, lacksBlack: true, lacksWhite: true))
    ) {
      try silent.frame(profile: profile)
    }
    #expect(throws: FrameSourceError(source: "silent", fault: .levels(error, .option))) {
      try silent.frame(levels: LevelSettings(white: BayerValues(repeating: 4095)))
    }
  }

  @Test func `levels of a profile for fewer bits are not those of a frame, and what it lacks is told`() throws {
    let format = try PixelFormat("RG12")
    let frame = try RawFrame(
      format: format, width: 8, height: 8, bytes: [UInt8](repeating: 1, count: 8 * 8 * 2), levels: nil)
    let source = FrameInMemory(frame, name: "deep")
    let profile = try SampleLevels(black: 64, white: 1023)
    let error = RawFrameError.levelsOfFewerBits(white: 1023, maximum: 4095, format: format.fourCC)
    let (given, white) = (LevelSettings.Black.given(BayerValues(repeating: 256)), BayerValues(repeating: 4095.0))
    for settings in [LevelSettings(), LevelSettings(black: given), LevelSettings(white: white)] {
      let lacks = (black: settings.black == .told, white: settings.white == nil)
      #expect(
        throws: FrameSourceError(
          source: "deep", fault: .profileLevels(error, lacksBlack: lacks.black, lacksWhite: lacks.white))
      ) { try source.frame(levels: settings, profile: profile) }
    }
    #expect(
      try source.frame(levels: LevelSettings(black: given, white: white), profile: profile).levels.black.red == 256)
    // A white level of as many bits, or a lower one, says that the samples have no more.
    for white in [1000.0, 500] {
      let fewer = LevelSettings(white: BayerValues(repeating: white))
      #expect(try source.frame(levels: fewer, profile: profile).levels == SampleLevels(black: 64, white: white))
    }
  }

  @Test func `a source's white level tells the bits of its samples, and its format does not`() throws {
    let format = try PixelFormat("RG16")
    let frame = try RawFrame(
      format: format, width: 8, height: 8, bytes: [UInt8](repeating: 1, count: 8 * 8 * 2), levels: nil)
    let own = try SampleLevels(black: 0, white: 4095)
    let source = FrameInMemory(frame, name: "words", facts: SourceFacts(levels: own, blackOrigin: .assumed))
    func read(_ white: Double) throws -> SampleLevels {
      try source.frame(profile: SampleLevels(black: 256, white: white)).levels
    }
    #expect(try read(4095) == SampleLevels(black: 256, white: 4095))
    let errors = [
      1023: RawFrameError.levelsOfFewerBits(white: 1023, maximum: 4095, format: format.fourCC),
      16383: .whiteAboveFormat(white: 16383, maximum: 4095, format: format.fourCC),
    ]
    for (white, error) in errors {
      #expect(
        throws: FrameSourceError(source: "words", fault: .profileLevels(error, lacksBlack: true, lacksWhite: true))
      ) { try read(Double(white)) }
    }
  }

  @Test func `dark frames tell black, in files of whole frames alone`() throws {
    let dark = try (2...5).flatMap { try KnownFrames.bytes((0, 0, 0), seed: $0) }
    let file = try TemporaryFile(dark)
    let source = try Self.source(KnownFrames.bytes())
    let frame = try source.frame(levels: LevelSettings(black: .darkFrames([file.path])))
    #expect(frame.blackOrigin == .darkFrames)
    for (black, error) in zip(frame.levels.black.all, frame.levels.blackError.all) {
      #expect(error > 0 && Tolerance.fourStandardErrors.allows(abs(black - 64) / error))
    }
    let partial = try TemporaryFile(Array(dark.dropLast(1000)))
    let layout = try RawFileSourceTests.layout()
    #expect(
      throws: FrameSourceError(
        source: partial.path, fault: .partialDarkFrame(byteCount: dark.count - 1000, layout))
    ) { try source.frame(levels: LevelSettings(black: .darkFrames([partial.path]))) }
    let still = Array("FUJIFILMCCD-RAW".utf8) + Array(repeating: 0, count: 64)
    for (bytes, name) in [(try KnownFrames.negative(), "a DNG"), (still, "a still (Fujifilm RAF)")] {
      let file = try TemporaryFile(bytes)
      let told = "this is \(name); dark frames must be raw data without a header, in the card's format and size"
      #expect(throws: FrameSourceError(source: file.path, fault: .contents(told))) {
        try source.frame(levels: LevelSettings(black: .darkFrames([file.path])))
      }
    }
    let light = try TemporaryFile(KnownFrames.bytes())
    let error = #expect(throws: FrameSourceError.self) {
      try source.frame(levels: LevelSettings(black: .darkFrames([light.path])))
    }
    guard case .notDark(let refusals) = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(refusals.contains { $0.code == .tooBright })
  }

  @Test func `the mean of frames is that of the frames asked for, and each is told as it comes`() throws {
    let bytes = try (1...4).flatMap { try KnownFrames.bytes(seed: $0) }
    let source = try Self.source(bytes)
    var steps: [Int] = []
    let measurement = try source.measurement(Self.settings { $0.frames = .first(3) }) { steps.append($0.done) }
    #expect(measurement.source.count == 3 && steps == [1, 2, 3])
    var average = FrameAverage(try KnownFrames.frame().replacingLevels(measurement.source.levels))
    for seed: UInt64 in [2, 3] {
      try average.add(
        RawFrame(
          format: PixelFormat("RG10"), width: KnownFrames.width, height: KnownFrames.height,
          bytes: KnownFrames.bytes(seed: seed), levels: measurement.source.levels))
    }
    #expect(measurement.source.frame == average.mean())
  }

  @Test func `a simulated camera is a source, and its card has the gains of its light`() throws {
    let camera = SimulatedCamera()
    let source = try CameraFrameSource(camera)
    #expect(source.name == "simulated:" && source.facts.levels == camera.levels)
    var settings = MeasurementSettings()
    (settings.frames, settings.profile) = (.first(2), SimulatedCamera.profile)
    let measurement = try source.measurement(settings)
    #expect(measurement.source.count == 2 && measurement.source.blackOrigin == .device)
    guard case .ok(let card) = measurement.verdict, let truth = camera.truth.gains else {
      Issue.record("\(measurement.verdict)")
      return
    }
    let (gains, errors) = (card.gains.value, card.gains.standardError)
    #expect(Tolerance.fourStandardErrors.allows(abs(gains.red - truth.red) / errors.red))
    #expect(Tolerance.fourStandardErrors.allows(abs(gains.blue - truth.blue) / errors.blue))
    // The mean of two frames has another scale than the level that the camera tells.
    settings.levels.black = .given(try #require(camera.levels).black)
    #expect(try !source.measurement(settings).warnings.map(\.code).contains("other-black"))
  }

  @Test func `a camera whose gains nobody knows is not measured`() throws {
    let camera = SimulatedCamera()
    try camera.set(.autoWhiteBalance, to: 1)
    let error = try #require(throws: FrameSourceError.self) { try CameraFrameSource(camera) }
    #expect("\(error)".contains("automatic white balance is on"))
    try camera.set([.autoWhiteBalance: 0])
    try camera.set([.redBalance: 512, .blueBalance: 366])
    var settings = MeasurementSettings()
    (settings.frames, settings.profile) = (.first(2), SimulatedCamera.profile)
    guard case .ok(let card) = try CameraFrameSource(camera).measurement(settings).verdict,
      let truth = camera.truth.gains
    else {
      Issue.record("the card is refused")
      return
    }
    #expect(Tolerance.fourStandardErrors.allows(abs(card.gains.value.red - truth.red) / card.gains.standardError.red))
  }

  /// A source as somebody outside of the library would write it.
  private struct OwnSource: FrameSource {
    let name = "own"
    let layout: FrameLayout
    let facts: SourceFacts
    let bytes: [UInt8]
    /// The number of frames that it has.
    var frameCount = Int.max

    func reader(of frames: FrameSelection) -> any FrameReader { Reader(source: self) }

    private final class Reader: FrameReader {
      let source: OwnSource
      private var left: Int

      init(source: OwnSource) { (self.source, left) = (source, source.frameCount) }

      func next() throws(FrameSourceError) -> RawFrame? {
        left -= 1
        guard left >= 0 else { return nil }
        let layout = source.layout
        do throws(RawFrameError) {
          return try RawFrame(format: layout.format, width: layout.width, height: layout.height, bytes: source.bytes)
        } catch { throw FrameSourceError(source: source.name, fault: .frame(error)) }
      }
    }
  }

  @Test func `a type that is a frame source can be measured without anything else`() throws {
    let levels = try SampleLevels(black: 64, white: 1000)
    let own = OwnSource(
      layout: try RawFileSourceTests.layout(), facts: SourceFacts(levels: levels), bytes: try KnownFrames.bytes())
    let known = FrameInMemory(try KnownFrames.frame(), name: "known", facts: SourceFacts(levels: levels))
    #expect(try Self.gains(own.measurement()) == Self.gains(known.measurement()))
  }

  @Test func `a source with fewer frames than are asked for is an error, and no mean of fewer`() throws {
    var settings = MeasurementSettings()
    settings.frames = .first(4)
    let known = FrameInMemory(try KnownFrames.frame(), name: "known")
    #expect(throws: FrameSourceError(source: "known", fault: .request("it has one frame, and 4 are asked for"))) {
      try known.measurement(settings)
    }
    var own = OwnSource(layout: try RawFileSourceTests.layout(), facts: SourceFacts(), bytes: try KnownFrames.bytes())
    for count in [0, 3] {
      own.frameCount = count
      let text = "it ended after \(count) of the 4 frames that are asked for"
      #expect(throws: FrameSourceError(source: "own", fault: .request(text))) { try own.measurement(settings) }
    }
    own.frameCount = 4
    #expect(throws: Never.self) { try own.measurement(settings) }
  }

  @Test func `a camera tells the exposure that it has, and none where it sets it by itself`() throws {
    let camera = SimulatedCamera()
    try camera.set(.autoExposure, to: 1)
    let manual = try CameraFrameSource(camera).facts.exposure
    #expect(manual.duration == 0.01 && manual.iso == 100)
    // The device exposes by its aperture: V4L2_EXPOSURE_APERTURE_PRIORITY.
    try camera.set(.autoExposure, to: 3)
    #expect(try CameraFrameSource(camera).facts.exposure == .unknown)
  }

  @Test func `a camera is released with its reader`() throws {
    let source = try CameraFrameSource(SimulatedCamera())
    for _ in 1...2 { #expect(try source.reader(of: .only).next() != nil) }
  }

  @Test func `an unplugged camera is a device that failed, after so many frames`() throws {
    let camera = SimulatedCamera()
    let source = try CameraFrameSource(camera)
    let reader = try source.reader(of: .first(3))
    _ = try reader.next()
    camera.unplug()
    let text = "the simulated camera was unplugged, after 1 of 3 frames"
    #expect(throws: FrameSourceError(source: "simulated:", fault: .device(text))) { try reader.next() }
  }
}
