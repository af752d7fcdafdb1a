#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import TestSupport
  import Testing
  import WhiteBalance

  /// When a camera says that something else is before the lens.
  @Suite(.virtualTime, .hangLimit) struct SubjectAreaTests {
    typealias Camera = CameraControl.Camera

    private let device = SimulationInVirtualTime()

    private func watchingCamera() async throws -> Camera {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      try camera.lockForConfiguration()
      camera.isSubjectAreaChangeMonitoringEnabled = true
      try camera.startRunning()
      try await pass(30, of: camera)
      #expect(camera.isSubjectAreaChangeMonitoringEnabled && camera.lastSubjectAreaChange == nil)
      return camera
    }

    private func pass(_ frames: Int, of camera: Camera) async throws {
      for _ in 0..<frames { _ = try await camera.nextFrame(where: { _ in true }) }
    }

    /// A person's doings before the lens.
    enum Event: CaseIterable {
      case darker, brighter, anotherLight, cover, chart

      func happen(to device: SimulationInVirtualTime) throws {
        switch self {
        case .darker: try device.setLight(CIEIlluminant.d65.distribution, brightness: 0.5)
        case .brighter: try device.setLight(CIEIlluminant.d65.distribution, brightness: 2)
        case .anotherLight: try device.setLight(CIEIlluminant.a.distribution)
        case .cover: try device.setLight(CIEIlluminant.d65.distribution, brightness: 1e-4)
        case .chart:
          let reflectances = try [0.05, 0.4, 0.8, 0.1].map { share in
            try SpectralDistribution(firstWavelength: 380, step: 5, values: Array(repeating: share, count: 81))
          }
          try device.simulated.show(.chart(reflectances, columns: 2))
        }
      }
    }

    @Test(arguments: Event.allCases)
    func `another light or subject is told once, within a few frames`(event: Event) async throws {
      let camera = try await watchingCamera()
      let before = camera.now
      try event.happen(to: device)
      try await pass(8, of: camera)
      let change = try #require(camera.lastSubjectAreaChange)
      #expect(change >= before)
      try await pass(40, of: camera)
      #expect(camera.lastSubjectAreaChange == change)
    }

    @Test func `what the camera itself sets is no other subject`() async throws {
      let camera = try await watchingCamera()
      for (duration, iso) in [(0.001, 100), (0.03, 100), (0.03, 400), (0.01, 200)] as [(Double, Float)] {
        try await camera.setExposureModeCustom(duration: .seconds(duration), iso: iso)
        try await pass(15, of: camera)
      }
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 3, greenGain: 1, blueGain: 2))
      try await pass(15, of: camera)
      #expect(camera.lastSubjectAreaChange == nil)
    }

    @Test(arguments: [-5, 0] as [Int64])
    func `an exposure that the driver is wrong about is no other subject`(exposure: Int64) async throws {
      let camera = try await watchingCamera()
      device.answer(.exposureAbsolute, with: exposure)
      try device.setByAnother(.exposureAbsolute, to: 100)
      try await pass(15, of: camera)
      #expect(try #require(camera.exposureDuration) <= .zero)
      #expect(camera.lastSubjectAreaChange == nil)
    }

    @Test func `an exposure that the driver was wrong about at first hides no later subject`() async throws {
      device.answer(.exposureAbsolute, with: 0)
      let camera = try await watchingCamera()
      device.answer(.exposureAbsolute, with: 100)
      try device.setByAnother(.exposureAbsolute, to: 100)
      try await pass(30, of: camera)
      #expect(camera.lastSubjectAreaChange == nil)
      try Event.darker.happen(to: device)
      try await pass(8, of: camera)
      #expect(camera.lastSubjectAreaChange != nil)
    }

    @Test func `an exposure that is not known any more, or is again, is no other subject`() async throws {
      device.rememberExposure()
      let camera = try await watchingCamera()
      try camera.setExposureMode(.continuousAutoExposure)
      #expect(camera.exposureDuration == nil)
      try await pass(30, of: camera)
      try camera.setExposureMode(.locked)
      #expect(camera.exposureDuration != nil)
      try await pass(30, of: camera)
      #expect(camera.lastSubjectAreaChange == nil)
      // Another light is told where the exposure is not known.
      try camera.setExposureMode(.continuousAutoExposure)
      try await pass(30, of: camera)
      try Event.anotherLight.happen(to: device)
      try await pass(8, of: camera)
      #expect(camera.lastSubjectAreaChange != nil)
    }

    @Test func `each change is told, and a flash is none`() async throws {
      let camera = try await watchingCamera()
      try Event.darker.happen(to: device)
      try await pass(30, of: camera)
      let first = try #require(camera.lastSubjectAreaChange)
      try Event.brighter.happen(to: device)
      try await pass(30, of: camera)
      let second = try #require(camera.lastSubjectAreaChange)
      #expect(second > first)
      try Event.darker.happen(to: device)
      try await pass(1, of: camera)
      try Event.brighter.happen(to: device)
      try await pass(30, of: camera)
      #expect(camera.lastSubjectAreaChange == second)
    }

    @Test func `nothing is told where nobody has asked, and asking needs the lock for configuration`() async throws {
      let camera = try Camera(device: device, profile: SimulatedCamera.profile)
      camera.isSubjectAreaChangeMonitoringEnabled = true
      #expect(!camera.isSubjectAreaChangeMonitoringEnabled && camera.failure != nil)
      try camera.startRunning()
      try await pass(30, of: camera)
      try Event.darker.happen(to: device)
      try await pass(30, of: camera)
      #expect(camera.lastSubjectAreaChange == nil)
    }
  }
#endif
