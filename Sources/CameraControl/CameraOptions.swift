public import CameraDevices
public import Metering
public import RawFrames

/// The options of a camera. Values that are left out are taken from the device.
public struct CameraOptions: Hashable, Sendable {
  /// The format of the frames. With `nil` the device keeps its Bayer format, or takes its deepest if it has another
  /// format.
  public var format: PixelFormat?
  /// The size of the frames; `nil` for the device's own.
  public var size: FrameSize?
  /// The black and white levels, of the depth of the frames.
  ///
  /// With `nil` they are those that the device reports, else the profile's, else the format's full range.
  public var levels: SampleLevels?
  /// The gains that the balance controls' units stand for.
  ///
  /// With `nil` the default value of a control is a gain of 1, and gains are proportional to values.
  public var calibration: BalanceCalibration?
  /// The gain of each code of the device, as ``Camera/calibratedGain(steps:)`` measures it.
  ///
  /// Its numbers are finite and above 0, or it has at least two points with rising codes and gains. With `nil` it is
  /// the known law of the sensor.
  public var gainLaw: ImageSensor.GainLaw?
  /// The method of applying gains; `nil` for the best one that the device has.
  public var balanceMethod: BalanceMethod?
  /// The delay of a change in frames, 0 to 32, as ``Camera/measuredPipelineDelay()`` measures it.
  ///
  /// It counts from the frame in which the change reaches the device to the first that surely has it. With `nil` it is
  /// the known delay of the sensor, else 2: most sensors apply gains to the next frame and exposures to the one after
  /// it.
  public var pipelineDelay: Int?
  /// The longest time without a frame before a wait ends, from a millisecond to an hour.
  ///
  /// Frames that are known to be long have three times their own length where that is more.
  public var frameTimeout = Duration.seconds(2)
  /// The ISO at a gain of 1, from 0.001 to 1 000 000. V4L2's gains have no such scale.
  public var baseISO = 100.0
  /// The lens's f-number, from 0.1 to 1000; `nil` where it is not known.
  public var lensAperture: Float?
  /// The quantities that ``Camera/meter`` follows without a request, as soon as the camera runs.
  ///
  /// The default is every quantity that the device can set. Without ``/Metering/MeteringQuantity/whiteBalance`` the
  /// gains stay as they are until a caller sets them or a request asks for white balance, as
  /// ``Camera/capturePicture(meterIfNeeded:)`` does. A quantity that a scan has locked
  /// is followed once its lock has expired.
  public var continuousMetering = Set(MeteringQuantity.allCases)

  /// Creates options that leave everything to the device.
  public init() {}

  /// The fault of the options; `nil` where they have none.
  var fault: CameraError.Reason? {
    if let pipelineDelay, let fault = Self.fault(ofDelay: pipelineDelay) { return fault }
    let seconds = frameTimeout / .seconds(1)
    guard Self.frameTimeouts.contains(seconds) else {
      return .option("frame timeout in seconds", seconds, Self.frameTimeouts)
    }
    if let lensAperture, !Self.lensApertures.contains(Double(lensAperture)) {
      return .option("lens aperture", Double(lensAperture), Self.lensApertures)
    }
    if let gainLaw, !gainLaw.isValid { return .gainLaw(gainLaw) }
    return Self.baseISOs.contains(baseISO) ? nil : .option("base ISO", baseISO, Self.baseISOs)
  }

  /// The fault of a delay in frames; `nil` where it has none.
  static func fault(ofDelay delay: Int) -> CameraError.Reason? {
    let range = Double(delays.lowerBound)...Double(delays.upperBound)
    return delays.contains(delay) ? nil : .option("pipeline delay", Double(delay), range)
  }

  /// Returns the number of frames to wait for after a change.
  ///
  /// A sensor's delay counts from the frame in which a setting is written. One frame less would do if drivers dated
  /// frames exactly, but their dates are late by the delay of interrupts.
  package func delay(of sensor: ImageSensor?) -> Int {
    pipelineDelay ?? sensor?.delays?.longest ?? ImageSensor.Delays.usual.longest
  }

  /// The legal delays, in frames.
  package static let delays = 0...ImageSensor.legalDelays.upperBound
  /// The legal timeouts in seconds, from a millisecond, which no camera reaches, to a long exposure.
  private static let frameTimeouts = 1e-3...3600.0
  /// The legal f-numbers, a wider range than lenses have.
  private static let lensApertures = 0.1...1000.0
  /// The legal base ISOs, a wider range than sensors have.
  private static let baseISOs = 1e-3...1e6
}

/// The method by which a camera applies gains.
public enum BalanceMethod: String, CaseIterable, Hashable, Sendable {
  /// The device has controls of red and blue.
  case balanceControls = "balance controls"
  /// The device has a control of temperature. Software applies the remaining gains.
  case temperatureControl = "temperature control"
  /// The device applies no gains. They are attached to each frame.
  case software
}
