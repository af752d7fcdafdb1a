import ArgumentParser
import CameraControl
import CameraDevices
import Colorimetry
import CommandOutput
import DeviceProfiles
import RawFrames
import Reports
import WhiteBalance

extension AutomaticMode: ExpressibleByArgument {}

/// The settings of `camera set`, apart from controls by name.
struct CameraSettingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The camera's profile, an ICC file, for --temperature.", valueName: "file"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("White balance by gains, of which the ratios count.", valueName: "red,green,blue"),
    transform: GainsArgument.read)
  var gains: GainsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("White balance by the light's temperature, and its tint.", valueName: "kelvin[,tint]"),
    transform: TemperatureArgument.read)
  var temperature: TemperatureArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The exposure's duration, as 0.008 or 1/125.", valueName: "seconds"),
    transform: DurationArgument.read)
  var duration: DurationArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The sensitivity, 100 at the device's least gain.", valueName: "number")
  )
  var iso: Double?

  @Option(help: .gainLaw, transform: ImageSensor.GainLaw.read) var gainLaw: ImageSensor.GainLaw?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The lens: 0 is the near end of its control, 1 the far end.", valueName: "position"))
  var lensPosition: Double?

  @Option(help: "Switch the device's own automatic mode on. Repeats.")
  var auto: [AutomaticMode] = []

  func validate() throws {
    if temperature != nil, profile == nil {
      throw ValidationError("--temperature needs --profile: a light is known on a calibrated device")
    }
    if gainLaw != nil, iso == nil { throw ValidationError("--gain-law says what --iso is; give --iso") }
    if let light = temperature?.light {
      do throws(ColorimetryError) { _ = try Chromaticity(light) } catch {
        throw ValidationError("--temperature: \(error)")
      }
    }
    if gains != nil, temperature != nil {
      throw ValidationError("--gains and --temperature both say the white balance; give one of them")
    }
    if auto.contains(.whiteBalance), gains != nil || temperature != nil {
      throw ValidationError("--auto white-balance and gains contradict each other; give one of them")
    }
    if auto.contains(.exposure), duration != nil || iso != nil {
      throw ValidationError("--auto exposure and --duration or --iso contradict each other; give one of them")
    }
    if auto.contains(.focus), lensPosition != nil {
      throw ValidationError("--auto focus and --lens-position contradict each other; give one of them")
    }
  }

  /// Throws where a control by name would undo what an option sets.
  func checkBeside(_ controls: [CaptureControl], of path: String) throws {
    for (option, isGiven, quantity, ids) in controlsOfOptions where isGiven {
      guard let control = controls.first(where: { ids.contains($0.id) }) else { continue }
      throw Failure(
        .usage, "\(path.asLabel) \(option) and \(control.optionName) both say the \(quantity); give one of them")
    }
  }

  /// The controls that each option sets, or that its value depends on.
  private var controlsOfOptions: [(option: String, isGiven: Bool, quantity: String, ids: [ControlID])] {
    let balance = CameraSettings.controls(of: .gains)
    let exposure = CameraSettings.controls(of: .duration)
    let focus = CameraSettings.controls(of: .lensPosition)
    return [
      ("--gains", gains != nil, "white balance", balance),
      ("--temperature", temperature != nil, "white balance", balance),
      ("--auto white-balance", auto.contains(.whiteBalance), "white balance", balance),
      ("--duration", duration != nil, "exposure", exposure),
      // Automatic exposure chooses the sensitivity too.
      ("--iso", iso != nil, "exposure", [.autoExposure] + CameraSettings.controls(of: .sensitivity)),
      ("--auto exposure", auto.contains(.exposure), "exposure", exposure),
      ("--lens-position", lensPosition != nil, "focus", focus), ("--auto focus", auto.contains(.focus), "focus", focus),
    ]
  }

  var isGiven: Bool {
    gains != nil || temperature != nil || duration != nil || iso != nil || lensPosition != nil || !auto.isEmpty
  }
}

extension CameraSettingOptions {
  /// Makes the settings. After a failure here, they are reverted already.
  ///
  /// - Returns: A closure that reverts the settings after a later failure, and reports it.
  func apply(
    to path: String, report: (CameraSettingReport) -> Void
  ) throws -> (CameraDeviceError) -> CameraError {
    guard isGiven else { return { CameraError($0) } }
    var options = CameraOptions()
    options.gainLaw = gainLaw
    let profile = try profile.map(ProfileFile.loadWarning)
    let device = try NamedCamera.open(path)
    let camera = try CameraOpening.camera(device: device, profile: profile, options: options)
    if gains != nil || temperature != nil, camera.balanceMethod == .temperatureControl, profile == nil {
      throw Failure(.usage, "\(path.asLabel) the camera applies gains by a temperature alone; give its --profile")
    }
    // The report of gains tells the names of their controls.
    let controls = gains != nil || temperature != nil ? try device.controls() : []
    do throws(CameraError) {
      let (outcomes, before) = try camera.make(change)
      for outcome in outcomes { report(CameraSettingReport(outcome, of: path, among: controls)) }
      return { camera.restoring(before, after: CameraError($0)) }
    } catch { throw Failure(error) }
  }

  private var change: CameraChange {
    var change = CameraChange()
    (change.automatic, change.duration, change.iso) = (
      auto, duration.map { .seconds($0.seconds) }, iso.map { Float($0) }
    )
    change.lensPosition = lensPosition.map { Float($0) }
    if let gains {
      change.balance = .gains(gains.gains)
    } else if let light = temperature?.light {
      change.balance = .light(light)
    }
    return change
  }
}
