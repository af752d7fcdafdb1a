import Calibration
import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import Dispatch
import GrayCard
import Metering
import NIOCore
import NIOEmbedded
import RawFrames
import SensorSimulation
import Synchronization
import TestSupport
import Testing
import WhiteBalance

@testable import CameraPages

/// The camera does what a page asks for, as its frames show.
@Suite(.serialized, .hangLimit) struct CameraScreenTests {
  /// The card's red and blue beside its green in a frame, all gains applied.
  private static func balanced(_ frame: CameraFrame) -> (red: Double, blue: Double) {
    let region = Region(centerOf: frame.frame)
    let total = TileMoments(of: frame.frame, in: region, side: 2 * max(region.width, region.height), by: .fastest).total
    func mean(_ channel: BayerChannel) -> Double { total[channel].mean - frame.frame.levels.black[channel] }
    let green = (mean(.greenOnRedRow) + mean(.greenOnBlueRow)) / 2 * frame.softwareGains.green
    return (mean(.red) * frame.softwareGains.red / green, mean(.blue) * frame.softwareGains.blue / green)
  }

  @Test(arguments: [2800.0, 4000, 5500, 8000])
  func `a temperature that is asked for is in the next trusted frame within half a percent`(
    temperature: Double
  ) async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"light","temperature":\#(temperature),"tint":0}"#)
      let frame = try await test.screen.camera.nextFrame()
      let characterization = SimulatedCamera.profile.characterization
      let gains = try characterization.gains(for: TemperatureAndTint(temperature: temperature, tint: 0))
      let truth = try #require(test.simulated.truth.gains)
      let (found, expected) = (
        Self.balanced(frame),
        (
          red: gains.red / gains.green * truth.green / truth.red,
          blue: gains.blue / gains.green * truth.green / truth.blue
        )
      )
      #expect(Tolerance.balanceOnPage.allows(abs(found.red / expected.red - 1)), "\(found), \(expected)")
      #expect(Tolerance.balanceOnPage.allows(abs(found.blue / expected.blue - 1)), "\(found), \(expected)")
      let state = try await test.state { $0["whiteBalance"]?["askedLight"] != nil }
      #expect(state["whiteBalance"]?["askedLight"]?["temperature"]?.number == temperature)
      let light = try #require(state["whiteBalance"]?["light"]?["temperature"]?.number)
      #expect(Tolerance.temperatureOfSimulation.allows(abs(light - temperature)), "\(light)")
    }
  }

  @Test(arguments: ["A", "D65", "FL11"])
  func `the next frames after a gray card are neutral`(light: String) async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"scene","light":"\#(light)","brightness":1}"#)
      // A light that has changed is in the frames some time later.
      _ = try await test.screen.camera.nextFrame()
      _ = try await test.screen.camera.nextFrame()
      try await test.send(#"{"do":"gray-card"}"#)
      let cast = Self.balanced(try await test.screen.camera.nextFrame())
      #expect(Tolerance.neutralSimulation.allows(abs(cast.red - 1)), "\(cast)")
      #expect(Tolerance.neutralSimulation.allows(abs(cast.blue - 1)), "\(cast)")
    }
  }

  @Test func `a card that is refused changes nothing, and the page is told why`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"scene","light":"D65","brightness":8}"#)
      _ = try await test.screen.camera.nextFrame()
      _ = try await test.screen.camera.nextFrame()
      let error = await #expect(throws: ScreenError.self) { try await test.send(#"{"do":"gray-card"}"#) }
      guard case .cardRefused(let reasons) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reasons.map(\.code).contains(.clipped))
      #expect(test.screen.camera.whiteBalanceOutcome == nil)
    }
  }

  @Test func `a limit of gains is kept, and what it costs is told`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"light","temperature":3000,"tint":0}"#)
      let free = try await test.state { $0["whiteBalance"]?["askedLight"] != nil }
      #expect(free["whiteBalance"]?["shift"] == nil)
      try await test.send(#"{"do":"gain-limit","limit":1.5}"#)
      let state = try await test.state { $0["whiteBalance"]?["shift"] != nil }
      let gains = try #require(state["whiteBalance"]?["gains"])
      for channel in ["red", "green", "blue"] { #expect((gains[channel]?.number ?? 9) <= 1.5) }
      #expect(state["whiteBalance"]?["askedLight"]?["temperature"]?.number == 3000)
      let largest = test.screen.camera.maxWhiteBalanceGain
      await #expect(throws: ScreenError.gainLimit(99, largest: largest)) {
        try await test.send(#"{"do":"gain-limit","limit":99}"#)
      }
      let characterization = SimulatedCamera.profile.characterization
      let asked = try characterization.gains(for: TemperatureAndTint(temperature: 3000, tint: 0)).normalized
      let refusal = #expect(throws: WhiteBalanceError.self) {
        try characterization.fitted(asked, to: GainRange(maximum: 1.5), by: .refuse)
      }
      await #expect(throws: ScreenError.failed("\(try #require(refusal))")) {
        try await test.send(#"{"do":"policy","policy":"refuse"}"#)
      }
      let kept = try JSON(test.screen.currentState().json)["whiteBalance"]
      #expect(kept?["policy"]?.text == "nearest-light" && kept?["limit"]?.number == 1.5)
    }
  }

  @Test func `a scan locks exposure, focus and white balance, and a lock runs out and says how long it has left`()
    async throws
  {
    let test = try ScreenUnderTest()
    // A machine that has been on for a day.
    test.simulated.clock.sleep(until: .seconds(86_400))
    try await test.run { test in
      // Frames come as fast as they are made, so that a short lock would be over before this is read.
      try await test.send(#"{"do":"scan","lock":3600}"#)
      let locked = try await test.state { $0["meter"]?["quantities"]?[0]?["status"]?.text == "locked" }
      for index in 0..<3 { #expect(locked["meter"]?["quantities"]?[index]?["status"]?.text == "locked") }
      let left = try #require(locked["meter"]?["quantities"]?[2]?["lockLeft"]?.number)
      #expect(left > 0 && left <= 3600)
      try await test.send(#"{"do":"lock","lock":6}"#)
      let free = try await test.state { $0["meter"]?["quantities"]?[2]?["status"]?.text == "converged" }
      #expect(free["meter"]?["quantities"]?[2]?["lockLeft"] == nil)
    }
  }

  @Test func `a lock and an unlock are of the quantities that the page names`() async throws {
    @Sendable func statuses(_ state: JSON) -> [String?] {
      (0..<3).map { state["meter"]?["quantities"]?[$0]?["status"]?.text }
    }
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"scan","lock":0}"#)
      let locked = try await test.state { statuses($0) == ["locked", "locked", "locked"] }
      let names = (0..<3).map { locked["meter"]?["quantities"]?[$0]?["name"]?.text }
      #expect(names == ["exposure", "focus", "white-balance"])
      // A quantity that is unlocked converges again, in a time that is not the page's.
      for (index, name) in ["exposure", "focus", "white-balance"].enumerated() {
        try await test.send(#"{"do":"unlock","quantities":["\#(name)"]}"#)
        let free = try statuses(JSON(test.screen.currentState().json))
        #expect(free.indices.filter { free[$0] != "locked" } == [index], "\(free)")
        try await test.send(#"{"do":"lock","lock":0,"quantities":["\#(name)"]}"#)
        #expect(try statuses(JSON(test.screen.currentState().json)) == ["locked", "locked", "locked"])
      }
    }
  }

  @Test func `the meter goes on to follow what a refused command would have set`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"unlock"}"#)
      try await test.state { $0["meter"]?["quantities"]?[0]?["status"]?.text == "converged" }
      let device = test.screen.camera.uniqueID
      let reason = CameraError.Reason.outOfRange(.iso, 1_000_000, 100...1600)
      await #expect(throws: ScreenError.failed("\(CameraError(device: device, reason: reason))")) {
        try await test.send(#"{"do":"exposure","iso":1000000}"#)
      }
      let state = try JSON(test.screen.currentState().json)
      #expect(state["meter"]?["quantities"]?[0]?["status"]?.text != "locked")
      let duration = state["exposure"]?["duration"]?.number
      try await test.send(#"{"do":"scene","light":"A","brightness":0.25}"#)
      try await test.state { $0["exposure"]?["duration"]?.number != duration }
    }
  }

  @Test func `a refused command leaves a lock that is to run out, and a scan, as they are`() async throws {
    try await ScreenUnderTest().run { test in
      @Sendable func refuse() async {
        await #expect(throws: ScreenError.self) { try await test.send(#"{"do":"exposure","iso":1000000}"#) }
      }
      try await test.send(#"{"do":"lock","lock":3600,"quantities":["exposure"]}"#)
      await refuse()
      let locked = try JSON(test.screen.currentState().json)["meter"]?["quantities"]?[0]
      #expect(locked?["status"]?.text == "locked" && locked?["lockLeft"] != nil)
      var scan: Task<Void, any Error>?
      try await test.state(since: { scan = Task { try await test.send(#"{"do":"scan","lock":0}"#) } }) {
        $0["meter"]?["isScanning"]?.bool == true
      }
      await refuse()
      try await scan?.value
      let scene = try JSON(test.screen.currentState().json)
      for index in 0..<3 { #expect(scene["meter"]?["quantities"]?[index]?["status"]?.text == "locked") }
    }
  }

  @Test func `what a person sets the meter does not set again, however the light changes`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"unlock"}"#)
      try await test.state { $0["meter"]?["quantities"]?[2]?["status"]?.text == "converged" }
      try await test.send(#"{"do":"light","temperature":4000,"tint":0}"#)
      let gains = test.screen.camera.deviceWhiteBalanceGains
      let duration = try await test.state { _ in true }["exposure"]?["duration"]?.number
      try await test.send(#"{"do":"scene","light":"A","brightness":0.25}"#)
      // The exposure is still the meter's, and follows.
      let later = try await test.state { $0["exposure"]?["duration"]?.number != duration }
      #expect(test.screen.camera.deviceWhiteBalanceGains == gains)
      #expect(later["meter"]?["quantities"]?[2]?["status"]?.text == "locked", "a lock without an end")
      #expect(later["meter"]?["quantities"]?[2]?["lockLeft"] == nil)
    }
  }

  @Test func `the state of pages asks the device for nothing`() async throws {
    let test = try ScreenUnderTest(without: [.testPattern])
    try await test.run { test in try await test.send(#"{"do":"lens","position":0.25}"#) }
    let count = test.plain.askedCount
    #expect(test.screen.currentState().focus?.position != nil)
    #expect(test.plain.askedCount == count)
  }

  @Test func `exposure, focus and modes are the device's, and its ranges are told beside what it refuses`() async throws
  {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"exposure","duration":0.02,"iso":200}"#)
      try await test.send(#"{"do":"lens","position":0.25}"#)
      let state = try await test.state {
        $0["exposure"]?["askedDuration"]?.number == 0.02 && $0["focus"]?["askedPosition"]?.number == 0.25
      }
      #expect(state["exposure"]?["duration"]?.number == 0.02 && state["exposure"]?["iso"]?.number == 200)
      let lens = try #require(test.screen.camera.lensPosition)
      #expect(state["focus"]?["position"]?.number == Double(lens))
      let refusal = #expect(throws: CameraError.self) {
        try test.screen.camera.setExposureModeCustom(duration: .seconds(1), iso: nil, completionHandler: nil)
      }
      guard case .outOfRange(.exposureDuration, 1, _) = refusal?.reason else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      await #expect(throws: ScreenError.failed("\(try #require(refusal))")) {
        try await test.send(#"{"do":"exposure","duration":1}"#)
      }
      try await test.send(#"{"do":"white-balance","mode":"auto"}"#)
      try await test.send(#"{"do":"focus-mode","mode":"auto"}"#)
      try await test.send(#"{"do":"exposure-mode","mode":"auto"}"#)
      let automatic = try await test.state { $0["whiteBalance"]?["mode"]?.text == "auto" }
      #expect(automatic["exposure"]?["mode"]?.text == "auto" && automatic["focus"]?["mode"]?.text == "auto")
      #expect(automatic["whiteBalance"]?["askedLight"] == nil)
      // Automatic exposure of its own has no bias.
      #expect(automatic["exposure"]?["biases"] == nil)
    }
  }

  @Test func `what the device made of gains is shown while it has them, and no longer`() async throws {
    try await ScreenUnderTest(without: [.autoExposure]).run { test in
      func shows(_ state: JSON) -> Bool { state["whiteBalance"]?["applied"] != nil }
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
      _ = try await test.state { shows($0) && $0["frame"]?["isTrusted"]?.bool == true }
      try await test.send(#"{"do":"white-balance","mode":"auto"}"#)
      _ = try await test.state { !shows($0) }
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
      _ = try await test.state { shows($0) && $0["frame"]?["isTrusted"]?.bool == true }
      try test.plain.setByAnother(.redBalance, to: try test.plain.value(of: .redBalance) + 20)
      _ = try await test.state { !shows($0) && $0["frame"]?["isTrusted"]?.bool == true }
    }
  }

  @Test func `a mode that a person set stays while no page watches, and what the meter follows is held`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"unlock"}"#)
      try await test.state { $0["meter"]?["quantities"]?[2]?["status"]?.text == "converged" }
      try await test.send(#"{"do":"white-balance","mode":"auto"}"#)
      try await test.send(#"{"do":"focus-mode","mode":"auto"}"#)
      test.screen.watch(false)
      test.screen.attention.sync {}
      test.screen.watch(true)
      let state = try await test.state { $0["camera"]?["connection"]?.text == "running" }
      #expect(state["whiteBalance"]?["mode"]?.text == "auto" && state["focus"]?["mode"]?.text == "auto")
      let quantities = try #require(state["meter"]?["quantities"])
      #expect(quantities[0]?["status"]?.text == "locked", "exposure was followed")
      #expect(quantities[2]?["reason"]?.text == MeteringReason.leftToCamera.description)
    }
  }

  @Test func `the meter looks where the square is, also when it follows`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"metering","x":0.3,"y":0.6,"mode":"uniform"}"#)
      try await test.send(#"{"do":"unlock"}"#)
      #expect(try test.screen.meter.meteringPoint == MeteringPoint(x: 0.3, y: 0.6))
      try await test.send(#"{"do":"metering","x":0.7,"y":0.4}"#)
      #expect(try test.screen.meter.meteringPoint == MeteringPoint(x: 0.7, y: 0.4))
    }
  }

  @Test func `a camera that exposes by this library exposes for the point of the page`() async throws {
    try await ScreenUnderTest(without: [.autoExposure]).run { test in
      try await test.send(#"{"do":"scene","light":"D65","brightness":0.3,"subject":"chart"}"#)
      @Sendable func duration(at point: String) async throws -> Double {
        try await test.send(#"{"do":"metering",\#(point)}"#)
        try await test.send(#"{"do":"exposure-mode","mode":"once"}"#)
        let rested = try await test.state { $0["exposure"]?["mode"]?.text == "locked" }
        return try #require(rested["exposure"]?["duration"]?.number)
      }
      // The lowest row of the chart begins with white and ends with black.
      let white = try await duration(at: #""x":0.19,"y":0.78"#)
      let black = try await duration(at: #""x":0.81,"y":0.78"#)
      #expect(black > 2 * white, "\(white), \(black)")
      let again = try await duration(at: #""x":0.19,"y":0.78"#)
      #expect(2 * again < black, "\(again), \(black)")
    }
  }

  @Test func `what was asked for is told as long as the camera has it`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"exposure","duration":0.002,"iso":100}"#)
      try await test.send(#"{"do":"light","temperature":8000,"tint":0}"#)
      try await test.state {
        $0["exposure"]?["askedDuration"] != nil && $0["whiteBalance"]?["askedLight"]?["temperature"]?.number == 8000
      }
      try await test.send(#"{"do":"exposure-mode","mode":"auto"}"#)
      try await test.send(#"{"do":"exposure","iso":200}"#)
      let later = try await test.state { $0["exposure"]?["askedISO"]?.number == 200 }
      #expect(later["exposure"]?["askedDuration"] == nil, "automatic exposure set another")
      try await test.send(#"{"do":"scene","light":"A"}"#)
      try await test.send(#"{"do":"scan","lock":0}"#)
      try await test.state { $0["exposure"]?["askedISO"] == nil && $0["whiteBalance"]?["askedLight"] == nil }
      let gains = test.screen.camera.deviceWhiteBalanceGains
      try await test.send(#"{"do":"policy","policy":"hold-tint"}"#)
      #expect(test.screen.camera.deviceWhiteBalanceGains == gains, "a policy fits what is asked for, and nothing is")
    }
  }

  @Test func `a scene keeps what a page does not change`() async throws {
    let test = try ScreenUnderTest()
    try test.simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.5)
    let screen = CameraScreen(test.screen.camera, options: test.screen.options)
    let scene = try JSON(screen.currentState().json)["camera"]?["scene"]
    #expect(scene?["light"]?.text == "A" && scene?["brightness"]?.number == 0.5)
    try await test.run { test in
      try await test.send(#"{"do":"scene","brightness":0.25}"#)
      #expect(test.simulated.view.light == CIEIlluminant.a.distribution && test.simulated.view.brightness == 0.25)
      try await test.send(#"{"do":"scene","light":"D65"}"#)
      #expect(test.simulated.view.light == CIEIlluminant.d65.distribution && test.simulated.view.brightness == 0.25)
    }
  }

  @Test func `a black level that nobody told is said to be assumed`() async throws {
    let test = try ScreenUnderTest(tellsLevels: false)
    try await test.run { test in
      let state = try await test.state { $0["reading"]?["measurement"] != nil }
      let source = state["reading"]?["measurement"]?["frame"]?["blackSource"]?.text
      #expect(source == "assumed" || source == "estimated", "\(source ?? "none")")
      #expect(test.screen.camera.blackOrigin == .assumed)
    }
    let told = try ScreenUnderTest()
    #expect(told.screen.camera.blackOrigin == .device)
  }

  @Test func `a reading is of now, and what keeps frames from being measured is told`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.state { $0["reading"] != nil }
      try await test.send(#"{"do":"unplug"}"#)
      let gone = try await test.state { $0["camera"]?["connection"]?.text == "unplugged" }
      #expect(gone["reading"] == nil)
    }
    let pattern = try ScreenUnderTest(showsPattern: true)
    #expect(try JSON(pattern.screen.currentState().json)["camera"]?["intrusion"]?.text == "a test pattern is on")
    try await pattern.run { test in
      let device = test.screen.camera.uniqueID
      await #expect(throws: ScreenError.intrusion(.testPattern, device: device)) {
        try await test.send(#"{"do":"gray-card"}"#)
      }
    }
  }

  @Test func `without a profile there are gains and no lights`() async throws {
    try await ScreenUnderTest(profile: .unknown).run { test in
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
      let state = try await test.state { $0["reading"] != nil }
      #expect(state["camera"]?["profile"] == nil && state["presets"]?.count == 0)
      #expect(state["whiteBalance"]?["light"] == nil && state["reading"]?["measurement"]?["temperature"] == nil)
      await #expect(throws: ScreenError.noLightWithoutProfile) {
        try await test.send(#"{"do":"light","temperature":5000,"tint":0}"#)
      }
      try await test.send(#"{"do":"gray-card"}"#)
      try await test.send(#"{"do":"scan","lock":0}"#)
    }
  }

  @Test func `what a camera does not have is absent, and what it has works`() async throws {
    let balance: Set<ControlID> = [.autoWhiteBalance, .redBalance, .blueBalance, .whiteBalanceTemperature]
    let exposure: Set<ControlID> = [.autoExposure, .exposureAbsolute, .exposure, .autoGain, .gain, .analogueGain]
    let lens: Set<ControlID> = [.continuousAutoFocus, .focusAbsolute]
    try await ScreenUnderTest(without: balance.union(exposure).union(lens)).run { test in
      let state = try await test.state { $0["reading"] != nil }
      #expect(state["exposure"] == nil && state["focus"] == nil)
      #expect(state["meter"]?["quantities"]?.count == 1)
      #expect(state["meter"]?["quantities"]?[0]?["name"]?.text == "white-balance")
      for command in [#"{"do":"lens","position":0.5}"#, #"{"do":"exposure","duration":0.01}"#] {
        await #expect(throws: ScreenError.self, "\(command)") { try await test.send(command) }
      }
      // Gains travel with the frames where the device has no white balance.
      try await test.send(#"{"do":"gray-card"}"#)
      let balanced = try await test.state { state in
        guard let cast = state["reading"]?["balanced"] else { return false }
        return ["x", "y"].allSatisfy { Tolerance.balanceOnPage.allows(abs((cast[$0]?.number ?? 0) - 1)) }
      }
      #expect(balanced["whiteBalance"]?["controls"]?.count == 0)
    }
    try await ScreenUnderTest(without: [.focusAbsolute, .continuousAutoFocus]).run { test in
      let state = try await test.state { $0["reading"] != nil }
      #expect(state["focus"] == nil && state["exposure"]?["durations"] != nil && state["exposure"]?["isos"] != nil)
    }
    try await ScreenUnderTest(without: [.gain, .analogueGain, .autoGain]).run { test in
      let state = try await test.state { $0["reading"] != nil }
      #expect(state["exposure"]?["durations"] != nil && state["exposure"]?["isos"] == nil && state["focus"] != nil)
    }
  }

  @Test func `pictures are made only while somebody wants them`() async throws {
    try await ScreenUnderTest().run { test in
      let before = try await test.screen.camera.nextFrame().sequence
      _ = try await test.state { ($0["frame"]?["sequence"]?.number ?? 0) > Double(before) + 30 }
      #expect(test.screen.picture == nil)
      test.screen.wantPicture()
      _ = try await test.state { $0["frame"]?["clippedShare"] != nil }
      #expect(test.screen.picture?.width == 80)
    }
  }

  @Test func `a picture that somebody waits for is made, however long no frame came`() async throws {
    let test = try ScreenUnderTest()
    test.screen.wantPicture()
    test.simulated.clock.sleep(until: .seconds(60))
    try await test.run { test in
      try await test.state { $0["frame"]?["clippedShare"] != nil }
      #expect(test.screen.picture?.number == 1)
    }
  }

  @Test func `a duration that was asked for is told when an ISO alone is asked for`() async throws {
    try await ScreenUnderTest().run { test in
      try await test.send(#"{"do":"exposure","duration":0.002}"#)
      try await test.send(#"{"do":"exposure","iso":200}"#)
      let now = try await test.state { $0["exposure"]?["askedISO"]?.number == 200 }
      #expect(now["exposure"]?["askedDuration"]?.number == 0.002)
      // A lock leaves what a person has set as it is.
      try await test.send(#"{"do":"lock","lock":0}"#)
      try await test.send(#"{"do":"exposure","iso":400}"#)
      let later = try await test.state { $0["exposure"]?["askedISO"]?.number == 400 }
      #expect(later["exposure"]?["askedDuration"]?.number == 0.002)
    }
  }
}
