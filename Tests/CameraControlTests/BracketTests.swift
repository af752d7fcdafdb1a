#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import Colorimetry
  import DeviceProfiles
  import DigitalNegatives
  import Dispatch
  import GrayCard
  import ProfileExchange
  import RawFrames
  import SensorSimulation
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  @Suite(.virtualTime) struct BracketTests {
    /// The whole frame.
    private static let wall = Region(
      x: 0, y: 0, width: SensorDriver.size.width, height: SensorDriver.size.height)

    private typealias Manual = ManualExposureBracketedStillImageSettings
    private typealias Automatic = AutoExposureBracketedStillImageSettings

    /// 156 and 16 show the wall as it is.
    private func camera(
      _ configure: (inout SensorDriver.State) -> Void = { _ in }
    ) throws -> CameraUnderTest {
      try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...10000, value: 156)
          $0.controls[.gain] = .init(range: 16...255, value: 16)
          $0.controls[.autoExposure] = .init(
            range: 0...3, value: 1, type: V4L2_CTRL_TYPE_MENU, names: [1: "Manual Mode", 3: "Aperture Priority Mode"])
          configure(&$0)
        })
    }

    private func values(_ test: CameraUnderTest) -> [Int64?] {
      [.exposureAbsolute, .gain, .autoExposure, .redBalance].map { test.driver.value($0) }
    }

    @Test func `each frame has the duration and ISO that were asked for, and the device is then as it was`()
      async throws
    {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = values(test)
      let mode = test.camera.exposureMode
      let frames = try await test.camera.captureBracket([
        Manual.manualExposureSettings(exposureDuration: .milliseconds(7.8), iso: 100),
        Manual.manualExposureSettings(exposureDuration: .milliseconds(15.6), iso: 200),
        Manual.manualExposureSettings(exposureDuration: Camera.currentExposureDuration, iso: 100),
      ])
      #expect(frames.map(\.exposure.iso) == [100, 200, 100] && frames.allSatisfy(\.isTrusted))
      let greens = frames.map { $0.means().green }
      #expect(Tolerance.samplesOfWall.allows(abs(greens[1] / greens[0] / 4 - 1)), "\(greens)")
      #expect(Tolerance.samplesOfWall.allows(abs(greens[2] / greens[0] / 2 - 1)), "\(greens)")
      #expect(values(test) == found && test.camera.exposureMode == mode)
      // The next frame shows the restored exposure too.
      let after = try await test.camera.nextFrame()
      #expect(Tolerance.rounding.allows(abs((after.exposure.duration ?? 0) / 0.0156 - 1)))
      #expect(Tolerance.samplesOfWall.allows(abs(after.means().green / greens[0] / 2 - 1)))
    }

    @Test func `stops are beside the exposure that the camera has`() async throws {
      let test = try camera { $0.controls[.autoExposure]?.value = 3 }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let frames = try await test.camera.captureBracket(
        [-2, 0, 1].map { Automatic.autoExposureSettings(exposureTargetBias: $0) })
      let greens = frames.map { $0.means().green }
      #expect(Tolerance.exposedPixels.allows(abs(greens[1] / greens[0] / 4 - 1)), "\(greens)")
      #expect(Tolerance.exposedPixels.allows(abs(greens[2] / greens[1] / 2 - 1)), "\(greens)")
      // Automatic exposure is on again and chooses the values itself, so only the mode is compared.
      #expect(test.driver.value(.autoExposure) == 3 && test.camera.exposureMode == .continuousAutoExposure)
    }

    /// The simulated camera's automatic exposure chooses the gain too, which cannot be set then.
    @Test func `a bracket beside an automatic exposure with a gain of its own leaves it on`() async throws {
      let device = SimulationInVirtualTime()
      _ = try device.set(.autoExposure, to: 3)
      let camera = try CameraControl.Camera(device: device, profile: SimulationInVirtualTime.profile)
      try camera.startRunning()
      defer { camera.stopRunning() }
      let frames = try await camera.captureBracket(
        [-1, 0, 1].map { Automatic.autoExposureSettings(exposureTargetBias: $0) })
      #expect(frames.count == 3)
      #expect(try device.simulated.value(of: .autoExposure) == 3)
      #expect(camera.exposureMode == .continuousAutoExposure && camera.failure == nil)
    }

    @Test func `what is no bracket is refused before anything is set`() async throws {
      let test = try camera()
      let one = Manual.manualExposureSettings(exposureDuration: .milliseconds(10), iso: 100)
      func reason(_ settings: [any BracketedStillImageSettings]) async throws -> CameraError.Reason? {
        do throws(CameraError) { _ = try await test.camera.captureBracket(settings) } catch { return error.reason }
        return nil
      }
      #expect(try await reason([one]) == .notRunning)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      #expect(try await reason([]) == .bracketCount(0, maximum: 9))
      #expect(try await reason(Array(repeating: one, count: 10)) == .bracketCount(10, maximum: 9))
      #expect(try await reason([one, Automatic.autoExposureSettings(exposureTargetBias: 0)]) == .mixedBracket)
      let long = Manual.manualExposureSettings(exposureDuration: .seconds(2), iso: 100)
      #expect(try await reason([one, long]) == .outOfRange(.exposureDuration, 2, 1e-4...1))
      let sensitive = Manual.manualExposureSettings(exposureDuration: .milliseconds(10), iso: 6400)
      #expect(try await reason([one, sensitive]) == .outOfRange(.iso, 6400, 100...1593.75))
      let dark = try await reason([Automatic.autoExposureSettings(exposureTargetBias: -20)])
      guard case .outOfRange(.exposureTargetBias, -20, _)? = dark else {
        Issue.record("\(String(describing: dark))")
        return
      }
      #expect(values(test) == [156, 16, 1, 256])
    }

    @Test func `the device is as it was when a bracket fails in the middle, or is cancelled`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      let found = values(test)
      let settings = [5, 10, 20].map { Manual.manualExposureSettings(exposureDuration: .milliseconds($0), iso: 100) }
      let task = Task.virtual { () -> CameraError.Reason? in
        do throws(CameraError) { _ = try await test.camera.captureBracket(settings) } catch { return error.reason }
        return nil
      }
      task.cancel()
      #expect(try await task.value == .cancelled)
      #expect(values(test) == found)
      test.driver.with { $0.isHanging = true }
      let start = test.driver.now
      do throws(CameraError) {
        _ = try await test.camera.captureBracket(settings)
        Issue.record("a camera that hangs gave a bracket")
      } catch {
        guard case .noFrame = error.reason else {
          Issue.record("\(error)")
          return
        }
      }
      // The silence that a camera is allowed, and three seconds.
      #expect(test.driver.now == start + .seconds(5))
      #expect(values(test) == found)
      test.driver.with { $0.isHanging = false }
      test.camera.stopRunning()
    }

    @Test func `what would restore other settings than it found is refused while a bracket is taken`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = values(test)
      let settings = [5, 10, 20].map { Manual.manualExposureSettings(exposureDuration: .milliseconds($0), iso: 100) }
      let first = Task.virtual { try await test.camera.captureBracket(settings) }
      _ = try await test.camera.nextFrame { _ in test.driver.with { $0.setCount } > 0 }
      let refused = CameraError(device: "/dev/video7", reason: .occupied)
      await #expect(throws: refused) { try await test.camera.captureBracket(settings) }
      await #expect(throws: refused) { try await test.camera.calibratedBalance() }
      await #expect(throws: refused) { try await test.camera.calibratedGain() }
      await #expect(throws: refused) { try await test.camera.measuredPipelineDelay() }
      var change = CameraChange()
      change.iso = 200
      #expect(throws: refused) { try test.camera.make(change) }
      #expect(try await first.value.count == 3)
      #expect(values(test) == found)
      // Then it is free again.
      #expect(try await test.camera.captureBracket(settings).count == 3)
      #expect(values(test) == found)
      #expect(try test.camera.make(change).outcomes.count == 1)
    }

    @Test func `gains that a caller sets while a bracket is taken stay`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let (found, exposures) = (values(test), [5, 10, 20])
      let settings = exposures.map { Manual.manualExposureSettings(exposureDuration: .milliseconds($0), iso: 100) }
      let bracket = Task.virtual { try await test.camera.captureBracket(settings) }
      _ = try await test.camera.nextFrame { _ in test.driver.with { $0.setCount } > 0 }
      try test.camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2.5, greenGain: 1, blueGain: 1.5)
      try test.camera.setWhiteBalanceModeLocked(with: gains, completionHandler: nil)
      let red = test.driver.value(.redBalance)
      test.camera.unlockForConfiguration()
      #expect(try await bracket.value.count == 3)
      #expect(red != found[3] && test.driver.value(.redBalance) == red)
      #expect(Array(values(test).prefix(3)) == Array(found.prefix(3)))
    }

    @Test func `a bracket takes the first frame that surely has each exposure`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let durations = [0.005, 0.01, 0.02]
      let seen = Mutex<[(sequence: UInt32, duration: Double?)]>([])
      let observer = Task.virtual { () -> CameraError? in
        do throws(CameraError) {
          _ = try await test.camera.nextFrame(within: .seconds(60)) { frame in
            if frame.isTrusted { seen.withLock { $0.append((frame.sequence, frame.exposure.duration)) } }
            return false
          }
        } catch { return error }
        return nil
      }
      let frames = try await test.camera.captureBracket(
        durations.map { Manual.manualExposureSettings(exposureDuration: .seconds($0), iso: 100) })
      test.camera.stopRunning()
      #expect(try await observer.value?.reason == .notRunning)
      for (frame, duration) in zip(frames, durations) {
        let first = try #require(
          seen.withLock { $0.first { Tolerance.rounding.allows(abs(($0.duration ?? 0) / duration - 1)) } })
        #expect(frame.sequence == first.sequence, "\(duration) s")
      }
    }

    /// The camera's own meter begins to follow when the camera starts, and has seen no frame by then.
    @Test(arguments: [false, true]) func `a bracket begins after what a meter has decided on`(isOwn: Bool) async throws
    {
      let test = try camera()
      defer { test.camera.stopRunning() }
      let meter = isOwn ? try #require(test.camera.meter) : CameraMeter(test.camera)
      let busy = DispatchSemaphore(value: 0)
      // The camera's own meter finds that the camera does not run yet.
      meter.queue.sync {}
      if !isOwn {
        try test.camera.startRunning()
        try await meter.unlock()
      }
      meter.queue.async { busy.wait() }
      if isOwn { try test.camera.startRunning() }
      let (found, before) = (values(test), test.driver.with { $0.setCount })
      let setting = Manual.manualExposureSettings(exposureDuration: .milliseconds(5), iso: 100)
      let bracket = Task.virtual { try await test.camera.captureBracket([setting]) }
      // A bracket takes fewer frames.
      for _ in 0..<20 { _ = try await test.camera.nextFrame() }
      #expect(test.driver.with { $0.setCount } == before && values(test) == found)
      busy.signal()
      #expect(try await bracket.value.count == 1)
    }

    @Test(arguments: [(1.3, 1.0), (1, 1.3), (1.2, 1.2)])
    func `a card in a frame has its light, whatever gains the device has applied`(red: Float, blue: Float) async throws
    {
      let device = SimulationInVirtualTime()
      let camera = try CameraControl.Camera(device: device, profile: SimulatedCamera.profile)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: red, greenGain: 1, blueGain: blue))
      let frame = try await camera.nextFrame()
      let light = try #require(frame.cardMeasurement(on: camera.profile).card?.light?.estimate.temperatureAndTint)
      let truth = try #require(device.simulated.truth.temperatureAndTint)
      #expect(Tolerance.temperatureOfSimulation.allows(abs(light.temperature - truth.temperature)), "\(light)")
    }

    @Test func `the card is read from the best frame: the brightest that does not clip`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      // The wall's green is 0.2 of the range at 15.6 ms.
      let frames = try await test.camera.captureBracket(
        [2, 16, 50, 120].map { Manual.manualExposureSettings(exposureDuration: .milliseconds($0), iso: 100) })
      let best = try #require(try frames.bestCardMeasurement(in: .region(Self.wall)))
      guard case .ok(let card) = best.measurement.verdict else {
        Issue.record("\(best.measurement.verdict)")
        return
      }
      #expect(best.index == 2)
      #expect(Tolerance.samplesOfWall.allows(abs(card.neutral.value.red / card.neutral.value.green / 0.5 - 1)))
      let clipped = try #require(try [frames[3]].bestCardMeasurement(in: .region(Self.wall)))
      guard case .refused = clipped.measurement.verdict else {
        Issue.record("a clipped card was taken")
        return
      }
      #expect(try [CameraFrame]().bestCardMeasurement() == nil)
    }

    /// The gains of an untrusted frame are not surely known.
    @Test func `an untrusted frame is the best only where no trusted one will do`() throws {
      func frame(_ black: Double, isTrusted: Bool) throws -> CameraFrame {
        CameraFrame(try PedestalCard.frame(black: black), isTrusted: isTrusted)
      }
      func best(_ frames: CameraFrame...) throws -> Int? {
        try frames.bestCardMeasurement(in: .region(PedestalCard.region))?.index
      }
      let (trusted, untrusted) = (
        try frame(PedestalCard.black, isTrusted: true), try frame(PedestalCard.black, isTrusted: false)
      )
      let refused = try frame(PedestalCard.wrongBlack, isTrusted: true)
      #expect(try best(untrusted, trusted) == 1 && best(trusted, untrusted) == 0)
      #expect(try best(refused, untrusted) == 1)
    }

    /// Under a lamp of tungsten red's gain is 1, which has no error, and the error is green's.
    @Test func `the error of gains is the largest of the three`() throws {
      func frame(red: Double, noise: Double) throws -> CameraFrame {
        var generator = SeededGenerator(seed: 3)
        let (format, side) = (try PixelFormat("RG12"), 64)
        let bytes = try FrameWriter.bytes(format, width: side, height: side) { column, row in
          let channel = BayerPattern.rggb.channel(column: column, row: row)
          let signal = channel == .red ? red : channel == .blue ? 400 : 800
          let deviation = channel == .greenOnRedRow || channel == .greenOnBlueRow ? noise : 4
          return UInt16((256 + signal + deviation * generator.normal()).rounded())
        }
        return CameraFrame(
          try RawFrame(
            format: format, width: side, height: side, bytes: bytes, levels: SampleLevels(black: 256, white: 4095)))
      }
      let frames = [try frame(red: 1200, noise: 60), try frame(red: 1200, noise: 4)]
      let whole = CardArea.region(Region(x: 0, y: 0, width: 64, height: 64))
      #expect(try frames.bestCardMeasurement(in: whole)?.index == 1)
    }

    @Test func `a card at a wrong black level is refused in every frame of a bracket`() throws {
      func frame(_ black: Double) throws -> CameraFrame { CameraFrame(try PedestalCard.frame(black: black)) }
      func codes(_ frames: [CameraFrame]) throws -> [CardRefusal.Code] {
        let best = try #require(try frames.bestCardMeasurement(in: .region(PedestalCard.region)))
        guard case .refused(let reasons) = best.measurement.verdict else { return [] }
        return reasons.map(\.code)
      }
      let (right, wrong) = (try frame(PedestalCard.black), try frame(PedestalCard.wrongBlack))
      #expect(try codes([wrong, wrong]) == [.blackLevel] && codes([wrong, right]) == [])
    }

    @Test func `a DNG of a device that applies no gains has all of them in its neutral`() async throws {
      let test = try CameraUnderTest { $0.balanceMethod = .software }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      let frame = try await test.camera.nextFrame()
      let exposure = try frame.exposureMetadata()
      let made = try frame.digitalNegative(by: test.camera.profile, exposure: exposure).negative
      #expect(made.colors.analogBalance == nil)
      #expect(made.asShotNeutral == LinearRGB(red: 0.5, green: 1, blue: 1 / 1.5))
    }

    @Test func `a DNG has the gains in the device as AnalogBalance, and the rest as its neutral`() async throws {
      let test = try camera()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1.5))
      let frame = try await test.camera.nextFrame()
      let exposure = try frame.exposureMetadata(aperture: 4)
      #expect(Tolerance.rounding.allows(abs((exposure.duration ?? 0) / 0.0156 - 1)))
      #expect(exposure.iso == 100 && exposure.aperture == 4 && exposure.date == nil)
      let made = try frame.digitalNegative(by: test.camera.profile, exposure: exposure).negative
      let back = try DigitalNegative(dngBytes: made.dngBytes())
      #expect(back.colors.analogBalance == LinearRGB(red: 2, green: 1, blue: 1.5))
      #expect(back.asShotNeutral == LinearRGB(red: 1, green: 1, blue: 1) && back.exposure.iso == 100)
      // The file's camera is this one, without its gains.
      let (own, read) = (test.camera.profile.characterization, try back.colors.characterization().0)
      let (plain, found) = (try own.response(to: .d50), try read.response(to: .d50))
      #expect(Tolerance.writtenResponse.allows(abs(found.red / found.green / (plain.red / plain.green) - 1)))
    }
  }
#endif
