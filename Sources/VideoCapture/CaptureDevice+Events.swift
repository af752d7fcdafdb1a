#if os(Linux)
  internal import CVideo4Linux
  internal import SystemPackage

  extension CaptureDevice {
    /// Subscribes to every change of a control that is not made through this device.
    ///
    /// Another program or the device itself may make such a change. Controls whose changes the driver does not report
    /// are left out.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    package func subscribeToChanges() throws(CaptureError) {
      for control in try controls() where control.kind != .button {
        var request = v4l2_event_subscription()
        request.type = UInt32(V4L2_EVENT_CTRL)
        request.id = control.id.rawValue
        switch handle.attempt(.subscribeEvent, &request) {
        case nil, .invalidArgument?, .inappropriateIOCTLForDevice?: break
        case let errno?: throw CaptureError(path, .subscribeEvent, errno)
        }
      }
    }

    /// The number of events after which an endless list ends, so that it does not hang the caller. A driver keeps one
    /// entry for each control, and no device has so many.
    private static let mostEvents = 4096

    /// Returns the controls whose values or restrictions have changed since the last call. It does not wait.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    package func changedControls() throws(CaptureError) -> Set<ControlID> {
      var changed: Set<ControlID> = []
      for _ in 0..<Self.mostEvents {
        var event = v4l2_event()
        switch handle.attempt(.dequeueEvent, &event) {
        case nil: break
        // Nothing has changed, or the driver does not report changes.
        case .noSuchFileOrDirectory?, .resourceTemporarilyUnavailable?, .inappropriateIOCTLForDevice?,
          .invalidArgument?:
          return changed
        case let errno?: throw CaptureError(path, .dequeueEvent, errno)
        }
        var told = cv4l_control_event()
        cv4l_unpack_event(&event, &told)
        let matters = UInt32(V4L2_EVENT_CTRL_CH_VALUE) | UInt32(V4L2_EVENT_CTRL_CH_FLAGS)
        if told.type == UInt32(V4L2_EVENT_CTRL), told.changes & matters != 0 {
          changed.insert(ControlID(rawValue: told.id))
        }
      }
      return changed
    }
  }
#endif
