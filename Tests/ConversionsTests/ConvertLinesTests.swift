import Colorimetry
import DeviceProfiles
import Foundation
import FrameSources
import ICCProfiles
import SystemPackage
import TestSupport
import Testing

@testable import Conversions

/// Many conversions at once answer as each of them does alone.
@Suite struct ConvertLinesTests {
  // MARK: - Numbers

  @Test func `a number is written as Swift describes it, and read as Swift reads it`() {
    let writer = DecimalWriter()
    var memory = Array(repeating: UInt8(0), count: DecimalWriter.longest)
    expectLaw(within: .exact, count: 2000) { draws in
      Self.number(draws.choice(below: 1 << 62), draws.choice(below: 6))
    } law: { number in
      var span = memory.mutableSpan
      var bytes = span.mutableBytes
      guard let end = writer.write(number, to: &bytes, at: 0) else {
        return number == 0 || (1e-4..<1e15).contains(number.magnitude) ? 1 : nil
      }
      guard Array(number.description.utf8) == Array(memory[..<end]) else { return 2 }
      // More than 19 decimals are left to Swift.
      guard let read = Self.read(number.description) else { return number.magnitude < 0.01 ? 0 : 3 }
      return read.value.bitPattern == number.bitPattern && read.end == end ? 0 : 4
    }
  }

  @Test func `numbers at powers of two and of ten and beside them are written as Swift describes them`() {
    let writer = DecimalWriter()
    var memory = Array(repeating: UInt8(0), count: DecimalWriter.longest)
    let powers =
      (-13...49).map { Double(sign: .plus, exponent: $0, significand: 1) } + (-4...14).map { pow(10, Double($0)) }
    let edges: [Double] = powers.flatMap { (power: Double) in [power, power.nextUp, -power, power.nextDown, 3 * power] }
    let numbers: [Double] = [0, -0.0] + edges.filter { (1e-4..<1e15).contains(abs($0)) }
    for number in numbers {
      var span = memory.mutableSpan
      var bytes = span.mutableBytes
      let end = writer.write(number, to: &bytes, at: 0)
      #expect(end.map { String(decoding: memory[..<$0], as: UTF8.self) } == number.description)
    }
  }

  /// Fewer digits than a double has, as people write them, and bits of any kind.
  private static func number(_ bits: UInt64, _ kind: UInt64) -> Double {
    switch kind {
    case 0: Double(bits) / Double(1 << 62 as UInt64)
    case 1: -Double(bits % 1_000_000) / 1e6
    case 2: Double(bits % 10_000_000) / 100
    case 3: Double(bits % 1_000_000_000_000_000) / 1e15
    case 4: 100_000 * Double(bits) / Double(1 << 62 as UInt64)
    default: Double(bitPattern: bits)
    }
  }

  @Test(arguments: [
    "0.1 ", "-0.25,", "+5", "007.50\n", "0.30000000000000004", "9007199254740993", "9007199254740993.5",
    "0.1234567890123456789", "1234567890.123456789", "0.9999999999999999999", "4503599627370496.5",
    "0.0000000000000000000",
    "4503599627370497.5", "18014398509481985",
  ])
  func `digits are rounded to the nearest double, to even in the middle`(text: String) throws {
    let number = try #require(Self.read(text))
    let digits = text.prefix { !" ,\n".contains($0) }
    #expect(number.end == digits.utf8.count)
    #expect(number.value.bitPattern == Double(String(digits))?.bitPattern)
  }

  @Test(arguments: ["", "-", ".5", "5.", "x", "0x1", "1.0.", "12345678901234567890", "nan", "infinity", "1e", "- 5"])
  func `what is no plain number is left to Swift`(text: String) {
    let found = Self.read(text)
    #expect(found == nil || found?.end != text.utf8.count)
  }

  private static func read(_ text: String) -> (value: Double, end: Int)? {
    let bytes = Array(text.utf8)
    return DecimalReader().number(bytes.span, at: 0)
  }

  // MARK: - Lines

  /// Lines of every kind: numbers, too few and too many of them, words,
  /// blanks, units, no lights, lines that are too long.
  private static let lines: [String] =
    [
      "0.3127 0.3290", "0.45,0.41", "  0.3\t0.3  ", "0.3127 0.3290\r", "", " ", "0.3", "0.3 0.3 0.3", "0.9 0.8",
      "0.2 0.2",
      "5000K 10", "5000 -10", "5000", "5000.25 -0", "5000K", "hello", "0.3 0.3x", "0.3x 0.3", "1e-1 3e-1", ".3 .3",
      "0.30.3",
      "nan 0.3", "inf 0",
      "0.31271234567890123 0.32901234567890123", "0.0001 0.0001", "2000 300", "1000 150", "499 0", "-5000 0",
      "0.31 0.33\0",
      String(repeating: "1", count: LineReader.longest + 1),
      String(repeating: " ", count: LineReader.longest - 6) + "0.3 0.3",
      String(repeating: " ", count: LineReader.longest - 7) + "0.3 0.33",
    ] + (0..<600).map { "\(0.3 + Double($0) / 7000) \(0.35 - Double($0) / 90_000)" }

  /// JSON has no number for the hottest light's temperature.
  @Test func `the hottest light has its answer in a block`() throws {
    let end = try Chromaticity(TemperatureAndTint(temperature: .infinity, duv: 0))
    let converter = Converter(form: .xy, method: .nearestPlanckian, profile: nil)
    // Rounded coordinates are of a light on either side of the end.
    let lines = (-8...8).map { Array("\(end.x + Double($0) * end.x.ulp) \(end.y)".utf8) }
    let line = try #require(lines.first { converter.convert($0[...]).temperatureAndTint?.temperature == .infinity })
    let answer = converter.convert(line[...])
    let found = converter.convert(LineReader.Block(bytes: line[...], beginsInside: false), json: true)
    #expect(Array(found.text) == JSONLine.bytes(of: answer.report) + [UInt8(ascii: "\n")])
  }

  @Test(arguments: ConversionForm.allCases, [false, true])
  func `a block of lines has the answers of its lines`(form: ConversionForm, json: Bool) throws {
    let profile =
      form == .gains
      ? try DeviceProfile(contentsOf: repositoryRoot.appending(path: "Data/sample/sample.icc").path) : nil
    let converter = Converter(form: form, method: .nearestPlanckian, profile: profile)
    var writer = LineWriter()
    var failureCount = 0
    for line in Self.lines {
      let isTooLong = line.utf8.count > LineReader.longest
      let conversion = isTooLong ? Converter.tooLong : converter.convert(Array(line.utf8)[...])
      failureCount += conversion.error == nil ? 0 : 1
      if json {
        writer.append(JSONLine.bytes(of: conversion.report) + [UInt8(ascii: "\n")])
      } else {
        conversion.write(to: &writer)
      }
    }
    let text = Array(Self.lines.joined(separator: "\n").utf8)
    let found = converter.convert(LineReader.Block(bytes: text[...], beginsInside: false), json: json)
    #expect(found.count == Self.lines.count && found.failureCount == failureCount)
    #expect(String(decoding: found.text, as: UTF8.self) == String(decoding: writer.text, as: UTF8.self))
  }

  /// Nothing is written but from the answers, so a reader that waited for more would wait for ever.
  @Test func `a line is answered before the next is written`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    var rest = ["two\nthr", "ee\n", "four"][...]
    var blocks: [String] = []
    try writing.writeAll("one\n".utf8)
    try LineReader(reading).forEachBlock { block in
      blocks.append(String(decoding: block.bytes, as: UTF8.self))
      if let next = rest.popFirst() { try writing.writeAll(next.utf8) }
      if rest.isEmpty && blocks.count == 3 { try writing.close() }
    }
    #expect(blocks == ["one\n", "two\n", "three\n", "four"])
  }

  @Test func `a block is split between lines, and nothing of it is lost`() {
    let text = Array((0..<40).map { String(repeating: "a", count: $0 % 7) }.joined(separator: "\n").utf8)
    for count in 1...50 {
      for beginsInside in [false, true] {
        let parts = LineReader.Block(bytes: text[...], beginsInside: beginsInside).split(into: count)
        #expect(parts.flatMap(\.bytes) == text && parts.count <= count)
        #expect(parts.dropLast().allSatisfy { $0.bytes.last == UInt8(ascii: "\n") })
        #expect(parts.map(\.beginsInside) == [beginsInside] + parts.dropFirst().map { _ in false })
      }
    }
  }
}
