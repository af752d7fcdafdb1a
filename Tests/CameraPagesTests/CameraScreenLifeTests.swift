import CameraControl
import CameraDevices
import Dispatch
import Metering
import NIOCore
import NIOEmbedded
import RawFrames
import Synchronization
import TestSupport
import Testing

@testable import CameraPages

/// A screen starts its camera, lets it rest, takes it back when it was unplugged, and leaves it as it was found.
extension CameraScreenTests {
  @Test func `the camera is left as it was found`() async throws {
    let test = try ScreenUnderTest()
    func values() throws -> [Int64] { try test.simulated.controls().map { try test.simulated.value(of: $0.id) } }
    try test.simulated.set([.redBalance: 300, .focusAbsolute: 700])
    let found = try values()
    try await test.run { test in
      try await test.send(#"{"do":"scan","lock":0}"#)
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":2}"#)
      #expect(try test.simulated.value(of: .redBalance) == 512)
    }
    #expect(try values() == found)
  }

  @Test func `a rest amid a scan leaves the automatic modes that the scan had taken over`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"exposure-mode","mode":"auto"}"#)
      // No light is enough for a card here, so the scan goes on.
      try await test.send(#"{"do":"scene","light":"A","brightness":0.0001}"#)
      async let scan: Void = test.send(#"{"do":"scan","lock":0}"#)
      try await test.state { $0["meter"]?["isScanning"]?.bool == true }
      test.screen.watch(false)
      test.screen.attention.sync {}
      _ = try? await scan
      #expect(test.screen.camera.exposureMode.isAutomatic)
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
    }
  }

  @Test func `a camera whose screen has ended stays as it was found, whoever asks`() async throws {
    let test = try ScreenUnderTest()
    let found = try test.simulated.value(of: .redBalance)
    try await test.run { test in
      test.screen.watch(false)
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
    }
    test.screen.watch(true)
    test.screen.attention.sync {}
    #expect(!test.screen.camera.isRunning)
    await #expect(throws: ScreenError.hasEnded) { try await test.send(#"{"do":"gains","red":2,"green":1,"blue":2}"#) }
    #expect(try !test.screen.camera.isRunning && test.simulated.value(of: .redBalance) == found)
    // It may be run again.
    try await test.run { test in try await test.send(#"{"do":"gains","red":2,"green":1,"blue":2}"#) }
  }

  @Test func `a camera that does not start is not kept locked for configuration`() async throws {
    let test = try ScreenUnderTest()
    let other = try test.simulated.stream(bufferCount: 1)
    defer { other.stop() }
    await #expect(throws: CameraError.self) { try await test.screen.run() }
    let error = #expect(throws: CameraError.self) { try test.screen.camera.setWhiteBalanceMode(.locked) }
    #expect(error?.reason == .notLockedForConfiguration)
  }

  @Test func `a camera that no page watches stops with what is set, and goes on for the next that asks`() async throws {
    let test = try ScreenUnderTest()
    let found = try test.simulated.value(of: .redBalance)
    try await test.run { test in
      let (loop, limits) = (NIOAsyncTestingEventLoop(), ServerLimits())
      let site = ScreenSite(test.screen, limits: limits, loop: loop)
      site.start()
      try await test.send(#"{"do":"unlock"}"#)
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":2}"#)
      for request in ["GET /frame.dng", "GET /picture.jpg"] {
        await loop.advanceTime(by: TimeAmount(limits.restTime - .milliseconds(1)))
        test.screen.attention.sync {}
        #expect(test.screen.camera.isRunning)
        await loop.advanceTime(by: TimeAmount(.milliseconds(1)))
        try await test.state { $0["camera"]?["connection"]?.text == "resting" }
        test.screen.attention.sync {}
        #expect(!test.screen.camera.isRunning)
        // Another program may have the camera meanwhile.
        try test.simulated.stream(bufferCount: 4).stop()
        #expect(try test.simulated.value(of: .redBalance) == 512)
        let words = request.split(separator: " ").map(String.init)
        let answer = await withCheckedContinuation { continuation in
          site.answer(PageRequest(method: words[0], target: words[1])) { continuation.resume(returning: $0) }
        }
        #expect(answer.status == 200, "\(request)")
        try await test.state {
          $0["camera"]?["connection"]?.text == "running" && $0["frame"]?["isTrusted"]?.bool == true
        }
      }
      await loop.advanceTime(by: TimeAmount(limits.restTime))
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
      // A command waits until the camera runs: a card is measured in its next frame.
      try await test.send(#"{"do":"gray-card"}"#)
      #expect(test.screen.camera.isRunning)
      test.screen.watch(false)
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
      site.stop()
      await loop.shutdownGracefully()
    }
    #expect(try test.simulated.value(of: .redBalance) == found, "also where it rests at the end")
  }

  @Test func `a camera that was silent when the last page went stays at rest`() async throws {
    let (gone, lastPage) = AsyncStream.makeStream(of: CameraScreen.self)
    let (events, event) = AsyncStream.makeStream(of: String.self)
    let test = try ScreenUnderTest {
      $0.pause = { duration in
        guard duration >= .seconds(1) else {
          event.yield("rests")
          return await Task.yield()
        }
        // The pause before the camera is started again: the last page goes meanwhile.
        for await screen in gone {
          screen.watch(false)
          return screen.attention.sync {}
        }
      }
    }
    try await test.run { test in
      test.screen.camera.stopRunning()
      try await test.state { $0["camera"]?["connection"]?.text == "silent" }
      lastPage.yield(test.screen)
      try await test.state { $0["camera"]?["connection"]?.text == "resting" }
      let observer = test.screen.observe { if case .picture = $0 { event.yield("goes on") } }
      defer { test.screen.removeObserver(observer) }
      test.screen.wantPicture()
      for await first in events {
        #expect(first == "rests")
        break
      }
      #expect(!test.screen.camera.isRunning)
      await test.screen.awaken()
      try await test.state { $0["camera"]?["connection"]?.text == "running" }
    }
  }

  @Test func `a lock goes on to run out after the frames have ended and begun again`() async throws {
    try await ScreenUnderTest().run { test in
      func lockLeft() throws -> Double? {
        try JSON(test.screen.currentState().json)["meter"]?["quantities"]?[0]?["lockLeft"]?.number
      }
      try await test.send(#"{"do":"lock","lock":3600}"#)
      test.screen.camera.stopRunning()
      let camera = test.screen.camera
      try camera.startRunning()
      // The first of these may still be a frame from before the end, which the meter had not read then.
      for _ in 0..<10 { _ = try await camera.nextFrame() }
      let left = try #require(try lockLeft())
      for _ in 0..<10 { _ = try await camera.nextFrame() }
      #expect(try #require(try lockLeft()) < left)
    }
  }

  @Test func `an unplugged camera is told of, and goes on once it is back`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"unplug"}"#)
      let gone = try await test.state { $0["camera"]?["connection"]?.text == "unplugged" }
      let failure = try #require(test.screen.camera.failure)
      #expect(failure.reason == .unplugged && gone["camera"]?["failure"]?.text == failure.description)
      await #expect(throws: ScreenError.self) { try await test.send(#"{"do":"gray-card"}"#) }
      try await test.send(#"{"do":"plug-in"}"#)
      try await test.state { $0["camera"]?["connection"]?.text == "running" && $0["frame"] != nil }
      try await test.send(#"{"do":"gray-card"}"#)
      _ = try await test.screen.camera.nextFrame()
    }
  }

  @Test func `a camera that is unplugged while it rests is let go of before a page asks for it`() async throws {
    try await ScreenUnderTest().run { test in
      let camera = test.screen.camera
      test.screen.watch(false)
      test.screen.attention.sync {}
      let scenes = test.screen.meter.scenes
      test.simulated.unplug()
      // They end when the camera notices.
      for await _ in scenes {}
      test.simulated.plugIn()
      #expect(!camera.isConnected)
      test.screen.watch(true)
      try await test.state { $0["camera"]?["connection"]?.text == "running" && $0["frame"] != nil }
      #expect(test.screen.camera !== camera)
    }
  }

  @Test func `a camera without colours is refused before it is started`() async throws {
    let device = PlainCamera(try ScreenUnderTest().simulated, isMonochrome: true)
    let screen = CameraScreen(try Camera(device: device, profile: SimulatedCamera.profile))
    let error = await #expect(throws: CameraError.self) { try await screen.run() }
    #expect(error?.reason == .monochrome(try PixelFormat("Y10 ").fourCC))
    #expect(!screen.camera.isRunning)
  }

  @Test func `a camera that another program has is said to be in use, and goes on when it is free`() async throws {
    try await ScreenUnderTest().run { test in
      test.screen.watch(false)
      test.screen.attention.sync {}
      let other = try test.simulated.stream(bufferCount: 1)
      test.screen.watch(true)
      // A state that is made while the screen starts the camera may have what the start led to, and not yet the start.
      let held = try await test.state {
        $0["camera"]?["failure"] != nil && $0["camera"]?["connection"]?.text != "resting"
      }
      #expect(held["camera"]?["connection"]?.text == "silent")
      // The device's own error: the screen tries to start the camera again and again meanwhile, so a start here may
      // join its.
      let error = try #require(throws: CameraDeviceError.self) { try test.simulated.stream(bufferCount: 1) }
      #expect(held["camera"]?["failure"]?.text == CameraError(error).description)
      other.stop()
      let free = try await test.state { $0["camera"]?["connection"]?.text == "running" }
      #expect(free["camera"]?["failure"] == nil)
    }
  }

  @Test func `a camera that is back is opened until it can be, and keeps the point that it exposes for`() async throws {
    // The screen may try any number of times before the test sees the failure, so it lasts until then.
    let back = Mutex<SimulatedCamera?>(nil)
    let test = try ScreenUnderTest(without: [.autoExposure]) { options in
      options.reopen = { profile in
        guard let camera = back.withLock({ $0 }) else { throw ScreenError.noProfileFile }
        return try Camera(device: PlainCamera(camera, without: [.autoExposure]), profile: profile)
      }
    }
    try await test.run { test in
      try await test.send(#"{"do":"metering","x":0.25,"y":0.75}"#)
      try await test.send(#"{"do":"unplug"}"#)
      let gone = try await test.state { $0["camera"]?["failure"]?.text == ScreenError.noProfileFile.description }
      #expect(gone["camera"]?["connection"]?.text == "unplugged")
      try await test.send(#"{"do":"plug-in"}"#)
      back.withLock { $0 = test.simulated }
      let state = try await test.state { $0["camera"]?["connection"]?.text == "running" && $0["frame"] != nil }
      #expect(state["camera"]?["failure"] == nil)
      let point = test.screen.camera.exposurePointOfInterest
      #expect(point.x == 0.25 && point.y == 0.75, "\(point)")
    }
  }

  @Test func `another camera in the place of the one that is gone is not served under its profile`() async throws {
    let back = Mutex<(camera: SimulatedCamera, card: String?)?>(nil)
    let test = try ScreenUnderTest { options in
      options.reopen = { profile in
        guard let (camera, card) = back.withLock({ $0 }) else { throw ScreenError.noProfileFile }
        return try Camera(device: PlainCamera(camera, card: card), profile: profile)
      }
    }
    try await test.run { test in
      let own = test.simulated.identity.card
      try await test.send(#"{"do":"unplug"}"#)
      _ = try await test.state { $0["camera"]?["failure"]?.text == ScreenError.noProfileFile.description }
      try await test.send(#"{"do":"plug-in"}"#)
      back.withLock { $0 = (test.simulated, "Another camera") }
      let error = ScreenError.otherCamera("Another camera", before: own)
      let refused = try await test.state { $0["camera"]?["failure"]?.text == error.description }
      #expect(refused["camera"]?["connection"]?.text == "unplugged")
      back.withLock { $0 = (test.simulated, nil) }
      _ = try await test.state { $0["camera"]?["connection"]?.text == "running" && $0["frame"] != nil }
    }
  }

  @Test func `a screen whose camera does not take its settings back says so at its end`() async throws {
    let test = try ScreenUnderTest(without: [.autoExposure])
    let reason = CameraError.Reason.notRestored(after: .cancelled, .device(.failed("the lens is stuck")))
    await #expect(throws: CameraError(device: test.screen.camera.uniqueID, reason: reason)) {
      try await test.run { $0.plain.getStuck() }
    }
  }

  @Test(arguments: [-1e6, 1e9])
  func `frames that another clock stamps are shown and measured, and their silence is told`(offset: Double)
    async throws
  {
    try await ScreenUnderTest(clockOffset: .seconds(offset)).run { test in
      try await test.state { state in
        state["camera"]?["connection"]?.text == "running" && state["reading"] != nil && state["frame"] != nil
      }
      await test.plain.hang()
      test.clock.jump(to: test.screen.camera.now + .seconds(10))
      let hung = test.screen.currentState()
      #expect(hung.camera.connection == "silent" && hung.reading == nil)
    }
  }
}
