import CameraDevices
import RawFrames

/// Frames from a camera named on the command line.
enum LiveCamera {
  /// The frames asked for, taken once the camera has settled.
  static func frame(_ path: String, _ options: FrameFileOptions, profile: SampleLevels?) throws -> SourceFrame {
    guard options.stride == nil else {
      throw Failure(.usage, "--stride is for raw files; \(path) says itself how far its rows are apart")
    }
    let device = try open(path, options, try options.pixelFormat())
    let layout = try layout(of: device)
    // Before the camera runs: it does not wait while files are read.
    var collector = FrameCollector(
      name: path, levels: try options.levels.levels(for: layout, profile: device.levels ?? profile))
    try collect(options.frames ?? 1, of: device, into: &collector)
    guard let result = collector.result else { preconditionFailure("at least one frame was asked for") }
    return result
  }

  private static func open(
    _ path: String, _ options: FrameFileOptions, _ wanted: PixelFormat?
  ) throws -> any CameraBackend {
    let device = try CameraSource.open(path)
    do throws(CameraDeviceError) {
      try configure(device, wanted, width: options.width, height: options.height)
      return device
    } catch {
      throw Failure(error)
    }
  }

  private static func layout(of device: any CameraBackend) throws -> FrameLayout {
    do {
      let format = try device.currentFormat()
      return try FrameLayout(
        format: format.pixelFormat, width: format.size.width, height: format.size.height,
        bytesPerRow: format.bytesPerRow)
    } catch let error as CameraDeviceError {
      throw Failure(error)
    } catch {
      throw Failure(.deviceFailed, "\(device.name): \(error)")
    }
  }

  private static func collect(
    _ count: Int, of device: any CameraBackend, into collector: inout FrameCollector
  ) throws {
    var progress = Progress(count: count, of: "frame")
    defer { progress.end() }
    do {
      let stream = try device.stream(bufferCount: bufferCount)
      defer { stream.stop() }
      for _ in 0..<settlingFrames { _ = try stream.nextFrame() }
      while collector.count < count {
        try collector.add(stream.nextFrame().frame)
        progress.advance()
      }
    } catch let error as CameraDeviceError {
      let failure = Failure(error)
      guard count > 1 else { throw failure }
      throw Failure(failure.status, "\(failure.message), after \(collector.count) of \(count) frames")
    } catch {
      throw Failure(.badData, "\(device.name): \(error)")
    }
  }

  /// The frames that the device may fill ahead.
  private static let bufferCount = 4

  /// The first frames after a start are often dark or half exposed.
  private static let settlingFrames = 2

  /// Leaves the device as it is where that is a raw format and nothing else was asked for.
  private static func configure(
    _ device: any CameraBackend, _ wanted: PixelFormat?, width: Int?, height: Int?
  ) throws(CameraDeviceError) {
    let current = try? device.currentFormat()
    let isBayer = current?.pixelFormat.bayerPattern != nil
    if let current, wanted.map({ $0 == current.pixelFormat }) ?? isBayer, width == nil, height == nil { return }
    let offered = try device.rawFormats().filter { $0.bayerPattern != nil }
    let deepest = offered.max { $0.bitsPerSample < $1.bitsPerSample }
    // A camera with monochrome formats alone keeps its own; reading the card then says what is wrong.
    guard let format = wanted ?? (isBayer ? current?.pixelFormat : deepest) ?? current?.pixelFormat else { return }
    if let width, let height {
      try device.setFormat(format, size: FrameSize(width: width, height: height), match: .exact)
    } else {
      // A size that is given by half or not at all: the driver's nearest to what it has.
      let size = current?.size ?? largestSize
      try device.setFormat(
        format, size: FrameSize(width: width ?? size.width, height: height ?? size.height), match: .nearest)
    }
  }

  /// More than any sensor has, so that the driver answers with the largest that it has.
  private static let largestSize = FrameSize(width: 16384, height: 16384)
}
