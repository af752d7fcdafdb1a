#if os(Linux)
  internal import CVideo4Linux
  internal import RawFrames

  /// The two dialects of V4L2's capture interface, which differ only in their structures.
  enum BufferType: Sendable {
    case singlePlanar
    case multiPlanar

    var rawValue: UInt32 {
      switch self {
      case .singlePlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      case .multiPlanar: V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
      }
    }
  }

  /// A driver's description of its format, not yet checked. It has the same shape for both dialects.
  struct DriverFormat {
    var fourCC: FourCC
    var size: FrameSize
    var field: UInt32
    var planeCount: Int
    var bytesPerRow: Int
    var imageSize: Int

    init(_ format: v4l2_format, _ type: BufferType) {
      switch type {
      case .singlePlanar:
        let pixels = format.fmt.pix
        fourCC = FourCC(rawValue: pixels.pixelformat)
        size = FrameSize(width: Int(pixels.width), height: Int(pixels.height))
        field = pixels.field
        planeCount = 1
        bytesPerRow = Int(pixels.bytesperline)
        imageSize = Int(pixels.sizeimage)
      case .multiPlanar:
        let pixels = format.fmt.pix_mp
        fourCC = FourCC(rawValue: pixels.pixelformat)
        size = FrameSize(width: Int(pixels.width), height: Int(pixels.height))
        field = pixels.field
        planeCount = Int(pixels.num_planes)
        bytesPerRow = Int(pixels.plane_fmt.0.bytesperline)
        imageSize = Int(pixels.plane_fmt.0.sizeimage)
      }
    }

    /// Returns a request for a format. The driver fills in its own stride and image size.
    static func request(_ fourCC: FourCC, _ size: (width: UInt32, height: UInt32), _ type: BufferType) -> v4l2_format {
      var format = v4l2_format()
      format.type = type.rawValue
      switch type {
      case .singlePlanar:
        format.fmt.pix.width = size.width
        format.fmt.pix.height = size.height
        format.fmt.pix.pixelformat = fourCC.rawValue
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      case .multiPlanar:
        format.fmt.pix_mp.width = size.width
        format.fmt.pix_mp.height = size.height
        format.fmt.pix_mp.pixelformat = fourCC.rawValue
        format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix_mp.num_planes = 1
      }
      return format
    }

    /// Checks every number that is needed to read frames, and returns the format.
    ///
    /// The colour space is ignored: raw samples have none, and drivers report arbitrary values.
    func checked() throws(CaptureError.Reason) -> ActiveFormat {
      let pixelFormat: PixelFormat
      do { pixelFormat = try PixelFormat(fourCC) } catch { throw .notRaw(fourCC) }
      guard planeCount == 1 else { throw .severalPlanes(count: planeCount) }
      // Some drivers for progressive sensors leave the field order at "any".
      guard [V4L2_FIELD_NONE.rawValue, V4L2_FIELD_ANY.rawValue].contains(field) else {
        throw .interlaced(field: Int(field))
      }
      let needed: (perRow: Int, total: Int)
      do {
        // Drivers with only one stride may leave it at 0.
        needed = try RawFrame.byteCount(
          format: pixelFormat, width: size.width, height: size.height, bytesPerRow: bytesPerRow == 0 ? nil : bytesPerRow
        )
      } catch { throw .unusableFormat(fourCC, size, error) }
      // Drivers that know only the size of their buffers may report 0.
      guard imageSize == 0 || imageSize >= needed.total else {
        throw .bufferTooSmall(byteCount: imageSize, needed: needed.total)
      }
      return ActiveFormat(
        pixelFormat: pixelFormat, size: size, bytesPerRow: needed.perRow, imageSize: max(imageSize, needed.total),
        byteCount: needed.total)
    }
  }
#endif
