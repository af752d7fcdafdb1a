#if os(Linux)
  internal import CVideo4Linux
  public import RawFrames
  internal import SystemPackage

  extension CaptureDevice {
    /// Returns all formats that the driver lists, raw or not.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    public func formats() throws(CaptureError) -> [CaptureFormat] { try listedFormats(of: nil) }

    /// Returns the formats that the driver lists, for frames with this bus code where one is given.
    private func listedFormats(of code: BusCode?) throws(CaptureError) -> [CaptureFormat] {
      let entries = try handle.list(.enumerateFormats) { index in
        var entry = v4l2_fmtdesc()
        entry.index = index
        entry.type = type.rawValue
        if let code { entry.mbus_code = code.rawValue }
        return entry
      }
      return (entries ?? []).map { CaptureFormat(fourCC: FourCC(rawValue: $0.pixelformat), name: text($0.description)) }
    }

    /// Returns the formats that the driver can make of frames with this bus code.
    func formats(of code: BusCode) throws(CaptureError) -> [CaptureFormat] {
      guard isSetByGraph else {
        let fitting = Set(code.pixelFormats.map(\.fourCC))
        return try formats().filter { fitting.contains($0.fourCC) }
      }
      return try listedFormats(of: code)
    }

    /// Returns the driver's answer to a request for a format, without setting it.
    func answer(to format: PixelFormat, _ size: FrameSize) throws(CaptureError) -> ActiveFormat {
      var request = request(for: format.fourCC, size)
      try handle.perform(.tryFormat, &request)
      return try checked(request, asked: format, size, match: .exact)
    }

    /// Returns the code and the size that the node is set to, even if such frames cannot be read.
    func presentFormat() throws(CaptureError) -> (fourCC: FourCC, size: FrameSize) {
      var format = v4l2_format()
      format.type = type.rawValue
      try handle.perform(.getFormat, &format)
      let present = DriverFormat(format, type)
      return (present.fourCC, present.size)
    }

    /// Throws ``CaptureError/Reason/busy(_:programs:)`` where the node streams to a program.
    ///
    /// The check requests no buffers, so an idle node stays as it is.
    func checkIdle() throws(CaptureError) {
      var request = v4l2_requestbuffers()
      request.type = type.rawValue
      request.memory = V4L2_MEMORY_MMAP.rawValue
      try handle.perform(.requestBuffers, &request)
    }

    /// Sets the code and the size that are nearest to these among the driver's.
    func setPresentFormat(_ fourCC: FourCC, _ size: FrameSize) throws(CaptureError) {
      var request = request(for: fourCC, size)
      try handle.perform(.setFormat, &request)
    }

    /// Returns the formats whose frames can be read, in the driver's order.
    ///
    /// - Throws: ``CaptureError/Reason/noRawFormat(offered:)`` where there is none.
    public func rawFormats() throws(CaptureError) -> [PixelFormat] {
      let offered = try formats()
      let raw = offered.compactMap(\.pixelFormat)
      guard !raw.isEmpty else { throw handle.error(.noRawFormat(offered: offered.map(\.fourCC))) }
      return raw
    }

    /// Returns the sizes in which the driver offers `format`, or `nil` where it lists none.
    ///
    /// Where it lists none, only ``setFormat(_:width:height:size:)`` can tell whether it has a size.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    package func frameSizes(for format: PixelFormat) throws(CaptureError) -> FrameSizes? {
      // A range has only one entry. Some drivers fail when asked for a second one.
      var first = v4l2_frmsizeenum()
      first.pixel_format = format.fourCC.rawValue
      switch handle.attempt(.enumerateFrameSizes, &first) {
      case nil: break
      case .invalidArgument?, .inappropriateIOCTLForDevice?: return nil
      case let errno?: throw CaptureError(path, .enumerateFrameSizes, errno)
      }
      guard first.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else { return FrameSizes(first.stepwise) }
      let entries = try handle.list(.enumerateFrameSizes) { index in
        var entry = v4l2_frmsizeenum()
        entry.index = index
        entry.pixel_format = format.fourCC.rawValue
        return entry
      }
      return .discrete(
        (entries ?? []).map { FrameSize(width: Int($0.discrete.width), height: Int($0.discrete.height)) })
    }

    /// Sets the format and the size of future frames.
    ///
    /// The frame rate is not changed. After an error the device keeps what the driver chose.
    ///
    /// - Parameters:
    ///   - format: The format to set.
    ///   - width: The width of a frame, in samples.
    ///   - height: The height of a frame, in samples.
    ///   - match: The behaviour where the driver does not have this size.
    /// - Returns: The format that the driver set, which is also ``currentFormat()``.
    /// - Throws: ``CaptureError/Reason/formatRefused(_:chosen:)``, ``CaptureError/Reason/sizeRefused(_:chosen:)``, or
    ///   what ``currentFormat()`` throws.
    @discardableResult
    public func setFormat(
      _ format: PixelFormat, width: Int, height: Int, size match: SizeMatch = .exact
    ) throws(CaptureError) -> ActiveFormat {
      let size = FrameSize(width: width, height: height)
      var request = request(for: format.fourCC, size)
      try handle.perform(.setFormat, &request)
      return try checked(request, asked: format, size, match: match)
    }

    /// Returns the format that the device is set to.
    ///
    /// - Throws: ``CaptureError/Reason/notRaw(_:)``, or another reason why its frames could not be read.
    public func currentFormat() throws(CaptureError) -> ActiveFormat {
      var format = v4l2_format()
      format.type = type.rawValue
      try handle.perform(.getFormat, &format)
      return try checked(DriverFormat(format, type))
    }

    /// Returns a request for a code and a size.
    ///
    /// Impossible sizes are clamped, so that the driver's answer still shows a size that it has.
    private func request(for fourCC: FourCC, _ size: FrameSize) -> v4l2_format {
      DriverFormat.request(
        fourCC, (UInt32(clamping: max(size.width, 1)), UInt32(clamping: max(size.height, 1))), type)
    }

    /// Returns the format of a driver's answer. Throws where the driver chose another one than what was asked.
    private func checked(
      _ answer: v4l2_format, asked format: PixelFormat, _ size: FrameSize, match: SizeMatch
    ) throws(CaptureError) -> ActiveFormat {
      let answer = DriverFormat(answer, type)
      guard answer.fourCC == format.fourCC else {
        throw handle.error(.formatRefused(format.fourCC, chosen: answer.fourCC))
      }
      guard match == .nearest || answer.size == size else {
        throw handle.error(.sizeRefused(size, chosen: answer.size))
      }
      return try checked(answer)
    }

    private func checked(_ format: DriverFormat) throws(CaptureError) -> ActiveFormat {
      do { return try format.checked() } catch { throw handle.error(error) }
    }
  }

  extension FrameSizes {
    /// Creates a range of sizes. Fails where the driver's range holds nothing.
    fileprivate init?(_ range: v4l2_frmsize_stepwise) {
      guard range.min_width <= range.max_width, range.min_height <= range.max_height else { return nil }
      self = .range(
        from: FrameSize(width: Int(range.min_width), height: Int(range.min_height)),
        through: FrameSize(width: Int(range.max_width), height: Int(range.max_height)),
        step: FrameSize(width: max(Int(range.step_width), 1), height: max(Int(range.step_height), 1)))
    }
  }
#endif
