#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import DeviceProfiles
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// A camera with a sensor's driver behind it.
  struct CameraUnderTest {
    typealias Camera = CameraControl.Camera

    let driver: SensorDriver
    /// The backend between the camera and the driver.
    let device: any CameraBackend
    let camera: Camera

    init(
      _ driver: SensorDriver = .balanced(), maximumGain: Double = 4, profile: DeviceProfile? = nil,
      sensor: ImageSensor? = nil, _ configure: (inout CameraOptions) -> Void = { _ in }
    ) throws {
      self.driver = driver
      var options = CameraOptions()
      options.levels = try SampleLevels(black: 256, white: 65535)
      configure(&options)
      let device = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver))
      self.device = sensor.map { DeviceWithSensor(device, $0) } ?? device
      camera = try Camera(
        device: self.device, profile: profile ?? Self.profile(maximumGain), options: options)
    }

    /// The typical camera, whose response to D50 is 1 each, with gains for green as large as for others.
    static func profile(_ maximumGain: Double) throws -> DeviceProfile {
      let matrix = TypicalCamera.matrix
      return DeviceProfile(
        identity: DeviceIdentity(model: "A sensor"),
        characterization: .matrices(
          try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: matrix)])),
        gainRange: try GainRange(maximum: maximumGain), provenance: "A test")
    }

    /// The next frames, as they come.
    func frames(_ count: Int) async -> [CameraFrame] {
      var frames: [CameraFrame] = []
      for await frame in camera.frames {
        frames.append(frame)
        if frames.count == count { break }
      }
      return frames
    }

    /// Returns the reason of the camera's error that `body` throws.
    static func reason(_ body: () throws -> Void) throws -> CameraError.Reason {
      let error = try #require(throws: CameraError.self) { try body() }
      #expect(error.device == "/dev/video7")
      return error.reason
    }
  }

  /// The gains of the channels, as a camera is told them.
  func gains(_ red: Float, _ green: Float, _ blue: Float) -> CameraControl.Camera.WhiteBalanceGains {
    CameraControl.Camera.WhiteBalanceGains(redGain: red, greenGain: green, blueGain: blue)
  }

  /// Whether red is as strong as the gain of 2 makes it: half as strong as green without.
  func hasRedGainOfTwo(_ frame: CameraFrame) -> Bool {
    Tolerance.samplesOfWall.allows(abs(frame.means().red / frame.means().green - 1))
  }

  extension CameraFrame {
    /// The means of the channels in the whole frame, black taken off.
    func means() -> LinearRGB {
      let region = Region(x: 0, y: 0, width: frame.width, height: frame.height)
      let total = TileMoments(of: frame, in: region, side: frame.width, by: .fastest).total
      func mean(_ channel: BayerChannel) -> Double { total[channel].mean - frame.levels.black[channel] }
      return LinearRGB(red: mean(.red), green: mean(.greenOnRedRow), blue: mean(.blue))
    }

    /// The greatest departure of red and blue from green, as a share, once the software's part is done.
    var colorCast: Double {
      let (mean, gains) = (means(), softwareGains)
      let green = mean.green * gains.green
      return largest(abs(mean.red * gains.red / green - 1), abs(mean.blue * gains.blue / green - 1))
    }
  }
#endif
