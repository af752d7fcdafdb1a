import ArgumentParser
import CameraControl
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import RawFrames
import StillRaws
import SystemPackage

/// The options with the meaning of the bytes in raw files and in a camera's frames.
struct FrameFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The pixel format, by its V4L2 code, such as RG10. A camera: the one it is set to, or its deepest Bayer format.",
      valueName: "code"))
  var format: String?

  @Option(parsing: .unconditional, help: .width) var width: Int?
  @Option(parsing: .unconditional, help: .height) var height: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Bytes from one row to the next; without padding if not given. Files only.", valueName: "bytes"))
  var stride: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of frames to average: frames of a camera, or the first frames of a file that has them one after "
        + "another, as v4l2-ctl writes it.",
      valueName: "count"))
  var frames: Int?

  func validate() throws {
    if let frames, !FrameSelection.counts.contains(frames) {
      throw ValidationError("--frames", frames, mustBe: FrameSelection.counts)
    }
  }

  /// Throws for a format or a size that no frame has. A batch asks for it before it reads its first source.
  func checkValues() throws { _ = try layout(for: "--format, --width, --height") }

  /// Returns the layout that the options give; `nil` where one of them is missing.
  ///
  /// - Parameter name: The name at the beginning of messages.
  private func layout(for name: String) throws -> FrameLayout? {
    guard let format = try format.map(PixelFormat.init(option:)), let width, let height else { return nil }
    do throws(RawFrameError) {
      return try FrameLayout(format: format, width: width, height: height, bytesPerRow: stride)
    } catch { throw Failure(.usage, "\(name): \(error)") }
  }

  /// The name of the first option that is given.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--format", format != nil), ("--width", width != nil), ("--height", height != nil),
      ("--stride", stride != nil), ("--frames", frames != nil),
    ]
    return given.first(where: \.1)?.0
  }

  /// The names of the required options of a raw file that are missing.
  private var missing: [String] {
    [("--format", format == nil), ("--width", width == nil), ("--height", height == nil)].filter(\.1).map(\.0)
  }

  /// Throws for missing options of raw files, and for raw files beside others that these options would not fit, before
  /// anything is read.
  func checkComplete(for paths: [String]) throws {
    guard let raw = paths.first(where: { Self.isDescribed($0) == false }) else { return }
    if let other = paths.first(where: { Self.isDescribed($0) == true }) {
      throw ValidationError(
        "\(raw) is a raw file, which needs --format, --width and --height, and \(other) says itself what it holds; give files "
          + "of one kind in one call")
    }
    if !missing.isEmpty {
      throw ValidationError(
        "\(raw): a raw file does not say what it holds; \(missing.joined(separator: ", ")) must be given")
    }
  }

  /// Throws where standard input is named twice. The second would find nothing.
  static func checkStandardInput(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input, -, can be read once; give it once")
    }
  }

  /// Returns whether a file describes its own frames, or would if it were complete.
  ///
  /// The result is `nil` for a camera, which also takes these options. It is also `nil` for a missing or empty file,
  /// and for one that has no frames, which cause an error when they are opened.
  private static func isDescribed(_ path: String) -> Bool? {
    guard !NamedCamera.isCamera(path), let file = try? SourceFile(path: path), file.byteCount > 0 else { return nil }
    guard let kind = try? SourceKind(of: file) else { return nil }
    // A truncated DNG counts as described. Opening it then reports a truncated DNG instead of missing options.
    return kind.selfDescribed != nil || (try? file.beginsAsTIFF) == true
  }

  /// Opens a camera, standard input, or a file: samples alone, a DNG or a still.
  ///
  /// - Parameters:
  ///   - path: The name of the camera or the file; `-` for standard input.
  ///   - profile: The profile of a camera. A camera that balances by a temperature has no other source of its gains.
  ///   - isNoted: Whether the file is noted as one that no output may replace. A batch writes no file, and its names
  ///     would fill the memory.
  func open(_ path: String, profile: DeviceProfile?, isNoted: Bool = true) throws -> any FrameSource {
    if NamedCamera.isCamera(path) { return try camera(path, profile) }
    do {
      let file =
        path == "-" ? try SourceFile.standardInput() : try isNoted ? InputFile.find(path) : SourceFile(path: path)
      let kind = try SourceKind(of: file)
      if let words = kind.selfDescribed, let option = firstGiven {
        throw Failure(.usage, "\(option) is for raw files; \(file.name) is \(words), which says itself what it holds")
      }
      return try file.source(kind, stills: StillRawReader()) { try layout(of: file) }
    } catch let error as FrameSourceError { throw Failure(error) }
  }

  private func camera(_ path: String, _ profile: DeviceProfile?) throws -> any FrameSource {
    guard stride == nil else {
      throw Failure(.usage, "--stride is for raw files; \(path) says itself how far its rows are apart")
    }
    let (device, format) = (try NamedCamera.open(path), try format.map(PixelFormat.init(option:)))
    do throws(FrameSourceError) {
      return try CameraFrameSource(device, format: format, width: width, height: height, profile: profile)
    } catch { throw Failure(error) }
  }

  private func layout(of file: SourceFile) throws -> FrameLayout {
    let name = file.name
    guard let layout = try layout(for: name) else {
      guard file.byteCount > 0 else { throw Failure(.badData, "\(name) is empty") }
      guard try !file.beginsAsTIFF else {
        throw Failure(
          .badData,
          "\(name) begins as a DNG or another TIFF, but has no whole directory of tags; it is cut short or damaged")
      }
      let suffix = FilePath(name).extension?.lowercased() ?? ""
      guard !OutputFile.stills.contains(suffix) else {
        throw Failure(.badData, "\(name) does not begin as a .\(suffix) does; it is damaged, or another kind of file")
      }
      throw Failure(
        .usage, "\(name): a raw file does not say what it holds; \(missing.joined(separator: ", ")) must be given")
    }
    return layout
  }

  /// The frames to average.
  var selection: FrameSelection { frames.map { .first($0) } ?? .only }

  /// Reads the frame of a source, and shows the progress.
  func frame(of source: any FrameSource, levels: LevelOptions, profile: SampleLevels?) throws -> SourceFrame {
    levels.note()
    return try showingProgress { progress throws(FrameSourceError) in
      try source.frame(selection, levels: levels.settings, profile: profile, progress: progress)
    }
  }

  /// Measures the card of a source, and shows the progress.
  ///
  /// - Parameter levels: The options from which the levels of the settings come.
  func measurement(
    of source: any FrameSource, levels: LevelOptions, _ settings: MeasurementSettings
  ) throws -> CardMeasurement {
    levels.note()
    return try showingProgress { progress throws(FrameSourceError) in
      try source.measurement(settings, progress: progress)
    }
  }

  private func showingProgress<Result>(
    _ read: ((FrameProgress) -> Void) throws(FrameSourceError) -> Result
  ) throws -> Result {
    var line: Progress?
    defer { line?.clear() }
    do throws(FrameSourceError) {
      return try read { step in
        let shown = line ?? Progress(count: step.count, of: "frame")
        shown.advance(to: step.done)
        line = shown
      }
    } catch { throw Failure(error) }
  }
}
