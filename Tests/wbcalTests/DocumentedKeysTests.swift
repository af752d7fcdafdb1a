import Foundation
import TestSupport
import Testing
import ToolSupport

/// The keys of `--json` are a contract with scripts: what is printed is documented, and what is documented is printed.
@Suite struct DocumentedKeysTests {
  /// The keys of all objects that the commands of `script` print.
  private static func printed(_ script: String) throws -> Set<String> {
    let result = try ReadersShell().run(script)
    let objects = try result.printed.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    try #require(!objects.isEmpty, "\(result.printed)")
    return objects.reduce([]) { $0.union($1.allKeys) }
  }

  /// The words that stand as `key`, and those within {braces} but not within (parentheses). A command follows "Of".
  private static func documented(_ text: some StringProtocol) -> Set<String> {
    let text = String(text).replacing(/\([^)]*\)/, with: "").replacing(/[Oo]f `[^`]*`/, with: "")
    let quoted = text.matches(of: /`([a-z][A-Za-z]*)`/).map { String($0.1) }
    var (depth, inBraces) = (0, "")
    for character in text {
      if character == "}" { depth -= 1 }
      inBraces.append(depth > 0 && (character.isLetter || character.isNumber) ? character : " ")
      if character == "{" { depth += 1 }
    }
    return Set(quoted + inBraces.split(separator: " ").map(String.init))
  }

  private static func text(of page: String) throws -> String {
    try String(contentsOf: repositoryRoot.appending(path: page), encoding: .utf8)
  }

  /// The first cells of the tables of keys. The page of the tool has four: of `measure` and `convert`, of `measure`
  /// alone, of other commands, and of `profile show`.
  private static func tables(of page: String = "Docs/Tool.md") throws -> [Set<String>] {
    try text(of: page).components(separatedBy: "| key | what |").dropFirst().map { table in
      let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }
      return documented(rows.compactMap { $0.split(separator: "|").first }.joined(separator: "\n"))
    }
  }

  /// Every command as often as it takes to have each of its keys.
  private static let convert = """
    wbcal convert --json --from temperature --profile Data/sample/sample.icc --max-gain 1.5 1500 0
    wbcal convert --json --from xy 0.3127 0.3290
    wbcal convert --json --from xy 0.2 0.2 || true
    """
  private static let measure = """
    wbcal measure --json --show card.png
    wbcal measure --json --limit clipped=0 --warn near-clipping=0 --max-gain 1.5
    wbcal measure --json --limit too-noisy=0 || true
    wbcal measure --json --light-kind fluorescent
    wbcal measure --json --policy refuse --max-gain 1.5 || true
    wbcal simulate --frames 2 --output cards.raw > log
    wbcal simulate --dark --frames 16 --output dark.raw > log
    wbcal measure cards.raw --frames 2 --format RG10 --width 640 --height 480 --dark dark.raw --json
    wbcal simulate --output card.raw > log
    wbcal dng card.raw \(frames) --profile Data/sample/sample.icc --duration 1/100 --iso 100 --aperture 4 \
      --output card.dng > log
    wbcal measure card.dng --illuminance-constant 2100 --sidecar card.dng.xmp --json
    echo '{"id": 7, "source": "card.dng"}' | wbcal measure --manifest -
    """

  @Test func `the keys of measure and convert are those of the tables`() throws {
    let tables = try Self.tables()
    try #require(tables.count == 4)
    let (convert, measure) = (try Self.printed(Self.convert), try Self.printed(Self.measure))
    #expect(convert.subtracting(tables[0]) == [])
    #expect(measure.symmetricDifference(tables[0].union(tables[1])) == [])
  }

  private static let others = """
    wbcal simulate --frames 2 --output cards.raw --json
    wbcal dng Data/sample-chart/daylight.raw --format RG10 --width 252 --height 172 --black 64 --white 1023 \
      --profile Data/sample/sample.icc --duration 1/100 --iso 100 --aperture 4 --date 2026-11-21T09:30:00Z \
      --gains 2,1,1.5 --output chart.dng --json
    wbcal profile export Data/sample/sample.icc --format dcp --output sample.dcp --json
    wbcal profile import sample.dcp --output back.icc --json
    """
  private static let shown = """
    wbcal profile show Data/sample/sample.icc --json
    wbcal profile show Tests/ReferenceData/icc/Nikon_D850.icc --json
    wbcal simulate --light A --output a.raw > log
    wbcal simulate --light D65 --output b.raw > log
    wbcal calibrate cards a.raw --light A b.raw --light D65 \(frames) --output curve.icc > log
    wbcal profile show curve.icc --json
    wbcal calibrate cards a.raw --light A --profile Data/sample/sample.icc \(frames) --output unit.icc > log
    wbcal profile show unit.icc --json
    """

  @Test func `the keys of other commands and of profile show are in their tables`() throws {
    let tables = try Self.tables()
    try #require(tables.count == 4)
    let common = tables[0].union(tables[1])
    // No option tells the gain of an exposure; only the frames of cameras have it.
    #expect(try Self.printed(Self.others).subtracting(common) == tables[2].subtracting(common).subtracting(["gain"]))
    let warnings: Set<String> = ["warnings", "code", "value", "limit", "message"]
    #expect(try Self.printed(Self.shown).subtracting(tables[3]).subtracting(warnings) == [])
  }

  /// A camera without controls of red and blue has fewer keys, so the simulated one has them all but `parts`, which a
  /// sensor with a node of its own has (the rig's; its listing is tested there).
  private static let camera = """
    wbcal camera list --json simulated:
    wbcal camera show --json simulated:
    wbcal camera set --json simulated: --gains 2.1,1,1.6 --duration 0.01 --iso 200 --lens-position 0.5
    wbcal camera set --json simulated: gain=32
    wbcal camera set --json simulated: --auto white-balance
    wbcal camera capture --json simulated: --output frame.raw
    wbcal camera calibrate-gain --json simulated: --steps 3
    wbcal camera measure-delay --json simulated:
    wbcal camera meter --json simulated: --profile Data/sample/sample.icc --no-focus --count 1
    """

  @Test func `the keys of the camera's commands are those of the page`() throws {
    let measured = try Self.tables().prefix(2).reduce(into: Set()) { $0.formUnion($1) }
    let documented = try Self.tables(of: "Docs/Camera.md").reduce(into: Set()) { $0.formUnion($1) }
      .subtracting(["parts", "model", "sensor", "lens", "node"])
    // The values of a menu are keys too.
    let printed = try Self.printed(Self.camera).filter { Int64($0) == nil }
    // The page of `measure` has the keys that its results share.
    #expect(printed.subtracting(measured) == documented.subtracting(measured))
  }

  private static let frames = "--format RG10 --width 640 --height 480 --black 64"
  private static let charts =
    "tungsten.ti3 --light A Data/sample-chart/daylight.ti3 --light D65"
  private static let raw =
    "Data/sample-chart/daylight.raw --light D65 --format RG10 --width 252 --height 172 --black 64"
    + " --corners 6,6,246,6,246,166,6,166"

  /// From charts, one of which has a patch that is none of its own; from cards, with a base and without; and from
  /// sensitivities.
  private static let calibrate = """
    sed 's/^A5 .*/A5 1 80 1/' Data/sample-chart/tungsten.ti3 > tungsten.ti3
    wbcal calibrate chart \(charts) --output charts.icc --report page.html --json
    wbcal calibrate chart \(raw) --limit difference=0 --output none.icc --json || true
    wbcal calibrate chart \(raw) --output raw.icc --json
    wbcal profile check Data/sample/sample.icc --chart tungsten.ti3 --light A --json || true
    wbcal simulate --light A --output a.raw > log
    printf '380nm,1\\n580nm,5\\n780nm,10\\nCCT,2856\\nDuv,0.001\\n' > meter.csv
    wbcal profile check Data/sample/sample.icc --card a.raw --light meter.csv \(frames) --limit mired=999 --limit duv=1 \
      --light-kind fluorescent --json
    wbcal simulate --light daylight:7500 --output b.raw > log
    wbcal calibrate cards a.raw --light A b.raw --light daylight:7500 \(frames) --output curve.icc --json
    wbcal calibrate cards a.raw --light A --profile Data/sample/sample.icc \(frames) --output unit.icc --json
    wbcal calibrate cards a.raw --light A \(frames) --limit too-noisy=0 --output none.icc --json || true
    wbcal calibrate sensitivities Data/cameras/*.json --lamps Data/colour-science/lamps_5nm.csv --output map.icc \
      --report map.html --json
    """

  @Test func `the keys of calibrations and checks are those of the page`() throws {
    let page = try Self.text(of: "Docs/Calibration.md")
    let section = try #require(page.components(separatedBy: "## For scripts\n").last)
    #expect(try Self.printed(Self.calibrate).symmetricDifference(Self.documented(section)) == [])
  }
}
