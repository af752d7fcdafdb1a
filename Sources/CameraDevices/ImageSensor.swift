internal import RealModule

/// The facts about a kind of image sensor that its driver does not report: the law of its gain codes, and its delays.
public struct ImageSensor: Hashable, Sendable {
  /// The sensor's model, in lower-case letters, such as `imx219`.
  public let model: String
  /// The law of the codes of its analogue gain, or `nil` where that is not known.
  public let gainLaw: GainLaw?
  /// The delays of changes, or `nil` where they are not known.
  public let delays: Delays?
  /// The exposure in addition to the exposed lines, in seconds.
  public let exposureOffset: Double

  /// The number of frames from the one in which a setting is written to the first that has it; at least 1.
  ///
  /// With a delay of 2, a setting that is written while frame 7 is read shows in frame 9.
  public struct Delays: Hashable, Sendable {
    /// The delay of the exposure, of the gains, and of the blanking after a frame.
    public let exposure, gain, blanking: Int

    /// Creates delays, in frames, each from 1 to 32.
    public init(exposure: Int, gain: Int, blanking: Int) {
      (self.exposure, self.gain, self.blanking) = (exposure, gain, blanking)
    }

    /// The delays that libcamera assumes for sensors that have not been measured.
    package static let usual = Delays(exposure: 2, gain: 1, blanking: 2)

    /// The number of frames until a change of any setting shows.
    package var longest: Int { max(exposure, gain, blanking) }
  }

  /// The law that turns the codes of a gain into factors.
  public enum GainLaw: Hashable, Sendable {
    /// The gain is `full / (full - code)`, where the difference counts as at least 1.
    case hyperbolic(full: Double)
    /// The gain is `code / one`: `one` is the code with a gain of 1.
    case proportional(one: Double)
    /// The gain begins at 1 and grows by the same number of decibels with each code.
    case decibels(perCode: Double)
    /// The gain of some codes was measured. There are at least two points, with rising codes and gains.
    case points([Point])

    /// Returns the gain of a code, as a factor; NaN where the law has fewer than two points.
    public func gain(of code: Double) -> Double {
      switch self {
      case .hyperbolic(let full): full / max(full - code, 1)
      case .proportional(let one): code / one
      case .decibels(let step): Double.exp10(code * step / 20)
      case .points(let points): Self.gain(of: code, among: points)
      }
    }

    /// Returns the code whose gain is `gain`, not rounded; NaN where the law has fewer than two points.
    public func code(of gain: Double) -> Double {
      switch self {
      case .hyperbolic(let full): full - full / gain
      case .proportional(let one): gain * one
      case .decibels(let step): 20 * Double.log10(gain) / step
      case .points(let points): Self.code(of: gain, among: points)
      }
    }
  }

  /// Creates a sensor, for a ``CameraBackend`` of your own. A camera does not open where a fact is out of its range.
  ///
  /// - Parameters:
  ///   - model: The model, in lower-case letters.
  ///   - gainLaw: The law of its gain codes, or `nil` where it is not known.
  ///   - delays: The delays of changes, or `nil` where they are not known: 2 frames are taken then.
  ///   - exposureOffset: The exposure in addition to the exposed lines, from 0 to 1 second.
  public init(model: String, gainLaw: GainLaw?, delays: Delays? = nil, exposureOffset: Double = 0) {
    (self.model, self.gainLaw, self.delays, self.exposureOffset) = (model, gainLaw, delays, exposureOffset)
  }

  /// The reason why no camera can use these facts, with what would have been right; `nil` where one can.
  package var fault: String? {
    if let gainLaw, !gainLaw.isValid {
      return "the gain law '\(gainLaw)' of its sensor '\(model)' is not valid; \(GainLaw.requirement)"
    }
    let delays = delays.map { [$0.exposure, $0.gain, $0.blanking] } ?? []
    if let delay = delays.first(where: { !Self.legalDelays.contains($0) }) {
      return "the delay of \(delay) frames of its sensor '\(model)' is not valid; it must be "
        + "\(Self.legalDelays.lowerBound) to \(Self.legalDelays.upperBound)"
    }
    guard !Self.exposureOffsets.contains(exposureOffset) else { return nil }
    return "the exposure of \(exposureOffset) s beside the lines of its sensor '\(model)' is not valid; it must be "
      + "\(Self.exposureOffsets.lowerBound) to \(Self.exposureOffsets.upperBound) s"
  }

  /// The legal delays, in frames: at most as many as V4L2 has buffers, which is more than any known sensor takes.
  package static let legalDelays = 1...32
  /// The legal exposures beside the lines, in seconds. Known sensors have microseconds.
  private static let exposureOffsets = 0.0...1
}

extension ImageSensor {
  /// The known sensors.
  ///
  /// Sources: libcamera in Raspberry Pi's version v0.7.1+rpt20260429 (26bfadc66e8d). The gains are those of
  /// src/ipa/libipa/camera_sensor_helper.cpp; for imx519 and ov9281 those of
  /// src/ipa/rpi/cam_helper/cam_helper_MODEL.cpp, which also has imx296's offset. The delays are those of
  /// src/libcamera/sensor/camera_sensor_properties.cpp, which has none for imx258, imx327 and imx335. imx290's helper
  /// reads imx327 too, so imx327 has its delays. The ranges of codes are those of the kernel's drivers,
  /// drivers/media/i2c/MODEL.c.
  public static let known: [ImageSensor] = [
    ImageSensor(model: "imx219", gainLaw: .hyperbolic(full: 256), delays: Delays(exposure: 2, gain: 1, blanking: 2)),
    ImageSensor(model: "imx258", gainLaw: .hyperbolic(full: 512)),
    ImageSensor(model: "imx283", gainLaw: .hyperbolic(full: 2048), delays: Delays(exposure: 2, gain: 1, blanking: 2)),
    ImageSensor(model: "imx290", gainLaw: .decibels(perCode: 0.3), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(
      model: "imx296", gainLaw: .decibels(perCode: 0.1), delays: Delays(exposure: 2, gain: 2, blanking: 2),
      exposureOffset: 14.26e-6),
    ImageSensor(model: "imx327", gainLaw: .decibels(perCode: 0.3), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(model: "imx335", gainLaw: .decibels(perCode: 0.3)),
    ImageSensor(model: "imx477", gainLaw: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "imx519", gainLaw: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "imx708", gainLaw: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "ov5647", gainLaw: .proportional(one: 16), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(model: "ov9281", gainLaw: .proportional(one: 16), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
  ]

  /// Creates the sensor that the kernel's name of a part stands for, such as `imx219 10-0010`.
  ///
  /// A sensor that is not known has no law of gain and no delays.
  package init(named name: String) {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let known = Self.known.first { sensor in words.contains { $0 == sensor.model } }
    self = known ?? ImageSensor(model: words.first.map(String.init) ?? name, gainLaw: nil)
  }
}
