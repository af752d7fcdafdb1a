import RawFrames
import SystemPackage

#if os(Linux)
  import VideoCapture
#endif

/// Frames from a camera named on the command line.
enum LiveCamera {
  #if os(Linux)
    /// One frame, taken once the camera has settled.
    static func frame(_ path: String, _ options: SourceOptions, profile: SampleLevels?) throws -> RawFrame {
      guard options.stride == nil else {
        throw Failure(.usage, "--stride is for raw files; \(path) says itself how far its rows are apart")
      }
      let wanted = try options.pixelFormat()
      let frame: RawFrame
      do throws(CaptureError) {
        let device = try CaptureDevice(path: FilePath(path))
        try configure(device, wanted, width: options.width, height: options.height)
        var stream = try device.stream()
        for _ in 0..<settlingFrames { _ = try stream.nextFrame() }
        frame = try stream.nextFrame().frame
      } catch {
        throw Failure(error)
      }
      let levels = try options.levels(for: frame.format, profile: profile)
      do { return try frame.replacingLevels(levels) } catch { throw Failure(.usage, "\(path): \(error)") }
    }

    /// The first frames after a start are often dark or half exposed.
    private static let settlingFrames = 2

    /// Leaves the device as it is where that is a raw format and nothing else was asked for.
    private static func configure(
      _ device: borrowing CaptureDevice, _ wanted: PixelFormat?, width: Int?, height: Int?
    ) throws(CaptureError) {
      let current = try? device.currentFormat()
      let isBayer = current?.pixelFormat.bayerPattern != nil
      if let current, wanted.map({ $0 == current.pixelFormat }) ?? isBayer, width == nil, height == nil { return }
      let offered = try device.rawFormats().filter { $0.bayerPattern != nil }
      let deepest = offered.max { $0.bitsPerSample < $1.bitsPerSample }
      // A camera with monochrome formats alone keeps its own; reading the card then says what is wrong.
      guard let format = wanted ?? (isBayer ? current?.pixelFormat : deepest) ?? current?.pixelFormat else { return }
      if let width, let height {
        try device.setFormat(format, width: width, height: height)
      } else {
        // A size that is given by half or not at all: the driver's nearest to what it has.
        let size = current?.size ?? largestSize
        try device.setFormat(format, width: width ?? size.width, height: height ?? size.height, size: .nearest)
      }
    }

    /// More than any sensor has, so that the driver answers with the largest that it has.
    private static let largestSize = FrameSize(width: 16384, height: 16384)
  #else
    static func frame(_ path: String, _ options: SourceOptions, profile: SampleLevels?) throws -> RawFrame {
      throw Failure(.deviceFailed, "\(path): cameras can be read on Linux alone, through V4L2")
    }
  #endif
}

#if os(Linux)
  extension Failure {
    init(_ error: CaptureError) {
      switch error.reason {
      case .noSuchDevice: self.init(.noInput, error.description)
      case .formatRefused, .sizeRefused: self.init(.usage, error.description)
      default: self.init(.deviceFailed, error.description)
      }
    }
  }
#endif
