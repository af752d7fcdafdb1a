public import CameraDevices
public import Metering
public import RawFrames

/// The options that a camera is opened with. Options that are left out are found from the device.
public struct CameraOptions: Hashable, Sendable {
  /// The format of the frames; `nil` keeps that of the device where it is a Bayer format, else takes its deepest.
  public var format: PixelFormat?
  /// `nil` for the device's own.
  public var size: FrameSize?
  /// Black and white; `nil` for those that the device tells, else the profile's, else the format's full range.
  public var levels: SampleLevels?
  /// The meaning of the units of balance; `nil` takes their default value for a gain of 1, and gains as proportional to
  /// them.
  public var calibration: BalanceCalibration?
  /// The gain that each code of the device makes, as ``Camera/calibratedGain(steps:)`` measures it; `nil` for the known
  /// law of the sensor.
  public var gainLaw: ImageSensor.GainLaw?
  /// `nil` for the best that the device has.
  public var balanceMethod: BalanceMethod?
  /// Frames between the one in which a change reaches the device and the first that surely has it, as ``Camera/measuredPipelineDelay()``
  /// measures it; `nil` for what is known of the sensor, else 2: most sensors take over gains at the next frame and exposures at the one behind it.
  public var pipelineDelay: Int?
  /// How long no frame may come before waits end.
  public var frameTimeout = Duration.seconds(2)
  /// The ISO at the device's least gain: V4L2 has gains without a scale.
  public var baseISO = 100.0
  /// The lens's f-number; `nil` where it is not known.
  public var lensAperture: Float?
  /// What ``Camera/meter`` follows without being asked, as soon as the camera runs: all that the device can be set in. Without
  /// ``/Metering/MeteringQuantity/whiteBalance`` the gains stay as they are until somebody asks; an empty set leaves everything alone.
  public var continuousMetering = Set(MeteringQuantity.allCases)

  /// Creates options that leave everything to the device.
  public init() {}

  /// The fault of the options; `nil` where they have none.
  var fault: CameraError.Reason? {
    if let pipelineDelay, !Self.delays.contains(pipelineDelay) {
      let range = Double(Self.delays.lowerBound)...Double(Self.delays.upperBound)
      return .option("pipeline delay", Double(pipelineDelay), range)
    }
    return Self.baseISOs.contains(baseISO) ? nil : .option("base ISO", baseISO, Self.baseISOs)
  }

  /// The frames that are waited for behind a change. A sensor's delays count from the frame in which a setting is written, so one frame
  /// less would do where drivers dated frames to the moment; they do so with the delay of their interrupts.
  package func delay(of sensor: ImageSensor?) -> Int {
    pipelineDelay ?? sensor?.delays?.longest ?? ImageSensor.Delays.usual.longest
  }

  /// The delays in frames that are taken. V4L2 has at most 32 buffers.
  package static let delays = 0...32
  /// The base ISOs that are taken, a wider range than sensors have.
  private static let baseISOs = 1e-3...1e6
}

/// The way in which a camera applies gains.
public enum BalanceMethod: String, CaseIterable, Hashable, Sendable {
  /// By controls of red and blue.
  case balanceControls = "balance controls"
  /// By a control of temperature; what it leaves, software has to do.
  case temperatureControl = "temperature control"
  /// By nothing in the device: the gains travel with each frame.
  case software
}
