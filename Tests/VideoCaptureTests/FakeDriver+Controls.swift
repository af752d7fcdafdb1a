#if os(Linux)
  import CVideo4Linux
  import SystemPackage

  extension FakeDriver.State {
    /// Answers a request about controls or intervals.
    mutating func serveControls(_ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      switch code {
      case cv4l_query_ext_ctrl: describe(&argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self).pointee)
      case cv4l_queryctrl: describe(&argument.assumingMemoryBound(to: v4l2_queryctrl.self).pointee)
      case cv4l_querymenu: describe(argument.assumingMemoryBound(to: v4l2_querymenu.self))
      case cv4l_g_ext_ctrls:
        exchange(&argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, isSetting: false)
      case cv4l_s_ext_ctrls:
        exchange(&argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, isSetting: true)
      case cv4l_g_ctrl: read(&argument.assumingMemoryBound(to: v4l2_control.self).pointee)
      case cv4l_s_ctrl: write(argument.assumingMemoryBound(to: v4l2_control.self).pointee)
      case cv4l_g_parm: report(&argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee)
      case cv4l_s_parm: set(&argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee)
      default: -Errno.inappropriateIOCTLForDevice.rawValue
      }
    }

    /// The control that a question for `id`, or for the next behind it, is about.
    private func index(for id: UInt32) -> Int? {
      let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
      let compound = UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
      guard id & next != 0 else { return controls.firstIndex { $0.id == id } }
      let found = controls.firstIndex { control in
        let isCompound = control.elements > 1 || control.type.rawValue >= V4L2_CTRL_COMPOUND_TYPES.rawValue
        return control.id > id & ~(next | compound) && (id & compound != 0 || !isCompound)
      }
      return found ?? (isEndless ? controls.indices.last : nil)
    }

    private func describe(_ answer: inout v4l2_query_ext_ctrl) -> Int32 {
      guard let index = index(for: answer.id) else { return -Errno.invalidArgument.rawValue }
      let control = controls[index]
      if let failure = control.failure { return -failure.rawValue }
      answer.id = control.id
      answer.type = control.type.rawValue
      put(control.name, &answer.name)
      (answer.minimum, answer.maximum) = control.range
      answer.step = control.step
      answer.default_value = control.initial ?? control.range.minimum
      answer.flags = control.flags
      answer.elems = control.elements
      return 0
    }

    private func describe(_ answer: inout v4l2_queryctrl) -> Int32 {
      guard let index = index(for: answer.id) else { return -Errno.invalidArgument.rawValue }
      let control = controls[index]
      answer.id = control.id
      answer.type = control.type.rawValue
      put(control.name, &answer.name)
      answer.minimum = Int32(truncatingIfNeeded: control.range.minimum)
      answer.maximum = Int32(truncatingIfNeeded: control.range.maximum)
      answer.step = Int32(truncatingIfNeeded: control.step)
      answer.default_value = answer.minimum
      answer.flags = control.flags
      return 0
    }

    private func describe(_ answer: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
      let entry = cv4l_menu_index(answer)
      guard let index = index(for: cv4l_menu_id(answer)) else { return -Errno.invalidArgument.rawValue }
      if let name = controls[index].names[entry] {
        cv4l_pack_menu_name(name, answer)
      } else if let number = controls[index].numbers[entry] {
        cv4l_pack_menu_value(number, answer)
      } else {
        return -Errno.invalidArgument.rawValue
      }
      return 0
    }

    private mutating func exchange(_ list: inout v4l2_ext_controls, isSetting: Bool) -> Int32 {
      for position in 0..<list.count {
        let place = list.controls + Int(position)
        var entry = cv4l_control_value()
        cv4l_unpack_control(place, &entry)
        guard let index = controls.firstIndex(where: { $0.id == entry.id }) else {
          list.error_idx = position
          return -Errno.invalidArgument.rawValue
        }
        entry.is_wide = controls[index].type == V4L2_CTRL_TYPE_INTEGER64 ? 1 : 0
        cv4l_unpack_control(place, &entry)
        if isSetting {
          switch controls[index].accept(entry.value) {
          case .success(let value): controls[index].value = value
          case .failure(let errno):
            list.error_idx = tellsControl ? position : list.count
            return -errno.rawValue
          }
        }
        entry.value = controls[index].value
        cv4l_pack_control(&entry, place)
      }
      return 0
    }

    private func read(_ answer: inout v4l2_control) -> Int32 {
      guard let index = controls.firstIndex(where: { $0.id == answer.id }) else {
        return -Errno.invalidArgument.rawValue
      }
      answer.value = Int32(truncatingIfNeeded: controls[index].value)
      return 0
    }

    private mutating func write(_ request: v4l2_control) -> Int32 {
      guard let index = controls.firstIndex(where: { $0.id == request.id }) else {
        return -Errno.invalidArgument.rawValue
      }
      switch controls[index].accept(Int64(request.value)) {
      case .success(let value): controls[index].value = value
      case .failure(let errno): return -errno.rawValue
      }
      return 0
    }

    private func report(_ answer: inout v4l2_streamparm) -> Int32 {
      answer.parm.capture.capability = tellsInterval ? UInt32(V4L2_CAP_TIMEPERFRAME) : 0
      answer.parm.capture.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
      return 0
    }

    /// Takes no other interval than its own.
    private func set(_ request: inout v4l2_streamparm) -> Int32 { report(&request) }
  }
#endif
