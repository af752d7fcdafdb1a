internal import CTurboJPEG

/// An encoder of pictures as JPEG, for one thread at a time.
final class JPEGEncoder {
  private let handle: tjhandle
  /// The quality, from 1 to 100. At 85 a gray card has no visible blocks.
  private static let quality: Int32 = 85

  /// Creates an encoder, or returns `nil` where memory is short.
  init?() {
    guard let handle = tjInitCompress() else { return nil }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// The number of pixels of 320 x 240.
  private static let smallPixelCount = 76_800

  /// Returns the picture as a JPEG file, or `nil` where the library fails.
  func bytes(of picture: FramePreview) -> [UInt8]? {
    let (width, height) = (Int32(picture.width), Int32(picture.height))
    // A small picture is enlarged on the page, and its file is small anyway.
    let isSmall = picture.width * picture.height <= Self.smallPixelCount
    let sampling = Int32((isSmall ? TJSAMP_444 : TJSAMP_420).rawValue)
    let most = tjBufSize(width, height, sampling)
    guard most != UInt.max else { return nil }
    var size = UInt(most)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(most)) { buffer, count in
      var target = buffer.baseAddress
      let status = picture.pixels.withUnsafeBufferPointer { pixels in
        tjCompress2(
          handle, pixels.baseAddress, width, 0, height, Int32(TJPF_RGB.rawValue), &target, &size, sampling,
          Self.quality,
          Int32(TJFLAG_NOREALLOC))
      }
      failed = status != 0
      count = failed ? 0 : Int(size)
    }
    return failed ? nil : bytes
  }
}
