#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import Metering
  import SensorSimulation
  import TestSupport
  import Testing
  import WhiteBalance

  /// The camera's meter works without being asked.
  @Suite(.virtualTime, .hangLimit) struct ContinuousMeteringTests {
    typealias Camera = CameraControl.Camera

    private let device = SimulationInVirtualTime()

    private func camera(following quantities: Set<MeteringQuantity>? = nil) throws -> Camera {
      var options = CameraOptions()
      if let quantities { options.continuousMetering = quantities }
      return try Camera(device: device, profile: SimulatedCamera.profile, options: options)
    }

    /// The camera's meter; no time passes while it has work.
    private func meter(of camera: Camera) throws -> CameraMeter {
      let meter = try #require(camera.meter)
      try #require(VirtualTime.current).watch(meter.queue)
      return meter
    }

    /// A camera that runs, and its meter.
    private func running(following quantities: Set<MeteringQuantity>? = nil) throws -> (Camera, CameraMeter) {
      let camera = try camera(following: quantities)
      try camera.startRunning()
      return (camera, try meter(of: camera))
    }

    /// Waits until the scene is so, for half a minute of frames at most.
    private func wait(for meter: CameraMeter, until isReached: (MeteringScene) -> Bool) async throws {
      for _ in 0..<900 where !isReached(meter.scene) { _ = try await meter.camera.nextFrame(where: { _ in true }) }
      #expect(isReached(meter.scene), "\(meter.scene)")
    }

    /// Waits until the meter has taken note that the camera has stopped.
    private func waitForEnd(of meter: CameraMeter, _ quantity: MeteringQuantity) async {
      for await scene in meter.scenes where scene.reason(of: quantity) == .deviceFailed { return }
      Issue.record("the scenes ended before the meter noted that the camera had stopped")
    }

    private func hasConverged(_ quantity: MeteringQuantity) -> (MeteringScene) -> Bool {
      { $0.status(of: quantity) == .converged }
    }

    /// Whether gains are those of the light that shines.
    private func areOfTheLight(_ gains: Camera.WhiteBalanceGains) throws -> Bool {
      let truth = try #require(device.simulated.truth.gains)
      let ratios = [Double(gains.redGain) / truth.red, Double(gains.blueGain) / truth.blue]
      return ratios.allSatisfy { Tolerance.neutralAfterLock.allows(abs($0 - 1)) }
    }

    @Test(arguments: [true, false])
    func `a camera that runs follows the card as soon as somebody asks for its meter`(isFirst: Bool) async throws {
      let camera = try camera()
      let early = isFirst ? try meter(of: camera) : nil
      try camera.startRunning()
      let meter = try early ?? meter(of: camera)
      try await wait(for: meter) { scene in
        MeteringQuantity.allCases.allSatisfy { scene.status(of: $0) == .converged }
      }
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
      #expect(camera.exposureMode == .custom && camera.whiteBalanceMode == .locked)
      try device.setLight(CIEIlluminant.a.distribution, brightness: 0.5)
      try await wait(for: meter) { $0.whiteBalance.status == .metering }
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test(arguments: [1, 2, 3]) func `a device that fails twice in a row is asked again, and a third time ends it`(
      failureCount: Int
    ) async throws {
      let (camera, meter) = try running(following: [.whiteBalance])
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      device.failSetting(.redBalance, count: failureCount)
      try device.setLight(CIEIlluminant.a.distribution)
      try await wait(for: meter) { $0.whiteBalance.status != .converged }
      guard failureCount < 3 else {
        try await wait(for: meter) { $0.whiteBalance.reason == .deviceFailed }
        #expect(meter.failure != nil)
        return
      }
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
      #expect(meter.failure == nil)
    }

    @Test func `once all has converged the meter skips frames, and none beside a lock that is to run out`() async throws
    {
      let (camera, meter) = try running(following: [.exposure, .whiteBalance])
      try await wait(for: meter) { $0.exposure.status == .converged && $0.whiteBalance.status == .converged }
      /// The frames of 90 that the meter looks at.
      func lookedAt() async throws -> Int {
        let before = meter.skippedCount
        for _ in 0..<90 { _ = try await camera.nextFrame(where: { _ in true }) }
        return 90 - (meter.skippedCount - before)
      }
      #expect(try await lookedAt() < 60)
      try await meter.lock(duration: 600, exposure: false, focus: false)
      #expect(try await lookedAt() > 80)
    }

    @Test func `what the options leave out is left alone until somebody asks`() async throws {
      let (camera, meter) = try running(following: [.exposure, .focus])
      try await wait(for: meter) { $0.exposure.status == .converged && $0.focus.status == .converged }
      #expect(meter.scene.reason(of: .whiteBalance) == .notMetered && camera.whiteBalanceOutcome == nil)
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test func `with nothing in the options a meter changes nothing until somebody asks`() async throws {
      let camera = try camera(following: [])
      let found = try device.controls().filter { !$0.isVolatile }.map { try device.value(of: $0.id) }
      try camera.startRunning()
      let meter = try meter(of: camera)
      for _ in 0..<60 { _ = try await camera.nextFrame() }
      #expect(meter.scene == MeteringScene())
      #expect(try device.controls().filter { !$0.isVolatile }.map { try device.value(of: $0.id) } == found)
    }

    @Test func `what somebody sets is held, and the rest is followed on`() async throws {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      try camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      try await camera.setWhiteBalanceModeLocked(with: gains)
      try await wait(for: meter) { $0.whiteBalance.status == .locked }
      #expect(meter.scene.whiteBalance.lockExpiry == nil)
      try device.setLight(CIEIlluminant.a.distribution, brightness: 0.25)
      try await wait(for: meter) { $0.exposure.status == .metering }
      try await wait(for: meter, until: hasConverged(.exposure))
      #expect(camera.deviceWhiteBalanceGains == gains)
      // Asked to, it follows again.
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test func `gains that somebody sets are followed from, in the same light too, once the meter is asked to`()
      async throws
    {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      try await wait(for: meter) { $0.whiteBalance.status == .locked }
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test func `cancelling a scan leaves what was locked by hand as it was, in every control`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .milliseconds(1), iso: 1600)
      try await camera.setFocusModeLocked(lensPosition: 0.4)
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      try await meter.lock()
      func values() throws -> [Int64] { try device.controls().map { try device.value(of: $0.id) } }
      let (found, modes) = (try values(), (camera.exposureMode, camera.focusMode, camera.whiteBalanceMode))
      var moved = 0
      for count in stride(from: 0, through: 80, by: 8) {
        let scan = Task.virtual { try await meter.scan() }
        for _ in 0..<count { _ = try await camera.nextFrame(where: { _ in true }) }
        if try values() != found { moved += 1 }
        scan.cancel()
        await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
        #expect(try values() == found, "after \(count) frames")
        #expect(MeteringQuantity.allCases.allSatisfy { meter.scene.status(of: $0) == .locked })
        #expect((camera.exposureMode, camera.focusMode, camera.whiteBalanceMode) == modes)
      }
      #expect(moved > 5)
    }

    @Test(arguments: [false, true])
    func `cancelling a scan leaves what a caller or the camera had set, and the caller's stays unmetered`(
      isAutomatic: Bool
    ) async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      if isAutomatic {
        try camera.setExposureMode(.continuousAutoExposure)
        try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      } else {
        try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
        try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      }
      let manual: [ControlID] = isAutomatic ? [] : [.exposureAbsolute, .redBalance]
      let controls: [ControlID] = [.autoExposure, .autoWhiteBalance] + manual
      func values() throws -> [Int64] { try controls.map { try device.value(of: $0) } }
      let (found, modes) = (try values(), (camera.exposureMode, camera.whiteBalanceMode))
      let scan = Task.virtual { try await meter.scan(focus: false) }
      for _ in 0..<60 where try values() == found { _ = try await camera.nextFrame(where: { _ in true }) }
      #expect(try values() != found)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(try values() == found)
      #expect((camera.exposureMode, camera.whiteBalanceMode) == modes)
      // A picture meters what nobody has set: the focus alone.
      _ = try await camera.capturePicture()
      #expect(try values() == found && meter.scene.focus.status == .locked)
    }

    @Test func `cancelling a scan leaves the device's continuous focus on`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try camera.setFocusMode(.continuousAutoFocus)
      let scan = Task.virtual { try await meter.scan(exposure: false, whiteBalance: false) }
      for _ in 0..<20 { _ = try await camera.nextFrame(where: { _ in true }) }
      #expect(try device.value(of: .continuousAutoFocus) == 0)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(try device.value(of: .continuousAutoFocus) == 1 && camera.focusMode == .continuousAutoFocus)
    }

    /// A webcam on a busy bus loses single requests.
    @Test func `requests that fail one at a time do not end the following`() async throws {
      let (_, meter) = try running(following: [.whiteBalance])
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      for kelvin in [2856.0, 6500, 3500, 5000] {
        device.failSetting(.redBalance, count: 1)
        try device.setLight(.planck(temperature: kelvin))
        try await wait(for: meter) { $0.whiteBalance.status == .metering }
        try await wait(for: meter, until: hasConverged(.whiteBalance))
      }
    }

    @Test func `a new following begins without the failures of the one before`() async throws {
      let (camera, meter) = try running(following: [])
      // The request to follow sets the gains once.
      device.failSetting(.redBalance, count: 3, after: 1)
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter) { $0.whiteBalance.reason == .deviceFailed }
      device.failSetting(.redBalance, count: 2, after: 1)
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test func `a lock for good needs no frames`() async throws {
      let camera = try camera(following: [])
      let meter = try meter(of: camera)
      try await meter.lock(duration: .infinity)
      #expect(MeteringQuantity.allCases.allSatisfy { meter.scene.status(of: $0) == .locked })
    }

    @Test func `what a caller sets during a scan stays when the scan is cancelled`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try await meter.lock()
      let scan = Task.virtual { try await meter.scan(focus: false) }
      for _ in 0..<5 { _ = try await camera.nextFrame(where: { _ in true }) }
      let gains = Camera.WhiteBalanceGains(redGain: 3, greenGain: 1, blueGain: 2)
      try camera.setWhiteBalanceModeLocked(with: gains, completionHandler: nil)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(camera.deviceWhiteBalanceGains == gains && meter.scene.whiteBalance.status == .locked)
    }

    @Test func `what a caller leaves to the camera during a scan is not called locked when that is cancelled`()
      async throws
    {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try await meter.lock()
      let scan = Task.virtual { try await meter.scan(focus: false) }
      for _ in 0..<5 { _ = try await camera.nextFrame(where: { _ in true }) }
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(camera.whiteBalanceMode == .continuousAutoWhiteBalance)
      #expect(meter.scene.whiteBalance.reason == .leftToCamera && meter.scene.exposure.status == .locked)
    }

    @Test func `a scan that cannot begin leaves locked what an earlier one has locked`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      try await meter.scan(lockDuration: 0, focus: false, whiteBalance: false)
      let found = try device.value(of: .autoExposure)
      device.fail(.autoExposure, count: 1)
      await #expect(throws: CameraMeterError.self) { try await meter.scan(focus: false, whiteBalance: false) }
      #expect(try device.value(of: .autoExposure) == found && camera.exposureMode != .continuousAutoExposure)
      #expect(meter.scene.exposure.status == .locked)
    }

    @Test func `what is locked during a scan stays so when the scan is cancelled`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      let scan = Task.virtual { try await meter.scan(focus: false) }
      for _ in 0..<8 { _ = try await camera.nextFrame(where: { _ in true }) }
      try await meter.lock(focus: false, whiteBalance: false)
      let mode = try device.value(of: .autoExposure)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(try device.value(of: .autoExposure) == mode)
      #expect(meter.scene.exposure.status == .locked && camera.exposureMode != .continuousAutoExposure)
    }

    @Test func `a scan that takes the place of another and is cancelled leaves what was locked before both`()
      async throws
    {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try await camera.setFocusModeLocked(lensPosition: 0.4)
      try await meter.lock()
      let found = try device.value(of: .focusAbsolute)
      let first = Task.virtual { try await meter.scan(exposure: false, whiteBalance: false) }
      for _ in 0..<20 { _ = try await camera.nextFrame(where: { _ in true }) }
      #expect(try device.value(of: .focusAbsolute) != found)
      let second = Task.virtual { try await meter.scan(exposure: false, whiteBalance: false) }
      await #expect(throws: CameraMeterError.superseded) { try await first.value }
      second.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await second.value }
      #expect(try device.value(of: .focusAbsolute) == found)
    }

    @Test func `an exposure locked during a scan is restored when a second scan replaces the first and is cancelled`()
      async throws
    {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      let first = Task.virtual { try await meter.scan(exposure: false, whiteBalance: false) }
      for _ in 0..<20 { _ = try await camera.nextFrame(where: { _ in true }) }
      try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
      try await meter.lock(focus: false, whiteBalance: false)
      let found = try device.value(of: .exposureAbsolute)
      let second = Task.virtual { try await meter.scan(focus: false, whiteBalance: false) }
      await #expect(throws: CameraMeterError.superseded) { try await first.value }
      for _ in 0..<60 where try device.value(of: .exposureAbsolute) == found {
        _ = try await camera.nextFrame(where: { _ in true })
      }
      try #require(try device.value(of: .exposureAbsolute) != found)
      second.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await second.value }
      #expect(try device.value(of: .exposureAbsolute) == found && meter.scene.exposure.status == .locked)
    }

    @Test func `an exposure and a lens that somebody sets are held too`() async throws {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
      try await camera.setFocusModeLocked(lensPosition: 0.25)
      try await wait(for: meter) { $0.exposure.status == .locked && $0.focus.status == .locked }
      for _ in 0..<60 { _ = try await camera.nextFrame() }
      #expect(camera.exposureDuration == .milliseconds(5) && camera.iso == 200)
      #expect(Tolerance.stepOfLens.allows(Double(abs(try #require(camera.lensPosition) - 0.25))))
    }

    @Test func `what somebody leaves to the camera's automatic modes is not called locked, until somebody sets it`()
      async throws
    {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      try camera.setFocusMode(.continuousAutoFocus)
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      let all = MeteringQuantity.allCases
      try await wait(for: meter) { scene in all.allSatisfy { scene.reason(of: $0) == .leftToCamera } }
      #expect(all.allSatisfy { meter.scene.status(of: $0) == .diverged })
      try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
      try await camera.setFocusModeLocked(lensPosition: 0.25)
      try await camera.setWhiteBalanceModeLocked(with: Camera.currentWhiteBalanceGains)
      try await wait(for: meter) { scene in all.allSatisfy { scene.status(of: $0) == .locked } }
    }

    @Test func `what was set before the meter was asked for is left alone`() async throws {
      let camera = try camera()
      try camera.startRunning()
      try camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      try await camera.setWhiteBalanceModeLocked(with: gains)
      let meter = try meter(of: camera)
      try await wait(for: meter, until: hasConverged(.focus))
      #expect(meter.scene.reason(of: .whiteBalance) == .notMetered && camera.deviceWhiteBalanceGains == gains)
    }

    @Test func `a lock that is to run out does not, once somebody has set what it holds`() async throws {
      let (camera, meter) = try running()
      try await meter.scan(lockDuration: 1, focus: false)
      try camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      try await camera.setWhiteBalanceModeLocked(with: gains)
      try await wait(for: meter) { $0.exposure.status == .converged }
      #expect(meter.scene.whiteBalance.status == .locked && camera.deviceWhiteBalanceGains == gains)
    }

    @Test func `a bracket has its exposures while the meter follows, which goes on behind it`() async throws {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      let before = try #require(camera.exposureDuration)
      let asked = [0.001, 0.002, 0.004, 0.008, 0.001, 0.002, 0.004, 0.008]
      let frames = try await camera.captureBracket(
        asked.map {
          ManualExposureBracketedStillImageSettings.manualExposureSettings(exposureDuration: .seconds($0), iso: nil)
        })
      #expect(frames.compactMap(\.exposure.duration) == asked)
      #expect(camera.exposureDuration == before)
      #expect(meter.scene.exposure.status == .converged)
      try device.setLight(CIEIlluminant.d65.distribution, brightness: 0.25)
      try await wait(for: meter) { $0.exposure.status == .metering }
      try await wait(for: meter, until: hasConverged(.exposure))
    }

    @Test func `a caller's gains are not held in a later run if the meter was asked to follow`() async throws {
      let camera = try camera()
      try camera.startRunning()
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      let meter = try meter(of: camera)
      try await meter.unlock(exposure: false, focus: false)
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      camera.stopRunning()
      await waitForEnd(of: meter, .whiteBalance)
      try camera.startRunning()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test func `a lock for good stays while nobody has the meter`() async throws {
      let camera = try camera()
      try camera.startRunning()
      try await meter(of: camera).lock()
      try device.setLight(CIEIlluminant.a.distribution, brightness: 0.25)
      for _ in 0..<2 {
        for _ in 0..<60 { _ = try await camera.nextFrame() }
        // The meter is asked for again, as another caller would do.
        let scene = try #require(camera.scene)
        #expect(MeteringQuantity.allCases.allSatisfy { scene.status(of: $0) == .locked }, "\(scene)")
        #expect(try meter(of: camera).scene == scene)
      }
    }

    @Test func `a camera is followed on while nobody has its meter`() async throws {
      let camera = try camera()
      try camera.startRunning()
      _ = try meter(of: camera)
      func wait(for status: MeteringStatus) async throws {
        for _ in 0..<900 where camera.scene?.whiteBalance.status != status { _ = try await camera.nextFrame() }
        #expect(camera.scene?.whiteBalance.status == status)
      }
      try await wait(for: .converged)
      try device.setLight(CIEIlluminant.a.distribution, brightness: 0.5)
      try await wait(for: .metering)
      try await wait(for: .converged)
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test(arguments: [true, false])
    func `a camera that nobody has any more is freed with its meter`(isStopped: Bool) async throws {
      struct Freed {
        weak var camera: Camera?
        weak var meter: CameraMeter?
        let scenes: AsyncStream<MeteringScene>
      }
      func used() async throws -> Freed {
        let (camera, meter) = try running()
        try await wait(for: meter, until: hasConverged(.whiteBalance))
        if isStopped { camera.stopRunning() }
        return Freed(camera: camera, meter: meter, scenes: meter.scenes)
      }
      let freed = try await used()
      await VirtualTime.current?.pass(.seconds(1))
      try #require(freed.camera == nil && freed.meter == nil)
      // Who reads the scenes is told that there are no more.
      for await _ in freed.scenes {}
    }

    @Test(arguments: MeteringQuantity.allCases)
    func `a picture has what somebody set, and the rest metered`(quantity: MeteringQuantity) async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      switch quantity {
      case .exposure: try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
      case .focus: try await camera.setFocusModeLocked(lensPosition: 0.25)
      case .whiteBalance: try await camera.setWhiteBalanceModeLocked(with: gains)
      }
      let (position, frame) = (camera.lensPosition, try await camera.capturePicture())
      let rest = MeteringQuantity.allCases.filter { $0 != quantity }
      #expect(rest.allSatisfy { meter.scene.status(of: $0) == .locked }, "\(meter.scene)")
      #expect(meter.scene.reason(of: quantity) == .notMetered)
      switch quantity {
      case .exposure: #expect(frame.exposure.duration == 0.005 && frame.exposure.iso == 200)
      case .focus: #expect(camera.lensPosition == position)
      case .whiteBalance: #expect(camera.deviceWhiteBalanceGains == gains)
      }
    }

    @Test func `a picture is metered at the meter's point`() async throws {
      let (camera, meter) = try running(following: [])
      let point = try MeteringPoint(x: 0.4, y: 0.6)
      meter.meteringPoint = point
      _ = try await camera.capturePicture()
      #expect(meter.meteringPoint == point)
    }

    @Test func `a picture is not metered when a caller has set all quantities`() async throws {
      let (camera, meter) = try running(following: [])
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200)
      try await camera.setFocusModeLocked(lensPosition: 0.25)
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      #expect(try await camera.capturePicture().exposure.duration == 0.005)
      #expect(meter.scene == MeteringScene())
    }

    @Test func `a camera that is started again is followed again, but for what is locked`() async throws {
      let (camera, meter) = try running()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      try await meter.lock(exposure: false, focus: false)
      camera.stopRunning()
      await waitForEnd(of: meter, .exposure)
      try camera.startRunning()
      try await wait(for: meter, until: hasConverged(.exposure))
      #expect(meter.scene.whiteBalance.status == .locked)
    }

    @Test func `a lock that is to run out does so in the next run, where the camera stops before`() async throws {
      let (camera, meter) = try running(following: [])
      try await meter.scan()
      camera.stopRunning()
      // The meter takes note of the stop.
      await VirtualTime.current?.pass(.seconds(1))
      #expect(meter.scene.whiteBalance.status == .locked)
      try device.setLight(CIEIlluminant.a.distribution)
      try camera.startRunning()
      try await wait(for: meter, until: hasConverged(.whiteBalance))
      #expect(try areOfTheLight(camera.deviceWhiteBalanceGains))
    }

    @Test(arguments: [true, false])
    func `a lock that is made after a pause lasts its time from the first frame behind it`(isAtStart: Bool)
      async throws
    {
      let (camera, meter) = try running(following: [])
      try await meter.scan(lockDuration: 0)
      camera.stopRunning()
      await VirtualTime.current?.pass(.seconds(100))
      try camera.startRunning()
      if !isAtStart { _ = try await camera.nextFrame() }
      try await meter.lock(duration: 10)
      let start = camera.now
      while camera.now < start + .seconds(9) {
        _ = try await camera.nextFrame(where: { _ in true })
        try #require(meter.scene.whiteBalance.status == .locked, "after \(camera.now - start)")
      }
      try await wait(for: meter) { $0.whiteBalance.status != .locked }
      #expect(camera.now < start + .seconds(11))
    }

    @Test(arguments: [true, false])
    func `a scan whose quantities are locked or unlocked meanwhile says so`(isLock: Bool) async throws {
      let (camera, meter) = try running(following: [])
      let scan = Task.virtual { try await meter.scan(focus: false) }
      for _ in 0..<5 { _ = try await camera.nextFrame(where: { _ in true }) }
      try #require(meter.scene.whiteBalance.status == .metering)
      if isLock { try await meter.lock(exposure: false, focus: false) } else { try await meter.unlock() }
      await #expect(throws: CameraMeterError.superseded) { try await scan.value }
    }

    /// The settings of a lens that the meter follows are not kept, and it goes back to where the search found it.
    @Test(arguments: [[], [.focus]] as [Set<MeteringQuantity>])
    func `a scan that is cancelled leaves the lens where it was`(following: Set<MeteringQuantity>) async throws {
      let (camera, meter) = try running(following: following)
      if !following.isEmpty { try await wait(for: meter, until: hasConverged(.focus)) }
      let found = try device.value(of: .focusAbsolute)
      let scan = Task.virtual { try await meter.scan(exposure: false, whiteBalance: false) }
      for _ in 0..<20 { _ = try await camera.nextFrame(where: { _ in true }) }
      #expect(try device.value(of: .focusAbsolute) != found)
      scan.cancel()
      await #expect(throws: CameraMeterError.cancelled) { try await scan.value }
      #expect(try device.value(of: .focusAbsolute) == found)
    }

    @Test(arguments: [1, 2])
    func `scenes from before a start end when the camera is unplugged after it`(run: Int) async throws {
      let camera = try camera(following: [])
      let meter = try meter(of: camera)
      if run == 2 { try camera.startRunning() }
      let scenes = meter.scenes
      camera.stopRunning()
      await VirtualTime.current?.pass(.seconds(1))
      try camera.startRunning()
      device.unplug()
      // Without an end the suite's limit in time ends the test.
      for await _ in scenes {}
      #expect(!camera.isConnected)
    }
  }
#endif
