#if os(Linux)
  import CVideo4Linux
  import CameraDevices
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  private typealias Control = FakeDriver.Control

  private func driver(
    _ controls: [FakeDriver.Control], _ configure: (inout FakeDriver.State) -> Void = { _ in }
  ) throws -> FakeDriver {
    try FakeDriver {
      $0.controls = controls
      configure(&$0)
    }
  }

  private func with<Result>(
    _ driver: FakeDriver, _ body: (borrowing CaptureDevice, FakeDriver) throws -> Result
  ) throws -> Result {
    let result = try body(CaptureDevice(path: "/dev/video7", kernel: driver), driver)
    #expect(driver.isAtRest)
    return result
  }

  /// Why `body` failed.
  private func reason(
    _ driver: FakeDriver, _ body: (borrowing CaptureDevice) throws -> Void
  ) throws -> CaptureError.Reason {
    try with(driver) { device, _ in
      var reason: CaptureError.Reason?
      do { try body(device) } catch let error as CaptureError { reason = error.reason }
      return try #require(reason, "nothing was thrown")
    }
  }

  private func fault(
    _ controls: [FakeDriver.Control], _ body: (borrowing CaptureDevice) throws -> Void
  ) throws -> ControlFault {
    guard case .control(_, let fault) = try reason(driver(controls), body) else {
      throw CaptureError.Reason.noBuffers
    }
    return fault
  }

  /// `#expect` cannot look into a device, which cannot be copied.
  private func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(value == expected, sourceLocation: sourceLocation)
  }

  private let red = ControlID.redBalance
  private let blue = ControlID.blueBalance

  @Suite struct ListOfControls {
    @Test func `holds what the driver says of each`() throws {
      let controls = [
        Control(id: 0x0098_090e, name: "Red Balance", range: (64, 1024), step: 4, flags: 0x90, value: 256),
        Control(
          id: 0x009a_0901, name: "Auto Exposure", type: V4L2_CTRL_TYPE_MENU, range: (0, 3),
          names: [0: "Auto", 3: "Aperture Priority"]),
      ]
      let listed = try with(driver(controls)) { device, _ in try device.controls() }
      #expect(listed.map(\.id) == [.redBalance, .autoExposure])
      #expect(listed.map(\.name) == ["Red Balance", "Auto Exposure"])
      #expect(listed.map(\.kind) == [.integer, .menu])
      #expect(listed[0].range == 64...1024)
      #expect(listed[0].step == 4)
      #expect(listed[0].isInactive && listed[0].isVolatile && !listed[0].isReadOnly && !listed[0].isGrabbed)
      #expect(listed[1].menu == [0: .name("Auto"), 3: .name("Aperture Priority")])
    }

    @Test func `leaves out headings, what is disabled, and ranges that hold nothing`() throws {
      let controls = [
        Control(id: 0x0098_0001, type: V4L2_CTRL_TYPE_CTRL_CLASS), Control(id: 0x0098_0900, flags: 0x1),
        Control(id: 0x0098_0901, range: (9, 8)), Control(id: 0x0098_0902, range: (8, 8)),
      ]
      #expect(try with(driver(controls)) { device, _ in try device.controls().map(\.id.rawValue) } == [0x0098_0902])
    }

    @Test func `has arrays and structures, which drivers list on request alone`() throws {
      let controls = [
        Control(id: 0x0098_0900), Control(id: 0x0098_0901, elements: 4),
        Control(id: 0x0098_0902, type: V4L2_CTRL_TYPE_AREA), Control(id: 0x0098_0903),
      ]
      let kinds = try with(driver(controls)) { device, _ in try device.controls().map(\.kind) }
      let (integer, area) = (V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_AREA.rawValue)
      #expect(kinds == [.integer, .other(integer), .other(area), .integer])
    }

    @Test func `ends where the driver repeats itself`() throws {
      let listed = try with(driver([Control(id: 0x0098_0900)]) { $0.isEndless = true }) { device, _ in
        try device.controls()
      }
      #expect(listed.count == 1)
    }

    @Test(arguments: [[cv4l_query_ext_ctrl], [cv4l_query_ext_ctrl, cv4l_g_ext_ctrls, cv4l_s_ext_ctrls]])
    func `and values come from drivers that know the older requests alone`(unknown: [UInt]) throws {
      try with(driver([Control(id: red.rawValue, value: 7)]) { $0.unknown = Set(unknown) }) { device, _ in
        let listed = try device.controls()
        #expect(listed.map(\.id) == [red])
        try expect(device.value(of: red), 7)
        try expect(device.set(red, to: 9), 9)
        try expect(device.value(of: red), 9)
      }
    }

    @Test func `is empty where the driver knows no controls`() throws {
      try with(driver([Control(id: red.rawValue)]) { $0.unknown = [cv4l_query_ext_ctrl, cv4l_queryctrl] }) {
        device, _ in
        try expect(device.controls(), [])
        try expect(device.control(red), nil)
      }
    }

    /// Gain, a control that does not answer, backlight compensation, and exposure mode.
    @Test(arguments: [(UInt32(0x0098_0914), true), (0x0098_091b, false), (0x009a_0903, true)])
    func `goes on behind a control that does not answer`(silent: UInt32, isComplete: Bool) throws {
      let numbers: [UInt32] = [0x0098_0913, 0x0098_091c, 0x009a_0901, 0x009a_090a]
      var controls = (numbers + [silent]).sorted().map { Control(id: $0) }
      let index = try #require(controls.firstIndex { $0.id == silent })
      controls[index].failure = .ioError
      try with(driver(controls)) { device, _ in
        // Behind a number that is not known, what comes before the next known one is lost.
        expect(try device.controls().map(\.id.rawValue), isComplete ? numbers : numbers.filter { $0 != 0x0098_091c })
        try device.subscribeToChanges()
      }
    }

    @Test func `tells that the device went away, whatever was listed before`() throws {
      var controls = [UInt32(0x0098_0913), 0x0098_091b, 0x009a_0901].map { Control(id: $0) }
      controls[1].failure = .operationNotSupportedByDevice
      #expect(try reason(driver(controls)) { _ = try $0.controls() } == .deviceGone(.queryExtendedControl))
    }

    @Test(arguments: [(Errno.ioError, false), (.operationNotSupportedByDevice, true)])
    func `tells why it could not be had`(errno: Errno, isGone: Bool) throws {
      let reason = try reason(
        driver([Control(id: red.rawValue)]) { $0.failures = [cv4l_query_ext_ctrl: (errno, .max)] }
      ) {
        _ = try $0.controls()
      }
      #expect(
        reason == (isGone ? .deviceGone(.queryExtendedControl) : .requestFailed(.queryExtendedControl, .ioError)))
    }

    @Test func `ends where a menu does not`() throws {
      let endless = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_MENU, range: (-5, .max), names: [3: "Three"])
      #expect(try with(driver([endless])) { device, _ in try device.control(red)?.menu } == [3: .name("Three")])
    }

    @Test func `numbers of a menu are numbers`() throws {
      let iso = Control(
        id: ControlID.isoSensitivity.rawValue, type: V4L2_CTRL_TYPE_INTEGER_MENU, range: (0, 1),
        numbers: [0: 100_000, 1: 1 << 40])
      let menu = try with(driver([iso])) { device, _ in try device.control(.isoSensitivity)?.menu }
      #expect(menu == [0: .number(100_000), 1: .number(1 << 40)])
    }
  }

  @Suite struct ValuesOfControls {
    @Test func `a value that is set is read back`() throws {
      // A driver that takes even values alone, in silence.
      let control = Control(id: red.rawValue, accept: { .success($0 & ~1) })
      #expect(try with(driver([control])) { device, _ in try device.set(red, to: 101) } == 100)
    }

    @Test(arguments: [Int64(-5_000_000_000), .min, .max, -1])
    func `values of 64 bits come whole`(value: Int64) throws {
      let control = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_INTEGER64, range: (.min, .max))
      try with(driver([control])) { device, _ in
        try expect(device.set(red, to: value), value)
        try expect(device.value(of: red), value)
      }
    }

    @Test func `the legal value nearest to a number is on a step, and the lower of two as near`() throws {
      let stepped = Control(id: red.rawValue, range: (-20, 95), step: 10)
      let control = try #require(try with(driver([stepped])) { device, _ in try device.control(red) })
      let nearest: KeyValuePairs<Int64, Int64> = [
        -100: -20, -16: -20, -15: -20, -14: -10, 84: 80, 85: 80, 86: 90, 95: 90, 96: 90, .max: 90, .min: -20,
      ]
      for (value, expected) in nearest { #expect(control.nearestLegalValue(to: value) == expected, "\(value)") }
    }

    @Test func `the entry of a menu nearest to any number is one that there is`() throws {
      let menu = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_MENU, range: (1, 3), names: [1: "Manual", 3: "Auto"])
      let control = try #require(try with(driver([menu])) { device, _ in try device.control(red) })
      #expect([Int64.min, 2, .max].map(control.nearestLegalValue) == [1, 1, 3])
    }

    @Test func `negative values of 32 bits keep their sign`() throws {
      let control = Control(id: red.rawValue, range: (-200, 200))
      #expect(try with(driver([control])) { device, _ in try device.set(red, to: -100) } == -100)
    }

    @Test func `the highest bit of a mask is no sign`() throws {
      let bits = Control(
        id: red.rawValue, type: V4L2_CTRL_TYPE_BITMASK, range: (0, Int64(Int32(bitPattern: 0x8000_0001))),
        initial: Int64(Int32(bitPattern: 0x8000_0000)))
      try with(driver([bits])) { device, _ in
        try expect(device.set(red, to: 0x8000_0001), 0x8000_0001)
        try expect(device.control(red)?.defaultValue, 0x8000_0000)
      }
      #expect(try fault([bits]) { try $0.set(red, to: 2) } == .outOfRange(2, 0...0x8000_0001))
    }

    @Test func `what is not legal is refused before the driver is asked, with what would be`() throws {
      let stepped = Control(id: red.rawValue, range: (10, 100), step: 7)
      #expect(try fault([stepped]) { try $0.set(red, to: 9) } == .outOfRange(9, 10...100))
      #expect(try fault([stepped]) { try $0.set(red, to: 101) } == .outOfRange(101, 10...100))
      #expect(try fault([stepped]) { try $0.set(red, to: 21) } == .offStep(21, step: 7, nearest: 24))
      // 101 would be the next step, and is beyond the range.
      #expect(try fault([stepped]) { try $0.set(red, to: 100) } == .offStep(100, step: 7, nearest: 94))
      let menu = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_MENU, range: (0, 3), names: [0: "Auto", 3: "Manual"])
      #expect(try fault([menu]) { try $0.set(red, to: 1) } == .noMenuEntry(1, offered: [0, 3]))
      let readOnly = Control(id: red.rawValue, flags: 0x4)
      #expect(try fault([readOnly]) { try $0.set(red, to: 1) } == .readOnly)
      try with(driver([stepped])) { device, driver in
        #expect(throws: CaptureError.self) { try device.set([red: 10, blue: 10]) }
        #expect(throws: CaptureError.self) { try device.set(red, to: 11) }
        #expect(driver.state.controls[0].value == 0, "nothing was set")
      }
    }

    @Test func `a control that there is not is named`() throws {
      #expect(try reason(driver([])) { _ = try $0.value(of: red) } == .noControl(red))
      #expect(try reason(driver([])) { try $0.set(red, to: 1) } == .noControl(red))
    }

    @Test(arguments: [
      (Errno.permissionDenied, UInt32(0x10), ControlFault.inactive), (.permissionDenied, 0, .inactive),
      (.illegalByteSequence, 0, .inactive), (.resourceBusy, 0x2, .grabbed),
      (.outOfRange, 0, .valueRefused(5)), (.invalidArgument, 0, .valueRefused(5)),
    ])
    func `a driver's refusal is named`(errno: Errno, flags: UInt32, expected: ControlFault) throws {
      let control = Control(id: red.rawValue, flags: flags, accept: { _ in .failure(errno) })
      #expect(try fault([control]) { try $0.set(red, to: 5) } == expected)
    }

    @Test func `a device that does not answer is told from a value that it refuses`() throws {
      for (errno, expected) in [
        (
          Errno.ioError,
          CaptureError.Reason.controlFailed(name: "A control", value: 5, .setExtendedControls, .ioError)
        ),
        (
          .resourceBusy,
          .controlFailed(name: "A control", value: 5, .setExtendedControls, .resourceBusy)
        ),
        (.operationNotSupportedByDevice, .deviceGone(.setExtendedControls)),
      ] {
        let control = Control(id: red.rawValue, accept: { _ in .failure(errno) })
        #expect(try reason(driver([control])) { try $0.set(red, to: 5) } == expected)
      }
    }

    @Test func `a control that fails is named among several where the driver tells which it is`() throws {
      for (tells, errno) in [(true, Errno.ioError), (false, .ioError), (true, .resourceBusy), (false, .resourceBusy)] {
        let controls = [Control(id: red.rawValue), Control(id: blue.rawValue, accept: { _ in .failure(errno) })]
        let reason = try reason(driver(controls) { $0.tellsControl = tells }) { try $0.set([red: 5, blue: 6]) }
        #expect(
          reason
            == (tells
              ? .controlFailed(name: "A control", value: 6, .setExtendedControls, errno)
              : .requestFailed(.setExtendedControls, errno)))
      }
    }

    @Test func `where a driver does not tell which of several controls it refuses, none is blamed`() throws {
      for errno in [Errno.outOfRange, .invalidArgument, .permissionDenied] {
        let controls = [Control(id: red.rawValue), Control(id: blue.rawValue, accept: { _ in .failure(errno) })]
        let reason = try reason(driver(controls) { $0.tellsControl = false }) { try $0.set([red: 5, blue: 6]) }
        #expect(reason == .requestFailed(.setExtendedControls, errno))
      }
    }

    @Test func `the control at fault is named among several`() throws {
      let controls = [Control(id: red.rawValue), Control(id: blue.rawValue, accept: { _ in .failure(.outOfRange) })]
      let reason = try reason(driver(controls)) { try $0.set([red: 5, blue: 6]) }
      guard case .control(let control, .valueRefused(6)) = reason else {
        Issue.record("\(reason)")
        return
      }
      #expect(control.id == blue)
    }

    @Test func `a button and what can only be written give back what was asked`() throws {
      let button = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_BUTTON, range: (0, 0))
      let writeOnly = Control(id: blue.rawValue, flags: 0x40, accept: { _ in .success(0) })
      try with(driver([button, writeOnly])) { device, _ in try expect(device.set([red: 1, blue: 9]), [1, 9]) }
      #expect(try fault([button]) { _ = try $0.value(of: red) } == .writeOnly)
      #expect(try fault([writeOnly]) { _ = try $0.value(of: blue) } == .writeOnly)
    }

    @Test func `texts and arrays are not numbers`() throws {
      let text = Control(id: red.rawValue, type: V4L2_CTRL_TYPE_STRING)
      #expect(try fault([text]) { _ = try $0.value(of: red) } == .notANumber(type: 7))
      let array = Control(id: red.rawValue, elements: 4)
      #expect(try fault([array]) { try $0.set(red, to: 1) } == .notANumber(type: 1))
    }
  }

  @Suite struct ControlErrorTexts {
    @Test func `names the control, the value and what would have been right`() throws {
      let stepped = Control(id: red.rawValue, name: "Red Balance", range: (10, 100), step: 7)
      func text(_ control: Control, setting value: Int64) throws -> String {
        try reason(driver([control])) { try $0.set(red, to: value) }.description
      }
      #expect(try text(stepped, setting: 9) == "the control 'Red Balance' takes 10 to 100, not 9")
      #expect(
        try text(stepped, setting: 21) == "the control 'Red Balance' takes steps of 7, not 21; the nearest is 24")
      let inactive = Control(id: red.rawValue, name: "Red Balance", accept: { _ in .failure(.permissionDenied) })
      #expect(
        try text(inactive, setting: 9)
          == "the control 'Red Balance' is inactive; switch off the automatic mode that controls it")
    }
  }

  @Suite struct IntervalOfFrames {
    @Test func `an interval is the one that the driver says`() throws {
      try with(driver([])) { device, _ in try expect(device.frameInterval()?.seconds, 1.0 / 30) }
    }

    @Test(arguments: [(UInt32(0), UInt32(30)), (1, 0)])
    func `is unknown where the driver's makes no sense`(numerator: UInt32, denominator: UInt32) throws {
      try with(driver([]) { $0.interval = (numerator, denominator) }) { device, _ in
        try expect(device.frameInterval(), nil)
      }
    }

    @Test func `is unknown where the driver does not tell`() throws {
      try with(driver([]) { $0.tellsInterval = false }) { device, _ in try expect(device.frameInterval(), nil) }
      try with(driver([]) { $0.unknown = [cv4l_g_parm] }) { device, _ in try expect(device.frameInterval(), nil) }
    }

    @Test func `a sensor's interval is its clocks over its rate, however long the frame is`() throws {
      for (lines, width, rate) in [
        (1080, 1920, 74_250_000), (65_535, 1_000_000, 182_400_000), (480, 640, 9_000_000_000),
      ]
        as [(Int64, Int64, Int64)]
      {
        let interval = try #require(
          FrameInterval(lines: lines, verticalBlanking: 20, pixels: width, horizontalBlanking: 280, rate: rate))
        let truth = Double((lines + 20) * (width + 280)) / Double(rate)
        #expect(Tolerance.intervalOfClocks.allows(abs(interval.seconds / truth - 1)), "\(interval)")
      }
      #expect(FrameInterval(lines: 480, verticalBlanking: -480, pixels: 640, horizontalBlanking: 0, rate: 1) == nil)
      #expect(FrameInterval(lines: .max, verticalBlanking: 1, pixels: 640, horizontalBlanking: 0, rate: 1) == nil)
      #expect(FrameInterval(lines: .max, verticalBlanking: 0, pixels: 640, horizontalBlanking: 0, rate: 1) == nil)
      #expect(FrameInterval(lines: 480, verticalBlanking: 0, pixels: 640, horizontalBlanking: 0, rate: 0) == nil)
    }
  }
#endif
