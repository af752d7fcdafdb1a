import CameraControl
import Metering
import TestSupport
import Testing
import WhiteBalance

@testable import CameraPages

/// The commands that a page may give.
@Suite struct ScreenCommandTests {
  private static func command(_ text: String) throws(ScreenCommandError) -> ScreenCommand {
    try ScreenCommand(Array(text.utf8))
  }

  @Test func `each command is read with its values`() throws {
    let cases: [(String, ScreenCommand)] = [
      (#"{"do":"light","temperature":5600,"tint":-3.5}"#, .light(temperature: 5600, tint: -3.5)),
      (#"{"do":"gains","red":2,"green":1,"blue":1.5}"#, .gains(.init(red: 2, green: 1, blue: 1.5))),
      (#"{"do":"policy","policy":"hold-tint"}"#, .policy(.holdTint)),
      (#"{"do":"gain-limit","limit":3}"#, .gainLimit(3)),
      (#"{"do":"white-balance","mode":"auto"}"#, .whiteBalanceMode(.continuousAutoWhiteBalance)),
      (#"{"do":"gray-world"}"#, .grayWorld), (#"{"do":"gray-card"}"#, .grayCard),
      (#"{"do":"exposure","duration":0.01}"#, .exposure(duration: 0.01, iso: nil)),
      (#"{"do":"exposure","iso":200,"duration":null}"#, .exposure(duration: nil, iso: 200)),
      (#"{"do":"exposure-mode","mode":"auto"}"#, .exposureMode(.continuousAutoExposure)),
      (#"{"do":"bias","stops":-1.5}"#, .bias(-1.5)), (#"{"do":"lens","position":0.25}"#, .lensPosition(0.25)),
      (#"{"do":"focus-mode","mode":"once"}"#, .focusMode(.autoFocus)),
      (
        #"{"do":"metering","mode":"spot","x":0.25,"y":0.75}"#,
        .metering(mode: .spot, point: try MeteringPoint(x: 0.25, y: 0.75))
      ),
      (#"{"do":"metering","mode":"uniform"}"#, .metering(mode: .uniform, point: nil)),
      (
        #"{"do":"scan","lock":6,"quantities":["exposure","white-balance"]}"#,
        .scan(lockDuration: 6, [.exposure, .whiteBalance])
      ),
      (#"{"do":"lock","lock":0}"#, .lock(duration: 0, Set(MeteringQuantity.allCases))),
      (#"{"do":"unlock","quantities":["focus"]}"#, .unlock([.focus])), (#"{"do":"cancel-scan"}"#, .cancelScan),
      (#"{"do":"take-control"}"#, .takeControl), (#"{"do":"unplug"}"#, .unplug), (#"{"do":"plug-in"}"#, .plugIn),
      (#"{"do":"scene","light":"A","brightness":0.5}"#, .scene(light: "A", brightness: 0.5, isChart: nil)),
      (#"{"do":"scene","subject":"card"}"#, .scene(light: nil, brightness: nil, isChart: false)),
      (
        #"{"do":"scene","light":"A","brightness":0.5,"subject":"chart"}"#,
        .scene(light: "A", brightness: 0.5, isChart: true)
      ),
      (#"{"do":"add-card","illuminant":"D50"}"#, .addCard(light: .named("D50"))),
      (#"{"do":"add-card","x":0.34,"y":0.35}"#, .addCard(light: .chromaticity(x: 0.34, y: 0.35))),
      (#"{"do":"add-card","temperature":3000,"tint":0}"#, .addCard(light: .temperature(3000, tint: 0))),
      (#"{"do":"remove-card","index":2}"#, .removeCard(2)),
      (#"{"do":"make-profile","from":"cards"}"#, .makeProfile(.cards)),
      (#"{"do":"make-profile","from":"profile"}"#, .makeProfile(.profile)),
      (#"{"do":"make-profile","from":"charts"}"#, .makeProfile(.charts)),
      (
        #"{"do":"add-chart","illuminant":"A","corners":[[0,0.1],[1,0.2],[0.9,1],[0.1,0.8]]}"#,
        .addChart(
          light: .named("A"),
          corners: [.init(x: 0, y: 0.1), .init(x: 1, y: 0.2), .init(x: 0.9, y: 1), .init(x: 0.1, y: 0.8)])
      ), (#"{"do":"remove-chart","index":0}"#, .removeChart(0)), (#"{"do":"use-profile"}"#, .useProfile),
    ]
    for (text, expected) in cases { #expect(try Self.command(text) == expected, "\(text)") }
  }
}
