import Colorimetry
import Foundation
import SpectralData
import TestSupport
import Testing
import WhiteBalance

/// Sensitivities, and the files that people have.
@Suite struct SpectralFileTests {
  static let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json")

  @Test func `a camera of rawtoaces reads as its file says`() throws {
    let camera = try SpectralSensitivities(fileBytes: ReferenceData.bytes(Self.camera))
    #expect(camera.red.wavelengths == Array(stride(from: 380.0, through: 780, by: 5)))
    // Read by eye: the rows of 380 and 545 nm.
    let text = try String(contentsOf: Self.camera, encoding: .utf8)
    for (wavelength, index) in [("380", 0), ("545", 33)] {
      let row = try #require(text.firstRange(of: try Regex("\"\(wavelength)\"\\s*:\\s*\\[[^\\]]*\\]")).map { text[$0] })
      let numbers = row.split { " [],:\"\n".contains($0) }.dropFirst().compactMap { Double($0) }
      #expect([camera.red, camera.green, camera.blue].map { $0.values[index] } == numbers)
    }
  }

  @Test(arguments: [
    "wavelength (nm)\tblue\tgreen\tred\n380\t1\t2\t3\n780\t4\t5\t6\n",
    "wavelength\tblue channel\tgreen channel\tred channel\n380\t1\t2\t3\n780\t4\t5\t6\n",
    "wavelength,blue,green,red\nnm,rel,rel,rel\n380,1,2,3\n780,4,5,6\n",
    "Lambda;Blue;Green;Red\n[nm];[1];[1];[1]\n380;1;2;3\n780;4;5;6\n",
    "wavelength blue green red\n380\t1 2\t3\n780 4 5 6\n",
  ]) func `columns keep their names under blanks and above units`(text: String) throws {
    let camera = try SpectralSensitivities(fileBytes: Array(text.utf8))
    #expect(camera.red.values == [3, 6] && camera.green.values == [2, 5] && camera.blue.values == [1, 4])
  }

  @Test func `a camera in text reads as in JSON, whatever the order of its named columns`() throws {
    let camera = try SpectralSensitivities(fileBytes: ReferenceData.bytes(Self.camera))
    func text(_ heading: String, _ channels: [SpectralDistribution]) -> [UInt8] {
      let rows = camera.red.wavelengths.indices.map { row in
        ([camera.red.wavelengths[row]] + channels.map { $0.values[row] }).map { "\($0)" }.joined(separator: ",")
      }
      return Array(([heading] + rows).joined(separator: "\n").utf8)
    }
    let (red, green, blue) = (camera.red, camera.green, camera.blue)
    #expect(try SpectralSensitivities(fileBytes: text("# no names", [red, green, blue])) == camera)
    #expect(try SpectralSensitivities(fileBytes: text("wavelength,red,green,blue", [red, green, blue])) == camera)
    #expect(try SpectralSensitivities(fileBytes: text("nm,B,G,R", [blue, green, red])) == camera)
    let words = "nm,Canon B,Relative green,Canon R"
    #expect(try SpectralSensitivities(fileBytes: text(words, [blue, green, red])) == camera)
    #expect(try SpectralSensitivities(fileBytes: text("nm,blau,gruen,rot", [blue, green, red])) == camera)
    #expect(try SpectralSensitivities(fileBytes: text("nm,c1,c2,c3", [red, green, blue])) == camera)
  }

  @Test func `sensitivities are three columns`() {
    #expect(throws: SpectralDataError(.file, .notThreeChannels(2))) {
      try SpectralSensitivities(fileBytes: Array("380,1,2\n780,1,2".utf8))
    }
  }

  @Test func `every camera of rawtoaces is read, and covers the visible wavelengths`() throws {
    let files = try ReferenceData.files(in: "cameras", withExtension: "json")
    #expect(files.count == 26)
    for file in files {
      let table = try SpectralTable(ReferenceData.bytes(file), of: .sensitivity)
      #expect(table.columns.map(\.name) == ["R", "G", "B"] && table.coversVisible, "\(file.lastPathComponent)")
    }
  }

  /// The program that wrote the lamps' files takes the Planckian locus in air, as the file of a black body says.
  static let refractiveIndexOfAir = 1.00028

  @Test func `a lamp's file gives the temperature and Duv that it states`() throws {
    var compared = 0
    for file in try ReferenceData.files(in: "lamps", withExtension: "sre") {
      let bytes = try ReferenceData.bytes(file)
      let lamp = try SpectralTable(bytes, of: .power).column().distribution
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      func stated(_ key: String) -> Double? {
        lines.first { $0.hasPrefix("# \(key): ") }.flatMap { Double($0.dropFirst(key.count + 4)) }
      }
      guard let temperature = stated("CCT"), let duv = stated("dist_uv_Planck") ?? stated("dist_uv") else { continue }
      let light = try TemperatureAndTint(Chromaticity(lamp))
      #expect(
        abs(light.mired * Self.refractiveIndexOfAir - 1e6 / temperature) < Tolerance.statedLampTemperature.limit,
        "\(file.lastPathComponent)")
      #expect(abs(light.duv - duv) < Tolerance.statedLampDuv.limit, "\(file.lastPathComponent)")
      compared += 1
    }
    #expect(compared == 4)
  }

  @Test func `the lamps of NIST and RIT are read, CIE's illuminant A among them`() throws {
    let table = try SpectralTable(
      ReferenceData.bytes(repositoryRoot.appending(path: "Data/colour-science/measured_lamps_5nm.csv")), of: .power)
    #expect(table.columns.count == 55 && table.coversVisible)
    let lamp = Chromaticity(try table.column("RIT SA").distribution)
    let cie = Chromaticity(CIEIlluminant.a.distribution)
    #expect(largest(abs(lamp.x - cie.x), abs(lamp.y - cie.y)) < Tolerance.lampFrom5Nanometers.limit)
  }
}
