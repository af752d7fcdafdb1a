/// The state of a camera's focus: its mode, and whether the lens has come to rest.
struct FocusState {
  var mode = Camera.FocusMode.locked
  var isSettled = false
  var rest = RestDetector()
}
