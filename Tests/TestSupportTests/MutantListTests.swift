import TestSupport
import Testing

/// The mutants themselves are run by hand: see Docs/Contributing.md.
@Suite struct MutantListTests {
  @Test(.enabled(if: Python.has("json"), "python3 is not installed"))
  func `every mutant is a change of the sources as they are, and its law is a test`() throws {
    try Python.run(script: "Tests/Mutants/run", arguments: ["--check"])
  }
}
