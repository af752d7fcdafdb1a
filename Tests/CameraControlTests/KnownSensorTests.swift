#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import CameraDevices
  import RawFrames
  import Synchronization
  import Testing
  import WhiteBalance

  /// A device whose sensor is told. It hands everything else to the device behind it.
  final class DeviceWithSensor: CameraBackend {
    private let device: any CameraBackend
    let sensor: ImageSensor?
    /// The levels that it tells in place of those of the device behind it.
    private let ownLevels: SampleLevels?
    /// Whether the last value of each request is left out of the answer.
    let forgetsValues = Atomic(false)

    init(_ device: any CameraBackend, _ sensor: ImageSensor, levels: SampleLevels? = nil) {
      (self.device, self.sensor, ownLevels) = (device, sensor, levels)
    }

    var name: String { device.name }
    var identity: CaptureDeviceIdentity { device.identity }
    var levels: SampleLevels? { ownLevels ?? device.levels }
    var clock: any CameraClock { device.clock }

    func formats() throws(CameraDeviceError) -> [CaptureFormat] { try device.formats() }

    func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try device.frameSizes(for: format)
    }

    func currentFormat() throws(CameraDeviceError) -> ActiveFormat { try device.currentFormat() }

    func setFormat(_ format: PixelFormat, size: FrameSize, match: SizeMatch) throws(CameraDeviceError) -> ActiveFormat {
      try device.setFormat(format, size: size, match: match)
    }

    func frameInterval() throws(CameraDeviceError) -> FrameInterval? { try device.frameInterval() }
    func controls() throws(CameraDeviceError) -> [CaptureControl] { try device.controls() }
    func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? { try device.control(id) }
    func value(of id: ControlID) throws(CameraDeviceError) -> Int64 { try device.value(of: id) }
    func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
      let done = try device.set(values)
      return forgetsValues.load(ordering: .relaxed) ? done.dropLast() : done
    }

    func changedControls() throws(CameraDeviceError) -> Set<ControlID> { try device.changedControls() }

    func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
      try device.stream(bufferCount: bufferCount)
    }
  }

  /// A camera uses the facts about its sensor that the driver does not report.
  @Suite(.virtualTime) struct FactsOfASensor {
    private static func sensor(_ model: String) throws -> ImageSensor {
      try #require(ImageSensor.known.first { $0.model == model })
    }

    private func camera(
      _ model: String, _ driver: SensorDriver, _ configure: (inout CameraOptions) -> Void = { _ in }
    ) throws -> CameraControl.Camera {
      try CameraUnderTest(driver, sensor: Self.sensor(model), configure).camera
    }

    /// An imx296 exposes for 14.26 µs in addition to its lines, which take 10 µs here.
    @Test func `an exposure has what the sensor adds to its lines`() async throws {
      let driver = SensorDriver.balanced {
        $0.controls[.exposure] = .init(range: 1...1000, value: 100)
        $0.controls[.pixelRate] = .init(range: 80_000_000...80_000_000, value: 80_000_000, flags: 0x4)
        $0.controls[.horizontalBlanking] = .init(range: 768...768, value: 768, flags: 0x4)
      }
      let camera = try camera("imx296", driver)
      #expect(camera.exposureDuration == .nanoseconds(1_014_260))
      #expect(camera.activeFormat.minExposureDuration == .nanoseconds(24_260))
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .nanoseconds(2_014_260), iso: CameraControl.Camera.currentISO)
      #expect(driver.value(.exposure) == 200)
    }

    /// Code 128 of an imx219 is a gain of 256 / (256 - 128).
    @Test func `an ISO and its range have the sensor's law of gain and its digital gain, which is left alone`()
      async throws
    {
      let driver = SensorDriver.balanced {
        $0.controls[.analogueGain] = .init(range: 0...224, value: 128)
        $0.controls[.digitalGain] = .init(range: 256...4095, value: 512, defaultValue: 256)
      }
      let camera = try camera("imx219", driver)
      #expect(camera.iso == 400)
      // The codes are gains of 1 to 256 / (256 - 224).
      #expect(camera.activeFormat.minISO == 200 && camera.activeFormat.maxISO == 1600)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: CameraControl.Camera.currentExposureDuration, iso: 800)
      #expect(driver.value(.analogueGain) == 192)
      #expect(driver.value(.digitalGain) == 512)
      #expect(try await camera.nextFrame().exposure.iso == 800)
    }

    /// The least value of a digital gain is 1 where it is the default, and is not known otherwise.
    @Test(arguments: [(1, 0), (256, UInt32(V4L2_CTRL_FLAG_WRITE_ONLY))] as [(Int64, UInt32)])
    func `a digital gain whose unit or value is not known is not counted`(least: Int64, flags: UInt32) throws {
      let driver = SensorDriver.balanced {
        $0.controls[.analogueGain] = .init(range: 0...232, value: 128)
        $0.controls[.digitalGain] = .init(range: least...4095, value: 512, defaultValue: 256, flags: flags)
      }
      #expect(try camera("imx219", driver).iso == 200)
    }

    /// The change is made while the frame after the last is read.
    @Test(arguments: [("imx219", nil), ("imx477", nil), ("imx477", 1)] as [(String, Int?)])
    func `a change is waited for as long as the sensor takes, unless an option says how long`(
      model: String, told: Int?
    ) async throws {
      let camera = try camera(model, .balanced()) { $0.pipelineDelay = told }
      try camera.startRunning()
      defer { camera.stopRunning() }
      var last = try await camera.nextFrame()
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      let first = last.sequence
      last = try await camera.nextFrame { $0.appliedGains.red == 2 }
      let longest = try #require(Self.sensor(model).delays).longest
      #expect(Int(last.sequence - first) == 1 + (told ?? longest))
    }

    @Test func `facts that no sensor has are refused, with what they must be`() throws {
      let right = ImageSensor.Delays(exposure: 2, gain: 1, blanking: 2)
      for (sensor, text) in [
        (ImageSensor(model: "a", gainLaw: .decibels(perCode: 0)), ImageSensor.GainLaw.requirement),
        (ImageSensor(model: "b", gainLaw: nil, delays: .init(exposure: 33, gain: 1, blanking: 2)), "must be 1 to 32"),
        (ImageSensor(model: "c", gainLaw: nil, delays: .init(exposure: 2, gain: 0, blanking: 2)), "must be 1 to 32"),
        (ImageSensor(model: "d", gainLaw: nil, delays: right, exposureOffset: .nan), "must be 0.0 to 1.0 s"),
      ] {
        let error = #expect(throws: CameraError.self) { try CameraUnderTest(.balanced(), sensor: sensor) }
        let message = try #require(error).description
        let names = message.contains("its sensor '\(sensor.model)' is not valid; ")
        #expect(names && message.hasSuffix(text), "\(message)")
      }
      for sensor in ImageSensor.known { #expect(sensor.fault == nil) }
    }

    @Test func `a backend's levels of another depth than its frames are refused`() throws {
      let behind = try CameraUnderTest(.balanced()).device
      let levels = try SampleLevels(black: 64, white: 4095)
      let device = DeviceWithSensor(behind, ImageSensor(model: "a", gainLaw: nil), levels: levels)
      let error = #expect(throws: CameraError.self) {
        try CameraControl.Camera(device: device, profile: CameraUnderTest.profile(4))
      }
      guard case .levels? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `a backend that returns too few values is named`() throws {
      let test = try CameraUnderTest(.balanced(), sensor: ImageSensor(model: "a", gainLaw: nil))
      let device = try #require(test.device as? DeviceWithSensor)
      device.forgetsValues.store(true, ordering: .relaxed)
      try test.camera.lockForConfiguration()
      let error = #expect(throws: CameraError.self) {
        try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      }
      guard case .device(.failed(let text))? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(text == "its backend must return one value for each of 2 controls that are set, and returned 1")
      #expect(throws: CameraDeviceError.self) { try device.set(.redBalance, to: 100) }
    }
  }
#endif
