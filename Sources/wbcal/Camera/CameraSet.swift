import ArgumentParser
import CameraDevices
import CommandOutput
import RawFrames
import Reports

struct CameraSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a camera's white balance, exposure and focus, or any control by its name.",
    discussion: """
      What is asked for is set in turn, controls last, and what the driver then has is printed beside what was asked. Where one fails, all are put \
      back. wbcal camera show prints the names and ranges. A manual value is refused while an automatic mode controls it; switch that mode off first.

      Examples:
        wbcal camera set /dev/video0 --temperature 5000,-5 --profile camera.icc
        wbcal camera set /dev/video0 --gains 2.1,1,1.6 --duration 0.01 --iso 200
        wbcal camera set /dev/video0 --auto white-balance --auto exposure
        wbcal camera set /dev/video0 white_balance_automatic=0 \\
          red_balance=300 blue_balance=420
        wbcal camera set /dev/video0 auto_exposure=manual exposure_time_absolute=100
      """)

  @Argument(help: .camera) var camera: String

  @Argument(
    help: ArgumentHelp(
      "A control's name or number, and its value: a number, or a menu's entry.", valueName: "name=value"),
    transform: NamedSetting.read)
  var controls: [NamedSetting] = []

  @OptionGroup var settings: CameraSettingOptions

  @Flag(help: "Print one JSON object for each control.")
  var json = false

  func validate() throws {
    guard settings.isGiven || !controls.isEmpty else {
      throw ValidationError("there is nothing to set; give --gains, --temperature, … or name=value")
    }
  }

  func run() throws {
    do {
      // All names and values are checked before anything is set.
      let named = controls.isEmpty ? [] : try NamedCamera.open(camera).settings(named: controls)
      try settings.checkBeside(named.map(\.control), of: camera)
      // The lines are printed after everything is set, because a failure also reverts the settings before it.
      var lines: [[UInt8]] = []
      func report(_ report: some Encodable, _ text: String) {
        lines.append(json ? Output.json(report) : Array("\(text)\n".utf8))
      }
      let takeBack = try settings.apply(to: camera) { report($0, $0.text) }
      if !named.isEmpty {
        let device = try NamedCamera.open(camera)
        do throws(CameraDeviceError) {
          for (setting, done) in zip(named, try device.setInTurn(named)) {
            let name = setting.control.optionName
            let line = ControlReport(camera: camera, control: name, asked: setting.value, done: done)
            report(line, line.text)
          }
        } catch { throw Failure(takeBack(error)) }
      }
      for line in lines { try Output.write(line) }
    } catch let error as CameraDeviceError {
      throw Failure(error)
    } catch let error as ControlNameError { throw Failure(.usage, "\(camera.asLabel) \(error)") }
  }
}

extension NamedSetting: ExplainedArgument {
  static let form = "a control's name or number, =, and its value, such as red_balance=320"
}
