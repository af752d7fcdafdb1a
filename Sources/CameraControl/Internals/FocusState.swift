/// What a camera knows of its focus.
struct FocusState {
  var mode = Camera.FocusMode.locked
  var isSettled = false
  var rest = RestDetector()
}
