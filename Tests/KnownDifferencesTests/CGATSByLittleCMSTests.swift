import CLittleCMS
import Calibration
import Foundation
import TestSupport
import Testing

/// Our reader and writer of CGATS beside LittleCMS's.
@Suite struct CGATSByLittleCMSTests {
  /// The first table as LittleCMS reads it: fields and rows.
  private func table(_ bytes: [UInt8]) throws -> (fields: [String], rows: [[String]]) {
    let handle = try #require(cmsIT8LoadFromMem(nil, bytes, UInt32(bytes.count)))
    defer { cmsIT8Free(handle) }
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = cmsIT8EnumDataFormat(handle, &names)
    let fields = (0..<Int(count)).map { names?[$0].map { String(cString: $0) } ?? "" }
    let sets = Int(cmsIT8GetPropertyDbl(handle, "NUMBER_OF_SETS"))
    let rows = (0..<Int32(sets)).map { row in
      (0..<count).map { column in cmsIT8GetDataRowCol(handle, row, column).map { String(cString: $0) } ?? "" }
    }
    return (fields, rows)
  }

  /// The same tables, read and written again by LittleCMS.
  private func writtenByLittleCMS(_ bytes: [UInt8]) throws -> [UInt8] {
    let handle = try #require(cmsIT8LoadFromMem(nil, bytes, UInt32(bytes.count)))
    defer { cmsIT8Free(handle) }
    var count = UInt32(0)
    try #require(cmsIT8SaveToMem(handle, nil, &count) != 0)
    var text = [UInt8](repeating: 0, count: Int(count))
    try #require(cmsIT8SaveToMem(handle, &text, &count) != 0)
    return Array(text.prefix { $0 != 0 })
  }

  private static let charts = [
    "argyll-targets.ti1", "argyll-display.ti3", "argyll-scan.ti3", "argyll-spectra.ti3",
  ]

  @Test(arguments: charts)
  func `both read the same, and each reads what the other writes`(name: String) throws {
    let bytes = try ReferenceData.bytes("charts/\(name)")
    let ours = try CGATSFile(fileBytes: bytes)
    let theirs = try table(bytes)
    #expect(ours.tables[0].fields == theirs.fields)
    // LittleCMS prints numbers again, so their value counts and not their text.
    func values(_ rows: [[String]]) -> [[String]] { rows.map { $0.map { Double($0).map { "\($0)" } ?? $0 } } }
    #expect(values(ours.tables[0].rows) == values(theirs.rows))
    let written = try table(Array(ours.description.utf8))
    #expect(written.fields == theirs.fields && written.rows == theirs.rows)
    let rewritten = try CGATSFile(fileBytes: writtenByLittleCMS(bytes))
    #expect(rewritten.tables.map(\.fields) == ours.tables.map(\.fields))
    #expect(rewritten.tables.map { values($0.rows) } == ours.tables.map { values($0.rows) })
  }
}
