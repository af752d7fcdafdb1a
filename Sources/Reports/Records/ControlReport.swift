/// The value that was requested for a control, and the value that its driver reports afterwards.
package struct ControlReport: Encodable {
  var camera, control: String
  var asked: Int64
  /// The reported value; absent for a control that cannot be read.
  var done: Int64?

  package init(camera: String, control: String, asked: Int64, done: Int64?) {
    (self.camera, self.control, self.asked, self.done) = (camera, control, asked, done)
  }

  package var text: String {
    let done = done.map { $0 == asked ? "\($0)" : "\($0), asked for \(asked)" } ?? "set"
    return "\(control)  \(done)"
  }
}
