import Testing
import ToolSupport

/// People who used the tool for the first time stumbled over these.
@Suite struct NewcomerTests {
  @Test(arguments: [
    ["convert"], ["convert", "--from", "lab"], ["nonsense"], ["measure", "/nonexistent.dng"],
    ["measure", "--workers", "0"],
  ])
  func `every message begins with the name of the tool`(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status != 0 && result.errors.hasPrefix("wbcal: ") && !result.errors.contains("Error: "))
  }

  @Test func `an illuminance without an exposure is an error, and none is left out in silence`() throws {
    let result = try Tool.run(
      ["measure", SampleFiles.frame, "--black", "64", "--illuminance-constant", "2000"] + SampleFiles.geometry)
    #expect(result.status == 65)
    #expect(
      result.message
        == "\(SampleFiles.frame) does not say its duration, ISO, aperture, which --illuminance-constant needs")
  }

  @Test func `gains that the policy refuses are told of before an illuminance that cannot be`() throws {
    let result = try Tool.run(
      ["measure", SampleFiles.frame, "--black", "64", "--illuminance-constant", "5", "--json", "--policy", "refuse"]
        + ["--max-gain", "1.1"] + SampleFiles.geometry)
    let error = try #require(result.object()["error"]?.text)
    #expect(result.status == 2 && error.hasPrefix("the gains (") && result.message.hasSuffix(error), "\(result)")
  }

  @Test func `a policy that needs the light takes the colours of a profile or of the file, and else is an error`()
    throws
  {
    let policy = ["--policy", "nearest-light", "--max-gain", "1.2", "--json"]
    let sample = try Tool.run(["measure"] + policy)
    #expect(try sample.status == 0 && sample.object()["settable"]?["policy"]?.text == "nearest-light", "\(sample)")
    let raw = try Tool.run(["measure", SampleFiles.frame, "--black", "64"] + SampleFiles.geometry + policy)
    #expect(
      raw.status == 64
        && raw.message
          == "--policy nearest-light needs --profile: without one no light is measured in \(SampleFiles.frame)"
    )
  }

  @Test func `a camera that cannot be listed hides no other`() throws {
    let result = try Tool.run("camera", "list", "simulated:", "/dev/none", "simulated:", "also/none", "--json")
    #expect(try result.status == 66 && result.objects().count == 2, "\(result)")
    #expect(result.errors.contains("also/none") && result.errors.contains("/dev/none"), "\(result.errors)")
  }

  @Test func `a kind of light without a profile is an error, and is not ignored`() throws {
    let arguments = ["measure", SampleFiles.frame, "--light-kind", "daylight"] + SampleFiles.geometry
    let result = try Tool.run(arguments)
    #expect(result.status == 64 && result.message.hasPrefix("--light-kind needs --profile"))
    let many = try Tool.run(arguments + [SampleFiles.frame, "--json"])
    #expect(try many.objects().map { $0["error"] != nil } == [true, true])
  }
}
