import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import RawFrames
import SensorSimulation
import Synchronization
import TestSupport
import Testing
import WhiteBalance

/// The Swift of CameraDevices' pages.
@Suite(.hangLimit) struct CameraDevicesSamples {
  typealias Camera = CameraControl.Camera

  @Test func `the landing page`() throws {
    let device: any CameraBackend = SimulatedCamera()
    for control in try device.controls() {
      print(control.name, control.range, control.defaultValue)
    }
    let format = try device.currentFormat()
    let stream = try device.stream(bufferCount: 4)
    let frame = try stream.nextFrame(timeout: .seconds(2))
    print(format.size, frame.sequence, frame.timestamp)
    stream.stop()
    #expect(frame.frame.width == format.size.width)
  }

  @Test func `own device`() async throws {
    // A simulated sensor in front of a card stands for the maker's function.
    // At 10 ms the card is too dark to be metered.
    let sensor = try SimulatedSensor(
      SpectralSensitivities.canon5DMarkII(), format: .rg10,
      levels: SampleLevels(black: 64, white: 1023), fullWell: 12_000, readNoise: 3)
    let scene = SimulatedScene(
      card: try SpectralDistribution(wavelengths: [380, 780], values: [0.18, 0.18]),
      under: CIEIlluminant.a.distribution)
    let shots = try [Duration: SimulatedShot](
      uniqueKeysWithValues: (1...1000).map { value in
        let shot = try SimulatedShot(of: scene, by: sensor, width: 320, height: 240, exposure: 0.001 * Double(value))
        return (.microseconds(100 * value), shot)
      })
    let truth = try #require(shots[.milliseconds(10)]?.truth?.gains)
    let exposeAndRead: @Sendable (Duration) -> RawFrame = { shots[$0]!.frame(seed: 1) }
    let board = BoardCamera(
      format: try ActiveFormat(
        .rg10, size: FrameSize(width: 320, height: 240)),
      levels: try SampleLevels(black: 64, white: 1023),
      shoot: exposeAndRead)
    let camera = try Camera(device: board, profile: .unknown)
    try camera.startRunning()
    guard let meter: CameraMeter = camera.meter else { return }
    try await meter.scan(focus: false)
    print(camera.exposureDuration as Any, camera.deviceWhiteBalanceGains)
    camera.stopRunning()
    let gains = camera.deviceWhiteBalanceGains
    let ratios = [
      Double(gains.redGain) / truth.red, Double(gains.greenGain) / truth.green, Double(gains.blueGain) / truth.blue,
    ]
    let error = try #require(ratios.map { abs($0 - 1) }.largest())
    #expect(Tolerance.lockedGainsInNoise.allows(error))
    #expect(try #require(camera.exposureDuration) > .milliseconds(10))
  }
}

// The page's device, whole.

final class BoardCamera: CameraBackend {
  let name = "board"
  let identity = CaptureDeviceIdentity(
    driver: "board", card: "Board Camera", bus: "", driverVersion: "")
  let levels: SampleLevels?
  let clock: any CameraClock = SystemClock()
  private let format: ActiveFormat
  private let shoot: @Sendable (_ exposure: Duration) -> RawFrame
  private let exposure = Mutex<Int64>(100)

  init(
    format: ActiveFormat, levels: SampleLevels?,
    shoot: @escaping @Sendable (_ exposure: Duration) -> RawFrame
  ) {
    (self.format, self.levels, self.shoot) = (format, levels, shoot)
  }

  func formats() -> [CaptureFormat] {
    [CaptureFormat(fourCC: format.pixelFormat.fourCC, name: "raw")]
  }

  func frameSizes(for format: PixelFormat) -> FrameSizes? {
    .discrete([self.format.size])
  }

  func currentFormat() -> ActiveFormat { format }

  func setFormat(
    _ pixelFormat: PixelFormat, size: FrameSize, match: SizeMatch
  ) throws(CameraDeviceError) -> ActiveFormat {
    guard pixelFormat == format.pixelFormat,
      size == format.size || match == .nearest
    else { throw error(.refused("the board has one format and one size")) }
    return format
  }

  func frameInterval() -> FrameInterval? { nil }

  func controls() -> [CaptureControl] {
    [
      CaptureControl(
        id: .exposureAbsolute, name: "Exposure", kind: .integer,
        range: 1...1000, defaultValue: 100)
    ]
  }

  func control(_ id: ControlID) -> CaptureControl? {
    controls().first { $0.id == id }
  }

  func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
    guard control(id) != nil else { throw error(.noControl(id)) }
    return exposure.withLock { $0 }
  }

  func set(
    _ values: KeyValuePairs<ControlID, Int64>
  ) throws(CameraDeviceError) -> [Int64] {
    for (id, value) in values {
      guard let control = control(id) else { throw error(.noControl(id)) }
      if let fault = control.fault(setting: value) {
        throw error(.control(control, fault))
      }
    }
    for (_, value) in values { exposure.withLock { $0 = value } }
    return values.map(\.value)
  }

  func stream(bufferCount: Int) -> any CameraStream {
    BoardStream(camera: self)
  }

  func frame() -> RawFrame {
    shoot(.microseconds(100 * exposure.withLock { $0 }))
  }

  private func error(_ fault: CameraDeviceFault) -> CameraDeviceError {
    CameraDeviceError(device: name, fault: fault)
  }
}

final class BoardStream: CameraStream {
  let bufferCount = 1
  private let camera: BoardCamera
  private let count = Mutex<UInt32>(0)

  init(camera: BoardCamera) { self.camera = camera }

  func nextFrame(
    timeout: Duration
  ) throws(CameraDeviceError) -> CapturedFrame {
    let frame = camera.frame()
    let sequence = count.withLock { count in
      count += 1
      return count
    }
    return CapturedFrame(
      frame: frame, sequence: sequence, timestamp: camera.clock.now)
  }

  func stop() {}
}
