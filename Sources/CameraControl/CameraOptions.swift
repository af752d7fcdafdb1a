public import CameraDevices
public import Metering
public import RawFrames

/// The options that a camera is opened with. Options that are left out are found from the device.
public struct CameraOptions: Hashable, Sendable {
  /// The format of the frames; `nil` keeps that of the device where it is a Bayer format, else takes its deepest.
  public var format: PixelFormat?
  /// The size of the frames; `nil` for the device's own.
  public var size: FrameSize?
  /// The black and white levels, of the depth of the frames; `nil` for those that the device tells, else the profile's, else the format's full range.
  public var levels: SampleLevels?
  /// The meaning of the units of balance; `nil` takes their default value for a gain of 1, and gains as proportional to
  /// them.
  public var calibration: BalanceCalibration?
  /// The gain that each code of the device makes, as ``Camera/calibratedGain(steps:)`` measures it; `nil` for the known
  /// law of the sensor. Its numbers are above 0 and finite, or it has at least two points with rising codes and gains.
  public var gainLaw: ImageSensor.GainLaw?
  /// The way in which gains are applied; `nil` for the best that the device has.
  public var balanceMethod: BalanceMethod?
  /// The frames, 0 to 32, between the one in which a change reaches the device and the first that surely has it, as ``Camera/measuredPipelineDelay()``
  /// measures it; `nil` for what is known of the sensor, else 2: most sensors take over gains at the next frame and exposures at the one behind it.
  public var pipelineDelay: Int?
  /// The longest time without a frame before waits end, a millisecond to an hour.
  public var frameTimeout = Duration.seconds(2)
  /// The ISO at the device's least gain, 0.001 to 1 000 000: V4L2 has gains without a scale.
  public var baseISO = 100.0
  /// The lens's f-number, 0.1 to 1000; `nil` where it is not known.
  public var lensAperture: Float?
  /// The quantities that ``Camera/meter`` follows without being asked, as soon as the camera runs: all that the device
  /// can be set in. Without ``/Metering/MeteringQuantity/whiteBalance`` the gains stay as they are until somebody asks;
  /// an empty set leaves everything alone.
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

  /// The frames that are waited for behind a change. A sensor's delays count from the frame in which a setting is written, so one frame
  /// less would do where drivers dated frames to the moment; they do so with the delay of their interrupts.
  package func delay(of sensor: ImageSensor?) -> Int {
    pipelineDelay ?? sensor?.delays?.longest ?? ImageSensor.Delays.usual.longest
  }

  /// The delays in frames that are taken. V4L2 has at most 32 buffers.
  package static let delays = 0...32
  /// The seconds without a frame that are taken: from a millisecond, which no camera reaches, to a long exposure.
  private static let frameTimeouts = 1e-3...3600.0
  /// The f-numbers that are taken, a wider range than lenses have.
  private static let lensApertures = 0.1...1000.0
  /// The base ISOs that are taken, a wider range than sensors have.
  private static let baseISOs = 1e-3...1e6
}

/// The way in which a camera applies gains.
public enum BalanceMethod: String, CaseIterable, Hashable, Sendable {
  /// The device has controls of red and blue.
  case balanceControls = "balance controls"
  /// The device has a control of temperature; software does what that leaves.
  case temperatureControl = "temperature control"
  /// The device applies no gains: they travel with each frame.
  case software
}
