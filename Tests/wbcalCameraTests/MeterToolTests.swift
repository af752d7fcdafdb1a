// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import ToolSupport

/// The options of `camera meter`, with the simulated camera.
@Suite(.waiting) struct MeterToolTests {
  private static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path

  /// Returns the readings of a meter that sets nothing.
  private func readings(_ options: [String]) throws -> [JSONValue] {
    let result = try Tool.run(
      [
        "camera", "meter", "simulated:?light=A", "--profile", Self.profile, "--no-exposure", "--no-focus",
        "--no-white-balance", "--json",
      ] + options)
    #expect(result.status == 0, "\(result.errors)")
    return try result.objects()
  }

  @Test func `readings are as far apart as the interval says`() throws {
    let times = try readings(["--interval", "0.4", "--count", "3"]).map { try #require($0["timestamp"]?.number) }
    #expect(times.count == 3)
    // Frames come thirty times in a second, and the first that is due is read.
    let interval = 0.4
    for (time, next) in zip(times, times.dropFirst()) {
      #expect(Tolerance.rounding.allows(max(time + interval - next, 0) / next), "\(times)")
    }
  }

  @Test func `a spot is about the point, and a limit of a card's faults is the one that is given`() throws {
    let options = ["--count", "1", "--interval", "0", "--point", "40,30"]
    let reading = try #require(try readings(options).first)
    let region: [Int] = try #require(reading["region"]?.text).split(separator: ",").compactMap { Int($0) }
    try #require(region.count == 4)
    let middle = [region[0] + region[2] / 2, region[1] + region[3] / 2]
    #expect(middle == [40, 30], "\(region)")
    // There the card ends.
    #expect(reading["verdict"]?.text == "refused" && reading["reasons"]?.array?.first?["code"]?.text == "not-uniform")
    let limited = try #require(try readings(options + ["--limit", "not-uniform=1"]).first)
    #expect(limited["verdict"]?.text == "ok", "\(limited)")
  }

  @Test func `gains are held to the limit, by the policy that is given`() throws {
    let free = try #require(try readings(["--count", "1", "--interval", "0"]).first)
    #expect(free["settable"] == nil || free["settable"]?["clamped"]?.bool == false, "\(free)")
    func gains(_ policy: String) throws -> [String: Double] {
      let reading = try readings(["--count", "1", "--interval", "0", "--max-gain", "1.5", "--policy", policy])
      let settable = try #require(reading.first?["settable"])
      #expect(settable["clamped"]?.bool == true)
      return try #require(settable["gains"]?.numbers)
    }
    let (clamped, nearest) = (try gains("clamp-channels"), try gains("nearest-light"))
    #expect(clamped.values.max() == 1.5 && nearest.values.allSatisfy { $0 <= 1.5 } && clamped != nearest)
  }

  @Test func `without a profile there are gains, which are set, and no light`() throws {
    let result = try Tool.run(
      "camera", "meter", "simulated:?light=A", "--no-exposure", "--no-focus", "--interval", "0", "--count", "90",
      "--json")
    #expect(result.status == 0, "\(result.errors)")
    let readings = try result.objects()
    var isBalanced = false
    for reading in readings {
      #expect(reading["verdict"]?.text == "ok" && reading["temperature"] == nil, "\(reading)")
      let gains = try #require(reading["gains"]?.numbers)
      let applied = try #require(reading["appliedGains"]?.numbers)
      let error = try #require(gains.map { channel, gain in abs((applied[channel] ?? .nan) / gain - 1) }.largest())
      isBalanced = isBalanced || Tolerance.neutralSimulation.allows(error)
    }
    #expect(isBalanced, "\(String(describing: readings.last))")
  }

  @Test func `a person is told once for which lights the errors hold, and each warning of the readings`() throws {
    func errors(_ options: [String]) throws -> [String] {
      let result = try Tool.run(
        [
          "camera", "meter", "simulated:?light=A", "--no-exposure", "--no-focus", "--no-white-balance", "--interval",
          "0",
          "--count", "3",
        ] + options)
      #expect(result.status == 0 && result.output.split(separator: "\n").count == 3, "\(result)")
      return result.errors.split(separator: "\n").map(String.init)
    }
    #expect(
      try errors(["--profile", Self.profile])
        == ["wbcal: the errors are for any light; smaller ones with --light-kind"])
    #expect(
      try errors(["--profile", Self.profile, "--light-kind", "daylight"]).first == "wbcal: the errors are for daylight")
    #expect(
      try errors(["--profile", Self.profile, "--light-kind", "fluorescent"]).first
        == "wbcal: the errors are for fluorescent lamps, and the tint is corrected for them")
    // An imported profile states no errors of its own.
    let camera = try ScratchFile(ReferenceData.bytes("dcp/NIKON_D850.dcp"))
    let profile = try ScratchFile([])
    let imported = try Tool.run("profile", "import", camera.path, "--output", profile.path)
    #expect(imported.status == 0, "\(imported)")
    let told = try errors(["--profile", profile.path])
    #expect(told.count { $0.hasPrefix("wbcal: warning: the profile states no uncertainty") } == 1, "\(told)")
    #expect(Set(told).count == told.count, "\(told)")
  }

  #if os(Linux)
    @Test func `on a terminal each reading is written over the one before, and the last stays`() throws {
      let text = try Terminal.run(
        [
          "camera", "meter", "simulated:?light=A", "--profile", Self.profile, "--no-exposure", "--no-focus",
          "--no-white-balance", "--interval", "0", "--count", "3",
        ], input: Data())
      // The cursor goes to the start of the line, and what is there is erased.
      let shown = text.components(separatedBy: "\r\u{1b}[K").dropFirst()
      #expect(shown.count == 3 && shown.allSatisfy { $0.contains(" K") }, "\(text)")
      #expect(shown.map { $0.contains("\n") } == [false, false, true], "\(text)")
    }
  #endif
}
