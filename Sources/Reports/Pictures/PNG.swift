import CPNG

/// An encoder of 8-bit sRGB pictures as PNG files.
enum PNG {
  /// Returns a picture as a PNG file.
  ///
  /// - Parameters:
  ///   - width: The width, in pixels.
  ///   - height: The height, in pixels.
  ///   - pixels: The pixels row by row, each as red, green and blue.
  /// - Throws: ``PictureError`` with libpng's message.
  static func bytes(width: Int, height: Int, pixels: [UInt8]) throws(PictureError) -> [UInt8] {
    precondition(pixels.count == 3 * width * height, "\(pixels.count) bytes are not \(width) x \(height) pixels")
    var image = png_image()
    image.version = CPNG_ImageVersion
    (image.width, image.height, image.format) = (png_uint_32(width), png_uint_32(height), CPNG_RGB)
    // The first call only determines the number of bytes.
    var count = 0
    guard png_image_write_to_memory(&image, nil, &count, 0, pixels, 0, nil) != 0 else { throw failure(image) }
    var bytes = [UInt8](repeating: 0, count: count)
    guard png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil) != 0 else { throw failure(image) }
    return bytes
  }

  private static func failure(_ image: png_image) -> PictureError {
    let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return PictureError(description: "the picture could not be made: libpng: \(message)")
  }
}

/// The reason why libpng did not write a picture.
package struct PictureError: Error, CustomStringConvertible {
  package let description: String
}
