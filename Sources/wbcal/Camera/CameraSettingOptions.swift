import ArgumentParser
import CameraControl
import CameraDevices
import CommandOutput
import DeviceProfiles
import GrayCard
import Reports
import WhiteBalance

extension AutomaticMode: ExpressibleByArgument {}

/// The settings of `camera set` beside controls by their names.
struct CameraSettingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The camera's profile, an ICC file, for --temperature.", valueName: "file"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("White balance by gains, of which the ratios count.", valueName: "red,green,blue"))
  var gains: GainsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("White balance by the light's temperature, and its tint.", valueName: "kelvin[,tint]"))
  var temperature: NumbersArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The exposure's duration, as 0.008 or 1/125.", valueName: "seconds"),
    transform: seconds)
  var duration: Double?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The sensitivity, 100 at the device's least gain.", valueName: "number")
  )
  var iso: Double?

  @Option(help: .gainLaw) var gainLaw: ImageSensor.GainLaw?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The lens: 0 near to 1 far, as its control counts.", valueName: "position"))
  var lensPosition: Double?

  @Option(help: "Switch the device's own automatic mode on. Repeats.")
  var auto: [AutomaticMode] = []

  func validate() throws {
    if let temperature, !(1...2).contains(temperature.numbers.count) {
      throw ValidationError("--temperature takes kelvin, or kelvin and tint: 5000,-10")
    }
    if temperature != nil, profile == nil {
      throw ValidationError("--temperature needs --profile: a light is known on a calibrated device")
    }
    if gainLaw != nil, iso == nil { throw ValidationError("--gain-law says what --iso is; give --iso") }
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
    if let kelvin = temperature?.numbers.first, !(kelvin > 0) {
      throw ValidationError("--temperature \(kelvin): it must be above 0")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration \(duration): it must be above 0")
    }
  }

  var isGiven: Bool {
    gains != nil || temperature != nil || duration != nil || iso != nil || lensPosition != nil || !auto.isEmpty
  }
}

extension CameraSettingOptions {
  /// - Returns: What takes all of it back; a failure has taken it back already.
  func apply(to path: String, report: (CameraSettingReport) -> Void) throws -> () -> Void {
    guard isGiven else { return {} }
    do {
      let profile = try profile.map(ProfileFile.load)
      var options = CameraOptions()
      options.gainLaw = gainLaw
      let camera = try CameraOpening.camera(path, profile: profile, options: options)
      try camera.lockForConfiguration()
      defer { camera.unlockForConfiguration() }
      // Before anything is set: a command sets all or nothing.
      try check(camera)
      let found = try camera.currentSettings()
      do { try apply(to: camera, path, profile, report) } catch {
        try? camera.restore(found)
        throw error
      }
      return { try? camera.restore(found) }
    } catch let error as CameraError {
      throw Failure(error)
    } catch let error as CameraDeviceError {
      throw Failure(error)
    }
  }

  private func apply(
    to camera: Camera, _ path: String, _ profile: DeviceProfile?, _ report: (CameraSettingReport) -> Void
  ) throws {
    try switchAutomatic(path, report)
    if let gains = try gains(of: camera) { report(try setGains(gains, profile: profile, camera, path)) }
    if duration != nil || iso != nil {
      try camera.setExposureModeCustom(
        duration: duration.map { .seconds($0) } ?? Camera.currentExposureDuration,
        iso: iso.map { Float($0) } ?? Camera.currentISO)
      report(
        CameraSettingReport(
          camera: path, setting: "exposure", duration: camera.exposureDuration?.inSeconds,
          iso: camera.iso.map(Double.init)))
    }
    if let lensPosition {
      try camera.setFocusModeLocked(lensPosition: Float(lensPosition))
      report(
        CameraSettingReport(camera: path, setting: "focus", lensPosition: camera.lensPosition.map(Double.init)))
    }
  }

  /// Looks at what is asked for, and sets nothing.
  private func check(_ camera: Camera) throws {
    if duration != nil || iso != nil {
      try camera.prepareToCaptureStillImageBracket(with: [
        ManualExposureBracketedStillImageSettings.manualExposureSettings(
          exposureDuration: duration.map { .seconds($0) } ?? Camera.currentExposureDuration,
          iso: iso.map { Float($0) } ?? Camera.currentISO)
      ])
    }
    guard let lensPosition else { return }
    if camera.isLockingFocusWithCustomLensPositionSupported, !(0...1).contains(lensPosition) {
      throw Failure(
        .usage, "\(camera.uniqueID): the lens position of \(lensPosition) is outside the camera's 0.0 to 1.0")
    }
  }

  private func switchAutomatic(_ path: String, _ report: (CameraSettingReport) -> Void) throws {
    guard !auto.isEmpty else { return }
    let device = try CameraSource.open(path)
    for mode in auto {
      try device.switchOn(mode)
      report(CameraSettingReport(camera: path, setting: "automatic \(mode.rawValue)"))
    }
  }

  private func gains(of camera: Camera) throws -> Camera.WhiteBalanceGains? {
    if let gains { return Camera.WhiteBalanceGains(gains.gains.normalized) }
    guard let numbers = temperature?.numbers else { return nil }
    return camera.deviceWhiteBalanceGains(
      for: .init(temperature: Float(numbers[0]), tint: Float(numbers.count > 1 ? numbers[1] : 0)))
  }

  private func setGains(
    _ gains: Camera.WhiteBalanceGains, profile: DeviceProfile?, _ camera: Camera, _ path: String
  ) throws -> CameraSettingReport {
    if camera.balanceMethod == .software {
      throw Failure(.usage, "\(path): the camera has no control that applies gains")
    }
    if camera.balanceMethod == .temperatureControl, profile == nil {
      throw Failure(.usage, "\(path): the camera applies gains by a temperature alone; give its --profile")
    }
    try camera.setWhiteBalanceModeLocked(with: gains)
    guard let outcome = camera.whiteBalanceOutcome else { preconditionFailure("gains were set") }
    return CameraSettingReport(camera: path, balanceMethod: camera.balanceMethod.rawValue, outcome)
  }
}
