import CPNG
import DeviceProfiles
import DigitalNegatives
import Foundation
import GrayCard
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@testable import Reports
@testable import wbcal

/// The pictures of `measure --show`, read back by libpng.
@Suite struct PictureTests {
  struct Shown {
    let width, height: Int
    private let pixels: [UInt8]

    init(_ path: String) throws {
      let bytes = try Array(Data(contentsOf: URL(filePath: path)))
      var image = png_image()
      image.version = CPNG_ImageVersion
      let begun = png_image_begin_read_from_memory(&image, bytes, bytes.count)
      try #require(begun != 0, "\(path) is no PNG")
      image.format = CPNG_RGB
      (width, height) = (Int(image.width), Int(image.height))
      var pixels = [UInt8](repeating: 0, count: 3 * width * height)
      let finished = png_image_finish_read(&image, nil, &pixels, 0, nil)
      try #require(finished != 0, "\(path) cannot be read")
      self.pixels = pixels
    }

    subscript(x: Int, y: Int) -> [UInt8] { Array(pixels[3 * (y * width + x)..<3 * (y * width + x) + 3]) }
  }

  static let black: [UInt8] = [0, 0, 0]
  static let white: [UInt8] = [255, 255, 255]
  static let magenta: [UInt8] = [255, 0, 255]

  /// Runs `measure` with `--show` and reads what it wrote.
  static func show(
    _ arguments: [String], status: Int32 = 0
  ) throws -> (picture: Shown, object: JSONValue, result: Tool.Result) {
    let file = try ScratchFile([1, 2, 3])
    // Frames without noise tell no black.
    let isTold = arguments.contains("--black") || arguments.contains("--profile") || !arguments.contains("--format")
    let ofNothing = isTold ? [] : ["--black", "0"]
    let result = try Tool.run(
      ["measure", "--json", "--show", file.path] + arguments + ofNothing)
    #expect(result.status == status, "\(result.errors)")
    return (try Shown(file.path), try result.object(), result)
  }

  /// A frame of RG10 whose samples depend on channel and place, as a file.
  static func file(
    width: Int = 160, height: Int = 120, sample: (_ channel: BayerChannel, _ column: Int, _ row: Int) -> UInt16
  ) throws -> ScratchFile {
    try ScratchFile(
      FrameWriter.bytes(PixelFormat("RG10"), width: width, height: height) { column, row in
        sample(BayerPattern.rggb.channel(column: column, row: row), column, row)
      })
  }

  static func neutral(_ channel: BayerChannel) -> UInt16 {
    switch channel {
    case .red: 200
    case .greenOnRedRow, .greenOnBlueRow: 400
    case .blue: 300
    }
  }

  static func geometry(_ width: Int, _ height: Int) -> [String] {
    ["--format", "RG10", "--width", "\(width)", "--height", "\(height)"]
  }

  // MARK: - What is seen

  @Test func `the card is gray, and what lies around it is not`() throws {
    for (arguments, colors) in [
      ([], "profile"), ([SampleFiles.frame, "--black", "64"] + SampleFiles.geometry, "gains"),
    ] {
      let (picture, object, _) = try Self.show(arguments)
      #expect(picture.width == 80 && picture.height == 60)
      #expect(object["picture"]?["colors"]?.text == colors)
      #expect(object["picture"]?["width"]?.number == 80 && object["picture"]?["height"]?.number == 60)
      // The mean of the card, because a pixel has noise.
      var means = [0.0, 0, 0]
      for y in 24..<36 {
        for x in 24..<56 {
          for channel in 0..<3 { means[channel] += Double(picture[x, y][channel]) / (12 * 32) }
        }
      }
      #expect(means.allSatisfy { Tolerance.meanOfPicture.allows(abs($0 - 118)) }, "\(means)")
      // Wood.
      let wood = picture[4, 30]
      #expect(wood[0] > wood[1] && wood[1] > wood[2], "\(wood)")
    }
  }

  @Test func `through a profile the colours are those of the surfaces`() throws {
    // The sample's wood under daylight of 5200 K, adapted to D65 by Bradford's matrix and as bright beside the card as
    // the spectra say: computed with numpy from the CIE's tables.
    let wood = [159.7, 125.2, 78.3]
    let picture = try Self.show([]).picture
    var means = [0.0, 0, 0]
    for y in 0..<60 { for channel in 0..<3 { means[channel] += Double(picture[5, y][channel]) / 60 } }
    for (mean, expected) in zip(means, wood) {
      #expect(Tolerance.shownSurface.allows(abs(mean - expected)), "\(means)")
    }
  }

  /// A gray card on a wall of another colour as a DNG, whose samples are multiplied by the gains of its AnalogBalance.
  private static func negative(_ gains: WhiteBalanceGains) throws -> ScratchFile {
    let (card, wall): ([Double], [Double]) = ([180, 400, 252], [100, 120, 60])
    let file = try file { channel, column, row in
      let native = (40..<120).contains(column) && (30..<90).contains(row) ? card : wall
      let plane = channel == .red ? 0 : channel == .blue ? 2 : 1
      return 64 + UInt16(native[plane] * gains.vector[plane])
    }
    let frame = try RawFrame(
      format: PixelFormat("RG10"), width: 160, height: 120, bytes: Array(Data(contentsOf: file.url)),
      levels: SampleLevels(black: 64, white: 1023))
    let profile = try DeviceProfile(contentsOf: SampleFiles.profile)
    return try ScratchFile(DigitalNegative.made(of: frame, by: profile, analogBalance: gains).negative.dngBytes())
  }

  @Test func `gains that a camera has applied change no colour of the picture`() throws {
    let pictures = try [(1.0, 1.0), (2, 1.25)].map { red, blue in
      let file = try Self.negative(WhiteBalanceGains(red: red, green: 1, blue: blue))
      let (picture, object, _) = try Self.show([file.path, "--region", "48,36,64,48"])
      #expect(object["picture"]?["colors"]?.text == "profile")
      return picture
    }
    #expect(pictures[0][5, 5] == pictures[1][5, 5] && pictures[0][40, 30] == pictures[1][40, 30])
  }

  @Test func `a white map has the colours of its matrices`() throws {
    var profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: SampleFiles.profile))))
    let grid = WhiteMap.Grid(slope: 0, origin: .zero, spacing: SIMD2(1, 1), warmthCount: 1, tintCount: 1)
    profile.characterization = .whiteMap(
      WhiteMapCharacterization(
        matrices: try #require(profile.characterization.matrices),
        map: try WhiteMap(grid: grid, warmth: [0.1], tint: [0.1])))
    let file = try ScratchFile(try profile.iccBytes())
    let sample = [SampleFiles.frame, "--profile", file.path] + SampleFiles.geometry
    let (picture, object, _) = try Self.show(sample)
    #expect(object["picture"]?["colors"]?.text == "profile")
    #expect(picture[5, 30] == (try Self.show([]).picture[5, 30]))
  }

  @Test func `the region is outlined in white, and in black inside`() throws {
    let picture = try Self.show(["--region", "40,30,80,60"]).picture
    for x in 20...59 {
      for (edge, inside) in [(15, 16), (44, 43)] {
        #expect(picture[x, edge] == Self.white)
        if (21...58).contains(x) { #expect(picture[x, inside] == Self.black) }
      }
    }
    for y in 15...44 { #expect(picture[20, y] == Self.white && picture[59, y] == Self.white) }
    for (x, y) in [(19, 30), (60, 30), (40, 14), (40, 45), (40, 30)] {
      #expect(picture[x, y] != Self.white && picture[x, y] != Self.black, "\(x), \(y)")
    }
  }

  @Test func `what is clipped is magenta`() throws {
    let file = try Self.file { channel, column, row in column < 32 && row < 20 ? 1023 : Self.neutral(channel) }
    let picture = try Self.show([file.path] + Self.geometry(160, 120)).picture
    #expect(picture[3, 3] == Self.magenta && picture[15, 9] == Self.magenta)
    #expect(picture[16, 9] != Self.magenta && picture[15, 10] != Self.magenta)
  }

  @Test func `a block with a sample exactly at white is shown as clipped, and one below white is not`() throws {
    let format = try PixelFormat("RG10")
    let bytes = try FrameWriter.bytes(format, width: 4, height: 2) { column, _ in column < 2 ? 900 : 899 }
    let frame = try RawFrame(
      format: format, width: 4, height: 2, bytes: bytes, levels: SampleLevels(black: 64, white: 900))
    #expect(BinnedFrame(frame, longestSide: 2).isClipped == [true, false])
  }

  @Test func `a large frame is made small, and a region that it ends in is outlined there`() throws {
    let file = try Self.file(width: 2600, height: 40) { channel, _, _ in Self.neutral(channel) }
    let region = ["--region", "2000,8,600,32"]
    let (picture, object, _) = try Self.show([file.path] + region + Self.geometry(2600, 40))
    // Blocks of 4 x 4 samples.
    #expect(picture.width == 650 && picture.height == 10)
    #expect(picture[500, 5] == Self.white && picture[649, 9] == Self.white && picture[499, 5] != Self.white)
    #expect(object["verdict"]?.text == "ok")
  }

  // MARK: - Refused cards

  @Test func `a refused card is shown in the colours of gray world, and that is said`() throws {
    let file = try Self.file { channel, column, _ in column < 80 ? 1023 : Self.neutral(channel) }
    let arguments = [file.path, "--region", "0,0,80,120"] + Self.geometry(160, 120)
    let (picture, object, result) = try Self.show(arguments, status: 2)
    #expect(object["picture"]?["colors"]?.text == "gray-world")
    let shown = try #require(object["picture"]?["file"]?.text)
    let notes = object.messages("warnings") + ["the region is shown in \(shown), colours by gray-world"]
    #expect(
      result.message
        == refused("\(arguments[0]), region 0,0,80,120", try object.refusals().map(\.description), notes: notes))
    // As bright as can be.
    #expect(picture[60, 30] == Self.white && picture[20, 30] == Self.magenta)
  }

  @Test(arguments: [
    "-9223372036854775808,0,9,9", "9223372036854775807,0,9223372036854775807,4", "-10,-10,40,40",
  ])
  func `a region outside the frame is shown as far as it is inside`(region: String) throws {
    let picture = try Self.show(["--region", region], status: 2).picture
    #expect((picture[0, 0] == Self.white) == (region == "-10,-10,40,40"))
  }

  @Test(arguments: [(1, 1), (3, 2), (2, 300)]) func `a frame of any size is shown`(width: Int, height: Int) throws {
    let file = try Self.file(width: width, height: height) { _, _, _ in 0 }
    let (picture, object, _) = try Self.show([file.path] + Self.geometry(width, height), status: 2)
    #expect(picture.width == max(width / 2, 1) && picture.height == max(height / 2, 1))
    #expect(object["picture"]?["colors"]?.text == "raw")
  }

  // MARK: - Files

  @Test(arguments: ["/nonexistent/card.png", "/proc/card.png"])
  func `a picture that cannot be written ends with 74 and names the file`(path: String) throws {
    let result = try Tool.run("measure", "--show", path)
    #expect(result.status == 74 && result.message.hasPrefix(ToolMessages.notWritten(path, "")))
  }

  @Test func `what stands in the way of a picture is left as it was`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
    let place = folder.appending(path: "card.png")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("measure", "--show", place.path)
    #expect(result.status == 74)
    #expect(result.message == ToolMessages.notWritten(place.path, "Is a directory"))
    // And no other name is left beside it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["card.png"])
  }
}
