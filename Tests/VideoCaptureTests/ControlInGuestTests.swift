#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// vivid's controls, among which is one of each kind.
  @Suite(.inGuest) struct ControlInGuest {
    private enum Vivid {
      static let button = ControlID(rawValue: 0x0098_f900)
      static let boolean = ControlID(rawValue: 0x0098_f901)
      static let integer = ControlID(rawValue: 0x0098_f902)
      static let integer64 = ControlID(rawValue: 0x0098_f903)
      static let menu = ControlID(rawValue: 0x0098_f904)
      static let text = ControlID(rawValue: 0x0098_f905)
      static let bitmask = ControlID(rawValue: 0x0098_f906)
      static let integerMenu = ControlID(rawValue: 0x0098_f907)
      static let readOnly = ControlID(rawValue: 0x0098_f90c)
    }

    private func open(_ camera: RigGuest.Camera) throws -> CaptureDevice {
      try VideoNode(camera.capture).selectInput(VividLoopback.Input.webcam)
      return try CaptureDevice(path: FilePath(camera.capture))
    }

    private func fault(_ body: () throws -> Void) throws -> ControlFault? {
      let error = try #require(throws: CaptureError.self) { try body() }
      guard case .control(_, let fault) = error.reason else { return nil }
      return fault
    }

    @Test(arguments: RigGuest.cameras)
    func `controls of every kind are listed`(camera: RigGuest.Camera) throws {
      let device = try open(camera)
      let controls = try device.controls()
      let byID = Dictionary(grouping: controls, by: \.id).compactMapValues(\.first)
      #expect(byID.count == controls.count)
      let kinds: [(ControlID, CaptureControl.Kind)] = [
        (Vivid.button, .button), (Vivid.boolean, .boolean), (Vivid.integer, .integer), (Vivid.integer64, .integer),
        (Vivid.menu, .menu), (Vivid.text, .other(7)), (Vivid.bitmask, .bitmask), (Vivid.integerMenu, .menu),
      ]
      for (id, kind) in kinds { #expect(byID[id]?.kind == kind, "\(id)") }
      #expect(byID[.brightness]?.range == 0...255)
      #expect(byID[.brightness]?.name == "Brightness")
      #expect(byID[Vivid.menu]?.menu[3] == .name("Menu Item 3"))
      #expect(byID[Vivid.integerMenu]?.menu.values.contains(.number(42)) == true)
      #expect(byID[.redBalance] == nil)
      for control in controls {
        let again = try device.control(control.id)
        #expect(again == control)
      }
    }

    @Test(arguments: RigGuest.cameras)
    func `what is set is read back`(camera: RigGuest.Camera) throws {
      let device = try open(camera)
      let values: [(ControlID, Int64)] = [
        (.brightness, 77), (Vivid.boolean, 0), (Vivid.integer, -100), (Vivid.integer64, 1 << 40), (Vivid.menu, 4),
        (Vivid.bitmask, 0x8000_2000), (Vivid.integerMenu, 7), (Vivid.button, 1),
      ]
      for (id, value) in values {
        let before = id == Vivid.button ? nil : try device.value(of: id)
        let done = try device.set(id, to: value)
        #expect(done == value, "\(id)")
        if let before {
          let read = try device.value(of: id)
          #expect(read == value)
          try device.set(id, to: before)
        }
      }
    }

    @Test func `what vivid refuses is named`() throws {
      let device = try open(RigGuest.singlePlanar)
      #expect(try fault { try device.set(.brightness, to: 256) } == .outOfRange(256, 0...255))
      #expect(try fault { _ = try device.value(of: Vivid.button) } == .writeOnly)
      #expect(try fault { _ = try device.value(of: Vivid.text) } == .notANumber(type: 7))
      #expect(try fault { try device.set(Vivid.menu, to: 2) }?.description.contains("has no entry 2") == true)
      if let control = try device.control(Vivid.readOnly) {
        #expect(control.isReadOnly)
        #expect(try fault { try device.set(Vivid.readOnly, to: control.range.lowerBound) } == .readOnly)
      }
    }

    @Test func `the interval between frames is one of the webcam's`() throws {
      let device = try open(RigGuest.singlePlanar)
      try device.setFormat(PixelFormat("RG10"), width: 320, height: 180)
      let interval = try #require(try device.frameInterval())
      #expect((1.0 / 100...1).contains(interval.seconds))
    }
  }
#endif
