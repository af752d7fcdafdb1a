internal import CameraControl
internal import Colorimetry
internal import DeviceProfiles
internal import Diagrams
internal import DigitalNegatives
internal import FrameSources
internal import RawFrames
internal import Synchronization
internal import WhiteBalance

extension CameraScreen {
  /// Returns the next trusted frame as a DNG.
  func negative() async throws -> [UInt8] {
    guard camera.knownProfile != nil else { throw ScreenError.negativeWithoutProfile }
    await awaken()
    let camera = camera
    let frame = try await camera.nextFrame()
    let made = try frame.digitalNegative(by: camera.profile, exposure: try frame.exposureMetadata())
    return try made.negative.dngBytes()
  }

  /// The readings of the last minute as lines of JSON.
  var readingLines: [UInt8] { state.withLock { $0.readings }.jsonLines }

  /// Returns the background of the chromaticity diagram as JSON.
  func diagram() -> [UInt8] {
    let readings = state.withLock { $0.readings }
    return JSONLine.bytes(
      of: ScreenDiagram(camera.knownProfile?.characterization, gainRange(camera), readings.lights))
  }
}

/// The lines of the chromaticity diagram, in CIE 1931 x, y, for the page to draw.
struct ScreenDiagram: Encodable {
  /// Black bodies, each as temperature, x and y.
  var planckian: [[Double]]
  /// CIE daylight, each as temperature, x and y.
  var daylight: [[Double]]
  /// Lights of equal temperature, each as the temperature, and x and y at a tint of -60 and of 60.
  var isotherms: [[Double]]
  /// The boundary of the lights that legal gains make neutral: lines of x and y, as far as they are colours.
  var edge: [[[Double]]]
  /// The lights of the last minute, each as time, x, y, temperature and tint.
  var history: [[Double]]

  /// The black bodies that the page shows, in mired: from 10 000 to 1000 K, as ``ScreenCommand/temperatures``.
  private static let mired = stride(from: 100.0, through: 1000, by: 10)
  /// The temperatures of the isotherms, in kelvin.
  private static let shownTemperatures = [2000.0, 2500, 3000, 4000, 5000, 6500, 10_000]
  /// The daylight that the page shows, in mired. It goes from 4000 K, where the CIE's daylight begins (CIE 15:2018), to
  /// 10 000 K.
  private static let daylightMired = stride(from: 100.0, through: 250, by: 10)
  /// The tint at the ends of an isotherm, which is a Duv of 0.02.
  private static let isothermTint = 60.0
  /// The number of steps on each of the six sides of the legal gains. A side is bent in x, y, and the page draws each
  /// step as a straight line.
  private static let stepsOfEdge = 32

  init(_ device: (some DeviceCharacterization)?, _ range: GainRange, _ history: [[Double]]) {
    func place(_ temperature: Double, _ tint: Double = 0) -> [Double] {
      guard let light = try? Chromaticity(TemperatureAndTint(temperature: temperature, tint: tint)) else { return [] }
      return [light.x, light.y]
    }
    planckian = Self.mired.map { [1e6 / $0] + place(1e6 / $0) }
    daylight = Self.daylightMired.compactMap { mired in
      guard let light = try? Chromaticity.daylight(temperature: 1e6 / mired) else { return nil }
      return [1e6 / mired, light.x, light.y]
    }
    isotherms = Self.shownTemperatures.map { kelvin in
      [kelvin] + place(kelvin, -Self.isothermTint) + place(kelvin, Self.isothermTint)
    }
    edge =
      device.map { device in
        let corners = range.edge(steps: Self.stepsOfEdge).map { try? device.chromaticity(for: $0) }
        return DiagramLoci.outline(corners).map { $0.map { [$0.x, $0.y] } }
      } ?? []
    self.history = history
  }
}
