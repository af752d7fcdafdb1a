#if os(Linux)
  import CVideo4Linux
  import RawFrames
  import SystemPackage

  extension FakeDriver.State {
    private var isMultiPlanar: Bool {
      (deviceCapabilities ?? capabilities) & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
    }

    /// Answers a request as a driver does: 0, or an `errno` with its sign changed.
    mutating func serve(_ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      if unknown.contains(code) { return -Errno.inappropriateIOCTLForDevice.rawValue }
      return switch code {
      case cv4l_querycap: queryCapabilities(&argument.assumingMemoryBound(to: v4l2_capability.self).pointee)
      case cv4l_enum_fmt: enumerate(&argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee)
      case cv4l_enum_framesizes: enumerate(&argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
      case cv4l_g_fmt: report(&argument.assumingMemoryBound(to: v4l2_format.self).pointee)
      case cv4l_try_fmt: judge(&argument.assumingMemoryBound(to: v4l2_format.self).pointee)
      case cv4l_s_fmt: set(&argument.assumingMemoryBound(to: v4l2_format.self).pointee)
      case cv4l_reqbufs: request(&argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee)
      case cv4l_querybuf: query(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
      case cv4l_qbuf: queue(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
      case cv4l_dqbuf: dequeue(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
      case cv4l_streamon: switchStream(on: true)
      case cv4l_streamoff: switchStream(on: false)
      default: serveControls(code, argument)
      }
    }

    private func queryCapabilities(_ answer: inout v4l2_capability) -> Int32 {
      put("fake", &answer.driver)
      put("A fake camera", &answer.card)
      put("platform:fake-000", &answer.bus_info)
      answer.version = 6 << 16 | 1 << 8 | 192
      answer.capabilities = capabilities | (deviceCapabilities == nil ? 0 : UInt32(V4L2_CAP_DEVICE_CAPS))
      answer.device_caps = deviceCapabilities ?? 0
      return 0
    }

    private func enumerate(_ answer: inout v4l2_fmtdesc) -> Int32 {
      guard Int(answer.index) < formats.count else { return -Errno.invalidArgument.rawValue }
      answer.pixelformat = formats[Int(answer.index)].rawValue
      // As long as the field: without a zero behind it.
      put("thirty-two characters, all taken", &answer.description)
      return 0
    }

    private func enumerate(_ answer: inout v4l2_frmsizeenum) -> Int32 {
      guard Int(answer.index) < frameSizes.count else { return -Errno.invalidArgument.rawValue }
      let (index, code) = (answer.index, answer.pixel_format)
      answer = frameSizes[Int(index)]
      (answer.index, answer.pixel_format) = (index, code)
      return 0
    }

    private func report(_ answer: inout v4l2_format) -> Int32 {
      if isMultiPlanar {
        answer.fmt.pix_mp.pixelformat = fourCC.rawValue
        answer.fmt.pix_mp.width = width
        answer.fmt.pix_mp.height = height
        answer.fmt.pix_mp.field = field
        answer.fmt.pix_mp.num_planes = planeCount
        answer.fmt.pix_mp.plane_fmt.0.bytesperline = bytesPerRow
        answer.fmt.pix_mp.plane_fmt.0.sizeimage = imageSize
      } else {
        answer.fmt.pix.pixelformat = fourCC.rawValue
        answer.fmt.pix.width = width
        answer.fmt.pix.height = height
        answer.fmt.pix.field = field
        answer.fmt.pix.bytesperline = bytesPerRow
        answer.fmt.pix.sizeimage = imageSize
      }
      return 0
    }

    private mutating func set(_ format: inout v4l2_format) -> Int32 {
      if isObedient {
        fourCC = FourCC(rawValue: isMultiPlanar ? format.fmt.pix_mp.pixelformat : format.fmt.pix.pixelformat)
        width = isMultiPlanar ? format.fmt.pix_mp.width : format.fmt.pix.width
        height = isMultiPlanar ? format.fmt.pix_mp.height : format.fmt.pix.height
        bytesPerRow = 0
        imageSize = 0
      }
      return report(&format)
    }

    private func judge(_ format: inout v4l2_format) -> Int32 {
      var other = self
      return other.set(&format)
    }

    private mutating func request(_ answer: inout v4l2_requestbuffers) -> Int32 {
      if answer.count == 0 {
        log.append("free")
        hasBuffers = false
        queued = []
      } else {
        hasBuffers = true
        askedBufferCounts.append(answer.count)
        width = widthByAnother ?? width
        answer.count = bufferCount
      }
      return 0
    }

    private func offset(of index: UInt32) -> UInt32 { index * 4096 }

    private func query(_ buffer: inout v4l2_buffer) -> Int32 {
      if isMultiPlanar {
        buffer.m.planes[0].length = bufferLength
        buffer.m.planes[0].m.mem_offset = offset(of: buffer.index)
      } else {
        buffer.length = bufferLength
        buffer.m.offset = offset(of: buffer.index)
      }
      return 0
    }

    private mutating func queue(_ buffer: v4l2_buffer) -> Int32 {
      guard !queued.contains(buffer.index) else { return -Errno.invalidArgument.rawValue }
      queued.append(buffer.index)
      return 0
    }

    private mutating func dequeue(_ buffer: inout v4l2_buffer) -> Int32 {
      guard !deliveries.isEmpty, !queued.isEmpty else { return -Errno.resourceTemporarilyUnavailable.rawValue }
      let delivery = deliveries.removeFirst()
      let index = queued.removeFirst()
      // Only where the buffer was really mapped: elsewhere the caller does not see its bytes.
      let memory = mapped.first { $0.offset == offset(of: index) }?.memory
      memory?.copyMemory(from: delivery.bytes, byteCount: delivery.bytes.count)
      buffer.index = delivery.index ?? index
      buffer.flags = delivery.flags
      buffer.sequence = sequence
      buffer.timestamp = timeval(tv_sec: 12, tv_usec: 345_678)
      sequence &+= 1
      if isMultiPlanar {
        buffer.m.planes[0].bytesused = delivery.byteCount ?? bufferLength
        buffer.m.planes[0].data_offset = delivery.dataOffset
      } else {
        buffer.bytesused = delivery.byteCount ?? bufferLength
      }
      return 0
    }

    private mutating func switchStream(on: Bool) -> Int32 {
      log.append(on ? "start" : "stop")
      isStreaming = on
      return 0
    }
  }

  /// Writes `text` into a C array, without a zero where there is no room for it.
  func put<Characters: BitwiseCopyable>(_ text: String, _ characters: inout Characters) {
    withUnsafeMutableBytes(of: &characters) { bytes in bytes.copyBytes(from: text.utf8.prefix(bytes.count)) }
  }
#endif
