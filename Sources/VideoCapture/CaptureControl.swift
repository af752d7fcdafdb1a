#if os(Linux)
  internal import CVideo4Linux

  /// A control of a device as its driver describes it.
  ///
  /// Flags and ranges may change whenever a control is set: ask the device again, by ``CaptureDevice/control(_:)``.
  public struct CaptureControl: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
      /// 32 bits or 64.
      case integer
      /// 0 or 1.
      case boolean
      /// The value is an index into ``CaptureControl/menu``.
      case menu
      /// Bits, of which the range's upper bound has every one that may be set.
      case bitmask
      /// Does something when it is set, to any value; has none to read.
      case button
      /// Text, an array or a structure: neither read nor set here. The value is V4L2's type.
      case other(UInt32)
    }

    public let id: ControlID
    /// The driver's own name for it.
    public let name: String
    public let kind: Kind
    public let range: ClosedRange<Int64>
    /// The distance between legal values, counted from the lower bound; 1 or more.
    public let step: Int64
    public let defaultValue: Int64
    /// The entries of a menu, by their indexes; some of the range may have none. Empty for other kinds.
    public internal(set) var menu: [Int64: MenuEntry] = [:]
    public let flags: Flags
    /// Whether values have 64 bits.
    let isWide: Bool

    public enum MenuEntry: Hashable, Sendable {
      case name(String)
      case number(Int64)
    }

    /// What may be done with a control at the moment. Source: Linux kernel documentation, "Control Flags".
    public struct Flags: OptionSet, Hashable, Sendable {
      public let rawValue: UInt32

      public init(rawValue: UInt32) {
        self.rawValue = rawValue
      }

      static let disabled = Self(rawValue: 0x1)
      /// Another program, or the running stream, keeps it from changing.
      public static let grabbed = Self(rawValue: 0x2)
      public static let readOnly = Self(rawValue: 0x4)
      /// Changing it may change others.
      public static let update = Self(rawValue: 0x8)
      /// Of no effect while another control is as it is: a manual value while its automatic mode is on.
      public static let inactive = Self(rawValue: 0x10)
      public static let writeOnly = Self(rawValue: 0x40)
      /// The device changes it by itself.
      public static let volatile = Self(rawValue: 0x80)
    }

    /// `nil` for what is no control of use: a heading, one that is disabled, one whose range holds nothing.
    init?(_ answer: v4l2_query_ext_ctrl) {
      flags = Flags(rawValue: answer.flags)
      guard answer.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue, !flags.contains(.disabled) else { return nil }
      id = ControlID(rawValue: answer.id)
      name = text(answer.name)
      let isBits = answer.type == V4L2_CTRL_TYPE_BITMASK.rawValue
      // Bits of 32 that came as a number with a sign.
      let maximum = isBits ? Int64(UInt32(truncatingIfNeeded: answer.maximum)) : answer.maximum
      guard answer.minimum <= maximum else { return nil }
      range = answer.minimum...maximum
      // Drivers leave it at 0 where it has no meaning.
      step = max(Int64(clamping: answer.step), 1)
      defaultValue = isBits ? Int64(UInt32(truncatingIfNeeded: answer.default_value)) : answer.default_value
      isWide = answer.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
      let isSingle = answer.elems <= 1 && answer.nr_of_dims == 0
      kind =
        switch v4l2_ctrl_type(rawValue: answer.type) {
        case V4L2_CTRL_TYPE_INTEGER where isSingle, V4L2_CTRL_TYPE_INTEGER64 where isSingle: .integer
        case V4L2_CTRL_TYPE_BOOLEAN where isSingle: .boolean
        case V4L2_CTRL_TYPE_MENU where isSingle, V4L2_CTRL_TYPE_INTEGER_MENU where isSingle: .menu
        case V4L2_CTRL_TYPE_BITMASK where isSingle: .bitmask
        case V4L2_CTRL_TYPE_BUTTON: .button
        default: .other(answer.type)
        }
    }

    public var isReadOnly: Bool { flags.contains(.readOnly) }
    public var isWriteOnly: Bool { flags.contains(.writeOnly) }
    public var isInactive: Bool { flags.contains(.inactive) }
    public var isGrabbed: Bool { flags.contains(.grabbed) }
    public var isVolatile: Bool { flags.contains(.volatile) }

    /// The legal value nearest to `value`; of two as near, the lower. Of a menu, among the entries that there are.
    public func nearestLegalValue(to value: Int64) -> Int64 {
      switch kind {
      case .menu where !menu.isEmpty:
        // In unsigned numbers, as below.
        func distance(_ key: Int64) -> UInt64 { UInt64(bitPattern: max(key, value) &- min(key, value)) }
        return menu.keys.min { (distance($0), $0) < (distance($1), $1) } ?? value
      case .bitmask:
        return value & range.upperBound
      default:
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        // In unsigned numbers, because a range of 64 bits is wider than any signed one.
        let offset = UInt64(bitPattern: clamped &- range.lowerBound)
        let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        let (steps, rest) = offset.quotientAndRemainder(dividingBy: UInt64(step))
        let isUp = rest > UInt64(step) - rest && (steps + 1) <= span / UInt64(step)
        return range.lowerBound &+ Int64(bitPattern: (steps + (isUp ? 1 : 0)) &* UInt64(step))
      }
    }

    /// What is wrong with setting it to `value`, as far as the driver's description tells; `nil` where nothing is.
    public func fault(setting value: Int64) -> ControlFault? {
      if case .other(let type) = kind { return .notANumber(type: type) }
      if isReadOnly { return .readOnly }
      if kind == .button { return nil }
      if kind == .menu, menu[value] == nil, !menu.isEmpty {
        return .noMenuEntry(value, offered: menu.keys.sorted())
      }
      let isLegalBits = kind != .bitmask || value & ~range.upperBound == 0
      guard range.contains(value), isLegalBits else { return .outOfRange(value, range) }
      let nearest = nearestLegalValue(to: value)
      return nearest == value ? nil : .offStep(value, step: step, nearest: nearest)
    }
  }

  /// Why a control is not what was asked of it.
  public enum ControlFault: Hashable, Sendable {
    case readOnly
    case writeOnly
    /// The driver refuses it while another control, mostly an automatic mode, is as it is.
    case inactive
    /// Another program, or the running stream, keeps it from changing.
    case grabbed
    case outOfRange(Int64, ClosedRange<Int64>)
    case offStep(Int64, step: Int64, nearest: Int64)
    case noMenuEntry(Int64, offered: [Int64])
    /// The driver refuses the value for a reason of its own.
    case valueRefused(Int64)
    case notANumber(type: UInt32)
  }

  extension ControlFault: CustomStringConvertible {
    public var description: String {
      switch self {
      case .readOnly: "can only be read"
      case .writeOnly: "can only be set, not read"
      case .inactive: "is inactive; switch the automatic mode off that has it in hand"
      case .grabbed: "cannot be changed now; another program or the running stream has it in hand"
      case .outOfRange(let value, let range):
        "takes \(range.lowerBound) to \(range.upperBound), not \(value)"
      case .offStep(let value, let step, let nearest):
        "takes steps of \(step), not \(value); the nearest is \(nearest)"
      case .noMenuEntry(let value, let offered):
        "has no entry \(value); it has \(offered.map(String.init).joined(separator: " "))"
      case .valueRefused(let value): "does not take \(value), for a reason that its driver does not tell"
      case .notANumber(let type): "holds no number (V4L2 type \(type))"
      }
    }
  }
#endif
