#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import Foundation
  import Metering
  import TestSupport
  import Testing

  /// The Swift of Docs/Camera.md, run on the simulated camera in virtual time. What is indented on the page stands in this file.
  @Suite(.virtualTime, .timeLimit(.minutes(10))) struct DocumentedCameraTests {
    typealias Camera = CameraControl.Camera
    typealias SimulatedCamera = SimulationInVirtualTime

    /// No time passes while the camera's meter has work.
    private static func watchMeter(of camera: Camera) throws {
      try #require(VirtualTime.current).watch(#require(camera.meter).queue)
    }

    @Test func `the first sample locks the gains of the gray world`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: camera.grayWorldDeviceWhiteBalanceGains)
      camera.unlockForConfiguration()
      let frame = try await camera.nextFrame()
      #expect(frame.isTrusted && camera.whiteBalanceMode == .locked)
    }

    @Test func `a light that is told is found by a scan`() async throws {
      let simulated = SimulatedCamera()
      let camera = try Camera(device: simulated, profile: SimulatedCamera.profile)
      try camera.startRunning()
      try Self.watchMeter(of: camera)
      try simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.5)
      let scene = try await camera.meter?.scan(focus: false)
      #expect(scene?.whiteBalance.status == .locked && camera.scene == scene)
    }

    @Test func `the meter's scenes tell its statuses`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      try Self.watchMeter(of: camera)
      guard let meter: CameraMeter = camera.meter else { return }
      try await meter.scan(center: nil, surface: nil, lockDuration: 3600, throwIfUnsupported: true)
      #expect(meter === camera.meter && meter.scene.focus.status == .locked)
      func show() async {
        for await scene in camera.scenePublisher { print(scene.whiteBalance.status) }
      }
      let showing = Task.virtual { await show() }
      showing.cancel()
      try await showing.value
    }

    @Test func `a property is observed until the camera stops`() async throws {
      let camera = try Camera(device: SimulatedCamera(), profile: SimulatedCamera.profile)
      try camera.startRunning()
      let isos = camera.values(of: { $0.iso })
      camera.stopRunning()
      for await iso in isos { print(iso ?? 0) }
    }

    @Test func `every line of Swift on the page stands in this file`() throws {
      let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Camera.md"), encoding: .utf8)
      let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      let shown = page.split(separator: "\n").filter { $0.hasPrefix("    ") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(shown.count > 10)
      for line in shown { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `each member that the porting table says is here is declared`() throws {
      let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Camera.md"), encoding: .utf8)
      let sources = try ["CameraControl", "Metering"].flatMap { room in
        let folder = repositoryRoot.appending(path: "Sources/\(room)")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
          .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      }
      let declarations = sources.joined(separator: "\n").matches(of: /public [^\n]*/).map { $0.output }
        .joined(separator: "\n")
      let words = Set(declarations.split { !$0.isLetter && !$0.isNumber }.map(String.init))
      var count = 0
      for row in page.split(separator: "\n") where row.hasPrefix("| ") {
        let cells = row.dropFirst(2).split(separator: " | ", maxSplits: 1)
        guard let here = cells.last, ["the same", "with `try`", "optional"].contains(where: here.hasPrefix) else {
          continue
        }
        for name in cells[0].matches(of: /`([^`]+)`/).map({ $0.1 }) where !name.contains("…") {
          // `activeFormat.minISO` is a member of the camera here, and a method's name ends at its arguments.
          let member = name.prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? ""
          #expect(words.contains(member), "\(name)")
          count += 1
        }
      }
      #expect(count > 30)
    }
  }
#endif
