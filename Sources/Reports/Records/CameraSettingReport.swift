package import CameraControl
package import CameraDevices
package import GrayCard
import WhiteBalance

/// The outcome of a setting, as it is printed.
package struct CameraSettingReport: Encodable {
  package struct Setting: Encodable {
    /// The control's name, as `camera show` prints it.
    package var control: String
    package var asked, done: Int64
  }

  package var camera: String
  /// The setting: "white balance", "exposure", "focus" or "automatic …".
  package var setting: String
  package var balanceMethod: String?
  /// The gains asked for, the part that the device applies, and the part left to software.
  package var asked, applied, software: Report.RGB?
  package var controls: [Setting]?
  package var duration, iso, lensPosition: Double?
  /// The same values as they were asked for; `nil` where they were not.
  package var askedDuration, askedIso, askedLensPosition: Double?

  /// Creates the report of a setting that was made.
  ///
  /// - Parameter known: The camera's controls, which have names. One that is not among them is told by its number.
  package init(_ outcome: CameraChange.Outcome, of camera: String, among known: [CaptureControl]) {
    self.camera = camera
    switch outcome {
    case .automatic(let mode): setting = "automatic \(mode.rawValue)"
    case .whiteBalance(let outcome, let method):
      (setting, balanceMethod) = ("white balance", method.rawValue)
      asked = Report.RGB(
        red: Self.given(outcome.asked.red), green: Self.given(outcome.asked.green), blue: Self.given(outcome.asked.blue)
      )
      applied = Report.RGB(outcome.applied)
      software = Report.RGB(outcome.software)
      controls = outcome.settings.map { setting in
        let control = known.first { $0.id == setting.control }
        return Setting(
          control: control?.optionName ?? setting.control.description, asked: setting.asked, done: setting.done)
      }
    case .exposure(let duration, let iso, let asked):
      setting = "exposure"
      (self.duration, self.iso) = (duration?.inSeconds, iso.map(Double.init))
      (askedDuration, askedIso) = (asked.duration?.inSeconds, asked.iso.map { Self.given(Double($0)) })
    case .focus(let lensPosition, let asked):
      setting = "focus"
      (self.lensPosition, askedLensPosition) = (lensPosition.map(Double.init), Self.given(Double(asked)))
    }
  }

  package var text: String {
    var parts = [setting]
    if let asked, let applied {
      // The applied gains are relative to a green of 1.
      let scale = 1 / asked.green
      let wanted = Report.RGB(red: asked.red * scale, green: 1, blue: asked.blue * scale)
      parts += ["asked for         \(channels(wanted))", "applied           \(channels(applied))"]
      if let software { parts.append("left to software  \(channels(software))") }
    }
    if let duration {
      parts.append(Self.text("\(significant(duration)) s", asked: askedDuration.map { "\(significant($0)) s" }))
    }
    if let iso { parts.append(Self.text("ISO \(significant(iso))", asked: askedIso.map { "ISO \(significant($0))" })) }
    if let lensPosition {
      parts.append(Self.text(significant(lensPosition), asked: askedLensPosition.map { significant($0) }))
    }
    // Each set of gains has three words, and so a line of its own.
    return parts.joined(separator: asked == nil ? "  " : "\n  ")
  }

  /// Returns a number as it was given to a camera, which takes single precision.
  private static func given(_ value: Double) -> Double { Double("\(Float(value))") ?? value }

  /// Returns a value with the one asked for beside it, where that looks different.
  private static func text(_ value: String, asked: String?) -> String {
    guard let asked, asked != value else { return value }
    return "\(value) (asked for \(asked))"
  }
}
