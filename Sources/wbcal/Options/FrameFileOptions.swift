import ArgumentParser
import DigitalNegatives
import GrayCard
import RawFrames

/// What the bytes of raw files and of a camera's frames mean.
struct FrameFileOptions: ParsableArguments {
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
      "Take the mean of so many frames: of a camera, or the first of a file in which they lie one after another, as "
        + "v4l2-ctl writes them.",
      valueName: "count"))
  var frames: Int?

  @OptionGroup(title: "Levels") var levels: LevelOptions

  func validate() throws {
    if let frames, !Self.frameCounts.contains(frames) {
      throw ValidationError(
        "--frames \(frames) is not valid; it must be \(Self.frameCounts.lowerBound) to \(Self.frameCounts.upperBound)")
    }
  }

  /// The noise of 1000 frames is a thirtieth of one frame's: what then is left is fixed pattern, the lamp and the lens.
  static let frameCounts = 1...1000

  /// The first option that is given.
  var firstGiven: String? { layoutGiven ?? levels.all.first(where: \.isGiven)?.name }

  /// The first of those that say what a raw file holds.
  private var layoutGiven: String? {
    let given: [(String, Bool)] = [
      ("--format", format != nil), ("--width", width != nil), ("--height", height != nil),
      ("--stride", stride != nil), ("--frames", frames != nil),
    ]
    return given.first(where: \.1)?.0
  }

  /// Refuses what a raw file would be refused for before anything is read.
  func checkComplete(beside option: String) throws {
    let needed = [("--format", format == nil), ("--width", width == nil), ("--height", height == nil)]
    if let missing = needed.first(where: \.1)?.0 {
      throw ValidationError("a raw frame does not say what it holds; \(missing) must be given beside \(option)")
    }
  }

  /// The frame of a raw file, a DNG or a camera.
  func source(_ path: String, profile: SampleLevels?) throws -> InputFrame {
    if Self.isDevice(path) { return InputFrame(source: try LiveCamera.frame(path, self, profile: profile)) }
    return try NegativeFile.isNegative(path)
      ? frameOfNegative(path) : InputFrame(source: frameOfFile(path, profile: profile))
  }

  /// Whether the source says itself what its frames hold.
  static func isDescribed(_ path: String) -> Bool { isDevice(path) || NegativeFile.isNegative(path) }

  /// The frame of a DNG, with the levels of the options or its own.
  private func frameOfNegative(_ path: String) throws -> InputFrame {
    if let option = layoutGiven {
      throw Failure(.usage, "\(option) is for raw files; \(path) is a DNG, which says itself what it holds")
    }
    let file = try NegativeFile(path)
    let frame = file.negative.frame
    do {
      let layout = try FrameLayout(
        format: frame.format, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow)
      let own = try levels.levels(for: layout, profile: frame.levels, origin: .file)
      return InputFrame(
        source: SourceFrame(try own.applied(to: frame), name: path, blackOrigin: own.origin), file: file)
    } catch let error as RawFrameError {
      throw Failure(.badData, "\(path): \(error)")
    } catch let error as BlackLevelError {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  static func isDevice(_ path: String) -> Bool { CameraSource.isCamera(path) }

  func pixelFormat() throws -> PixelFormat? {
    do { return try format.map { code throws(RawFrameError) in try PixelFormat(code) } } catch {
      throw Failure(.usage, "--format: \(error)")
    }
  }

  /// The raw file as a frame.
  private func frameOfFile(_ path: String, profile: SampleLevels?) throws -> SourceFrame {
    try InputFile.check(path)
    let layout = try layoutOfFile(path)
    var collector = FrameCollector(name: path, levels: try levels.levels(for: layout, profile: profile))
    do {
      if let frames {
        let file = try FrameFile(path, layout)
        guard file.count >= frames else {
          throw Failure(
            .badData,
            "\(path) has \(file.byteCount) bytes, and so \(file.count) of the \(frames) frames asked for: \(layout), "
              + "\(layout.spacing) bytes each; check --frames and \(Self.geometry)")
        }
        try file.forEach(first: frames) { try collector.add($0) }
      } else {
        try collector.add(onlyFrame(path, layout))
      }
    } catch let error as RawFrameError {
      throw Failure(.badData, "\(path): \(error); check \(Self.geometry)")
    } catch let error as BlackLevelError {
      throw Failure(.badData, "\(path): \(error)")
    }
    guard let result = collector.result else { preconditionFailure("at least one frame was asked for") }
    return result
  }

  private func layoutOfFile(_ path: String) throws -> FrameLayout {
    let missing = [("--format", format == nil), ("--width", width == nil), ("--height", height == nil)].filter(\.1)
    guard let pixelFormat = try pixelFormat(), let width, let height else {
      throw Failure(
        .usage,
        "\(path): a raw file does not say what it holds; \(missing.map(\.0).joined(separator: ", ")) must be given")
    }
    do throws(RawFrameError) {
      return try FrameLayout(format: pixelFormat, width: width, height: height, bytesPerRow: stride)
    } catch {
      throw Failure(.usage, "\(path): \(error)")
    }
  }

  /// The frame of a file that has one.
  private func onlyFrame(_ path: String, _ layout: FrameLayout) throws -> RawFrame {
    let bytes = try InputFile.bytes(path)
    // The padding behind the last row may be there or not. Anything else behind it means that the size is wrong.
    guard bytes.count <= layout.spacing else {
      let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: layout.spacing)
      let advice = rest == 0 ? "; --frames \(count) takes the mean of \(count) frames, or" : ";"
      throw Failure(
        .badData,
        "\(path) has \(bytes.count) bytes, and \(layout) fill \(layout.spacing)\(advice) check \(Self.geometry)")
    }
    return try layout.frame(bytes)
  }

  private static let geometry = "--width, --height, --format and --stride"
}
