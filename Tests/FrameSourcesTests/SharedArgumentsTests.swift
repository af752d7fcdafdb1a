import FrameSources
import Testing

@Suite struct SharedArgumentsTests {
  private static let shared = SharedArguments(
    ["wbcal", "measure", "--manifest", "list.jsonl", "--format", "RG10", "--json", "--black", "64"], of: "measure",
    without: ["--manifest"])

  @Test func `a line's own options replace the shared ones, and a flag that is false is left out`() {
    #expect(
      Self.shared.with(["--black", "60", "--json=false"]) == ["--format", "RG10", "--black", "60"])
  }

  @Test func `a value may end in what cancels a flag`() {
    #expect(
      Self.shared.with(["--profile", "runs/x=false"])
        == ["--format", "RG10", "--json", "--black", "64", "--profile", "runs/x=false"])
  }
}
