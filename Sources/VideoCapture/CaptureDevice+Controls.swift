#if os(Linux)
  internal import CVideo4Linux
  internal import CameraDevices
  internal import SystemPackage

  extension CaptureDevice {
    /// Returns all controls that the driver lists, in its order; none where it supports no controls.
    ///
    /// Some UVC cameras fail where they are asked about one of their controls. The list then goes on with the next
    /// number, and if that fails too, with the next control that ``ControlID`` names. The controls between are missing.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    public func controls() throws(CaptureError) -> [CaptureControl] {
      var controls: [CaptureControl] = []
      var last: UInt32 = 0
      var hasFailed = false
      // The limit is the largest number of controls in a class of V4L2. An endless list must not hang the caller.
      for _ in 0..<V4L2_CID_MAX_CTRLS {
        let found: v4l2_query_ext_ctrl?
        do throws(CaptureError) {
          found = try query(last | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL), isCompoundToo: true)
        } catch {
          // The driver does not tell which control it was, so the next number is tried, and then the known ones.
          let known = ControlID.known.map { $0.rawValue - 1 }.first { $0 > last }
          let next = last > 0 && !hasFailed ? last + 1 : known
          hasFailed = true
          guard case .requestFailed = error.reason, next != nil || !controls.isEmpty else { throw error }
          guard let next else { break }
          last = next
          continue
        }
        guard let answer = found else { break }
        hasFailed = false
        // Some drivers do not know the flag, or repeat the same control endlessly.
        guard answer.id > last, answer.id & UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) == 0 else { break }
        last = answer.id
        if let control = try control(answer) { controls.append(control) }
      }
      return controls
    }

    /// Returns the current state of a control, or `nil` where the device does not have it.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    public func control(_ id: ControlID) throws(CaptureError) -> CaptureControl? {
      guard let answer = try query(id.rawValue), answer.id == id.rawValue else { return nil }
      return try control(answer)
    }

    /// Returns the present value of a control, even if the device changes it by itself.
    ///
    /// - Throws: ``CaptureError/Reason/noControl(_:)``, or ``CaptureError/Reason/control(_:_:)`` where the control has
    ///   no value to read.
    public func value(of id: ControlID) throws(CaptureError) -> Int64 {
      try value(of: existing(id))
    }

    /// Sets a control.
    ///
    /// - Returns: The value that the driver then has, or `value` for a control that cannot be read.
    /// - Throws: The errors of ``set(_:)``.
    @discardableResult
    public func set(_ id: ControlID, to value: Int64) throws(CaptureError) -> Int64 {
      try set([id: value])[0]
    }

    /// Sets several controls in one request, so that a driver can apply them all in the same frame.
    ///
    /// On most drivers either all or none are set. A driver that supports single controls only gets them in this order.
    ///
    /// - Returns: The values that the driver then has, in the order of `values`.
    /// - Throws: ``CaptureError/Reason/noControl(_:)``; ``CaptureError/Reason/control(_:_:)`` where a value is not
    ///   legal, before anything is set, or where the driver refuses it;
    ///   ``CaptureError/Reason/controlFailed(name:value:_:_:)`` where setting it fails.
    @discardableResult
    public func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CaptureError) -> [Int64] {
      try set(values.map { ($0.key, $0.value) })
    }

    /// Sets the controls of an array as ``set(_:)`` sets those of a literal.
    @discardableResult
    func set(_ values: [(id: ControlID, value: Int64)]) throws(CaptureError) -> [Int64] {
      var settings: [(control: CaptureControl, value: Int64)] = []
      for (id, value) in values {
        let control = try existing(id)
        if let fault = control.fault(setting: value) { throw handle.error(.control(control, fault)) }
        settings.append((control, value))
      }
      try send(settings)
      var results: [Int64] = []
      for (control, value) in settings {
        results.append(control.isWriteOnly || control.kind == .button ? value : try self.value(of: control))
      }
      return results
    }

    private func existing(_ id: ControlID) throws(CaptureError) -> CaptureControl {
      guard let control = try control(id) else { throw handle.error(.noControl(id)) }
      return control
    }

    // MARK: - Descriptions

    /// Returns the driver's description of a control, or `nil` where there is no such or no next control.
    ///
    /// - Parameter isCompoundToo: Whether the next control may be an array or a structure. Older requests do not know
    ///   these.
    private func query(_ id: UInt32, isCompoundToo: Bool = false) throws(CaptureError) -> v4l2_query_ext_ctrl? {
      var answer = v4l2_query_ext_ctrl()
      answer.id = isCompoundToo ? id | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND) : id
      switch handle.attempt(.queryExtendedControl, &answer) {
      case nil: return answer
      case .invalidArgument?: return nil
      case .inappropriateIOCTLForDevice?: break
      case let errno?: throw CaptureError(path, .queryExtendedControl, errno)
      }
      var short = v4l2_queryctrl()
      short.id = id
      switch handle.attempt(.queryControl, &short) {
      case nil: return v4l2_query_ext_ctrl(short)
      case .invalidArgument?, .inappropriateIOCTLForDevice?: return nil
      case let errno?: throw CaptureError(path, .queryControl, errno)
      }
    }

    private func control(_ answer: v4l2_query_ext_ctrl) throws(CaptureError) -> CaptureControl? {
      guard var control = CaptureControl(answer) else { return nil }
      if control.kind == .menu { control.menu = try menu(answer) }
      return control
    }

    /// The number of a menu's entries that are asked for, beyond any real menu. A range without end must not hang the
    /// caller.
    private static let mostEntries: Int64 = 1024

    /// Returns the entries of a menu. A driver omits those that its device does not have.
    private func menu(_ control: v4l2_query_ext_ctrl) throws(CaptureError) -> [Int64: CaptureControl.MenuEntry] {
      var entries: [Int64: CaptureControl.MenuEntry] = [:]
      let last = min(control.maximum, control.minimum.addingReportingOverflow(Self.mostEntries - 1).partialValue)
      for index in control.minimum...max(last, control.minimum) {
        guard let index = UInt32(exactly: index) else { continue }
        var entry = v4l2_querymenu()
        cv4l_pack_menu_request(control.id, index, &entry)
        switch handle.attempt(.queryMenu, &entry) {
        case nil: break
        case .invalidArgument?, .inappropriateIOCTLForDevice?: continue
        case let errno?: throw CaptureError(path, .queryMenu, errno)
        }
        let isNumber = control.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
        entries[Int64(index)] = isNumber ? .number(cv4l_menu_value(&entry)) : .name(name(of: &entry))
      }
      return entries
    }

    private func name(of entry: inout v4l2_querymenu) -> String {
      let capacity = 32
      return withUnsafeBytes(of: &entry) { bytes in
        let offset = MemoryLayout<UInt32>.size * 2
        return String(decoding: bytes[offset..<offset + capacity].prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    // MARK: - Values

    private func value(of control: CaptureControl) throws(CaptureError) -> Int64 {
      if case .other(let type) = control.kind { throw handle.error(.control(control, .notANumber(type: type))) }
      guard !control.isWriteOnly, control.kind != .button else { throw handle.error(.control(control, .writeOnly)) }
      var values = [cv4l_control_value(id: control.id.rawValue, is_wide: control.isWide ? 1 : 0, value: 0)]
      switch attempt(.getExtendedControls, &values).errno {
      case nil: return control.normalized(values[0].value)
      case .inappropriateIOCTLForDevice? where !control.isWide: break
      case let errno?: throw error(control, .getExtendedControls, errno)
      }
      var short = v4l2_control(id: control.id.rawValue, value: 0)
      if let errno = handle.attempt(.getControl, &short) { throw error(control, .getControl, errno) }
      return control.normalized(Int64(short.value))
    }

    private func send(_ settings: [(control: CaptureControl, value: Int64)]) throws(CaptureError) {
      guard !settings.isEmpty else { return }
      var values = settings.map { control, value in
        cv4l_control_value(id: control.id.rawValue, is_wide: control.isWide ? 1 : 0, value: value)
      }
      let (failure, index) = attempt(.setExtendedControls, &values)
      switch failure {
      case nil: return
      case .inappropriateIOCTLForDevice? where !settings.contains { $0.control.isWide }: break
      case let errno?:
        // A driver may report "all" instead of the control that it refuses. Then the first one that explains the error
        // is named, or none.
        let told = settings.indices.contains(index) ? index : settings.count == 1 ? 0 : nil
        guard let guilty = (told ?? settings.firstIndex { $0.control.isSuspect(errno) }).map({ settings[$0] }) else {
          throw error(.setExtendedControls, errno)
        }
        throw error(guilty.control, .setExtendedControls, errno, setting: guilty.value)
      }
      for (control, value) in settings {
        var short = v4l2_control(id: control.id.rawValue, value: Int32(truncatingIfNeeded: value))
        if let errno = handle.attempt(.setControl, &short) {
          throw error(control, .setControl, errno, setting: value)
        }
      }
    }

    /// Makes a request about several controls, and reads the driver's answer into `values`. The index is that of the
    /// control that the driver refused.
    private func attempt(
      _ request: CaptureRequest, _ values: inout [cv4l_control_value]
    ) -> (errno: Errno?, index: Int) {
      withUnsafeTemporaryAllocation(of: v4l2_ext_control.self, capacity: values.count) { packed in
        for index in values.indices { cv4l_pack_control(&values[index], &packed[index]) }
        var list = v4l2_ext_controls()
        // A class would be right only if all controls were of that class.
        list.which = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
        list.count = UInt32(values.count)
        list.controls = packed.baseAddress
        let errno = handle.attempt(request, &list)
        for index in values.indices { cv4l_unpack_control(&packed[index], &values[index]) }
        return (errno, Int(list.error_idx))
      }
    }

    /// Returns the error for a control that the driver refused with `errno`.
    ///
    /// Source for the meaning: Linux kernel documentation, "ioctl VIDIOC_G_EXT_CTRLS", "Return Value".
    private func error(
      _ control: CaptureControl, _ request: CaptureRequest, _ errno: Errno, setting value: Int64? = nil
    ) -> CaptureError {
      // The control is read again, because it may have become inactive in the meantime.
      let now = (try? self.control(control.id)) ?? control
      switch (errno, value) {
      case (.permissionDenied, nil): return handle.error(.control(now, .writeOnly))
      // The USB camera driver of Linux 6.1 answers EILSEQ where that of 6.12 answers EACCES, as V4L2 documents.
      case (.permissionDenied, _?), (.illegalByteSequence, _?):
        return handle.error(.control(now, now.isReadOnly ? .readOnly : .inactive))
      case (.resourceBusy, _?) where now.isGrabbed: return handle.error(.control(now, .grabbed))
      case (.outOfRange, let value?), (.invalidArgument, let value?):
        return handle.error(.control(now, .valueRefused(value)))
      default: break
      }
      let error = error(request, errno)
      if case .deviceGone = error.reason { return error }
      return handle.error(.controlFailed(name: now.name, value: value, request, errno))
    }

    /// Returns the error for a request about controls of which none is known to be at fault.
    private func error(_ request: CaptureRequest, _ errno: Errno) -> CaptureError {
      let error = CaptureError(path, request, errno)
      if case .deviceGone = error.reason { return error }
      // A control that is busy is no stream of another program.
      return handle.error(.requestFailed(request, errno))
    }
  }

  extension CaptureControl {
    /// Returns the value, with 32 unsigned bits that arrive as a signed number restored.
    fileprivate func normalized(_ value: Int64) -> Int64 {
      kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: value)) : value
    }

    fileprivate func isSuspect(_ errno: Errno) -> Bool {
      switch errno {
      case .permissionDenied, .illegalByteSequence: isInactive || isReadOnly
      case .resourceBusy: isGrabbed
      default: false
      }
    }
  }

  extension v4l2_query_ext_ctrl {
    /// Converts the answer of a driver that supports the older request only.
    fileprivate init(_ answer: v4l2_queryctrl) {
      self.init()
      id = answer.id
      type = answer.type
      withUnsafeMutableBytes(of: &name) { bytes in withUnsafeBytes(of: answer.name) { bytes.copyMemory(from: $0) } }
      minimum = Int64(answer.minimum)
      maximum = Int64(answer.maximum)
      step = UInt64(max(answer.step, 0))
      default_value = Int64(answer.default_value)
      flags = answer.flags
      elems = 1
    }
  }
#endif
