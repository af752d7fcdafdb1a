import ArgumentParser
import CommandOutput
import Conversions
import Diagrams
import Reports
import SystemPackage
import WhiteBalance

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw the chromaticity diagram, with lights and profiles in it, as SVG.",
    discussion: """
      The diagram has the spectral locus, black bodies with their temperatures and the lights of each up to a Duv of 0.05, \
      the CIE's daylight, and standard illuminants.

      A profile adds the lights that it was calibrated under, each by its temperature, and a line around the lights that \
      its legal gains can make neutral.

      Examples:
        wbcal plot --point 0.34,0.36,card --output diagram.svg
        wbcal plot --uv --zoom --profile camera.icc --output camera.svg
        wbcal plot --point - --output lamps.svg < lamps.txt
      """)

  @Flag(help: "CIE 1960 u, v in place of CIE 1931 x, y. Points are given as x, y all the same.")
  var uv = false

  @Flag(help: "Only the part where lights lie, from candles to blue sky.")
  var zoom = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A light's CIE 1931 x,y, with a label after it or without; '-' reads one a line from standard input.",
      valueName: "x,y[,label]"))
  var point: [String] = []

  @Option(help: ArgumentHelp("A device's profile, an ICC file.", valueName: "file"))
  var profile: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where the drawing goes, an SVG file; without it, or with '-', standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    guard point.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("--point - is given more than once; standard input can be read only once")
    }
  }

  func run() throws {
    let file = output == "-" ? nil : output
    if let file { try OutputFile.check(file, for: .svg, beside: profile) }
    var points: [ChromaticityDiagram.Point] = []
    for text in point {
      if text == "-" {
        points += try ChromaticityDiagram.Point.points(of: LineReader(.standardInput))
      } else {
        guard let point = ChromaticityDiagram.Point(text) else {
          throw Failure(.usage, "--point \(PointLineError.Fault.noLight(text))")
        }
        points.append(point)
      }
    }
    var series = points.isEmpty ? [] : [ChromaticityDiagram.Series(points: points)]
    for path in profile {
      series.append(ChromaticityDiagram.Series(try ProfileFile.loadWarning(path), file: path))
    }
    let diagram = ChromaticityDiagram(space: uv ? .uv : .xy, window: zoom ? .lights : .whole, series: series)
    let svg = Array(diagram.svgFile(title: "CIE \(uv ? "1960 u, v" : "1931 x, y") chromaticity diagram").utf8)
    if let file { try OutputFile.write(svg, to: file) } else { try Output.write(svg) }
  }
}
