#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import Foundation
  import Metering
  import TestSupport
  import Testing

  /// The Swift of Docs/Camera.md, run on the simulated camera in virtual time. Code that is indented on the page stands
  /// in this file.
  @Suite(.virtualTime, .hangLimit) struct DocumentedCameraTests {
    typealias Camera = CameraControl.Camera
    typealias SimulatedCamera = SimulationInVirtualTime

    /// No time passes while the camera's meter has work.
    private static func watchMeter(of camera: Camera) throws {
      try #require(VirtualTime.current).watch(#require(camera.meter).queue)
    }

    @Test func `the first sample locks the gains of the gray world`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      try await camera.setWhiteBalanceModeLocked(with: camera.grayWorldDeviceWhiteBalanceGains)
      camera.unlockForConfiguration()
      let frame = try await camera.nextFrame()
      #expect(frame.isTrusted && camera.whiteBalanceMode == .locked)
      // The camera is before a card under daylight, to which its sensor's green is the brightest.
      let gains = camera.deviceWhiteBalanceGains
      #expect(gains.redGain > 1 && gains.blueGain > 1)
    }

    @Test func `a light that is told is found by a scan`() async throws {
      let simulated = SimulatedCamera()
      let camera = try Camera(device: simulated, profile: SimulatedCamera.profile)
      try camera.startRunning()
      try Self.watchMeter(of: camera)
      try simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.5)
      let scene = try await camera.meter?.scan(focus: false)
      #expect(scene?.whiteBalance.status == .locked && camera.scene == scene)
    }

    @Test func `the meter's scenes tell its statuses`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      try Self.watchMeter(of: camera)
      guard let meter: CameraMeter = camera.meter else { return }
      try await meter.scan(center: nil, surface: nil, lockDuration: 3600, throwIfUnsupported: true)
      #expect(meter === camera.meter && meter.scene.focus.status == .locked)
      func show() async {
        for await scene in camera.scenePublisher.values { print(scene.whiteBalance.status) }
      }
      let showing = Task.virtual { await show() }
      showing.cancel()
      try await showing.value
    }

    @Test func `a property is observed until the camera stops`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      let isos = camera.values(of: { $0.iso })
      camera.stopRunning()
      for await iso in isos { print(iso ?? 0) }
      #expect(!camera.isRunning)
    }

    @Test func `every line of Swift on the page stands in this file`() throws {
      let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Camera.md"), encoding: .utf8)
      let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      let shown = page.split(separator: "\n").filter { $0.hasPrefix("    ") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(shown.count > 10)
      for line in shown { #expect(lines.contains(line), "\(line)") }
    }

    /// The members that the porting table says are here, as AVFoundation's code has them.
    /// It is compiled, and not called.
    private static func ported(_ camera: Camera, _ point: MeteringPoint) async throws {
      try camera.startRunning()
      try camera.lockForConfiguration()
      camera.unlockForConfiguration()
      let _: (Bool, Bool, Bool) = (
        camera.isWhiteBalanceModeSupported(.locked), camera.isExposureModeSupported(.custom),
        camera.isFocusModeSupported(.autoFocus)
      )
      (camera.whiteBalanceMode, camera.exposureMode, camera.focusMode) = (.locked, .locked, .locked)
      let _: (Bool, Bool, Bool) = (
        camera.isAdjustingWhiteBalance, camera.isAdjustingExposure, camera.isAdjustingFocus
      )
      let gains: Camera.WhiteBalanceGains = camera.deviceWhiteBalanceGains
      let _: (Float, Camera.WhiteBalanceGains) = (camera.maxWhiteBalanceGain, camera.grayWorldDeviceWhiteBalanceGains)
      let light = Camera.WhiteBalanceTemperatureAndTintValues(temperature: 5000, tint: 0)
      let _: Camera.WhiteBalanceGains = camera.deviceWhiteBalanceGains(for: light)
      let place = Camera.WhiteBalanceChromaticityValues(x: 0.3, y: 0.3)
      let _: Camera.WhiteBalanceGains = try camera.deviceWhiteBalanceGains(for: place)
      let _: Camera.WhiteBalanceChromaticityValues = try camera.chromaticityValues(for: gains)
      let _: Camera.WhiteBalanceTemperatureAndTintValues = try camera.temperatureAndTintValues(for: gains)
      let _: (Float?, Float?, Duration?, Float?, Camera.WhiteBalanceGains) = (
        Camera.currentLensPosition, Camera.currentISO, Camera.currentExposureDuration,
        Camera.currentExposureTargetBias, Camera.currentWhiteBalanceGains
      )
      let _: (Float, Float, Float, Float) = (
        camera.exposureTargetBias, camera.minExposureTargetBias, camera.maxExposureTargetBias,
        camera.exposureTargetOffset
      )
      let _: (Bool, Bool) = (camera.isExposurePointOfInterestSupported, camera.isFocusPointOfInterestSupported)
      (camera.exposurePointOfInterest, camera.focusPointOfInterest) = (point, point)
      let _: (Int, String, String, Bool) = (
        camera.maxBracketedCaptureStillImageCount, camera.uniqueID, camera.localizedName, camera.isConnected
      )
      try camera.setWhiteBalanceModeLocked(with: gains, completionHandler: { (_: Duration?) in })
      try camera.setExposureModeCustom(duration: nil, iso: nil, completionHandler: { (_: Duration?) in })
      try camera.setExposureTargetBias(0, completionHandler: { (_: Duration?) in })
      try camera.setFocusModeLocked(lensPosition: nil, completionHandler: { (_: Duration?) in })
      let _: Duration = try await camera.setWhiteBalanceModeLocked(with: gains)
      let _: Duration = try await camera.setExposureModeCustom(duration: nil, iso: nil)
      let _: Duration = try await camera.setFocusModeLocked(lensPosition: nil)
      let format: Camera.Format = camera.activeFormat
      let _: (Float, Float) = (format.minISO, format.maxISO)
      let _: (Duration, Duration) = (format.minExposureDuration, format.maxExposureDuration)
      let _: (Duration?, Float?, Float?, Float?) = (
        camera.exposureDuration, camera.iso, camera.lensPosition, camera.lensAperture
      )
      let _: (Bool, Bool) = (
        camera.isLockingWhiteBalanceWithCustomDeviceGainsSupported,
        camera.isLockingFocusWithCustomLensPositionSupported
      )
      camera.isSubjectAreaChangeMonitoringEnabled = true
      let _: (Duration?, Duration) = (camera.lastSubjectAreaChange, camera.activeVideoMinFrameDuration)
      try camera.prepareToCaptureStillImageBracket(with: [])
      let _: CameraFrame = try await camera.capturePicture(meterIfNeeded: false)
      let _: [CameraFrame] = try await camera.captureBracket([])
      let _: (CameraError?, AsyncStream<CameraFrame>) = (camera.failure, camera.frames)
      camera.stopRunning()
    }

    @Test func `each member that the porting table says is here is compiled as one of a camera`() throws {
      _ = Self.ported
      let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Camera.md"), encoding: .utf8)
      let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      let ported = try #require(source.firstMatch(of: /func ported[\s\S]*?\n    }\n/)).output
      let members = Set(ported.matches(of: /(?:camera|Camera|format)\.(\w+)/).map { String($0.output.1) })
      var count = 0
      for row in page.split(separator: "\n") where row.hasPrefix("| ") {
        let cells = row.dropFirst(2).split(separator: " | ", maxSplits: 1)
        guard let here = cells.last, ["the same", "with `try`", "optional"].contains(where: here.hasPrefix) else {
          continue
        }
        for name in cells[0].matches(of: /`([^`]+)`/).map({ $0.1 }) where !name.contains("…") {
          // `activeFormat.minISO` is a member of the format here, and a method's name ends at its arguments.
          let member = name.prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? ""
          #expect(members.contains(member), "\(name)")
          count += 1
        }
      }
      #expect(count > 30)
    }
  }
#endif
