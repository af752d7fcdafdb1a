import ArgumentParser
import Calibration
import RawFrames

/// Charts in raw frames, in place of their readings.
struct ChartFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The charts are raw frames: the corners of the patches' outer edges, in samples: top left, top right, bottom right, "
        + "bottom left. One for all charts, or one for each.",
      valueName: "x,y,x,y,x,y,x,y"))
  var corners: [CornersArgument] = []

  @Option(help: ArgumentHelp("The frames' pixel format, by its V4L2 code, such as RG10.", valueName: "code"))
  var format: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Samples in a row.", valueName: "samples"))
  var width: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Rows.", valueName: "rows"))
  var height: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The black level, or four, as of measure; 0 if not given.", valueName: "level"))
  var black: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The value at which a sample is clipped, or four; the format's largest.", valueName: "level"))
  var white: LevelArgument?

  struct CornersArgument: ExpressibleByArgument {
    let points: [ChartFrame.Point]

    init?(argument: String) {
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
      guard numbers.count == 8, argument.count(where: { $0 == "," }) == 7, numbers.allSatisfy(\.isFinite) else {
        return nil
      }
      points = (0..<4).map { ChartFrame.Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }
  }

  func validate() throws {
    let given: [(String, Bool)] = [
      ("--format", format != nil), ("--width", width != nil), ("--height", height != nil), ("--black", black != nil),
      ("--white", white != nil),
    ]
    if corners.isEmpty {
      if let option = given.first(where: \.1)?.0 {
        throw ValidationError("\(option) needs --corners: without, a chart is a file of readings")
      }
    } else if let missing = given.prefix(3).first(where: { !$0.1 })?.0 {
      throw ValidationError("a raw frame does not say what it holds; \(missing) must be given beside --corners")
    }
  }

  /// The patches of the chart in a raw frame.
  func readings(_ path: String, corners: CornersArgument, reference: ChartReference) throws -> [ChartReading] {
    guard let columns = reference.columns else {
      throw Failure(
        .badData, "\(reference.name) names no grid, such as A1 to D6, so that corners do not tell its patches")
    }
    guard let format, let width, let height else { preconditionFailure("validate has not been called") }
    let bytes = try InputFile.bytes(path)
    let frame: RawFrame
    do {
      let pixels = try PixelFormat(format)
      let range = SampleLevels(fullRangeOf: pixels)
      let levels = try SampleLevels(black: black?.values ?? range.black, white: white?.values ?? range.white)
      try levels.check(for: pixels)
      frame = try RawFrame(format: pixels, width: width, height: height, bytes: bytes, levels: levels)
      let size = try RawFrame.byteCount(format: pixels, width: width, height: height, bytesPerRow: nil).total
      guard bytes.count == size else {
        throw Failure(
          .badData,
          "\(path) has \(bytes.count) bytes, and \(width) x \(height) samples of \(format) are \(size); check --format, "
            + "--width and --height")
      }
    } catch let error as RawFrameError {
      throw Failure(.usage, "\(path): \(error); check --format, --width, --height, --black and --white")
    }
    do throws(ChartFrameError) {
      return try ChartFrame(
        corners: corners.points, columns: columns, rows: reference.patches.count / columns
      ).readings(of: frame, names: reference.patches.map(\.name))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
