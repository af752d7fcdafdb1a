import Calibration
import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import Metering
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
      for light in ["A", "D50", "D65"] {
        try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.8}"#)
        _ = try await test.screen.camera.nextFrame()
        _ = try await test.screen.camera.nextFrame()
        try await test.send(#"{"do":"add-card","illuminant":"\#(light)"}"#)
      }
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
    let test = try ScreenUnderTest { options in
      options.hasProfile = false
      options.profileFile = { _ in [1] }
    }
    let found = try test.screen.camera.currentSettings()
    try await test.run { test in
      await #expect(throws: ScreenError.noProfileToUse) { try await test.send(#"{"do":"use-profile"}"#) }
      for light in ["A", "D65"] {
        try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.8}"#)
        _ = try await test.screen.camera.nextFrame()
        _ = try await test.screen.camera.nextFrame()
        try await test.send(#"{"do":"add-card","illuminant":"\#(light)"}"#)
      }
      try await test.send(#"{"do":"gains","red":2.0037,"green":1,"blue":1.5}"#)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      try await test.send(#"{"do":"metering","mode":"weighted"}"#)
      let before = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      #expect(before["calibration"]?["isInUse"]?.bool == false && before["camera"]?["profile"] == nil)
      try await test.send(#"{"do":"use-profile"}"#)
      let after = try await test.state { $0["calibration"]?["isInUse"]?.bool == true && $0["reading"] != nil }
      #expect(after["camera"]?["profile"] != nil && after["whiteBalance"]?["mode"]?.text == "locked")
      for (name, gain) in [("red", 2.0037), ("green", 1), ("blue", 1.5)] {
        // The gains that were asked for are finer than the device's steps.
        let shown = try #require(after["whiteBalance"]?["gains"]?[name]?.number)
        #expect(Tolerance.gainInFloat.allows(abs(shown - gain)), "\(name)")
      }
      #expect(Self.isGainCurve(test.screen.camera.profile) && test.screen.meter.meteringMode == .weighted)
      try await test.send(#"{"do":"metering","mode":"spot"}"#)
      // The light is known now, and can be asked for.
      let known = try await test.state { $0["reading"]?["measurement"]?["temperature"] != nil }
      let temperature = try #require(known["reading"]?["measurement"]?["temperature"]?.number)
      #expect(Tolerance.simulatedLight.allows(abs(1e6 / temperature - 1e6 / 6504)))
      try await test.send(#"{"do":"light","temperature":5000,"tint":0}"#)
      // A card more makes it a profile of the past, which the camera still has.
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      let more = try await test.state { $0["calibration"]?["hasProfile"]?.bool == false }
      #expect(more["calibration"]?["isInUse"]?.bool == false && more["camera"]?["profile"] != nil)
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

  @Test func `charts between corners make a profile that finds their lights, and its page`() async throws {
    let written = Mutex<DeviceProfile?>(nil)
    let test = try ScreenUnderTest { options in
      options.profileFile = { profile in
        written.withLock { $0 = profile }
        return [1, 2, 3]
      }
      options.calibrationPage = { made in
        guard case .charts(let charts, _) = made.origin else { return "no charts" }
        return charts.map(\.light.name).joined(separator: " and ")
      }
    }
    try await test.run { test in
      // Gains of the device are not the sensor's own.
      try await test.send(#"{"do":"gains","red":2,"green":1,"blue":1.5}"#)
      for light in ["A", "D65"] {
        try await test.send(#"{"do":"scene","light":"\#(light)","brightness":0.3,"subject":"chart"}"#)
        // The frames that were exposed before the light was changed are over.
        let now = test.simulated.clock.now
        _ = try await test.screen.camera.nextFrame { $0.timestamp > now + Self.frames }
        try await test.send(Self.addChart(light))
      }
      let taken = try await test.state { $0["calibration"]?["charts"]?.count == 2 }
      for index in 0..<2 {
        let chart = try #require(taken["calibration"]?["charts"]?[index])
        #expect(chart["verdict"]?.text == "ok", "\(chart.value)")
        #expect((chart["patches"]?.number ?? 0) >= 22 && (chart["difference"]?.number ?? 9) < 2, "\(chart.value)")
      }
      try await test.send(#"{"do":"make-profile","from":"charts"}"#)
      let made = try await test.state { $0["calibration"]?["hasProfile"]?.bool == true }
      #expect(made["calibration"]?["hasPage"]?.bool == true && test.screen.calibrationPage == "A and D65")
      let kept = written.withLock { $0 }
      let profile = try #require(kept)
      try Self.expectFindsLights(profile)
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
      try await test.send(#"{"do":"remove-chart","index":0}"#)
      let gone = try await test.state { $0["calibration"]?["charts"]?.count == 0 }
      #expect(gone["calibration"]?["hasPage"]?.bool == false)
    }
  }
}
