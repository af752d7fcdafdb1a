import CLittleCMSPeer
import Colorimetry
import Foundation

// Prints the table's lines for Colorimetry and LittleCMS; `Tests/Benchmarks/run` puts the table together.

let points = try Points(table: URL(filePath: CommandLine.arguments[1]))
let batchCount = 1_000_000
let cachedCount = 1024
let cachedRounds = 500
let singleCount = 100_000

func batchTimes<Input, Output>(
  _ inputs: [Input], _ placeholder: Output, _ convert: (Span<Input>, inout MutableSpan<Output>) -> Void
) -> (text: String, results: [Output]) {
  var results = [Output](repeating: placeholder, count: inputs.count)
  let large = nanoseconds(count: inputs.count) {
    var span = results.mutableSpan
    convert(inputs.span, &span)
  }
  let few = Array(inputs.prefix(cachedCount))
  var fewResults = [Output](repeating: placeholder, count: few.count)
  let cached = nanoseconds(count: few.count * cachedRounds) {
    for _ in 0..<cachedRounds {
      var span = fewResults.mutableSpan
      convert(few.span, &span)
    }
  }
  return ("\(time(large)) (\(time(cached)))", results)
}

/// Planes of two inputs and two results, from memory and from the cache.
func planeTimes(
  _ first: [Double], _ second: [Double],
  _ convert: (
    Span<Double>, Span<Double>, inout MutableSpan<Double>, inout MutableSpan<Double>, inout MutableSpan<Bool>
  ) -> Void
) -> (text: String, first: [Double], second: [Double]) {
  var firstResults = Array(repeating: 0.0, count: first.count)
  var secondResults = firstResults
  var failures = Array(repeating: false, count: first.count)
  func round(_ count: Int, _ a: inout [Double], _ b: inout [Double], _ c: inout [Bool]) {
    var aSpan = a.mutableSpan
    var bSpan = b.mutableSpan
    var cSpan = c.mutableSpan
    convert(first.span.extracting(first: count), second.span.extracting(first: count), &aSpan, &bSpan, &cSpan)
  }
  let large = nanoseconds(count: first.count) {
    round(first.count, &firstResults, &secondResults, &failures)
  }
  var few = (Array(repeating: 0.0, count: cachedCount), Array(repeating: 0.0, count: cachedCount))
  var fewFailures = Array(repeating: false, count: cachedCount)
  let cached = nanoseconds(count: cachedCount * cachedRounds) {
    for _ in 0..<cachedRounds { round(cachedCount, &few.0, &few.1, &fewFailures) }
  }
  return ("\(time(large)) (\(time(cached)))", firstResults, secondResults)
}

func measurePlanes() throws -> [Measurement] {
  let many = points.disorder(batchCount)
  let (x, y) = (many.map(\.chromaticity.x), many.map(\.chromaticity.y))
  let forward = planeTimes(x, y) {
    TemperatureAndTint.convert(x: $0, y: $1, temperatures: &$2, duvs: &$3, failures: &$4)
  }
  for index in many.indices {
    let single = try TemperatureAndTint(many[index].chromaticity)
    guard single == .init(temperature: forward.first[index], duv: forward.second[index]) else {
      fatalError("planes and single differ at \(many[index].chromaticity)")
    }
  }
  let (temperatures, duvs) = (many.map(\.given.temperature), many.map(\.given.duv))
  let back = planeTimes(temperatures, duvs) {
    Chromaticity.convert(temperatures: $0, duvs: $1, x: &$2, y: &$3, failures: &$4)
  }
  for index in many.indices {
    guard try Chromaticity(many[index].given) == Chromaticity(x: back.first[index], y: back.second[index]) else {
      fatalError("planes and single differ at \(many[index].given)")
    }
  }
  let copy = planeTimes(x, y) { x, y, a, b, _ in
    for index in x.indices { a[index] = x[index] }
    for index in y.indices { b[index] = y[index] }
  }
  return [
    Measurement(method: "Colorimetry, planes: x, y to T, Duv", batch: forward.text),
    Measurement(method: "Colorimetry, planes: T, Duv to x, y", batch: back.text),
    Measurement(method: "copying the planes: their limit", batch: copy.text),
  ]
}

func measureForward() throws -> Measurement {
  var worst = (temperature: 0.0, duv: 0.0)
  var answered = 0
  for row in points.rows {
    guard let light = try? TemperatureAndTint(row.chromaticity) else { continue }
    answered += 1
    worst.temperature = max(worst.temperature, abs(light.temperature / row.temperature - 1))
    worst.duv = max(worst.duv, abs(light.duv - row.duv))
  }
  let many = points.disorder(batchCount).map(\.chromaticity)
  let placeholder = Result<TemperatureAndTint, ColorimetryError>.failure(.duvOutOfRange(0))
  let batch = batchTimes(many, placeholder) { TemperatureAndTint.convert($0, into: &$1) }
  for (point, result) in zip(many, batch.results) {
    guard try result.get() == TemperatureAndTint(point) else { fatalError("batch and single differ at \(point)") }
  }
  var sum = 0.0
  let single = try nanoseconds(count: singleCount) {
    // Each call waits for the one before: what one conversion takes.
    for index in 0..<singleCount {
      var point = many[index]
      point.x += sum * 1e-300
      sum = try TemperatureAndTint(point).temperature
    }
  }
  return Measurement(
    method: "Colorimetry: x, y to T, Duv", answered: "\(answered)", temperatureError: error(worst.temperature),
    otherError: "Duv \(error(worst.duv))", single: time(single), batch: batch.text)
}

func measureBack() throws -> Measurement {
  var worst = 0.0
  for row in points.rows {
    let chromaticity = try Chromaticity(row.given)
    worst = max(worst, abs(chromaticity.x - row.chromaticity.x), abs(chromaticity.y - row.chromaticity.y))
  }
  let many = points.disorder(batchCount).map(\.given)
  let placeholder = Result<Chromaticity, ColorimetryError>.failure(.duvOutOfRange(0))
  let batch = batchTimes(many, placeholder) { Chromaticity.convert($0, into: &$1) }
  var sum = 0.0
  let single = try nanoseconds(count: singleCount) {
    for index in 0..<singleCount {
      var light = many[index]
      light.temperature += sum * 1e-300
      sum = try Chromaticity(light).x
    }
  }
  return Measurement(
    method: "Colorimetry: T, Duv to x, y", answered: "\(points.rows.count)", otherError: "x, y \(error(worst))",
    single: time(single), batch: batch.text)
}

/// T alone. Its isotherms end at 1667 K, so its error is given apart from 1700 K up.
func measureLittleCMS() -> Measurement {
  func temperature(_ point: Chromaticity) -> Double? {
    var white = cmsCIExyY(x: point.x, y: point.y, Y: 1)
    var kelvin = 0.0
    return cmsTempFromWhitePoint(&kelvin, &white) != 0 ? kelvin : nil
  }
  var worst = (all: 0.0, above: 0.0)
  var answered = 0
  for row in points.rows {
    guard let kelvin = temperature(row.chromaticity) else { continue }
    answered += 1
    let error = abs(kelvin / row.temperature - 1)
    worst.all = max(worst.all, error)
    if row.temperature > 1700 { worst.above = max(worst.above, error) }
  }
  let many = points.disorder(singleCount).map(\.chromaticity)
  var sum = 0.0
  let single = nanoseconds(count: singleCount) {
    for var point in many {
      point.x += sum * 1e-300
      sum = temperature(point) ?? 0
    }
  }
  let version = cmsGetEncodedCMMversion()
  return Measurement(
    method: "LittleCMS \(version / 1000).\(version % 1000 / 10): x, y to T", answered: "\(answered)",
    temperatureError: "\(error(worst.all)) (from 1700 K \(error(worst.above)))", otherError: "no Duv",
    single: time(single))
}

func measureCopy() -> Measurement {
  let many = points.disorder(batchCount).map(\.chromaticity)
  let copy = batchTimes(many, Chromaticity.d65) { inputs, outputs in
    for index in inputs.indices { outputs[index] = inputs[index] }
  }
  return Measurement(method: "copying the x, y: the limit", batch: copy.text)
}

print("\(points.rows.count) points")
print(try measureForward().line)
print(try measureBack().line)
for measurement in try measurePlanes() { print(measurement.line) }
print(measureLittleCMS().line)
print(measureCopy().line)
