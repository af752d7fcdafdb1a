#if os(Linux)
  public import RawFrames

  /// A format as a driver lists it.
  public struct CaptureFormat: Hashable, Sendable {
    public let fourCC: FourCC
    /// The driver's own words for it.
    public let name: String
    /// How to read its frames, or `nil` where it is not a raw format (or one that ``PixelFormat`` does not know).
    public var pixelFormat: PixelFormat? { try? PixelFormat(fourCC) }
  }

  /// In samples.
  public struct FrameSize: Hashable, Sendable {
    public var width, height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  extension FrameSize: CustomStringConvertible {
    public var description: String { "\(width) x \(height)" }
  }

  /// The sizes in which a driver offers a format.
  public enum FrameSizes: Hashable, Sendable {
    case discrete([FrameSize])
    /// Any size between two, `step` apart in each direction.
    case range(from: FrameSize, through: FrameSize, step: FrameSize)

    public func contains(_ size: FrameSize) -> Bool {
      switch self {
      case .discrete(let sizes):
        sizes.contains(size)
      case .range(let least, let greatest, let step):
        (least.width...greatest.width).contains(size.width) && (least.height...greatest.height).contains(size.height)
          && (size.width - least.width).isMultiple(of: step.width)
          && (size.height - least.height).isMultiple(of: step.height)
      }
    }
  }

  /// A raw format that a device is set to, checked: the sizes fit one another.
  public struct ActiveFormat: Hashable, Sendable {
    public let pixelFormat: PixelFormat
    public let size: FrameSize
    /// The distance from one row to the next.
    public let bytesPerRow: Int
    /// The bytes of a whole frame, with all that the driver puts behind the last sample.
    public let imageSize: Int
    /// The bytes from the first sample to the last, padding between rows included.
    let byteCount: Int
  }
#endif
