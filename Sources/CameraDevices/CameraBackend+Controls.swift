extension CameraBackend {
  /// Returns a control that is a number and can be set and read, even if an automatic mode controls it now; `nil` where
  /// there is none.
  package func settableNumber(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
    guard let control = try control(id), control.kind == .integer, !control.isReadOnly, !control.isWriteOnly else {
      return nil
    }
    return control
  }

  /// Sets controls one after another, so that each may make the next one settable. If one fails, the ones before are
  /// restored.
  ///
  /// - Returns: The values that the device then has, in the order of `values`; `nil` for a control that cannot be read.
  /// - Throws: The errors of ``set(_:)``, and ``CameraDeviceFault/notRestored(after:_:)`` where restoring fails too.
  package func setInTurn(
    _ values: [(control: CaptureControl, value: Int64)]
  ) throws(CameraDeviceError) -> [Int64?] {
    var (done, found): ([Int64?], [(control: ControlID, value: Int64)]) = ([], [])
    do throws(CameraDeviceError) {
      for (control, value) in values {
        let isRead = !control.isWriteOnly && control.kind != .button
        let before = isRead ? try self.value(of: control.id) : nil
        let set = try set(control.id, to: value)
        if let before { found.append((control.id, before)) }
        done.append(isRead ? set : nil)
      }
      return done
    } catch {
      var failure: CameraDeviceError?
      // The order is reversed: a mode that was switched for the sake of a value is switched back after the value.
      for (control, value) in found.reversed() {
        do throws(CameraDeviceError) { _ = try set(control, to: value) } catch { failure = failure ?? error }
      }
      guard let failure else { throw error }
      throw CameraDeviceError(device: error.device, fault: .notRestored(after: error.fault, failure.fault))
    }
  }
}
