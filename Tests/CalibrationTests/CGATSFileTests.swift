import Calibration
import Foundation
import TestSupport
import Testing

@Suite struct CGATSFileTests {
  private func text(rows: String, sets: Int = 2, fields: String = "SAMPLE_ID RGB_R RGB_G RGB_B") -> [UInt8] {
    Array(
      """
      CTI3   # a comment
      ORIGINATOR "Nobody in particular"
      KEYWORD "SPECTRAL_BANDS"
      SPECTRAL_BANDS 36
      NUMBER_OF_FIELDS 4
      BEGIN_DATA_FORMAT
      \(fields)
      END_DATA_FORMAT
      NUMBER_OF_SETS \(sets)
      BEGIN_DATA
      \(rows)
      END_DATA

      """.utf8)
  }

  private func fault(_ bytes: [UInt8]) -> CGATSError? {
    do throws(CGATSError) {
      _ = try CGATSFile(fileBytes: bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func `a table is read, whatever ends its lines`(end: String) throws {
    let bytes = text(rows: "A1 1 2 3\n\"A 2\" -4e1 5 6 # the end")
    let ended = String(decoding: bytes, as: UTF8.self).replacing("\n", with: end)
    let file = try CGATSFile(fileBytes: Array(ended.utf8))
    #expect(
      file.tables == [
        CGATSFile.Table(
          type: "CTI3",
          keywords: [
            "ORIGINATOR": "Nobody in particular", "SPECTRAL_BANDS": "36", "NUMBER_OF_FIELDS": "4",
            "NUMBER_OF_SETS": "2",
          ], fields: ["SAMPLE_ID", "RGB_R", "RGB_G", "RGB_B"],
          rows: [["A1", "1", "2", "3"], ["A 2", "-4e1", "5", "6"]])
      ])
  }

  @Test func `a fault is told with its line`() {
    #expect(fault(text(rows: "A1 1 2 3\nA2 4 5")) == CGATSError(line: 12, .valueCount(3, fields: 4)))
    // A row that is too short does not continue in the next line.
    #expect(fault(text(rows: "A1 1 2\nA2 4 5 6")) == CGATSError(line: 11, .valueCount(3, fields: 4)))
    #expect(fault(text(rows: "A1 1 2 3 9\nA2 4 5 6")) == CGATSError(line: 11, .valueCount(5, fields: 4)))
    #expect(fault(text(rows: "A1 1 2 3")) == CGATSError(line: 12, .rowCount(1, declared: "2")))
    #expect(fault(text(rows: "\"A1 1 2 3\nA2 4 5 6")) == CGATSError(line: 11, .unterminatedText))
    #expect(
      fault(text(rows: "A1 1 2 3\nA2 4 5 6", fields: "SAMPLE_ID RGB_R RGB_R RGB_B"))
        == CGATSError(line: 10, .repeatedField("RGB_R")))
    #expect(fault(Array(text(rows: "A1 1 2 3\nA2 4 5 6").dropLast(10))) == CGATSError(line: 10, .noEnd("BEGIN_DATA")))
    #expect(fault([]) == CGATSError(line: nil, .noTable))
    #expect(fault(text(rows: "A1 1 2 3 END_DATA\nA2 4 5 6")) == CGATSError(line: 11, .rowCount(1, declared: "2")))
    #expect(fault([0x43, 0, 1]) == CGATSError(line: nil, .notText))
    #expect(fault(Array("CTI3\nEND_DATA\n".utf8)) == CGATSError(line: 2, .endWithoutBeginning("END_DATA")))
    #expect(fault(Array("CTI3\nBEGIN_DATA\n".utf8)) == CGATSError(line: 2, .noFields))
    #expect(fault(Array("CTI3\nBEGIN_DATA_FORMAT\nA\nEND_DATA_FORMAT\n".utf8)) == CGATSError(line: nil, .noData))
  }

  @Test func `what is written is read again`() {
    expectLaw(within: .exact) { draws in
      let letters = ["A", "7", " ", ".", "#", "-", "é", "'", "\u{301}", "\u{a0}"]
      func word(_ draws: inout Draws) -> String {
        (0..<draws.choice(below: 5)).map { _ in draws.one(of: letters) }.joined()
      }
      let fields = (0...draws.choice(below: 3)).map { "\(word(&draws))FIELD_\($0)" }
      return CGATSFile(
        tables: (0...draws.choice(below: 2)).map { _ in
          CGATSFile.Table(
            type: "CTI3", keywords: ["ORIGINATOR": word(&draws), "ANOTHER": word(&draws)], fields: fields,
            rows: (0..<draws.choice(below: 4)).map { _ in fields.map { _ in word(&draws) } })
        })
    } law: { file in
      var read = try CGATSFile(fileBytes: Array(file.description.utf8))
      for index in read.tables.indices {
        read.tables[index].keywords["NUMBER_OF_FIELDS"] = nil
        read.tables[index].keywords["NUMBER_OF_SETS"] = nil
      }
      return read == file ? 0 : 1
    }
  }

  @Test func `a byte order mark before the text is passed over`() throws {
    let bytes = text(rows: "A1 1 2 3\nA2 4 5 6")
    #expect(try CGATSFile(fileBytes: [0xef, 0xbb, 0xbf] + bytes) == CGATSFile(fileBytes: bytes))
  }

  @Test func `a text of endless marks is refused, wherever it stands`() {
    let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)
    #expect(fault(text(rows: "A1 1 2 3\n\(marks) 4 5 6")) == CGATSError(line: nil, .endlessMarks))
    #expect(fault(text(rows: "", fields: "A \(marks)")) == CGATSError(line: nil, .endlessMarks))
  }

  @Test func `a hundred thousand rows, fields or keywords are read, and no more`() throws {
    let limit = 100_000
    func tables(fields: Int = 1, rows: Int = 1, keywords: Int = 0) -> [UInt8] {
      let names = (0..<fields).map { "F\($0)" }.joined(separator: " ")
      let row = String(repeating: "1 ", count: fields)
      let statements = (0..<keywords).map { "K\($0) 1\n" }.joined()
      return Array(
        ("CTI3\n\(statements)BEGIN_DATA_FORMAT\n\(names)\nEND_DATA_FORMAT\nBEGIN_DATA\n"
          + String(repeating: row + "\n", count: rows) + "END_DATA\n").utf8)
    }
    for (fields, rows, keywords) in [(limit, 1, 0), (1, limit, 0), (1, 1, limit)] {
      let file = try CGATSFile(fileBytes: tables(fields: fields, rows: rows, keywords: keywords))
      let table = try #require(file.tables.first)
      #expect(table.fields.count == fields && table.rows.count == rows && table.keywords.count == keywords)
    }
    #expect(fault(tables(fields: limit + 1))?.fault == .tooMany("fields", limit: limit))
    #expect(fault(tables(rows: limit + 1))?.fault == .tooMany("rows", limit: limit))
    #expect(fault(tables(keywords: limit + 1))?.fault == .tooMany("keywords", limit: limit))
  }

  /// LittleCMS 2.14 writes beyond its memory at the 256th table.
  @Test func `a file of a thousand tables is read`() throws {
    let one = String(decoding: text(rows: "A1 1 2 3\nA2 4 5 6"), as: UTF8.self)
    #expect(try CGATSFile(fileBytes: Array(String(repeating: one, count: 1000).utf8)).tables.count == 1000)
  }

  @Test func `a damaged file is read or refused, and its tables are whole`() {
    let whole = text(rows: "A1 1 2 3\n\"A 2\" -4e1 5 6")
    var (read, refused) = (0, 0)
    expectLaw(within: .exact) { draws in
      var bytes = whole
      for _ in 0...draws.choice(below: 6) {
        let place = Int(draws.choice(below: UInt64(bytes.count)))
        switch draws.choice(below: 3) {
        case 0: bytes[place] = UInt8(draws.choice(below: 256))
        case 1: bytes[place] = draws.one(of: Array("\"\n #0E".utf8))
        default: bytes = Array(bytes[...place])
        }
      }
      return bytes
    } law: { bytes in
      guard let file = try? CGATSFile(fileBytes: bytes) else {
        refused += 1
        return 0
      }
      read += 1
      let isWhole = file.tables.allSatisfy { table in table.rows.allSatisfy { $0.count == table.fields.count } }
      return isWhole && !file.tables.isEmpty ? 0 : 1
    }
    // Both ends are met.
    #expect(read > 0 && refused > 0)
  }

  @Test(arguments: [
    ("argyll-targets.ti1", [24, 8, 9]), ("argyll-display.ti3", [24]), ("argyll-scan.ti3", [24]),
    ("argyll-spectra.ti3", [24]),
  ]) func `charts of other programs are read`(name: String, patches: [Int]) throws {
    let file = try CGATSFile(fileBytes: ReferenceData.bytes("charts/\(name)"))
    #expect(file.tables.map(\.rows.count) == patches)
  }
}
