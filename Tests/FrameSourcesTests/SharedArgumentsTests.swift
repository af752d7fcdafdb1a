import FrameSources
import Testing

@Suite struct SharedArgumentsTests {
  private static let shared = SharedArguments(
    ["wbcal", "measure", "--manifest", "list.jsonl", "--format", "RG10", "--json", "--black", "64"], of: "measure",
    without: ["--manifest"])

  @Test func `a line's own options replace the shared ones, and a flag that is false is left out`() {
    #expect(
      Self.shared.with([ManifestOption("--black", .text("60")), ManifestOption("--json", .flag(false))])
        == ["--format", "RG10", "--black=60"])
  }

  @Test(arguments: ["runs/x=false", "false", "--json", "--black"])
  func `a value is never an option, nor what cancels a flag`(value: String) {
    #expect(
      Self.shared.with([ManifestOption("--profile", .text(value))])
        == ["--format", "RG10", "--json", "--black", "64", "--profile=\(value)"])
  }
}
