#if os(Linux)
  import CVideo4Linux
  import RawFrames
  import SystemPackage
  import Testing
  import VideoCapture

  @Suite struct FormatsOfADevice {
    private let rg10 = FourCC("RG10")
    private let yuyv = FourCC("YUYV")

    @Test func `are listed with the driver's own words`() throws {
      let camera = try CaptureDevice(path: "/dev/video7", kernel: FakeDriver())
      let formats = try camera.formats()
      #expect(formats.map(\.fourCC) == [rg10])
      #expect(formats.map(\.name) == ["thirty-two characters, all taken"])
    }

    @Test func `are raw where their frames can be read`() throws {
      let formats = try [#require(yuyv), #require(rg10)]
      let camera = try CaptureDevice(path: "/dev/video7", kernel: FakeDriver { $0.formats = formats })
      #expect(try camera.rawFormats().map(\.fourCC) == [rg10])
    }

    @Test func `are an error where none is raw`() throws {
      let offered = try [#require(yuyv)]
      let camera = try CaptureDevice(path: "/dev/video7", kernel: FakeDriver { $0.formats = offered })
      let error = #expect(throws: CaptureError.self) { try camera.rawFormats() }
      #expect(error?.reason == .noRawFormat(offered: offered))
    }

    @Test func `are none where the driver does not list them`() throws {
      let driver = try FakeDriver { $0.failures = [cv4l_enum_fmt: (.inappropriateIOCTLForDevice, .max)] }
      #expect(try CaptureDevice(path: "/dev/video7", kernel: driver).formats() == [])
    }
  }

  @Suite struct SizesOfAFormat {
    @Test func `a range whose ends are exchanged has no size`() {
      let (small, large) = (FrameSize(width: 16, height: 16), FrameSize(width: 64, height: 64))
      let sizes = FrameSizes.range(from: large, through: small, step: FrameSize(width: 16, height: 16))
      for size in [small, large, FrameSize(width: 32, height: 32)] { #expect(!sizes.contains(size)) }
    }

    @Test func `a stride with which an image does not fit in memory is told with the longest that does`() throws {
      let (format, size) = (try PixelFormat("RG10"), FrameSize(width: 1, height: 2))
      let longest = Int.max / 2
      #expect(try ActiveFormat(format, size: size, bytesPerRow: longest).imageSize == 2 * longest)
      #expect(throws: RawFrameError.strideTooLong(bytesPerRow: longest + 1, limit: longest, height: 2)) {
        try ActiveFormat(format, size: size, bytesPerRow: longest + 1)
      }
    }

    private func sizes(_ entries: [v4l2_frmsizeenum]) throws -> FrameSizes? {
      let camera = try CaptureDevice(path: "/dev/video7", kernel: FakeDriver { $0.frameSizes = entries })
      return try camera.frameSizes(for: PixelFormat("RG10"))
    }

    private func discrete(_ width: UInt32, _ height: UInt32) -> v4l2_frmsizeenum {
      var entry = v4l2_frmsizeenum()
      entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      entry.discrete = v4l2_frmsize_discrete(width: width, height: height)
      return entry
    }

    private func range(_ range: v4l2_frmsize_stepwise) -> v4l2_frmsizeenum {
      var entry = v4l2_frmsizeenum()
      entry.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
      entry.stepwise = range
      return entry
    }

    @Test func `may be a list`() throws {
      let sizes = try #require(try sizes([discrete(320, 180), discrete(640, 360)]))
      #expect(sizes == .discrete([FrameSize(width: 320, height: 180), FrameSize(width: 640, height: 360)]))
      #expect(sizes.contains(FrameSize(width: 640, height: 360)))
      #expect(!sizes.contains(FrameSize(width: 640, height: 180)))
    }

    @Test func `may be a range with steps`() throws {
      let entry = range(
        .init(min_width: 16, max_width: 4096, step_width: 2, min_height: 16, max_height: 2160, step_height: 4))
      let sizes = try #require(try sizes([entry]))
      #expect(sizes.contains(FrameSize(width: 18, height: 20)))
      #expect(!sizes.contains(FrameSize(width: 17, height: 20)))
      #expect(!sizes.contains(FrameSize(width: 18, height: 18)))
      #expect(!sizes.contains(FrameSize(width: 14, height: 20)))
      #expect(!sizes.contains(FrameSize(width: 18, height: 2164)))
    }

    @Test func `may be a range whose step the driver forgot`() throws {
      let entry = range(
        .init(min_width: 16, max_width: 20, step_width: 0, min_height: 16, max_height: 20, step_height: 0))
      #expect(try #require(try sizes([entry])).contains(FrameSize(width: 17, height: 19)))
    }

    @Test func `are unknown where the driver lists none, or a range that holds nothing`() throws {
      #expect(try sizes([]) == nil)
      let entry = range(.init(min_width: 9, max_width: 8, step_width: 1, min_height: 8, max_height: 8, step_height: 1))
      #expect(try sizes([entry]) == nil)
    }
  }

  @Suite struct SettingAFormat {
    private func set(
      _ driver: FakeDriver, _ code: String = "RG10", width: Int = 4, height: Int = 2,
      size: SizeMatch = .exact
    ) throws -> ActiveFormat {
      let camera = try CaptureDevice(path: "/dev/video7", kernel: driver)
      let format = try camera.setFormat(PixelFormat(code), width: width, height: height, size: size)
      #expect(try camera.currentFormat() == format)
      return format
    }

    private func reason(_ driver: FakeDriver, width: Int = 4, height: Int = 2) throws -> CaptureError.Reason {
      let error = #expect(throws: CaptureError.self) { try set(driver, width: width, height: height) }
      #expect(driver.isAtRest)
      return try #require(error).reason
    }

    @Test(arguments: [V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE])
    func `gives back what the driver set`(dialect: Int32) throws {
      let driver = try FakeDriver {
        $0.capabilities = UInt32(dialect | V4L2_CAP_STREAMING)
        $0.bytesPerRow = 32
        $0.imageSize = 4096
      }
      let format = try set(driver)
      #expect(format.pixelFormat.fourCC == FourCC("RG10"))
      #expect(format.size == FrameSize(width: 4, height: 2))
      #expect(format.bytesPerRow == 32)
      #expect(format.imageSize == 4096)
    }

    @Test(arguments: [V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE])
    func `asks for what it was told to`(dialect: Int32) throws {
      let driver = try FakeDriver {
        $0.capabilities = UInt32(dialect | V4L2_CAP_STREAMING)
        $0.isObedient = true
      }
      let format = try set(driver, "GB12", width: 6, height: 10)
      #expect(format.pixelFormat.fourCC == FourCC("GB12"))
      #expect(format.size == FrameSize(width: 6, height: 10))
      #expect(format.bytesPerRow == 12, "a stride of 0 means rows without padding")
      #expect(format.imageSize == 120, "an image size of 0 means no more than the rows need")
    }

    @Test func `fails where the driver chose another pixel format`() throws {
      let yuyv = try #require(FourCC("YUYV"))
      let rg10 = try #require(FourCC("RG10"))
      #expect(try reason(FakeDriver { $0.fourCC = yuyv }) == .formatRefused(rg10, chosen: yuyv))
    }

    @Test(arguments: [(8, 2), (4, 4), (-1, 2), (0, 0), (Int.max, 2)])
    func `fails where the driver chose another size, and names it`(width: Int, height: Int) throws {
      let asked = FrameSize(width: width, height: height)
      #expect(
        try reason(FakeDriver(), width: width, height: height)
          == .sizeRefused(asked, chosen: FrameSize(width: 4, height: 2)))
    }

    @Test func `takes the driver's size where the caller does`() throws {
      #expect(try set(FakeDriver(), width: 8, height: 8, size: .nearest).size == FrameSize(width: 4, height: 2))
    }

    @Test func `fails while the camera is streaming elsewhere`() throws {
      let driver = try FakeDriver { $0.failures = [cv4l_s_fmt: (.resourceBusy, 1)] }
      #expect(try reason(driver) == .busy(.setFormat))
    }

    @Test func `fails where the driver's stride is too short`() throws {
      let rg10 = try #require(FourCC("RG10"))
      #expect(
        try reason(FakeDriver { $0.bytesPerRow = 7 })
          == .unusableFormat(
            rg10, FrameSize(width: 4, height: 2), .strideTooShort(bytesPerRow: 7, needed: 8, width: 4)))
    }

    @Test func `fails where the driver's size is nothing`() throws {
      let driver = try FakeDriver {
        $0.width = 0
        $0.height = 0
      }
      let camera = try CaptureDevice(path: "/dev/video7", kernel: driver)
      let error = #expect(throws: CaptureError.self) { try camera.currentFormat() }
      let size = FrameSize(width: 0, height: 0)
      let rg10 = try #require(FourCC("RG10"))
      #expect(error?.reason == .unusableFormat(rg10, size, .invalidSize(width: 0, height: 0)))
    }

    @Test func `fails where the driver's image is smaller than its rows`() throws {
      #expect(try reason(FakeDriver { $0.imageSize = 15 }) == .bufferTooSmall(byteCount: 15, needed: 16))
    }

    @Test func `fails where the frame lies in several planes`() throws {
      let driver = try FakeDriver {
        $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        $0.planeCount = 2
      }
      #expect(try reason(driver) == .severalPlanes(count: 2))
    }

    @Test func `fails where frames are interlaced`() throws {
      let field = V4L2_FIELD_INTERLACED.rawValue
      #expect(try reason(FakeDriver { $0.field = field }) == .interlaced(field: 4))
    }

    @Test func `does not mind a field order left open`() throws {
      #expect(try set(FakeDriver { $0.field = V4L2_FIELD_ANY.rawValue }).size == FrameSize(width: 4, height: 2))
    }

    @Test func `is needed before a stream where the device is set to no raw format`() throws {
      let yuyv = try #require(FourCC("YUYV"))
      let camera = try CaptureDevice(path: "/dev/video7", kernel: FakeDriver { $0.fourCC = yuyv })
      let error = #expect(throws: CaptureError.self) { _ = try camera.stream() }
      #expect(error?.reason == .notRaw(yuyv))
    }
  }
#endif
