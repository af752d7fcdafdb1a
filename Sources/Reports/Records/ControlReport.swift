/// The value that was asked of a control, and the one that its driver then says.
package struct ControlReport: Encodable {
  var camera, control: String
  var asked: Int64
  /// Absent of a control that cannot be read.
  var done: Int64?

  package init(camera: String, control: String, asked: Int64, done: Int64?) {
    (self.camera, self.control, self.asked, self.done) = (camera, control, asked, done)
  }

  package var text: String {
    let done = done.map { $0 == asked ? "\($0)" : "\($0), asked for \(asked)" } ?? "set"
    return "\(control)  \(done)"
  }
}
