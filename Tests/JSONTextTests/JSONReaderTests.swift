import Foundation
import JSONText
import TestSupport
import Testing

/// Documents of JSON, by the words of RFC 8259.
@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.value(Array(text.utf8)) }

  @Test(arguments: [
    ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{c}"), ("\\n", "\u{a}"),
    ("\\r", "\u{d}"), ("\\t", "\u{9}"), ("\\u0041", "A"), ("\\u00e9\\u00E9", "éé"), ("\\ud83d\\ude00", "😀"),
    ("\\ud800\\udc00", "\u{10000}"), ("\\udbff\\udfff", "\u{10ffff}"), ("\\u0000", "\0"),
  ]) func `an escape is the character that it stands for`(escape: String, expected: String) throws {
    guard case .text(let text) = try read("\"<\(escape)>\"").content else {
      Issue.record("no text")
      return
    }
    #expect(text == "<\(expected)>")
  }

  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("7", 7), ("-12.5", -12.5), ("1e3", 1000), ("1E+3", 1000), ("125e-3", 0.125),
    ("0.1", 0.1), ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
    ("9007199254740993", 9_007_199_254_740_992),
  ]) func `a number is the double that is nearest to its decimals`(text: String, expected: Double) throws {
    guard case .number(let number) = try read(" \(text)\n").content else {
      Issue.record("no number")
      return
    }
    #expect(number == expected && number.sign == expected.sign)
  }

  @Test(arguments: [
    ("01", 1), ("1.", 3), (".5", 1), ("+1", 1), ("1e", 3), ("-", 2), ("1e999", 1), ("tru", 1), ("[1,]", 4),
    ("[1 2]", 4), ("{\"a\":1,}", 8), ("{\"a\" 1}", 6), ("{a:1}", 2), ("{\"a\":1,\"a\":2}", 8), ("1 2", 3), ("", 1),
    ("\"a\u{1f}\"", 3), ("\"\u{0}\"", 2), ("\"\\x\"", 2), ("\"\\u12\"", 2), ("\"\\ud800\"", 2), ("\"\\udc00\"", 2),
    ("\"\\ud800\\u0041\"", 2), ("\"a", 3), ("/* */ 1", 1), ("'a'", 1), ("NaN", 1),
  ]) func `what RFC 8259 does not allow is refused at its place`(text: String, column: Int) throws {
    let error = try #require(throws: JSONError.self) { try read(text) }
    #expect(error.line == 1 && error.column == column, "\(error)")
  }

  @Test(arguments: [
    ("[1, 2,]", "[1, 2]"), ("{\"a\": 1,\n}", "{\"a\": 1}"), ("# first\n[1, # 2,\n 3] # last", "[1, 3]"),
    ("\u{feff}[]", "[]"), ("[\"# no comment\"]#", "[\"# no comment\"]"), ("[1 #]\r]", "[1]"),
  ]) func `as YAML, commas before brackets, comments and a byte-order mark are passed over`(
    text: String, meaning: String
  ) throws {
    #expect(throws: JSONError.self) { try read(text) }
    let value = try JSONReader.value(Array(text.utf8), dialect: .yaml)
    #expect(Self.plain(value) == Self.plain(try read(meaning)))
    #expect(value.end <= text.utf8.count && Array(text.utf8)[value.offset] != UInt8(ascii: "#"))
  }

  @Test(arguments: [("[,]", 2), ("[1,,2]", 4), ("{,}", 2), ("[1] x", 5), ("// 1", 1), ("[1", 3), ("[1#x]", 3)])
  func `as YAML the rest is as strict`(text: String, column: Int) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONReader.value(Array(text.utf8), dialect: .yaml)
    }
    #expect(error.line == 1 && error.column == column, "\(error)")
  }

  @Test func `a value ends after its last character`() throws {
    let value = try read(" {\"a\": [1, 20 ] , \"b\": \"c\" } ")
    #expect(value.offset == 1 && value.end == 28)
    #expect(value["a"]?.end == 15 && value["b"]?.end == 26)
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value.content {
    case .array(let elements): "[" + elements.map(plain).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\($0.name):\(plain($0.value))" }.joined(separator: ",") + "}"
    case .text(let text): "'\(text)'"
    default: value.kind
    }
  }

  /// Swift would take minutes to compare such names, because it orders the marks first.
  @Test func `thirty marks on a letter are read, and no more`() throws {
    func name(_ count: Int) -> String { "e" + String(repeating: "\u{301}\u{323}", count: count / 2) }
    _ = try read("{\"\(name(30))e\(name(30))\": \"\(name(30))\"}")
    #expect(try #require(throws: JSONError.self) { try read("{\"\(name(32))\": 1}") }.column == 2)
    #expect(try #require(throws: JSONError.self) { try read("[\"\(name(200_000))\"]") }.column == 2)
  }

  @Test func `a document of 4 MiB is read, and none that is larger`() throws {
    _ = try read("1" + String(repeating: " ", count: (4 << 20) - 1))
    #expect(try #require(throws: JSONError.self) { try read("1" + String(repeating: " ", count: 4 << 20)) }.line == 1)
  }

  #if os(Linux)
    /// The peak of the memory of this process, in bytes.
    private static var peak: Int {
      var usage = rusage()
      // RUSAGE_SELF, which is of another type in each C library.
      getrusage(.init(0), &usage)
      return usage.ru_maxrss << 10
    }

    /// Reads a document of many parts, where `#` becomes a number of six digits.
    private static func checkMemory(of first: String, _ part: String, _ last: String, count: Int) throws {
      let pieces = part.split(separator: "#", omittingEmptySubsequences: false).map { Array($0.utf8) }
      var bytes = Array(first.utf8)
      if pieces.count == 1 {
        // A thousand at once: a debug build takes a microsecond for each step.
        let thousand = Array(String(repeating: part, count: 1000).utf8)
        for _ in 0..<(count / 1000) { bytes += thousand }
      } else {
        for number in 0..<count { bytes += pieces.joined(separator: Array("\(100_000 + number)".utf8)) }
      }
      bytes += Array(last.utf8)
      let before = peak
      let value = try JSONReader.value(bytes)
      let taken = peak - before
      withExtendedLifetime(value) {}
      try #require(taken <= 8 * bytes.count, "\(part): \(taken) bytes for \(bytes.count)")
    }

    /// Each is read in a process of its own, whose peak nothing else raises.
    @Test func `reading takes at most eight times the size of a document, however many values it has`() async {
      await #expect(processExitsWith: .success) { try Self.checkMemory(of: "[", "0,", "0]", count: 500_000) }
      await #expect(processExitsWith: .success) { try Self.checkMemory(of: "[", "[],", "0]", count: 400_000) }
      await #expect(processExitsWith: .success) { try Self.checkMemory(of: "[", "\"\",", "0]", count: 400_000) }
      await #expect(processExitsWith: .success) {
        try Self.checkMemory(of: "{", "\"#\":0,", "\"\":0}", count: 100_000)
      }
      await #expect(processExitsWith: .success) { try Self.checkMemory(of: "\"", ",", "\"", count: 1_000_000) }
    }
  #endif

  @Test func `brackets are read 64 deep, and no deeper`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(64))
    // A list that is closed is not around what follows.
    _ = try read("[" + Array(repeating: nested(63), count: 3).joined(separator: ",") + "]")
    #expect(throws: JSONError.self) { try read(nested(65)) }
  }

  @Test func `lines and columns count from 1, in characters`() throws {
    func place(_ bytes: [UInt8]) throws -> [Int] {
      let error = try #require(throws: JSONError.self) { try JSONReader.value(bytes) }
      return [error.line, error.column]
    }
    #expect(try place(Array("x".utf8)) == [1, 1])
    #expect(try place(Array("[\"é😀\", x]".utf8)) == [1, 8])
    #expect(try place(Array("[\n\"é\",\n  x]".utf8)) == [3, 3])
    // A byte that no character of UTF-8 begins with, behind one of two bytes and one of four.
    #expect(try place(Array("[\"é😀".utf8) + [0xff] + Array("\"]".utf8)) == [1, 5])
    // A value knows where it begins.
    let value = try #require(try read("{ \"a\":\n [true] }")["a"])
    #expect(value.offset == 8)
  }

  // MARK: - Beside another writer

  indirect enum Document: Encodable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([Document])
    case object([String: Document])

    init(_ draws: inout Draws, depth: Int = 0) {
      let texts = ["", "a", "\"\\/", "\u{0}\u{1f}\u{7f}", "é\u{2028}", "😀\n\t", "e\u{301}"]
      let numbers = [0, -1.5, 1e21, 1e-7, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
      switch draws.choice(below: depth < 4 ? 6 : 4) {
      case 0: self = .null
      case 1: self = .bool(draws.choice(below: 2) == 1)
      case 2: self = .number(draws.one(of: numbers) + draws.number(in: -1...1))
      case 3: self = .text(draws.one(of: texts) + draws.one(of: texts))
      case 4: self = .array((0..<draws.choice(below: 4)).map { _ in Document(&draws, depth: depth + 1) })
      default:
        var members: [String: Document] = [:]
        for _ in 0..<draws.choice(below: 4) { members[draws.one(of: texts)] = Document(&draws, depth: depth + 1) }
        self = .object(members)
      }
    }

    init(_ value: JSONValue) {
      switch value.content {
      case .null: self = .null
      case .bool(let value): self = .bool(value)
      case .number(let value): self = .number(value)
      case .text(let value): self = .text(value)
      case .array(let values): self = .array(values.map(Document.init))
      case .object(let members):
        self = .object(Dictionary(members.map { ($0.name, Document($0.value)) }) { first, _ in first })
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .array(let values): try container.encode(values)
      case .object(let members): try container.encode(members)
      }
    }
  }

  @Test(arguments: [JSONEncoder.OutputFormatting(), .prettyPrinted])
  func `what Foundation writes reads as the same document`(formatting: JSONEncoder.OutputFormatting) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    expectLaw(within: .exact, count: 300) { draws in
      Document(&draws)
    } law: { document in
      Document(try JSONReader.value([UInt8](encoder.encode(document)))) == document ? 0 : 1
    }
  }
}
