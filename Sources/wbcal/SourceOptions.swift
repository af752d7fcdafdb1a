import ArgumentParser
import RawFrames

/// Where a frame comes from, and what its bytes mean.
struct SourceOptions: ParsableArguments {
  @Argument(help: "A raw file, or a camera such as /dev/video0. None: the bundled sample frame.")
  var source: String?

  @Option(
    help: ArgumentHelp(
      "The pixel format, by its V4L2 code, such as RG10. A camera: the one it is set to, or its deepest Bayer format.",
      valueName: "code"))
  var format: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Samples in a row.", valueName: "samples"))
  var width: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Rows.", valueName: "rows"))
  var height: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Bytes from one row to the next; without padding if not given. Files only.", valueName: "bytes"))
  var stride: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The black level, or four: red, green beside red, green beside blue, blue. The profile's, or 0.",
      valueName: "level"))
  var black: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value at which a sample is clipped, or four. The profile's, or the format's largest.", valueName: "level"))
  var white: LevelArgument?

  func validate() throws {
    if source == nil {
      let given: [(String, Bool)] = [
        ("--format", format != nil), ("--width", width != nil), ("--height", height != nil),
        ("--stride", stride != nil),
        ("--black", black != nil), ("--white", white != nil),
      ]
      if let option = given.first(where: \.1)?.0 {
        throw ValidationError("\(option) needs a SOURCE, a raw file or a camera; the sample frame has its own")
      }
    }
  }

  /// Whether the levels are the user's own words, and so is a fault in them.
  private var givesLevels: Bool { black != nil || white != nil }

  var isDevice: Bool { source?.hasPrefix("/dev/") ?? false }

  func pixelFormat() throws -> PixelFormat? {
    do { return try format.map { code throws(RawFrameError) in try PixelFormat(code) } } catch {
      throw Failure(.usage, "--format: \(error)")
    }
  }

  /// Those of the options; where they are silent, the profile's; else the full range of the format.
  func levels(for format: PixelFormat, profile: SampleLevels?) throws -> SampleLevels {
    let fallback = profile ?? SampleLevels(fullRangeOf: format)
    let origin = givesLevels ? "--black, --white" : "the profile's levels"
    do throws(RawFrameError) {
      let levels = try SampleLevels(black: black?.values ?? fallback.black, white: white?.values ?? fallback.white)
      try levels.check(for: format)
      return levels
    } catch {
      throw Failure(
        givesLevels ? .usage : .badData,
        "\(origin): \(error)" + (givesLevels ? "" : "; give --black and --white for this format"))
    }
  }

  /// The raw file as a frame.
  func frameOfFile(_ path: String, profile: SampleLevels?) throws -> RawFrame {
    try InputFile.check(path)
    let missing = [("--format", format == nil), ("--width", width == nil), ("--height", height == nil)].filter(\.1)
    guard let pixelFormat = try pixelFormat(), let width, let height else {
      throw Failure(
        .usage,
        "\(path): a raw file does not say what it holds; \(missing.map(\.0).joined(separator: ", ")) must be given")
    }
    let levels = try levels(for: pixelFormat, profile: profile)
    let needed: (perRow: Int, total: Int)
    do throws(RawFrameError) {
      needed = try RawFrame.byteCount(format: pixelFormat, width: width, height: height, bytesPerRow: stride)
    } catch {
      throw Failure(.usage, "\(path): \(error)")
    }
    let bytes = try InputFile.bytes(path)
    // The padding behind the last row may be there or not. Anything else behind it means that the size is wrong.
    let (padded, overflow) = needed.perRow.multipliedReportingOverflow(by: height)
    guard overflow || bytes.count <= padded else {
      throw Failure(
        .badData,
        "\(path) has \(bytes.count) bytes, and \(width) x \(height) samples of \(pixelFormat.fourCC) with \(needed.perRow) bytes "
          + "a row fill \(padded); check --width, --height, --format and --stride")
    }
    do throws(RawFrameError) {
      return try RawFrame(
        format: pixelFormat, width: width, height: height, bytesPerRow: stride, bytes: bytes, levels: levels)
    } catch {
      throw Failure(.badData, "\(path): \(error); check --width, --height, --format and --stride")
    }
  }
}
