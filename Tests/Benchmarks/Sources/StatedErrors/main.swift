// Prints how often the truth lies within the errors that profiles state, by kind of light, over all cameras. The lights
// are whole sets of lamps that no profile was learnt from. The first argument is the repository. WHITEBALANCE_LAMPS may
// name a further table, whose columns are named SET/KIND/NAME, as Tests/Benchmarks/lamps-of-tm30 writes it. A second
// argument prints something else: `rows` every light, for other programs, `outside` a table of lights outside of those
// that profiles were made under, `charts` a table of charts by the kind of light that they were read under, `biases` the
// mean errors of Duv that profiles of charts have on each kind of lamp, `smooth` the errors of white maps on daylight and
// filament lamps, and `left-out` how often errors hold whose size is chosen on other lights and cameras.
import Calibration
import Colorimetry
import Foundation
import MeasuredData
import SpectralData
import WhiteBalance

func format(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

/// A lamp of a known kind, in a set that was measured or computed together.
struct Lamp {
  let set: String
  let kind: LightKind
  let light: LightPopulation.Light
}

/// How far off a lamp is found, without a correction of its Duv, and what is stated.
struct Answer {
  let mired, duv: Double
  let stated: CharacterizationUncertainty.Stated
}

/// How far off a lamp is found as one of its kind, and as any light.
struct Row {
  let lamp: Lamp
  let camera: Int
  let way: String
  let ofKind, ofAny: Answer
}

let measured = try MeasuredData(URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory))
let cameras = try measured.cameras()

func kind(of illuminant: CIEIlluminant) -> LightKind {
  switch illuminant {
  case .a: .incandescent
  case .d50, .d65: .daylight
  case .ledRGB1: .mixedLED
  default:
    illuminant.rawValue.hasPrefix("LED")
      ? .phosphorLED : illuminant.rawValue.hasPrefix("HP") ? .discharge : .fluorescent
  }
}

/// The name of the set of the repository's skies, with which the names of a table's sets of Stanford begin.
let stanfordSet = "Stanford"

/// Lamps and skies that no white map and no chart is learnt from.
func lamps(_ measured: MeasuredData) throws -> [Lamp] {
  var lamps = MeasuredLamps.all().map {
    Lamp(set: $0.light.name.hasPrefix("RIT") ? "RIT" : "NIST", kind: $0.kind, light: $0.light)
  }
  for (name, spectrum) in try ProcessInfo.processInfo.environment["WHITEBALANCE_LAMPS"] == nil ? [] : measured.spectra()
  {
    let parts = name.split(separator: "/", maxSplits: 2).map(String.init)
    guard parts.count == 3, let kind = LightKind(rawValue: parts[1]) else {
      print("'\(name)' is not SET/KIND/NAME, as Tests/Benchmarks/lamps-of-tm30 writes it")
      exit(65)
    }
    guard let light = try? LightPopulation.Light(name: parts[2], spectrum: spectrum) else { continue }
    lamps.append(Lamp(set: parts[0], kind: kind, light: light))
  }
  // A table of clones has these skies among others of Stanford.
  if !lamps.contains(where: { $0.set.hasPrefix(stanfordSet) }) {
    lamps += try measured.skies().map { Lamp(set: stanfordSet, kind: .daylight, light: $0) }
  }
  return lamps.filter { abs($0.light.temperatureAndTint.duv) < 0.05 }
}

func chart(_ camera: SpectralSensitivities, _ illuminant: CIEIlluminant) throws -> ChartFit {
  try chart(camera, illuminant.rawValue, illuminant.distribution)
}

func chart(_ camera: SpectralSensitivities, _ name: String, _ spectrum: SpectralDistribution) throws -> ChartFit {
  let readings = ChartReference.colorChecker24.patches.map { patch in
    guard case .reflectance(let reflectance) = patch.color else {
      preconditionFailure("the ColorChecker of 24 patches is spectral")
    }
    return ChartReading(patch: patch.name, response: camera.response(to: spectrum, reflectance: reflectance))
  }
  return try ChartFit(
    readings: readings, reference: .colorChecker24,
    light: CalibrationLight(name: name, spectrum: spectrum))
}

func ask(
  _ lamps: [Lamp], _ number: Int, _ way: String, _ uncertainty: CharacterizationUncertainty,
  _ find: (Lamp, LightKind) -> TemperatureAndTint?
) -> [Row] {
  func answer(_ lamp: Lamp, _ kind: LightKind) -> Answer? {
    let truth = lamp.light.temperatureAndTint
    return find(lamp, kind).map {
      Answer(
        mired: $0.mired - truth.mired, duv: $0.duv - truth.duv, stated: uncertainty.errors(at: $0, kind: kind))
    }
  }
  return lamps.compactMap { lamp in
    guard let ofKind = answer(lamp, lamp.kind), let ofAny = answer(lamp, .any) else { return nil }
    return Row(lamp: lamp, camera: number, way: way, ofKind: ofKind, ofAny: ofAny)
  }
}

/// Asks profiles of charts under A and D65 of every camera.
func chartRows(_ lamps: [Lamp]) throws -> [Row] {
  try cameras.map(\.sensitivities).enumerated().flatMap { number, camera in
    let charts = try ChartCalibration([chart(camera, .a), chart(camera, .d65)])
    return ask(lamps, number, "charts", charts.uncertainty) { lamp, _ in
      try? charts.characterization.light(forNeutral: camera.response(to: lamp.light.spectrum)).temperatureAndTint
    }
  }
}

/// Asks white maps of every camera, and adds the errors that each states.
func mapRows(_ lamps: [Lamp], _ cieLamps: [Lamp]) throws -> (rows: [Row], uncertainties: [CharacterizationUncertainty])
{
  var rows: [Row] = []
  var uncertainties: [CharacterizationUncertainty] = []
  for (number, camera) in cameras.enumerated() {
    let sensitivities = camera.sensitivities
    let calibration = try WhiteMapCalibration(sensitivities, lights: .standard())
    let checks = try calibration.checks()
    let ofMap = try calibration.uncertainty(sensitivities, checks)
    uncertainties.append(ofMap)
    rows += ask(lamps, number, "map", ofMap) { lamp, kind in
      try? calibration.characterization.specialized(for: kind)
        .light(forNeutral: sensitivities.response(to: lamp.light.spectrum)).temperatureAndTint
    }
    // The CIE's own are found by a map that was not learnt from them and their neighbours.
    rows += ask(cieLamps, number, "map", ofMap) { lamp, _ in
      guard let check = checks.first(where: { $0.light.name == lamp.light.name }), let mired = check.mired,
        let duv = check.duv
      else { return nil }
      let truth = lamp.light.temperatureAndTint
      return TemperatureAndTint(temperature: 1e6 / max(truth.mired + mired, 1), duv: truth.duv + duv)
    }
  }
  return (rows, uncertainties)
}

let others = try lamps(measured) + laserWhites() + filteredSmoothLights()
let cie = try CIEIlluminant.allCases.map {
  Lamp(
    set: "the CIE's", kind: kind(of: $0),
    light: try LightPopulation.Light(name: "CIE \($0.rawValue)", spectrum: $0.distribution))
}
// Every map is learnt from A, D50 and D65, and every pair of charts read under them.
let cieLamps = cie.filter { !$0.kind.isSmooth }
if CommandLine.arguments.dropFirst(2).first == "outside" {
  try printErrorsOutside(cameras.map(\.sensitivities), lamps(measured) + cieLamps)
  exit(0)
}
if CommandLine.arguments.dropFirst(2).first == "biases" {
  let maps = try mapRows(others, cieLamps)
  for (title, rows, table) in [
    ("Charts under A and D65", try chartRows(others + cieLamps), try ChartCalibration.uncertaintyOfMatrices().lights),
    ("White maps", maps.rows, maps.uncertainties.first?.lights),
  ] {
    print("\(title):\n")
    if let table { printBiases(rows, table) }
    printCorrected(rows)
    print()
  }
  exit(0)
}
if CommandLine.arguments.dropFirst(2).first == "charts" {
  try printErrorsOfCharts(cameras.map(\.sensitivities), try lamps(measured), cie)
  exit(0)
}
let rows = try mapRows(others, cieLamps).rows + chartRows(others + cieLamps)
if CommandLine.arguments.dropFirst(2).first == "smooth" {
  printSmoothLights(rows)
  exit(0)
}
if CommandLine.arguments.dropFirst(2).first == "left-out" {
  printLeftOut(rows, cameras.map(\.name))
  exit(0)
}

if CommandLine.arguments.dropFirst(2).first == "rows" {
  print(
    "set,kind,lamp,camera,way,true mired,true duv,mired,duv,duv bias,stated mired,stated duv,familiar,any mired,any duv,any stated mired,any stated duv,any familiar"
  )
  for row in rows {
    let truth = row.lamp.light.temperatureAndTint
    let (ofKind, ofAny) = (row.ofKind.stated, row.ofAny.stated)
    let numbers: [Double] = [
      truth.mired, truth.duv, row.ofKind.mired, row.ofKind.duv, ofKind.duvBias, ofKind.mired, ofKind.duv,
      ofKind.isFamiliar ? 1 : 0, row.ofAny.mired, row.ofAny.duv, ofAny.mired, ofAny.duv, ofAny.isFamiliar ? 1 : 0,
    ]
    print(
      "\(row.lamp.set),\(row.lamp.kind.rawValue),\(row.lamp.light.name.replacing(",", with: " ")),\(row.camera),\(row.way),"
        + numbers.map { "\($0)" }.joined(separator: ","))
  }
  exit(0)
}

/// Returns the shares within one and two stated errors, each with its standard error, and the root mean square of the
/// stated errors over that of the errors.
///
/// Cameras err alike on a lamp, so the lamps are the draws. The standard error
/// is that of the mean of the lamps' own shares.
func cell(_ rows: [(lamp: String, error: Double, stated: Double)]) -> String {
  func share(_ limit: Double) -> String {
    let shares = Dictionary(grouping: rows, by: \.lamp).values.map { own in
      Double(own.count { abs($0.error) <= limit * $0.stated }) / Double(own.count)
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    guard shares.count > 1 else { return format(mean, 2) }
    let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(shares.count - 1)
    return "\(format(mean, 2)) ± \(format((variance / Double(shares.count)).squareRoot(), 2))"
  }
  func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
  let ratio = (squares(rows.map(\.stated)) / squares(rows.map(\.error))).squareRoot()
  return "\(share(1)), \(share(2)); \(format(ratio, 2))"
}

var sets: [String] = []
for row in rows where !sets.contains(row.lamp.set) { sets.append(row.lamp.set) }
print(
  "\(cameras.count) cameras. Within one and two stated errors, ± the standard error with the lamps as draws; the stated error's root mean",
  "square over that of the errors."
)
for (title, ofKind) in [("Errors stated of the light's kind", true), ("Errors stated of any light", false)] {
  print()
  print("| \(title) | lamps | white map: mired | Duv | charts under A and D65: mired | Duv |")
  print("| --- | --- | --- | --- | --- | --- |")
  for set in sets {
    for kind in LightKind.allCases {
      let own = rows.filter { $0.lamp.set == set && $0.lamp.kind == kind }
      guard !own.isEmpty else { continue }
      let cells = ["map", "charts"].flatMap { way -> [String] in
        let found = own.filter { $0.way == way }
        guard !found.isEmpty else { return ["", ""] }
        let answers = found.map { (lamp: $0.lamp.light.name, answer: ofKind ? $0.ofKind : $0.ofAny) }
        return [
          cell(answers.map { ($0.lamp, $0.answer.mired, $0.answer.stated.mired) }),
          cell(answers.map { ($0.lamp, $0.answer.duv - $0.answer.stated.duvBias, $0.answer.stated.duv) }),
        ]
      }
      print(
        "| \(set), \(kind.rawValue) | \(Set(own.map(\.lamp.light.name)).count) | \(cells.joined(separator: " | ")) |")
    }
  }
}

// Most laser whites have a neutral like those of other lamps, so three channels do not recognise them.
print()
for way in ["map", "charts"] {
  let (lasers, other) = (
    rows.filter { $0.way == way && $0.lamp.set == laserSet }, rows.filter { $0.way == way && $0.lamp.set != laserSet }
  )
  func familiar(_ rows: [Row]) -> String {
    format(Double(rows.count { $0.ofAny.stated.isFamiliar }) / Double(rows.count), 2)
  }
  func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
  let sizes = lasers.map { abs($0.ofAny.mired) / $0.ofAny.stated.mired }.sorted()
  let factor = sizes[Int(0.95 * Double(sizes.count))] / 2
  let phosphor = other.filter { $0.lamp.kind == .phosphorLED }
  let ratio = rootMeanSquare(phosphor.map(\.ofAny.stated.mired)) / rootMeanSquare(phosphor.map(\.ofAny.mired))
  print(
    "Laser lines by \(way): off by \(format(rootMeanSquare(lasers.map(\.ofAny.mired)), 0)) mired and Duv",
    "\(format(rootMeanSquare(lasers.map(\.ofAny.duv)), 4)) (rms); \(familiar(lasers)) of them are taken for familiar lights, as",
    "\(familiar(other)) of all others are. Errors of any light would have to be \(format(factor, 1)) times as large to hold 0.95 of them",
    "within two, and would then be \(format(factor * ratio, 1)) times the rms error on phosphor LEDs.")
}
