import Colorimetry
import Dispatch
import Foundation
import FrameSources
import Reports
import Synchronization
import WhiteBalance

/// The results for a block of lines, in the order of the lines.
package struct ConvertedLines: Sendable {
  package var text: ArraySlice<UInt8> = []
  package var count = 0
  package var failureCount = 0
  /// The warnings, each with the number of its line in the block, from 1.
  package var warnings: [(line: Int, message: String)] = []
}

extension Converter {
  /// Converts the lines of a block, with all processors if there are many lines.
  package func convertTogether(_ block: LineReader.Block, json: Bool) -> [ConvertedLines] {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let parts = block.split(into: max(min(block.bytes.count / Self.leastPart, processors), 1))
    guard parts.count > 1 else { return parts.map { convert($0, json: json) } }
    let results = Mutex(Array(repeating: ConvertedLines(), count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let lines = convert(parts[index], json: json)
      results.withLock { $0[index] = lines }
    }
    return results.withLock { $0 }
  }

  /// The least number of bytes for another thread, about a thousand lines. For fewer, starting it takes longer.
  private static let leastPart = 1 << 15

  /// Converts each line of a block to a line of names and numbers, or to a JSON object.
  package func convert(_ block: LineReader.Block, json: Bool) -> ConvertedLines {
    var lines = ConvertedLines()
    var writer = LineWriter(capacity: max(12 * block.bytes.count, 4096))
    let isOfLightAlone = profile == nil && method == .nearestPlanckian && form != .gains
    if isOfLightAlone && !block.beginsInside {
      convertLights(block.bytes, json: json, to: &writer, &lines)
    } else {
      do {
        try block.forEachLine { line in
          switch line {
          case .text(let bytes): append(convert(bytes), json: json, to: &writer, &lines)
          case .tooLong: append(Self.tooLong, json: json, to: &writer, &lines)
          }
        }
      } catch { preconditionFailure("a conversion has its error in it: \(error)") }
    }
    lines.text = writer.text
    return lines
  }

  package static let tooLong = Conversion(error: "the line is longer than \(LineReader.longest) bytes")

  private func append(
    _ conversion: Conversion, json: Bool, to writer: inout LineWriter, _ lines: inout ConvertedLines
  ) {
    lines.count += 1
    if conversion.error != nil { lines.failureCount += 1 }
    if json {
      writer.append(JSONLine.bytes(of: conversion.report) + [UInt8(ascii: "\n")])
    } else {
      conversion.write(to: &writer)
      lines.warnings += conversion.warnings.map { (lines.count, $0.message) }
    }
  }

  // MARK: - Lights without a device

  /// Converts lines of plain numbers together in planes, and every other line separately.
  private func convertLights(
    _ text: ArraySlice<UInt8>, json: Bool, to writer: inout LineWriter, _ lines: inout ConvertedLines
  ) {
    let reader = DecimalReader()
    var planes = LightPlanes(capacity: Self.linesAtOnce)
    var start = text.startIndex
    while start < text.endIndex {
      planes.removeAll()
      var lineStart = start
      let bytes = text.span
      while start < text.endIndex && planes.count < Self.linesAtOnce {
        let line = numbersOfLine(bytes, at: start - text.startIndex, reader)
        planes.append(line.numbers, ending: line.end + text.startIndex)
        start = line.end + text.startIndex + 1
      }
      planes.convert(from: form)
      for index in 0..<planes.count {
        let lineEnd = planes.ends[index]
        if let light = planes.light(index) {
          lines.count += 1
          if json {
            writer.appendObject(of: light.chromaticity, light.temperatureAndTint)
          } else {
            writer.append(light.chromaticity, UniformChromaticity(light.chromaticity))
            writer.append(light.temperatureAndTint)
            writer.endLine()
          }
        } else {
          let isTooLong = lineEnd - lineStart > LineReader.longest
          append(
            isTooLong ? Self.tooLong : convert(text[lineStart..<lineEnd]), json: json, to: &writer, &lines)
        }
        lineStart = lineEnd + 1
      }
    }
  }

  /// The number of lines in a plane. They fit into the processor's nearest caches.
  private static let linesAtOnce = 512

  /// Reads the numbers of the line that begins at `start`, and finds its end.
  ///
  /// The numbers are `nil` where the line does not have the needed count of plain numbers.
  @inline(__always)
  private func numbersOfLine(
    _ text: Span<UInt8>, at start: Int, _ reader: DecimalReader
  ) -> (numbers: (Double, Double)?, end: Int) {
    var numbers = (0.0, 0.0)
    var place = Self.afterBlanks(text, from: start)
    var isPlain = false
    if let first = reader.number(text, at: place) {
      numbers.0 = first.value
      let behind = Self.afterBlanks(text, from: first.end)
      if let second = behind > first.end ? reader.number(text, at: behind) : nil {
        numbers.1 = second.value
        place = Self.afterBlanks(text, from: second.end)
        isPlain = true
      } else {
        place = behind
        isPlain = form == .temperature
      }
    }
    isPlain = isPlain && (place == text.count || text[place] == UInt8(ascii: "\n"))
    while place < text.count && text[place] != UInt8(ascii: "\n") { place += 1 }
    return (isPlain && place - start <= LineReader.longest ? numbers : nil, place)
  }

  @inline(__always)
  private static func afterBlanks(_ text: Span<UInt8>, from start: Int) -> Int {
    var place = start
    while place < text.count && text[place] != UInt8(ascii: "\n") && isSeparator(text[place]) { place += 1 }
    return place
  }
}

/// The lights of many lines, in planes of numbers.
private struct LightPlanes {
  /// The ends of the lines.
  private(set) var ends: [Int] = []
  // Spans of `Array` need macOS 26.
  private var first, second, firstResults, secondResults: ContiguousArray<Double>
  private var failures: ContiguousArray<Bool>
  private var form = ConversionForm.xy

  init(capacity: Int) {
    first = ContiguousArray(repeating: 0, count: capacity)
    (second, firstResults, secondResults) = (first, first, first)
    failures = ContiguousArray(repeating: false, count: capacity)
    ends.reserveCapacity(capacity)
  }

  var count: Int { ends.count }

  mutating func removeAll() { ends.removeAll(keepingCapacity: true) }

  /// Appends the numbers of a line. A line without numbers counts as failed.
  mutating func append(_ numbers: (Double, Double)?, ending end: Int) {
    (first[count], second[count]) = numbers ?? (.nan, .nan)
    ends.append(end)
  }

  mutating func convert(from form: ConversionForm) {
    self.form = form
    switch form {
    case .uv:
      for index in 0..<count {
        let light = Chromaticity(UniformChromaticity(u: first[index], v: second[index]))
        (first[index], second[index]) = (light.x, light.y)
      }
    case .temperature:
      for index in 0..<count {
        second[index] = TemperatureAndTint(temperature: first[index], tint: second[index]).duv
      }
    case .xy, .gains: break
    }
    Self.convert(first, second, &firstResults, &secondResults, &failures, from: form)
  }

  /// Converts whole planes. After the last line, the planes still hold numbers of earlier lines.
  private static func convert(
    _ first: ContiguousArray<Double>, _ second: ContiguousArray<Double>, _ firstResults: inout ContiguousArray<Double>,
    _ secondResults: inout ContiguousArray<Double>, _ failures: inout ContiguousArray<Bool>, from form: ConversionForm
  ) {
    var firstSpan = firstResults.mutableSpan
    var secondSpan = secondResults.mutableSpan
    var failureSpan = failures.mutableSpan
    if form == .temperature {
      Chromaticity.convert(
        temperatures: first.span, duvs: second.span, x: &firstSpan, y: &secondSpan, failures: &failureSpan)
    } else {
      TemperatureAndTint.convert(
        x: first.span, y: second.span, temperatures: &firstSpan, duvs: &secondSpan, failures: &failureSpan)
    }
  }

  /// Returns the light of a line without an error or a warning.
  @inline(__always)
  func light(_ index: Int) -> (chromaticity: Chromaticity, temperatureAndTint: TemperatureAndTint)? {
    guard !failures[index] else { return nil }
    let given = (first[index], second[index])
    let found = (firstResults[index], secondResults[index])
    let (xy, light) = form == .temperature ? (found, given) : (given, found)
    let chromaticity = Chromaticity(x: xy.0, y: xy.1)
    return chromaticity.isReal && light.0.isFinite ? (chromaticity, .init(temperature: light.0, duv: light.1)) : nil
  }
}
