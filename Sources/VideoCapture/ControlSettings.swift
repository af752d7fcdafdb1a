#if os(Linux)
  /// What a device's controls are set to: to be found again, whatever was done with it.
  public struct ControlSettings: Hashable, Sendable {
    /// Of the controls that can be read and set.
    public let values: [ControlID: Int64]
  }

  extension CaptureDevice {
    /// What the controls are set to now; of those that the device changes by itself, what they have come to.
    public func controlSettings() throws(CaptureError) -> ControlSettings {
      var values: [ControlID: Int64] = [:]
      for control in try controls() where control.isRestorable { values[control.id] = try value(of: control.id) }
      return ControlSettings(values: values)
    }

    /// Sets back what differs, all that can be. Nothing is set where nothing differs.
    ///
    /// - Throws: the first failure, after everything was tried.
    public func restore(_ settings: ControlSettings) throws(CaptureError) {
      var failure: CaptureError?
      func attempt(_ body: () throws(CaptureError) -> Void) {
        do throws(CaptureError) { try body() } catch { failure = failure ?? error }
      }
      func restore(_ control: CaptureControl) {
        attempt { () throws(CaptureError) in
          guard let value = settings.values[control.id], try self.value(of: control.id) != value else { return }
          try set(control.id, to: value)
        }
      }
      let controls = try controls().filter(\.isRestorable)
      let (modes, others) = (controls.filter { $0.manualValue != nil }, controls.filter { $0.manualValue == nil })
      // A value is refused while an automatic mode has it in hand.
      if others.contains(where: { control in
        guard control.isInactive, let value = settings.values[control.id] else { return false }
        return (try? self.value(of: control.id)) != value
      }) {
        for mode in modes {
          guard let manual = mode.manualValue, (try? value(of: mode.id)) != manual else { continue }
          attempt { () throws(CaptureError) in try set(mode.id, to: manual) }
        }
      }
      for control in others { restore(control) }
      for mode in modes { restore(mode) }
      if let failure { throw failure }
    }
  }

  extension CaptureControl {
    fileprivate var isRestorable: Bool {
      if case .other = kind { return false }
      return kind != .button && !isReadOnly && !isWriteOnly
    }

    /// Of an automatic mode, what switches it off. Source: Linux kernel documentation, "Camera Control Reference".
    fileprivate var manualValue: Int64? {
      switch id {
      case .autoWhiteBalance, .autoGain, .continuousAutoFocus, .autoISOSensitivity: 0
      case .autoExposure: 1
      default: nil
      }
    }
  }
#endif
