#if os(Linux)
  import CameraDevices
  import Colorimetry
  import DeviceProfiles
  import GrayCard
  import Metering
  import RawFrames
  import SensorSimulation
  import TestSupport
  import Testing
  import WhiteBalance

  @testable import CameraControl

  /// A camera and its meter on the simulated backend: what app code can be tested with.
  @Suite(.virtualTime, .hangLimit) struct SimulatedCameraTests {
    typealias Camera = CameraControl.Camera

    let device: SimulationInVirtualTime
    let camera: Camera

    init() throws {
      device = SimulationInVirtualTime()
      camera = try Camera(device: device, profile: SimulatedCamera.profile)
    }

    private var simulated: SimulatedCamera { device.simulated }

    private func meter(_ other: Camera? = nil) throws -> CameraMeter {
      let meter = CameraMeter(other ?? camera)
      try #require(VirtualTime.current).watch(meter.queue)
      return meter
    }

    /// The means of the card's middle, black taken off.
    private static func means(_ frame: RawFrame) -> LinearRGB {
      let region = Region(centerOf: frame)
      let total = TileMoments(of: frame, in: region, side: 2 * max(region.width, region.height), by: .fastest)
        .total
      func mean(_ channel: BayerChannel) -> Double { total[channel].mean - frame.levels.black[channel] }
      return LinearRGB(red: mean(.red), green: mean(.greenOnRedRow), blue: mean(.blue))
    }

    private static func colorCast(_ frame: CameraFrame) -> Double {
      let (mean, gains) = (means(frame.frame), frame.softwareGains)
      let green = mean.green * gains.green
      return largest(abs(mean.red * gains.red / green - 1), abs(mean.blue * gains.blue / green - 1))
    }

    @Test(arguments: [CIEIlluminant.a, .d50, .d65, .fl2, .fl11])
    func `its profile knows every light exactly`(illuminant: CIEIlluminant) throws {
      try simulated.setLight(illuminant.distribution)
      let truth = simulated.truth
      let gains = try #require(truth.gains)
      let light = try SimulatedCamera.profile.characterization.chromaticity(for: gains)
      #expect(Tolerance.lightOfSimulation.allows(abs(light.x - truth.chromaticity.x)))
      #expect(Tolerance.lightOfSimulation.allows(abs(light.y - truth.chromaticity.y)))
    }

    @Test func `a stream that was stopped neither reads from the one after it nor ends it`() throws {
      let simulated = try SimulatedCamera(.init(), clock: JumpingClock())
      let first = try simulated.stream(bufferCount: 2)
      _ = try first.nextFrame(timeout: .seconds(2))
      first.stop()
      let second = try simulated.stream(bufferCount: 2)
      defer { second.stop() }
      #expect(throws: CameraDeviceError.self) { try first.nextFrame(timeout: .seconds(2)) }
      first.stop()
      #expect(try second.nextFrame(timeout: .seconds(2)).sequence > 0)
      #expect(throws: CameraDeviceError.self) { try simulated.stream(bufferCount: 2) }
    }

    @Test func `the first frame of a stream has what was set before it`() throws {
      let simulated = try SimulatedCamera(.init(), clock: JumpingClock())
      func firstRed(at value: Int64) throws -> Double {
        try simulated.set([.redBalance: value])
        let stream = try simulated.stream(bufferCount: 2)
        defer { stream.stop() }
        return Self.means(try stream.nextFrame(timeout: .seconds(2)).frame).red
      }
      let unit = try firstRed(at: 256)
      for value in [512, 384] as [Int64] {
        let gain = try firstRed(at: value) / unit
        #expect(Tolerance.neutralSimulation.allows(abs(gain / (Double(value) / 256) - 1)), "\(gain)")
      }
    }

    @Test(arguments: [CIEIlluminant.a, .d65])
    func `gains that are set make the card neutral in the next trusted frame`(light: CIEIlluminant) async throws {
      try simulated.setLight(light.distribution, brightness: 0.5)
      try camera.startRunning()
      try camera.lockForConfiguration()
      let before = try await camera.nextFrame()
      #expect(Self.colorCast(before) > 0.1)
      let truth = try #require(simulated.truth.gains)
      let gains = Camera.WhiteBalanceGains(truth)
      let time = try await camera.setWhiteBalanceModeLocked(with: gains)
      let frame = try #require(camera.latestFrame)
      #expect(frame.isTrusted && frame.timestamp == time)
      #expect(Tolerance.neutralSimulation.allows(Self.colorCast(frame)), "\(Self.colorCast(frame))")
    }

    @Test func `a frame that is not trusted may have the gains from before, and a trusted one never`() async throws {
      try camera.startRunning()
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      try camera.setWhiteBalanceModeLocked(
        with: .init(redGain: 2, greenGain: 1, blueGain: 1), completionHandler: nil)
      var (ratios, trusted): ([Double], [Bool]) = ([], [])
      for await frame in camera.frames {
        let mean = Self.means(frame.frame)
        ratios.append(mean.red / mean.green)
        trusted.append(frame.isTrusted)
        if frame.isTrusted { break }
      }
      let first = try #require(ratios.first)
      let last = try #require(ratios.last)
      #expect(!trusted[0] && Tolerance.exposedSimulation.allows(abs(last / first - 2)), "\(ratios)")
    }

    /// A slow reader may ask for a frame after a control was set that the frame does not have.
    @Test func `an automatic mode shows no control before it was set`() throws {
      let sensor = try SimulatedSensor(
        SimulatedCamera.sensitivities, format: SimulatedCamera.format, levels: SimulatedCamera.frameLevels,
        fullWell: SimulatedCamera.fullWell, readNoise: SimulatedCamera.readNoise)
      let view = SimulatedView(
        light: CIEIlluminant.d65.distribution, brightness: 0.5, cardPosition: 0.6,
        size: FrameSize(width: 32, height: 32))
      var state = try SimulatedState(view, sensor, at: .zero)
      let (interval, pipeline) = (SimulatedCamera.interval, SimulatedCamera.pipeline)
      func set(_ id: ControlID, _ value: Int64, at time: Duration) {
        var values = state.values
        values[id] = value
        state.set(values, at: time)
      }
      set(.continuousAutoFocus, 0, at: .zero)
      // V4L2_EXPOSURE_APERTURE_PRIORITY: the duration is the camera's.
      set(.autoExposure, 3, at: .zero)
      let before = try #require(state.values[.focusAbsolute])
      #expect(state.openStream(at: .zero) != nil)
      set(.focusAbsolute, before + 1, at: interval * 1.25)
      let exposed = [interval * 1.5, interval * (2 + pipeline), interval * (3 + pipeline)].map { state.expose(at: $0) }
      // The second frame was latched before the control was set, and the third one after it.
      #expect(exposed.map { $0?.values[.focusAbsolute] } == [before, before, before + 1])
      #expect(exposed[0]?.values[.exposureAbsolute] != state.values[.exposureAbsolute], "the duration moves")
    }

    @Test func `twice the duration, and twice the ISO, are twice the signal`() async throws {
      try simulated.setLight(CIEIlluminant.d65.distribution, brightness: 0.25)
      try camera.startRunning()
      try camera.lockForConfiguration()
      func signal(_ milliseconds: Int, iso: Float) async throws -> Double {
        try await camera.setExposureModeCustom(duration: .milliseconds(milliseconds), iso: iso)
        return Self.means(try await camera.nextFrame().frame).green
      }
      let one = try await signal(10, iso: 100)
      let longer = try await signal(20, iso: 100)
      let higher = try await signal(10, iso: 200)
      #expect(Tolerance.exposedSimulation.allows(abs(longer / one - 2)), "\(longer / one)")
      #expect(Tolerance.exposedSimulation.allows(abs(higher / one - 2)), "\(higher / one)")
    }

    @Test func `too much light is clipped at the white level`() async throws {
      try simulated.setLight(CIEIlluminant.d65.distribution, brightness: 8)
      try camera.startRunning()
      let frame = try await camera.nextFrame().frame
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(centerOf: frame))
      #expect(frame.levels.white[.red] == 1023)
      guard case .refused(let refusals) = reading.verdict else {
        Issue.record("a clipped card was read")
        return
      }
      #expect(refusals.map(\.code).contains(.clipped))
    }

    @Test(arguments: [CIEIlluminant.a, .d65])
    func `without a profile a scan finds a card's gains, and refuses it for no light`(light: CIEIlluminant) async throws
    {
      try simulated.setLight(light.distribution, brightness: 0.5)
      let camera = try Camera(device: device, profile: .unknown)
      try camera.startRunning()
      try await meter(camera).scan()
      let frame = try await camera.nextFrame()
      #expect(Tolerance.neutralSimulation.allows(Self.colorCast(frame)), "\(Self.colorCast(frame))")
    }

    @Test func `without a profile a gain beyond the range is clamped, and the others are as they were`() async throws {
      try simulated.setLight(SpectralDistribution.planck(temperature: 1800), brightness: 0.5)
      let camera = try Camera(device: device, profile: .unknown)
      try camera.startRunning()
      try await meter(camera).scan()
      let (gains, truth) = (camera.deviceWhiteBalanceGains, try #require(simulated.truth.gains))
      #expect(truth.blue > 4 && gains.blueGain == 4)
      let ratio = Double(gains.redGain / gains.greenGain) / (truth.red / truth.green)
      #expect(Tolerance.neutralSimulation.allows(abs(ratio - 1)), "\(ratio)")
    }

    @Test func `without a profile whatever needs a light says so, and sets nothing`() async throws {
      let camera = try Camera(device: device, profile: .unknown)
      try camera.lockForConfiguration()
      let gains = camera.deviceWhiteBalanceGains
      let light = Camera.WhiteBalanceTemperatureAndTintValues.daylight
      let errors = [
        #expect(throws: CameraError.self) { try camera.chromaticityValues(for: gains) },
        #expect(throws: CameraError.self) { try camera.temperatureAndTintValues(for: gains) },
        #expect(throws: CameraError.self) { try camera.deviceWhiteBalanceGains(for: .init(x: 0.31, y: 0.33)) },
        await #expect(throws: CameraError.self) { try await camera.setWhiteBalanceModeLocked(with: light) },
      ]
      #expect(errors.map { $0?.reason } == Array(repeating: .noProfile, count: errors.count))
      #expect(camera.failure == nil)
      #expect(camera.deviceWhiteBalanceGains(for: light).redGain.isNaN && camera.deviceWhiteBalanceGains == gains)
      #expect(camera.failure?.reason == .noProfile)
    }

    @Test func `a scan exposes, focuses and balances, and finds the light`() async throws {
      try simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.2)
      try camera.startRunning()
      let meter = try meter()
      let scene = try await meter.scan()
      #expect(MeteringQuantity.allCases.allSatisfy { scene.status(of: $0) == .locked })
      let frame = try await camera.nextFrame()
      #expect(Tolerance.neutralSimulation.allows(Self.colorCast(frame)), "\(Self.colorCast(frame))")
      let lens = try #require(camera.lensPosition)
      #expect(Tolerance.focusOfSimulation.allows(Double(abs(lens - 0.6))), "\(lens)")
      let gains = try #require(scene.whiteBalance.value)
      let light = try camera.profile.characterization.temperatureAndTint(for: gains.value)
      let truth = try #require(simulated.truth.temperatureAndTint)
      #expect(Tolerance.temperatureOfSimulation.allows(abs(light.temperature - truth.temperature)), "\(light)")
    }

    @Test func `a light that changes is followed once it is unlocked: metering, then converged`() async throws {
      try camera.startRunning()
      let meter = try meter()
      try await meter.scan(focus: false)
      try await meter.unlock(focus: false)
      _ = try await first(meter.scenes) { $0.whiteBalance.status == .converged }
      try simulated.setLight(CIEIlluminant.a.distribution)
      _ = try await first(meter.scenes) { $0.whiteBalance.status != .converged }
      _ = try await first(meter.scenes) { $0.whiteBalance.status == .converged }
      let frame = try await camera.nextFrame()
      #expect(Tolerance.neutralSimulation.allows(Self.colorCast(frame)), "\(Self.colorCast(frame))")
    }

    @Test func `a lock runs out by the frames' time`() async throws {
      try camera.startRunning()
      let meter = try meter()
      try await meter.scan(lockDuration: 0.5, exposure: false, focus: false)
      let locked = camera.now
      _ = try await first(meter.scenes) { $0.whiteBalance.status != .locked }
      let lasted = (camera.now - locked) / .seconds(1)
      #expect((0.45...0.55).contains(lasted), "\(lasted)")
    }

    private func first(
      _ scenes: AsyncStream<MeteringScene>, where isWanted: (MeteringScene) -> Bool
    ) async throws -> MeteringScene {
      for await scene in scenes where isWanted(scene) { return scene }
      throw CameraMeterError.cancelled
    }

    @Test func `the device's own automatic modes come to what is right`() async throws {
      try simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.3)
      try camera.startRunning()
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceMode(.autoWhiteBalance)
      try camera.setExposureMode(.autoExpose)
      try camera.setFocusMode(.autoFocus)
      _ = try await camera.nextFrame { [camera] _ in
        camera.whiteBalanceMode == .locked && camera.exposureMode == .locked && camera.focusMode == .locked
      }
      let frame = try await camera.nextFrame()
      #expect(Tolerance.automaticSimulation.allows(Self.colorCast(frame)), "\(Self.colorCast(frame))")
      #expect(Tolerance.focusOfSimulation.allows(Double(abs(try #require(camera.lensPosition) - 0.6))))
    }

    @Test func `a manual value is refused while the device controls it`() throws {
      try device.set(.autoWhiteBalance, to: 1)
      let error = #expect(throws: CameraDeviceError.self) { try device.set(.redBalance, to: 300) }
      guard case .control(let control, .inactive) = error?.fault else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(control.id == .redBalance)
    }

    @Test func `an unplugged camera fails as a device does`() async throws {
      try camera.startRunning()
      _ = try await camera.nextFrame()
      simulated.unplug()
      let error = await #expect(throws: CameraError.self) { try await camera.nextFrame() }
      #expect(error?.reason == .unplugged)
      #expect(!camera.isConnected)
    }

    @Test func `the same seed gives the same frames, and another one others`() async throws {
      func bytes(seed: UInt64) throws -> [UInt8] {
        var setup = SimulatedCamera.Setup()
        setup.seed = seed
        let stream = try SimulatedCamera(setup, clock: JumpingClock()).stream(bufferCount: 2)
        defer { stream.stop() }
        return try stream.nextFrame(timeout: .seconds(2)).frame.bytes
      }
      #expect(try bytes(seed: 3) == bytes(seed: 3))
      #expect(try bytes(seed: 3) != bytes(seed: 4))
    }

    @Test(arguments: [(-80, 60), (80, -60), (-1, -1), (0, 0)])
    func `no frame has such a size`(width: Int, height: Int) {
      var setup = SimulatedCamera.Setup()
      setup.size = FrameSize(width: width, height: height)
      #expect(throws: SimulationError.self) { try SimulatedCamera(setup, clock: JumpingClock()) }
    }

    // The last two are numbers at an exposure of 10 ms, and not at each that the camera has.
    @Test(arguments: [0, -1, Double.nan, .infinity, .leastNonzeroMagnitude, 2e304])
    func `no light has such a brightness`(brightness: Double) throws {
      #expect(throws: SimulationError.self) {
        try simulated.setLight(CIEIlluminant.d65.distribution, brightness: brightness)
      }
    }

    @Test func `a patch that reflects more than any number is refused, and the camera sees what it saw`() throws {
      func bytes(showing subject: SimulatedCamera.Subject?) throws -> [UInt8] {
        let simulated = try SimulatedCamera(SimulatedCamera.Setup(), clock: JumpingClock())
        if let subject { #expect(throws: SimulationError.self) { try simulated.show(subject) } }
        let stream = try simulated.stream(bufferCount: 2)
        defer { stream.stop() }
        return try stream.nextFrame(timeout: .seconds(2)).frame.bytes
      }
      let mirror = try SpectralDistribution(wavelengths: [380, 780], values: [1e308, 1e308])
      #expect(try bytes(showing: .chart([mirror], columns: 1)) == bytes(showing: nil))
    }
  }
#endif
