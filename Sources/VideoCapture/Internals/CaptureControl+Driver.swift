#if os(Linux)
  internal import CVideo4Linux

  extension CaptureControl {
    /// Creates a control from the driver's description. Fails for a heading, a disabled control, and a range that holds
    /// nothing.
    init?(_ answer: v4l2_query_ext_ctrl) {
      let flags = Flags(rawValue: answer.flags)
      guard answer.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, !flags.contains(.disabled) else { return nil }
      let isBits = answer.type == V4L2_CTRL_TYPE_BITMASK.rawValue
      // These are 32 unsigned bits that arrive as a signed number.
      let maximum = isBits ? Int64(UInt32(truncatingIfNeeded: answer.maximum)) : answer.maximum
      guard answer.minimum <= maximum else { return nil }
      let isSingle = answer.elems <= 1 && answer.nr_of_dims == 0
      let kind: Kind =
        switch v4l2_ctrl_type(rawValue: answer.type) {
        case V4L2_CTRL_TYPE_INTEGER where isSingle, V4L2_CTRL_TYPE_INTEGER64 where isSingle: .integer
        case V4L2_CTRL_TYPE_BOOLEAN where isSingle: .boolean
        case V4L2_CTRL_TYPE_MENU where isSingle, V4L2_CTRL_TYPE_INTEGER_MENU where isSingle: .menu
        case V4L2_CTRL_TYPE_BITMASK where isSingle: .bitmask
        case V4L2_CTRL_TYPE_BUTTON: .button
        default: .other(answer.type)
        }
      self.init(
        id: ControlID(rawValue: answer.id), name: text(answer.name), kind: kind, range: answer.minimum...maximum,
        // Drivers leave the step at 0 where it has no meaning.
        step: max(Int64(clamping: answer.step), 1),
        defaultValue: isBits ? Int64(UInt32(truncatingIfNeeded: answer.default_value)) : answer.default_value,
        flags: flags, isWide: answer.type == V4L2_CTRL_TYPE_INTEGER64.rawValue)
    }
  }
#endif
