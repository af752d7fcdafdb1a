#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import CameraDevices
  import DeviceProfiles
  import FrameSources
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The frames of a camera that a measurement reads.
  @Suite(.virtualTime, .hangLimit) struct CameraFrameSourceTests {
    private static let colors: [ControlID] = [
      .autoWhiteBalance, .redBalance, .blueBalance, .whiteBalanceTemperature, .testPattern,
    ]

    @Test(arguments: colors + [.exposureAbsolute])
    func `frames whose colours another program changes are refused, and say by which control`(id: ControlID) throws {
      let driver = SensorDriver.webcam { state in
        for color in Self.colors where state.controls[color] == nil {
          state.controls[color] = .init(range: 0...1, value: 0)
        }
      }
      let camera = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver))
      let source = try CameraFrameSource(camera)
      let reader = try driver.time.pass(for: driver) { Result { try source.reader(of: .only) } }.get()
      driver.setByAnother(id, to: 1)
      let frame = driver.time.pass(for: driver) { Result { () throws(FrameSourceError) in try reader.next() } }
      guard Self.colors.contains(id) else {
        #expect(try frame.get() != nil)
        return
      }
      let error = #expect(throws: FrameSourceError.self) { try frame.get() }
      let name = try #require(try camera.control(id)?.name)
      let text = "\(String(describing: error))"
      #expect(text.contains("the control '\(name)' was changed by another program"), "\(text)")
      // The gains that the source states are those from before, so it has no frames any more.
      #expect(throws: try #require(error)) {
        try driver.time.pass(for: driver) { Result { () throws(FrameSourceError) in try source.reader(of: .only) } }
          .get()
      }
    }

    /// The arguments are the seconds from frame to frame, as they are and as the driver states them, the exposure in
    /// 0.1 ms, and the longest wait.
    @Test(arguments: [
      (interval: 0.033, stated: 0.033, exposure: Int64(156), limit: 2), (3, 3, 156, 9), (3, 0.033, 30000, 9),
      // A number that no frame has.
      (3, 1000, 156, 180),
    ])
    func `a frame is waited for as long as three of them may take, and at least two seconds`(
      interval: Double, stated: Double, exposure: Int64, limit: Int
    ) throws {
      let driver = SensorDriver.webcam {
        ($0.interval, $0.statedInterval) = (.seconds(interval), .seconds(stated))
        $0.controls[.exposureAbsolute] = .init(range: 1...50000, value: exposure)
      }
      let source = try CameraFrameSource(V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver)))
      func firstFrame() throws -> RawFrame? {
        try driver.time.pass(for: driver) {
          Result { () throws(FrameSourceError) in try source.reader(of: .only).next() }
        }.get()
      }
      #expect(try firstFrame() != nil)
      driver.with { $0.isHanging = true }
      let start = driver.now
      let error = #expect(throws: FrameSourceError.self) { try firstFrame() }
      #expect(driver.now - start == .seconds(limit), "\(String(describing: error))")
    }

    @Test(arguments: [(false, "set white_balance_automatic=0"), (true, "the camera cannot switch it off")])
    func `automatic white balance is refused, and the way out is one that there is`(
      isReadOnly: Bool, wayOut: String
    ) throws {
      let driver = SensorDriver.balanced {
        $0.controls[.autoWhiteBalance]?.value = 1
        if isReadOnly { $0.controls[.autoWhiteBalance]?.flags = UInt32(V4L2_CTRL_FLAG_READ_ONLY) }
      }
      let camera = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver))
      let error = try #require(throws: FrameSourceError.self) { try CameraFrameSource(camera) }
      #expect("\(error)".hasSuffix("the gains of a frame are not known; \(wayOut)"), "\(error)")
    }

    @Test(arguments: [nil, DeviceProfile.unknown])
    func `a camera that balances by a temperature is refused without colours to tell its gains by`(
      profile: DeviceProfile?
    ) throws {
      let driver = SensorDriver { $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 4000) }
      let camera = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver))
      let error = try #require(throws: FrameSourceError.self) { try CameraFrameSource(camera, profile: profile) }
      #expect("\(error)".hasSuffix("only its profile tells the gains of that"), "\(error)")
    }

    @Test func `a change between the opening and the first frame is noticed`() throws {
      let driver = SensorDriver.webcam()
      let source = try CameraFrameSource(V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver)))
      let id = try #require([ControlID.redBalance, .whiteBalanceTemperature].first { driver.value($0) != nil })
      driver.setByAnother(id, to: try #require(driver.value(id)) + 1)
      let error = #expect(throws: FrameSourceError.self) { try source.reader(of: .only) }
      #expect("\(String(describing: error))".contains("was changed by another program"))
    }
  }
#endif
