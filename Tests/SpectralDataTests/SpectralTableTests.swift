import Colorimetry
import SpectralData
import TestSupport
import Testing

@Suite struct SpectralTableTests {
  static func table(_ text: String, of quantity: SpectralQuantity = .power) throws -> SpectralTable {
    try SpectralTable(Array(text.utf8), of: quantity)
  }

  @Test(arguments: [
    "380,1\n500,2.5\n780,3", "380,1\n500,2.5\n780,3\n", "380,1\r\n500,2.5\r\n780,3\r\n", "380,1\r500,2.5\r780,3",
    "380;1\n500;2.5\n780;3", "380\t1\n500\t2.5\n780\t3", "380 1\n500   2.5\n 780 3 ", "380, 1,\n500, +2.5,\n780, 3e0,",
    "# made by hand\n\nwavelength,power\n380,1\n# a pause\n500,25e-1\n\n780,3",
    "\u{feff}nm,power\n380,1\n500,2.5\n780,3", "\u{feff}380,1\n500,2.5\n780,3",
    "dfat 1.0\ndataname: a lamp\ncontinuous\nradiometric\n380.0\t1\n500.0\t2.5\n780.0\t3",
    ",power\n380,1\n500,2.5\n780,3",
    "\"380\",\"1\"\n500,2.5\n780,3",
    #"{"spectral_data": {"data": {"main": {"780": [3], "380": [1.0], "500": [2.5]}}}}"#,
  ])
  func `every way of writing a spectrum reads the same`(text: String) throws {
    let expected = try SpectralDistribution(wavelengths: [380, 500, 780], values: [1, 2.5, 3])
    #expect(try Self.table(text).column().distribution == expected)
  }

  @Test func `a column goes by its name and by its number`() throws {
    let table = try Self.table("nm;\"lamp; warm\";2;\n380;1;4\n780;3;6")
    #expect(table.columns.map(\.name) == ["lamp; warm", "2"])
    #expect(try table.column("lamp; warm").distribution.values == [1, 3])
    #expect(try table.column("1").distribution.values == [1, 3])
    #expect(try table.column("2").distribution.values == [4, 6])
    // A name goes before a number.
    #expect(try Self.table("nm,2,1\n380,1,4\n780,3,6").column("2").distribution.values == [1, 3])
    // Wavelengths may have their unit.
    for unit in ["nm", " nm", "[nm]"] {
      for heading in ["wavelength,warm,cold", "My lamps\nWavelength [nm],warm,cold", "wavelength,warm,cold\nnm,W,W"] {
        let table = try Self.table("\(heading)\n400\(unit),1,4\n700\(unit),3,6")
        #expect(table.wavelengths == [400, 700], "\(heading)")
        #expect(try table.column("cold").distribution.values == [4, 6], "\(heading)")
      }
    }
    for text in ["x400nm", "-nannm", "4 00nm", "400 W"] {
      #expect(throws: SpectralDataError.self, "\(text)") { try Self.table("wavelength,warm\n\(text),1\n700,3") }
    }
    #expect(throws: SpectralDataError(.file, .severalSpectra(2))) { try table.column() }
    for label in ["0", "3", "lamp", "", "\(Int.min)"] {
      #expect(throws: SpectralDataError(.file, .noSuchSpectrum(label, names: ["lamp; warm", "2"], count: 2))) {
        try table.column(label)
      }
    }
  }

  @Test func `a heading of columns that is too short for the rows is told, as with decimal commas`() throws {
    let error = #expect(throws: SpectralDataError.self) { try Self.table("wavelength,power\n380,0,5\n780,5,17\n") }
    #expect(error == SpectralDataError(.line(2), .decimalCommas(3, expected: 2)))
    let quoted = "\"Wavelength\",\"Power\"\n380,0,5\n780,5,17\n"
    #expect(throws: SpectralDataError(.line(2), .decimalCommas(3, expected: 2))) { try Self.table(quoted) }
    // A title may have commas too, units may follow the names, and blanks may separate fewer names.
    #expect(try Self.table("my lamp, measured\n380,0,5\n780,5,17\n").columns.count == 2)
    #expect(try Self.table("Wavelength,A,B,C\nnm,W/m2\n380,1,2,3\n780,1,2,3\n").columns.count == 3)
    #expect(try Self.table("Wavelength (nm)\n380 0.1 0.2\n780 0.1 0.2\n").columns.count == 2)
  }

  @Test func `a heading of another width names nothing`() throws {
    #expect(try Self.table("a lamp, measured\n380,1,2\n780,3,4").columns.map(\.name) == [nil, nil])
  }

  @Test(arguments: [("380,1\n780,1", true), ("360,1\n830,1", true), ("381,1\n780,1", false), ("380,1\n779,1", false)])
  func `a table knows whether it reaches over the visible wavelengths`(text: String, covers: Bool) throws {
    #expect(try Self.table(text).coversVisible == covers)
  }

  @Test(arguments: [
    ("780,1\n1e6,1", true), ("200,1\n380,1", true), ("780.1,1\n900,1", false), ("200,1\n379.9,1", false),
  ])
  func `a table is read where one of its wavelengths is visible, and refused where none is`(text: String, isRead: Bool)
  {
    #expect(((try? Self.table(text)) != nil) == isRead)
  }

  // MARK: - Faults

  @Test(arguments: ["x,y,", "SPECT\nNAME ", "<name>", "380nm\t"])
  func `a text of endless marks is refused in every format`(start: String) {
    let text = start + "e" + String(repeating: "\u{301}\u{316}", count: 20)
    #expect(throws: SpectralDataError(.file, .endlessMarks)) { try Self.table(text) }
  }

  @Test func `a table that lacks rows at one place is refused there, and one whose step changes is read`() throws {
    func error(_ wavelengths: [Double]) -> SpectralDataError? {
      let text = wavelengths.map { "\($0),1\n" }.joined()
      do throws(SpectralDataError) {
        _ = try SpectralTable(Array(text.utf8), of: .power)
        return nil
      } catch { return error }
    }
    let whole = stride(from: 380.0, through: 780, by: 5)
    #expect(error(whole.filter { $0 <= 500 || $0 >= 560 }) == .init(.line(26), .rowsMissing(560, after: 500, step: 5)))
    #expect(error(whole.filter { $0 != 390 }) == .init(.line(3), .rowsMissing(395, after: 385, step: 5)))
    #expect(error(whole.filter { $0 != 500 && $0 != 600 }) == .init(.line(25), .rowsMissing(505, after: 495, step: 5)))
    // Rounded wavelengths, a changed step, distant ends, and few points.
    #expect(error(stride(from: 380.0, through: 780, by: 10 / 3).map { $0.rounded() }) == nil)
    #expect(error(whole.filter { $0 <= 500 || $0.truncatingRemainder(dividingBy: 10) == 0 }) == nil)
    #expect(error([300] + whole) == nil)
    #expect(error(whole + [900]) == nil)
    #expect(error([400, 450, 500, 600, 650, 700]) == nil)
  }

  @Test func `one step that is shorter than the others is no missing row`() throws {
    let wavelengths =
      Array(stride(from: 380.0, through: 500, by: 10)) + Array(stride(from: 504.0, through: 784, by: 10))
    #expect(try Self.table(wavelengths.map { "\($0),1\n" }.joined()).wavelengths == wavelengths)
  }

  typealias Place = SpectralDataError.Place
  typealias Fault = SpectralDataError.Fault

  static let faults: [(text: String, place: Place, fault: Fault)] = [
    ("", .file, .noRows), ("# nothing\n\n", .file, .noRows), ("wavelength,power\n", .file, .noRows),
    ("380,1", .line(1), .oneRow), ("# a\nnm,power\n380,1\n", .line(3), .oneRow),
    ("380\n780", .line(1), .noValues), ("380,1\n500\n780,1", .line(2), .noValues),
    ("380,1\n500,1,2\n780,1", .line(2), .valueCount(2, expected: 1)),
    ("380,1\n\n500,x\n", .field(line: 3, column: 2), .notANumber("x")),
    ("380,1\r\n\r\n500,x\r\n", .field(line: 3, column: 2), .notANumber("x")),
    ("380,1\r\r500,x\r", .field(line: 3, column: 2), .notANumber("x")),
    ("380,1,2\n500,1,\n780,1,2", .line(2), .valueCount(1, expected: 2)),
    ("380,1,2\n500,,1\n780,1,2", .field(line: 2, column: 2), .notANumber("")),
    ("380,1\nnm,2\n", .field(line: 2, column: 1), .notANumber("nm")),
    ("38O,1\n780,1", .field(line: 1, column: 1), .notANumber("38O")),
    ("380 mm,1\n780 mm,1", .field(line: 1, column: 1), .notANumber("380 mm")),
    // A decimal comma.
    ("380;0,5\n780;0,5", .field(line: 1, column: 2), .notANumber("0,5")),
    ("380\t0,5\n780\t0,5", .field(line: 1, column: 2), .notANumber("0,5")),
    ("380 0,5\n780 0,5", .field(line: 1, column: 1), .notANumber("380 0")),
    ("380,nan\n780,1", .field(line: 1, column: 2), .notFinite("nan")),
    ("nan,1\n780,1", .field(line: 1, column: 1), .notFinite("nan")),
    ("380,1\n780,1e999", .field(line: 2, column: 2), .notFinite("1e999")),
    ("380,1\n500,1\n500,2", .field(line: 3, column: 1), .repeatedWavelength(500)),
    ("380,1\n500,1\n400,2", .field(line: 3, column: 1), .notAscending(400, after: 500)),
    ("0,1\n500,1", .field(line: 1, column: 1), .wavelength(0)),
    ("-5,1\n500,1", .field(line: 1, column: 1), .wavelength(-5)),
    ("500,1\n1e7,1", .field(line: 2, column: 1), .wavelength(1e7)),
    ("380,1,1\n500,1,-0.25\n780,1,1", .field(line: 2, column: 3), .impossible(-0.25, .power)),
    // Micrometres, and ångströms.
    ("0.38,1\n0.78,1", .file, .notVisible(from: 0.38, to: 0.78)),
    ("3800,1\n7800,1", .file, .notVisible(from: 3800, to: 7800)),
    ("380,1,0\n780,1,0", .file, .zeroSpectrum(2)),
    ("3\08\00\0,\01\0", .file, .notText),
    ("nm,e" + String(repeating: "\u{301}", count: 31) + "\n380,1\n780,1\n", .file, .endlessMarks),
    ("380,1" + String(repeating: ",1", count: 1 << 19), .line(1), .tooLong(1 << 20)),
    ("380" + String(repeating: ",1", count: 10_001), .line(1), .tooManySpectra(10_000)),
    ("nm" + String(repeating: ",a", count: 10_001) + "\n380,1\n780,1,1", .line(3), .valueCount(2, expected: 1)),
    ("\n\r\n\r" + String(repeating: "380 1\n", count: 100_001), .line(100_004), .tooManyRows(100_000)),
  ]

  @Test(arguments: faults.indices) func `a fault is named with its place`(number: Int) {
    let (text, place, fault) = Self.faults[number]
    #expect(throws: SpectralDataError(place, fault)) { try Self.table(text) }
  }

  @Test func `a reflectance is a share, and may be 0`() throws {
    #expect(try Self.table("380,0\n780,0", of: .reflectance).column().distribution.values == [0, 0])
    #expect(try Self.table("380,1.44\n780,1", of: .reflectance).column().distribution.values == [1.44, 1])
    let error = SpectralDataError(.field(line: 2, column: 2), .impossible(18, .reflectance))
    #expect(throws: error) { try Self.table("380,0.5\n780,18", of: .reflectance) }
  }

  @Test(arguments: [
    ("{", 1, 2, "the text ends where a name in double quotes must be"), ("{\n}", 1, 1, "there is no 'spectral_data'"),
    ("{\"spectral_data\":\n {}}", 2, 2, "there is no 'spectral_data.data'"),
    (#"{"spectral_data": {"data": {}}}"#, 1, 28, "there is no 'spectral_data.data.main'"),
    (#"{"spectral_data": {"data": {"main": {"380": ["1"]}}}}"#, 1, 46, "a text where a number must be"),
    (#"{"spectral_data": {"data": {"main": {"380": 1}}}}"#, 1, 45, "1.0 where a list must be"),
    (
      #"{"spectral_data": {"data": {"main": [380, 1]}}}"#, 1, 37, "a list where an object of rows by wavelength must be"
    ),
    (#"{"spectral_data": {"data": {"main": {"380": [1], "400": [1"#, 1, 59, "the text ends where ',' or ']' must be"),
  ])
  func `what is no JSON of rawtoaces is refused with the place and the reason`(
    text: String, line: Int, column: Int, reason: String
  ) {
    let error = SpectralDataError(.character(line: line, column: column), .notJSON(reason))
    #expect(throws: error) { try Self.table(text) }
  }

  static let faultsOfJSON: [(rows: String, key: String?, fault: Fault)] = [
    (#""380": [1], "x": [1]"#, "x", .notANumber("x")), (#""380": [1], "nan": [1]"#, "nan", .notFinite("nan")),
    // A JSON object has no order, so either of two rows for a wavelength may come second.
    (#""380": [1], "380.0": [1]"#, nil, .repeatedWavelength(380)),
    (#""380": [1], "500": []"#, "500", .noValues), (#""380": [1], "500": [1, 2]"#, "500", .valueCount(2, expected: 1)),
    (#""380": [1], "500": [-1]"#, "500", .impossible(-1, .power)), (#""380": [1]"#, "380", .oneRow),
  ]

  @Test(arguments: faultsOfJSON.indices) func `a fault in JSON is named with its wavelength`(number: Int) throws {
    let (rows, key, fault) = Self.faultsOfJSON[number]
    let error = try #require(throws: SpectralDataError.self) {
      try Self.table(#"{"spectral_data": {"data": {"main": {\#(rows)}}}}"#)
    }
    #expect(error.fault == fault)
    #expect((key.map { [$0] } ?? ["380", "380.0"]).contains { error.place == .key($0) })
  }

  @Test func `a message stays short, whatever the file holds`() throws {
    let error = try #require(throws: SpectralDataError.self) {
      try Self.table("380,\(String(repeating: "x", count: 10_000))\n780,1")
    }
    #expect("\(error)".count < 200)
  }

  // MARK: - Any bytes

  @Test func `no bytes crash the reader, and what it reads is a spectrum`() {
    let seeds = [
      "nm,r,g,b\n380,1,2,3\n500,4,5,6\n780,1,2,3\n",
      #"{"spectral_data": {"data": {"main": {"380": [1], "780": [2]}}}}"#,
    ]
    var (read, refused) = (0, 0)
    expectLaw(within: .exact, count: 300) { draws -> [UInt8] in
      var bytes = Array(draws.one(of: seeds).utf8)
      for _ in 0...draws.choice(below: 4) {
        let place = Int(draws.choice(below: UInt64(bytes.count)))
        switch draws.choice(below: 3) {
        case 0: bytes[place] = UInt8(draws.choice(below: 256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(draws.one(of: Array("0,;\t\n\r\"#-.e{}[]\u{fe}".utf8)), at: place)
        }
      }
      return bytes
    } law: { bytes in
      guard let table = try? SpectralTable(bytes, of: .sensitivity) else {
        refused += 1
        return 0
      }
      read += 1
      let wavelengths = table.wavelengths
      let isSpectrum =
        wavelengths.count > 1 && zip(wavelengths, wavelengths.dropFirst()).allSatisfy { $0 < $1 }
        && table.columns.allSatisfy { column in
          column.distribution.wavelengths == wavelengths
            && column.distribution.values.allSatisfy { $0.isFinite && $0 >= 0 }
        }
      return isSpectrum ? 0 : 1
    }
    // Both ends are met.
    #expect(read > 0 && refused > 0)
  }
}
