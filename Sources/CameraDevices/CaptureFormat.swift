public import RawFrames

/// A format as a driver lists it.
public struct CaptureFormat: Hashable, Sendable {
  /// The four-character code of the format.
  public let fourCC: FourCC
  /// The driver's name of the format.
  public let name: String
  /// The layout of the frames, or `nil` where ``/RawFrames/PixelFormat`` does not know the format or it is not raw.
  package var pixelFormat: PixelFormat? { try? PixelFormat(fourCC) }

  /// Creates a format from its code and its name.
  public init(fourCC: FourCC, name: String) {
    (self.fourCC, self.name) = (fourCC, name)
  }
}

/// The size of a frame, in samples.
public struct FrameSize: Hashable, Sendable {
  /// The numbers of columns and rows.
  public var width, height: Int

  /// Creates a size, in samples.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension FrameSize: CustomStringConvertible {
  /// The size as text, such as `1920 x 1080`.
  public var description: String { "\(width) x \(height)" }
}

/// The sizes in which a driver offers a format.
public enum FrameSizes: Hashable, Sendable {
  /// These sizes only.
  case discrete([FrameSize])
  /// All sizes between two, in steps of `step` in each direction.
  case range(from: FrameSize, through: FrameSize, step: FrameSize)

  /// Returns whether the driver offers this size.
  public func contains(_ size: FrameSize) -> Bool {
    switch self {
    case .discrete(let sizes):
      sizes.contains(size)
    case .range(let least, let greatest, let step):
      size.width >= least.width && size.width <= greatest.width
        && size.height >= least.height && size.height <= greatest.height
        && (size.width - least.width).isMultiple(of: step.width)
        && (size.height - least.height).isMultiple(of: step.height)
    }
  }
}

/// A raw format that a device is set to, with sizes that have been checked to fit each other.
public struct ActiveFormat: Hashable, Sendable {
  /// The layout of the samples.
  public let pixelFormat: PixelFormat
  /// The size of a frame, in samples.
  public let size: FrameSize
  /// The distance from one row to the next, in bytes.
  public let bytesPerRow: Int
  /// The number of bytes in a frame, including those that the driver adds after the last sample.
  package let imageSize: Int
  /// The number of bytes from the first sample to the last, including padding between rows.
  package let byteCount: Int

  package init(pixelFormat: PixelFormat, size: FrameSize, bytesPerRow: Int, imageSize: Int, byteCount: Int) {
    (self.pixelFormat, self.size, self.bytesPerRow) = (pixelFormat, size, bytesPerRow)
    (self.imageSize, self.byteCount) = (imageSize, byteCount)
  }

  /// Creates the format of frames in which every row but the last may have padding behind it.
  ///
  /// - Parameters:
  ///   - pixelFormat: The layout of the samples.
  ///   - size: The size of a frame, in samples.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  /// - Throws: ``/RawFrames/RawFrameError`` where no frame can have the size.
  public init(_ pixelFormat: PixelFormat, size: FrameSize, bytesPerRow: Int? = nil) throws(RawFrameError) {
    let needed = try RawFrame.byteCount(
      format: pixelFormat, width: size.width, height: size.height, bytesPerRow: bytesPerRow)
    // A frame's last row needs no padding, but the image that a driver gives has it.
    let (imageSize, isTooLarge) = needed.perRow.multipliedReportingOverflow(by: size.height)
    guard !isTooLarge else {
      throw .strideTooLong(bytesPerRow: needed.perRow, limit: Int.max / size.height, height: size.height)
    }
    self.init(
      pixelFormat: pixelFormat, size: size, bytesPerRow: needed.perRow, imageSize: imageSize,
      byteCount: needed.total)
  }
}
