import Testing

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
      ["measure", MeasureTests.sample, "--black", "64", "--illuminance-constant", "2000"] + MeasureTests.geometry)
    #expect(result.status == 65)
    #expect(
      result.message
        == "\(MeasureTests.sample) does not say its duration, ISO, aperture, which --illuminance-constant needs")
  }

  @Test func `a kind of light without a profile is an error, and is not ignored`() throws {
    let arguments = ["measure", MeasureTests.sample, "--light-kind", "daylight"] + MeasureTests.geometry
    let result = try Tool.run(arguments)
    #expect(result.status == 64 && result.message.hasPrefix("--light-kind needs --profile"))
    let many = try Tool.run(arguments + [MeasureTests.sample, "--json"])
    #expect(try many.objects().allSatisfy { $0["error"] != nil })
  }
}
