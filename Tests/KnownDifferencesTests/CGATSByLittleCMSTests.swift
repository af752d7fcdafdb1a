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

  private static let charts = [
    "ColorChecker.cie", "ColorCheckerPassport.cie", "QPcard_202.cie", "SpyderChecker24.cie", "colord_measured.ti3",
    "colord_raw.ti3", "colord_reference.ti3",
  ]

  @Test(.enabled(if: SharedData.has("chart"), Comment(rawValue: SharedData.absence(of: "chart"))), arguments: charts)
  func `both read the same, and LittleCMS reads what we write`(name: String) throws {
    let bytes = try SharedData.bytes(SharedData.folder.appending(path: "chart/\(name)"))
    let ours = try CGATSFile(fileBytes: bytes)
    let theirs = try table(bytes)
    #expect(ours.tables[0].fields == theirs.fields)
    // Of numbers the value counts: LittleCMS prints them again.
    func values(_ rows: [[String]]) -> [[String]] { rows.map { $0.map { Double($0).map { "\($0)" } ?? $0 } } }
    #expect(values(ours.tables[0].rows) == values(theirs.rows))
    let written = try table(Array(ours.description.utf8))
    #expect(written.fields == theirs.fields && written.rows == theirs.rows)
  }
}
