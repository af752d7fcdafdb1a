import ArgumentParser

/// A command that prints JSON where it is asked to, a failure for want of input included.
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
