import Testing

/// What `wbcal measure` refuses and warns of, at limits of the caller's.
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
    #expect(warnings[0]["message"]?.text?.contains("of the range (limit 20.0 %); expose less") == true)
    for key in ["gains", "temperature", "standardError", "verdict"] { #expect(warned[key] == plain[key], "\(key)") }
  }

  @Test(arguments: [
    (
      ["--limit", "clip=0.1"],
      "--limit clip=… is not known; the codes are black-level, clipped, color-varies, greens-differ"
    ),
    (["--warn", "clipped=0.1"], "--warn clipped=… is not known; the codes are below-black, color-varies"),
    (["--limit", "clipped=x"], "'clipped=x' is invalid for '--limit"),
    (["--limit", "clipped"], "'clipped' is invalid for '--limit"),
    (["--limit", "clipped=-1"], "'clipped=-1' is invalid for '--limit"),
    (["--limit", "too-small=1.5"], "--limit too-small=1.5 is not valid; it must be a whole number of samples"),
  ])
  func `a limit that is none is wrong usage`(options: [String], message: String) throws {
    let result = try Tool.run(["measure"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
