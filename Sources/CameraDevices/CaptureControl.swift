/// A control of a device, as its driver describes it.
///
/// Flags and ranges may change whenever a control is set. ``CameraBackend/control(_:)`` returns the current ones.
public struct CaptureControl: Hashable, Sendable, Identifiable {
  /// The type of a control's value.
  public enum Kind: Hashable, Sendable {
    /// The value is an integer of 32 or 64 bits.
    case integer
    /// The value is 0 or 1.
    case boolean
    /// The value is an index into ``CaptureControl/menu``.
    case menu
    /// The value is a set of bits. The upper bound of the range has all bits that may be set.
    case bitmask
    /// Setting any value starts an action. There is no value to read.
    case button
    /// The control holds text, an array or a structure, which is neither read nor set here. The associated value is
    /// V4L2's type.
    case other(UInt32)
  }

  /// The number of the control.
  public let id: ControlID
  /// The driver's name of the control.
  public let name: String
  /// The type of the value.
  public let kind: Kind
  /// The range of legal values.
  public package(set) var range: ClosedRange<Int64>
  /// The distance between legal values, counted from the lower bound, at least 1.
  public let step: Int64
  /// The value that the driver sets initially.
  public let defaultValue: Int64
  /// The entries of a menu by their indices, which may have gaps. It is empty for other kinds.
  public package(set) var menu: [Int64: MenuEntry] = [:]
  /// The current restrictions of the control.
  public package(set) var flags: Flags
  /// Whether values have 64 bits.
  package let isWide: Bool

  /// An entry of a menu.
  public enum MenuEntry: Hashable, Sendable {
    /// The entry has a name.
    case name(String)
    /// The entry has a number.
    case number(Int64)
  }

  /// The current restrictions of a control. Source: Linux kernel documentation, "Control Flags".
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The flags as V4L2 numbers them.
    public let rawValue: UInt32

    /// Creates flags from V4L2's number.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    package static let disabled = Self(rawValue: 0x1)
    /// The control cannot change now, because another program or the running stream uses it.
    public static let grabbed = Self(rawValue: 0x2)
    /// The control can only be read.
    public static let readOnly = Self(rawValue: 0x4)
    /// A change of the control may change others.
    public static let update = Self(rawValue: 0x8)
    /// The control has no effect while another control has its current value, such as a manual value in automatic
    /// mode.
    public static let inactive = Self(rawValue: 0x10)
    /// The control can only be set.
    public static let writeOnly = Self(rawValue: 0x40)
    /// The device changes the control by itself.
    public static let volatile = Self(rawValue: 0x80)
    /// A change of the control changes the layout of frames, such as the order of colours.
    package static let modifiesLayout = Self(rawValue: 0x400)
  }

  /// Creates a control from its description.
  ///
  /// - Parameters:
  ///   - id: The number of the control.
  ///   - name: The name of the control, for people to read.
  ///   - kind: The type of the value.
  ///   - range: The range of legal values.
  ///   - step: The distance between legal values; less than 1 counts as 1.
  ///   - defaultValue: The value that the device has initially.
  ///   - menu: The entries of a menu by their indices.
  ///   - flags: The current restrictions.
  public init(
    id: ControlID, name: String, kind: Kind, range: ClosedRange<Int64>, step: Int64 = 1, defaultValue: Int64,
    menu: [Int64: MenuEntry] = [:], flags: Flags = []
  ) {
    (self.id, self.name, self.kind, self.range) = (id, name, kind, range)
    (self.step, self.defaultValue, self.menu, self.flags) = (max(step, 1), defaultValue, menu, flags)
    isWide = false
  }

  /// Creates a control whose value may have 64 bits.
  package init(
    id: ControlID, name: String, kind: Kind, range: ClosedRange<Int64>, step: Int64, defaultValue: Int64, flags: Flags,
    isWide: Bool
  ) {
    (self.id, self.name, self.kind, self.range) = (id, name, kind, range)
    (self.step, self.defaultValue, self.flags, self.isWide) = (max(step, 1), defaultValue, flags, isWide)
  }

  /// Whether the control can only be read.
  package var isReadOnly: Bool { flags.contains(.readOnly) }
  /// Whether the control can only be set.
  package var isWriteOnly: Bool { flags.contains(.writeOnly) }
  /// Whether the control has no effect while another has its current value.
  package var isInactive: Bool { flags.contains(.inactive) }
  /// Whether the control cannot change now.
  package var isGrabbed: Bool { flags.contains(.grabbed) }
  /// Whether the device changes the control by itself.
  package var isVolatile: Bool { flags.contains(.volatile) }

  /// Returns the legal value nearest to `value`; of two equally near ones, the lower.
  ///
  /// For a menu the result is among the existing entries.
  package func nearestLegalValue(to value: Int64) -> Int64 {
    switch kind {
    case .menu where !menu.isEmpty:
      // The distance is unsigned, because a range of 64 bits is wider than any signed number.
      func distance(_ key: Int64) -> UInt64 { UInt64(bitPattern: max(key, value) &- min(key, value)) }
      return menu.keys.min { (distance($0), $0) < (distance($1), $1) } ?? value
    case .bitmask:
      return value & range.upperBound
    default:
      let clamped = min(max(value, range.lowerBound), range.upperBound)
      // The offset is unsigned for the same reason as the distance above.
      let offset = UInt64(bitPattern: clamped &- range.lowerBound)
      let span = UInt64(bitPattern: range.upperBound &- range.lowerBound)
      let (steps, rest) = offset.quotientAndRemainder(dividingBy: UInt64(step))
      let isUp = rest > UInt64(step) - rest && (steps + 1) <= span / UInt64(step)
      return range.lowerBound &+ Int64(bitPattern: (steps + (isUp ? 1 : 0)) &* UInt64(step))
    }
  }

  /// Returns the fault of setting the control to `value`, as far as the driver's description tells, or `nil` where
  /// there is none.
  ///
  /// A ``CameraBackend`` of your own can refuse a value by it.
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

/// The reason why a control cannot be set or read as asked.
public enum ControlFault: Hashable, Sendable {
  /// The control can only be read.
  case readOnly
  /// The control can only be set.
  case writeOnly
  /// The driver refuses the control while another one, mostly an automatic mode, has its current value.
  case inactive
  /// Another program or the running stream uses the control.
  case grabbed
  /// The value is outside the range.
  case outOfRange(Int64, ClosedRange<Int64>)
  /// The value is not a whole number of steps above the lower bound. `nearest` is the nearest legal value.
  case offStep(Int64, step: Int64, nearest: Int64)
  /// The menu has no entry with this index.
  case noMenuEntry(Int64, offered: [Int64])
  /// The driver refuses the value for a reason that it does not tell.
  case valueRefused(Int64)
  /// The control does not hold a number. `type` is V4L2's type.
  case notANumber(type: UInt32)
}

extension ControlFault: CustomStringConvertible {
  /// The fault, as the end of a sentence that begins with the control.
  public var description: String {
    switch self {
    case .readOnly: "can only be read"
    case .writeOnly: "can only be set, not read"
    case .inactive: "is inactive; switch off the automatic mode that controls it"
    case .grabbed: "cannot be changed now; another program or the running stream uses it"
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
