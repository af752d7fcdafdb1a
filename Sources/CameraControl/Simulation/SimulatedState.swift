internal import CameraDevices
internal import Colorimetry
internal import RawFrames
internal import SensorSimulation
internal import Synchronization
internal import WhiteBalance

/// The scene in front of a simulated camera.
struct SimulatedView {
  var light: SpectralDistribution
  var brightness: Double
  var cardPosition: Float
  var size: FrameSize
  var subject = SimulatedCamera.Subject.card

  /// The card's brightest channel at the standard exposure and a brightness of 1, as a share of the range.
  private static let standardSignal = 0.4
  /// The contrast of the card's fine structure where it is sharp: too low for a refusal, and enough for focusing.
  private static let texture = 0.03
  /// The period of the structure in samples. Neighbouring samples of one colour differ.
  private static let texturePeriod = 4
  /// The reflectance of a gray card, and those of a warm wall from red to blue.
  private static let reflectances = (card: 0.18, surroundings: [0.30, 0.16, 0.08])
  /// The wavelengths of surfaces, in nanometres: all that silicon responds to.
  private static let wavelengths = 300.0...1100

  var signal: Double { Self.standardSignal * brightness }

  /// The view with a gray card instead of its subject.
  var withCard: Self {
    var view = self
    view.subject = .card
    return view
  }

  /// Returns the scene: the subject over three quarters of the frame, in front of a warm wall.
  func scene(sharpness: Double) -> SimulatedScene {
    let card = Region(
      x: size.width / 8, y: size.height / 8, width: size.width - size.width / 4, height: size.height - size.height / 4)
    let contrast = Self.texture * sharpness
    var scene = SimulatedScene(card: Self.surface([Self.reflectances.card]), under: light)
      .surrounding(card, by: Self.surface(Self.reflectances.surroundings.reversed()))
    if case .chart(let patches, let columns) = subject {
      let rows = patches.count / columns
      scene = scene.placing(patches) { column, row in
        let (x, y) = (column - card.x, row - card.y)
        guard (0..<card.width).contains(x), (0..<card.height).contains(y) else { return nil }
        return y * rows / card.height * columns + x * columns / card.width
      }
    }
    return scene.dimmed { column, _ in
      column % Self.texturePeriod < Self.texturePeriod / 2 ? 1 + contrast : 1 - contrast
    }
  }

  /// Returns a surface whose reflectance is constant, or changes in straight lines over ``wavelengths``.
  private static func surface(_ values: [Double]) -> SpectralDistribution {
    let values = values.count == 1 ? [values[0], values[0]] : values
    let step = (wavelengths.upperBound - wavelengths.lowerBound) / Double(values.count - 1)
    do throws(SpectralDistributionError) {
      return try SpectralDistribution(firstWavelength: wavelengths.lowerBound, step: step, values: values)
    } catch { preconditionFailure("a surface of a few samples: \(error)") }
  }
}

/// The settings of a simulated camera and its scene, each with the time of its last change.
struct SimulatedState {
  private(set) var view: SimulatedView
  private(set) var truth: SimulatedTruth
  private(set) var values = SimulatedControls.defaults
  private var history: [(time: Duration, values: [ControlID: Int64])]
  private var views: [(time: Duration, number: Int, view: SimulatedView)]
  private var viewCount = 0
  var isUnplugged = false
  /// The number of the open stream; `nil` where none is open. A stream that was stopped is not the one after it.
  private(set) var stream: Int?
  private var streamCount = 0
  private(set) var nextFrame = Duration.zero
  private var sequence: UInt32 = 0

  /// The settings that the pixels of a frame show.
  struct Exposed {
    var values: [ControlID: Int64]
    var view: SimulatedView
    var viewNumber: Int
    var sequence: UInt32
    var timestamp: Duration
  }

  init(_ view: SimulatedView, _ sensor: SimulatedSensor, at time: Duration) throws(SimulationError) {
    self.view = view
    truth = try Self.truth(view, sensor)
    history = [(time, values)]
    views = [(time, 0, view)]
  }

  /// Returns the truth of a view.
  ///
  /// - Throws: `SimulationError` where the sensor cannot be exposed to the view for each duration that it has.
  private static func truth(_ view: SimulatedView, _ sensor: SimulatedSensor) throws(SimulationError) -> SimulatedTruth
  {
    // A view of a negative size would have no regions.
    do throws(RawFrameError) {
      _ = try RawFrame.byteCount(format: SimulatedCamera.format, width: view.size.width, height: view.size.height)
    } catch { throw .frame(error) }
    for exposure in [SimulatedControls.exposures.lowerBound, SimulatedControls.exposures.upperBound] {
      _ = try SimulatedShot(
        of: view.scene(sharpness: 0), by: sensor, width: view.size.width, height: view.size.height,
        exposure: view.signal * exposure)
    }
    let shot = try SimulatedShot(
      of: view.withCard.scene(sharpness: 0), by: sensor, width: view.size.width, height: view.size.height,
      exposure: view.signal)
    guard let truth = shot.truth else { preconditionFailure("a shot of a scene has a truth") }
    return truth
  }

  mutating func see(_ next: SimulatedView, _ sensor: SimulatedSensor, at time: Duration) throws(SimulationError) {
    truth = try Self.truth(next, sensor)
    view = next
    viewCount += 1
    // Without a stream no frame shows what was before.
    if stream == nil { views = [] }
    views.append((time, viewCount, next))
  }

  mutating func set(_ next: [ControlID: Int64], at time: Duration) {
    values = next
    if stream == nil { history = [] }
    history.append((time, next))
  }

  /// Opens a stream, and returns its number; `nil` where one is open.
  mutating func openStream(at time: Duration) -> Int? {
    guard stream == nil else { return nil }
    streamCount += 1
    (stream, nextFrame) = (streamCount, time + SimulatedCamera.interval)
    return stream
  }

  /// Closes a stream, unless it is closed. Without a number the open one is closed.
  mutating func closeStream(_ number: Int? = nil) {
    if number == nil || number == stream { stream = nil }
  }

  /// Returns the newest frame that has ended at `now`, or `nil` without one. The sensor does not wait for a slow
  /// reader.
  mutating func expose(at now: Duration) -> Exposed? {
    let interval = SimulatedCamera.interval
    guard now >= nextFrame else { return nil }
    let count = Int((now - nextFrame) / interval) + 1
    let end = nextFrame + interval * (count - 1)
    nextFrame = end + interval
    sequence &+= UInt32(truncatingIfNeeded: count)
    let start = end - interval
    let latched = start - interval * SimulatedCamera.pipeline
    let seen = views.last { $0.time <= start } ?? views[0]
    let used = history.last { $0.time <= latched } ?? history[0]
    views.removeAll { $0.time < seen.time }
    history.removeAll { $0.time < used.time }
    let adjusted = SimulatedControls.adjusted(
      values, gains: truth.gains, signal: view.signal, cardPosition: view.cardPosition)
    // Controls may have been set since the frame ended, and the history is in the order of time.
    if adjusted != values { set(adjusted, at: max(end, history.last?.time ?? end)) }
    return Exposed(
      values: used.values, view: seen.view, viewNumber: seen.number, sequence: sequence, timestamp: end)
  }
}

/// A running simulated camera.
final class SimulatedStream: CameraStream {
  let bufferCount: Int
  private let camera: SimulatedCamera
  private let number: Int
  /// The last frame's shot, which is used again while nothing changes.
  private let last = Mutex<Prepared?>(nil)

  init(_ camera: SimulatedCamera, number: Int, bufferCount: Int) {
    self.camera = camera
    self.number = number
    self.bufferCount = bufferCount
  }

  func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
    let deadline = camera.clock.now + timeout
    while true {
      try camera.check()
      let now = camera.clock.now
      let (isOpen, exposed) = camera.state.withLock { state in
        let isOpen = state.stream == number
        return (isOpen, isOpen ? state.expose(at: now) : nil)
      }
      guard isOpen else { throw camera.error(.failed("the stream was stopped")) }
      if let exposed { return frame(exposed) }
      guard now < deadline else { throw camera.error(.noFrame("no frame came within \(timeout)")) }
      camera.clock.sleep(until: min(camera.state.withLock { $0.nextFrame }, deadline))
    }
  }

  func stop() { camera.state.withLock { $0.closeStream(number) } }

  private func frame(_ exposed: SimulatedState.Exposed) -> CapturedFrame {
    let shot = last.withLock { last in
      if let last, last.values == exposed.values, last.viewNumber == exposed.viewNumber { return last.shot }
      let shot = prepared(exposed)
      last = Prepared(values: exposed.values, viewNumber: exposed.viewNumber, shot: shot)
      return shot
    }
    return CapturedFrame(
      frame: shot.frame(seed: camera.seed &+ UInt64(exposed.sequence) &* 0x9e37_79b9_7f4a_7c15),
      sequence: exposed.sequence, timestamp: exposed.timestamp)
  }

  /// A shot, and the settings that it was made from.
  private struct Prepared {
    var values: [ControlID: Int64]
    var viewNumber: Int
    var shot: SimulatedShot
  }

  private func prepared(_ exposed: SimulatedState.Exposed) -> SimulatedShot {
    let (view, values) = (exposed.view, exposed.values)
    let sharpness = SimulatedControls.sharpness(values, cardPosition: view.cardPosition)
    do throws(SimulationError) {
      return try SimulatedShot(
        of: view.scene(sharpness: sharpness), by: camera.sensor, width: view.size.width, height: view.size.height,
        exposure: view.signal * SimulatedControls.exposure(values),
        amplification: SimulatedControls.amplification(values))
    } catch { preconditionFailure("a view that was checked when it was set: \(error)") }
  }
}
