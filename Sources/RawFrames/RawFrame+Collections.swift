extension RawFrame {
  /// Creates a frame from any collection of bytes: Foundation's `Data`, a slice, or a buffer of memory, which is
  /// copied.
  ///
  /// The parameters and errors are those of the initializer that takes an array. An array is taken without a copy.
  public init(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, bytes: some Collection<UInt8>,
    levels: SampleLevels? = nil, mosaic: ColorMosaic? = nil
  ) throws(RawFrameError) {
    try self.init(
      format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: Array(bytes), levels: levels,
      mosaic: mosaic)
  }

  /// Creates a frame from samples as numbers, row by row without padding, and packs them as the format says.
  ///
  /// - Parameters:
  ///   - format: The layout of the frame's bytes.
  ///   - width: The number of samples in a row.
  ///   - height: The number of rows.
  ///   - samples: The raw values, exactly `width` times `height`, none above the format's largest value.
  ///   - levels: The black and white levels; `nil` for the full range of the format.
  ///   - mosaic: The places of colours; `nil` for those of the format.
  /// - Throws: ``RawFrameError``, among others ``RawFrameError/sampleCount(_:needed:)`` and
  ///   ``RawFrameError/sampleAboveFormat(_:maximum:format:)``.
  public init(
    format: PixelFormat, width: Int, height: Int, samples: some Collection<UInt16>, levels: SampleLevels? = nil,
    mosaic: ColorMosaic? = nil
  ) throws(RawFrameError) {
    let size = try Self.byteCount(format: format, width: width, height: height)
    guard samples.count == width * height else { throw .sampleCount(samples.count, needed: width * height) }
    let maximum = format.maximumSample
    if let sample = samples.first(where: { Int($0) > maximum }) {
      throw .sampleAboveFormat(Int(sample), maximum: maximum, format: format.fourCC)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.total)
    var rest = samples[...]
    for _ in 0..<height {
      format.packing.encode(Array(rest.prefix(width)), bitsPerSample: format.bitsPerSample, into: &bytes)
      rest = rest.dropFirst(width)
    }
    try self.init(format: format, width: width, height: height, bytes: bytes, levels: levels, mosaic: mosaic)
  }
}
