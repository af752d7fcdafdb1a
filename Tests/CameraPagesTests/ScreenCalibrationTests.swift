import Calibration
import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import GrayCard
import Metering
import NumericalMethods
import SensorSimulation
import Synchronization
import TestSupport
import Testing
import WhiteBalance

@testable import CameraPages

/// Cards and charts under known lights become a profile on the page.
@Suite(.serialized, .hangLimit) struct ScreenCalibrationTests {
  /// Expects that a profile finds A and D65 in the simulated camera's own responses.
  private static func expectFindsLights(_ profile: DeviceProfile) throws {
    for light in [CIEIlluminant.a, .d65] {
      let chromaticity = Chromaticity(light.distribution)
      let native = try SimulatedCamera.profile.characterization.response(to: chromaticity)
      let found = try #require(
        try profile.characterization.light(forNeutral: native).temperatureAndTint?.temperature)
      let truth = try TemperatureAndTint(chromaticity).temperature
      #expect(Tolerance.simulatedLight.allows(abs(1e6 / found - 1e6 / truth)), "\(found), \(truth)")
    }
  }

  @Test func `cards under named lights make a profile that finds those lights`() async throws {
    let written = Mutex<DeviceProfile?>(nil)
    try await ScreenUnderTest { options in
      options.profileFile = { profile in
        written.withLock { $0 = profile }
        return [1, 2, 3]
      }
    }.run { test in
      try await Self.addCards(under: ["A", "D50", "D65"], test)
      try await test.send(#"{"do":"add-card","illuminant":"FL1"}"#)
      try await test.send(#"{"do":"remove-card","index":3}"#)
      let cards = try await test.state { $0["calibration"]?["cards"]?.count == 3 }
      #expect(cards["calibration"]?["hasProfile"]?.bool == false)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      let made = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      #expect((made["calibration"]?["summary"]?.count ?? 0) > 0 && test.screen.profileFile == [1, 2, 3])
      let kept = written.withLock { $0 }
      let profile = try #require(kept)
      try Self.expectFindsLights(profile)
      await #expect(throws: ScreenError.unknownLight("moon")) {
        try await test.send(#"{"do":"add-card","illuminant":"moon"}"#)
      }
    }
  }

  /// Shows the card under each light, and adds it to the calibration.
  private static func addCards(under lights: [String], _ test: ScreenUnderTest) async throws {
    for light in lights {
      try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.8}"#)
      _ = try await test.screen.camera.nextFrame()
      _ = try await test.screen.camera.nextFrame()
      try await test.send(#"{"do":"add-card","illuminant":"\#(light)"}"#)
    }
  }

  /// Profiles as they are written to a file.
  private final class WrittenProfiles: Sendable {
    private let profiles = Mutex<[DeviceProfile]>([])

    var last: DeviceProfile? { profiles.withLock(\.last) }

    func write(_ profile: DeviceProfile) -> [UInt8] {
      profiles.withLock { $0.append(profile) }
      return [1]
    }
  }

  @Test func `a profile of another unit is fitted to this one by cards, and has the levels that the device tells`()
    async throws
  {
    // The profile is of a unit whose red is a tenth stronger than this one's.
    let ratio = 1.1
    var base = SimulatedCamera.profile
    guard case .matrices(let matrices) = base.characterization else {
      Issue.record("\(base.characterization)")
      return
    }
    let stronger = LinearRGB(red: ratio, green: 1, blue: 1)
    base.characterization = .matrices(try MatrixCharacterization(lights: matrices.lights, unitResponse: stronger))
    base.levels = nil
    let identity = base.identity
    let written = WrittenProfiles()
    let fitted = Mutex<UnitRefinement?>(nil)
    let test = try ScreenUnderTest(profile: base) { options in
      options.profileFile = { written.write($0) }
      options.calibrationPage = { made in
        if case .refinement(_, let refinement, _) = made.origin { fitted.withLock { $0 = refinement } }
        return ""
      }
    }
    try await test.run { test in
      try await Self.addCards(under: ["A", "D65"], test)
      try await test.send(#"{"do":"make-profile","from":"profile"}"#)
      let profile = try #require(written.last)
      try Self.expectFindsLights(profile)
      #expect(profile.identity == identity && profile.levels == test.simulated.levels)
      let refinement = fitted.withLock(\.self)
      let factors = try #require(refinement?.factors)
      #expect(Tolerance.neutralSimulation.allows(abs(factors.red * ratio - 1)), "\(factors)")
      #expect(Tolerance.neutralSimulation.allows(abs(factors.blue - 1)), "\(factors)")
      let state = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      let told = try #require(state["calibration"]?["summary"]?[0]?.text)
      #expect(told.hasPrefix("This unit's red is \(factors.red.fixed(decimals: 4)) "), "\(told)")
    }
  }

  @Test func `a card that is refused is shown with its reasons, and no profile is made of it`() async throws {
    let written = WrittenProfiles()
    let counts = Mutex<[Int]>([])
    try await ScreenUnderTest { options in
      options.profileFile = { written.write($0) }
      options.calibrationPage = { made in
        if case .gainCurve(let cards, _) = made.origin { counts.withLock { $0.append(cards.count) } }
        return ""
      }
    }.run { test in
      try await test.send(#"{"do":"scene","light":"A","brightness":8}"#)
      _ = try await test.screen.camera.nextFrame()
      _ = try await test.screen.camera.nextFrame()
      try await test.send(#"{"do":"add-card","illuminant":"A"}"#)
      let state = try await test.state { $0["calibration"]?["cards"]?.count == 1 }
      let card = try #require(state["calibration"]?["cards"]?[0])
      #expect(card["verdict"]?.text == "refused" && card["gains"] == nil, "\(card.value)")
      #expect((card["reasons"]?.count ?? 0) > 0, "\(card.value)")
      await #expect(throws: ScreenError.noneTaken(.card)) {
        try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      }
      try await Self.addCards(under: ["A", "D65"], test)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      #expect(counts.withLock(\.self) == [2])
      try Self.expectFindsLights(try #require(written.last))
    }
  }

  @Test func `a card whose black level nobody told, and which does not tell it, is refused`() async throws {
    let test = try ScreenUnderTest(tellsLevels: false) { $0.profileFile = { _ in [1] } }
    try await test.run { test in
      try await Self.addCards(under: ["A"], test)
      let state = try await test.state { $0["calibration"]?["cards"]?.count == 1 }
      let card = try #require(state["calibration"]?["cards"]?[0])
      let refusal = CardRefusal(code: .blackUnknown, value: .infinity, limit: 0)
      #expect(card["reasons"]?.count == 1 && card["reasons"]?[0]?.text == refusal.description, "\(card.value)")
    }
  }

  @Test func `cards are called by their places, and a profile is of all that were taken when it is shown`() async throws
  {
    let names = Mutex<[String]>([])
    let meanwhile = Mutex<CameraScreen?>(nil)
    try await ScreenUnderTest { options in
      options.profileFile = { _ in
        // A second page removes a card while the profile of the first is made.
        try meanwhile.withLock { $0 }?.state.withLock { try $0.calibration.remove(0) }
        return [1]
      }
      options.calibrationPage = { made in
        if case .gainCurve(let cards, _) = made.origin { names.withLock { $0 = cards.map(\.name) } }
        return ""
      }
    }.run { test in
      for light in ["A", "D50", "D65"] {
        try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.8}"#)
        _ = try await test.screen.camera.nextFrame()
        _ = try await test.screen.camera.nextFrame()
        try await test.send(#"{"do":"add-card","illuminant":"\#(light)"}"#)
        if light == "D50" { try await test.send(#"{"do":"remove-card","index":0}"#) }
      }
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      #expect(names.withLock { $0 } == ["card 1", "card 2"])
      meanwhile.withLock { $0 = test.screen }
      await #expect(throws: ScreenError.changedMeanwhile) {
        try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      }
      let state = try await test.state { _ in true }
      #expect(state["calibration"]?["cards"]?.count == 1 && state["calibration"]?["hasProfile"]?.bool == false)
    }
    meanwhile.withLock { $0 = nil }
  }

  private static func isGainCurve(_ profile: DeviceProfile) -> Bool {
    if case .gainCurve = profile.characterization { true } else { false }
  }

  @Test func `a profile that was made is used where it was made, and what was set stays`() async throws {
    let test = try ScreenUnderTest(profile: .unknown) { options in
      options.profileFile = { _ in [1] }
    }
    let found = try test.screen.camera.currentSettings()
    try await test.run { test in
      await #expect(throws: ScreenError.noProfileToUse) { try await test.send(#"{"do":"use-profile"}"#) }
      try await Self.addCards(under: ["A", "D65"], test)
      try await test.send(#"{"do":"gains","red":2.0037,"green":1,"blue":1.5}"#)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      // A camera that uses the profile made before does not use this one.
      test.screen.state.withLock { $0.calibration.noteUse(of: SimulatedCamera.profile) }
      try await test.send(#"{"do":"metering","mode":"weighted"}"#)
      try await test.send(#"{"do":"policy","policy":"clamp-channels"}"#)
      try await test.send(#"{"do":"gain-limit","limit":3}"#)
      let before = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      #expect(before["calibration"]?["isInUse"]?.bool == false && before["camera"]?["profile"] == nil)
      let former = test.screen.wantPicture()
      try await test.state { $0["frame"]?["clippedShare"] != nil }
      try await test.send(#"{"do":"use-profile"}"#)
      #expect(test.screen.wantPicture() > former)
      let after = try await test.state { $0["calibration"]?["isInUse"]?.bool == true && $0["reading"] != nil }
      #expect(after["camera"]?["profile"] != nil && after["whiteBalance"]?["mode"]?.text == "locked")
      for (name, gain) in [("red", 2.0037), ("green", 1), ("blue", 1.5)] {
        // The gains that were asked for are finer than the device's steps.
        let shown = try #require(after["whiteBalance"]?["gains"]?[name]?.number)
        #expect(Tolerance.gainInFloat.allows(abs(shown - gain)), "\(name)")
      }
      #expect(Self.isGainCurve(test.screen.camera.profile) && test.screen.meter.meteringMode == .weighted)
      let balance = try #require(after["whiteBalance"])
      #expect(balance["policy"]?.text == "clamp-channels" && balance["limit"]?.number == 3)
      try await test.send(#"{"do":"metering","mode":"spot"}"#)
      // The light is known now, and can be asked for.
      let known = try await test.state { $0["reading"]?["measurement"]?["temperature"] != nil }
      let temperature = try #require(known["reading"]?["measurement"]?["temperature"]?.number)
      #expect(Tolerance.simulatedLight.allows(abs(1e6 / temperature - 1e6 / 6504)))
      try await test.send(#"{"do":"light","temperature":5000,"tint":0}"#)
      // A card more leaves the camera its profile, and the page its file.
      let file = test.screen.profileFile
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      let more = try await test.state { $0["calibration"]?["cards"]?.count == 3 }["calibration"]
      #expect(more?["isInUse"]?.bool == true && file != nil && test.screen.profileFile == file)
      #expect(
        more?["summary"]?[(more?["summary"]?.count ?? 0) - 1]?.text == "It was made before the last change of the list."
      )
      // Plugged in again, the camera has the profile that it had.
      try await test.send(#"{"do":"unplug"}"#)
      try await test.state { $0["camera"]?["connection"]?.text == "unplugged" }
      test.simulated.plugIn()
      let back = try await test.state { $0["camera"]?["connection"]?.text == "running" && $0["frame"] != nil }
      #expect(back["camera"]?["profile"] != nil && Self.isGainCurve(test.screen.camera.profile))
    }
    let left = try test.screen.camera.currentSettings()
    #expect(left.values.map(\.value) == found.values.map(\.value))
  }

  /// Longer than any frame is exposed and on its way.
  private static let frames = Duration.milliseconds(200)

  /// The corners of what stands before the simulated camera, as a page sends them.
  private static let corners = "[[0.125,0.125],[0.875,0.125],[0.875,0.875],[0.125,0.875]]"

  private static func addChart(_ light: String, corners: String = corners) -> String {
    #"{"do":"add-chart","illuminant":"\#(light)","corners":\#(corners)}"#
  }

  /// Shows the chart under each light, and adds it to the calibration.
  private static func addCharts(under lights: [String], _ test: ScreenUnderTest) async throws {
    for light in lights {
      try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.3,"subject":"chart"}"#)
      // The frames that were exposed before the light was changed are over.
      let now = test.simulated.clock.now
      _ = try await test.screen.camera.nextFrame { $0.timestamp > now + frames }
      try await test.send(addChart(light))
    }
  }

  @Test func `charts between corners make a profile that finds their lights, and its page`() async throws {
    let written = WrittenProfiles()
    let test = try ScreenUnderTest { options in
      options.profileFile = { written.write($0) }
      options.calibrationPage = { made in
        guard case .charts(let charts, _) = made.origin else { return "no charts" }
        return charts.map(\.light.name).joined(separator: " and ")
      }
    }
    try await test.run { test in
      // Gains of the device are not the sensor's own.
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
      try await Self.addCharts(under: ["A", "D65"], test)
      let taken = try await test.state { $0["calibration"]?["charts"]?.count == 2 }
      for index in 0..<2 {
        let chart = try #require(taken["calibration"]?["charts"]?[index])
        #expect(chart["verdict"]?.text == "ok", "\(chart.value)")
        #expect((chart["patches"]?.number ?? 0) >= 22 && (chart["difference"]?.number ?? 9) < 2, "\(chart.value)")
      }
      try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      let made = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      #expect(made["calibration"]?["hasPage"]?.bool == true && test.screen.calibrationPage == "A and D65")
      let profile = try #require(written.last)
      try Self.expectFindsLights(profile)
      #expect(profile.levels == test.simulated.levels)
    }
  }

  @Test func `charts that are refused leave the profile in use`() async throws {
    let test = try ScreenUnderTest { options in
      options.profileFile = { _ in [1] }
      options.calibrationPage = { made in made.isTrusted ? "trusted" : "refused" }
    }
    try await test.run { test in
      try await Self.addCharts(under: ["D65"], test)
      try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      try await test.send(#"{"do":"use-profile"}"#)
      try await test.state { $0["calibration"]?["isInUse"]?.bool == true }
      // The chart stands under D65 still.
      try await test.send(Self.addChart("A"))
      try await test.state { $0["calibration"]?["charts"]?.count == 2 }
      try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      let refused = try await test.state {
        $0["calibration"]?["summary"]?[0]?.text == "The charts are refused. The profile in use stays."
      }["calibration"]
      #expect(refused?["hasProfile"]?.bool == true && refused?["isInUse"]?.bool == true)
      #expect(test.screen.profileFile == [1] && test.screen.calibrationPage == "trusted")
      // Without the wrong chart, the page says nothing of a refusal.
      try await test.send(#"{"do":"remove-chart","index":1}"#)
      let mended = try await test.state { $0["calibration"]?["charts"]?.count == 1 }["calibration"]
      #expect(
        mended?["summary"]?[0]?.text?.hasPrefix("Lights are found within") == true && mended?["isInUse"]?.bool == true)
    }
  }

  @Test func `a chart that is not between its corners is refused, and no profile is made of it`() async throws {
    let test = try ScreenUnderTest { options in
      options.profileFile = { _ in [1] }
      options.calibrationPage = { made in made.isTrusted ? "trusted" : "refused" }
    }
    try await test.run { test in
      await #expect(throws: ScreenError.noneTaken(.chart)) {
        try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      }
      // No shape, and one that crosses itself.
      for corners in ["[[0.5,0.5],[0.5,0.5],[0.5,0.5],[0.5,0.5]]", "[[0,0],[1,1],[1,0],[0,1]]"] {
        await #expect(throws: ScreenError.self) { try await test.send(Self.addChart("D65", corners: corners)) }
      }
      try await test.send(#"{"do":"scene","light":"D65","brightness":0.3,"subject":"chart"}"#)
      let now = test.simulated.clock.now
      _ = try await test.screen.camera.nextFrame { $0.timestamp > now + Self.frames }
      try await test.send(Self.addChart("D65", corners: "[[0.3,0.125],[0.95,0.125],[0.95,0.875],[0.3,0.875]]"))
      let taken = try await test.state { $0["calibration"]?["charts"]?.count == 1 }
      #expect(taken["calibration"]?["charts"]?[0]?["verdict"]?.text == "refused")
      try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      let made = try await test.state { $0["calibration"]?["summary"] != nil }
      #expect(made["calibration"]?["hasProfile"]?.bool == false && test.screen.profileFile == nil)
      #expect(test.screen.calibrationPage == "refused")
      await #expect(throws: ScreenError.noProfileToUse) { try await test.send(#"{"do":"use-profile"}"#) }
      try await test.send(#"{"do":"remove-chart","index":0}"#)
      let gone = try await test.state { $0["calibration"]?["charts"]?.count == 0 }
      #expect(gone["calibration"]?["hasPage"]?.bool == false)
    }
  }
}
