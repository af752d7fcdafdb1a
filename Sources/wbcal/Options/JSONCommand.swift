import ArgumentParser

/// A command that can print JSON, also for an error of its input.
protocol JSONCommand: ParsableCommand {
  var json: Bool { get }
}

extension Measure: JSONCommand {}
extension Convert: JSONCommand {}
extension CalibrateChart: JSONCommand {}
extension CalibrateCards: JSONCommand {}
extension CalibrateSensitivities: JSONCommand {}
extension Simulate: JSONCommand {}
extension DNGCommand: JSONCommand {}
extension ProfileShow: JSONCommand {}
extension ProfileCheck: JSONCommand {}
extension ProfileImport: JSONCommand {}
extension ProfileExport: JSONCommand {}
extension CameraList: JSONCommand {}
extension CameraShow: JSONCommand {}
extension CameraSet: JSONCommand {}
extension CameraCapture: JSONCommand {}
extension CameraMeterCommand: JSONCommand {}
extension CameraCalibrateGain: JSONCommand {}
extension CameraMeasureDelay: JSONCommand {}
