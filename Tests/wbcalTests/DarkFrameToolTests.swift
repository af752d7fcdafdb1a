import DeviceProfiles
import Foundation
import GrayCard
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// `wbcal measure --dark`, and where a black level comes from.
@Suite struct DarkFrameToolTests {
  static let geometry = ["--format", "RG10", "--width", "64", "--height", "48"]
  static let layout = "64 x 48 samples of RG10 with 128 bytes a row"
  static let pedestal = BayerValues(red: 60.0, greenOnRedRow: 63, greenOnBlueRow: 64, blue: 62)

  /// Frames of a sensor that gets `signal` in its red samples, twice as much in green, one and a half in blue.
  static func frames(_ count: Int, signal: Double, noise: Double = 2, code: String = "RG10", seed: UInt64) throws
    -> [UInt8]
  {
    var generator = SeededGenerator(seed: seed)
    let format = try PixelFormat(code)
    let pattern = try #require(format.bayerPattern)
    let factors: [BayerChannel: Double] = [.red: 1, .greenOnRedRow: 2, .greenOnBlueRow: 2, .blue: 1.5]
    return try (0..<count).flatMap { _ in
      try FrameWriter.bytes(format, width: 64, height: 48) { column, row in
        let channel = pattern.channel(column: column, row: row)
        let value = pedestal[channel] + signal * factors[channel, default: 0] + noise * generator.normal()
        return UInt16(min(max(value.rounded(), 0), Double(format.maximumSample)))
      }
    }
  }

  static func measure(_ card: ScratchFile, _ options: [String] = []) throws -> Tool.Result {
    try Tool.run(["measure", card.path, "--json"] + geometry + options)
  }

  @Test func `dark frames give the black of each channel with its error, and the true gains`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let dark = try ScratchFile(Self.frames(4, signal: 0, seed: 2))
    let object = try Self.measure(card, ["--dark", dark.path]).object()
    #expect(object["frame"]?["blackSource"]?.text == "dark frames")
    #expect(object["warnings"] == nil)
    let black = try #require(object["frame"]?["black"]?.array).compactMap(\.number)
    let errors = try #require(object["frame"]?["blackError"]?.array).compactMap(\.number)
    // Noise of 2 in four frames of 768 samples a channel: 0.036.
    try #require(black.count == 4 && errors.count == 4)
    for (value, (error, expected)) in zip(black, zip(errors, Self.pedestal.all)) {
      #expect(error > 0.03 && error < 0.1)
      #expect(Tolerance.fourStandardErrors.allows(abs(value - expected) / error))
    }
    let gains = try #require(object["gains"]?.numbers)
    #expect(Tolerance.noisyGains.allows(abs(gains["red", default: 0] / 2 - 1)))
    #expect(Tolerance.noisyGains.allows(abs(gains["blue", default: 0] / (4.0 / 3) - 1)))
    let text = try Tool.run(["measure", card.path, "--dark", dark.path] + Self.geometry)
    // The error is between 0.01 and 0.1, so its second digit is the third decimal.
    func short(_ level: Double) -> String { String(format: "%.3f", level) }
    let error = short(try #require(errors.largest()))
    #expect(
      text.values("frame") == [
        "RG10, 64 x 48, black \(black.map(short).joined(separator: " ")) ± \(error) (from dark frames), white 1023"
      ])
  }

  @Test func `dark frames in several files are as many in one`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let bytes = try Self.frames(5, signal: 0, seed: 2)
    let (whole, first, second) = (
      try ScratchFile(bytes), try ScratchFile(Array(bytes[..<(2 * 6144)])), try ScratchFile(Array(bytes[(2 * 6144)...]))
    )
    let together = try Self.measure(card, ["--dark", whole.path]).object()
    let apart = try Self.measure(card, ["--dark", first.path, "--dark", second.path]).object()
    #expect(together == apart)
  }

  @Test func `dark frames go before the profile, and without both black is assumed`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let dark = try ScratchFile(Self.frames(1, signal: 0, seed: 2))
    func source(_ options: [String]) throws -> String? {
      try Self.measure(card, options).object()["frame"]?["blackSource"]?.text
    }
    let profile = ["--profile", SampleFiles.profile]
    #expect(try source([]) == "assumed")
    #expect(try source(profile) == "profile")
    #expect(try source(profile + ["--black", "60"]) == "option")
    #expect(try source(profile + ["--dark", dark.path]) == "dark frames")
    #expect(try source(["--white", "1000"]) == "assumed")
  }

  @Test func `a profile's black is ignored with dark frames, its error too`() throws {
    var profile = try DeviceProfile(iccBytes: Array(Data(contentsOf: URL(filePath: SampleFiles.profile))))
    // Above the white level that is given, with which it would be no level.
    profile.levels = try SampleLevels(black: 950, white: 1023, blackError: 40)
    let file = try ScratchFile(profile.iccBytes())
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let dark = try ScratchFile(Self.frames(4, signal: 0, seed: 2))
    let options = ["--dark", dark.path, "--white", "900"]
    let alone = try Self.measure(card, options).object()
    let beside = try Self.measure(card, options + ["--profile", file.path]).object()
    #expect(alone["frame"]?["blackSource"]?.text == "dark frames")
    for key in ["frame", "gains", "neutral"] { #expect(beside[key] == alone[key], "\(key)") }
    #expect(try Self.measure(card, ["--profile", file.path]).object()["frame"]?["black"]?.array?.first == .number(950))
  }

  @Test func `a black level that the frames contradict ends with 2, both levels and what to do`() throws {
    let geometry = ["--format", "RG10", "--width", "160", "--height", "120", "--region", "44,34,72,52", "--json"]
    let file = try ScratchFile(PedestalCard.bytes(seed: 5) + PedestalCard.bytes(seed: 6))
    for frames in ["1", "2"] {
      let arguments = ["measure", file.path, "--frames", frames] + geometry
      let result = try Tool.run(arguments + ["--black", "16"])
      #expect(result.status == 2)
      let reason = try #require(result.object()["reasons"]?.array?.first)
      #expect(reason["code"]?.text == "black-level" && reason["limit"]?.number == 16)
      #expect(Tolerance.seenBlackAround.allows(abs(try #require(reason["value"]?.number) - 64)))
      let reasons = try result.object().refusals()
      #expect(
        result.message
          == refused(
            "\(file.path), region 44,34,72,52", reasons.map { "\($0) (--black or --dark)" }))
      #expect(try Tool.run(arguments + ["--black", "16", "--limit", "black-level=10"]).status == 0)
      let right = try Tool.run(arguments + ["--black", "64"])
      #expect(right.status == 0)
      #expect(try right.object()["warnings"] == nil)
      let high = try Tool.run(arguments + ["--black", "67"]).object()
      #expect(high["warnings"]?.array?.compactMap { $0["code"]?.text } == ["below-black"])
      let higher = try Tool.run(arguments + ["--black", "90"])
      #expect(try higher.status == 2 && higher.object().codes("reasons") == ["black-level"])
    }
  }

  @Test func `black that nobody told, and that the frame does not tell, is refused with the way out`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let measured = try Self.measure(card)
    let object = try measured.object()
    #expect(measured.status == 2)
    #expect(object.codes("reasons") == ["black-unknown"] && object.codes("warnings") == ["black-assumed"])
    #expect(object["frame"]?["black"]?.array == [.number(0), .number(0), .number(0), .number(0)])
    #expect(object["frame"]?["blackSource"]?.text == "assumed")
    #expect(try Self.measure(card, ["--black", "0"]).object()["warnings"] == nil)
    #expect(try Tool.run("measure", "--json").object()["warnings"] == nil)
  }

  @Test func `the error of a black level is told with it`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let object = try Self.measure(card, ["--black", "60,63,64,62", "--black-error", "0.25"]).object()
    #expect(object["frame"]?["blackError"]?.array == Array(repeating: .number(0.25), count: 4))
    #expect(try Self.measure(card, ["--black", "60"]).object()["frame"]?["blackError"] == nil)
  }

  @Test func `a profile shows the error of its black level`() throws {
    var profile = try DeviceProfile(contentsOf: SampleFiles.profile)
    for (error, text) in [(0.0, "black level   64"), (2.5, "black level   64.0 ± 2.5")] {
      profile.levels = try SampleLevels(
        black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023),
        blackError: BayerValues(repeating: error))
      let file = try ScratchFile(profile.iccBytes())
      #expect(try Tool.run("profile", "show", file.path).output.contains("\(text)\n"))
      let object = try Tool.run("profile", "show", file.path, "--json").object()
      #expect(object["blackError"]?["red"]?.number == (error > 0 ? error : nil))
    }
  }

  @Test func `frames that are not dark end with 2 and the reasons`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let result = try Self.measure(card, ["--dark", card.path])
    #expect(result.status == 2)
    #expect(try result.object()["error"]?.text == result.message)
    let frame = try RawFrame(
      format: PixelFormat("RG10"), width: 64, height: 48, bytes: [UInt8](Data(contentsOf: card.url)))
    guard case .refused(let refusals) = try DarkFrameEstimator().verdict(on: FrameAverage(frame)) else {
      Issue.record("the card's frame was taken for dark")
      return
    }
    #expect(refusals.map(\.code) == [.tooBright, .channelsDiffer])
    #expect(result.message == listed("\(card.path): not dark", refusals.map(\.description)))
  }

  @Test func `dark frames of another size or format are bad data, with what was expected`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let eightBits = try ScratchFile(Self.frames(1, signal: 0, code: "RGGB", seed: 2))
    let cut = try ScratchFile(Array(Self.frames(2, signal: 0, seed: 2).dropLast(100)))
    for (file, count) in [(eightBits, 3072), (cut, 12188), (try ScratchFile([]), 0)] {
      let result = try Self.measure(card, ["--dark", file.path])
      #expect(result.status == 65)
      #expect(
        result.message
          == MessagesTests.noWholeFrames(file.path, bytes: count, layout: Self.layout, bytesPerFrame: 6144))
    }
    #expect(try Self.measure(card, ["--dark", "/nonexistent.raw"]).status == 66)
  }

  @Test func `dark frames are not written over, by a picture or a DNG`() throws {
    let card = try ScratchFile(Self.frames(1, signal: 100, seed: 1))
    let frames = try Self.frames(4, signal: 0, seed: 2)
    let dark = try ScratchFile(frames)
    for arguments in [
      ["measure", card.path, "--show", dark.path],
      ["dng", card.path, "--profile", SampleFiles.profile, "--output", dark.path],
    ] {
      let result = try Tool.run(arguments + ["--dark", dark.path] + Self.geometry)
      #expect(result.status == 64 && result.message == MessagesTests.wasRead(dark.path), "\(result)")
      #expect(try Array(Data(contentsOf: dark.url)) == frames)
    }
  }
}

/// `wbcal measure --frames` on files.
@Suite struct FrameCountTests {
  private typealias Frames = DarkFrameToolTests

  @Test func `the mean of N frames is measured, and its noise falls`() throws {
    let file = try ScratchFile(Frames.frames(16, signal: 100, noise: 8, seed: 3))
    func error(_ count: Int) throws -> Double {
      let object = try Frames.measure(file, ["--black", "60,63,64,62", "--frames", "\(count)"]).object()
      #expect(object["frame"]?["count"]?.number == (count > 1 ? Double(count) : nil))
      #expect(object["frame"]?["format"]?.text == "RG10")
      #expect(object["frame"]?["black"]?.array?.first?.number == 60)
      return try #require(object["standardError"]?.numbers?["red"])
    }
    let (one, sixteen) = (try error(1), try error(16))
    #expect(Tolerance.errorsOf192.allows(abs(one / sixteen / 4 - 1)), "\(one) \(sixteen)")
  }

  @Test func `equal frames measure as one of them, to the last bit`() throws {
    let one = try Frames.frames(1, signal: 100, seed: 4)
    let (single, several) = (try ScratchFile(one), try ScratchFile(one + one + one))
    let options = ["--black", "60,63,64,62"]
    let expected = try Frames.measure(single, options).object()
    let object = try Frames.measure(several, options + ["--frames", "3"]).object()
    for key in ["neutral", "gains", "verdict", "region"] { #expect(object[key] == expected[key], "\(key)") }
    // The first of several, and the one of one.
    for file in [single, several] {
      #expect(try Frames.measure(file, options + ["--frames", "1"]).object()["gains"] == expected["gains"])
    }
    #expect(
      try Tool.run(["measure", several.path, "--frames", "3"] + options + Frames.geometry).values("frame")
        == ["mean of 3 frames, RG10, 64 x 48, black 60 63 64 62, white 1023"])
  }

  @Test func `frames lie a stride times the rows apart, and the last may end with its samples`() throws {
    let format = try PixelFormat("RG10")
    var bytes: [UInt8] = []
    for number in 0..<3 as Range<UInt16> {
      bytes += try FrameWriter.bytes(format, width: 64, height: 48, bytesPerRow: 160) { column, row in
        300 + 100 * number + UInt16((column + row) % 3)
      }
    }
    for file in [try ScratchFile(bytes), try ScratchFile(Array(bytes.dropLast(32)))] {
      let object = try Frames.measure(file, ["--stride", "160", "--black", "0", "--frames", "3"]).object()
      let green = try #require(object["neutral"]?.numbers?["green"])
      #expect(Tolerance.meanOfRamp.allows(abs(green - 401.0 / 1023)), "\(green)")
    }
    let short = try ScratchFile(Array(bytes.dropLast(33)))
    #expect(try Frames.measure(short, ["--stride", "160", "--frames", "3"]).status == 65)
    let message = try Frames.measure(ScratchFile(bytes), ["--stride", "160"]).message
    #expect(message.contains("--frames 3 takes the mean of 3 frames"), "\(message)")
  }

  @Test func `a sample clipped in one of the frames refuses the card`() throws {
    let format = try PixelFormat("RG10")
    let bytes = try (0..<8).flatMap { number in
      try FrameWriter.bytes(format, width: 64, height: 48) { column, row in
        number == 5 && column / 2 % 8 == 0 ? 1023 : 400 + UInt16((column + row) % 5)
      }
    }
    let result = try Frames.measure(ScratchFile(bytes), ["--black", "0", "--frames", "8"])
    #expect(result.status == 2)
    #expect(try result.object().codes("reasons").contains("clipped"))
    #expect(try Frames.measure(ScratchFile(bytes), ["--black", "0", "--frames", "5"]).status == 0)
  }

  @Test func `a file with fewer frames is bad data, and tells how many it has`() throws {
    let file = try ScratchFile(Frames.frames(3, signal: 100, seed: 4) + Array(repeating: 0, count: 6143))
    let result = try Frames.measure(file, ["--frames", "5"])
    #expect(result.status == 65)
    #expect(
      result.message
        == MessagesTests.tooFewFrames(
          file.path, bytes: 24_575, frames: 3, of: 5, layout: Frames.layout, bytesPerFrame: 6144))
    // Without --frames a file of several frames has another size than was said, as ever.
    #expect(
      try Frames.measure(file).message
        == MessagesTests.otherSize(file.path, bytes: 24_575, layout: Frames.layout, fills: 6144))
    let whole = try ScratchFile(Frames.frames(3, signal: 100, seed: 4))
    #expect(
      try Frames.measure(whole).message
        == MessagesTests.otherSize(whole.path, bytes: 18_432, layout: Frames.layout, fills: 6144, frames: 3))
  }
}
