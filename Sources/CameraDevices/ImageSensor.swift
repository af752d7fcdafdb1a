internal import RealModule

/// The facts of a kind of image sensor that its driver does not tell: the law of its gain codes, and the delay of changes.
public struct ImageSensor: Hashable, Sendable {
  /// The sensor's model, in small letters, such as `imx219`.
  public let model: String
  /// The law of the codes of its analogue gain, or `nil` where that is not known.
  public let gain: GainLaw?
  /// When changes show, or `nil` where that is not known.
  package let delays: Delays?
  /// The time that is exposed beside the lines that are asked for, in seconds.
  package let exposureOffset: Double

  /// The number of frames from the one in which a setting is written to the first that has it; at least 1.
  ///
  /// A setting that is written while frame 7 is read, with a delay of 2, is that of frame 9.
  package struct Delays: Hashable, Sendable {
    /// The delay of the exposure, of the gains, and of the blanking after a frame.
    package let exposure, gain, blanking: Int

    /// Creates delays, in frames.
    package init(exposure: Int, gain: Int, blanking: Int) {
      (self.exposure, self.gain, self.blanking) = (exposure, gain, blanking)
    }

    /// The delays that libcamera takes for sensors that nobody has measured.
    package static let usual = Delays(exposure: 2, gain: 1, blanking: 2)

    /// The frames until a change of any of them shows.
    package var longest: Int { max(exposure, gain, blanking) }
  }

  /// The law by which the codes of a gain multiply.
  public enum GainLaw: Hashable, Sendable {
    /// The gain is `full / (full - code)`.
    case hyperbolic(full: Double)
    /// The gain is `code / one`.
    case proportional(one: Double)
    /// The gain grows by as many decibels with each code, from 1.
    case decibels(perCode: Double)
    /// The gains of some codes, which were measured: at least two, with rising codes and gains.
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

  /// Creates a sensor.
  ///
  /// - Parameters:
  ///   - model: The model, in small letters.
  ///   - gain: The law by which the codes of its gain are gains, or `nil` where that is not known.
  ///   - delays: When changes show, or `nil` where that is not known.
  ///   - exposureOffset: The exposure beside the lines that are asked for, in seconds.
  package init(model: String, gain: GainLaw?, delays: Delays? = nil, exposureOffset: Double = 0) {
    (self.model, self.gain, self.delays, self.exposureOffset) = (model, gain, delays, exposureOffset)
  }
}

extension ImageSensor {
  /// The sensors that are known.
  ///
  /// Sources: libcamera as Raspberry Pi has it, v0.7.1+rpt20260429 (26bfadc66e8d): the gains of
  /// src/ipa/libipa/camera_sensor_helper.cpp, or, of imx519 and ov9281, of src/ipa/rpi/cam_helper/cam_helper_MODEL.cpp, which also has
  /// imx296's offset; the delays of src/libcamera/sensor/camera_sensor_properties.cpp, which has none for imx258, imx327 and imx335. imx327 is
  /// read by imx290's helper, and has its delays. The ranges of codes are those of the kernel's drivers, drivers/media/i2c/MODEL.c.
  public static let known: [ImageSensor] = [
    ImageSensor(model: "imx219", gain: .hyperbolic(full: 256), delays: Delays(exposure: 2, gain: 1, blanking: 2)),
    ImageSensor(model: "imx258", gain: .hyperbolic(full: 512)),
    ImageSensor(model: "imx283", gain: .hyperbolic(full: 2048), delays: Delays(exposure: 2, gain: 1, blanking: 2)),
    ImageSensor(model: "imx290", gain: .decibels(perCode: 0.3), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(
      model: "imx296", gain: .decibels(perCode: 0.1), delays: Delays(exposure: 2, gain: 2, blanking: 2),
      exposureOffset: 14.26e-6),
    ImageSensor(model: "imx327", gain: .decibels(perCode: 0.3), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(model: "imx335", gain: .decibels(perCode: 0.3)),
    ImageSensor(model: "imx477", gain: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "imx519", gain: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "imx708", gain: .hyperbolic(full: 1024), delays: Delays(exposure: 2, gain: 2, blanking: 3)),
    ImageSensor(model: "ov5647", gain: .proportional(one: 16), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
    ImageSensor(model: "ov9281", gain: .proportional(one: 16), delays: Delays(exposure: 2, gain: 2, blanking: 2)),
  ]

  /// Returns the sensor that the kernel's name of a part stands for, such as `imx219 10-0010`. One that is not known has no law of gain
  /// and no delays.
  package init(named name: String) {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let known = Self.known.first { sensor in words.contains { $0 == sensor.model } }
    self = known ?? ImageSensor(model: words.first.map(String.init) ?? name, gain: nil)
  }
}
