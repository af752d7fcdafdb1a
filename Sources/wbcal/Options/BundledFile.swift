import CBundledFiles

/// The bytes of the files that come with the tool.
enum BundledFile {
  static var sampleJSON: [UInt8] { bytes(bundled_sample_json()) }
  static var sampleRaw: [UInt8] { bytes(bundled_sample_raw()) }
  static var sampleICC: [UInt8] { bytes(bundled_sample_icc()) }
  static var cameraJSON: [UInt8] { bytes(bundled_camera_json()) }

  private static func bytes(_ file: bundled_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
