import ArgumentParser
import GrayCard
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@testable import wbcal

/// `wbcal measure` refuses and warns at limits of the caller's.
@Suite struct LimitOptionsTests {
  private static let center = ["measure", "--region", "40,30,80,60", "--json"]

  @Test func `a limit refuses a card that passes at the usual one, with the value and that limit`() throws {
    let result = try Tool.run(Self.center + ["--limit", "too-noisy=0.0001"])
    #expect(result.status == 2)
    let reason = try #require(try result.object()["reasons"]?.array?.first)
    #expect(reason["code"]?.text == "too-noisy" && reason["limit"]?.number == 0.0001)
    #expect((0.0001...0.001).contains(reason["value"]?.number ?? 0))
  }

  @Test func `a limit lets a card pass that is refused at the usual one`() throws {
    let small = ["measure", "--region", "60,40,12,12", "--json"]
    #expect(try Tool.run(small).status == 2)
    #expect(try Tool.run(small + ["--limit", "too-small=36"]).status == 0)
  }

  @Test func `a warning has its code, value, limit and words, and no influence on the result`() throws {
    let plain = try Tool.run(Self.center).object()
    #expect(plain["warnings"] == nil)
    let warned = try Tool.run(Self.center + ["--warn", "near-clipping=0.2", "--warn", "strong-shading=1"]).object()
    let warnings = try #require(warned["warnings"]?.array)
    #expect(warnings.map { $0["code"]?.text } == ["near-clipping", "strong-shading"])
    #expect(warnings[0]["limit"]?.number == 0.2 && (0.4...0.5).contains(warnings[0]["value"]?.number ?? 0))
    for warning in warnings { #expect(warning["message"]?.text == (try warning.cardWarning().description)) }
    for key in ["gains", "temperature", "standardError", "verdict"] { #expect(warned[key] == plain[key], "\(key)") }
  }

  @Test func `a light below the least temperature is refused by it, and the limit is an option`() throws {
    let card = ["measure", "--region", "40,30,80,60", "--json"]
    let result = try Tool.run(card + ["--limit", "too-warm=6000"])
    let reason = try #require(try result.object()["reasons"]?.array?.first)
    #expect(result.status == 2 && reason["code"]?.text == "too-warm" && reason["limit"]?.number == 6000)
    #expect(Tolerance.lightOfSample.allows(abs(try #require(reason["value"]?.number) - 5200)))
  }

  @Test(arguments: ["not-a-light=0.001", "too-warm=6000", "too-noisy=0.0001"])
  func `a person and a script are told the same reasons`(limit: String) throws {
    let result = try Tool.run(Self.center + ["--limit", limit])
    let object = try result.object()
    let source = try #require(object["source"]?.text)
    #expect(
      result.message == refused("\(source), region 40,30,80,60", try object.refusals().map(\.description)))
  }

  @Test func `a code sets its own limit and no other`() throws {
    let refusals: [(code: String, limit: WritableKeyPath<GrayCardLimits, Double>)] = [
      ("clipped", \.clippedShare), ("too-dark", \.signalShare), ("cut-off", \.cutOffShare),
      ("too-noisy", \.relativeStandardError), ("scattered", \.whiteElectrons),
      ("greens-differ", \.greenDifferenceShare), ("not-uniform", \.leftOutShare), ("textured", \.textureShare),
      ("color-varies", \.colorDifference), ("not-a-light", \.duv), ("too-warm", \.temperature),
      ("black-level", \.blackGainShare),
    ]
    let warnings: [(code: String, limit: WritableKeyPath<GrayCardLimits, Double>)] = [
      ("near-clipping", \.brightShare), ("strong-shading", \.shading), ("color-varies", \.colorDifferenceWarning),
      ("partly-left-out", \.leftOutShareWarning), ("below-black", \.belowBlackShare),
      ("far-from-calibration", \.calibrationDistance),
    ]
    for (option, limits) in [("--limit", refusals), ("--warn", warnings)] {
      for (code, limit) in limits {
        var expected = GrayCardLimits()
        expected[keyPath: limit] = 0.375
        let found = try CardLimitOptions.parse([option, "\(code)=0.375"]).limits()
        #expect(found == expected, "\(option) \(code)")
      }
    }
    var expected = GrayCardLimits()
    expected.sampleCount = 7
    #expect(try CardLimitOptions.parse(["--limit", "too-small=7"]).limits() == expected)
  }

  @Test func `the card is looked for with the limit of clipping that was given`() throws {
    let frame = try ScratchFile([])
    let size = ["--format", "RG10", "--width", "160", "--height", "120", "--black", "64"]
    let made = try Tool.run(
      [
        "simulate", "--width", "160", "--height", "120", "--surround", "4", "--exposure", "0.99", "--output",
        frame.path,
      ])
    #expect(made.status == 0, "\(made.errors)")
    func source(_ options: String...) throws -> String? {
      try Tool.run(["measure", frame.path, "--json"] + size + options).object()["regionSource"]?.text
    }
    #expect(try source() != "found")
    #expect(try source("--limit", "clipped=0.9") == "found")
  }
}
