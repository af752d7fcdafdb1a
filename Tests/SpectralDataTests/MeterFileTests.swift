import Colorimetry
import Foundation
import SpectralData
import TestSupport
import Testing

/// Light meters and other programs write files of a lamp.
@Suite struct MeterFileTests {
  private static func column(_ text: String) throws -> SpectralTable.Column {
    try SpectralTable(Array(text.utf8), of: .power).column()
  }

  private static func error(_ text: String) -> SpectralDataError? {
    do throws(SpectralDataError) {
      _ = try SpectralTable(Array(text.utf8), of: .power)
      return nil
    } catch { return error }
  }

  private static let lamp = CIEIlluminant.ledB3.distribution

  /// The lamp as each kind of file has it, made from the kind's description.
  static let files: [(kind: String, text: String)] = {
    let fine = Array(380...780)
    let place = (try? TemperatureAndTint(Chromaticity(lamp))) ?? TemperatureAndTint(temperature: 1, duv: 0)
    func rows(_ wavelengths: [Int], _ row: (Int, Double) -> String) -> String {
      wavelengths.map { row($0, lamp.value(at: Double($0))) }.joined(separator: "\n")
    }
    let coarse = fine.filter { $0 % 5 == 0 }
    let sekonic = """
      Title,lamp
      Tcp [K],\(place.temperature)
      \u{22bf}uv,\(place.duv)
      Peak Wavelength [nm],451
      TLMF,---

      \(rows(coarse) { "Spectral Data \($0)[nm],\($1)" })

      \(rows(fine) { "Spectral Data \($0)[nm],\($1)" })
      """
    let uprtek = """
      Model Name\tX
      CCT\t\(place.temperature)
      Duv\t\(place.duv)
      CHLB(430~480nm)\t0.7
      \(rows(fine) { "\($0)nm\t\($1)" })
      """
    let wide = Array(360...780)
    let minolta = """
      Date, Time, Illuminance, Tcp, delta uv,Peak Wave,\(wide.indices.map { "Spectrum[\($0)]" }.joined(separator: ",")),S/P Ratio
      2026/11/22,8:22:11,883.9,\(place.temperature),\(place.duv),612.0,\(
        wide.map { "\(lamp.value(at: Double($0)))" }.joined(separator: ",")),1.37
      """
    let argyll = """
      SPECT

      ORIGINATOR "Argyll CMS"
      KEYWORD "SPECTRAL_BANDS"
      SPECTRAL_BANDS "401"
      KEYWORD "SPECTRAL_START_NM"
      SPECTRAL_START_NM "380.000000"
      SPECTRAL_END_NM "780.000000"
      SPECTRAL_NORM "100.000000"
      NUMBER_OF_FIELDS 401
      BEGIN_DATA_FORMAT
      \(fine.map { "SPEC_\($0)" }.joined(separator: " "))
      END_DATA_FORMAT
      NUMBER_OF_SETS 1
      BEGIN_DATA
      \(fine.map { "\(lamp.value(at: Double($0)))" }.joined(separator: " "))
      END_DATA
      """
    let spdx = """
      <?xml version="1.0"?>
      <IESTM2714 xmlns="iestm2714" version="1.0">
        <!-- a lamp > and < its spectrum -->
        <Header><Description> lamp </Description></Header>
        <SpectralDistribution>
          <SpectralQuantity>relative</SpectralQuantity>
      \(rows(fine) { "    <SpectralData wavelength='\($0).0'>\($1)</SpectralData>" })
        </SpectralDistribution>
      </IESTM2714>
      """
    return [
      ("Sekonic", sekonic), ("UPRtek", uprtek), ("Konica Minolta", minolta), ("Argyll", argyll), ("TM-27", spdx),
    ]
  }()

  @Test func `a lamp comes out of each kind of file, with what the file states of it`() throws {
    let own = try TemperatureAndTint(Chromaticity(Self.lamp))
    for (kind, text) in Self.files {
      for ending in ["\n", "\r\n"] {
        let column = try Self.column(text.replacing("\n", with: ending))
        for wavelength in 380...780 {
          let difference = column.distribution.value(at: Double(wavelength)) - Self.lamp.value(at: Double(wavelength))
          #expect(Tolerance.rounding.allows(abs(difference)), "\(kind), \(wavelength) nm")
        }
        // The files end at 780 nm, and the lamp does not.
        let light = try TemperatureAndTint(Chromaticity(column.distribution))
        #expect(Tolerance.cutSpectrum.allows(abs(light.mired - own.mired)), "\(kind)")
        let isStated = ["Sekonic", "UPRtek", "Konica Minolta"].contains(kind)
        #expect((column.stated?.temperature == own.temperature) == isStated, "\(kind)")
        #expect((column.stated?.duv == own.duv) == isStated, "\(kind)")
      }
    }
    #expect(try Self.column(Self.files[0].text).name == "lamp" && Self.column(Self.files[4].text).name == "lamp")
    #expect(try Self.column(Self.files[2].text).name == "2026/11/22 8:22:11")
  }

  @Test(arguments: ["sekonic.csv", "uprtek.xls"])
  func `a real meter's temperature and Duv are those of its spectrum`(name: String) throws {
    let column = try SpectralTable(ReferenceData.bytes("meters/\(name)"), of: .power).column()
    #expect(column.distribution.wavelengths.count == 401)
    let stated = try #require(column.stated)
    let light = try TemperatureAndTint(Chromaticity(column.distribution))
    let kelvin = try #require(stated.temperature)
    let duv = try #require(stated.duv)
    #expect(Tolerance.meterMired.allows(abs(light.mired - 1e6 / kelvin)), "\(light), \(kelvin) K")
    #expect(Tolerance.meterDuv.allows(abs(light.duv - duv)), "\(light), \(duv)")
  }

  @Test func `a meter's numbers with decimal commas are refused, and not read as two spectra`() throws {
    let text = try #require(Self.files.first { $0.kind == "Sekonic" }?.text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let fields = line.split(separator: ",", maxSplits: 1).map(String.init)
      guard fields.count == 2, fields[0].hasPrefix("Spectral Data"), let power = Double(fields[1]) else {
        return String(line)
      }
      return "\(fields[0]),\(String(format: "%.3f", 1000 * power).replacing(".", with: ","))"
    }
    let error = try #require(Self.error(lines.joined(separator: "\n")))
    guard case .notANumber(let number) = error.fault else {
      Issue.record("\(error)")
      return
    }
    #expect(number.contains(",0"))
  }

  @Test(arguments: [560.0, 779])
  func `a meter's table that lacks rows is refused where they are missing`(missing: Double) throws {
    // Tables of other programs may have a last row that is far from the others.
    for (kind, line) in [("Sekonic", "Spectral Data \(Int(missing))[nm],"), ("UPRtek", "\(Int(missing))nm\t")] {
      let text = try #require(Self.files.first { $0.kind == kind }?.text)
      let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
      let cut = rows.filter { !$0.hasPrefix(line) }
      #expect(cut.count < rows.count)
      let error = try #require(Self.error(cut.joined(separator: "\n")), "\(kind)")
      guard case .rowsMissing(let wavelength, after: _, let step) = error.fault else {
        Issue.record("\(kind): \(error)")
        continue
      }
      #expect(wavelength == missing + step && error.place != .file)
    }
  }

  @Test func `a file has no more tables or spectra than any program writes`() throws {
    let tables = String(repeating: "380nm,1\n385nm,1\n390nm,1\n", count: 5)
    #expect(Self.error(tables) == SpectralDataError(.line(13), .repeatedWavelength(380)))
    let spectra =
      "SPECT\nSPECTRAL_BANDS \"400\"\nSPECTRAL_START_NM \"400\"\nSPECTRAL_END_NM \"799\"\nBEGIN_DATA\n"
      + String(repeating: String(repeating: "1 ", count: 400) + "\n", count: 2501) + "END_DATA\n"
    #expect(Self.error(spectra) == SpectralDataError(.line(2506), .tooManyValues(1_000_000)))
  }

  @Test(arguments: [("5", 5.0), ("2.5", 2.5), ("1", 1)])
  func `values that are no whole spectra of the bands are told with their number and the bands'`(
    text: String, bands: Double
  ) {
    let file =
      "SPECT\nSPECTRAL_BANDS \"\(text)\"\nSPECTRAL_START_NM \"400\"\nSPECTRAL_END_NM \"700\"\nBEGIN_DATA\n1 2 3 4\nEND_DATA"
    #expect(Self.error(file) == SpectralDataError(.line(6), .bandCount(values: 4, bands: bands)))
  }

  /// A comment or a column's name may have a wavelength with its unit in it.
  @Test(arguments: [
    ("# measured from 380nm to 780nm\nnm,lamp\n", "lamp"), ("# 380nm 780nm\n", ""),
    ("# of 380nm 390nm 400nm 410nm 420nm 430nm 440nm 450nm 460nm 470nm\n", ""),
    ("wavelength;LED 450nm;LED 530nm;LED 620nm\n", "LED 530nm"),
    ("nm;400nm;430nm;460nm;490nm;520nm;550nm;580nm;610nm;640nm;670nm\n", "430nm"),
  ]) func `a table with wavelengths in its words is no meter's`(heading: String, name: String) throws {
    let (separator, count) = heading.contains(";") ? (";", heading.count { $0 == ";" }) : (",", 1)
    let rows = stride(from: 380, through: 780, by: 5).map { wavelength in
      ([wavelength] + (1...count).map { wavelength * $0 }).map(String.init).joined(separator: separator)
    }
    let table = try SpectralTable(Array((heading + rows.joined(separator: "\n")).utf8), of: .power)
    #expect(table.columns.count == count && table.columns[0].distribution.wavelengths.count == 81)
    if !name.isEmpty { #expect(try table.column(name).distribution.values.count == 81) }
  }

  @Test func `a comment with a row of wavelengths is no meter's heading, where a table's steps differ too`() throws {
    let labels = stride(from: 380, through: 680, by: 25).map { "\($0)nm" }.joined(separator: ",")
    let rows = [380, 390, 410, 440, 480, 530, 590, 660, 740, 780].map { "\($0),\($0)" }.joined(separator: "\n")
    let table = try SpectralTable(Array("# \(labels)\n\(rows)".utf8), of: .power)
    #expect(table.columns.map(\.distribution.wavelengths.count) == [10])
  }

  @Test func `a heading of wavelengths may have others beside it, twice the spectrum, and no gap`() throws {
    func text(_ labels: [Double], before: String = "Date,Time,Peak 550nm") -> String {
      let heading = labels.map { "\($0)nm" }.joined(separator: ",")
      let values = labels.map { "\($0 / 100)" }.joined(separator: ",")
      return "\(before),\(heading)\n2026/11/22,8:22:11,1,\(values)\n"
    }
    let coarse = Array(stride(from: 380.0, through: 780, by: 5))
    #expect(try Self.column(text(coarse)).distribution.wavelengths == coarse)
    let fine = Array(stride(from: 380.0, through: 780, by: 1))
    #expect(try Self.column(text(coarse + fine)).distribution.wavelengths == fine)
    let few = [410.0, 435, 460, 485, 510, 535, 560, 585]
    #expect(try Self.column(text(few)).distribution.wavelengths == few)
    // Illuminances may be numbers like wavelengths, and other names may be more than the wavelengths.
    let bright = text(coarse, before: "Ev,CCT,Duv").replacing("2026/11/22,8:22:11,1", with: "550,2856,0")
    #expect(try Self.column(bright).distribution.wavelengths == coarse)
    let names = (1...100).map { "R\($0)" }.joined(separator: ",")
    let many = text(coarse, before: names).replacing("2026/11/22,8:22:11,1", with: names)
    #expect(try Self.column(many).distribution.wavelengths == coarse)
    let gap = coarse.filter { $0 != 500 }
    #expect(Self.error(text(gap)) == SpectralDataError(.line(1), .rowsMissing(505, after: 495, step: 5)))
  }

  @Test func `an element that another's name closes is refused`() throws {
    let text = """
      <IESTM2714 version="1.0"><SpectralDistribution>
      <SpectralData wavelength="400">0.5</SpectralData>
      <SpectralData wavelength="700">0.6</SpectralData>
      </IESTM2714></SpectralDistribution>
      """
    let error = try #require(Self.error(text))
    guard case .notXML = error.fault else {
      Issue.record("\(error)")
      return
    }
    #expect(error.place == .line(4))
  }

  @Test func `the text of an element is all of it, with comments and sections of data between`() throws {
    let text = try #require(Self.files.first { $0.kind == "TM-27" }).text
    let plain = try Self.column(text)
    let place = try #require(text.ranges(of: "<SpectralData wavelength='500.0'>").last)
    let end = try #require(text[place.upperBound...].firstRange(of: "</SpectralData>"))
    let value = text[place.upperBound..<end.lowerBound]
    let (first, rest) = (value.prefix(2), value.dropFirst(2))
    for written in [
      "\(value)<!-- first -->", "<![CDATA[\(value)]]>", "\(first)<!-- was 7 -->\(rest)", "\(first)<![CDATA[\(rest)]]>",
    ] {
      let column = try Self.column(text.replacingCharacters(in: place.upperBound..<end.lowerBound, with: written))
      #expect(column.distribution == plain.distribution, "\(written)")
    }
    let nested = text.replacingCharacters(in: place.upperBound..<end.lowerBound, with: "<b>\(value)</b>")
    #expect(
      Self.error(nested)?.fault == .notXML("a 'b' within SpectralData, which has a number alone"))
    #expect(Self.error(text.replacingCharacters(in: end, with: "<![CDATA[ "))?.fault == .cutShort("]]>"))
  }

  /// The twelve quantities of TM-27.
  @Test(arguments: [
    ("flux", true, false), ("intensity", true, false), ("irradiance", true, false), ("radiance", true, false),
    ("exitance", true, false), ("absorptance", false, true), ("transmittance", false, true),
    ("reflectance", false, true), ("R-Factor", false, true), ("T-Factor", false, true), ("relative", true, true),
    ("other", true, true),
  ])
  func `a quantity of TM-27 is of lamps or of surfaces, or leaves it open`(
    word: String, isOfLamps: Bool, isOfSurfaces: Bool
  ) throws {
    let text = """
      <IESTM2714 version="1.0"><SpectralDistribution>
      <SpectralQuantity>\(word)</SpectralQuantity>
      <SpectralData wavelength="400">0.5</SpectralData>
      <SpectralData wavelength="700">0.6</SpectralData>
      </SpectralDistribution></IESTM2714>
      """
    for (quantity, isRight) in [(SpectralQuantity.power, isOfLamps), (.reflectance, isOfSurfaces)] {
      let error = SpectralDataError(.line(2), .otherQuantity(word, quantity))
      let found: SpectralDataError?
      do throws(SpectralDataError) {
        _ = try SpectralTable(Array(text.utf8), of: quantity)
        found = nil
      } catch { found = error }
      #expect(found == (isRight ? nil : error), "\(quantity)")
    }
  }

  @Test(arguments: ["REFLECTIVE", "TRANSMISSIVE"])
  func `Argyll's spectrum of a surface is no light`(kind: String) throws {
    let text = try String(decoding: ReferenceData.bytes("meters/argyll.sp"), as: UTF8.self)
    let error = Self.error(text.replacing("\"EMISSION\"", with: "\"\(kind)\""))
    #expect(error == SpectralDataError(.line(5), .otherQuantity(kind, .power)))
  }

  @Test func `Argyll's spectrum of a surface is a reflectance in shares of its norm, and a lamp's is none`() throws {
    func text(kind: String, norm: String = "100.0", _ values: String) -> [UInt8] {
      Array(
        """
        SPECT
        MEAS_TYPE "\(kind)"
        SPECTRAL_BANDS "3"
        SPECTRAL_START_NM "400"
        SPECTRAL_END_NM "700"
        SPECTRAL_NORM "\(norm)"
        BEGIN_DATA
        \(values)
        END_DATA
        """.utf8)
    }
    let card = try SpectralTable(text(kind: "REFLECTIVE", "17.5 18 18.5"), of: .reflectance).column().distribution
    #expect(zip(card.values, [0.175, 0.18, 0.185]).allSatisfy { Tolerance.rounding.allows(abs($0 - $1)) })
    #expect(throws: SpectralDataError(.line(6), .norm(0))) {
      try SpectralTable(text(kind: "REFLECTIVE", norm: "0", "17.5 18 18.5"), of: .reflectance)
    }
    #expect(throws: SpectralDataError(.line(2), .otherQuantity("EMISSION", .reflectance))) {
      try SpectralTable(text(kind: "EMISSION", "1 1.1 1.2"), of: .reflectance)
    }
  }

  @Test func `a lamp in Argyll's file has the temperature that Argyll's specplot finds, and its measurer's Duv`() throws
  {
    let column = try SpectralTable(ReferenceData.bytes("meters/argyll.sp"), of: .power).column()
    #expect(column.distribution.wavelengths.count == 201)
    let light = try TemperatureAndTint(Chromaticity(column.distribution))
    // Argyll 2.3.1 prints the first, LED_4003K.sre has the second.
    #expect(Tolerance.argyllMired.allows(abs(light.mired - 1e6 / 4004.544212)), "\(light)")
    #expect(Tolerance.meterDuv.allows(abs(light.duv - -0.000908776)), "\(light)")
  }

  /// The chromaticities are sums at whole nanometres with straight lines between the samples, by colour-science 0.4.7.
  @Test(arguments: [
    ("tm27-fluorescent.spdx", "Rare earth fluorescent lamp", 85, 400.0...850.1, 0.38819326, 0.43748088),
    ("tm27-troffer.spdx", "LED 2' x 4' Troffer", 26, 400.0...650, 0.31349779, 0.37425819),
  ])
  func `published TM-27 files give their lamp, at even and uneven wavelengths`(
    file: String, name: String, count: Int, range: ClosedRange<Double>, x: Double, y: Double
  ) throws {
    let column = try SpectralTable(ReferenceData.bytes("meters/\(file)"), of: .power).column()
    let wavelengths = column.distribution.wavelengths
    #expect(column.name == name && column.stated == nil)
    #expect(wavelengths.count == count && wavelengths.first == range.lowerBound && wavelengths.last == range.upperBound)
    let light = Chromaticity(column.distribution)
    #expect(Tolerance.summedByHand.allows(largest(abs(light.x - x), abs(light.y - y))), "\(light)")
  }

  @Test func `several measurements of one file are several lamps`() throws {
    let text = Self.files[2].text
    let last = try #require(text.split(separator: "\n").last)
    let table = try SpectralTable(Array((text + "\n" + last.replacing("8:22:11", with: "9:00:00")).utf8), of: .power)
    #expect(table.columns.map(\.name) == ["2026/11/22 8:22:11", "2026/11/22 9:00:00"])
    #expect(throws: SpectralDataError(.file, .severalSpectra(2))) { try table.column() }
    #expect(try table.column("2").stated == table.columns[0].stated)
  }

  @Test(arguments: ["nan", "inf", "-inf", "x"]) func `a light's stated temperature that is no number is none`(
    text: String
  ) throws {
    let table = try SpectralTable(Array("CCT\t\(text)\n380nm\t1\n580nm\t1\n780nm\t1\n".utf8), of: .power)
    #expect(table.columns[0].stated == nil)
  }

  @Test(arguments: ["CCT\t5000 K", "CCT\t5000K", "CCT (K)\t5000", "Tcp [K]\t5000"])
  func `a light's stated temperature may have its unit`(statement: String) throws {
    let table = try SpectralTable(Array("\(statement)\n380nm\t1\n580nm\t1\n780nm\t1\n".utf8), of: .power)
    #expect(table.columns[0].stated?.temperature == 5000)
    let comment = "# \(statement.replacing("\t", with: ": "))\n380 1\n580 1\n780 1\n"
    #expect(try SpectralTable(Array(comment.utf8), of: .power).columns[0].stated?.temperature == 5000)
  }

  @Test func `of two statements about a light the first counts`() throws {
    let text = "# CCT: 5000\n# Duv: 0.001\n# Tcp: 6000\n# Duv: 0.002\n380 1\n580 1\n780 1\n"
    let stated = try #require(try SpectralTable(Array(text.utf8), of: .power).columns[0].stated)
    #expect(stated.temperature == 5000)
    #expect(stated.duv == 0.001)
  }

  @Test func `a comment below the rows states nothing of their light`() throws {
    let table = try SpectralTable(Array("380 1\n580 1\n780 1\n# CCT: 5000\n".utf8), of: .power)
    #expect(table.columns[0].stated == nil)
  }

  @Test func `noise below zero of an instrument's dark end is none, and more of it is refused`() throws {
    func argyll(_ values: String) -> String {
      "SPECT\nSPECTRAL_BANDS \"3\"\nSPECTRAL_START_NM \"380\"\nSPECTRAL_END_NM \"780\"\nBEGIN_DATA\n\(values)\nEND_DATA"
    }
    #expect(try Self.column(argyll("-0.005 1 0.5")).distribution.values == [0, 1, 0.5])
    #expect(
      Self.error(argyll("-0.02 1 0.5")) == SpectralDataError(.field(line: 6, column: 2), .impossible(-0.02, .power)))
    #expect(Self.error(argyll("-1 -2 -3")) == SpectralDataError(.field(line: 6, column: 2), .impossible(-1, .power)))
  }

  @Test(arguments: [
    ("Sekonic", "Spectral Data 500[nm],", "Spectral Data 500[nm],x"),
    ("UPRtek", "500nm\t", "500nm\tx"),
    ("UPRtek", "500nm\t", "499nm\t"),
    ("UPRtek", "500nm\t", "500nm\t-"),
    ("Konica Minolta", ",612.0,", ",612.0,x"),
    ("Konica Minolta", ",612.0,", ",612.0,-1"),
    ("Konica Minolta", ",612.0,", ",612.0,7,"),
    ("Argyll", "NUMBER_OF_SETS 1\nBEGIN_DATA\n", "NUMBER_OF_SETS 1\nBEGIN_DATA\nx "),
    ("Argyll", "NUMBER_OF_SETS 1\nBEGIN_DATA\n", "NUMBER_OF_SETS 1\nBEGIN_DATA\n1 "),
    ("Argyll", "\nEND_DATA", "\n"),
    ("TM-27", "<SpectralData wavelength='500.0'>", "<SpectralData>"),
    ("TM-27", "<SpectralData wavelength='500.0'>", "<SpectralData wavelength='500.0'>x"),
    ("TM-27", "<SpectralData wavelength='500.0'>", "<SpectralData wavelength=500>"),
    ("TM-27", "<SpectralData wavelength='500.0'>", "<SpectralData wavelength='499.0'>"),
    ("TM-27", "relative", "reflectance"), ("TM-27", "relative", "transmittance"), ("TM-27", "relative", "Absorptance"),
    ("TM-27", "</IESTM2714>", ""),
  ]) func `a fault in a meter's file is told with its line`(kind: String, part: String, change: String) throws {
    let text = try #require(Self.files.first { $0.kind == kind }).text
    // The last of a spectrum that is there twice.
    let place = try #require(text.ranges(of: part).last)
    let expected = text[..<place.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).count
    let error = try #require(Self.error(text.replacingCharacters(in: place, with: change)), "\(change)")
    let line =
      switch error.place {
      case .line(let line), .field(let line, _), .character(let line, _): line
      case .file, .key: 0
      }
    // A file that is cut short is told at its open element or its end.
    if case .cutShort = error.fault {
      #expect(line > 0)
    } else {
      #expect((expected...expected + part.count { $0 == "\n" }).contains(line), "\(error), line \(expected)")
    }
  }

  @Test func `Argyll's columns are its bands alone, and its spectra as many as it states`() throws {
    let argyll = try #require(Self.files.first { $0.kind == "Argyll" }).text
    let named = argyll.replacing("BEGIN_DATA_FORMAT\n", with: "BEGIN_DATA_FORMAT\nSAMPLE_ID ", maxReplacements: 1)
    #expect(Self.error(named)?.fault == .columnCount(402, bands: 401))
    let cut = argyll.replacing("NUMBER_OF_SETS 1", with: "NUMBER_OF_SETS 3")
    #expect(Self.error(cut)?.fault == .setCount(1, stated: 3))
  }

  /// The two bytes of Sekonic's triangle in Shift JIS are none of UTF-8.
  @Test(arguments: ["\u{22bf}uv", "\u{fffd}\u{fffd}uv", "\u{fffd}uv"])
  func `a meter's Duv is found whatever the character set of its triangle was`(name: String) throws {
    let text = Self.files[0].text.replacing("\u{22bf}uv", with: name)
    #expect(try Self.column(text).stated?.duv == Self.column(Self.files[0].text).stated?.duv)
    #expect(try Self.column(text.replacing(name, with: "a\(name)")).stated?.duv == nil)
  }

  @Test func `a file that is cut short is refused`() throws {
    let text = Self.files[0].text
    let cut = try #require(text.ranges(of: "Spectral Data 500[nm]").last)
    let error = try #require(Self.error(String(text[..<cut.lowerBound])))
    #expect(error.fault == .endsEarly(499, other: 780))
    // Where the cut is in the only table, nothing but the end of other meters' spectra shows it.
    let first = try #require(text.ranges(of: "Spectral Data 600[nm]").first)
    #expect(Self.error(String(text[..<first.lowerBound]))?.fault == .endsBefore(595, least: 730))
    for (kind, text) in Self.files where kind == "TM-27" || kind == "Argyll" {
      let error = try #require(Self.error(String(text.prefix(text.count * 2 / 3))), "\(kind)")
      guard case .cutShort = error.fault else {
        Issue.record("\(kind): \(error)")
        continue
      }
    }
  }
}
